"""The frost machine of the front page: it learns as the engine does, and is dragged, pressed, read."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from micrograd.datasets import frost
from micrograd.engine import Value
from tests.browser.axe import Axe, switch
from tests.browser.hands import Finger, Mouse
from tests.built import mostly_slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
MOVING = {"reduced_motion": "no-preference"}
SCENE = "document.querySelector('frost-machine').scene"
STATE = f"""() => {{
  const {{ weights, loss, gradient, right }} = {SCENE}.machine;
  return {{ weights, loss, gradient, right }};
}}"""
STEPS = f"""(steps) => {{
  const {{ machine }} = {SCENE}, seen = [];
  for (let n = 0; n <= steps; n++) {{
    seen.push({{ weights: machine.weights, loss: machine.loss, gradient: machine.gradient, right: machine.right }});
    machine.step();
  }}
  return seen;
}}"""
# Of random lines through the field, as steep as one that is dragged may be: how many are never
# right about all eight within the steps of "Let it learn".
LINES = f"""() => {{
  const {{ machine, facts, field }} = {SCENE};
  let [seed, failed] = [7, 0];
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let n = 0; n < 500; n++) {{
    const angle = 2 * Math.PI * random();
    const at = [field.x, field.y].map(({{ low, size }}) => low + size * random());
    machine.weights = field.weights(at, [Math.cos(angle), Math.sin(angle)], 2);
    for (let step = 0; step < facts.steps; step++) machine.step();
    if (machine.right < 8) failed++;
  }}
  return failed;
}}"""
DRAWN = """() => [...document.querySelectorAll("frost-machine :is(.live, .live *)")]
  .map((part) => part.getAttributeNames().filter((name) => name !== "opacity").sort()
    .map((name) => `${name} ${part.getAttribute(name)}`).join(", ") + (part.children.length ? "" : part.textContent))"""
SHOWN = """() => Object.fromEntries(["svg text", ".line", ".ring", "input", "button", ".frost-says", ".still p, p.still"]
  .map((name) => [name, [...document.querySelectorAll(`frost-machine ${name}`)]
    .filter((one) => one.getBoundingClientRect().width).map((one) => one.textContent)]))"""
SAID = "frost-machine [role=status]"
# What a machine under a curtain tells at this moment.
NOW = """(machine) => ({
  loss: machine.querySelector(".live .loss").textContent,
  covered: machine.querySelector(".curtain").checkVisibility(),
  said: machine.querySelector("[role=status]").textContent.trim(),
  slopes: [...machine.querySelectorAll("input")].map((one) => one.getAttribute("aria-description").split(" ").at(-1)),
})"""


def learned(weights: list[float], steps: int) -> list[dict[str, Any]]:
    """What the engine makes of the same rules, step by step."""
    seen = []
    for _ in range(steps + 1):
        w1, w2, b = knobs = [Value(weight) for weight in weights]
        losses, right = [], 0
        for (dusk, clouds), label in zip(*frost(), strict=True):
            o = (w1 * dusk + w2 * clouds + b).tanh()
            losses.append((o - label) ** 2)
            right += (o.data > 0) == (label > 0)
        loss = sum(losses) * (1 / 8)
        loss.backward()
        gradient = [knob.grad for knob in knobs]
        seen.append({"weights": weights, "loss": loss.data, "gradient": gradient, "right": right})
        weights = [w - 0.5 * g for w, g in zip(weights, gradient, strict=True)]
    return seen


@pytest.fixture
def front(anew, book):
    """The front page on a desk, with nothing that moves by itself."""
    return anew(book.url + "index.html", **DESK)


def hold(page, part: str = ".grab .dot") -> tuple[float, float]:
    """Where a part of the line is on the screen."""
    box = page.locator(f"frost-machine {part}").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_script_and_engine_learn_alike(front):
    """Weights, loss, gradients and right answers of 60 steps, to a billionth; and the page's own
    record of the first ones."""
    facts = json.loads(front.locator("frost-machine").get_attribute("data-machine"))
    expected = learned(facts["start"], 60)
    found = front.evaluate(STEPS, 60)
    for one, other in zip(found, expected, strict=True):
        assert one["weights"] == pytest.approx(other["weights"], rel=0, abs=1e-9)
        assert one["gradient"] == pytest.approx(other["gradient"], rel=0, abs=1e-9)
        assert one["loss"] == pytest.approx(other["loss"], rel=0, abs=1e-9)
        assert one["right"] == other["right"]
    recorded = [[*one["weights"], one["loss"]] for one in expected[: len(facts["trace"])]]
    assert facts["trace"] == [pytest.approx(one, rel=0, abs=1e-9) for one in recorded]
    assert (found[0]["right"], found[-1]["right"]) == (5, 8)


def test_every_line_that_can_be_dragged_learns(front):
    """500 random lines as steep as a dragged one: each is right about all eight in the end."""
    assert front.evaluate(LINES) == 0


def test_a_line_that_leaves_the_picture_is_told(front):
    """At once, while a knob is held."""
    for name, value in (("w1", "4"), ("b", "4")):
        front.locator("frost-machine label", has_text=name).locator("input").fill(value)
    right = front.evaluate(STATE)["right"]
    expect(front.locator(SAID)).to_have_text(f"{right} of 8 right. The line has left the picture.")


def test_the_best_that_a_hand_did_is_kept_in_sight(front):
    """What the machine learns by itself is not the reader's; where it is told there was room."""
    machine, best = front.locator("frost-machine"), front.locator(".frost-best")
    high = machine.bounding_box()["height"]
    expect(best).to_have_text("")
    front.locator("[data-does=step]").click()
    expect(best).to_have_text("")
    counts = []
    for value in ("0.6", "-0.6"):
        front.locator("frost-machine label", has_text="bias").locator("input").fill(value)
        counts.append(front.evaluate(STATE)["right"])
        expect(best).to_have_text(f"Your best: {max(counts)} of 8")
    assert counts[0] > counts[1]
    assert machine.bounding_box()["height"] == high


