"""Leaf values, edited in their fields by typing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.walking import PHONE, UNKNOWN, Mouse, Walker, value


def test_fields_stand_folded_below_the_controls(anew, small):
    """With the steps in words and the table: one line is left below a walk."""
    walker = Walker(anew(small.alone("chapters/walks.html")), 0)
    fields = walker.element.get_by_role("textbox")
    expect(fields).to_have_count(0)
    walker.element.locator(".steps:visible > summary").click()
    assert fields.count() and walker.element.locator(".steps:visible ol").is_visible()


@pytest.fixture
def walker(anew, small):
    """The first walker of the small book: L = a * b + a * a * 0.5 with a = 2, b = -3."""
    return Walker(anew(small.alone("chapters/walks.html")), 0)


def leaf(walker, name="a"):
    return walker.field(name)


def edit(walker, text, name="a"):
    leaf(walker, name).fill(text)
    leaf(walker, name).press("Enter")


def named(walker):
    """Data and gradient of each value that has a name."""
    now, nodes = walker.state(), walker.handle.evaluate("(walk) => walk.made.walked.nodes")
    pairs = zip(now["data"], now["grad"], strict=True)
    return {n["label"]: pair for n, pair in zip(nodes, pairs, strict=True) if n["label"]}


BEFORE = {
    "a": ("2.0", "−1.0"),
    "b": ("−3.0", "2.0"),
    "c": ("−6.0", "1.0"),
    "d": ("4.0", "0.5"),
    "L": ("−4.0", "1.0"),
}


TYPED = {
    "4": 4,
    "-4.5": -4.5,
    "−4.5": -4.5,
    " 3 ": 3,
    "+5": 5,
    "1e1": 10,
    "1/2": 0.5,
    "1,5": 1.5,
    "0": 0,
}
BAD = ["", "  ", "abc", "1,5,0", "NaN", "Infinity", "-Infinity", "1e999", "1/0", "--1", "0x10"]


def test_everything_that_depends_on_a_leaf_follows(walker):
    """A new number, typed in any usual way, reaches all data and all gradients."""
    assert named(walker) == BEFORE
    for text, data in TYPED.items():
        edit(walker, text)
        b, grad_a = -3.0, -3.0 + data
        expected = {
            "a": (data, grad_a), "b": (b, data), "c": (data * b, 1), "d": (data**2, 0.5),
            "L": (data * b + data**2 * 0.5, 1),
        }  # fmt: skip
        found = {name: tuple(map(value, pair)) for name, pair in named(walker).items()}
        assert found == expected, text
        says, output = walker.state()["says"], named(walker)["L"][0]
        told = rf"a is now .+, and L (is|goes from .+ to) {re.escape(output)}[.:]"
        assert re.match(told, says), text
        assert value(leaf(walker).input_value()) == data, text


def test_bad_input_is_refused_with_a_word(walker):
    """The last good value stays, in the field and in the figure."""
    edit(walker, "5")
    good = named(walker)
    for text in BAD:
        edit(walker, text)
        assert named(walker) == good, text
        assert leaf(walker).input_value() == "5.0", text
        says = walker.state()["says"]
        assert says.startswith("a needs a number"), text
        assert says.endswith("It keeps 5.0."), text


def test_on_a_phone_a_button_changes_the_sign(anew, small):
    """A decimal pad may have no minus. What is a number is set at once; an emptied field waits for
    its digits. Where there is a keyboard, no button is in the way."""
    page = anew(small.alone("chapters/walks.html"), **PHONE)
    walker = Walker(page, 0)
    leaf(walker)
    sign = walker.element.get_by_role("button", name="Change the sign").first
    sign.tap()
    expect(leaf(walker)).to_have_value("−2.0")
    assert named(walker)["a"][0] == "−2.0"
    assert "a is now −2.0, and L goes from " in walker.state()["says"]
    leaf(walker).fill("")
    sign.tap()
    expect(leaf(walker)).to_be_focused()
    page.keyboard.type("4")
    leaf(walker).blur()
    expect(leaf(walker)).to_have_value("−4.0")
    assert named(walker)["a"][0] == "−4.0"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    laptop = Walker(anew(small.alone("chapters/walks.html")), 0)
    assert laptop.element.get_by_role("button", name="Change the sign").count() == 0


def test_a_refused_field_is_marked_until_it_is_good(walker):
    """Assistive technology hears it too: aria-invalid is true, and goes with the next good value."""
    edit(walker, "abc")
    assert leaf(walker).get_attribute("aria-invalid") == "true"
    edit(walker, "5")
    assert leaf(walker).get_attribute("aria-invalid") in (None, "false")


def test_a_value_that_would_burst_the_graph_is_refused(walker):
    """A finite leaf may not make a later value infinite."""
    edit(walker, "1e200")
    assert named(walker) == BEFORE
    says = walker.state()["says"]
    assert says.startswith("a cannot be")
    assert says.endswith("It keeps 2.0.")


@pytest.mark.parametrize("phase", ["given", "forward", "seed", "backward", "finished"])
def test_an_edit_keeps_the_place_in_the_walk(walker, phase):
    """What is known changes, what is not yet known stays unknown, and the log tells the new."""
    before = walker.to(phase)
    edit(walker, "5")
    now = walker.state()
    assert (now["phase"], now["at"]) == (phase, before["at"])
    for row in ("data", "grad"):
        assert [x == UNKNOWN for x in now[row]] == [x == UNKNOWN for x in before[row]]
    assert "5.0" in now["data"]
    assert now["says"].startswith("a is now 5.0")
    assert ("and L " in now["says"]) == (now["data"][-1] != UNKNOWN)
    assert "a = 5.0" in now["steps"][0]
    walker.press("Next")
    walker.press("Back")
    assert walker.state()["data"] == now["data"]


def test_after_an_edit_the_walk_is_that_of_the_new_number(walker):
    """Chips, sums and gradients at every position; against finite differences at the end."""
    edit(walker, "5")
    while not (visit := walker.state())["says"].startswith("Visit c,"):
        walker.press("Back")
    assert visit["chips"] == ["1.0 × 5.0", "1.0 × −3.0"]
    assert (visit["sums"], visit["grad"][0]) == (["5.0 + −3.0 = 2.0"], "2.0")
    walker.range.press("End")
    values = {"a": 5.0, "b": -3.0}

    def loss(a, b):
        return a * b + a * a * 0.5

    for name in values:
        up, down = ({**values, name: values[name] + h} for h in (1e-6, -1e-6))
        slope = (loss(**up) - loss(**down)) / 2e-6
        assert value(named(walker)[name][1]) == pytest.approx(slope, rel=1e-6)


def test_reset_brings_the_chapters_numbers_back(anew, small):
    """After edits too; the fields follow, and no field is marked any more."""
    walker = Mouse(anew(small.alone("chapters/walks.html")), 0)
    edit(walker, "5")
    edit(walker, "6", "b")
    edit(walker, "abc", "b")
    walker.press("Reset")
    assert [leaf(walker, name).input_value() for name in "ab"] == ["2.0", "−3.0"]
    assert leaf(walker, "b").get_attribute("aria-invalid") in (None, "false")
    walker.range.press("End")
    assert named(walker) == BEFORE


def test_the_table_follows_an_edit(walker):
    """The table of all numbers never says other than the figure."""
    edit(walker, "5")
    now = walker.state()
    rows = walker.handle.evaluate(
        "(walk) => [...walk.querySelectorAll('.preset:not([hidden]) .values tbody tr')].map((tr) => [...tr.cells].map((td) => td.textContent))"
    )
    assert [row[2] for row in rows] == now["data"]
    assert [row[4] for row in rows] == now["grad"]


def test_a_long_number_keeps_to_its_box(walker):
    """It is squeezed into the room of its half."""
    edit(walker, "-1234.5678")
    rows = walker.handle.evaluate("""(walk) => [...walk.querySelector("section:not([hidden]) svg").querySelectorAll(".node.value")].flatMap((box) => {
      const place = (part) => box.querySelector(`[data-part=${part}]`).getBoundingClientRect();
      return ["data", "grad"].map((row) => place(row).left - place(`${row}-half`).left);
    })""")
    assert len(rows) == 14
    assert min(rows) > 1
    edit(walker, "2")
    assert walker.element.locator("text[textLength]").count() == 0


def test_arrow_keys_in_a_field_do_not_step(walker):
    """They move the caret."""
    before = walker.to("forward")
    for key in ("ArrowRight", "ArrowLeft"):
        leaf(walker).press(key)
        assert walker.state() == before


def test_walkers_of_a_page_do_not_mix(anew, small):
    """Editing and stepping one leaves every other walker of the page alone."""
    page = anew(small.url + "chapters/walks.html")
    walkers = [Walker(page, n) for n in range(page.locator("graph-walk").count())]
    assert len(walkers) == 7
    others = [walker.state() for walker in walkers[1:]]
    first = Mouse(page, 0)
    edit(first, "5")
    first.press("Back")
    assert [walker.state() for walker in walkers[1:]] == others


def test_a_graph_of_the_menu_keeps_its_numbers(walker):
    """Another one does not touch them."""
    edit(walker, "5")
    data = walker.state()["data"]
    walker.menu.select_option("neuron")
    assert walker.state()["data"] != data
    walker.menu.select_option("sum")
    assert walker.state()["data"] == data


def test_a_graph_of_the_menu_takes_the_same_leaf_along(anew, small):
    """Where `a` began as the same number in both, the reader compares them at the same place."""
    walker = Walker(anew(small.url + "chapters/walks.html"), 5)
    edit(walker, "5")
    walker.menu.select_option("square")
    assert leaf(walker).input_value() == "5.0"
    edit(walker, "4")
    walker.menu.select_option("sum")
    assert leaf(walker).input_value() == "4.0"
    assert leaf(walker, "b").input_value() == "−3.0"


def test_an_edit_ends_the_playing_and_is_kept_by_it(walker):
    """Play goes on with the new number."""
    walker.press("Play")
    edit(walker, "5")
    assert walker.button("Play").is_visible()
    walker.press("Play")
    assert walker.button("Pause").is_visible()
    assert "a = 5.0" in walker.state()["steps"][0]
