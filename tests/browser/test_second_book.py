"""A book that `python -m unpasted new` makes, as its reader has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.axe import Axe
from tests.browser.books import Site
from tests.browser.livecells import SLOW, unedited
from tests.browser.test_questions import answer, question, verdict
from tests.browser.test_variants import another, asked
from tests.browser.walking import PHONE
from tests.built import ROOT, build, once
from unpasted import new

# Its build is looked at in tests/site, these scripts on the small book.
pytestmark = pytest.mark.slow
CHAPTERS = ["chapters/01-halving.html", "chapters/02-tangent.html"]


@pytest.fixture(scope="module")
def second(served: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A new book, as it is made."""

    def make(folder: Path) -> None:
        book = tmp_path_factory.mktemp("new") / "book"
        new.make(book, "")
        (book / "node_modules").symlink_to(ROOT / "node_modules")
        build(book, folder)

    return served(once(tmp_path_factory, "second", make))


@pytest.mark.parametrize("path", CHAPTERS)
def test_every_cell_runs_in_the_browser(visit, second, path):
    """On the book's own package, with what the build printed."""
    page = visit(second.url + path)
    page.evaluate("unpasted.live.load()")
    cells = unedited(page)
    assert len(cells) > 1 and {one["same"] for one in cells} == {"same"}


def test_an_exercise_is_judged_on_its_package(visit, second):
    """Wrong at first, then right."""
    page = visit(second.url + CHAPTERS[1])
    box = page.locator(".exercise", has_text="cube root of a number")
    box.get_by_role("button", name="Try it").click()
    for code, says in (
        ("third = abs", "Not yet."),
        ("third = lambda n: n ** (1 / 3)", "Solved."),
    ):
        box.get_by_role("textbox").fill(code)
        box.get_by_role("button", name="Check").click()
        box.get_by_text(says).wait_for(timeout=SLOW)


def test_a_question_asks_again_with_other_numbers(visit, second):
    """After a right answer, one like it."""
    page = visit(second.url + CHAPTERS[1])
    box = question(page, "Where does the tangent meet zero?")
    assert asked(box).startswith("You stand at 2.")
    answer(box, "1.5")
    assert verdict(box) == "Right."
    another(box)
    assert asked(box).startswith("You stand at 4.")


@pytest.mark.parametrize("path", ["index.html", *CHAPTERS])
def test_every_page_fits_and_is_for_everybody(visit, second, path):
    """Nothing is cut on a phone; axe finds nothing in what is not the theme's."""
    page = visit(second.url + path, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe(thorough=True).all(page, [".md-content__inner"]) == {}
