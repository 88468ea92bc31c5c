"""The card of a page: the picture that is shown where somebody sends its address.

It is drawn by what draws the book's plots, with the font that comes along, and asks nobody.
"""

from __future__ import annotations

import io
import textwrap
from typing import Any
from xml.etree import ElementTree

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import PathBuilder, parse_path
from matplotlib.axes import Axes
from matplotlib.colors import is_color_like
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from unpasted.kinds.colours import PALETTE

WIDTH, HEIGHT = 1200, 630  # pixels, as social networks show cards
DPI = 100
PAPER, INK, FAINT, ACCENT = "#ffffff", "#1b1b1f", "#5c5c66", "#4a35a8"
OWN = {f"var(--{role})": colour for role, colour in PALETTE.items()}
CODES = {
    "moveTo": [Outline.MOVETO],
    "lineTo": [Outline.LINETO],
    "qCurveTo": [Outline.CURVE3] * 2,
    "curveTo": [Outline.CURVE4] * 3,
    "closePath": [Outline.CLOSEPOLY],
}


def card(book: str, number: int, title: str, about: str, picture: str = "") -> bytes:
    """A PNG of 1200 by 630 pixels.

    Arguments:
        book: its name.
        number: of the chapter, or 0.
        title, about: of the page.
        picture: an SVG of lines and boxes, as chapters.picture_of gives it, or nothing.
    """
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=PAPER)
    big = textwrap.fill(title, 26)
    small = textwrap.shorten(about, 150, placeholder=" …")
    say = figure.text
    font: dict[str, Any] = {"family": "DejaVu Sans", "va": "top", "parse_math": False}
    say(0.06, 0.90, f"{book} · {number}" if number else book, size=22, color=ACCENT, **font)
    say(0.06, 0.80, big, size=42, weight="bold", color=INK, linespacing=1.2, **font)
    below = 0.80 - 0.115 * (big.count("\n") + 1) - 0.03
    say(0.06, below, textwrap.fill(small, 62), size=21, color=FAINT, linespacing=1.4, **font)
    if picture:
        axes = figure.add_axes((0.06, 0.06, 0.88, max(below - 0.28, 0.15)))
        _draw(axes, ElementTree.fromstring(picture))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def _draw(axes: Axes, picture: ElementTree.Element) -> None:
    """Draw the shapes of an SVG, as large as there is room."""
    for element in picture.iter():
        shape = PathBuilder()
        if not shape.add_path_from_element(element):
            continue
        styles = (one.partition(":") for one in element.get("style", "").split(";"))
        style = {key.strip(): value.strip() for key, _, value in styles}
        ink = {key: style.get(key) or element.get(key) for key in ("fill", "stroke")}
        axes.add_patch(
            PathPatch(
                _outline(shape.paths[0]),
                facecolor=_colour(ink["fill"]),
                edgecolor=_colour(ink["stroke"]),
                linewidth=1.5,
            )
        )
    axes.autoscale_view()
    axes.set_aspect("equal", anchor="W")
    axes.invert_yaxis()
    axes.set_axis_off()


def _colour(name: str | None) -> str:
    """A colour of a drawing, of which some are the book's own, on a card."""
    if not name:
        return "none"
    return OWN.get(name) or (name if is_color_like(name) else INK)


def _outline(path: str) -> Outline:
    pen = RecordingPen()
    parse_path(path, pen)
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for name, given in pen.value:
        if name == "endPath":
            continue
        points += given or [(0.0, 0.0)]
        codes += CODES[name]
    return Outline(points, codes)