@pytest.mark.parametrize("hand", [Mouse, Finger], ids=["mouse", "finger"])
def test_the_line_is_dragged(anew, book, hand):
    """Its middle goes where the hand goes, a grip turns it there; both keep how sure it is."""
    page = anew(book.url + "index.html", **(PHONE if hand is Finger else DESK))
    drags = hand(page)
    before = page.evaluate(STATE)
    x, y = hold(page)
    drags.down(x, y)
    drags.move(x + 10, y + 20)
    drags.move(x + 30, y + 60)
    drags.up()
    assert hold(page) == pytest.approx((x + 30, y + 60), abs=2)
    moved = page.evaluate(STATE)
    assert moved["weights"][:2] == pytest.approx(before["weights"][:2])
    assert moved["weights"][2] != pytest.approx(before["weights"][2])
    expect(page.locator(SAID)).to_have_text(f"{moved['right']} of 8 right. You moved one number.")
    x, y = hold(page)
    at = hold(page, ".grip .dot")
    drags.down(*at)
    drags.move(at[0] + 10, at[1] + 20)
    drags.move(at[0] + 25, at[1] + 50)
    drags.up()
    assert hold(page) == pytest.approx((x, y), abs=2)
    assert page.locator(SAID).inner_text().endswith("You moved three numbers.")
    turned = page.evaluate(STATE)["weights"]
    assert turned[0] != pytest.approx(moved["weights"][0], abs=0.1)
    assert turned[0] ** 2 + turned[1] ** 2 == pytest.approx(0.4**2 + 1.8**2)


def test_keys_move_and_turn_the_line_and_the_knobs(front):
    """Left and right move it, up and down turn it; a knob takes arrows as any slider; told each."""
    grab = front.locator("frost-machine [role=slider]")
    grab.focus()
    first = front.evaluate(STATE)["weights"]
    front.keyboard.press("ArrowRight")
    moved = front.evaluate(STATE)["weights"]
    assert moved[:2] == pytest.approx(first[:2]) and moved[2] != first[2]
    for _ in range(10):
        front.keyboard.press("ArrowUp")
    turned = front.evaluate(STATE)
    assert turned["weights"][0] != pytest.approx(first[0], abs=0.1)
    expect(grab).to_have_attribute("aria-valuenow", str(turned["right"]))
    assert grab.get_attribute("aria-valuetext").startswith(
        f"{turned['right']} of 8 right. The loss is "
    )
    front.locator("frost-machine input").nth(2).focus()
    front.keyboard.press("ArrowRight")
    knobs = front.evaluate(STATE)
    assert 0 < knobs["weights"][2] - turned["weights"][2] < 0.1
    expect(front.locator(SAID)).to_have_text(f"{knobs['right']} of 8 right.")


