"""Exercises: a solution that runs, facts that it passes, a start that does not."""

import re

import pytest

from tests.unpasted.conftest import data_in
from unpasted.faults import Place
from unpasted.kinds import KINDS
from unpasted.kinds.exercise import start_of
from unpasted.read.chapter import read
from unpasted.read.exercise import measured
from unpasted.run import execute

EXERCISE = """
```python exec
x = 3
```

```exercise
Square `x`.
check square(x) == 9: The square of 3 is **nine**.
check square(-1) == 1: A square is never below $0$.
hint: Multiply.
hint: By itself: `= x`.
why: Three by three.
---
def square(x):
    return x * x

print(square(x))
```
"""
ORDER = """
```exercise shuffled
Sum up.
check total == 6: It is 6.
---
total = 0
for x in (1, 2, 3):
    total += x
print(total)
---
total = x
```
"""


def exercise_in(markdown: str):
    """The exercise of a page, as it was read."""
    [job] = read(markdown.strip("\n"), Place("docs/page.md", 1), KINDS).jobs
    return job.content


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


def test_hints_wait_one_by_one_above_the_solution(html, text):
    """Each in a disclosure of its own, with values in its words."""
    page = html(EXERCISE)
    hints = page.split('<div class="hints">')[1].split("</div>")[0]
    assert hints.count("<details>") == 2
    assert "Hint 1" not in hints and "Hint 2" in hints and "By itself: 3." in text(hints)
    assert page.index('class="hints"') < page.index("Open the solution")
    assert "Hint 2" not in html("```exercise\nDo.\nhint: One.\n---\nx = 1\n```")


def test_an_exercise_hands_its_facts_to_the_browser(live):
    """Expression, words as they are and as HTML, what to look at where they fail."""
    asked = data_in(live(EXERCISE), "exercise")
    assert asked["checks"] == [
        {
            "expression": "square(x) == 9", "says": "The square of 3 is **nine**.",
            "needs": "square(x)", "html": "The square of 3 is <strong>nine</strong>.",
        },
        {
            "expression": "square(-1) == 1", "says": "A square is never below $0$.",
            "needs": "square(-1)", "html": "A square is never below <math data-tex=\"0\"><mn>0</mn></math>.",
        },
    ]  # fmt: skip
    assert asked["number"] == 1
    assert asked["start"] == "def square(x):\n    ..."


def test_a_book_without_a_runtime_has_nothing_to_try(html):
    """But for lines that are put in order: what is right is known without running them."""
    assert "<book-exercise" not in html(EXERCISE)
    assert "<book-exercise" in html(ORDER)


def test_an_exercise_without_facts_has_nothing_to_try(live):
    """Its solution is there to be opened."""
    assert "<book-exercise" not in live("```exercise\nDo.\n---\nprint(1)\n```")


def test_a_device_knows_an_exercise_by_what_it_asks(live):
    """The same id wherever it stands; another one when a fact changes."""
    first, later = (
        data_in(live(EXERCISE), "exercise"),
        data_in(live("Words.\n\n" + EXERCISE), "exercise"),
    )
    other = data_in(live(EXERCISE.replace("square(-1) == 1", "square(-2) == 4")), "exercise")
    assert first["id"] == later["id"] != other["id"]


@pytest.mark.parametrize(
    ("code", "facts", "start"),
    [
        ("x = 1\ny = 2", ["y == 2"], "y = ..."),
        ("x = y = 1\nx += 1", ["x + y == 3"], "x = ...\ny = ..."),
        ("import math\nx = math.pi", ["x > 3"], "import math\nx = ..."),
        ("def f(a,\n      b=2):\n    return a", ["f(1) == 1"], "def f(a, b=2):\n    ..."),
        ("def f(a): return a", ["f(1) == 1"], "def f(a):\n    ..."),
        ("class A(list):\n    x = 1", ["A().x == 1"], "class A(list):\n    ..."),
        ("for n in (1, 2):\n    last = n", ["last == 2"], "last = ..."),
        ("def f():\n    y = 1\nx = 1", ["y == x"], "x = ..."),
        ("a.append(1)", ["a == [1]"], ""),
    ],
)
def test_a_reader_begins_with_the_names_that_the_facts_ask_for(code, facts, start):
    """And with the imports; a function without its body, a variable without its value."""
    assert start_of(code, facts) == start


