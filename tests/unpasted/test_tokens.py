"""One sheet holds all colours, and each is read on what it stands on, in both schemes."""

from __future__ import annotations

import re
from itertools import product

import pytest

from micrograd.engine import Value
from tests.built import ROOT
from unpasted.kinds.colours import SHEET, schemes

SRC = ROOT / "src" / "unpasted"
LIGHT, DARK = schemes(SHEET.read_text("utf-8"))
ON_PAPER = ("ink", "faint", "data", "grad", "right", "wrong")
PAIRS = [
    *product(ON_PAPER, ("paper", "raised")),
    *((ink, f"{ink}-tint") for ink in ("data", "grad", "wrong")),
    *product(("ink", "faint"), ("data-tint", "grad-tint", "wrong-tint", "rule")),
]
LIT = re.compile(r"\.lit \{[^}]*background: color-mix\(in srgb, var\(--ink\) (\d+)%, transparent\)")
LIT_PAIRS = [  # names in prose, in code and on its marked line; variables of a formula
    *(("ink", under) for under in ("paper", "raised", "grad-tint")),
    *((ink, "paper") for ink in ("data", "grad")),
]
PICTURE = (ROOT / ".github" / "graph.svg").read_text("utf-8")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", re.IGNORECASE)


def luminance(colour: str) -> float:
    """As WCAG 2.2 defines relative luminance."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 defines it: 4.5 and more is what it asks of text of any size."""
    lighter, darker = sorted(map(luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def over(ink: str, under: str, percent: int) -> str:
    """A colour laid on another, as transparent as a sheet says."""
    parts = ([int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (ink, under))
    mixed = (
        (percent * top + (100 - percent) * below) / 100 for top, below in zip(*parts, strict=True)
    )
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "under"), PAIRS, ids=map(" on ".join, PAIRS))
def test_every_ink_reads_on_its_grounds(scheme: dict[str, str], ink: str, under: str):
    assert contrast(scheme[ink], scheme[under]) >= 4.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "under"), LIT_PAIRS, ids=map(" on ".join, LIT_PAIRS))
def test_what_is_lit_reads_on_the_grounds_where_it_lights(
    scheme: dict[str, str], ink: str, under: str
):
    """A name that lights with its box has a ground of its own, over the one it stands on."""
    (percent,) = map(int, LIT.findall((SRC / "assets" / "figures.css").read_text()))
    assert contrast(scheme[ink], over(scheme["ink"], scheme[under], percent)) >= 4.5


def test_both_schemes_have_the_same_tokens():
    """A colour that only one scheme has would be the other's by accident."""
    assert LIGHT.keys() == DARK.keys()


def test_no_other_file_of_the_look_names_a_colour():
    """Sheets of the site, the PDF and the EPUB, the card and the page that is not there."""
    looks = [*(SRC / "assets").glob("*.css"), *(SRC / "export").glob("*.css")]
    looks += [SRC / "html" / "card.svg", SRC / "templates" / "404.html"]
    own = {file.name: COLOUR.findall(re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL))
           for file in looks if file.name != "tokens.css"}  # fmt: skip
    assert {name: found for name, found in own.items() if found} == {}


def test_no_block_of_a_container_begins_with_what_looks_like_a_property():
    """The minifier takes `.live :is(…)` for one there, and so joins the two."""
    for sheet in [*SRC.glob("assets/*.css"), *(ROOT / "docs").rglob("*.css")]:
        assert not re.search(r"@container[^{]*\{[^{}]*[\w)\]] :[^{}]*\{", sheet.read_text()), sheet


def test_the_picture_of_the_readme_has_the_colours_of_the_pages():
    light, dark = PICTURE.split("@media")
    for scheme, told in ((LIGHT, light), (DARK, dark)):
        known = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", told))
        assert known and known.items() <= scheme.items()


def test_the_picture_of_the_readme_has_the_numbers_of_the_engine():
    a, b, c, f = (Value(number) for number in (2.0, -3.0, 10.0, -2.0))
    e = a * b
    d = e + c
    out = d * f
    out.backward()
    nodes = dict(zip("abecdfL", (a, b, e, c, d, f, out), strict=True))
    drawn = re.findall(r"-7\">(\w)<.*?18\">(.*?)<.*?44\">(.*?)<", PICTURE)
    assert {name: [*map(number, told)] for name, *told in drawn} == {
        name: [node.data, node.grad] for name, node in nodes.items()
    }


def number(text: str) -> float:
    """What a drawing tells, with its own minus."""
    return float(text.replace("\N{MINUS SIGN}", "-"))
