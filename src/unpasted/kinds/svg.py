"""SVG as a page can hold it: ids of its own, the page's colours, its words, parts with names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", XLINK)

PIXELS = 4 / 3  # of a point
CHARACTER = 6.62  # points: the width of one in a graph's font at its size
REFERENCE = re.compile(r"url\(#([^)]+)\)")
COLOUR = re.compile(r"(fill|stroke|stop-color): ?(#[0-9a-f]{6})")


def of_graph(text: str, name: str, colours: Mapping[str, str]) -> Element:
    """What Graphviz drew: each part bears its DOT name, each text of a value what it tells.

    Arguments:
        text: SVG of a graph whose id is `name`; so the ids of its parts begin with it.
        colours: the page's colours for those of the drawing.
    """
    drawing = _read(text)
    for group in drawing.iter(_tag("g")):
        title = group.find(_tag("title"))
        if title is not None:
            group.remove(title)
            group.set("data-name", (title.text or "").strip())
        if "value" in group.get("class", "").split():
            _name_texts(group)
    _recolour(drawing, colours)
    return drawing


def of_plot(text: str, name: str, colours: Mapping[str, str]) -> Element:
    """What matplotlib drew, without its metadata and without the rules for the whole page."""
    drawing = _read(text)
    for parent in list(drawing.iter()):
        for child in list(parent):
            if child.tag in (_tag("metadata"), _tag("style")):
                parent.remove(child)
    for element in drawing.iter():
        for key, value in element.attrib.items():
            if key == "id" and not value.startswith(name):
                element.set(key, f"{name}-{value}")
            elif key in (f"{{{XLINK}}}href", "href") and value.startswith("#"):
                element.set(key, f"#{_own(value[1:], name)}")
            elif "url(#" in value:
                element.set(key, REFERENCE.sub(lambda m: f"url(#{_own(m[1], name)})", value))
    _recolour(drawing, colours)
    return drawing


def tell(drawing: Element, name: str, alt: str) -> None:
    """Make the SVG one image whose title is its text alternative."""
    drawing.set("role", "img")
    drawing.set("aria-labelledby", f"{name}-title")
    title = Element(_tag("title"), {"id": f"{name}-title"})
    title.text = alt
    drawing.insert(0, title)


def text(drawing: Element) -> str:
    """The SVG as text."""
    return ElementTree.tostring(drawing, encoding="unicode")


def width(drawing: Element) -> float:
    """How wide it is drawn, in CSS pixels."""
    return float(drawing.get("width", "0pt").removesuffix("pt")) * PIXELS


def edge_words(drawing: Element) -> bool:
    """Whether words stand on an arrow of a graph."""
    groups = drawing.iter(_tag("g"))
    arrows = [one for one in groups if "->" in one.get("data-name", "")]
    return any(one.find(_tag("text")) is not None for one in arrows)


def edges(drawing: Element) -> list[tuple[str, str]]:
    """The arrows of a graph, as pairs of DOT names."""
    names = [group.get("data-name", "") for group in drawing.iter(_tag("g"))]
    return [(tail, head) for name in names for tail, _, head in [name.partition("->")] if head]


def align_right(drawing: Element) -> None:
    """Anchor numbers at their right edge, so that another number keeps to its column."""
    for text in drawing.iter(_tag("text")):
        if text.get("data-part") in ("data", "grad") and text.get("text-anchor") == "start":
            x = float(text.get("x", "0")) + CHARACTER * len(text.text or "")
            text.set("text-anchor", "end")
            text.set("x", f"{x:.2f}")


def _read(text: str) -> Element:
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"the drawing is no SVG that can be read: {error}") from None


def _name_texts(value: Element) -> None:
    """Say of each text in the box of a value what it is, counted from the last row up."""
    texts = list(value.iter(_tag("text")))
    rows = ["grad", "data"] if len(texts) > 2 and texts[-2].text == "grad" else ["data"]
    for row in rows:
        if len(texts) > 1 and texts[-2].text == row:
            texts.pop().set("data-part", row)
            texts.pop().set("data-part", f"{row}-word")
    for text in texts:
        text.set("data-part", "label")


def _recolour(drawing: Element, colours: Mapping[str, str]) -> None:
    """Put the page's colours in place of the drawing's; words that name a colour stay."""

    def own(match: re.Match[str]) -> str:
        return f"{match[1]}: {colours.get(match[2], match[2])}"

    for element in drawing.iter():
        for key, value in element.attrib.items():
            if key in ("fill", "stroke", "stop-color"):
                written = {"black": "#000000"}.get(value, value)
                element.set(key, colours.get(written, value))
            elif key == "style":
                element.set(key, COLOUR.sub(own, value))


def _own(reference: str, name: str) -> str:
    return reference if reference.startswith(name) else f"{name}-{reference}"


def _tag(name: str) -> str:
    return f"{{{SVG}}}{name}"
