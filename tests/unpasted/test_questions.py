"""Questions are answered by the page's own cells."""

import re

import pytest

from tests.built import ROOT
from tests.unpasted.conftest import data_in
from unpasted.faults import Place
from unpasted.kinds import KINDS
from unpasted.read.chapter import read

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


def test_code_whose_lines_are_all_hidden_leaves_no_empty_box(html):
    """It runs, and the question has no listing."""
    page = html("```predict\nWhat is `x`?\nanswer: x\n---\nx = 3.0  # hide\n```")
    assert "<pre" not in page and '<code class="value">3.0</code>' in page


CHOICE = """
```predict
Up or down?
choice {up}: It rises.
choice {down}: It falls.
because: The slope is positive.
```
"""


def test_one_choice_is_right(html, text):
    """It is told, with the reason against each of the others under its name, and no empty bullet."""
    page = html(CHOICE.format(up="2 > 1", down="2 < 1"))
    assert "Right: It rises." in text(page)
    assert "It falls. The slope is positive." in text(page.split('<ul class="reasons">')[1])
    assert page.split('<ul class="reasons">')[1].count("<li") == 1


def shown(page: str) -> list[str]:
    """The choices of a page, as they stand."""
    listed = re.search(r'<ul class="choices">(.*?)</ul>', page, re.S)
    return re.findall(r"<li>(.*?)</li>", listed[1])


def asked_about(number: int, header: str = "") -> str:
    """A question with four choices, of which the first one written is right."""
    wrong = "".join(f"choice {n} < 0: {n}\nbecause: No.\n" for n in (1, 2, 3))
    return f"```predict{header}\nQuestion {number}?\nchoice 0 == 0: 0\n{wrong}```\n"


def test_choices_stand_in_an_order_of_their_own(html):
    """The same in every build, another one for another question; reasons keep to their choice."""
    pages = [html(asked_about(number)) for number in range(24)]
    assert [shown(page) for page in pages] == [shown(html(asked_about(n))) for n in range(24)]
    assert all(sorted(shown(page)) == ["0", "1", "2", "3"] for page in pages)
    places = [shown(page).index("0") for page in pages]
    assert set(places) == {0, 1, 2, 3} and max(map(places.count, places)) < 12
    for page in pages:
        assert data_in(page, "question")["right"] == shown(page).index("0")
        for number, name in re.findall(r'data-for="(\d)"><span class="named">(\d)<', page):
            assert shown(page)[int(number)] == name


def test_an_author_keeps_the_order_of_choices(html):
    """Where they are numbers, or the last one is "none of them"."""
    assert shown(html(asked_about(1, " ordered"))) == ["0", "1", "2", "3"]
    assert (
        data_in(html(asked_about(1, " ordered")), "question")["id"]
        == data_in(html(asked_about(1)), "question")["id"]
    )


def test_the_right_choice_of_the_book_is_anywhere():
    """Of the choices of all chapters, about as often the first as another one."""
    first = asked = expected = 0
    for file in sorted((ROOT / "docs" / "chapters").glob("*.md")):
        for job in read(file.read_text(), Place(str(file), 1), KINDS).jobs:
            choices = getattr(getattr(job, "content", None), "drawn", [])
            if choices:
                asked += 1
                expected += 1 / len(choices)
                first += not choices[0].because
    assert asked > 40 and abs(first - expected) < 0.2 * asked, (first, expected, asked)


def test_the_reason_is_read_before_what_was_printed(html, text):
    """Of the opened answer: what is right, why, then the output."""
    opened = text(html(PREDICT).split("<details")[1])
    assert opened.index("The run says") < opened.index("Both are") < opened.index("printed 6.0")


def test_code_waits_for_the_answer_where_the_author_says_so(html, text):
    """It runs in the page all the same, and stands in the closed disclosure."""
    page = html(
        PREDICT.replace("predict", "predict hide", 1) + "\n```python exec\nprint('x', x)\n```"
    )
    opened, closed = page.split("<details", 1)
    assert "print" not in text(opened) and 'print("printed", x + x)' in text(closed)
    assert "printed 6.0" in text(closed) and "x 3.0" in text(closed)


