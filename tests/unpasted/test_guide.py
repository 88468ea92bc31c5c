"""What the guide for authors says of examples, and CONTRIBUTING.md of files."""

from __future__ import annotations

import re

import pytest

from tests.built import ROOT

TOOL = ROOT / "src" / "unpasted"
GUIDE = sorted((ROOT / "docs" / "authoring").glob("*.md"))
EXAMPLE = re.compile(r"^````markdown\n(.*?)^````$", re.S | re.M)
HOW = (ROOT / "CONTRIBUTING.md").read_text()
ROW = re.compile(r"^\| (?!to change)(.+) \| (.+) \|$", re.M)
ROWS = ROW.findall(HOW.partition("## Where to go")[2])


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.stem)
def test_each_example_is_live_as_it_is_shown(page):
    """But for a step to write, which has its chapter; the first chapter saves what it shows."""
    text = page.read_text()
    shown, live = EXAMPLE.findall(text), EXAMPLE.sub("", text)
    assert shown or page.stem == "book"
    if page.stem != "first-chapter":
        assert [one for one in shown if one not in live and "```write" not in one] == []


@pytest.mark.parametrize(("change", "places"), ROWS, ids=[change for change, _ in ROWS])
def test_each_place_of_a_change_is_there(change, places):
    """The files and folders that an entry names, and in one of them each of its names."""
    quoted = re.findall(r"`([^`]+)`", places)
    named = {one for one in quoted if re.fullmatch(r"[\w.]*[/.][\w./-]*", one)}
    named -= {one for one in named if re.fullmatch(r"[A-Z]\w+\.\w+", one)}  # a method
    found = {one: [at / one for at in (TOOL, ROOT) if (at / one).exists()] for one in named}
    assert [one for one in found if not found[one]] == []
    files = [at for places in found.values() for at in places[:1]]
    texts = [one.read_text() for at in files for one in ([at] if at.is_file() else at.glob("*.py"))]
    for name in set(quoted) - named - {"run", "make lock"}:
        word = re.escape(name.partition(".")[2] or name)
        assert any(re.search(rf"(?<!\w){word}(?!\w)", text) for text in texts), name
