"""Edges: the local derivative, and what it carries."""

import math
import re

import pytest

from tests.browser.walking import Mouse

EDGE = ".drawing svg:first-child g[role=button]"


@pytest.fixture
def walker(visit, small):
    """L = a * b + a * a * 0.5 with a = 2, b = -3."""
    return Mouse(visit(small.url + "chapters/walks.html"), 0)


def edges(walker):
    """The edges of the graph that shows."""
    return walker.element.locator(f".preset:not([hidden]) {EDGE}")


def edge(walker, start, end, number=0):
    found = walker.element.locator(f'.preset:not([hidden]) {EDGE}[aria-label^="{start} to {end}:"]')
    return found.nth(number)


def says(walker):
    return walker.element.locator(".edge-says").text_content()


def chosen(walker):
    """The places of the edges that are marked as chosen."""
    return edges(walker).evaluate_all(
        "(all) => all.flatMap((one, i) => one.getAttribute('aria-pressed') === 'true' ? [i] : [])"
    )


def middle(walker, one):
    """A point on the edge's line, in the window."""
    one.scroll_into_view_if_needed()
    return one.evaluate("""(group) => {
      const path = group.querySelector("path");
      const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      return [at.x, at.y];
    }""")


def test_a_click_shows_formula_number_and_contribution(walker):
    """From a to c = a · b the local derivative is b."""
    walker.page.mouse.click(*middle(walker, edge(walker, "a", "c")))
    assert says(walker) == (
        "From a to c: local derivative b = -3.0. It carries 1.0 × -3.0 = -3.0 to a."
    )
    assert len(chosen(walker)) == 1


def test_a_click_beside_the_line_counts(walker):
    """A line is thin; eight points beside it still choose it."""
    x, y = middle(walker, edge(walker, "b", "c"))
    walker.page.mouse.click(x, y + 6)
    assert says(walker).startswith("From b to c: local derivative a = 2.0.")


def test_a_tap_chooses(visit, small):
    """On a touch screen of a phone's width."""
    page = visit(
        small.url + "chapters/walks.html", has_touch=True, is_mobile=True,
        viewport={"width": 390, "height": 844},
    )  # fmt: skip
    walker = Mouse(page, 0)
    page.touchscreen.tap(*middle(walker, edge(walker, "a", "c")))
    assert says(walker).startswith("From a to c: local derivative b = -3.0.")


def test_focus_chooses(walker):
    """Every edge is reached by keys: Tab into the figure, then up and down."""
    stops = walker.element.locator(".preset:not([hidden]) :is(svg, .formulas) [tabindex]")
    first = stops.and_(walker.page.locator("[tabindex='0']"))
    assert first.count() == 1
    first.focus()
    seen = set()
    for _ in range(stops.count()):
        walker.page.keyboard.press("ArrowDown")
        seen |= set(chosen(walker))
        assert first.count() == 1
    assert seen == set(range(edges(walker).count()))


def test_arrow_keys_scroll_what_scrolls(walker):
    """In the table and in a wide figure they do not step."""
    walker.element.locator("details.numbers > summary").first.press("Enter")
    for css in (".numbers .scroll", "figure .scroll"):
        walker.element.locator(css).first.press("ArrowRight")
        assert walker.state()["phase"] == "idle"


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_presses_an_edge(walker, key):
    """Enter and Space are a click."""
    edge(walker, "a", "c").focus()
    walker.element.locator(".edge-says").evaluate("(p) => { p.textContent = ''; }")
    walker.page.keyboard.press(key)
    assert says(walker).startswith("From a to c")


def test_a_square_has_two_edges_and_both_can_be_chosen(walker):
    """By mouse and by keys, each is its own path from a to d = a · a."""
    marked = []
    for number in range(2):
        walker.page.mouse.click(*middle(walker, edge(walker, "a", "d", number)))
        assert says(walker) == (
            "From a to d: local derivative a = 2.0. It carries 0.5 × 2.0 = 1.0 to a."
        )
        marked += chosen(walker)
        edge(walker, "b", "c").focus()
        edge(walker, "a", "d", number).focus()
        assert chosen(walker) == marked[-1:]
    assert len(set(marked)) == 2
    assert edge(walker, "a", "d", 2).count() == 0


