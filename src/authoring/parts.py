"""What stands in a slot: one function for each kind of fence, from the fence to HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from markdown_exec import MarkdownConverter, formatter, validator

from authoring import figures, listings, questions, steppers
from authoring.cells import Session
from authoring.errors import Fault, scrub
from authoring.fences import Fence
from authoring.output import check, output_html, publishable
from authoring.prose import MARK
from authoring.walk import Graph, WalkError

if TYPE_CHECKING:
    from authoring.page import Page


def exec_cell(page: Page, fence: Fence, md: Markdown) -> str:
    """Source above, what it printed below."""

    def output() -> str:
        outcome = page.run(fence.body, fence.body_place, fence.timeout)
        check(outcome, fence.place, page.book.root, fence.options.get("raises", ""))
        if "markdown" in fence.flags:
            text = publishable(outcome.stdout, fence.place, page.book.root)
            return str(MarkdownConverter(md).convert(page.marks.set(text, fence.place, now=True)))
        return output_html(outcome, fence, page.book.root, fence.body, fence.body_place)

    return _cell(fence, output, md)


def figure(page: Page, fence: Fence, md: Markdown) -> str:
    """Source above, the drawing of its last expression below."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        return figures.figure(value, page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def _drawing_cell(
    page: Page, fence: Fence, md: Markdown, drawing: Callable[[Any, str, str, str], str]
) -> str:
    """A cell whose last expression is drawn: by value, id, text alternative and caption."""

    def output() -> str:
        outcome = page.run(fence.body, fence.body_place, fence.timeout)
        check(outcome, fence.place, page.book.root)
        printed = output_html(outcome, fence, page.book.root, fence.body, fence.body_place)
        caption = questions.inline_html(fence.options.get("caption", ""))
        alt = page.filled(fence.options["alt"], fence)
        name = page.figure_name()
        try:
            html: str = page.guarded(
                lambda: drawing(outcome.value, name, alt, caption), fence.place, fence.timeout
            )
        finally:
            figures.close_plots()
        publishable(MARK.sub("", html), fence.place, page.book.root)  # a caption has marks
        return printed + scrub(html, page.book.root)

    return _cell(fence, output, md)


