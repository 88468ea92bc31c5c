"""```exercise: something to do, hints, a solution that the build runs, and facts to judge by.

Whatever runs here runs on a copy: no solution changes a value of the page. The facts are judged by
the function that judges in the browser, on the solution, where all must hold, and on what the
reader begins with, where not all may.
"""

import json
import sys
from collections.abc import Iterator
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
from unpasted.run.session import Expired, Printed
from unpasted.run.worker import Result
from unpasted.words import say

SHUFFLES = 8  # orders that are tried before their author is told that any order will do


def pieces(fence: Fence) -> Iterator[Piece]:
    """The exercise as Markdown: its words, the place to try it, hints, and closed the solution."""
    exercise: Exercise = fence.content
    yield '\n<div class="exercise" markdown="block">\n\n'
    yield from (Prose(exercise.place, exercise.text), "\n\n")
    if exercise.checks:
        yield Part("try")
    if exercise.hints:
        yield '<div class="hints" markdown="block">\n\n'
        for number, hint in enumerate(exercise.hints, 1):
            name = say("Hint {n}", n=number) if len(exercise.hints) > 1 else say("Hint")
            words = Prose(hint.place, hint.text)
            yield from (opened_by(name, name), words, "\n\n</details>\n\n")
        yield "</div>\n\n"
    yield from closed(say("Open the solution"), exercise.why)


def run(making: Making) -> Result:
    """Run the solution on a copy of the page; judge it, and what the reader begins with."""
    exercise: Exercise = making.fence.content

    def solved() -> tuple[Printed, dict[int, str | Fault]]:
        printed, _ = making.cell(exercise.code, exercise.code_place)
        making.take_values()
        return printed, making.values

    printed, making.values = making.session.apart(solved, making.fence.place)
    solution = f'<div class="cell">{code_html(exercise.code)}{output_html(printed)}</div>'
    parts, order = {"answer": solution, "try": ""}, []
    if exercise.checks:
        _check_solution(making, exercise)
        if exercise.lines:
            order = _shuffled(making, exercise)
        else:
            _check_start(making, exercise)
        parts["try"] = element(making, exercise, order)
    return making.result(parts, printed, {"printed": printed, "order": order})


def _judged(making: Making, exercise: Exercise, code: str) -> dict[str, Any]:
    """What the browser would say to an answer."""
    session, fence = making.session, making.fence

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


def _check_solution(making: Making, exercise: Exercise) -> None:
    """Raise Fault unless every fact holds of the solution."""
    given = _judged(making, exercise, exercise.solution)
    if given["raised"]:
        raise Fault(exercise.code_place, f"judged by itself, the solution raises {given['raised']}")
    for failed in given["failed"]:
        check = next(one for one in exercise.checks if one.words == failed["says"])
        seen = f": {failed['value']}" if failed["value"] else ""
        if check.needs:
            seen = f": `{check.needs}` is {failed['value'] or None}"
        says = f"`check {check.expression}` does not hold of the solution{seen}"
        raise Fault(check.place, f"{says}; mend one of them")


def _check_start(making: Making, exercise: Exercise) -> None:
    """Raise Fault unless what the reader begins with is no answer yet, and ends."""
    given, place = _judged(making, exercise, exercise.start), exercise.start_place
    if given["raised"].endswith(Expired.__name__):
        says = f"what the reader begins with runs longer than {making.fence.timeout:g} s"
        raise Fault(place or making.fence.place, f"{says}; leave out what does not end")
    if not _fails(given):
        says = "what the reader begins with passes every check already"
        cure = "write a check that only an answer passes, or another start below a second ---"
        raise Fault(place or exercise.checks[0].place, f"{says}; {cure}")


def _shuffled(making: Making, exercise: Exercise) -> list[int]:
    """An order of the lines that is not right. Raises Fault where any order will do."""
    for seed in range(SHUFFLES):
        order = exercise.shuffled(seed)
        own = [n for n in order if n < len(exercise.lines)]
        given = _judged(making, exercise, exercise.composed(own))
        if _fails(given):
            return order
    says = f"{SHUFFLES} orders of these lines were tried, and all pass the checks"
    raise Fault(exercise.checks[0].place, f"{says}; write a check that the order decides")


def element(making: Making, exercise: Exercise, order: list[int]) -> str:
    """What makes the exercise answerable in a browser; it keeps the room of its button."""
    checks = [fact | {"html": making.inline(fact["says"])} for fact in facts(exercise)]
    known: dict[str, Any] = {"id": exercise.name, "number": making.session.job}
    known |= {"checks": checks, "start": exercise.start}
    if exercise.lines:
        codes = [exercise.every[n].strip() for n in order]
        known["lines"] = [{"code": code, "html": highlighted(code)[0]} for code in codes]
        known |= {"solution": exercise.solution, "others": len(exercise.others)}
    needs = "" if exercise.lines else " data-runs"
    return (
        f'<book-exercise{needs} data-exercise="{escape(json.dumps(known))}">'
        '<div class="bar"></div></book-exercise>'
    )


KIND = Kind(
    Grammar(("shuffled",), ("timeout", "raises", "digits"), fields=FIELDS),
    read=read, pieces=pieces, run=run, minutes=5, extra=True,
)  # fmt: skip
