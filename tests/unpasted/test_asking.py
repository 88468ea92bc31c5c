"""What stands in sight of a question gives its answer away, or not; and what it holds back."""

from textwrap import dedent

import pytest
from lxml.html import fragment_fromstring

from unpasted.export.still import still

VALUES = """
```python exec
from micrograd.engine import Value

a = Value(2.0, label="a")
b = Value(-3.0, label="b")
L = a * b + 10
L.label = "L"
L.backward()
w = Value(0.5, label="w")
slope = 0.4621
none = 0.0
```
"""
GRADIENT = """
```predict{flags}
What is the gradient of `a`?
answer: a.grad
{fields}
```
"""
SLOPE = """
```predict
How steep is it there?
answer: slope
```
"""
CHOICES = """
```predict
Why is the product slow?
choice True: Every call leaves two thousand forgotten objects behind.
choice False: Every call runs through the whole graph twice.
because: It runs through it once.
```
"""


def gradient(flags: str = "", fields: str = "") -> str:
    return GRADIENT.format(flags=flags, fields=fields)


def figure(code: str = "draw_dot(L)", header: str = "python figure") -> str:
    alt = 'alt="Boxes a and b lead to a times sign and on to the output." caption="The graph."'
    return f"\n```{header} {alt}\nfrom micrograd.draw import draw_dot\n\n{code}\n```\n"


LEAKING = {
    "an output that names the gradient, below": gradient() + "\n```python exec\nprint('a', a.grad)\n```",
    "the same above": "```python exec\nprint('a.grad is', a.grad)\n```\n" + gradient(),
    "a nudge with many digits": gradient() + "\n```python exec\nprint('nudge', '-3.000000')\n```",
    "a figure that opens with every gradient": gradient() + figure(),
    "a sentence": gradient() + "\nSo `a` receives -3.\n",
    "a value in a sentence": gradient() + "\nSo `a` receives `= a.grad`.\n",
    "a table": gradient() + "\n| name | gradient |\n|---|---|\n| a | -3.0 |\n",
    "a caption": gradient() + figure("draw_dot(L, with_grad=[])").replace("The graph.", "`a.grad` is -3."),
    "a text alternative": gradient()
    + figure("draw_dot(L, with_grad=[])").replace("the output.", "the output; a has the gradient -3.0."),
    "a trap that answers": gradient() + "\n!!! trap\n    `a.grad` stays -3.0 all the same.\n",
    "three digits anywhere": "It rises by 0.462 there.\n" + SLOPE,
    "three digits in an output": SLOPE + "\n```python exec\nprint(slope)\n```",
    "a name that gets nothing": gradient().replace("a.grad", "none").replace("`a`", "`w`")
    + "\nWhile that is so, `w` gets nothing.\n",
    "an expression that is called": SLOPE.replace("slope", "abs(b.data)")
    + "\n```python exec\nprint('abs(b.data) =', 3)\n```",
    "one of all gradients": "Here `b.grad` is 2.0.\n\n```predict\nFill in.\ngradients: a * b\n```\n",
    "three words of the right choice": "Every call leaves two thousand forgotten objects.\n" + CHOICES,
    "the same in a list": CHOICES + "\n- two thousand forgotten objects remain\n",
    "another variant's answer": "At five it is 25, so `x * x` is 25.\n"
    + "\n```predict\nHow much for `= x:g`?\nanswer: x * x\nvary x = 3.0, 5.0\n---\nx = 3.0\n```\n",
}  # fmt: skip
QUIET = {
    "nothing around it": gradient(),
    "the number beside another name": gradient() + "\n```python exec\nprint('b', b.data)\n```",
    "the number by itself": gradient() + "\n```python exec\nprint(b.data)\n```",
    "the data of the same box": gradient().replace("a.grad", "b.grad * 0 - 3").replace("`a`", "`b`")
    + figure("draw_dot(L, with_grad=[])"),
    "a figure without gradients": gradient() + figure("draw_dot(L, with_grad=[])"),
    "a walk that begins at its start": gradient() + figure("L", 'python walk from="start"'),
    "the section before": "`a.grad` is -3.\n\n## Next\n" + gradient(),
    "the section behind": gradient() + "\n## Next\n\n`a.grad` is -3.\n",
    "behind a closed disclosure": gradient() + '\n<details markdown="1">\n`a.grad` is -3.\n</details>\n',
    "behind a held question": gradient(" holds") + "\n`a.grad` is -3.\n",
    "a screen further": gradient() + "\n" + "Some words go by here.\n\n" * 40 + "`a.grad` is -3.\n",
    "in another question's reason": gradient()
    + "\n```predict\nAnd `b`?\nanswer: b.grad\nwhy: `a.grad` is -3, `b.grad` is 2.\n```\n",
    "in the code": "```python exec\nguess = -3.0  # a\n```\n" + gradient(),
    "a number that is part of another": SLOPE + "\nIt has 10.4621 pages.\n",
    "two digits": SLOPE.replace("slope", "0.46") + "\nAfter 0.46 seconds.\n",
    "a name that is part of another": gradient() + "\n```python exec\nprint('alpha', -3.0)\n```",
    "a word that looks like a name": gradient() + "\nThere is a gap of -3 degrees.\n",
    "nothing of something else": gradient().replace("a.grad", "none").replace("`a`", "`w`")
    + "\nNothing happens here.\n",
    "words that wrong choices share": "Every call runs through each node.\n" + CHOICES,
    "words of the right choice apart": "Objects were left. Two thousand calls later they were forgotten.\n"
    + CHOICES,
    "an allowed one": gradient(fields="allow: it is asked again.") + "\n`a.grad` is -3.\n",
}  # fmt: skip


