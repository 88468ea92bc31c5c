"""Node, line of code and part of the formula light up together."""

import pytest

from tests.browser.walking import Mouse

LIT = """(walk) => {
  const texts = (where, css) => [...where.querySelectorAll(css)].map((one) => one.textContent.trim());
  return {
    node: [...walk.querySelectorAll("svg g.lit")].map((one) => one.dataset.name),
    formula: texts(walk, ".formulas .lit"), code: texts(document, ".highlight .line.lit"),
  };
}"""
C = {"node": ["n5"], "formula": ["c = a · b", "c"], "code": ["c = a * b"]}
NONE = {"node": [], "formula": [], "code": []}


@pytest.fixture
def walker(visit, small):
    return Mouse(visit(small.url + "chapters/walks.html"), 0)


def lit(walker):
    return walker.handle.evaluate(LIT)


def node(walker, name):
    return walker.element.locator(f'.preset:not([hidden]) svg [role=img][aria-label^="{name}:"]')


def line(walker, text):
    return walker.page.locator(".highlight .line", has_text=text).first


def part(walker, text):
    return walker.element.locator(".preset:not([hidden]) .formulas .equation", has_text=text)


def c(walker):
    """What is lit with c: its box, its formula and its places in others, its line."""
    name = node(walker, "c").get_attribute("data-name")
    return C | {"node": [name]}


def test_pointing_at_a_node_lights_its_line_and_its_formula(walker):
    """And leaving it puts them out."""
    node(walker, "c").hover()
    assert lit(walker) == c(walker)
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_focusing_a_node_lights_its_line_and_its_formula(walker):
    """And leaving it puts them out."""
    node(walker, "c").focus()
    assert lit(walker) == c(walker)
    node(walker, "c").blur()
    assert lit(walker) == NONE


def test_pointing_at_a_line_lights_its_node_and_its_formula(walker):
    """And leaving it puts them out."""
    line(walker, "c = a * b").hover(position={"x": 10, "y": 5})
    assert lit(walker) == c(walker)
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_pointing_at_a_formula_lights_its_node_and_its_line(walker):
    """The whole equation is its result; a part of it is the value that it names."""
    equation = part(walker, "c = a · b")
    equation.hover(position={"x": 3, "y": 8})
    assert lit(walker) == c(walker)
    equation.locator("[data-node]", has_text="b").hover()
    assert lit(walker)["code"] == ['b = Value(-3.0, label="b")']
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_a_passing_pointer_leaves_the_focused_node_lit(walker):
    """While it rests elsewhere both are lit."""
    node(walker, "c").focus()
    node(walker, "d").hover()
    walker.page.mouse.move(0, 0)
    assert lit(walker) == c(walker)


def test_a_formula_is_reached_by_keys(walker):
    """From the last part of the drawing an arrow leads on to the formulas."""
    node(walker, "c").focus()
    for _ in range(30):
        walker.page.keyboard.press("ArrowDown")
        if walker.page.evaluate("document.activeElement.textContent") == "c = a · b":
            break
    assert lit(walker) == c(walker)


def test_a_finger_chooses_a_line(walker):
    """It lights until something else is chosen."""
    line(walker, "c = a * b").click(position={"x": 10, "y": 5})
    walker.page.mouse.move(0, 0)
    line(walker, "c = a * b").blur()
    assert lit(walker) == NONE
    line(walker, "c = a * b").focus()
    assert lit(walker) == c(walker)


def test_a_line_lights_every_walker_of_the_page(walker):
    """L is drawn twice."""
    line(walker, "c = a * b").hover(position={"x": 10, "y": 5})
    lit_boxes = walker.page.locator("graph-walk svg g.lit")
    assert lit_boxes.count() == 3  # the third is in the view that is walked
    walker.page.mouse.move(0, 0)
    assert lit_boxes.count() == 0


def test_a_value_without_a_name_has_its_users_line(walker):
    """d * 0.5 was made by the line of L."""
    node(walker, "d · 0.5").focus()
    assert lit(walker)["code"] == ["L = c + d * 0.5"]


def test_another_graph_of_the_menu_is_linked_too(walker):
    """Each preset lights its own nodes."""
    walker.menu.select_option("neuron")
    node(walker, "w").focus()
    assert lit(walker)["code"] == ['w = Value(0.7, label="w")']
    assert "w" in lit(walker)["formula"]