def test_a_goal_that_is_reached_is_told_once(anew, visit, book):
    """By keys, on chapter 1: as long as the dial reads less, and in the same words, so that they are
    not told again at each turn; without a script nobody is asked to turn knobs."""
    address = book.url + "chapters/01-derivative.html"
    page = anew(address, **DESK)
    machine = page.locator("frost-machine").first
    said = machine.get_by_role("status")
    told = "you turned two knobs by feel."
    said.evaluate(
        "one => { one.told = []; new MutationObserver(() => one.told.push(one.textContent))"
        ".observe(one, { childList: true }); }"
    )
    for knob, key, times in ((0, "ArrowLeft", 52), (2, "ArrowRight", 16)):
        machine.locator("input").nth(knob).focus()
        for _ in range(times):
            page.keyboard.press(key)
    assert page.evaluate(STATE)["loss"] < 0.495
    expect(said).to_contain_text(f" right. Less than 0.5: {told}")
    texts = said.evaluate("one => one.told")
    assert all(one != other for one, other in pairwise(texts))
    for _ in range(30):
        page.keyboard.press("ArrowLeft")
    expect(said).not_to_contain_text(told)
    plain = visit(address, **DESK, java_script_enabled=False)
    expect(plain.get_by_text("Turn the knobs until the dial")).to_be_hidden()


@pytest.mark.parametrize("colours", mostly_slow(["light", "dark"], "light"))
def test_a_curtain_hides_the_field_until_the_goal_is_reached(visit, book, colours):
    """By keys that follow the slopes, on chapter 1: until then the dial alone is told, then both; and
    the curtain stays up."""
    address = book.url + "chapters/01-derivative.html"
    page = visit(address, **DESK, color_scheme=colours)
    machine = page.locator("frost-machine").nth(1)
    said, curtain, field = (
        machine.get_by_role("status"),
        machine.locator(".curtain"),
        machine.locator(".frost-field"),
    )
    covered = machine.locator(".ground").bounding_box()
    assert curtain.locator("rect").bounding_box() == pytest.approx(covered)
    expect(field).to_have_accessible_name(
        "A curtain over the evenings. It lifts when the loss is less than 0.5."
    )
    assert Axe().all(page, ["frost-machine"]) == {}
    knobs, turns, now = machine.locator("input"), 0, machine.evaluate(NOW)
    while float(now["loss"]) >= 0.5:
        assert now["covered"]
        assert not turns or now["said"] == f"The loss: {now['loss']}."
        knob = turns // 6 % 3
        knobs.nth(knob).focus()
        page.keyboard.press("ArrowLeft" if float(now["slopes"][knob]) > 0 else "ArrowRight")
        turns, now = turns + 1, machine.evaluate(NOW)
    assert 10 < turns < 300
    expect(curtain).to_be_hidden()
    expect(said).to_contain_text("of 8 right. Less than 0.5, and you saw no picture.")
    expect(field).to_have_accessible_name("8 evenings, and a line between frost and no frost")
    knobs.nth(0).focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert float(machine.evaluate(NOW)["loss"]) > 0.5
    expect(said).to_have_text(re.compile("of 8 right"))
    expect(curtain).to_be_hidden()


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_a_script_no_curtain_hangs(visit, book, media):
    """On paper its machine is not there, as its picture would be the first one's."""
    address = book.url + "chapters/01-derivative.html"
    page = visit(address, **DESK, java_script_enabled=media == "print")
    page.emulate_media(media=media)
    expect(page.locator("frost-machine .curtain")).to_be_hidden()
    expect(page.locator("frost-machine .still > .line").nth(0)).to_be_visible()
    copy = page.locator("frost-machine .still > .line").nth(1)
    expect(copy).to_be_visible(visible=media == "screen")


def test_it_learns_from_where_the_reader_left_it(visit, book):
    """A bad line is right about all eight in two seconds; then a question leads to chapter 1."""
    page = visit(book.url + "index.html", **DESK, **MOVING)
    x, y = hold(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 150, y - 100, steps=3)
    page.mouse.up()
    left = page.evaluate(STATE)["weights"]
    link = page.locator("frost-machine .frost-says a")
    expect(link).to_be_hidden()
    began = page.evaluate("performance.now()")
    page.get_by_role("button", name="Let it learn").click()
    link.wait_for(timeout=5_000)
    assert page.evaluate("performance.now()") - began < 3_000  # two, and a busy machine
    assert page.evaluate(STATE)["weights"] == pytest.approx(learned(left, 60)[-1]["weights"])
    assert page.locator(SAID).inner_text().startswith("8 of 8 right after ")
    assert link.get_attribute("href").endswith("chapters/01-derivative.html")


