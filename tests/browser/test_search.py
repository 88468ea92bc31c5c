"""Search: nothing is loaded before somebody searches, each result has a line of context, and a
book that is opened from the disk is searched too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

FIELD = "[data-md-component=search-query]"
PAGE = "chapters/06-walk-it-backward.html"


@pytest.fixture(params=["http", "file"])
def address(request, book, site):
    return book.url if request.param == "http" else f"{site.as_uri()}/"


def searched(page, words):
    """The results: for each the page, the section, the line of context."""
    page.locator(FIELD).click()
    page.keyboard.type(words)
    page.wait_for_function(
        "() => /page/.test(document.querySelector('.md-search-result__meta').textContent)"
    )
    page.locator(".md-search-result__link").first.wait_for()
    return page.evaluate("""() => [...document.querySelectorAll(".md-search-result__link")].map((a) => [
      a.getAttribute("href"), a.querySelector("h1, h2").textContent, a.querySelector("p")?.textContent ?? ""])""")


def test_a_search_finds_the_page_and_shows_a_line_of_context(visit, address):
    """Over http and from the disk; a term is found at its entry in the glossary."""
    page = visit(address + PAGE)
    assert not [url for url in visit.asked if "search/" in url or "workers" in url]
    results = searched(page, "closure")
    entry = next(one for one in results if "glossary.html" in one[0] and "#closure" in one[0])
    assert entry[1] == "closure"
    assert "together with the variables" in entry[2]
    lines = [line for _, _, line in results if line]
    assert len(lines) > 3
    assert all(len(line) < 200 for line in lines)
    expect(page.locator(".md-search-result mark")).not_to_have_count(0)
    if not address.startswith("file"):
        assert [url for url in visit.asked if url.endswith("search/index.js")]


def test_a_copy_button_works_from_the_disk(visit, site):
    """Nothing that search cannot do there keeps the rest from working."""
    page = visit(f"{site.as_uri()}/{PAGE}")
    page.locator(".md-code__button:visible").first.click(force=True)
    page.locator(".md-dialog--active").wait_for()
    expect(page.locator(".md-dialog")).to_contain_text("Copied")
