"""Node, line of code and part of the formula light up together."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.walking import PHONE, Walker

WIDE = {"viewport": {"width": 1280, "height": 900}}

LIT = """(walk) => {
  const seen = [...walk.querySelectorAll(".lit")].filter((one) => one.checkVisibility());
  const texts = (css) => seen.filter((one) => one.matches(css)).map((one) => one.textContent.trim());
  return { node: seen.filter((one) => one.matches("svg g")).map((one) => one.dataset.name), formula: texts(".formulas *"), code: texts(".made .line") };
}"""
F = {"formula": ["f = a × b", "f"], "code": ["f = a * b"]}
NONE = {"node": [], "formula": [], "code": []}


@pytest.fixture
def walker(anew, small):
    """g = a * b + a * 0.5, which is narrow enough to have its code beside it; its formulas say the
    same, and are unfolded."""
    page = anew(small.alone("chapters/walks.html", 6))
    page.mouse.click(1, 1)  # as another test may have left the page
    page.keyboard.press("Shift")  # a key was the last that was used: what has the focus is seen
    page.locator(".steps").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    return Walker(page, 0)


def lit(walker):
    return walker.handle.evaluate(LIT)


def node(walker, name):
    return walker.element.locator(
        f'.preset:not([hidden]) svg:visible [role=img][aria-label^="{name}:"]'
    )


def line(walker, text):
    """Of the code that stands in the figure."""
    return walker.element.locator(".preset:not([hidden]) .made .line", has_text=text)


def part(walker, text):
    return walker.element.locator(".preset:not([hidden]) .formulas .equation", has_text=text)


def f(walker):
    """What is lit with f: its box, its formula and its places in others, its line."""
    name = node(walker, "f").get_attribute("data-name")
    return F | {"node": [name]}


def test_pointing_at_a_node_lights_its_line_and_its_formula(walker):
    """And leaving it puts them out."""
    node(walker, "f").hover()
    assert lit(walker) == f(walker)
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_focusing_a_node_lights_its_line_and_its_formula(walker):
    """And leaving it puts them out."""
    node(walker, "f").focus()
    assert lit(walker) == f(walker)
    node(walker, "f").blur()
    assert lit(walker) == NONE


def test_pointing_at_a_line_lights_its_node_and_its_formula(walker):
    """And leaving it puts them out."""
    line(walker, "f = a * b").hover(position={"x": 10, "y": 5})
    assert lit(walker) == f(walker)
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_pointing_at_a_formula_lights_its_node_and_its_line(walker):
    """The whole equation is its result; a part of it is the value that it names."""
    equation = part(walker, "f = a × b")
    equation.hover(position={"x": 3, "y": 8})
    assert lit(walker) == f(walker)
    equation.locator("[data-nodes]", has_text="b").hover()
    assert lit(walker)["code"] == ['b = Value(-3.0, label="b")']
    walker.page.mouse.move(0, 0)
    assert lit(walker) == NONE


def test_a_passing_pointer_leaves_the_focused_node_lit(walker):
    """While it rests elsewhere both are lit."""
    node(walker, "f").focus()
    node(walker, "g").hover()
    walker.page.mouse.move(0, 0)
    assert lit(walker) == f(walker)


def test_an_edge_and_its_term_light_together(walker):
    """With the line that made what the edge leads to; a term lights its box, too."""
    term = part(walker, "f = a × b").locator("[data-nodes]", has_text="b")
    name = f"{node(walker, 'b').get_attribute('data-name')}->{f(walker)['node'][0]}op"
    term.hover()
    assert name in lit(walker)["node"]
    walker.element.locator(f'.preset:not([hidden]) svg:visible [data-name="{name}"]').focus()
    walker.page.mouse.move(0, 0)
    assert lit(walker) == {"node": [name], "formula": ["b"], "code": ["f = a * b"]}


def test_a_figure_lights_its_own_parts(walker):
    """And no other figure's, though a and b are drawn in most of this page."""
    node(walker, "b").focus()
    assert walker.element.locator(".lit:visible").count() == 3  # box, line, place in a formula
    assert walker.page.locator("graph-walk .lit:visible").count() == 3


