"""A small graph beside its code on a broad screen, and below it on a phone."""

import pytest

PLACES = """(cell) => [...cell.querySelectorAll(":scope > .highlight, :scope > .drawing")].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
})"""


def places(visit, small, width):
    """The code of a cell, and its drawing; the page is no wider than its screen."""
    page = visit(small.url + "chapters/live.html", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    return page.locator(".cell.flanked").first.evaluate(PLACES)


@pytest.mark.parametrize("width", [1220, 1280])
def test_a_small_graph_stands_beside_its_code(visit, small, width):
    """Within the page."""
    code, drawing = places(visit, small, width)
    assert code["right"] <= drawing["left"] < drawing["right"] <= width
    assert drawing["top"] < code["bottom"]


def test_on_a_phone_it_stands_below(visit, small):
    """There is no room beside."""
    code, drawing = places(visit, small, 390)
    assert code["bottom"] <= drawing["top"] and drawing["left"] < code["right"]
