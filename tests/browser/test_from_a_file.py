"""A book opened from the disk, by file://."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.walking import Keys, Mouse
from unpasted import folders


@pytest.fixture(scope="module")
def folder(small_again):
    """The address of a folder with the small book, which has no other."""
    return small_again.as_uri() + "/"


def test_a_walk_goes_to_its_end(visit, folder):
    """By mouse and by keys."""
    page = visit(folder + "chapters/walks.html")
    for hand in (Mouse, Keys):
        on, back = hand(page, 2).recorded()
        assert (on[-1]["phase"], back[-1]["phase"]) == ("finished", "given")


def test_the_order_game_and_the_questions_work(visit, folder):
    """An order is run, an answer is right, and the progress shows in the navigation."""
    page = visit(folder + "chapters/order.html")
    page.get_by_role("button", name="Run this order").first.click()
    page.locator("visit-order input[type=range]").first.press("End")
    expect(page.locator("visit-order [role=status]").first).to_contain_text("Wrong order")
    page = visit(folder + "chapters/more.html")
    page.get_by_role("textbox", name="Your answer").fill("3")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("book-progress")).to_contain_text("This chapter is finished.")
    for path in ("chapters/more.html", "chapters/questions.html", "index.html"):
        page.goto(folder + path)
        mark = page.locator(".md-nav--primary a:has(.md-ellipsis:text-is('3 · D')) .progress-mark")
        expect(mark, str(path)).to_have_text("✓ finished")


def test_the_unpacked_zip_works(visit, small_again, tmp_path):
    """Its front page leads to a chapter, whose walk goes, and to what one searches for."""
    folders.write_zip(small_again, tmp_path / "a-book.zip")
    shutil.unpack_archive(tmp_path / "a-book.zip", tmp_path)
    page = visit((tmp_path / "a-book" / "index.html").as_uri())
    page.locator(".md-nav--primary a[href$='walks.html']").click()
    page.wait_for_url("**/a-book/chapters/walks.html")
    assert Mouse(page, 2).recorded()[0][-1]["phase"] == "finished"
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type("question")
    page.locator(".md-search-result__link").first.wait_for()
