"""On paper the figure is complete, wherever the reader stands."""

from __future__ import annotations

import pytest

from tests.browser.walking import UNKNOWN, Mouse, static


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
      window.onPaper = [...document.querySelectorAll("graph-walk")][0].textContent; })""")
    assert UNKNOWN in walker.element.text_content()
    walker.page.pdf()
    assert UNKNOWN not in walker.page.evaluate("window.onPaper").replace(f" {UNKNOWN} ", "")
    assert walker.state() == before


def test_paper_has_no_buttons_and_an_open_table(walker):
    """What cannot be pressed does not show; the table of all numbers does."""
    printed(walker, "beforeprint")
    for css in (".bar", ".leaves", ".phase", ".status", ".edge-says"):
        [part] = walker.element.locator(css).all()
        assert not part.is_visible(), css
    table = walker.element.locator(".numbers table").first
    assert table.bounding_box()["height"] > 100


def test_paper_shows_every_graph_of_a_menu(walker):
    """Each by its name, complete, and each alone again on the screen."""
    middle(walker)
    graphs = static(walker.page)[0]
    printed(walker, "beforeprint")
    names = walker.element.locator(".preset-name")
    assert (
        names.all_text_contents() == [graph.name for graph in graphs] == ["sum", "neuron", "kink"]
    )
    assert all(one.is_visible() for one in [*names.all(), *walker.element.locator("svg").all()])
    printed(walker, "afterprint")
    assert [svg.is_visible() for svg in walker.element.locator("svg").all()] == [True, False, False]


def test_a_second_message_before_printing_changes_nothing(walker):
    """Some browsers tell the page twice."""
    middle(walker)
    before = walker.state()
    for event in ("beforeprint", "beforeprint", "afterprint", "afterprint"):
        printed(walker, event)
    assert walker.state() == before


def test_paper_shows_what_there_is_to_choose(visit, small):
    """The answers of a choice, without their buttons."""
    page = visit(small.url + "chapters/questions.html")
    page.emulate_media(media="print")
    shown = page.locator(".choices, .listing").all()
    assert len(shown) == 3 and all(one.is_visible() for one in shown)
    assert not page.locator(".answering").first.is_visible()


def test_paper_shows_both_views(visit, small):
    """A switch cannot be pressed on paper."""
    page = visit(small.url + "chapters/walks.html")
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in page.locator(".views svg").all())