@pytest.mark.parametrize("page", LEAKING.values(), ids=LEAKING)
def test_an_answer_in_sight_is_a_fault(faults, page):
    """At the question, with what gives it away and what to do."""
    [fault] = faults(VALUES + dedent(page))
    assert "its answer is in sight: “" in fault and "`holds`" in fault


@pytest.mark.parametrize("page", QUIET.values(), ids=QUIET)
def test_what_only_looks_like_an_answer_is_none(faults, page):
    """A number elsewhere, or out of sight, or of something else."""
    assert faults(VALUES + dedent(page)) == []


def test_a_leave_that_nothing_needs_is_a_fault(faults):
    """The text around the question has changed since."""
    [fault] = faults(VALUES + gradient(fields="allow: it was asked before."))
    assert "`allow:` lets nothing be seen here; leave it out" in fault


def test_what_failed_gives_no_answer_away_and_takes_no_lines(faults):
    """A fault shows its traceback in place of an output: it alone is told."""
    failed = (
        "```python exec\n'words in a row ' * 200; 1 / 0  # a.grad is -3\n" + "a\n" * 40 + "```\n"
    )
    allowed = gradient(fields="allow: it was asked before.")
    for page in (gradient(" holds") + "\n" + failed, failed + allowed):
        [fault] = faults(VALUES + page)
        assert "ZeroDivisionError" in fault


def test_a_question_comes_back_or_not(faults):
    """There is no yes to write."""
    [fault] = faults(VALUES + "```predict\nWhat?\nanswer: slope\nreview: yes\n```")
    assert "write `review: no`" in fault


def test_what_follows_is_held_back_up_to_the_next_heading_or_question(html):
    """It stands in the page; headings stay outside."""
    page = html(
        VALUES + gradient(" holds") + "\nOne.\n\nTwo.\n" + figure() + "\n## Next\n\nThree.\n"
    )
    before, held = page.split("<book-held", 1)
    inside, after = held.split("</book-held>")
    assert "More here once you answer." in inside and "One." in inside
    assert "<h2" in after and "Three." in after and "One." not in before


def test_where_no_script_runs_nobody_is_told_to_answer(html):
    """An e-book, a notebook and a page as Markdown have what is held back, and not that it is."""
    tree = still(fragment_fromstring(html(VALUES + gradient(" holds") + "\nOne.\n"), "div"))
    assert "One." in tree.text_content() and "More here" not in tree.text_content()


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (gradient(" holds"), "there is nothing to hold back behind this question"),
        (gradient(" holds") + "\n" + "Many words in a row. " * 200, "a screen"),
        (
            "".join(gradient(" holds").replace("a`?", f"a` {n}?") + "\nText.\n" for n in range(4)),
            "at most 3 may",
        ),
    ],
)
def test_a_hold_that_cannot_be_is_a_fault(faults, page, says):
    """One of nothing, of more than a screen, and the fourth of a page."""
    assert [says in fault for fault in faults(VALUES + page)] == [True]
