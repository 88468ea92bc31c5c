"""The page for an address that leads nowhere, on a host that shows it at any depth."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.books import hosted


@pytest.fixture(scope="module")
def host(small_again):
    with hosted(small_again) as url:
        yield url


@pytest.mark.parametrize("path", ["nothing.html", "chapters/nothing.html", "a/b/c/nothing.html"])
def test_the_page_leads_back_into_the_book(visit, host, path):
    """A site without an address of its own, in a folder: its first page, a chapter, the search."""
    page = visit(host + path)
    expect(page.locator("h1")).to_have_text("There is no such page")
    assert visit.asked == [host + path]  # whoever only reads asks for nothing else
    page.get_by_role("link", name="H", exact=True).click()
    page.wait_for_url(f"{host}chapters/live.html")
    page.goto(host + path)
    page.locator("a.home").hover()
    expect(page.locator("a.home")).to_have_attribute("href", f"{urlsplit(host).path}index.html")
    page.get_by_role("searchbox").fill("question")
    page.get_by_role("button", name="Search").click()
    page.locator(".md-search-result__link").first.wait_for()
    visit.faults.clear()  # a host says 404, and so does the console


def test_with_keys_alone_the_search_is_reached(visit, host):
    page = visit(host + "a/b/nothing.html")
    page.get_by_role("searchbox").press_sequentially("question")
    page.keyboard.press("Enter")
    page.locator(".md-search-result__link").first.wait_for()
    visit.faults.clear()


def test_the_page_has_the_colours_that_the_reader_chose(visit, host):
    page = visit(f"{host}index.html", color_scheme="light")
    page.locator("label[for=__palette_1]").click()
    page.goto(f"{host}a/b/nothing.html")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    visit.faults.clear()


def test_the_page_changes_its_colours(visit, host):
    """As every page does."""
    page = visit(host + "a/b/nothing.html", color_scheme="light")
    for scheme in ("dark", "light"):
        page.get_by_role("button", name=scheme).click()
        shown = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert shown == scheme
    visit.faults.clear()


def test_a_site_with_an_address_needs_no_script(visit, small):
    """Its links begin there."""
    page = visit(small.url + "404.html", java_script_enabled=False)
    page.locator("a.home").click()
    page.wait_for_url("**/index.html")
