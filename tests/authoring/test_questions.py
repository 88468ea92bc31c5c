"""Questions are answered by the page's own cells."""

import pytest

PREDICT = """
```predict
What is `x` plus `x`, in $x$?
answer: x + x
wrong 9.0: That is $x$ times `x`.
why: Both are `= x`.
---
x = 3.0
print("printed", x + x)
```
"""


def test_the_answer_is_computed_and_waits(html, text):
    """Question and code are open; output, answer and reason stand in a closed disclosure."""
    page = html(PREDICT)
    opened, closed = page.split("<details", 1)
    assert "What is" in opened and "print" in text(opened) and "printed 6.0" not in text(opened)
    assert "printed 6.0" in text(closed) and "Both are 3.0" in text(closed)
    assert '<code class="value">6.0</code>' in closed
    assert "<details open" not in page


def test_code_of_a_question_shares_the_pages_variables(html, text):
    """Later cells see what it assigned."""
    assert "still 3.0" in text(html(PREDICT + "\n```python exec\nprint('still', x)\n```"))


CHOICE = """
```predict
Up or down?
choice {up}: It rises.
choice {down}: It falls.
because: The slope is positive.
```
"""


def test_one_choice_is_right(html, text):
    """It is told, with the reasons against the others."""
    page = text(html(CHOICE.format(up="2 > 1", down="2 < 1")))
    assert "Right: It rises." in page and "The slope is positive." in page


@pytest.mark.parametrize(
    ("body", "cure"),
    [
        (CHOICE.format(up="2 > 1", down="2 > 0"), "exactly one choice must come out true"),
        (CHOICE.format(up="2 < 1", down="2 < 0"), "exactly one choice must come out true"),
        (CHOICE.format(up="2 < 1", down="2 > 1"), "this choice comes out right, and"),
        ("```predict\nQ?\nchoice True: A.\nchoice False: B.\n```", "a wrong choice says why"),
        (CHOICE.format(up="1", down="2 < 0"), "write a condition, true or false"),
        (CHOICE.format(up="nope", down="2 < 0"), "NameError"),
        (CHOICE.format(up="1 +", down="2 < 0"), "no Python expression"),
        ("```predict\nQ?\nchoice True: A.\n```", "one choice is no choice"),
        ("```predict\nQ?\nchoice True: A.\nchoice False: A.\nbecause: x\n```", "two choices read the same"),
        ("```predict\nQ?\n```", "either `answer: expression`, or some `choice"),
        ("```predict\nQ?\nanswer: nope\n```", "NameError"),
        ("```predict\nQ?\nanswer: 'x'\n```", "an answer is a finite number"),
        ("```predict\nQ?\nanswer: float('nan')\n```", "an answer is a finite number"),
        ("```predict\nQ?\nanswer: 2\nwrong 1 + 1: No.\n```", "the right answer"),
        ("```predict\nQ?\nanswer: 2\nwrong 3: No.\nwrong 3.0: No.\n```", "two wrong answers are"),
        ("```predict\nQ?\nanswer: 2\ntolerance: much\n```", "is no number"),
        ("```predict\nQ?\nanswer: 2\nbecause: x\n```", "explains the choice above it"),
        ("```predict\nQ?\nanswer: 2\nwrong 3:\n```", "`wrong` needs an expression and words"),
        ("```predict\nanswer: 2\n```", "begins with its question"),
        ("```exercise\nDo it.\n```", "an exercise needs a solution that runs"),
        ("```exercise\nDo it.\n---\n1 / 0\n```", ":4: ZeroDivisionError"),
        ("> ```predict\n> Q?\n> answer: 2\n> ```", "stands at the left margin"),
        ("````predict\nQ?\n```python exec\n```\nanswer: 2\n````", "holds no other fence"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_fault(faults, body, cure):
    """One fault, located, that says what is wrong."""
    [fault] = faults(body)
    assert fault.startswith("docs/page.md:") and cure in fault


def test_a_solution_is_run_and_hidden(html, text):
    """Code and output wait in a closed disclosure."""
    page = html("```exercise\nAdd.\nwhy: Since.\n---\nprint(40 + 2)\n```")
    opened, closed = page.split("<details", 1)
    assert "40" not in text(opened)
    assert "print(40 + 2)" in text(closed) and "42" in text(closed) and "Since." in closed


def test_a_solution_keeps_its_variables_to_itself(html, text):
    """It sees the page's and leaves them as they are."""
    page = html(
        "```python exec\nx = 1\n```\n\n```exercise\nDo.\n---\nx = x + 4\nprint('in', x)\n```\n\n"
        "```python exec\nprint('out', x)\n```"
    )
    assert "in 5" in text(page) and "out 1" in text(page)


def test_questions_hold_links_and_lists(html):
    """Their text is Markdown like any other."""
    page = html("```predict\nSee [this](#x):\n\n- **one**\n- two\nanswer: 2\n```")
    assert '<a href="#x">' in page and "<strong>one</strong>" in page


def test_a_condition_may_hold_colons(html, text):
    """A lambda or a dict is cut where its expression ends."""
    page = html(CHOICE.format(up="{1: True}[1]", down="(lambda: False)()"))
    assert "Right: It rises." in text(page)
    assert "Half: of it" in text(html("```predict\nQ?\nanswer: 6.0\nwrong 3.0: Half: of it.\n```"))