def test_a_start_may_be_written():
    """Below a second line of dashes, as it stands there."""
    exercise = exercise_in("```exercise\nDo.\ncheck x == 2: Two.\n---\nx = 2\n---\nx = 1  # ?\n```")
    assert (exercise.code, exercise.start) == ("x = 2", "x = 1  # ?")
    assert exercise.start_place.line == 7


def test_where_the_facts_name_nothing_there_is_a_place_to_write(live):
    """An answer that only does something begins with a comment."""
    exercise = "```exercise\nDo.\ncheck len(a) == 1: One.\n---\na.append(1)\n```"
    page = live(f"```python exec\na = []\n```\n\n{exercise}")
    assert data_in(page, "exercise")["start"] == "# Your answer:\n"


@pytest.mark.parametrize(
    ("fact", "far"),
    [
        ("x == 3", "x"),
        ("round(x.grad, 4) == 6", "round(x.grad, 4)"),
        ("abs(x - 3) < 1e-6", "x"),
        ("0 < x < 3", "x"),
        ("not f(2)", "f(2)"),
        ("3 == x", "x"),
        ("isinstance(x, int)", ""),
        ("x == 3 and y == 4", ""),
    ],
)
def test_what_is_told_of_a_fact_that_fails(fact, far):
    """The side of a comparison that can vary; of a distance, what is far."""
    assert measured(fact) == far


def test_facts_are_judged_on_copies_of_the_page(html, text):
    """Solution, start and shuffled lines change no value of it, whatever they do."""
    page = """
```python exec
seen = []
```

```exercise
Append 1 to `seen`.
check seen == [1]: There is 1 in it.
---
seen.append(1)
---
seen.append(2)
```

```exercise shuffled
Append 1, 2, 3.
check seen == [1, 2, 3]: In this order.
---
seen.append(1)
seen.append(2)
seen.append(3)
```

```python exec
print("seen", seen)
```
"""
    assert "seen []" in text(html(page))


def test_lines_are_shuffled_the_same_in_every_build(live):
    """All of them, those too that do not belong; not in the order that is right."""
    asked = data_in(live(ORDER), "exercise")
    codes = [line["code"] for line in asked["lines"]]
    assert sorted(codes) == sorted(
        ["total = 0", "for x in (1, 2, 3):", "total += x", "print(total)", "total = x"]
    )
    assert asked["solution"] == "total = 0\nfor x in (1, 2, 3):\n    total += x\nprint(total)"
    assert [code for code in codes if code != "total = x"] != [
        line.strip() for line in asked["solution"].split("\n")
    ]
    assert asked["others"] == 1
    assert data_in(live("Words.\n\n" + ORDER), "exercise")["lines"] == asked["lines"]


BEGUN = """for x in (1, 2, 3):
    total = x
    total = 0
    total += x
print(total)
"""


def test_lines_stand_at_first_as_their_author_has_them(live, text):
    """Where all of them are below the second ---, indented; the solution says which belong."""
    page = live(ORDER.replace("total = x\n", BEGUN))
    asked = data_in(page, "exercise")
    stand = [" " * 4 * line.get("level", 0) + line["code"] for line in asked["lines"]]
    assert stand == BEGUN.splitlines() and asked["others"] == 1
    assert BEGUN.strip() in text(re.search(r'<div class="shuffled">.*?</pre>', page, re.S)[0])


def test_lines_that_are_right_at_first_are_refused(faults):
    """As is code that is right at first."""
    right = "total = 0\nfor x in (1, 2, 3):\n    total += x\nprint(total)\n"
    [fault] = faults(ORDER.replace("total = x\n", right))
    assert ":10: what the reader begins with passes every check already" in fault


