"""```exercise: something to do, hints, a solution that the build runs, and facts to judge by.

Whatever runs here runs on a copy: no solution changes a value of the page. The facts are judged by
the function that judges in the browser: all hold of the solution, and not all of what the reader
begins with, or of a wrong attempt.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from unpasted.kinds.cell import code_html, highlighted, output_html
from unpasted.read.exercise import FIELDS, INDENT, Change, Exercise, Judged, measured
from unpasted.read.fields import names_in
from unpasted.read.prose import wrong_with
from unpasted.run import execute
from unpasted.run.attempt import stub
from unpasted.run.making import Fault, Fence, Grammar, Kind, Making, Printed, Put, Result, filled
from unpasted.run.names import names_bound
from unpasted.run.session import Expired

SHUFFLES = 8  # orders that are tried before their author is told that any order will do


def markdown(fence: Fence, put: Put) -> str:
    """The exercise as Markdown: its words, the place to try it, hints, and closed the solution."""
    return filled("exercise.md", asked=fence.content, writes=fence.kind == "write", put=put)


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
        start, asked = exercise.start, (check.expression for check in exercise.checks)
        if not (start or exercise.lines):
            start = start_of(exercise.code, asked) or "# Your answer:\n"
        known = {"start": start} | prove(making, exercise.solution, start, _judge)
        if exercise.lines:
            order = [] if start else _shuffled(making)
            start = start or "\n".join(exercise.every[n].strip() for n in order)
            known["lines"] = lines_html(start.split("\n"))
            known |= {"solution": exercise.solution, "others": len(exercise.others)}
        shuffled = code_html(start) if exercise.lines else ""
        parts["try"] = filled("try.html", kind="exercise", known=known, shuffled=shuffled)
    return making.result(parts, printed, {"printed": printed, "order": order})


def start_of(code: str, expressions: Iterable[str]) -> str:
    """What a reader begins with where its author says nothing.

    The imports of the solution, and each name that the checks ask for and the solution gives: a
    function and a class without what is in them, a variable without its value.
    """
    asked, parts = names_in(*expressions), []
    for node in ast.parse(code).body:
        text = ast.unparse(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            parts.append(text)
            continue
        bound = names_bound(compile(text, "", "exec", dont_inherit=True))
        for name in filter(asked.__contains__, bound):
            asked.discard(name)
            parts.append(f"{empty}\n" if (empty := stub(text)) else f"{name} = ...")
    return "\n".join(parts).strip("\n")


# What the browser would say to an answer, from facts.
Judge = Callable[[str, list[dict[str, str]]], dict[str, Any]]


def _judge(code: str, checks: list[dict[str, str]]) -> dict[str, Any]:
    return execute.Sandbox(module=sys.modules["__main__"]).check(code, checks)


def _judged(making: Making, judge: Judge, codes: Iterable[str]) -> list[dict[str, Any]]:
    """What the browser would say to answers, each on a copy of the page."""
    session, exercise = making.session, making.fence.content
    checks, place = facts(exercise), exercise.checks[0].place

    judged = (session.draw(partial(judge, code, checks), place) for code in codes)
    given: list[dict[str, Any]] = session.apart(lambda: [*judged], making.fence.place)
    return given


def facts(exercise: Judged) -> list[dict[str, str]]:
    """The checks of an exercise, as the browser hands them to what judges."""
    both = ((one.expression, one.words) for one in exercise.checks)
    return [{"expression": fact, "says": says, "needs": measured(fact)} for fact, says in both]


def prove(making: Making, written: str, start: str, judge: Judge) -> dict[str, Any]:
    """Raise Fault unless the checks take the solution, and neither the start nor what is wrong.

    Arguments:
        written: of the solution, what the reader writes.
        start: what the reader begins with; of lines that are put in order, nothing.
        judge: judges what is written.

    Returns what a browser judges by: the `checks`, and what each wrong attempt is `told`, by the
    signature of its failing.
    """
    exercise: Judged = making.fence.content
    changed = [*exercise.wrongs, *exercise.sames]
    attempts = [one.applied(written) for one in changed]
    for one, code in zip(changed, attempts, strict=True):
        absent = next((old for old, _ in one.pairs if old not in written), "")
        if absent or code == written:
            says = f"`{absent}` is nowhere in the solution, so nothing is changed"
            raise Fault(one.place, f"{says}; write a text as it stands there")
        if wrong := wrong_with(code, "exec"):
            raise Fault(one.place, f"with this change the solution is no Python: {wrong.msg}")
    given, begun, *more = _judged(making, judge, [written, start, *attempts])
    _check_solution(exercise, given)
    if start or not exercise.lines:  # without any, what a cell above left may pass
        _check_start(making, exercise, begun)
    told = _told(changed, more)
    html, known = making.inline, {"id": exercise.name, "number": making.session.job}
    said = [{"signature": key, "html": html(words)} for key, words in told.items()]
    checks = [fact | {"html": html(fact["says"])} for fact in facts(exercise)]
    return known | {"checks": checks, "told": said}


def _told(changed: Sequence[Change], judged: Sequence[dict[str, Any]]) -> dict[str, str]:
    """What a reader is told of each wrong attempt, by the signature of its failing.

    Raises Fault for one that does not fail, and for a right one that does.
    """
    told: dict[str, str] = {}
    for one, came in zip(changed, judged, strict=True):
        key = came["signature"]
        if key and one.key == "same":
            says = f"this change is to be right, and {_failing(came)}"
            raise Fault(one.place, f"{says}; fix the check, or call it `wrong`")
        if not key and one.key == "wrong":
            says = "this wrong attempt passes every check"
            raise Fault(one.place, f"{says}; write a check that refuses it")
        if key and (other := told.setdefault(key, one.words)) != one.words:
            says = f"this attempt fails as the one does that is told “{other}”: {_failing(came)}"
            cure = "write a check that tells the two apart, or the same words for both"
            raise Fault(one.place, f"{says}; {cure}")
    return told


def _failing(came: dict[str, Any]) -> str:
    """How an answer failed, in words."""
    if came["raised"]:
        return f"it raises {came['raised'].rpartition(chr(10))[2]}"
    failed = came["failed"][0] if came["failed"] else {"says": "it prints too much", "value": ""}
    return f"this fails: {failed['says']} ({failed['value']})".replace(" ()", "")


def _check_solution(exercise: Judged, given: dict[str, Any]) -> None:
    """Raise Fault unless every fact holds of the solution."""
    if given["raised"]:
        raise Fault(exercise.code_place, f"judged by itself, the solution raises {given['raised']}")
    for failed in given["failed"]:
        check = next(one for one in exercise.checks if one.words == failed["says"])
        seen = f": {failed['value']}" if failed["value"] else ""
        if far := measured(check.expression):
            seen = f": `{far}` is {failed['value'] or None}"
        says = f"`check {check.expression}` does not hold for the solution{seen}"
        raise Fault(check.place, f"{says}; fix one of them")


def _check_start(making: Making, exercise: Judged, given: dict[str, Any]) -> None:
    """Raise Fault unless what the reader begins with is no answer yet, and ends."""
    place = exercise.start_place
    if given["raised"].endswith(Expired.__name__):
        says = f"what the reader begins with runs longer than {making.fence.timeout:g} s"
        raise Fault(place or making.fence.place, f"{says}; leave out what does not end")
    if not given["signature"]:
        says = "what the reader begins with passes every check already"
        cure = "write a check that only an answer passes, or another start below a second ---"
        raise Fault(place or exercise.checks[0].place, f"{says}; {cure}")


def _shuffled(making: Making) -> list[int]:
    """An order of the lines that is not right. Raises Fault where any order will do."""
    exercise: Exercise = making.fence.content
    for order in map(exercise.shuffled, range(SHUFFLES)):
        code = "\n".join(exercise.lines[n] for n in order if n < len(exercise.lines))
        [given] = _judged(making, _judge, [code])
        if given["signature"]:
            return order
    says = f"{SHUFFLES} orders of these lines were tried, and all pass the checks"
    raise Fault(exercise.checks[0].place, f"{says}; write a check that the order decides")


def lines_html(codes: Iterable[str]) -> list[dict[str, Any]]:
    """Lines that are put in order, and how far each is indented at first."""
    levels = [(code.strip(), (len(code) - len(code.lstrip())) // INDENT) for code in codes]
    return [{"code": code, "html": highlighted(code)[0], "level": level} for code, level in levels]


GRAMMAR = Grammar(("shuffled",), ("timeout", "digits"), fields=FIELDS)
KIND = Kind(GRAMMAR, read=Exercise, markdown=markdown, run=run, minutes=5, extra=True)
