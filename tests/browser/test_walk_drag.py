"""A leaf's number is dragged sideways in its box, or tapped and typed."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Finger, Mouse
from tests.browser.walking import PHONE, Walker, value

WALKS = "chapters/walks.html"
BOX = ".preset:not([hidden]) svg:visible .draggable"
GHOST = f"{BOX} .ghost"


@pytest.fixture(params=["mouse", pytest.param("touch", marks=pytest.mark.slow)])
def hand(request, anew, small):
    """f = a * b and g = f + a * 0.5, with a = 2 and b = -3, and what drags."""
    options = PHONE if request.param == "touch" else {}
    page = anew(small.alone(WALKS, 6), **options)
    return (Finger if request.param == "touch" else Mouse)(page), Walker(page, 0)


def drag(hand, walker, by):
    """Take a's number and move it sideways; the hand stays down."""
    x, y = centre(walker, "a")
    hand.down(x, y)
    for part in range(1, 5):
        hand.move(x + by * part / 4, y)


def box(walker, name):
    return walker.element.locator(f'{BOX}[aria-label^="{name}:"]')


def centre(walker, name):
    """The middle of a leaf's box, in the middle of the screen."""
    return box(walker, name).evaluate("""(g) => {
      g.scrollIntoView({ block: "center", inline: "center" });
      const { x, y, width, height } = g.querySelector("[data-part=data-half]").getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }""")


def numbers(walker):
    """Data and gradient of each value by its name."""
    now, nodes = walker.state(), walker.handle.evaluate("(w) => w.made.walked.nodes")
    rows = zip(now["data"], now["grad"], strict=True)
    return {n["name"]: row for n, row in zip(nodes, rows, strict=True)}


def expected(a, b):
    """Of g = a × b + a × 0.5 and the values before it: data and gradient."""
    return {
        "a": (a, b + 0.5), "b": (b, a), "0.5": (0.5, a), "f": (a * b, 1.0),
        "a × 0.5": (a * 0.5, 1.0), "g": (a * b + a * 0.5, 1.0),
    }  # fmt: skip


def found(walker):
    return {name: tuple(map(value, row)) for name, row in numbers(walker).items()}


@pytest.mark.parametrize("hand", ["mouse", "touch"], indirect=True)
def test_everything_downstream_follows_while_dragging(hand):
    """Before the reader lets go: data, gradients, the table, the field."""
    hand, walker = hand
    assert found(walker) == expected(2.0, -3.0)
    drag(hand, walker, 60)
    moved = value(numbers(walker)["a"][0])
    assert moved == 3.0
    assert found(walker) == expected(moved, -3.0)
    rows = walker.element.locator(".preset:not([hidden]) .values tbody tr")
    table = rows.evaluate_all("(all) => all.map((tr) => tr.cells[2].textContent)")
    assert table == walker.state()["data"]
    field = walker.field("a")
    assert value(field.input_value()) == moved
    hand.up()
    assert found(walker) == expected(moved, -3.0)
    assert f"a is now {moved}" in walker.state()["says"]


@pytest.mark.parametrize("hand", ["mouse", "touch"], indirect=True)
def test_what_follows_is_told_while_dragging(hand):
    """The output and how far it moved, or the gradient that the author has the reader watch once it
    has arrived."""
    hand, walker = hand
    drag(hand, walker, 60)
    assert walker.state()["says"] == "a is now 3.0, and g goes from −5.0 to −7.5: −2.5."
    walker.element.evaluate("(walk) => { walk.dataset.watch = 'b' }")
    hand.move(*centre(walker, "a"))
    assert walker.state()["says"] == "a is now 2.0, and the gradient of b is 2.0."
    hand.up()
    assert walker.state()["says"] == "a is now 2.0, and the gradient of b is 2.0."


