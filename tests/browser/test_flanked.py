"""A small graph beside its code on a broad screen, and below it on a phone."""

PLACES = """(cell) => [...cell.querySelectorAll(":scope > .highlight, :scope > .drawing")].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { left, right, top, bottom };
})"""


def places(visit, small, width):
    """The code of a cell, and its drawing."""
    page = visit(small.url + "chapters/live.html", viewport={"width": width, "height": 800})
    return page.locator(".cell.flanked").first.evaluate(PLACES)


def test_a_small_graph_stands_beside_its_code(visit, small):
    """Within the page."""
    code, drawing = places(visit, small, 1280)
    assert code["right"] <= drawing["left"] < drawing["right"] <= 1280
    assert drawing["top"] < code["bottom"]


def test_on_a_phone_it_stands_below(visit, small):
    """There is no room beside."""
    code, drawing = places(visit, small, 390)
    assert code["bottom"] <= drawing["top"] and drawing["left"] < code["right"]
