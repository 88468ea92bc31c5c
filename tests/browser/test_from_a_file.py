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


# Material looks for its search index by a request, which a browser refuses to file://; see
# test_material_alone_says_as_much.
MATERIALS = ("search/search_index.json", "net::ERR_FAILED", "sitemap.xml")


@pytest.fixture
def open_file(visit):
    def opened(url):
        page = visit(url)
        page.wait_for_load_state("networkidle")
        ours = [fault for fault in visit.faults if not any(part in fault for part in MATERIALS)]
        assert ours == []
        visit.faults.clear()
        return page

    return opened


def test_a_walk_goes_to_its_end(open_file, folder, visit):
    """By mouse and by keys."""
    page = open_file(folder + "chapters/walks.html")
    for hand in (Mouse, Keys):
        on, back = hand(page, 2).recorded()
        assert (on[-1]["phase"], back[-1]["phase"]) == ("finished", "given")
    assert visit.faults == []


def test_the_order_game_and_the_questions_work(open_file, folder, visit):
    """An order is run, an answer is right, and the progress shows in the navigation."""
    page = open_file(folder + "chapters/order.html")
    page.get_by_role("button", name="Run this order").first.click()
    page.locator("visit-order input[type=range]").first.press("End")
    expect(page.locator("visit-order [role=status]").first).to_contain_text("Wrong order")
    page = open_file(folder + "chapters/more.html")
    page.get_by_role("textbox", name="Your answer").fill("3")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("book-progress")).to_contain_text("This chapter is finished.")
    for path in ("chapters/more.html", "chapters/questions.html", "index.html"):
        page.goto(folder + path)
        mark = page.locator(".md-nav--primary a:has(.md-ellipsis:text-is('3 · D')) .progress-mark")
        expect(mark, str(path)).to_have_text("✓ finished")
    page.wait_for_load_state("networkidle")
    assert [f for f in visit.faults if not any(part in f for part in MATERIALS)] == []
    visit.faults.clear()


def test_the_unpacked_zip_works(open_file, small_again, tmp_path, visit):
    """Its front page leads to a chapter, whose walk goes, and to what one searches for."""
    folders.write_zip(small_again, tmp_path / "a-book.zip")
    shutil.unpack_archive(tmp_path / "a-book.zip", tmp_path)
    page = open_file((tmp_path / "a-book" / "index.html").as_uri())
    page.locator(".md-nav--primary a[href$='walks.html']").click()
    page.wait_for_url("**/a-book/chapters/walks.html")
    assert Mouse(page, 2).recorded()[0][-1]["phase"] == "finished"
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type("question")
    page.locator(".md-search-result__link").first.wait_for()
    visit.faults.clear()


def test_material_alone_says_as_much(visit, bare):
    """What is forgiven above, the bare theme complains of too, without anything of ours."""
    page = visit(bare.folder.as_uri() + "/index.html")
    page.wait_for_load_state("networkidle")
    assert all(any(part in fault for part in MATERIALS) for fault in visit.faults)
    visit.faults.clear()
