"""A font is cut to the characters that a site uses; a project without npm's packages has none."""

from __future__ import annotations

import re
from io import BytesIO

from fontTools.ttLib import TTFont

from tests.built import ROOT
from unpasted import assets, fonts
from unpasted.assets import HERE


def test_a_cut_font_has_the_characters_that_are_needed_and_no_others(tmp_path):
    """And of its weights those that a page asks for; the second time it is not cut again."""
    source, kept = fonts.of_text(ROOT)["serif"], tmp_path / "kept"
    font = TTFont(BytesIO(fonts.cut(source, "ab", fonts.FEATURES, kept)))
    assert set(font.getBestCmap()) == set(map(ord, "ab "))
    assert [(axis.minValue, axis.maxValue) for axis in font["fvar"].axes] == [(400, 600)]
    [one] = kept.iterdir()
    one.write_bytes(b"wOF2 as it was")
    assert fonts.cut(source, "ba", fonts.FEATURES, kept) == b"wOF2 as it was"


def test_the_sheet_loads_the_fonts_that_are_written():
    """Each by its name, beside the sheet; and names no file without them."""
    sheet = (HERE / "fonts.css").read_text()
    assert re.findall(r'url\("([\w-]+)\.woff2"\)', sheet) == [*fonts.PACKAGES]
    assert b'url("serif' in assets.style(with_fonts=True)[1]
    assert b'url("serif' not in assets.style()[1]


def test_a_project_without_the_packages_has_no_fonts(tmp_path):
    """Its pages are set in the fonts of their reader's system."""
    assert fonts.of_text(tmp_path) == {}