def test_the_lines_of_a_solution_may_be_the_same(live):
    """Two lines alike are two lines."""
    page = ORDER.replace("print(total)", "total += x").replace("total == 6", "total == 9")
    assert data_in(live(page), "exercise")["solution"].count("total += x") == 2


@pytest.mark.parametrize(
    ("body", "cure"),
    [
        ("```exercise\nDo it.\n```", "an exercise needs a solution"),
        ("```exercise\nDo it.\n---\n1 / 0\n```", ":4: ZeroDivisionError"),
        ("```exercise\ncheck x: So.\n---\nx = 1\n```", "has no question"),
        ("> ```exercise\n> Do.\n> ---\n> x = 1\n> ```", "write it at the left margin"),
        ("```exercise\nDo.\nwhy x: So.\n---\nx = 1\n```", "`why x:` is not a field"),
        ("```exercise\nDo.\nhnit: So.\n---\nx = 1\n```", "unknown field `hnit:`; write `hint:`"),
        ("```exercise\nDo.\nwhy: So.\nwhy: So.\n---\nx = 1\n```", "`why:` is given twice"),
        ("```exercise\nDo.\ncheck x == 2: So.\n---\nx = 1\n```", "`x` is 1; fix one of them"),
        ("```exercise\nDo.\ncheck x: So.\n---\nx = 1\n---\nx = 2\n```", "passes every check"),
    ],
)
def test_an_exercise_that_cannot_be_judged_is_a_fault(faults, body, cure):
    """One fault, located, that says what is wrong."""
    [fault] = faults(body)
    assert fault.startswith("docs/page.md:") and cure in fault


CLOSURES = """
from micrograd.steps.step6_accumulate import Value
a = Value(3.0)
out = a * a
"""


def test_an_answer_works_on_copies_of_what_functions_have_captured():
    """The rule that a value carries is about the copy: the page's own gradients stay as they are."""
    page = execute.Sandbox()
    page.run(0, CLOSURES)
    facts = [{"expression": "a.grad == 6", "says": "Six.", "needs": "a.grad"}]
    answer = "out.grad = 1.0\nout._backward()"
    for _ in range(2):  # what the first left behind would double the second
        assert page.check(answer, facts)["failed"] == []
    assert page.namespace["a"].grad == 0.0
    assert page.check("", facts)["failed"] == [{"says": "Six.", "value": "0.0"}]


def test_an_answer_may_give_a_function_of_the_page_another_world():
    """What it calls finds the names that the answer gave, and the page finds its own."""
    page = execute.Sandbox()
    page.run(0, "n = 1\ndef f():\n    return n")
    facts = [{"expression": "f() == 5", "says": "Five.", "needs": "f()"}]
    assert page.check("n = 5", facts)["failed"] == []
    assert page.namespace["f"]() == 1


def test_a_copy_keeps_who_refers_to_whom():
    """Cycles, what two names share, slots, sets, bound methods, and a chain of any length."""
    code = """
class Node:
    __slots__ = ("inputs", "n")
    def __init__(self, *inputs):
        self.inputs, self.n = inputs, 0
    def up(self):
        self.n += 1
one = Node()
both = [one, one, {one}, {"one": (one,)}]
both.append(both)
bound = one.up
last = one
for _ in range(5000):
    last = Node(last)
"""
    page = execute.Sandbox()
    page.run(0, code)
    new = execute.copied(page.namespace, ["vars()"])
    one, both = new["one"], new["both"]
    assert one is not page.namespace["one"]
    assert both[0] is both[1] is both[3]["one"][0] is one and both[2] == {one}
    assert both[4] is both
    new["bound"]()
    assert (one.n, page.namespace["one"].n) == (1, 0)
    last = new["last"]
    while last.inputs:
        [last] = last.inputs
    assert last is one


