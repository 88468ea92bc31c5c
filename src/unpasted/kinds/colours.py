"""The colours that a drawing may use, by what they stand for; the page has its own for each.

They stand in one place, assets/tokens.css. A drawing is made once, and the page shows it in two
schemes: so what stands for one of these colours in it becomes a variable of the style sheet,
`var(--data)` and so on. A drawing module may have a PALETTE of its own with the same keys.
"""

import re
from collections.abc import Iterable
from pathlib import Path

SHEET = Path(__file__).parents[1] / "assets" / "tokens.css"


def schemes(sheet: str) -> list[dict[str, str]]:
    """The colours that a style sheet sets, by their names: in light, then in dark surroundings."""
    colour = re.compile(r"--([\w-]+): *(#[0-9a-fA-F]{6})\b")
    return [dict(colour.findall(one)) for one in sheet.split("@media screen")]


# Those of the book that is being built.
LIGHT, DARK = schemes(SHEET.read_text("utf-8"))


def use(sheets: Iterable[str]) -> None:
    """Take the light colours that a book's own style sheets set, from now on, in this process."""
    for sheet in (SHEET.read_text("utf-8"), *sheets):
        LIGHT.update(schemes(sheet)[0])


# What stands for each in a drawing.
PALETTE = {"data": "#1d4ed8", "grad": "#b45309", "faint": "#808080", "ink": "#000000"}
PALETTE |= {"data-tint": "#e6edfd", "grad-tint": "#fcebd8", "rule": "#e0ddd6", "paper": "#ffffff"}


def written_out(text: str) -> str:
    """A text without variables of the style sheet: the colours that they stand for."""
    return re.sub(r"var\(--([\w-]+)[^)]*\)", lambda to: LIGHT.get(to[1], "currentColor"), text)


def of_the_page(palette: dict[str, str]) -> dict[str, str]:
    """For each colour of a drawing, what the page's style sheet calls it."""
    tables = (PALETTE, palette)  # plots have the first, whatever the second is
    known = {colour.lower(): role for table in tables for role, colour in table.items()}
    return {c: "currentColor" if role == "ink" else f"var(--{role})" for c, role in known.items()}
