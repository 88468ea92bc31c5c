"""No answer of this book is in sight of its question, and no question holds back too much."""

from pathlib import Path

import pytest
from mkdocs.utils.meta import get_data

from tests.built import ROOT
from tests.leaks import wrong_on
from tests.site.conftest import article
from unpasted.faults import Place
from unpasted.html import tree
from unpasted.kinds import KINDS
from unpasted.read.chapter import read

PAGES = [one for one in sorted((ROOT / "docs").rglob("*.md")) if "```predict" in one.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_answer_is_in_sight(site: Path, page: Path):
    """On the screen where the question stands."""
    chapter = read(get_data(page.read_text())[0], Place(page.name, 1), KINDS)
    made = site / page.relative_to(ROOT / "docs").with_suffix(".html")
    root = tree.parse(article(made.read_text()))
    assert [*wrong_on(root, chapter)] == []
    assert root.xpath(".//book-question")