def test_a_box_lights_its_name_in_the_text_and_the_name_its_box(anew, book):
    """Of the figure that is nearest to the name, in prose, formulas and code."""
    page = anew(book.url + "chapters/04-manual-backprop.html", **WIDE)
    name = page.locator("p code:visible", has_text=re.compile("^d$")).first
    name.scroll_into_view_if_needed()
    name.hover()
    assert names_lit(page) == {"d"}
    assert {"code", "mi", "g"} <= {*page.locator(".lit:visible").evaluate_all(TAGS)}
    page.mouse.move(0, 0)
    expect(page.locator(".lit")).to_have_count(0)
    page.locator(
        "[data-scrolled='0'] .node:visible", has=page.locator("text", has_text=re.compile("^d$"))
    ).hover()
    expect(name).to_have_class(re.compile("lit"))


def test_a_key_lights_names_too(visit, book):
    """A figure that is scrolled is one stop; Up and Down go from box to box."""
    page = visit(book.url + "chapters/04-manual-backprop.html", **WIDE)
    page.locator("p code:visible", has_text=re.compile("^d$")).first.scroll_into_view_if_needed()
    stops = "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.querySelectorAll('[tabindex=\"0\"]').length)"
    assert page.locator("[data-scrolled='0'] svg").evaluate_all(stops) == [1]
    page.locator("[data-scrolled='0'] svg:visible .node[tabindex='0']").focus()
    first = names_lit(page)
    page.keyboard.press("ArrowDown")
    assert len(first) == len(names_lit(page)) == 1 and first != names_lit(page)


def test_a_tapped_name_lights_its_box_for_a_while(anew, book):
    """Nothing moves by it."""
    page = anew(book.url + "chapters/04-manual-backprop.html", **PHONE)
    name = page.locator("p code:visible", has_text=re.compile("^d$")).first
    name.scroll_into_view_if_needed()
    before = name.bounding_box()
    name.tap()
    expect(page.locator("[data-scrolled='0'] .node.lit:visible")).to_have_count(1)
    assert name.bounding_box() == before
    expect(page.locator(".lit")).to_have_count(0)


def names_lit(page):
    """The labels of the boxes that are lit."""
    lit = page.locator("svg .node.lit [data-part=label]:visible")
    return {*lit.all_text_contents()}


TAGS = "(all) => all.map((one) => one.localName)"


LINES = "(walk) => [...walk.querySelectorAll('.preset:not([hidden]) .made .now')].map((one) => one.textContent.trim())"


def test_the_line_that_made_a_node_is_marked_while_it_is_stepped(walker):
    """Forward and backward; no line at both ends, where nothing is stepped."""
    lines = []
    walker.press("Reset")
    for _ in range(walker.state()["end"] + 1):
        lines.append(walker.handle.evaluate(LINES))
        walker.press("Next")
    f, g = ["f = a * b"], ["g = f + a * 0.5"]
    assert lines[0] == lines[-1] == []
    assert lines[1:4] == [f, g, g]  # a × b, a × 0.5, g
    assert lines[4:8] == [g, g, g, f]  # the seed and the visits


@pytest.mark.parametrize(("options", "number"), [({}, 0), (PHONE, 6)])
def test_the_marked_line_is_on_the_screen_with_the_drawing(anew, small, options, number):
    """Beside it, or where there is no room beside it, with the sentence."""
    walker = Walker(anew(small.alone("chapters/walks.html", number), **options), 0)
    for phase in ("forward", "seed", "backward"):
        walker.to(phase)
        walker.element.locator(".stage figure:visible").evaluate(
            "(one) => scrollTo(0, scrollY + one.getBoundingClientRect().top - 60)"
        )
        shown = walker.element.locator(".line.now:visible")
        assert shown.count() == 1
        line, drawn = (one.bounding_box() for one in (shown, walker.element.locator(".visiting:visible").first))  # fmt: skip
        height = walker.page.viewport_size["height"]
        assert all(0 <= box["y"] <= height - box["height"] for box in (line, drawn))


def test_a_value_without_a_name_has_its_users_line(walker):
    """a * 0.5 was made by the line of g."""
    node(walker, "a × 0.5").focus()
    assert lit(walker)["code"] == ["g = f + a * 0.5"]


def test_another_graph_of_the_menu_is_linked_too(walker):
    """Each preset lights its own nodes."""
    walker.menu.select_option("squashed")
    node(walker, "w").focus()
    assert lit(walker)["code"] == ['w = Value(0.7, label="w")']
    assert "w" in lit(walker)["formula"]
