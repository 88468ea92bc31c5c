"""Edges: the local derivative, and what it carries."""

import math
import re

import pytest

from tests.browser.walking import PHONE, Mouse, Walker, value

EDGE = ".preset:not([hidden]) svg:visible g[role=button]"
SHEET = "w.made.drawing.sheets.find((one) => one.seen)"


@pytest.fixture
def walker(anew, small):
    """L = a * b + a * a * 0.5 with a = 2, b = -3."""
    return Mouse(anew(small.alone("chapters/walks.html")), 0)


def edges(walker):
    """The edges of the graph that shows."""
    return walker.element.locator(EDGE)


def edge(walker, start, end, number=0):
    found = walker.element.locator(f'{EDGE}[aria-label^="From {start} to {end}:"]')
    return found.nth(number)


TOLD = """(all) => all.map((one) => {
  one.focus();
  return one.closest("graph-walk").querySelector("[role=status]").textContent.replaceAll("\\u00a0", " ");
})"""
"""What is said of each edge as it gets the focus."""


def says(walker):
    return walker.element.get_by_role("status").text_content().replace("\xa0", " ")


def chosen(walker):
    """The places of the edges that are marked as chosen."""
    return edges(walker).evaluate_all(
        "(all) => all.flatMap((one, i) => one.getAttribute('aria-pressed') === 'true' ? [i] : [])"
    )


def middle(walker, one):
    """A point on the edge's line, in the window."""
    return one.evaluate("""(group) => {
      group.scrollIntoView({ block: "center", inline: "center" });
      const path = group.querySelector("path");
      const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      return [at.x, at.y];
    }""")


def test_a_click_shows_formula_number_and_contribution(walker):
    """From a to c = a × b the local derivative is b."""
    walker.page.mouse.click(*middle(walker, edge(walker, "a", "c")))
    assert says(walker) == (
        "From a to c: local derivative b = −3.0. It carries 1.0 × −3.0 = −3.0 to a."
    )
    assert len(chosen(walker)) == 1


# For each edge that shows, whether what is so far from the middle of its line is still its own:
# to each side of it that no other edge and no box has.
HITS = f"""([w, far]) => {{
  const {{ edges, svg }} = {SHEET};
  return edges.flatMap(({{ group }}) => {{
    group.scrollIntoView({{ block: "center" }});
    const path = group.querySelector("path:not(.hit)"), length = path.getTotalLength();
    const at = (part) => path.getPointAtLength(part * length).matrixTransform(path.getScreenCTM());
    const [from, to, middle] = [at(0.45), at(0.55), at(0.5)];
    const size = Math.hypot(to.x - from.x, to.y - from.y);
    const across = [-(to.y - from.y) / size, (to.x - from.x) / size];
    return [far, -far].flatMap((by) => {{
      const [x, y] = [middle.x + by * across[0], middle.y + by * across[1]];
      const {{ left, right }} = svg.getBoundingClientRect();
      if (x < left || x > right) return []; // beyond the drawing
      const hit = document.elementFromPoint(x, y);
      return hit?.closest("g[role]") === group ? "own" : hit?.closest("svg g[data-name]") ? "another" : "none";
    }});
  }});
}}"""


def hits(walker, far):
    return walker.page.evaluate(HITS, [walker.handle, far])


@pytest.mark.parametrize(("options", "target"), [({}, 24), (PHONE, 44)])
def test_an_edge_is_as_wide_a_target_as_it_must_be(anew, small, options, target):
    """24 pixels for a mouse, 44 for a finger, unless its neighbour is nearer."""
    for number in (0, 6):
        walker = Walker(anew(small.alone("chapters/walks.html", number), **options), 0)
        sides = hits(walker, target / 2 - 1)
        assert "none" not in sides
        assert sides.count("own") >= len(sides) / 2
        assert "own" not in hits(walker, target / 2 + 4)


def test_a_click_beside_the_line_counts(walker):
    """A line is thin; ten pixels beside it still choose it."""
    x, y = middle(walker, edge(walker, "b", "c"))
    walker.page.mouse.click(x, y + 10)
    assert says(walker).startswith("From b to c: local derivative a = 2.0.")


def test_a_tap_chooses(anew, small):
    """On a touch screen of a phone's width; ten pixels beside it too, where its neighbour is not."""
    walker = Walker(anew(small.alone("chapters/walks.html", 6), **PHONE), 0)
    for beside in (0, -10):
        edge(walker, "a", "f").focus()
        x, y = middle(walker, edge(walker, "f", "g"))
        walker.page.touchscreen.tap(x + beside, y)
        assert says(walker).startswith("From f to g: local derivative 1."), beside


def test_the_focus_of_an_edge_is_seen(walker):
    """A broad band in the colour of what is chosen; the browser's own ring is a box around it."""
    one = edge(walker, "a", "c")
    band = "(g) => getComputedStyle(g.querySelector('.hit')).stroke"
    assert one.evaluate(band) == "rgba(0, 0, 0, 0)"
    walker.page.keyboard.press("Tab")
    one.focus()
    assert one.evaluate(band) != "rgba(0, 0, 0, 0)"
    assert one.evaluate("(g) => getComputedStyle(g).outlineStyle") == "none"


