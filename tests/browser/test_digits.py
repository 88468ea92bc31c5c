"""The pad of the chapter about digits: its script computes as the engine does; it is drawn, read."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from micrograd.datasets import digits
from micrograd.engine import Value
from micrograd.nn import MLP
from tests.browser.axe import Axe, switch
from tests.browser.hands import Finger, Mouse
from tests.browser.livecells import SLOW

PAGE = "chapters/17-digits.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
PAD = "document.querySelector('digit-pad')"
RUN = f"""([pixels, digit]) => ({{
  probabilities: {PAD}.run(pixels).probabilities, gradient: {PAD}.gradient(pixels, digit),
}})"""
PIXELS = f"() => {PAD}.pixels"
FOLLOW = """(end) => document.querySelector(`.md-sidebar--primary a[href$='${end}']`).click()"""
STATUS = "digit-pad [role=status]"
SIZES = """() => [...document.querySelectorAll("digit-pad :is(button, select)")]
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""


@pytest.fixture
def open_pad(anew, book):
    """The chapter, on a screen, when its pad is alive."""

    def opened(**screen: Any) -> Any:
        page = anew(book.url + PAGE, **screen)
        page.wait_for_function(f"{PAD}.pixels?.length === 64")
        page.locator("digit-pad").scroll_into_view_if_needed()
        return page

    return opened


def network(page) -> MLP:
    """The engine's network with the weights of the page."""
    layers = json.loads(page.locator("digit-pad").get_attribute("data-machine"))["layers"]
    net = MLP(len(layers[0][0]) - 1, [len(layer) for layer in layers])
    numbers = [number for layer in layers for row in layer for number in row]
    for p, number in zip(net.parameters(), numbers, strict=True):
        p.data = number
    return net


def said(net: MLP, pixels: list[float], digit: int) -> tuple[list[float], list[float]]:
    """Probabilities, and the gradient of a digit's cross-entropy by the pixels, on the engine."""
    inputs = [Value(x) for x in pixels]
    powers = [score.exp() for score in net(inputs)]
    total = sum(powers)
    loss = -(powers[digit] / total).log()
    loss.backward()
    return [(power / total).data for power in powers], [x.grad for x in inputs]


def test_script_and_engine_say_the_same(open_pad):
    """Of pictures of the test set, of a blank one and of one all black: to a billionth."""
    page = open_pad(**DESK)
    net = network(page)
    shown = [x for x, _ in digits().test[:5]] + [[0.0] * 64, [1.0] * 64]
    for n, pixels in enumerate(shown):
        probabilities, gradient = said(net, pixels, n)
        found = page.evaluate(RUN, [pixels, n])
        assert found["probabilities"] == pytest.approx(probabilities, rel=0, abs=1e-9)
        assert found["gradient"] == pytest.approx(gradient, rel=0, abs=1e-9)


def test_it_reads_the_test_set(open_pad):
    """Each picture that a button shows is one of the test set; it is told what it is and read as."""
    page = open_pad(**DESK)
    net = network(page)
    for pixels, digit in digits().test[:3]:
        probabilities, _ = said(net, pixels, digit)
        best = probabilities.index(max(probabilities))
        expect(page.locator(STATUS)).to_have_text(
            f"From the test set, written as a {digit}. "
            f"The network says {best}: {100 * probabilities[best]:.1f}%."
        )
        assert page.evaluate(PIXELS) == pixels
        page.locator("digit-pad").get_by_role("button", name="From the test set").click()


@pytest.mark.parametrize("hand", [Mouse, Finger], ids=["mouse", "finger"])
def test_a_stroke_is_cut_and_counted(open_pad, hand):
    """An upright stroke fills the middle from top to bottom, wherever and however small it was
    drawn; it is a 1. Clear takes it away."""
    page = open_pad(**(PHONE if hand is Finger else DESK))
    box = page.locator("digit-pad .pad").bounding_box()
    drags = hand(page)
    x, y = box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.2
    drags.down(x, y)
    drags.move(x, y + box["height"] * 0.2)
    drags.move(x, y + box["height"] * 0.4)
    drags.up()
    expect(page.locator(STATUS)).to_contain_text("The network says 1: ")
    pixels = page.evaluate(PIXELS)
    rows = [pixels[n : n + 8] for n in range(0, 64, 8)]
    for row in rows[1:-1]:
        assert row[:3] == row[5:] == [0.0] * 3
        assert row[3] == row[4] >= 0.5
    assert sum(rows[0]) > 0 < sum(rows[-1])
    assert (
        page.locator("digit-pad .seen")
        .get_attribute("aria-label")
        .startswith("What the network sees. The network says 1: ")
    )
    page.locator("digit-pad").get_by_role("button", name="Clear").click()
    expect(page.locator(STATUS)).to_contain_text("Nothing drawn.")
    assert page.evaluate(PIXELS) == [0.0] * 64


