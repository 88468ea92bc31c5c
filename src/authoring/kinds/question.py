"""```predict and ```exercise: a question, what answers it, and what the browser judges by.

The code of a predict fence runs in the page, as its reader sees it stand there. What is asked of
it, and all of an exercise, runs on a copy: no answer changes a value of the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from math import isclose, isfinite
from typing import Any

from authoring.faults import Fault, Place
from authoring.kinds.cell import output_html
from authoring.kinds.code import code_html
from authoring.kinds.drawing import drawn, figure_html, graph_svg
from authoring.kinds.graph import Graph
from authoring.kinds.making import Kind, Making
from authoring.kinds.numbers import short
from authoring.kinds.stepper import read as read_graph
from authoring.read.chapter import Job, Part, Piece, Prose
from authoring.read.fence import Fence, Grammar
from authoring.read.question import Option, Question, read
from authoring.run.cell import Printed, Session


@dataclass(frozen=True)
class Answered:
    """What the run says to a question.

    Arguments:
        printed: what its code printed.
        answer: the right answer and the typical wrong ones, as the browser judges by them.
        figure: the graph whose gradients are asked for, without them.
    """

    printed: Printed
    answer: dict[str, Any] = field(default_factory=dict)
    figure: str = ""


def pieces(fence: Fence) -> list[Piece]:
    """The question as Markdown: its words, the code, and closed below them the answer."""
    question: Question = fence.content
    out: list[Piece] = [f'\n<div class="{fence.kind}" markdown="block">\n\n']
    out += [Prose(question.place, question.text), "\n\n"]
    out += _list("choices", [_item(one.place, one.text) for one in question.choices])
    if fence.kind == "predict" and (question.code or question.gradients):
        out.append(Part("asked"))
    words = "Open the answer" if fence.kind == "predict" else "Open the solution"
    out += [f'<details markdown="block"><summary>{words}</summary>', Part("answer")]
    reasons = [_item(one.place, one.because) for one in question.choices]
    reasons += [
        _item(one.place, f"If you said `= {one.expression}`: {one.text}") for one in question.wrong
    ]
    out += _list("reasons", reasons)
    out += [Prose(question.why_place or question.place, question.why)]
    return [*out, "\n\n</details>\n\n</div>\n"]


def _item(place: Place, text: str) -> Prose:
    return Prose(place, " ".join(text.split()))


def _list(name: str, items: list[Prose]) -> list[Piece]:
    if not any(item.text for item in items):
        return []
    out: list[Piece] = [f'<ul class="{name}" markdown="block">\n']
    for item in items:
        out += ['<li markdown="span">', item, "</li>\n"]
    return [*out, "</ul>\n\n"]


def predict(session: Session, job: Job) -> tuple[Any, dict[int, str | Fault]]:
    """Run the code in the page; on a copy of it, find the answer."""
    fence = job.what
    assert isinstance(fence, Fence)
    question: Question = fence.content
    printed, name = _printed(session, fence), session.new_id()

    def answered() -> tuple[Answered, dict[int, str | Fault]]:
        if question.gradients:
            graph = _graph(session, fence)
            answer, figure = gradients(graph, question), _figure(session, fence, graph, name)
            _check_alike(answer, question)
        else:
            answer, figure = find_answer(question, session, fence.timeout), ""
        return Answered(printed, answer, figure), session.texts(job.values)

    made: tuple[Answered, dict[int, str | Fault]] = session.apart(answered, fence.place)
    return made


def exercise(session: Session, job: Job) -> tuple[Any, dict[int, str | Fault]]:
    """Run the solution on a copy of the page."""
    fence = job.what
    assert isinstance(fence, Fence)

    def solved() -> tuple[Answered, dict[int, str | Fault]]:
        return Answered(_printed(session, fence)), session.texts(job.values)

    made: tuple[Answered, dict[int, str | Fault]] = session.apart(solved, fence.place)
    return made


def make_predict(fence: Fence, data: Answered, making: Making) -> dict[str, str]:
    """What is shown before the answer, and what behind the button."""
    question: Question = fence.content
    first = question.code_place.line if question.code_place else 0
    asked = code_html(question.code, first_line=first) if question.code else ""
    if data.figure:
        asked += figure_html(data.figure)
    said = answer_html(question, data.answer, fence, making)
    output = output_html(data.printed) + said + element(question, data.answer, making)
    return {"asked": asked, "answer": making.executed(question.code, output, fence)}


def make_exercise(fence: Fence, data: Answered, making: Making) -> dict[str, str]:
    """The solution of an exercise and what it printed."""
    question: Question = fence.content
    solved = f'<div class="cell">{code_html(question.code)}{output_html(data.printed)}</div>'
    return {"answer": making.executed(question.code, solved, fence)}


def find_answer(question: Question, session: Session, timeout: float) -> dict[str, Any]:
    """The right answer, computed by the page's cells, as the browser judges by it.

    Raises Fault where the cells cannot tell it, or where a wrong answer is right after all.
    """
    if question.choices:
        return _choice(question, session, timeout)
    assert question.answer_place is not None
    right = number(
        session.value(question.answer, question.answer_place, timeout), question.answer_place
    )
    known = judged(right, question.tolerance)
    if question.tolerance and right and question.tolerance >= abs(right):
        says = f"a tolerance of {question.tolerance:g} around {right!r} takes 0 for right as well"
        raise Fault(question.answer_place, f"{says}; write a smaller one")
    wrong: list[float] = []
    for option in question.wrong:
        seen = number(session.value(option.expression, option.place, timeout), option.place)
        if isclose(seen, right, rel_tol=1e-9):
            raise Fault(option.place, f"`wrong {option.expression}` is {seen!r}: the right answer")
        if seen in wrong:
            raise Fault(option.place, f"two wrong answers are both {seen!r}")
        wrong.append(seen)
    judged_wrong = [judged(seen, question.tolerance) for seen in wrong]
    return {"kind": "number", "wrong": judged_wrong} | known


def _choice(question: Question, session: Session, timeout: float) -> dict[str, Any]:
    true = [
        _true(session.value(one.expression, one.place, timeout), one) for one in question.choices
    ]
    right = [n for n, holds in enumerate(true) if holds]
    if len(right) != 1:
        texts = "; ".join(question.choices[n].text for n in right) or "none"
        raise Fault(question.place, f"exactly one choice must come out true; here it is {texts}")
    chosen = question.choices[right[0]]
    if chosen.because:
        says = "this choice comes out right, and its `because:` says why it is wrong"
        raise Fault(chosen.place, says)
    for option in question.choices:
        if option is not chosen and not option.because:
            says = "a wrong choice says why: write `because: words` on the next line"
            raise Fault(option.place, says)
    return {"kind": "choice", "right": right[0]}


def gradients(graph: Graph, question: Question) -> dict[str, Any]:
    """Every gradient of the graph, as the browser asks for it and judges by it."""
    asked = [
        {"name": name} | judged(node.grad, question.tolerance)
        for node, name in zip(graph.nodes, graph.names(), strict=True)
        if not node.constant
    ]
    return {"kind": "gradients", "gradients": asked}


def judged(right: float, tolerance: float) -> dict[str, float]:
    """A number, and how far from it an answer may be: three digits where nothing else is said."""
    return {"answer": right, "tolerance": tolerance or max(1e-3 * abs(right), 1e-9)}


def answer_html(question: Question, answer: dict[str, Any], fence: Fence, making: Making) -> str:
    """The answer, for who opens it."""
    if answer["kind"] == "choice":
        words = making.inline(question.choices[answer["right"]].text, fence)
        return f'<p class="answer">Right: {words}</p>'
    if answer["kind"] == "gradients":
        said = ", ".join(f"{one['name']} {one['answer']!r}" for one in answer["gradients"])
        return f'<p class="answer">The gradients: <code class="value">{escape(said)}</code></p>'
    return f'<p class="answer">The run says <code class="value">{answer["answer"]!r}</code></p>'


def element(question: Question, answer: dict[str, Any], making: Making) -> str:
    """What makes the question answerable in a browser."""
    data = escape(json.dumps({"id": question.name} | answer), quote=True)
    known = f'data-book="{escape(making.book)}" data-page="{escape(making.page)}"'
    return f'<book-question {known} data-question="{data}"></book-question>'


def number(value: Any, place: Place) -> float:
    """A finite number, as the reader could type it. Raises Fault."""
    fit = isinstance(value, int | float) and not isinstance(value, bool)
    if not fit or (isinstance(value, float) and not isfinite(value)) or abs(value) > 1e300:
        shown = "larger than any float" if fit and isinstance(value, int) else _seen(value)
        raise Fault(place, f"an answer is a finite number; this one is {shown}")
    return int(value) if isinstance(value, int) else float(value)


def _seen(value: Any) -> str:
    """What a value is, for an error."""
    if isinstance(value, str | int | float | complex):
        return repr(value)
    return "nothing (None)" if value is None else f"of type {type(value).__name__}"


def _true(value: Any, option: Option) -> bool:
    if not isinstance(value, bool):
        says = f"`choice {option.expression}` is {value!r}; write a condition, true or false"
        raise Fault(option.place, says)
    return value


def _check_alike(answer: dict[str, Any], question: Question) -> None:
    """Raise Fault where two nodes have one name, so that nobody can tell which is asked for."""
    names = [one["name"] for one in answer["gradients"]]
    for name in names:
        if names.count(name) > 1:
            says = f"two nodes are both called {name}; give them labels, so that each is asked for"
            raise Fault(question.answer_place or question.place, says)


def _printed(session: Session, fence: Fence) -> Printed:
    """What the question's code printed."""
    question: Question = fence.content
    if question.code_place is None:
        return Printed()
    raises = fence.options.get("raises", "")
    printed, _ = session.cell(
        question.code, question.code_place, fence.place, fence.timeout, raises
    )
    return printed


def _graph(session: Session, fence: Fence) -> Graph:
    """The graph whose gradients are asked for, read once."""
    question: Question = fence.content
    place = question.answer_place or question.place
    root = session.value(question.gradients, place, fence.timeout)
    graph: Graph = session.draw(lambda: read_graph(session, root), place, fence.timeout)
    if not graph.backward:
        raise Fault(place, "`gradients:` needs an engine with rules, from step5_local on")
    return graph


def _figure(session: Session, fence: Fence, graph: Graph, name: str) -> str:
    pairs = zip(graph.names(), graph.nodes, strict=True)
    words = "; ".join(f"{named} is {short(node.data)}" for named, node in pairs)
    alt = f"The graph in question, with data only: {words}."
    svg: str = drawn(session, fence, lambda: graph_svg(session, graph.bare(), name, alt))
    return svg


PREDICT = Kind(
    Grammar(options=("timeout",), example="```predict"),
    read=read, pieces=pieces, run=predict, make=make_predict,
)  # fmt: skip
EXERCISE = Kind(
    Grammar(options=("timeout", "raises"), example="```exercise"),
    read=read, pieces=pieces, run=exercise, make=make_exercise,
)  # fmt: skip