def test_the_contribution_follows_the_walk(walker):
    """Before the visit it will carry something, after it it carries the product."""
    edge(walker, "a", "c").focus()
    walker.press("Step forward")
    assert "will carry the gradient of c times" in says(walker)
    walker.go("Step forward", "ready")
    walker.press("Start backward")
    walker.press("Step backward")
    assert says(walker).endswith("It will carry 1.0 × -3.0 = -3.0 to a.")
    walker.go("Step backward", "done")
    assert says(walker).endswith("It carries 1.0 × -3.0 = -3.0 to a.")


def test_every_edge_tells_its_own_numbers(walker):
    """Formula and number of each edge of each graph, against the slopes of the graph."""
    for preset in ("sum", "neuron", "kink"):
        walker.menu.select_option(preset)
        held = walker.handle.evaluate(
            "(w) => [w.walker.walked.nodes, w.walker.drawing.edges.map((e) => [e.user, e.slot])]"
        )
        nodes, slots = held
        inputs = sorted((i, k) for i, n in enumerate(nodes) for k in range(len(n["inputs"])))
        assert sorted(map(tuple, slots)) == inputs
        for number, (user, slot) in enumerate(slots):
            edges(walker).nth(number).focus()
            start = nodes[nodes[user]["inputs"][slot]]["name"]
            assert says(walker).startswith(
                f"From {start} to {nodes[user]['name']}: local derivative "
            )
            shown = walker.page.evaluate("authoring.numbers.number", nodes[user]["slopes"][slot])
            said = says(walker).split(": local derivative ")[1].split(". It ")[0]
            assert float(said.split(" = ")[-1].replace("−", "-")) == float(shown)


def test_every_formula_is_the_local_derivative(visit, small):
    """Computed as it stands, with the values' names: sums without a name are in brackets."""
    walker = Mouse(visit(small.url + "chapters/figures.html"), 0)
    nodes = walker.handle.evaluate("(w) => w.walker.walked.nodes")
    names = {n["label"]: n["data"] for n in nodes if n["label"]}
    names |= {"tanh": math.tanh, "exp": math.exp, "log": math.log}
    slots = walker.handle.evaluate("(w) => w.walker.drawing.edges.map((e) => [e.user, e.slot])")
    assert len(slots) == 36
    for number, (user, slot) in enumerate(slots):
        edges(walker).nth(number).focus()
        said = says(walker).split(": local derivative ")[1].split(". It ")[0]
        formula = said.split(" = ")[0]
        for sign, python in {"−": "-", "·": "*", "×": "*", "^": "**", "²": "**2"}.items():
            formula = formula.replace(sign, python)
        assert math.isclose(eval(formula, names), nodes[user]["slopes"][slot]), said
        assert (" = " not in said) == bool(re.fullmatch(r"-?[\d.]+", formula)), said


def test_an_edge_tells_by_its_label_what_it_carries(walker):
    """Who hears the page hears the contribution too; and no number before it is known."""
    one = edge(walker, "a", "c")
    assert one.get_attribute("aria-label") == (
        "a to c: local derivative b = -3.0. It carries 1.0 × -3.0 = -3.0 to a."
    )
    walker.press("Step forward")
    assert one.get_attribute("aria-label") == (
        "a to c: local derivative b. It will carry the gradient of c times that to a."
    )
    assert walker.element.locator("[aria-live], [role=status]").count() == 1


def test_a_graph_without_rules_has_slopes_and_no_contribution(visit, small):
    """Before step 5 there is nothing to carry."""
    walker = Mouse(visit(small.url + "chapters/walks.html"), 3)
    edge(walker, "p", "p · p").focus()
    assert says(walker) == "From p to p · p: local derivative p = 2.0."