LINE = """
```predict
Which line?
check: {check}
why: Both count.
---
def total(numbers):
    found = 0  # sound: It begins **with** `nothing * 1 * 2`.

    # one by one
    for one in numbers:
        found = one  # faulty: {mended}
    print("found", found)
    return found
```
"""


def test_the_faulty_line_is_proved_by_a_run(html, text):
    """With it the check is false, and with the mended one true; both runs stand in the answer."""
    page = html(LINE.format(check="total([1, 2]) == 3", mended="found = found + one"))
    opened, closed = page.split("<details", 1)
    assert "found = one" in text(opened)
    assert "found + one" not in text(opened) and "sound" not in text(opened)
    asked = data_in(page, "question")
    assert (asked["kind"], asked["lines"], asked["right"]) == ("line", [0, 1, 4, 5, 6, 7], 3)
    said = text(closed)
    assert "total([1, 2]) == 3 is false" in said
    assert "found 2" in said and "found 3" in said
    assert said.index("Both count.") < said.index("found 2") < said.index("found 3")
    assert "found = 0 It begins with nothing * 1 * 2." in said and 'data-for="1"' in closed


def test_the_page_goes_on_with_the_faulty_line(html, text):
    """The mended one ran on a copy."""
    question = LINE.format(check="total([1, 2]) == 3", mended="found = found + one")
    assert "after 2" in text(
        html(question + "\n```python exec\nprint('after', total([1, 2]))\n```")
    )


def test_a_faulty_line_may_break_off(html, text):
    """An error is a check that does not hold; it is told."""
    page = html(LINE.format(check="total([1, 2]) + sum([]) == 3", mended="found += one").replace(
        "found = one ", "found = one / 0 "
    ))  # fmt: skip
    assert "raises an error" in text(page) and "ZeroDivisionError: division by zero" in text(page)


@pytest.mark.parametrize(
    ("check", "mended", "line", "cure"),
    [
        ("total([1, 2]) >= 2", "found = found + one", 11, "is true with the faulty line as well"),
        ("total([1, 2]) == 3", "found = found - one", 11, "is false with the fixed line"),
        ("total([1, 2])", "found = found + one", 3, "write a condition, true or false"),
        ("totl([1, 2]) == 3", "found = found + one", 3, "NameError"),
        ("total([1, 2]) == 3", "found = nobody", 11, "NameError"),
        ("total([1, 2]) == 3", "found =", 11, "SyntaxError"),
        ("total([1, 2]) == 3", "", 11, "`# faulty:` is empty"),
        ("total(", "found = found + one", 3, "no Python expression"),
        ("total([1, 2]) == 3", "found += one\n    pass  # faulty: x = 1", 12, "2 are marked"),
        (
            "total([1, 2]) == 3",
            "found += one\n    pass  # hide  # sound: No.",
            12,
            "cannot be tapped",
        ),
    ],
)
def test_a_line_that_is_not_faulty_is_a_fault(faults, check, mended, line, cure):
    """Located: the check where it is at fault, or the line."""
    [fault] = faults(LINE.format(check=check, mended=mended))
    assert cure in fault and fault.startswith(f"docs/page.md:{line}:"), fault


