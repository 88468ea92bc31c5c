"""Plots fit the screen: nothing cut, no text below 11 px, whatever is wide."""

import pytest

from tests.built import mostly_slow

PAGES = ["chapters/01-derivative.html", "chapters/02-chain-rule.html", "chapters/14-training.html"]
# Of each plot that shows: its rooms, what its box cuts of it, what it cuts of its texts, and its
# smallest text, in pixels as shown.
PLOTS = """() => [...document.querySelectorAll("svg.plot")].filter((one) => one.checkVisibility()).map((one) => {
  const own = one.getBoundingClientRect(), box = one.closest(".scroll");
  const scale = own.width / one.viewBox.baseVal.width;
  const texts = [...one.querySelectorAll("text, tspan")].filter((text) => text.getClientRects().length);
  const out = (b) => b.left < own.left - 1 || b.right > own.right + 1 || b.top < own.top - 1 || b.bottom > own.bottom + 1;
  return {
    rooms: one.classList.value, cut: box.scrollWidth - box.clientWidth,
    texts: texts.filter((text) => text.textContent && out(text.getBoundingClientRect())).map((text) => text.textContent),
    least: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale)),
    height: own.height,
  };
})"""


@pytest.fixture(params=mostly_slow([360, 390, 480, 768, 1280], 360))
def width(request):
    return request.param


def plots(visit, url, width):
    options = {"viewport": {"width": width, "height": 844}}
    return visit(url, **options).evaluate(PLOTS)


@pytest.mark.parametrize("path", mostly_slow(PAGES, PAGES[0]))
def test_a_plot_fits_and_can_be_read(visit, book, path, width):
    """One of its drawings shows, whole, with texts of 11 px and more."""
    found = plots(visit, book.url + path, width)
    assert found
    for plot in found:
        assert plot["cut"] <= 0 and plot["texts"] == [], plot
        assert plot["least"] >= 11, plot


def test_panels_stand_below_each_other_on_a_phone(visit, small):
    """And beside each other where there is room."""
    page = visit(small.url + "chapters/figures.html", viewport={"width": 1280, "height": 844})
    desk = page.evaluate(PLOTS)[-1]
    page.set_viewport_size({"width": 390, "height": 844})
    phone = page.evaluate(PLOTS)[-1]
    page.set_viewport_size({"width": 1280, "height": 844})
    assert ("room-s" in phone["rooms"], "room-s" in desk["rooms"]) == (True, False)
    assert phone["height"] > 1.3 * desk["height"]
    assert phone["cut"] <= 0 and phone["texts"] == desk["texts"] == []


def test_paper_shows_each_plot_once(visit, book):
    """The wide drawing, or a low one in its place."""
    page = visit(book.url + PAGES[0], viewport={"width": 390, "height": 844})
    page.emulate_media(media="print")
    found = page.evaluate(PLOTS)
    assert found and all({"room-l", "low"} & {*plot["rooms"].split()} for plot in found)