def test_keys_draw(open_pad):
    """Arrows move the pen; the space bar puts it down, and lifts it."""
    page = open_pad(**DESK)
    page.locator("digit-pad").get_by_role("button", name="Clear").click()
    page.locator("digit-pad .pad").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(PIXELS) == [0.0] * 64
    page.keyboard.press("Space")
    for _ in range(16):
        page.keyboard.press("ArrowDown")
    expect(page.locator(STATUS)).to_contain_text("The network says 1: ")
    drawn = page.evaluate(PIXELS)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(PIXELS) == drawn


def test_pixels_are_changed_until_it_says_another_digit(open_pad):
    """Each becomes black or white, and raises the probability of the digit that was asked for."""
    page = open_pad(**DESK)
    net = network(page)
    page.get_by_label("toward").select_option("8")
    before = page.evaluate(PIXELS)
    for n in range(1, 6):
        page.locator("digit-pad").get_by_role("button", name="Change one pixel").click()
        expect(page.locator(STATUS)).to_contain_text(f"{n} pixel")
        after = page.evaluate(PIXELS)
        moved = [k for k in range(64) if before[k] != after[k]]
        assert len(moved) == n and {after[k] for k in moved} <= {0, 1}
    assert said(net, after, 8)[0][8] > said(net, before, 8)[0][8]
    expect(page.locator("digit-pad .seen .changed")).to_have_count(5)


def test_slopes_show_which_pixel_is_next(open_pad):
    """A plus where more ink lowers the cost, a minus where less does; the dashed one changes next."""
    page = open_pad(**DESK)
    pad = page.locator("digit-pad")
    signs, ring = pad.locator(".seen path").all()
    pad.get_by_role("button", name="Slopes: off").click()
    gradient = page.evaluate(f"() => {PAD}.gradient({PAD}.pixels, 8)")
    large = [slope for slope in gradient if abs(slope) > max(map(abs, gradient)) / 8]
    drawn = signs.get_attribute("d")
    assert drawn.count("h") == len(large) > drawn.count("v") > 0
    assert drawn.count("v") == sum(slope < 0 for slope in large)
    told = re.search(r"Next, row (\d), column (\d)", page.locator(STATUS).inner_text())
    at = 8 * (int(told[1]) - 1) + int(told[2]) - 1
    dashed = [float(x) for x in re.findall(r"[\d.]+", ring.get_attribute("d"))[:2]]
    assert 8 * int(dashed[1]) + int(dashed[0]) == at
    before = page.evaluate(PIXELS)
    pad.get_by_role("button", name="Change one pixel").click()
    after = page.evaluate(PIXELS)
    assert [k for k in range(64) if before[k] != after[k]] == [at]
    pad.get_by_role("button", name="Slopes: on").click()
    assert (signs.get_attribute("d"), ring.get_attribute("d")) == ("", "")


@pytest.mark.parametrize("media", ["screen", "print"])
def test_it_is_whole_without_a_script(visit, anew, book, media):
    """And on paper: a picture of the test set, ten probabilities, what it is read as."""
    url = book.url + PAGE
    page = anew(url, **DESK) if media == "print" else visit(url, java_script_enabled=False, **DESK)
    page.emulate_media(media=media)
    expect(page.locator(STATUS)).to_contain_text("From the test set, written as a ")
    assert page.locator("digit-pad .chances g").count() == 10
    expect(page.locator("digit-pad .seen")).to_be_visible()
    for hidden in (".pad", "button", "select"):
        expect(page.locator(f"digit-pad {hidden}").first).to_be_hidden()


def test_other_pages_do_not_fetch_its_script(visit, book):
    """This one does after a link was followed to it, and it is not defined twice."""
    page = visit(book.url + "how-to-use.html", **DESK)
    known = "() => Boolean(customElements.get('digit-pad'))"
    page.wait_for_function("Boolean(customElements.get('book-script'))")
    assert page.evaluate(known) is False
    for _ in range(2):
        page.evaluate(FOLLOW, "17-digits.html")
        page.wait_for_function(f"{PAD}?.pixels?.length === 64")
        page.evaluate(FOLLOW, "how-to-use.html")
        page.wait_for_function(f"!{PAD}")


def test_a_finger_hits_everything_and_axe_finds_nothing(open_pad):
    """Whatever is pressed is 44 px high and wide; in both schemes everything can be read."""
    page = open_pad(**PHONE)
    sizes = page.evaluate(SIZES)
    assert len(sizes) == 5 and min(sizes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    axe = Axe(thorough=True)
    assert axe.all(page, ["digit-pad"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["digit-pad"]) == {}


def test_once_its_reader_has_trained_a_network_the_pad_is_theirs(open_pad):
    """It computes with the numbers that the cell left, and says how long they are kept."""
    page = open_pad(**DESK)
    before = page.evaluate(f"{PAD}.layers[0][0][0]")
    page.locator("train-cell").get_by_role("button", name="Train").click()
    expect(page.locator(STATUS)).to_contain_text("Your network says", timeout=SLOW)
    expect(page.locator(STATUS)).to_contain_text("you trained, until you leave this page.")
    assert page.evaluate(f"{PAD}.layers[0][0][0]") != before
    assert page.evaluate(f"{PAD}.layers.map((layer) => layer.length)") == [16, 10]