def test_what_is_said_of_an_edge_moves_nothing(walker):
    """It stands where the sentence of the step stood."""
    before = walker.element.bounding_box()["height"]
    edge(walker, "a", "c").focus()
    assert walker.element.bounding_box()["height"] == before


def test_focus_chooses(walker):
    """Every edge is reached by keys: Tab into the figure, then up and down."""
    stops = walker.element.locator(".preset:not([hidden]) svg:visible [tabindex]")
    first = stops.and_(walker.page.locator("[tabindex='0']"))
    assert first.count() == 1
    first.focus()
    seen = set()
    for _ in range(stops.count()):
        walker.page.keyboard.press("ArrowDown")
        seen |= set(chosen(walker))
        assert first.count() == 1
    assert seen == set(range(edges(walker).count()))


def test_arrow_keys_scroll_the_table(walker):
    """In what scrolls and has no parts of its own to go to they do not step."""
    before = walker.to("forward")
    walker.element.locator("details.values > summary").first.press("Enter")
    for key in ("ArrowRight", "ArrowLeft"):
        walker.element.locator(".values .scroll").first.press(key)
        assert walker.state() == before


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_presses_an_edge(walker, key):
    """Enter and Space are a click."""
    edge(walker, "a", "c").focus()
    walker.element.get_by_role("status").evaluate("(p) => { p.textContent = ''; }")
    walker.page.keyboard.press(key)
    assert says(walker).startswith("From a to c")


def test_a_square_has_two_edges_and_both_can_be_chosen(walker):
    """By mouse and by keys, each is its own path from a to d = a × a."""
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
    tells, walker = [], Walker(walker.page, 0)
    for state in walker.recorded()[0]:
        walker.press("Next") if state["at"] else walker.press("Reset")
        label = edge(walker, "a", "c").get_attribute("aria-label")
        if not tells or tells[-1][1] != label:
            tells.append((state["says"].split(",")[0].split(":")[0], label))
    assert tells == [
        ("Given", "From a to c: local derivative b. It will carry the gradient of c times that to a."),
        ("c", "From a to c: local derivative b = −3.0. It will carry the gradient of c times −3.0 to a."),
        ("Visit L", "From a to c: local derivative b = −3.0. It will carry 1.0 × −3.0 = −3.0 to a."),
        ("Visit c", "From a to c: local derivative b = −3.0. It carries 1.0 × −3.0 = −3.0 to a."),
    ]  # fmt: skip


def test_every_edge_tells_its_own_numbers(walker):
    """Formula and number of each edge of each graph, against the slopes of the graph."""
    for preset in ("sum", "neuron", "kink"):
        walker.menu.select_option(preset)
        held = walker.handle.evaluate(
            "(w) => [w.made.walked.nodes, w.made.drawing.sheets[0].edges.map((e) => [e.user, e.slot])]"
        )
        nodes, slots = held
        inputs = sorted((i, k) for i, n in enumerate(nodes) for k in range(len(n["inputs"])))
        assert sorted(map(tuple, slots)) == inputs
        told = edges(walker).evaluate_all(TOLD)
        for says_it, (user, slot) in zip(told, slots, strict=True):
            start = nodes[nodes[user]["inputs"][slot]]["name"]
            before, _, said = says_it.partition(": local derivative ")
            assert before == f"From {start} to {nodes[user]['name']}"
            shown = walker.page.evaluate("unpasted.numbers.number", nodes[user]["slopes"][slot])
            said = said.split(". It ")[0]
            assert value(said.split(" = ")[-1]) == value(shown)


def test_every_formula_is_the_local_derivative(anew, small):
    """Computed as it stands, with the values' names: sums without a name are in brackets."""
    walker = Mouse(anew(small.alone("chapters/figures.html")), 0)
    nodes = walker.handle.evaluate("(w) => w.made.walked.nodes")
    names = {n["name"]: n["data"] for n in nodes if n["name"].isidentifier()}
    names |= {"tanh": math.tanh, "exp": math.exp, "log": math.log}
    slots = walker.handle.evaluate(
        "(w) => w.made.drawing.sheets[0].edges.map((e) => [e.user, e.slot])"
    )
    assert len(slots) == 36
    labels = edges(walker).evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    for label, (user, slot) in zip(labels, slots, strict=True):
        said = label.split(": local derivative ")[1].split(". It ")[0]
        formula = said.split(" = ")[0]
        for sign, python in {"−": "-", "×": "*", "^": "**", "²": "**2"}.items():
            formula = formula.replace(sign, python)
        assert math.isclose(eval(formula, names), nodes[user]["slopes"][slot]), said
        assert (" = " not in said) == bool(re.fullmatch(r"-?[\d.]+", formula)), said


def test_a_step_is_told_once(walker):
    """To who hears the page: by one status."""
    assert walker.element.locator("[aria-live], [role=status], [role=alert]").count() == 1


def test_a_graph_without_rules_has_slopes_and_no_contribution(anew, small):
    """Before step 5 there is nothing to carry."""
    walker = Mouse(anew(small.alone("chapters/walks.html", 3)), 0)
    edge(walker, "p", "p × p").focus()
    assert says(walker) == "From p to p × p: local derivative p = 2.0."
