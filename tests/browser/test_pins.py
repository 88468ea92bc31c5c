"""The points of a check to drag, a wrong rule that passes at all of them, and random ones."""

import math
import re

import pytest
from playwright.sync_api import expect

from micrograd.engine import _node
from micrograd.gradcheck import gradcheck
from tests.browser.axe import Axe, switch
from tests.browser.hands import Finger
from tests.browser.walking import PHONE

PAGE = "chapters/11-gradient-checking.html"
NUMBER = r"(−?\d+\.\d+)"


@pytest.fixture
def pinned(anew, book):
    def opened(**screen):
        page = anew(book.url + PAGE, **screen)
        page.wait_for_function("Boolean(customElements.get('pinned-rule'))")
        one = page.locator("pinned-rule")
        one.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        return one

    return opened


def numbers(text):
    return [float(one.replace("−", "-")) for one in re.findall(NUMBER, text)]


def points(one):
    """Where the pins are, of which their words also tell the rule's slope and the nudge's."""
    told = [numbers(pin.get_attribute("aria-valuetext")) for pin in one.get_by_role("slider").all()]
    assert all(rule == nudge for _, rule, nudge in told)
    return [x for x, _, _ in told]


def slope(x, pins):
    t = math.tanh(x)
    return 1 - t * t + math.prod(t - math.tanh(pin) for pin in pins)


def passes(x, pins):
    try:
        gradcheck(lambda a: _node(math.tanh(a.data), "tanh", a, slope(a.data, pins)), x)
    except AssertionError:
        return False
    return True


def drag(one, hand, by):
    box = one.get_by_role("slider").nth(1).locator(".pin").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand.down(x, y)
    for step in range(1, 6):
        hand.move(x + by * step / 5, y + 12 * step)
    hand.up()


def test_it_passes_and_fails_where_gradcheck_does(pinned):
    """At a pin, within the tolerances beside it, and nowhere else."""
    one = pinned()
    pins = points(one)
    near = [pins[1] + 10.0**-k for k in range(1, 6)]
    for x in [*pins, *near, -2.5, -0.5, 2.4]:
        assert one.evaluate("(one, x) => one.passes(x)", x) == passes(x, pins), x


def test_a_random_point_is_told_by_the_numbers_of_python(pinned):
    one = pinned()
    expect(one.get_by_role("status")).to_have_text("Your points: 3 of 3 pass.")
    failed = 0
    for count in range(1, 6):
        one.get_by_role("button", name="A random point").click()
        told = one.get_by_role("status").inner_text()
        x, rule, nudge = numbers(told)
        assert abs(rule - slope(x, points(one))) < 1e-4
        assert abs(nudge - 1 + math.tanh(x) ** 2) < 1e-4
        failed += not passes(x, points(one))
        assert f"Random points: {count - failed} of {count} pass." in told
    one.get_by_role("button", name="Reset").click()
    expect(one.get_by_role("status")).to_have_text("Your points: 3 of 3 pass.")


def test_the_rule_follows_a_pin_that_a_key_moves(pinned):
    one = pinned()
    before, curve = points(one), one.locator(".sly").get_attribute("d")
    pin = one.get_by_role("slider").nth(1)
    pin.press("ArrowRight")
    assert points(one) == [before[0], round(before[1] + 0.05, 2), before[2]]
    assert one.locator(".sly").get_attribute("d") != curve
    for key, end in (("Home", -2.5), ("End", 2.5)):
        pin.press(key)
        assert points(one)[1] == end
        box = one.locator(".sly").evaluate("(sly) => [sly.getBBox().y, sly.getBBox().height]")
        assert box[0] >= 0 and sum(box) < 240.1, "the rule leaves the picture"
    expect(one.get_by_role("status")).to_have_text("Your points: 3 of 3 pass.")


def test_a_finger_moves_a_pin_and_not_the_page(pinned):
    one = pinned(**PHONE)
    page, before = one.page, points(one)
    scrolled = page.evaluate("scrollY")
    drag(one, Finger(page), -60)
    assert points(one)[1] < before[1] - 0.5
    assert page.evaluate("scrollY") == scrolled
    sizes = [pin.locator(".hit").bounding_box() for pin in one.get_by_role("slider").all()]
    assert min(box["width"] for box in sizes) >= 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    one.get_by_role("button", name="A random point").click()
    axe = Axe(thorough=True)
    assert axe.all(page, ["pinned-rule"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["pinned-rule"]) == {}


@pytest.mark.parametrize("media", ["screen", "print"])
def test_a_figure_stands_there_without_a_script(visit, anew, book, media):
    """And on paper; on a screen with scripts it doesn't."""
    url = book.url + PAGE
    page = anew(url) if media == "print" else visit(url, java_script_enabled=False)
    figure = page.locator(".on-paper figure")
    if media == "print":
        expect(figure).to_be_hidden()
    page.emulate_media(media=media)
    expect(figure).to_be_visible()
    expect(page.locator("pinned-rule")).to_be_hidden()
