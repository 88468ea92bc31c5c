"""Where the right choices stand: a reader who always taps the same place learns nothing."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path

import pytest

ASKED = re.compile(r'<book-question[^>]* data-question="([^"]*)"')


@pytest.fixture(scope="module")
def places(site: Path) -> dict[str, list[int]]:
    """By chapter, the place of the right choice in each of its questions, from 0."""
    found: dict[str, list[int]] = {}
    for page in sorted((site / "chapters").glob("*.html")):
        asked = [json.loads(html.unescape(one)) for one in ASKED.findall(page.read_text())]
        found[page.stem] = [one["right"] for one in asked if one["kind"] == "choice"]
    return found


def test_the_right_choice_stands_in_each_place_about_as_often(places):
    """Of all questions with choices, in the first three places between a fifth and a half."""
    counted = Counter(place for chapter in places.values() for place in chapter)
    shares = [counted[place] / counted.total() for place in range(3)]
    assert all(0.2 <= share <= 0.5 for share in shares), shares


def test_no_chapter_has_its_right_choices_in_one_place(places):
    """Where it has four or more of them."""
    alike = [name for name, one in places.items() if len(one) >= 4 and len(set(one)) == 1]
    assert alike == []
