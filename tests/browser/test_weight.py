"""What a first visit asks for, and that what scripts add does not push the page around."""

from __future__ import annotations

import json

import pytest
from benchmarks.visit import USABLE, served, visit

from tests.browser.pages import of_book
from tests.built import mostly_slow

WALKED = "06-walk-it-backward.html"
MOST = 300_000  # bytes over the wire, without what a reader who runs cells asks for
MOST_FIRST = 250_000  # on the first page of the book
MOST_ASKED = 15  # five for the fonts of the text, and one for the book's own script
MOST_MOVED = 0.02  # the layout shift of a visit; beyond 0.1 it is felt
HEIGHTS = """() => [...document.querySelectorAll("article > :is(.predict, .tabbed-set, book-progress), figure-slider")].map((one) => ({
  words: one.textContent.trim().slice(0, 40),
  height: one.closest(".held[hidden]") ? NaN : one.getBoundingClientRect().height,
  asked: one.querySelector("book-question")?.dataset.question ?? "" }))"""
MOST_STYLED = 200  # of some thousand elements of a page, as one comes or goes
CHANGED = """() => {
  const made = document.createElement("div");
  for (const change of [() => document.querySelector("article > :last-child").append(made), () => made.remove()]) {
    change();
    document.body.offsetHeight;
  }
}"""
SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "wide": {"viewport": {"width": 1280, "height": 900}},
}


@pytest.mark.parametrize("path", of_book("", "index.html", "chapters/13-mlp.html"))
def test_a_first_visit_is_light(browser, site, path):
    """At most fifteen requests, none for search; over a server that compresses. Nothing jumps."""
    with served(site) as url:
        seen = visit(browser, url + path, slow=False)
    assert len(seen.asked) <= MOST_ASKED, seen.asked
    assert seen.bytes <= (MOST_FIRST if path == "index.html" else MOST)
    assert not [one for one in seen.asked if "search" in one]
    assert seen.moved <= MOST_MOVED


@pytest.mark.slow  # on a phone: above
@pytest.mark.parametrize("screen", ["tablet", "wide"])
@pytest.mark.parametrize("path", of_book())
def test_nothing_jumps_on_a_tablet_or_a_desk(browser, book, path, screen):
    """As scripts, fonts and controls come, what is read stays where it is."""
    page = browser.new_context(**SCREENS[screen]).new_page()
    page.add_init_script(USABLE)
    page.goto(book.url + path)
    page.wait_for_load_state("networkidle")
    moved = sum(page.evaluate("window.moved"))
    page.context.close()
    assert moved <= MOST_MOVED


@pytest.mark.parametrize("screen", mostly_slow(SCREENS, "phone"))
@pytest.mark.parametrize("path", mostly_slow([WALKED, "13-mlp.html", "14-training.html"], WALKED))
def test_room_is_kept_for_what_scripts_add(browser, book, path, screen):
    """A question, a switch and the progress are as high before their script as after it, if they show."""
    page = browser.new_context(**SCREENS[screen]).new_page()
    page.route("**/assets/unpasted/*.js", lambda route: route.abort())
    page.goto(f"{book.url}chapters/{path}")
    before = page.evaluate(HEIGHTS)
    page.unroute("**/assets/unpasted/*.js")
    page.goto(f"{book.url}chapters/{path}")
    page.locator("book-progress button").first.wait_for()
    after = page.evaluate(HEIGHTS)
    page.context.close()
    moved = [
        (one["words"], round(two["height"] - one["height"]))
        for one, two in zip(before, after, strict=True)
        if abs(two["height"] - one["height"]) > 32 and '"gradients"' not in one["asked"]
    ]
    assert moved == []


@pytest.mark.parametrize("path", of_book("", "glossary.html", f"chapters/{WALKED}"))
def test_one_element_that_comes_or_goes_styles_no_page_anew(browser, visit, book, path):
    """A rule such as `dl:has(dd + dd)` has each change of a page style all that it might be about:
    what looks for an element is marked by what makes that element."""
    page = visit(book.url + path)
    page.wait_for_load_state("networkidle")
    page.evaluate(CHANGED)
    browser.start_tracing(page=page, categories=["blink", "devtools.timeline"])
    page.evaluate(CHANGED)
    told = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [e["args"].get("elementCount", 0) for e in told if e["name"] == "UpdateLayoutTree"]
    assert 0 < max(styled) <= MOST_STYLED
