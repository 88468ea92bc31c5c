"""Figures that show the same thing in two ways: a name for each, and a switch.

<div class="views" markdown="block" data-names="Graph view, Network view">
(two figure fences)
<figure-views></figure-views>
</div>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unpasted.faults import Fault, Place
from unpasted.read.chapter import CODE_SPAN, Prose
from unpasted.read.fence import Fence

TAG = re.compile(r"</?div\b[^>]*>|<figure-views\b|<figure(?![\w-])")
VIEWS = re.compile(r"""<div\b[^>]*\sclass=["']?[^"'>]*\bviews\b""")
NAMES = re.compile(r"""\sdata-names=["']([^"']*)["']""")


@dataclass
class Views:
    """One such div, as far as it has been read."""

    place: Place
    names: str
    figures: int = 0
    switches: int = 0
    depth: int = 1  # of divs

    @property
    def problem(self) -> str:
        """What to write instead, or nothing."""
        names = [name.strip() for name in self.names.split(",")]
        if self.depth:
            return "these views are never closed; write </div> on a line of its own below them"
        if len(names) != self.figures or not all(names):
            count = f"{self.figures} figure{'s' * (self.figures != 1)}"
            return (
                f'data-names="{self.names}" does not name the {count} of these views; write '
                'one for each: data-names="Graph view, Network view"'
            )
        if self.switches != 1:
            return (
                f"these views have {self.switches} switches; write <figure-views>"
                "</figure-views> once, below the figures"
            )
        return ""


def faults(pieces: Iterable[Prose | Fence | Fault]) -> Iterator[Fault]:
    """The views of a chapter that a browser could not switch."""
    views: Views | None = None
    for piece in pieces:
        if not isinstance(piece, Prose):
            if views and (isinstance(piece, Fault) or "alt" in piece.options):
                views.figures += 1
            continue
        text = CODE_SPAN.sub(lambda code: " " * len(code[0]), piece.text)
        for tag in TAG.finditer(text):
            place = Place(piece.place.file, piece.place.line + text.count("\n", 0, tag.start()))
            if views is None:
                if VIEWS.match(tag[0]):
                    names = NAMES.search(tag[0])
                    views = Views(place, names[1] if names else "")
                elif tag[0] == "<figure-views":
                    yield Fault(place, 'this switch stands in no views; write <div class="views" …')
                continue
            views.figures += tag[0] == "<figure"
            views.switches += tag[0] == "<figure-views"
            views.depth += tag[0].startswith("<div") - tag[0].startswith("</div")
            if not views.depth:
                if views.problem:
                    yield Fault(views.place, views.problem)
                views = None
    if views:
        yield Fault(views.place, views.problem)