def test_a_step_and_a_nudge_say_what_they_did(front):
    """One step of descent; a nudge says which way to turn its knob, which stays."""
    first, second = learned(front.evaluate(STATE)["weights"], 1)
    front.get_by_role("button", name="Nudge").click()
    way = "down" if first["gradient"][0] > 0 else "up"
    assert front.locator(SAID).inner_text().endswith(f"Turn w1 {way}.")
    assert front.evaluate(STATE)["weights"] == pytest.approx(first["weights"])
    front.get_by_role("button", name="Step").click()
    losses = f"from {first['loss']:.2f} to {second['loss']:.2f}"
    expect(front.locator(SAID)).to_have_text(
        f"Step 1: the loss goes {losses}. {second['right']} of 8 right."
    )


def test_it_goes_back_to_its_first_weights(anew, book):
    """By a button beside the others, on a phone in their row, which moves nothing."""
    page = anew(book.url + "index.html", **PHONE)
    weights = page.evaluate(STATE)["weights"]
    learn, reset = (page.get_by_role("button", name=name) for name in ("Let it learn", "Reset"))
    places = learn.bounding_box(), reset.bounding_box()
    assert places[0]["y"] == places[1]["y"]
    learn.click()
    assert page.evaluate(STATE)["weights"] != weights
    reset.click()
    assert page.evaluate(STATE)["weights"] == weights
    expect(page.locator(SAID)).to_have_text("5 of 8 right.")
    expect(page.locator("frost-machine .frost-says a")).to_be_hidden()
    assert (learn.bounding_box(), reset.bounding_box()) == places


def test_once_it_has_learned_it_is_still(visit, book):
    """What the reader does next, it answers; it doesn't go on telling how it ended."""
    page = visit(book.url + "index.html", **DESK, **MOVING)
    page.get_by_role("button", name="Let it learn").click()
    expect(page.locator(SAID)).to_contain_text("It saw no picture", timeout=10_000)
    page.get_by_role("button", name="Reset").click()
    page.wait_for_timeout(200)
    expect(page.locator(SAID)).to_have_text("5 of 8 right.")


def test_the_handle_moves_once_unless_motion_is_reduced(visit, book):
    """A second after it is seen, to say that it can be moved."""
    page = visit(book.url + "index.html", **DESK, **MOVING)
    page.locator("frost-machine .waves").wait_for(timeout=5_000)
    still = visit(book.url + "index.html", **DESK)
    still.wait_for_timeout(1_500)
    expect(still.locator("frost-machine .waves")).to_have_count(0)


@pytest.mark.parametrize("media", ["screen", "print"])
def test_it_is_whole_without_a_script(visit, book, media):
    """And on paper: evenings, a line that is right about all eight, both sides named, the loss."""
    page = visit(book.url + "index.html", **DESK, java_script_enabled=media == "print")
    page.emulate_media(media=media)
    shown = page.evaluate(SHOWN)
    assert {"frost", "no frost", "clear", "overcast"} <= {*shown["svg text"]}
    assert f"loss {learned([0.4, -1.8, 0.8], 60)[-1]['loss']:.2f}" in shown["svg text"]
    assert len(shown[".line"]) == 1
    w1, w2, b = (f"{one:.2f}" for one in learned([0.4, -1.8, 0.8], 60)[-1]["weights"])
    said = f"After 60 steps of learning: 8 of 8 right. w1 = {w1}, w2 = {w2}, b = {b}."
    assert [one.replace("\xa0", " ") for one in shown[".still p, p.still"]] == [
        said.replace("-", "−")
    ]
    assert [shown[name] for name in (".ring", "input", "button", ".frost-says")] == [[]] * 4


def test_the_build_draws_what_the_script_draws(visit, book, front):
    """At the start, to a hundredth of a pixel: so nothing moves when the script is there."""
    plain = visit(book.url + "index.html", **DESK, java_script_enabled=False).evaluate(DRAWN)
    assert len(plain) > 15
    assert front.evaluate(DRAWN) == plain


def test_a_finger_hits_everything_and_axe_finds_nothing(visit, book):
    """44 pixels on a phone; in both schemes, with what is said after learning."""
    page = visit(book.url + "index.html", **PHONE)
    page.get_by_role("button", name="Let it learn").click()
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("frost-machine :is(button, input, circle.hit)")]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""
    )
    assert len(sizes) >= 8 and min(sizes) >= 44
    axe = Axe(thorough=True)
    assert axe.all(page, ["frost-machine"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["frost-machine"]) == {}