def test_a_move_is_told_from_where_the_last_one_left_the_output(visit, small):
    """The moves of one leaf count together, and those of another from there."""
    walker = Walker(visit(small.alone(WALKS, 6)), 0)
    for name, typed, told in [
        ("a", "2.5", "a is now 2.5, and g goes from −5.0 to −6.25: −1.25."),
        ("a", "3", "a is now 3.0, and g goes from −5.0 to −7.5: −2.5."),
        ("b", "-2", "b is now −2.0, and g goes from −7.5 to −4.5: +3.0."),
        ("b", "-3", "b is now −3.0, and g is −7.5."),
    ]:
        walker.field(name).fill(typed)
        walker.field(name).press("Enter")
        assert walker.state()["says"] == told


def test_left_is_less_and_as_far_back_is_as_before(hand):
    """A number goes through the same values both ways."""
    hand, walker = hand
    drag(hand, walker, -90)
    assert value(numbers(walker)["a"][0]) < 2.0
    hand.move(*centre(walker, "a"))
    hand.up()
    assert found(walker) == expected(2.0, -3.0)


def test_the_old_number_stays_as_a_ghost_and_goes(hand):
    """Struck through above the new one, from the first move until a second after the last."""
    hand, walker = hand
    ghost = walker.element.locator(GHOST)
    assert ghost.count() == 0
    drag(hand, walker, 60)
    assert ghost.text_content() == "2.0"
    hand.up()
    walker.page.wait_for_timeout(300)
    assert ghost.text_content() == "2.0"
    ghost.wait_for(state="detached", timeout=2000)


@pytest.mark.parametrize("hand", ["mouse", "touch"], indirect=True)
def test_a_tap_tells_what_a_box_holds(hand):
    """Of every value; the end of a drag is no tap, and its own sentence stays."""
    hand, walker = hand
    one = walker.element.locator('svg:visible [role=img][aria-label^="f:"]')
    one.evaluate("(g) => g.scrollIntoView({ block: 'center' })")
    at = one.bounding_box()
    hand.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    assert walker.state()["says"] == "f: data −6.0, grad 1.0."
    drag(hand, walker, 60)
    hand.up()
    assert walker.state()["says"].startswith("a is now 3.0, and ")


def test_a_drag_keeps_the_place_in_the_walk(hand):
    """What is not yet known stays unknown."""
    hand, walker = hand
    before = walker.to("seed")
    drag(hand, walker, 60)
    hand.up()
    now = walker.state()
    assert (now["at"], now["phase"]) == (before["at"], "seed")
    assert now["grad"] == before["grad"]
    assert now["data"] != before["data"]


def test_what_cannot_be_dragged_keeps_its_number(hand):
    """A constant, and what is computed."""
    hand, walker = hand
    assert walker.element.locator(BOX).count() == 2
    before = walker.state()
    for name in ("0.5", "f", "g"):
        one = walker.element.locator(f'svg:visible [role=img][aria-label^="{name}:"]')
        one.evaluate("(g) => g.scrollIntoView({ block: 'center' })")
        at = one.bounding_box()
        x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
        hand.down(x, y)
        hand.move(x + 60, y)
        hand.up()
    assert walker.state()["data"] == before["data"]


@pytest.mark.parametrize("hand", ["mouse", "touch"], indirect=True)
def test_a_tap_opens_a_field_and_enter_keeps(hand):
    """The field stands on the box, with the number chosen, and goes when it is done."""
    hand, walker = hand
    hand.tap(*centre(walker, "a"))
    field = walker.element.get_by_role("textbox", name="The data of a")
    assert field.evaluate("(one) => one === document.activeElement")
    assert field.input_value() == "2.0"
    inside, outside = field.bounding_box(), box(walker, "a").bounding_box()
    assert -3 < inside["x"] - outside["x"] < 22  # beside its knob, which is as large as a thumb
    assert outside["y"] <= inside["y"] < outside["y"] + outside["height"]
    walker.page.keyboard.type("1/4")  # what was chosen is written over
    walker.page.keyboard.press("Enter")
    assert field.count() == 0
    assert found(walker) == expected(0.25, -3.0)
    assert walker.element.locator(GHOST).text_content() == "2.0"


