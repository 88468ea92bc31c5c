"""What stands in the place of a fence: one function for each kind, from the fence to HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from markdown_exec import MarkdownConverter, formatter, validator

from authoring import figures, listings, plots, steppers
from authoring.errors import Fault, scrub
from authoring.fences import Fence
from authoring.output import check, output_html, publishable
from authoring.prose import MARK

if TYPE_CHECKING:
    from authoring.page import Page


def exec_cell(page: Page, fence: Fence, md: Markdown) -> str:
    """Source above, what it printed below."""

    def output() -> str:
        outcome = page.runner.run(fence.body, fence.body_place, fence.timeout)
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
        outcome = page.runner.run(fence.body, fence.body_place, fence.timeout)
        check(outcome, fence.place, page.book.root)
        printed = output_html(outcome, fence, page.book.root, fence.body, fence.body_place)
        caption = figures.caption_html(fence.options.get("caption", ""))
        alt = page.runner.filled(fence.options["alt"], fence.place)
        return printed + drawn(page, fence, lambda n: drawing(outcome.value, n, alt, caption))

    return _cell(fence, output, md)


def drawn(page: Page, fence: Fence, drawing: Callable[[str], str]) -> str:
    """What `drawing` makes of an id, under the guard of a cell and fit to be published."""
    name = page.figure_name()
    try:
        html: str = page.runner.guarded(lambda: drawing(name), fence.place, fence.timeout)
    finally:
        plots.close()
    publishable(MARK.sub("", html), fence.place, page.book.root)  # a caption has marks
    return scrub(html, page.book.root)


def frames(page: Page, fence: Fence, md: Markdown) -> str:
    """Drawings to be played through: its last expression is a dict of titles and figures."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        return figures.frames(value, page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def walk(page: Page, fence: Fence, md: Markdown) -> str:
    """A graph that the reader steps: its last expression is the output, or a dict of presets."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        roots = value if isinstance(value, dict) else {"": value}
        graphs = {str(title): page.runner.graph(root) for title, root in roots.items()}
        return steppers.walker(graphs, page.book.render, name, alt, caption)

    return _drawing_cell(page, fence, md, drawing)


def order(page: Page, fence: Fence, md: Markdown) -> str:
    """A graph whose visit order the reader places."""

    def drawing(value: Any, name: str, alt: str, caption: str) -> str:
        return steppers.order_game(page.runner.graph(value), page.book.render, name, alt, caption)

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


def _cell(fence: Fence, output: Callable[[], str], md: Markdown) -> str:
    html = through_markdown_exec(fence.body, output, md)
    source = listings.code_html(fence.body, first_line=fence.body_place.line)
    if "hide" in fence.flags:
        return f'<div class="cell">{html}</div>' if html else ""  # Markdown would wrap it in <p>
    if "fold" in fence.flags:
        source = f'<details class="code"><summary>Show the code</summary>{source}</details>'
        return f'<div class="cell">{html}{source}</div>'
    return f'<div class="cell">{source}{html}</div>'


def through_markdown_exec(code: str, run: Callable[[], str], md: Markdown) -> str:
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


PARTS: dict[tuple[str, str], Callable[[Page, Fence, Markdown], str]] = {
    ("python exec", "whole"): exec_cell,
    ("python figure", "whole"): figure,
    ("python frames", "whole"): frames,
    ("python walk", "whole"): walk,
    ("python order", "whole"): order,
    ("step", "whole"): step,
    ("step-diff", "whole"): step_diff,
}
"""By the kind of a fence, and which part of it is asked for; see authoring.asked for the others."""
