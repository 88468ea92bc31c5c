"""Every page of both books: no error, no request to another host, no sideways scroll."""

from __future__ import annotations

import pytest

from tests.browser.axe import MIDDLE
from tests.browser.pages import of_both

PAGES = of_both()
BUILT = """() => [...document.querySelectorAll("graph-walk, visit-order, book-question, figure-views, book-progress[data-page], figure-frames")]
  .filter((one) => !(one.matches("book-question") ? one.closest(".predict").querySelector("form") : one.querySelector("button, form")))
  .map((one) => one.outerHTML.slice(0, 200))"""
WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("article *")].filter((one) =>
    one.getBoundingClientRect().right > width + 1 && !one.closest(".scroll, .highlight, .md-typeset__scrollwrap, pre"))
    .map((one) => one.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize(("which", "path"), PAGES)
def test_a_page_works_in_silence(request, visit, which, path):
    """Every element is built; using all of them gives no error and asks no other host."""
    page = visit(request.getfixturevalue(which).url + path)
    assert page.evaluate(BUILT) == []
    page.evaluate(MIDDLE)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("which", "path"), PAGES)
def test_nothing_scrolls_sideways_on_a_phone(request, visit, which, path):
    """At 390 pixels a wide figure scrolls in its own box; also in the middle of a walk."""
    page = visit(
        request.getfixturevalue(which).url + path, viewport={"width": 390, "height": 844},
        is_mobile=True, has_touch=True,
    )  # fmt: skip
    for _ in range(2):
        assert page.evaluate(WIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.evaluate(MIDDLE)
        page.evaluate("scrollTo(500, 0)")
        assert page.evaluate("scrollX") == 0