def test_escape_and_nothing_new_keep_the_old_number(hand):
    """Nothing is set, nothing is told."""
    hand, walker = hand
    before = walker.state()
    for text, key in (("7", "Escape"), ("2", "Enter")):
        hand.tap(*centre(walker, "a"))
        walker.page.keyboard.type(text)
        walker.page.keyboard.press(key)
        assert walker.element.locator(".typed").count() == 0
        assert walker.state() | {"says": ""} == before | {"says": ""}
        assert walker.element.locator(GHOST).count() == 0


def test_a_tap_alone_changes_nothing(visit, small):
    """Though a field shows four decimals of a number that has more."""
    walker = Walker(visit(small.alone(WALKS, 6)), 0)
    field = walker.field("a")
    field.fill("0.123456789")
    field.press("Enter")
    walker.range.press("End")
    assert "0.1235" in walker.state()["data"]
    Mouse(walker.page).tap(*centre(walker, "a"))
    walker.page.keyboard.press("Enter")
    assert walker.handle.evaluate("(w) => w.made.walked.nodes.find((n) => n.label === 'a').data") == 0.123456789  # fmt: skip


def test_what_is_no_number_is_refused_with_a_word(hand):
    """As in the fields below."""
    hand, walker = hand
    hand.tap(*centre(walker, "a"))
    walker.page.keyboard.type("abc")
    walker.page.keyboard.press("Enter")
    assert found(walker) == expected(2.0, -3.0)
    assert walker.state()["says"].startswith("a needs a number")
    assert walker.state()["says"].endswith("It keeps 2.0.")


def test_arrows_in_the_field_move_its_caret(hand):
    """And do not step the walk."""
    hand, walker = hand
    before = walker.to("seed")
    hand.tap(*centre(walker, "a"))
    walker.page.keyboard.press("ArrowLeft")
    walker.page.keyboard.press("Escape")
    assert walker.state()["at"] == before["at"]


def test_leaving_the_field_keeps_what_was_typed(hand):
    """A finger has no Enter at hand."""
    hand, walker = hand
    hand.tap(*centre(walker, "a"))
    walker.page.keyboard.type("5")
    walker.element.locator(".typed").blur()
    assert found(walker) == expected(5.0, -3.0)


def test_a_finger_changes_the_sign_of_what_it_types(anew, small):
    """A decimal pad may have no minus; the button covers nothing typed, and the field stays open."""
    walker = Walker(anew(small.alone(WALKS, 6), **PHONE), 0)
    Finger(walker.page).tap(*centre(walker, "a"))
    field = walker.element.get_by_role("textbox", name="The data of a")
    walker.page.keyboard.type("5")
    sign = walker.element.locator(".typing").get_by_role("button", name="Change the sign")
    at = sign.bounding_box()
    assert min(at["width"], at["height"]) >= 44
    typed = field.bounding_box()
    assert typed["x"] + typed["width"] <= at["x"] <= 390 - at["width"]
    sign.tap()
    expect(field).to_have_value("−5")
    expect(field).to_be_focused()
    field.blur()
    assert found(walker) == expected(-5.0, -3.0)


def test_a_finger_that_moves_down_scrolls_the_page(anew, small):
    """Also where it begins on a number."""
    walker = Walker(anew(small.alone(WALKS, 6), **PHONE), 0)
    finger = Finger(walker.page)
    x, y = centre(walker, "a")
    before = walker.page.evaluate("scrollY")
    finger.down(x, y)
    for part in range(1, 11):
        finger.move(x, y - 20 * part)
    finger.up()
    walker.page.wait_for_function("(before) => Math.abs(scrollY - before) > 100", arg=before)
    assert found(walker) == expected(2.0, -3.0)


def test_a_drag_lands_on_round_numbers(hand):
    """Wherever the number began."""
    hand, walker = hand
    field = walker.field("a")
    field.fill("2.0337")
    field.press("Enter")
    drag(hand, walker, 60)
    assert value(numbers(walker)["a"][0]) == 3.0
