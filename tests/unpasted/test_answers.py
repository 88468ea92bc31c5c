"""Answers that a reader may well give to the book's exercises, and what is said to them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.built import ROOT, mostly_slow
from unpasted.faults import Place
from unpasted.kinds import KINDS
from unpasted.kinds.exercise import facts
from unpasted.read.chapter import Chapter, read
from unpasted.read.exercise import Exercise
from unpasted.run.execute import Sandbox

CHAPTERS = {file.name[:2]: file for file in (ROOT / "docs" / "chapters").glob("*.md")}
CHAPTERS["bug"] = ROOT / "docs" / "bug-clinic.md"


class Wrong(NamedTuple):
    """An answer to exercise `number` of a chapter, made from its solution by replacing texts.

    Arguments:
        fails: the beginning of the first fact that does not hold, or of the error.
        value: what is seen in its place.
    """

    chapter: str
    number: int
    changes: dict[str, str]
    fails: str
    value: str = ""


WRONG = [
    Wrong("01", 1, {"b = 5.0": "a = 5.0"}, "`b` is 5.", "-3.0"),
    Wrong("01", 2, {"* -0.01": "* 0.01"}, "`guess` is slope times nudge", "-0.04"),
    Wrong("01", 3, {"central_difference(g": "forward_difference(g"}, "The central difference", "0.0601"),
    Wrong("02", 1, {"2 * y * (2 * x)": "2 * x * (2 * x)"}, "dz/dx is 32.", "16.0"),
    Wrong("02", 2, {"upstream * central": "upstream + central"}, "With the square after them", "30.0"),
    Wrong("02", 3, {"-2.0": "0.0"}, "There `y` is 0", "6.0"),
    Wrong("03", 2, {"1 + max": "max"}, "`e` is made of leaves", "0"),
    Wrong("03", 3, {"    if len(parts) == 1:\n        parts = parts * 2\n": ""}, "The text of a square"),
    Wrong("04", 2, {"step * g * g": "g * g"}, "A step ten times smaller"),
    Wrong("05", 1, {"1.0 if n.data > 0 else 0.0": "0.0"}, "The gradients of", "[-0.0, 0.0, 0.0, 0.0, 0.0]"),
    Wrong("05", 3, {" * (1 - o.data**2)": ""}, "`by_hand` is what a nudge"),
    Wrong("06", 1, {"= grad[user] * local": "= local"}, "The sum `e` passes its 10 on", "(1.0, 1.0)"),
    Wrong("07", 1, {"out.data * out.grad": "out.data"}, "`x` gets the gradient of `y`", "1.6487"),
    Wrong("07", 1, {"out._backward = _backward": "out._backward = _backward()"}, "TypeError: 'NoneType' object is not callable"),
    Wrong("08", 1, {"    s._backward()\n": ""}, "`grads` holds what each step leaves"),
    Wrong("08", 3, {"-14 / 4": "-7.0"}, "The two paths cancel.", "-14.0"),
    Wrong("09", 1, {"d._backward()\nc._backward()": "c._backward()\nd._backward()"}, "The gradient of `a` is 36"),
    Wrong("09", 3, {"+ ways[value]": "+ 1"}, "Four doublings make 16 paths", "[2, 2]"),
    Wrong("10", 2, {"(2 * n).exp()": "n.exp()"}, "The value is that of `tanh`"),
    Wrong("11", 1, {"2 * a.data)": "a.data)"}, "micrograd.gradcheck.GradientError: input 0, at -1.3"),
    Wrong("11", 2, {"s * (1 - s))\n": "s)\n"}, "micrograd.gradcheck.GradientError: input 0, at -2.0"),
    Wrong("12", 2, {"slope = math.cos": "slope = math.sin"}, "micrograd.gradcheck.GradientError: input 0, at -1.0"),
    Wrong("13", 1, {"    total += nout * (nin + 1)\n        nin = nout": "    nin = nout\n        total += nout * (nin + 1)"}, "`MLP(3, [4, 4, 1])`", "42"),
    Wrong("13", 3, {"2 * 2 + 1": "2 * 2"}, "The neurons make 640 nodes", "624"),
    Wrong("14", 1, {"    w.grad = 0.0\n": ""}, "After three steps"),
    Wrong("bug", 1, {"    output.grad = 1.0\n": "", "    order = output._inputs_first()\n": "    order = output._inputs_first()\n    output.grad = 1.0\n"}, "`mixed` at 3 has the slope 11.", "0.0"),
    Wrong("bug", 2, {"reversed(output._inputs_first())": "output._inputs_first()"}, "`reuse` at 1"),
    Wrong("bug", 3, {"1 - t * t": "1 - self.data**2"}, "At 0.5 the slope is still right.", "0.75"),
    Wrong("bug", 5, {">= 0": "> 0"}, "The slopes differ at 0", "[]"),
    Wrong("bug", 6, {"reuse": "mixed"}, "It catches `engine3`"),
    Wrong("bug", 8, {"self, 1 / other.data": "self, -1 / other.data"}, "The first local derivative"),
    Wrong("21", 1, {"mul(g, [1 - x * x for x in t])": "[1 - x for x in t]"}, "Each gradient is"),
    Wrong("21", 3, {"!= (b.data, a.data)": "!= (a.data, b.data)"}, "Before a change nothing is stale."),
]  # fmt: skip


QUICK = [one for one in WRONG if one.chapter not in ("12", "13", "14")]  # all above it is run


@cache
def chapter(name: str) -> Chapter:
    text = CHAPTERS[name].read_text()
    return read(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S), Place(name, 1), KINDS)


def exercises(name: str) -> list[tuple[int, Exercise]]:
    """The exercises of a chapter, each with its place among what runs."""
    jobs = enumerate(chapter(name).jobs)
    return [(n, job.content) for n, job in jobs if getattr(job, "kind", "") == "exercise"]


def page_above(name: str, number: int) -> Sandbox:
    """A page in which all that stands above a job has run."""
    page = Sandbox()
    for at, job in enumerate(chapter(name).jobs[:number]):
        if job.kind in KINDS and (code := KINDS[job.kind].code(job)):
            page.run(at, code)
    return page


def judged(wrong: Wrong, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(ROOT)
    number, exercise = exercises(wrong.chapter)[wrong.number - 1]
    code = exercise.solution
    for text, other in wrong.changes.items():
        assert text in code, text
        code = code.replace(text, other)
    return page_above(wrong.chapter, number).check(code, facts(exercise))


@pytest.mark.parametrize(
    "wrong",
    mostly_slow(WRONG, *QUICK),
    ids=lambda wrong: f"{wrong.chapter}-{wrong.number}-{wrong.fails}",
)
def test_a_plausible_wrong_answer_is_told_what_is_wrong(wrong, monkeypatch):
    """By the first fact that does not hold, and by the value that is seen in its place."""
    given = judged(wrong, monkeypatch)
    if given["raised"]:
        assert f"\n{given['raised']}".rpartition("\n")[2].startswith(wrong.fails)
        return
    first = given["failed"][0]
    assert first["says"].startswith(wrong.fails)
    assert first["value"].startswith(wrong.value)


def test_at_least_two_thirds_of_the_exercises_are_judged():
    """All of the last chapter on broken engines; six at least are put in order."""
    all_of_them = [one for name in CHAPTERS for _, one in exercises(name)]
    assert len([one for one in all_of_them if one.checks]) * 3 >= len(all_of_them) * 2
    assert len([one for one in all_of_them if one.lines]) >= 6
    assert all(one.checks for _, one in exercises("15"))
