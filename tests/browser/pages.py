"""The pages of the books, known before they are built."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from _pytest.mark import ParameterSet

from tests.browser.books import BOOK
from tests.built import ROOT, mostly_slow

ONE = "chapters/06-walk-it-backward.html"
"""The page of the real book that `make test` looks at wherever one page tells as much as all."""


def pages(root: Path, fence: str = "") -> list[str]:
    """The built pages, those only that have such a fence."""
    return sorted(
        str(source.relative_to(root).with_suffix(".html"))
        for source in root.rglob("*.md")
        if re.search(rf"^```{fence}\b" if fence else "", run(source.read_text()), re.M)
    )


def run(markdown: str) -> str:
    """Without the fences that are shown as examples, inside of longer ones."""
    return re.sub(r"^````.*?^````$", "", markdown, flags=re.S | re.M)


def of_book(fence: str = "", *quick: str) -> list[str | ParameterSet]:
    """Pages of the real book; in `make test` the one, and those that are quick."""
    return mostly_slow(pages(ROOT / "docs", fence), ONE, *quick)


def of_both(
    fence: str = "", one: str = ONE, few: Collection[str] = ()
) -> list[tuple[str, str] | ParameterSet]:
    """Pages of the small book and of the real one, as (book, page); quick are the one, and those of
    the small book, or a few of them."""
    small = [("small", page) for page in pages(BOOK, fence)]
    book = [("book", page) for page in pages(ROOT / "docs", fence)]
    quick = [where for where in small if not few or where[1] in few]
    return mostly_slow(small + book, *quick, ("book", one))