def test_what_two_variables_share_they_share_as_copies():
    """Whichever of them comes first."""
    page = execute.Sandbox()
    page.run(1, "box = [[1]]\nitem = box[0]\nagain = {'item': item}")
    new = execute.copied(page.namespace, ["vars()"])
    assert new["item"] is new["box"][0] is new["again"]["item"]
    assert new["item"] is not page.namespace["item"]


def test_what_code_cannot_reach_is_not_copied():
    """It reaches what it names, and what the functions that it finds name."""
    page = execute.Sandbox()
    page.run(0, "far, near, large = [1], [2], [3]\nuses = [lambda: far.append(1)]")
    new = execute.copied(page.namespace, ["near.append(5)\nuses[0]()"])
    exec("near.append(5)\nuses[0]()", new)
    assert (new["near"], new["far"]) == ([2, 5], [1, 1])
    assert (page.namespace["near"], page.namespace["far"]) == ([2], [1])
    assert new["large"] is page.namespace["large"]


def test_what_cannot_be_copied_stays_the_same():
    """A generator, a module, a class."""
    page = execute.Sandbox()
    page.run(0, "import math\nclass A: pass\nones = (1 for _ in range(3))")
    new = execute.copied(page.namespace, ["vars()"])
    assert all(new[name] is page.namespace[name] for name in ("math", "A", "ones"))


WRONG = EXERCISE.replace("why:", 'wrong "x * x" > "x + x": That is **twice** `x`.\nwhy:')


def test_a_wrong_attempt_is_told_its_own_words(live):
    """By the signature of its failing, which is the one that the browser computes."""
    asked = data_in(live(WRONG), "exercise")
    [told] = asked["told"]
    assert told["html"] == "That is <strong>twice</strong> <code>x</code>."
    page = execute.Sandbox()
    page.run(0, "x = 3")
    attempt = "def square(x):\n    # written otherwise\n    return 2 * x"
    assert page.check(attempt, asked["checks"])["signature"] == told["signature"]
    assert page.check("def square(x):\n    return x**2", asked["checks"])["signature"] == ""
    other = page.check("def square(x):\n    return 1 / 0", asked["checks"])["signature"]
    assert other not in ("", told["signature"])


@pytest.mark.parametrize(
    ("written", "same"), [("7", True), ("6.999999999999999", True), ("7.1", False)]
)
def test_a_mistake_is_known_however_its_number_is_written(written, same):
    facts = [{"expression": "p == 1", "says": "It is 1.", "needs": "p"}]
    told, came = (execute.Sandbox().check(f"p = {one}", facts) for one in ("7.0", written))
    assert (came["signature"] == told["signature"]) is same


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"x + x"', '"1 * x * x"', ":11: this wrong attempt passes every check"),
        ('"x * x"', '"y * y"', ":11: `y * y` is nowhere in the solution"),
        ('"x * x" > "x + x"', "x", ":11: `wrong x` is no change; write `wrong "),
        ("wrong", "same", ":11: this change is to be right, and this fails: The square"),
    ],
)
def test_a_wrong_attempt_that_is_none_is_a_fault(faults, old, new, says):
    """Located at its own line."""
    page = WRONG.replace('"x * x" > "x + x"', new) if new == "x" else WRONG.replace(old, new, 1)
    [fault] = faults(page)
    assert says in fault


def test_nothing_judges_a_wrong_attempt_without_facts(faults):
    """It would be told to nobody."""
    [fault] = faults('```exercise\nDo.\nwrong "1" > "2": No.\n---\nx = 1\n```')
    assert "nothing judges what the reader does" in fault


def test_lines_stand_shuffled_where_no_script_runs(live, text):
    """In the order in which they are found."""
    page = live(ORDER)
    shown = text(re.search(r'<div class="shuffled">.*?</pre>', page, re.S)[0])
    lines = [line["code"] for line in data_in(page, "exercise")["lines"]]
    assert shown.split("\n")[: len(lines)] == lines
