"""```python figure: source above, the drawing of its last expression below."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from unpasted.faults import Fault
from unpasted.kinds.cell import is_live, output_html, with_source
from unpasted.kinds.drawing import (
    alt_of,
    check_caption,
    drawn,
    figure_html,
    svg_of,
)
from unpasted.kinds.making import Kind, Making
from unpasted.read.fence import Fence, Grammar
from unpasted.run.session import Printed, Session


def grammar(example: str, flags: tuple[str, ...], *options: str) -> Grammar:
    """The grammar of a fence that draws, with an example of its text alternative."""
    taken = ("alt", "caption", "timeout", "digits", *options)
    return Grammar(flags, taken, {"alt": example})


@dataclass(frozen=True)
class Drawn:
    """What a cell printed, and what became of the value of its last line."""

    printed: Printed
    drawing: Any


def run(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """Run the cell and draw."""
    return ran_and_drawn(session, fence, partial(svg_of, session))


def ran(session: Session, fence: Fence) -> tuple[Printed, Any]:
    """Run the cell of a fence that draws: what was printed, and what is to be drawn."""
    check_caption(fence)
    return session.cell(fence.body, fence.body_place, fence.place, fence.timeout)


def ran_and_drawn(
    session: Session, fence: Fence, draw: Callable[[Any, str, str], Any]
) -> tuple[Drawn, dict[int, str | Fault]]:
    """Run the cell of a fence; what it printed, and what `draw` makes of its value.

    Arguments:
        draw: is given the value, an id that no other figure has, and the text alternative.
    """
    printed, value = ran(session, fence)
    name, alt = session.new_id(), alt_of(session, fence)
    drawing = drawn(session, fence, lambda: draw(value, name, alt))
    return Drawn(printed, drawing), session.texts(fence.values)


def make(fence: Fence, data: Drawn, making: Making) -> dict[str, str]:
    """The cell, what it printed, and the figure."""
    drawing = figure_html(data.drawing, caption_of(fence))
    return shown(fence, data, making, drawing, live=is_live(fence))


def shown(
    fence: Fence, data: Drawn, making: Making, drawing: str, *, live: bool = False
) -> dict[str, str]:
    """A cell with its output and the HTML of its drawing."""
    output = output_html(data.printed) + drawing
    return {"whole": with_source(fence, output, making, live=live)}


def caption_of(fence: Fence) -> str:
    """A fence's caption, with `code` in it, as HTML; marks stay as they are."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(fence.options.get("caption", "")))


KIND = Kind(
    grammar('```python figure alt="what the figure shows, in words"', ("hide", "fold"), "still"),
    run=run,
    make=make,
    code=lambda fence: fence.body,
    minutes=1,
    live=is_live,
)
