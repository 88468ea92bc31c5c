"""On paper the figure is complete, wherever the reader stands."""

from __future__ import annotations

import pytest

from tests.browser.walking import UNKNOWN, Walker, static
from tests.built import mostly_slow


@pytest.fixture
def walker(anew, small):
    return Walker(anew(small.alone("chapters/walks.html")), 0)


def printed(walker, event):
    walker.page.emulate_media(media="print" if event == "beforeprint" else "screen")
    walker.page.evaluate("(name) => { dispatchEvent(new Event(name)); }", event)


def middle(walker):
    """In the middle of the backward phase."""
    walker.to("backward")


@pytest.mark.parametrize(
    "phase", mostly_slow(["given", "forward", "backward", "finished"], "given", "backward")
)
def test_the_printed_figure_has_all_numbers(walker, phase):
    """All data, gradients and steps; afterwards the reader stands where they stood."""
    graph = static(walker.page)[0][0]
    before = walker.to(phase)
    printed(walker, "beforeprint")
    now = walker.state()
    assert (now["data"], now["grad"], now["steps"]) == (graph.data, graph.grad, graph.steps)
    assert now["chips"] == []
    printed(walker, "afterprint")
    assert walker.state() == before


def test_the_browser_itself_prints_it_complete(walker):
    """A real print to PDF tells the page before and after."""
    middle(walker)
    before = walker.state()
    walker.page.evaluate("""() => addEventListener("beforeprint", () => {
      const parts = document.querySelector("graph-walk").querySelectorAll("[data-part=data], [data-part=grad]");
      window.onPaper = [...parts].map((one) => one.textContent); })""")
    assert UNKNOWN in before["grad"]
    walker.page.pdf()
    on_paper = walker.page.evaluate("window.onPaper")
    assert on_paper
    assert UNKNOWN not in on_paper
    assert walker.state() == before


def test_paper_has_no_buttons_and_an_open_table(walker):
    """What cannot be pressed does not show; the table of all numbers does."""
    printed(walker, "beforeprint")
    for css in (".bar", ".leaves", ".timeline", ".status", ".track", ".made-now"):
        parts = walker.element.locator(css).all()
        assert parts
        assert not any(part.is_visible() for part in parts), css
    table = walker.element.locator(".values table").first
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
    assert all(one.is_visible() for one in names.all())
    assert drawn(walker.element.locator(".preset")) == [1, 1, 1]
    printed(walker, "afterprint")
    assert drawn(walker.element.locator(".preset")) == [1, 0, 0]


def drawn(figures):
    """How many drawings show in each."""
    return [one.locator("svg:visible").count() for one in figures.all()]


def test_a_second_message_before_printing_changes_nothing(walker):
    """Some browsers tell the page twice."""
    middle(walker)
    before = walker.state()
    for event in ("beforeprint", "beforeprint", "afterprint", "afterprint"):
        printed(walker, event)
    assert walker.state() == before


def test_paper_shows_what_there_is_to_choose(anew, small):
    """The answers of a choice, without their buttons."""
    page = anew(small.url + "chapters/questions.html")
    page.emulate_media(media="print")
    shown = page.locator(".choices, .listing").all()
    assert len(shown) == 3 and all(one.is_visible() for one in shown)
    assert not page.locator(".answering").first.is_visible()


def test_paper_shows_both_views(anew, small):
    """A switch cannot be pressed on paper."""
    page = anew(small.url + "chapters/walks.html")
    page.emulate_media(media="print")
    assert drawn(page.locator(".tabbed-set .drawing")) == [1, 1]
