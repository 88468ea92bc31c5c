"""Questions are answered by the page's own cells."""

import hashlib
import json
import re
from html import unescape

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
        (
            "```predict\nQ?\nchoice True: A.\nchoice False: A.\nbecause: x\n```",
            "two choices read the same",
        ),
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
        ("```predict\nQ?\ngradients: 1\n```", "expected a Value that remembers its inputs"),
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


def asked_in(page: str) -> dict:
    """What a page's question hands to the browser."""
    return json.loads(unescape(re.search(r'data-question="([^"]*)"', page)[1]))


def test_a_question_carries_its_answer_to_the_browser(html):
    """Answer and typical wrong numbers, each with its tolerance; the same id in every build."""
    page = html("```predict\nWhat?\nanswer: 6.0\nwrong 3.0: Half.\nwrong 0.0: None.\n```")
    asked = asked_in(page)
    assert asked == {
        "id": hashlib.sha256(b"What?\n6.0\n").hexdigest()[:8], "kind": "number", "answer": 6.0, "tolerance": 0.006,
        "wrong": [{"answer": 3.0, "tolerance": 0.003}, {"answer": 0.0, "tolerance": 1e-9}],
    }  # fmt: skip
    assert '<ul class="reasons">' in page and "<li>If you said" in page


def test_a_tolerance_holds_for_the_wrong_numbers_too(html):
    """Who rounds 1/3 is told what went wrong as well."""
    page = html("```predict\nQ?\nanswer: 2\ntolerance: 0.01\nwrong 1 / 3: No.\n```")
    assert asked_in(page)["wrong"] == [{"answer": 1 / 3, "tolerance": 0.01}]


def test_a_trace_question_asks_for_every_gradient(html):
    """Its answers come from a whole backward pass; its figure shows none."""
    page = html(
        "```predict\nFill in.\ngradients: d\n---\nfrom micrograd.steps.step8_complete import Value\n"
        "a = Value(2.0, label='a')\nd = (a + 1) * (a * 3)\nd.label = 'd'\n```"
    )
    asked = asked_in(page)
    assert {one["name"]: one["answer"] for one in asked["gradients"]} == {
        "a": 15.0, "a + 1": 6.0, "a · 3": 3.0, "d": 1.0,
    }  # fmt: skip
    figure = re.search(r"<figure.*?</figure>", page, re.S)[0]
    assert "15.0" not in figure


TRACE = """
```predict{timeout}
Fill in.
gradients: d
---
from micrograd.steps.step6_accumulate import Value as Plain

calls = []

class Value(Plain):
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")
        def _backward():
            calls.append(out)
            {rule}
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

a = Value(2.0, label={label})
d = a + Value(1.0)
```
"""


def trace(rule="pass", label="'a'", timeout=""):
    return TRACE.format(rule=rule, label=label, timeout=timeout)


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (trace("nope"), ":14: NameError: name 'nope' is not defined"),
        (trace("None + 1"), ":14: TypeError: unsupported operand"),
        (trace("while True: pass", timeout=' timeout="0.3"'), ":14: TimeoutError: the cell ran"),
        (trace("import sys; print('psst', file=sys.stderr)"), "the cell wrote to stderr: psst"),
        (trace(label="str(object())"), ":1: the output holds a memory address"),
    ],
)
def test_a_rule_of_the_chapter_runs_under_guard(faults, page, says):
    """A trace question runs the author's engine as a cell does, and tells one fault once."""
    [fault] = faults(page)
    assert fault.startswith("docs/page.md:") and says in fault


def test_a_trace_question_reads_its_graph_once(html, text, capfd):
    """For the figure and for the answers; what a rule prints goes nowhere."""
    page = html(trace("print('psst')") + "\n```python exec\nprint('calls:', len(calls))\n```")
    assert "calls: 1" in text(page)
    assert "psst" not in "".join(capfd.readouterr())


def test_a_trace_question_publishes_no_folder(html, bench):
    """Its figure passes what every figure passes."""
    page = html("```python exec hide\nimport os\n```\n" + trace(label="os.getcwd() + '/x'"))
    assert str(bench.book.root) not in page.split("<figure")[1].split("</figure>")[0]


def test_a_trace_question_names_powers_in_plain_text(html, text):
    """In the question, in the answer and in the figure's text alternative."""
    page = html(
        "```predict\nFill in.\ngradients: a ** 2 + 1\n---\nfrom micrograd.engine import Value\n"
        "a = Value(3.0, label='a<b')\n```"
    )
    names = [one["name"] for one in asked_in(page)["gradients"]]
    assert names == ["a<b", "a<b^2", "a<b^2 + 1"]
    assert "The gradients: a<b 6.0, a<b^2 1.0, a<b^2 + 1 1.0" in text(page)
    assert "a&lt;b^2 is 9.0" in page and "sup&gt;" not in page
