"""Three tanh units, dragged onto a curve and then taught."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Finger
from tests.browser.walking import PHONE
from tests.built import ROOT

PAGE = "chapters/05-neuron.html"
PUSHED = [2.5, 1.2 - 2.5 * 2, 0.5] * 3 + [0.0]
"""Each unit's weight, bias and height with all dots at the right end, and the last bias."""
PUSH = "(one) => [0, 1, 2].forEach((k) => one.put(k, 2, 0.5 * Math.tanh(1.2)))"


@pytest.fixture(scope="module")
def python():
    """The functions of the cell that draws the figure for paper."""
    text = (ROOT / "docs/chapters/05-neuron.md").read_text()
    cell = re.search(r"```python figure hide .*\n([\s\S]*?)\nfig, ax", text)[1]
    made = {}
    exec(cell, made)
    return made


def error(table):
    return re.match(r"Error (\d\.\d{4})", table.get_by_role("status").inner_text())[1]


def test_the_button_goes_where_the_page_s_own_loop_went(anew, book):
    """The script's slopes are those of the cell that drew the figure for paper."""
    page = anew(book.url + PAGE)
    bends = page.locator("three-bends")
    assert error(bends) > "1"
    expect(page.locator("figure.on-paper, .on-paper figure").first).to_be_hidden()
    bends.get_by_role("button", name="Let it learn").click()
    expect(bends.get_by_role("status")).to_contain_text("before 300 steps", timeout=20_000)
    caption = page.locator("figcaption", has_text="300 steps").text_content()
    assert error(bends) == re.search(r"0\.\d{4}", caption)[0]


def test_learning_raises_no_error_and_says_that_it_is_stuck(anew, book, python):
    """From the far right, where steps of one length would; the page's loop goes the same way."""
    page = anew(book.url + PAGE)
    bends, p = page.locator("three-bends"), PUSHED
    says = bends.get_by_role("status")
    bends.evaluate(PUSH)
    expect(says).to_contain_text("You moved 3 of 10 numbers.")
    for _ in range(4):
        before = error(bends)
        bends.get_by_role("button", name="Let it learn").click()
        expect(says).to_contain_text(f"It was {before} before 300 steps. It’s stuck")
        p = python["bends_learned"](p, 300)
        assert error(bends) == f"{python['bends_error_of'](p):.4f}" <= before
    bends.get_by_role("button", name="Reset").click()
    bends.get_by_role("button", name="Let it learn").click()
    expect(says).to_have_text(re.compile(r"before 300 steps\.$"))


def test_a_band_for_each_unit_shows_where_it_is_steep(anew, book, python):
    """Those of the start cover the width; pushed to the right, they leave the left bare."""
    page = anew(book.url + PAGE)
    bends = page.locator("three-bends")
    expect(bends.locator(".band")).to_have_count(3)

    def bands():
        sides = "(all) => all.map((one) => ['x', 'width'].map((side) => Number(one.getAttribute(side))))"
        return [(x, x + wide) for x, wide in bends.locator(".band").evaluate_all(sides)]

    def of(p):
        ends = [python["bend_steep"](*p[k : k + 2]) for k in (0, 3, 6)]
        return [tuple(pytest.approx(100 * (x + 2), abs=0.11) for x in two) for two in ends]

    assert bands() == of(python["start"])
    (left, one), (two, three), (four, right) = bands()
    assert left == 0 and two < one and four < three and right == 400
    bends.evaluate(PUSH)
    assert bands() == of(PUSHED) and min(x for x, _ in bands()) > 200
    told = bends.get_by_role("slider").first.get_attribute("aria-valuetext")
    assert "steep from 0.6 to 2.0" in told


def test_a_unit_is_moved_by_hand_and_by_keys(anew, book):
    """A dot moves its unit's bias and height, so two of ten numbers."""
    page = anew(book.url + PAGE)
    bends = page.locator("three-bends")
    says, before = bends.get_by_role("status"), error(bends)
    dot = bends.get_by_role("slider").nth(1)
    bends.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    box = dot.locator(".held").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 10, y + 120, steps=4)
    page.mouse.up()
    expect(says).to_contain_text("You moved 2 of 10 numbers.")
    assert error(bends) < before
    bends.get_by_role("button", name="Reset").click()
    dot.focus()
    page.keyboard.press("ArrowDown")
    expect(says).to_contain_text("You moved 1 of 10 numbers.")
    assert error(bends) < before


def test_what_was_moved_and_learned_outlives_a_reload(visit, book):
    """Reset takes it back, for good."""
    page = visit(book.url + PAGE)
    bends = page.locator("three-bends")
    first = error(bends)
    bends.get_by_role("slider").first.press("ArrowDown")
    moved = error(bends)
    page.reload()
    assert error(bends) == moved != first
    bends.get_by_role("button", name="Let it learn").click()
    expect(bends.get_by_role("status")).to_contain_text("before 300 steps")
    learned = error(bends)
    page.reload()
    assert error(bends) == learned < moved
    bends.get_by_role("button", name="Reset").click()
    page.reload()
    assert error(bends) == first


def test_a_finger_moves_a_unit_and_not_the_page(anew, book):
    """A vertical drag, on which a phone would scroll."""
    page = anew(book.url + PAGE, **PHONE)
    bends = page.locator("three-bends")
    says, dot = bends.get_by_role("status"), bends.get_by_role("slider").nth(1)
    bends.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    box, before = dot.locator(".held").bounding_box(), page.evaluate("scrollY")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand = Finger(page)
    hand.down(x, y)
    for step in range(1, 9):
        hand.move(x - step, y + 10 * step)
    hand.up()
    expect(says).to_contain_text("You moved 2 of 10 numbers.")
    at = dot.locator(".held").bounding_box()
    assert abs(at["y"] - box["y"] - 80) < 12 and page.evaluate("scrollY") == before
