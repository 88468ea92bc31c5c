"""A site in a folder of a host, with the address of that folder and without one, linked to its
repository: all that asks for a file by itself finds it there."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.books import REPOSITORY, hosted
from tests.browser.livecells import Cell
from tests.browser.test_every_page import BUILT
from tests.browser.test_instant import click
from tests.browser.test_search import searched
from tests.built import ADDRESS

STRICT = {"bypass_csp": False}


@pytest.fixture(
    scope="module",
    params=[pytest.param("small_site", marks=pytest.mark.slow), "small_again"],
    ids=["known", "unknown"],
)
def folder(request, tmp_path_factory):
    """The address of the small book in a folder of a host, known to the book and unknown."""
    built = request.getfixturevalue(request.param)
    site = shutil.copytree(built, tmp_path_factory.mktemp("folder") / "site")
    with hosted(site) as url:
        for page in [*site.rglob("*.html"), *site.rglob("*.md"), site / "sitemap.xml"]:
            page.write_text(page.read_text().replace(ADDRESS, url))
        yield url


def test_a_cell_runs(visit, folder):
    """Python, the packages and the cells of the page come from the folder."""
    page = visit(folder + "chapters/live.html", **STRICT)
    one = Cell(page).open().run()
    assert "the same output as in the book" in one.status
    assert {url.startswith(folder) for url in visit.asked if url.startswith("http")} == {True}


def test_a_link_leads_to_a_page_that_wakes_up(visit, folder):
    """Swapped in where the site has an address: the theme finds its pages in the sitemap."""
    page = visit(folder + "index.html")
    page.evaluate("window.same = true")
    click(page, folder + "chapters/walks.html")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(BUILT) == []
    assert page.evaluate("window.same === true") == (page.locator("[rel=canonical]").count() == 1)


def test_a_page_leads_to_its_markdown(visit, folder):
    """With its outputs."""
    page = visit(folder + "chapters/live.html")
    link = page.get_by_role("link", name="This page as Markdown").evaluate("(a) => a.href")
    text = page.request.get(link).text()
    assert text.startswith("# Cells that run\n") and "```python\n" in text and "```text\n" in text


def test_the_repository_is_linked_and_asked_nothing(visit, folder):
    """The theme's own link would ask another host how many stars it has."""
    page = visit(folder + "chapters/live.html", **STRICT)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".md-header a.md-source")).to_have_attribute("href", REPOSITORY)
    expect(page.get_by_role("link", name="Edit this page")).to_have_count(1)


def test_a_search_finds_a_page_of_the_folder(visit, folder):
    """And leads there."""
    page = visit(folder + "chapters/live.html", **STRICT)
    results = searched(page, "question")
    assert any("loose.html" in href for href, _, _ in results)
    page.locator(".md-search-result__link[href*='loose.html']").first.click()
    page.wait_for_function("(to) => location.href.startsWith(to)", arg=f"{folder}loose.html")
    assert [url for url in visit.asked if "search/" in url and not url.startswith(folder)] == []