@pytest.mark.parametrize(
    ("body", "cure"),
    [
        (CHOICE.format(up="2 > 1", down="2 > 0"), "exactly one choice must be true"),
        (CHOICE.format(up="2 < 1", down="2 < 0"), "exactly one choice must be true"),
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
        (
            "```predict hide\nQ?\nanswer: 2\n```",
            "`hide` keeps the code for the answer, and there is",
        ),
        ("```predict ordered\nQ?\nanswer: 2\n```", "`ordered` goes with `choice`"),
        ("```predict fold\nQ?\nanswer: 2\n---\n2\n```", "`fold` goes with `check`"),
        ("```predict\nQ?\ncheck: 1 > 0\n---\nx = 1\n```", "end it with `# faulty: ` and the line"),
        (
            "```predict\nQ?\nanswer: 1\n---\nx = 1  # faulty: x = 2\n```",
            "`faulty` goes with `check`",
        ),
        ("```predict\nQ?\nanswer: nope\n```", "NameError"),
        ("```predict\nQ?\nanswer: 'x'\n```", "an answer is a finite number"),
        ("```predict\nQ?\nanswer: float('nan')\n```", "an answer is a finite number"),
        ("```predict\nQ?\nanswer: 2\nwrong 1 + 1: No.\n```", "the right answer"),
        ("```predict\nQ?\nanswer: 2\nwrong 3: No.\nwrong 3.0: No.\n```", "two wrong answers are"),
        ("```predict\nQ?\nanswer: 2\ntolerance: much\n```", "is no number"),
        ("```predict\nQ?\nanswer: 2\nbecause: x\n```", "`because` goes with `choice`"),
        ("```predict\nQ?\nanswer: 2\nwrong 3:\n```", "`wrong` needs an expression and words"),
        ("```predict\nanswer: 2\n```", "has no question"),
        ("```predict\nQ?\nanswer: 2\n---\nx = 2\n---\nx = 3\n```", "stands below one line ---"),
        ("```predict\nQ?\ngradients: 1\n```", "expected a Value that remembers its inputs"),
        ("> ```predict\n> Q?\n> answer: 2\n> ```", "write it at the left margin"),
        ("````predict\nQ?\n```python exec\n```\nanswer: 2\n````", "holds no other fence"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_fault(faults, body, cure):
    """One fault, located, that says what is wrong."""
    [fault] = faults(body)
    assert fault.startswith("docs/page.md:") and cure in fault


def test_questions_hold_links_and_lists(html):
    """Their text is Markdown like any other."""
    page = html("```predict\nSee [this](#x):\n\n- **one**\n- two\nanswer: 2\n```")
    assert '<a href="#x">' in page and "<strong>one</strong>" in page


def test_a_condition_may_hold_colons(html, text):
    """A lambda or a dict is cut where its expression ends."""
    page = html(CHOICE.format(up="{1: True}[1]", down="(lambda: False)()"))
    assert "Right: It rises." in text(page)
    assert "Half: of it" in text(html("```predict\nQ?\nanswer: 6.0\nwrong 3.0: Half: of it.\n```"))


def test_a_question_carries_its_answer_to_the_browser(html):
    """Answer and typical wrong numbers, each with its tolerance; the same id in every build."""
    page = html("```predict\nWhat?\nanswer: 6.0\nwrong 3.0: Half.\nwrong 0.0: None.\n```")
    asked = data_in(page, "question")
    assert asked == {
        "id": asked["id"], "kind": "number", "answer": 6.0, "tolerance": 0.006, "rounds": True,
        "wrong": [{"answer": 3.0, "tolerance": 0.003}, {"answer": 0.0, "tolerance": 1e-9}],
    }  # fmt: skip
    assert '<ul class="reasons">' in page
    assert '<li data-for="0"><span class="named">If you said' in page


def test_a_small_number_is_not_nothing(html):
    """By default 0 is no answer to 1e-6, and nobody is asked for what rounding left."""
    asked = data_in(html("```predict\nQ?\nanswer: 2e-6\n```"), "question")
    assert asked["tolerance"] < asked["answer"] / 100
    asked = data_in(html("```predict\nQ?\nanswer: 1e-12\ntolerance: 1e-13\n```"), "question")
    assert "rounds" not in asked


def test_beside_a_count_the_next_one_is_wrong(html):
    """A thousandth of it would be more than one."""
    asked = data_in(html("```predict\nQ?\nanswer: 4001\nwrong 3001: No tanh.\n```"), "question")
    assert asked["tolerance"] == asked["wrong"][0]["tolerance"] == 0.5


@pytest.mark.parametrize("answer", ["0.1 + 0.2 - 0.3", "1e-10", "1 / 3\ntolerance: 1e-18"])
def test_an_answer_that_nobody_can_type_is_a_fault(faults, answer):
    """Only the tolerance would be right."""
    [said] = faults(f"```predict\nQ?\nanswer: {answer}\n```")
    assert "docs/page.md:3: " in said and "tolerance" in said


@pytest.mark.parametrize(
    ("one", "other"),
    [("café", "cafe\u0301"), ("so it is", "so\u00a0it is"), ("ﬁne", "fine")],
)
def test_choices_that_look_alike_are_one(faults, one, other):
    """However their letters are coded."""
    lines = f"choice 1 > 0: {one}\nchoice 1 < 0: {other}\nbecause: No."
    assert "two choices read the same" in faults(f"```predict\nQ?\n{lines}\n```")[0]


def test_a_tolerance_holds_for_the_wrong_numbers_too(html):
    """Who rounds 1/3 is told what went wrong as well."""
    page = html("```predict\nQ?\nanswer: 2\ntolerance: 0.01\nwrong 1 / 3: No.\n```")
    assert data_in(page, "question")["wrong"] == [{"answer": 1 / 3, "tolerance": 0.01}]


def test_a_trace_question_asks_for_every_gradient(html):
    """Its answers come from a whole backward pass, the output's first; its figure shows none."""
    page = html(
        "```predict\nFill in.\ngradients: d\n---\nfrom micrograd.steps.step8_complete import Value\n"
        "a = Value(2.0, label='a')\nd = (a + 1) * (a * 3)\nd.label = 'd'\n```"
    )
    asked = data_in(page, "question")
    assert {one["name"]: one["answer"] for one in asked["gradients"]} == {
        "a": 15.0, "a + 1": 6.0, "a × 3": 3.0, "d": 1.0,
    }  # fmt: skip
    first, *_, last = asked["gradients"]
    assert (first["name"], last["name"]) == ("d", "a")
    figure = re.search(r"<figure.*?</figure>", page, re.S)[0]
    assert ">15.0<" not in figure


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
        (trace("while True: pass", timeout=' timeout="1"'), ":14: TimeoutError: the cell ran"),
        (trace("import sys; print('psst', file=sys.stderr)"), "the cell wrote to stderr: psst"),
        (trace(label="str(object())"), ":1: the output holds a memory address"),
    ],
)
def test_a_rule_of_the_chapter_runs_under_guard(faults, page, says):
    """A trace question runs the author's engine as a cell does, and tells one fault once."""
    [fault] = faults(page)
    assert fault.startswith("docs/page.md:") and says in fault


def test_a_trace_question_leaves_the_page_as_it_was(html, text, capfd):
    """Its rules run on a copy; what a rule prints goes nowhere."""
    page = html(trace("print('psst')") + "\n```python exec\nprint('calls:', len(calls))\n```")
    assert "calls: 0" in text(page)
    assert "psst" not in "".join(capfd.readouterr())


def test_a_trace_question_publishes_no_folder(html, bench):
    """Its figure passes what every figure passes."""
    page = html("```python exec hide\nimport os\n```\n" + trace(label="os.getcwd() + '/x'"))
    assert str(bench.book.settings.root) not in page.split("<figure")[1].split("</figure>")[0]


def test_a_trace_question_names_powers_in_plain_text(html, text):
    """In the question, in the answer and in the figure's text alternative."""
    page = html(
        "```predict\nFill in.\ngradients: a ** 2 + 1\n---\nfrom micrograd.engine import Value\n"
        "a = Value(3.0, label='a<b')\n```"
    )
    names = [one["name"] for one in data_in(page, "question")["gradients"]]
    assert names == ["a<b^2 + 1", "a<b^2", "a<b"]
    assert "The gradients: a<b^2 + 1 1.0, a<b^2 1.0, a<b 6.0" in text(page)
    assert "a&lt;b^2 is 9.0" in page and "sup&gt;" not in page
