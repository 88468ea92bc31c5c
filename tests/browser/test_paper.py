"""On paper the figure is complete, wherever the reader stands."""

from __future__ import annotations

import pytest

from tests.browser.walking import Mouse, static


@pytest.fixture
def walker(visit, small):
    return Mouse(visit(small.url + "chapters/walks.html"), 0)


def printed(walker, event):
    walker.page.emulate_media(media="print" if event == "beforeprint" else "screen")
    walker.page.evaluate("(name) => { dispatchEvent(new Event(name)); }", event)


def middle(walker):
    """In the middle of the backward phase."""
    walker.go("Step forward", "ready")
    walker.press("Start backward")
    walker.press("Step backward")


@pytest.mark.parametrize("go", [lambda w: None, lambda w: w.press("Step forward"), middle])
def test_the_printed_figure_has_all_numbers(walker, go):
    """All data and gradients; afterwards the reader stands where they stood."""
    graph = static(walker.page)[0][0]
    go(walker)
    before = walker.state()
    printed(walker, "beforeprint")
    now = walker.state()
    assert (now["data"], now["grad"]) == (graph.data, graph.grad)
    printed(walker, "afterprint")
    assert walker.state() == before


def test_the_browser_itself_prints_it_complete(walker):
    """A real print to PDF tells the page before and after."""
    middle(walker)
    before = walker.state()
    walker.page.evaluate("""() => addEventListener("beforeprint", () => {
      window.onPaper = document.querySelector("micrograd-walk .phase").dataset.phase; })""")
    walker.page.pdf()
    assert walker.page.evaluate("window.onPaper") == "idle"
    assert walker.state() == before


def test_paper_has_no_buttons_and_an_open_table(walker):
    """What cannot be pressed does not show; the table of all numbers does."""
    printed(walker, "beforeprint")
    for css in (".bar", ".leaves", ".phase", ".status"):
        assert not walker.element.locator(css).first.is_visible()
    table = walker.element.locator(".preset:not([hidden]) .numbers table")
    assert table.bounding_box()["height"] > 100
    assert walker.element.locator(".preset:not([hidden]) svg").is_visible()


def test_paper_shows_both_views(visit, small):
    """A switch cannot be pressed on paper."""
    page = visit(small.url + "chapters/walks.html")
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in page.locator(".views svg").all())
