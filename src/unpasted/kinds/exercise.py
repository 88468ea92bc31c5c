"""```exercise: something to do, hints, a solution that the build runs, and facts to judge by.

Whatever runs here runs on a copy: no solution changes a value of the page. The facts are judged by
the function that judges in the browser, on the solution, where all must hold, and on what the
reader begins with, where not all may.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from html import escape
from typing import Any

from unpasted.faults import Fault
from unpasted.kinds.cell import output_html
from unpasted.kinds.code import code_html, highlighted
from unpasted.kinds.making import Kind, Making
from unpasted.kinds.question import closed, opened_by
from unpasted.read.chapter import Part, Piece, Prose
from unpasted.read.exercise import FIELDS, Exercise, read
from unpasted.read.fence import Fence, Grammar
from unpasted.run import execute
from unpasted.run.session import Expired, Printed, Session
from unpasted.words import say

SHUFFLES = 8  # orders that are tried before their author is told that any order will do


@dataclass(frozen=True)
class Solved:
    """What the run says to an exercise.

    Arguments:
        printed: what its solution printed.
        order: where lines are put in order, the one that the reader begins with.
    """

    printed: Printed
    order: tuple[int, ...] = ()


def pieces(fence: Fence) -> list[Piece]:
    """The exercise as Markdown: its words, the place to try it, hints, and closed the solution."""
    exercise: Exercise = fence.content
    out: list[Piece] = ['\n<div class="exercise" markdown="block">\n\n']
    out += [Prose(exercise.place, exercise.text), "\n\n"]
    if exercise.checks:
        out.append(Part("try"))
    if exercise.hints:
        out.append('<div class="hints" markdown="block">\n\n')
        for number, hint in enumerate(exercise.hints, 1):
            name = say("Hint {n}", n=number) if len(exercise.hints) > 1 else say("Hint")
            out += [opened_by(name, name), Prose(hint.place, hint.text), "\n\n</details>\n\n"]
        out.append("</div>\n\n")
    return [*out, *closed(say("Open the solution"), exercise.why)]


def run(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """Run the solution on a copy of the page; judge it, and what the reader begins with."""
    exercise: Exercise = fence.content

    def solved() -> tuple[Printed, dict[int, str | Fault]]:
        where = exercise.code_place, fence.place, fence.timeout, fence.options.get("raises", "")
        return session.cell(exercise.code, *where)[0], session.texts(fence.values)

    printed, texts = session.apart(solved, fence.place)
    order: tuple[int, ...] = ()
    if exercise.checks:
        _check_solution(session, fence)
        if exercise.lines:
            order = _shuffled(session, fence)
        else:
            _check_start(session, fence)
    return Solved(printed, order), texts


def _judged(session: Session, fence: Fence, code: str) -> dict[str, Any]:
    """What the browser would say to an answer."""
    exercise: Exercise = fence.content

    def judge() -> Any:
        page = execute.Page(module=sys.modules["__main__"])
        action = lambda: page.check(code, facts(exercise))  # noqa: E731
        return session.draw(action, exercise.checks[0].place, fence.timeout)

    given: dict[str, Any] = session.apart(judge, fence.place)
    return given


def _fails(given: dict[str, Any]) -> bool:
    return bool(given["failed"] or given["raised"])


def facts(exercise: Exercise) -> list[dict[str, str]]:
    """The checks of an exercise, as the browser hands them to what judges."""
    return [
        {"expression": one.expression, "says": one.words, "needs": one.needs}
        for one in exercise.checks
    ]


def _check_solution(session: Session, fence: Fence) -> None:
    """Raise Fault unless every fact holds of the solution."""
    exercise: Exercise = fence.content
    given = _judged(session, fence, exercise.solution)
    if given["raised"]:
        raise Fault(exercise.code_place, f"judged by itself, the solution raises {given['raised']}")
    for failed in given["failed"]:
        check = next(one for one in exercise.checks if one.words == failed["says"])
        seen = f": {failed['value']}" if failed["value"] else ""
        if check.needs:
            seen = f": `{check.needs}` is {failed['value'] or None}"
        says = f"`check {check.expression}` does not hold of the solution{seen}"
        raise Fault(check.place, f"{says}; mend one of them")


def _check_start(session: Session, fence: Fence) -> None:
    """Raise Fault unless what the reader begins with is no answer yet, and ends."""
    exercise: Exercise = fence.content
    given, place = _judged(session, fence, exercise.start), exercise.start_place
    if given["raised"].endswith(Expired.__name__):
        says = f"what the reader begins with runs longer than {fence.timeout:g} s"
        raise Fault(place or fence.place, f"{says}; leave out what does not end")
    if not _fails(given):
        says = "what the reader begins with passes every check already"
        cure = "write a check that only an answer passes, or another start below a second ---"
        raise Fault(place or exercise.checks[0].place, f"{says}; {cure}")


def _shuffled(session: Session, fence: Fence) -> tuple[int, ...]:
    """An order of the lines that is not right. Raises Fault where any order will do."""
    exercise: Exercise = fence.content
    for seed in range(SHUFFLES):
        order = exercise.shuffled(seed)
        own = [n for n in order if n < len(exercise.lines)]
        given = _judged(session, fence, exercise.composed(own))
        if _fails(given):
            return tuple(order)
    says = f"{SHUFFLES} orders of these lines were tried, and all pass the checks"
    raise Fault(exercise.checks[0].place, f"{says}; write a check that the order decides")


def make(fence: Fence, data: Solved, making: Making) -> dict[str, str]:
    """The element that makes it answerable; the solution, and what it printed."""
    exercise: Exercise = fence.content
    solved = f'<div class="cell">{code_html(exercise.code)}{output_html(data.printed)}</div>'
    return {"answer": solved, "try": element(fence, data, making) if exercise.checks else ""}


def element(fence: Fence, data: Solved, making: Making) -> str:
    """What makes the exercise answerable in a browser; it keeps the room of its button."""
    exercise: Exercise = fence.content
    checks = [fact | {"html": making.inline(fact["says"])} for fact in facts(exercise)]
    known: dict[str, Any] = {"id": exercise.name, "number": making.number}
    known |= {"checks": checks, "start": exercise.start}
    if exercise.lines:
        shuffled = [exercise.every[n].code for n in data.order]
        known["lines"] = [{"code": code, "html": highlighted(code)[0]} for code in shuffled]
        known["solution"] = exercise.solution
        known["others"] = len(exercise.others)
    needs = "" if exercise.lines else " data-runs"
    data_exercise = escape(json.dumps(known), quote=True)
    return (
        f'<book-exercise{needs} data-exercise="{data_exercise}">'
        '<div class="bar"></div></book-exercise>'
    )


KIND = Kind(
    Grammar(("shuffled",), ("timeout", "raises", "digits"), fields=FIELDS),
    read=read, pieces=pieces, run=run, make=make, minutes=5, extra=True,
    outputs=lambda fence, data: {"printed": data.printed, "order": data.order},
)  # fmt: skip
