"""A drawing of a page as one that stands alone: without the page's style sheets."""

from __future__ import annotations

import re
from importlib.resources import files

DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
COLOUR = re.compile(r"--(?P<name>[\w-]+):\s*(?P<value>#[0-9a-f]{3,8});")
USED = re.compile(r"var\(--(?P<name>[\w-]+)(?:,[^)]*)?\)")


def alone(html: str) -> str:
    """The first drawing of some HTML, in the colours of paper; or nothing."""
    found = DRAWING.search(html)
    return coloured(found[0]) if found else ""


def coloured(drawing: str) -> str:
    """A drawing whose colours are written out."""
    sheet = files("unpasted.assets").joinpath("colours.css").read_text("utf-8")
    light = sheet[: sheet.index("@media")]
    colours = {found["name"]: found["value"] for found in COLOUR.finditer(light)}
    svg = USED.sub(lambda found: colours.get(found["name"], "currentColor"), drawing)
    return svg if "xmlns=" in svg[:200] else svg.replace("<svg", f'<svg xmlns="{NAMESPACE}"', 1)


NAMESPACE = "http://www.w3.org/2000/svg"
