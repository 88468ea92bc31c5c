"""```python figure: source above, the drawing of its last expression below."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from unpasted.kinds.cell import is_live, output_html, with_source
from unpasted.kinds.drawing import alt_of, caption_of, drawn, figure_html, svg_of
from unpasted.run.making import Grammar, Kind, Making, Printed, Result


def grammar(example: str, flags: tuple[str, ...], *options: str) -> Grammar:
    """The grammar of a fence that draws, with an example of its text alternative."""
    return Grammar(flags, ("alt", "caption", "timeout", "digits", *options), {"alt": example})


def run(making: Making) -> Result:
    """Run the cell and draw."""
    printed, drawing = ran_and_drawn(making, partial(svg_of, making.session))
    return shown(making, printed, figure_html(drawing, caption_of(making.fence)), [drawing])


def ran_and_drawn(making: Making, draw: Callable[[Any, str, str], Any]) -> tuple[Printed, Any]:
    """Run the cell of a fence; what it printed, and what `draw` makes of its value.

    Arguments:
        draw: is given the value, an id that no other figure has, and the text alternative.
    """
    printed, value = making.cell()
    name, alt = making.session.new_id(), alt_of(making)
    return printed, drawn(making, lambda: draw(value, name, alt))


def shown(making: Making, printed: Printed, drawing: str, outputs: Sequence[Any]) -> Result:
    """A cell with its output and the HTML of its drawing."""
    html = with_source(making, output_html(printed) + drawing)
    return making.result(html, printed, [printed, *outputs])


EXAMPLE = '```python figure alt="what the figure shows, in words"'
GRAMMAR = grammar(EXAMPLE, ("hide", "fold", "scrolled"), "still")
KIND = Kind(GRAMMAR, run=run, code=lambda fence: fence.body, minutes=1, live=is_live)
