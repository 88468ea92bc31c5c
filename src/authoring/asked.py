"""What stands in the places of a question: code, the graph that is asked about, the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown_exec import MarkdownConverter

from authoring import answers, figures, listings, steppers
from authoring.cells import Session
from authoring.errors import Fault
from authoring.fences import Fence
from authoring.output import check, output_html
from authoring.parts import drawn, through_markdown_exec
from authoring.questions import Question
from authoring.walk import Graph

if TYPE_CHECKING:
    from authoring.page import Page


def source(page: Page, fence: Fence, md: Markdown) -> str:
    """The question's code."""
    question = page.question(fence)
    first = question.code_place.line if question.code_place else 0
    return listings.code_html(question.code, first_line=first)


def figure(page: Page, fence: Fence, md: Markdown) -> str:
    """The graph whose gradients are asked for, without them."""
    question = page.question(fence)

    def output() -> str:
        question.printed = _printed(page, question, fence)
        graph = _graph(page, question, fence)
        pairs = zip(graph.names(), graph.nodes, strict=True)
        words = "; ".join(f"{named} is {steppers.short(node.data)}" for named, node in pairs)

        def drawing(name: str) -> str:
            svg = figures.graph_svg(graph.bare(), page.book.render, name)
            return figures.drawn(svg, name, f"The graph in question, with data only: {words}.")

        return drawn(page, fence, drawing)

    return through_markdown_exec(question.code, output, md)


def result(page: Page, fence: Fence, md: Markdown) -> str:
    """What the question's code printed, and the right answer."""
    question = page.question(fence)

    def output() -> str:
        if question.printed is None:
            question.printed = _printed(page, question, fence)
        if question.gradients:
            answer = answers.gradients(_graph(page, question, fence), question)
        else:
            answer = answers.answer(question, page.runner.value)
        words = answers.answer_html(question, answer, lambda text: _inline(text, md))
        return question.printed + words + answers.element(question, answer)

    return through_markdown_exec(question.code, output, md)


def solution(page: Page, fence: Fence, md: Markdown) -> str:
    """The solution of an exercise and what it printed."""
    question = page.question(fence)

    def output() -> str:
        printed = _printed(page, question, fence, page.runner.session.fork())
        return f'<div class="cell">{listings.code_html(question.code)}{printed}</div>'

    return through_markdown_exec(question.code, output, md)


PARTS: dict[tuple[str, str], Callable[[Page, Fence, Markdown], str]] = {
    ("predict", "source"): source,
    ("predict", "figure"): figure,
    ("predict", "result"): result,
    ("exercise", "result"): solution,
}
"""By the kind of a fence, and which part of it is asked for: see answers.expand."""


def _printed(page: Page, question: Question, fence: Fence, session: Session | None = None) -> str:
    """What the question's code printed, in the page's session or in another."""
    if question.code_place is None:
        return ""
    outcome = page.runner.run(question.code, question.code_place, fence.timeout, session)
    check(outcome, fence.place, page.book.root, fence.options.get("raises", ""))
    return output_html(outcome, fence, page.book.root, question.code, question.code_place)


def _graph(page: Page, question: Question, fence: Fence) -> Graph:
    """The graph whose gradients are asked for, read once."""
    if question.graph is None:
        place = question.answer_place or question.place
        root = page.runner.value(question.gradients, place)
        graph: Graph = page.runner.guarded(lambda: page.runner.graph(root), place, fence.timeout)
        if not graph.backward:
            raise Fault(place, "`gradients:` needs an engine with rules, from step5_local on")
        question.graph = graph
    return question.graph


def _inline(text: str, md: Markdown) -> str:
    """A line of Markdown as HTML, without its paragraph."""
    html = str(MarkdownConverter(md).convert(text)).strip()
    return html.removeprefix("<p>").removesuffix("</p>")