def frames(page: Page, fence: Fence, md: Markdown) -> str:
    """Drawings to be played through: its last expression is a dict of titles and figures."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        return figures.frames(value, page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def walk(page: Page, fence: Fence, md: Markdown) -> str:
    """A graph that the reader steps: its last expression is the output, or a dict of presets."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        roots = value if isinstance(value, dict) else {"": value}
        graphs = {str(title): page.graph(root) for title, root in roots.items()}
        return steppers.walker(graphs, page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def order(page: Page, fence: Fence, md: Markdown) -> str:
    """A graph whose visit order the reader places."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        return steppers.order_game(page.graph(value), page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def step(page: Page, fence: Fence, md: Markdown) -> str:
    """The listing of a step, whole or one symbol."""
    name, symbol = _words(fence, 1, 2, "a step, and perhaps a symbol: step6_accumulate Value")
    return listings.listing_html(_listing(page, fence, name, symbol))


def step_diff(page: Page, fence: Fence, md: Markdown) -> str:
    """What the second step changes in the first."""
    old, new, symbol = _words(fence, 2, 3, "two steps: step5_local step6_accumulate")
    before = _listing(page, fence, old, symbol)
    after = _listing(page, fence, new, symbol)
    try:
        return listings.diff_html(before, after)
    except listings.ListingError as error:
        raise Fault(fence.body_place, str(error)) from None


def predict(page: Page, fence: Fence, md: Markdown) -> str:
    """What the question's code printed, and the right answer."""
    question = page.question(fence)

    def result() -> str:
        if question.printed is None:
            question.printed = _run(page, question, fence, page.session)
        answer = _gradients(page, question) or questions.answer(question, page.value)
        words = questions.answer_html(question, answer, lambda text: _inline(text, md))
        return question.printed + words + questions.element(question, answer)

    return _through_markdown_exec(question.code, result, md)


def _gradients(page: Page, question: questions.Question) -> dict[str, Any] | None:
    if not question.gradients:
        return None
    graph = _asked_graph(page, question)
    asked = [
        {"name": name} | questions.judged(node.grad, question.tolerance)
        for node, name in zip(graph.nodes, graph.names(), strict=True)
        if not node.constant
    ]
    return {"kind": "gradients", "gradients": asked}


def _asked_graph(page: Page, question: questions.Question) -> Graph:
    place = question.answer_place or question.place
    try:
        graph = page.graph(page.value(question.gradients, place))
    except WalkError as error:
        raise Fault(place, str(error)) from None
    if not graph.backward:
        raise Fault(place, "`gradients:` needs an engine with rules, from step5_local on")
    return graph


def asked_figure(page: Page, fence: Fence, md: Markdown) -> str:
    """The graph whose gradients are asked for, without them."""
    question = page.question(fence)

    def drawing() -> str:
        question.printed = _run(page, question, fence, page.session)
        graph = _asked_graph(page, question)
        name = page.figure_name()
        svg = figures.graph_svg(graph.bare(), page.book.render, name)
        pairs = zip(graph.names(), graph.nodes, strict=True)
        words = "; ".join(f"{named} is {steppers.short(node.data)}" for named, node in pairs)
        return figures.drawn(svg, name, f"The graph in question, with data only: {words}.")

    return _through_markdown_exec(question.code, drawing, md)


def exercise(page: Page, fence: Fence, md: Markdown) -> str:
    """The solution and what it printed."""
    question = page.question(fence)

    def result() -> str:
        printed = _run(page, question, fence, page.session.fork())
        return f'<div class="cell">{listings.code_html(question.code)}{printed}</div>'

    return _through_markdown_exec(question.code, result, md)


PARTS: dict[str, Callable[[Page, Fence, Markdown], str]] = {
    "python exec": exec_cell,
    "python figure": figure,
    "python frames": frames,
    "python walk": walk,
    "python order": order,
    "step": step,
    "step-diff": step_diff,
    "predict": predict,
    "exercise": exercise,
}


def _cell(fence: Fence, output: Callable[[], str], md: Markdown) -> str:
    html = _through_markdown_exec(fence.body, output, md)
    source = listings.code_html(fence.body, first_line=fence.body_place.line)
    if "hide" in fence.flags:
        return f'<div class="cell">{html}</div>' if html else ""  # Markdown would wrap it in <p>
    if "fold" in fence.flags:
        source = f'<details class="code"><summary>Show the code</summary>{source}</details>'
        return f'<div class="cell">{html}{source}</div>'
    return f'<div class="cell">{source}{html}</div>'


def _run(page: Page, question: questions.Question, fence: Fence, session: Session) -> str:
    if question.code_place is None:
        return ""
    own = None if session is page.session else session
    outcome = page.run(question.code, question.code_place, fence.timeout, own)
    check(outcome, fence.place, page.book.root, fence.options.get("raises", ""))
    return output_html(outcome, fence, page.book.root, question.code, question.code_place)


def _inline(text: str, md: Markdown) -> str:
    """A line of Markdown as HTML, without its paragraph."""
    html = str(MarkdownConverter(md).convert(text)).strip()
    return html.removeprefix("<p>").removesuffix("</p>")


def _through_markdown_exec(code: str, run: Callable[[], str], md: Markdown) -> str:
    """Let markdown-exec run the cell by way of our runner.

    Its formatter takes a `transform_source` that returns what is run and what is shown. Our runner
    does its work there; what markdown-exec then runs is one statement that hands the result over.
    """

    def transform(source: str) -> tuple[str, str]:
        return f"print({run()!r}, end='')", source

    options: dict[str, Any] = {}
    validator("python", {"exec": "yes", "html": "yes"}, options, {}, md)
    options["transform_source"] = transform
    return str(formatter(code, "python", "python", options, md))


def _listing(page: Page, fence: Fence, name: str, symbol: str) -> listings.Listing:
    steps = page.book.steps
    if steps is None:
        raise Fault(fence.place, page.book.no_steps)
    try:
        return steps.listing(name, symbol)
    except listings.ListingError as error:
        raise Fault(fence.body_place, str(error)) from None
    except SyntaxError as error:
        message = f"step `{name}` cannot be parsed: its line {error.lineno}: {error.msg}"
        raise Fault(fence.body_place, message) from None


def _words(fence: Fence, least: int, most: int, expected: str) -> list[str]:
    words = fence.body.split()
    if not least <= len(words) <= most:
        raise Fault(fence.place, f"a {fence.kind} fence names {expected}")
    return words + [""] * (most - len(words))
