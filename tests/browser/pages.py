"""The pages of the books, known before they are built."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.books import BOOK
from tests.built import ROOT


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


def of_both(fence: str = "") -> list[tuple[str, str]]:
    """Pages of the small book and of the real one, as (book, page)."""
    return [("small", page) for page in pages(BOOK, fence)] + [
        ("book", page) for page in pages(ROOT / "docs", fence)
    ]
