"""Without JavaScript: figures complete, tables there, questions and answers readable."""

from __future__ import annotations

import pytest

from tests.browser.pages import of_both
from tests.browser.walking import UNKNOWN


@pytest.fixture
def plain(request, visit):
    """Opens a page of a book with scripts off."""
    return lambda which, path: visit(
        request.getfixturevalue(which).url + path, java_script_enabled=False
    )


@pytest.mark.parametrize(("which", "path"), of_both("python (walk|order)"))
def test_figures_stand_complete(plain, which, path):
    """Every graph shows its numbers, under its name where there are several, with a table."""
    page = plain(which, path)
    assert page.locator("graph-walk .preset, visit-order").count()
    for section in page.locator("graph-walk .preset").all():
        drawing = section.locator("svg")
        assert drawing.is_visible()
        texts = drawing.locator("text").all_text_contents()
        assert "data" in texts
        if "local derivatives" in section.locator("thead").text_content():
            assert UNKNOWN not in texts
        assert section.locator(".formulas").is_visible()
        opens(section.locator("details.numbers"), "table")
    for walk in page.locator("graph-walk", has=page.locator(".preset ~ .preset")).all():
        names = walk.locator(".preset-name").all()
        assert len(names) == walk.locator(".preset").count()
        assert all(name.is_visible() for name in names)
    for game in page.locator("visit-order").all():
        assert game.locator("svg").is_visible()
        opens(game.locator("details.numbers"), "table")
    assert page.locator("graph-walk button, visit-order button").count() == 0


@pytest.mark.parametrize(("which", "path"), of_both("predict"))
def test_questions_unfold(plain, which, path):
    """Question and choices can be read, the answer and the reasons open."""
    page = plain(which, path)
    assert page.locator(".predict").count() == page.locator("book-question").count() > 0
    for box in page.locator(".predict").all():
        assert all(one.is_visible() for one in box.locator(".choices li").all())
        assert box.locator("form").count() == 0
        details = box.locator(":scope > details")
        opens(details, "p.answer")
        assert all(one.is_visible() for one in details.locator(".reasons li").all())


def opens(details, inside):
    """It is closed; Enter on its summary shows what is inside."""
    if details.get_attribute("open") is None:
        assert not details.locator(inside).first.is_visible()
        details.locator("summary").first.focus()
        details.page.keyboard.press("Enter")
    assert details.locator(inside).first.is_visible()


def test_the_views_stand_one_under_the_other(plain):
    """Where nothing switches, both show."""
    page = plain("small", "chapters/walks.html")
    drawings = page.locator(".views svg")
    assert drawings.count() == 2
    assert all(one.is_visible() for one in drawings.all())
