"""Three tanh units, dragged onto a curve and then taught."""

import re

from playwright.sync_api import expect

from tests.browser.hands import Finger
from tests.browser.walking import PHONE

PAGE = "chapters/05-neuron.html"


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
