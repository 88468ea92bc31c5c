"""Every hole that we know of turns the build red, with file and line."""

import pytest

from tests.site.conftest import TinyBook
from tests.site.holes import HOLES, Hole

NAMES = [hole.name for hole in HOLES]


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory):
    """One book in which every hole is two pages, and what its strict build said."""
    book = TinyBook(tmp_path_factory.mktemp("broken") / "book")
    for number, hole in enumerate(HOLES):
        book.page(hole.page.replace("other.", f"{number}-other."), f"{number}-index.md")
        book.page(hole.other, f"{number}-other.md")
    return book, book.build("--strict")


@pytest.mark.parametrize("hole", HOLES, ids=NAMES)
def test_a_strict_build_fails_and_says_where(broken, hole: Hole):
    """A line of the log begins with file and line, whatever else is wrong with the book."""
    _, done = broken
    number = HOLES.index(hole)
    said = f"docs/{number}-{hole.said.replace('other.', f'{number}-other.') if hole.said.startswith('index') else hole.said}"
    assert any(line.startswith(f"ERROR   -  {said}") for line in done.stderr.split("\n")), [
        line for line in done.stderr.split("\n") if f"docs/{number}-" in line
    ]


def test_a_broken_book_leaves_no_site(broken):
    """Exit status 1, no page, no traceback, no folder of this machine."""
    book, done = broken
    assert done.returncode == 1
    assert str(book.folder) not in done.stderr.replace(f"directory: {book.folder}", "")
    assert "Traceback" not in done.stderr
    assert [path for path in book.published() if path.endswith(".html")] == []
