"""The order game, against the closures of step 6 called by hand in the same order."""

from __future__ import annotations

import re
from itertools import permutations
from math import isclose

import pytest
from playwright.sync_api import expect

from micrograd.steps.step6_accumulate import Value
from tests.browser.hands import Finger, Mouse
from tests.browser.walking import PHONE
from tests.built import mostly_slow
from unpasted.kinds.stepper import short

FAST = "{ const slow = setInterval; setInterval = (f, ms) => slow(f, ms / 50); }"
LOST = re.compile(
    r"(?P<who>\w+) lost (?P<much>\S+) on the path (?P<user>\w+)\s→\s(?P<early>\w+)\s→\s\w+"
)
EARLY = re.compile(r"(?P<who>\w+) was visited too early: before (?P<users>[\w ]+)\.")

# Brings the nodes into each order by pressing Move up, goes through its run, and says what came of it.
PLAY = """(game, orders) => orders.map((order) => {
  const names = () => [...game.querySelectorAll(".placing li > span:not(.grip)")].map((one) => one.textContent);
  const press = (label) => game.querySelector(`[aria-label="${label}"]`).click();
  const texts = (css) => [...game.querySelectorAll(css)].filter((one) => one.checkVisibility()).map((one) => one.textContent);
  const button = (name) => [...game.querySelectorAll(".bar button")].find((one) => one.textContent.includes(name));
  const says = () => game.querySelector("[role=status]").textContent;
  order.forEach((name, at) => { for (let i = 0; i < 9 && names().indexOf(name) > at; i++) press(`Move ${name} up`); });
  button("Run this order").click();
  button("Pause").click();
  game.made.timeline.go(0);
  const steps = [];
  while (button("Next").getAttribute("aria-disabled") !== "true") {
    button("Next").click();
    steps.push({ says: says(), chips: texts(".arithmetic .gift").map((one) => one.replace("×", " ×")).sort(), lost: texts(".arithmetic .lost").sort() });
  }
  steps.pop();
  const right = texts(".arithmetic .right");
  const struck = game.querySelectorAll(".node.wrong").length > 0;
  const grads = Object.fromEntries([...game.querySelectorAll("svg .node.value")].filter((one) => one.checkVisibility())
    .map((one) => one.getAttribute("aria-label")).map((said) => [said.split(":")[0], Number(said.split("grad ")[1] ?? 0)]));
  return { placed: names(), verdict: says(), lines: texts(".outcome li"), steps, right, struck, grads };
})"""


def diamond() -> dict[str, Value]:
    """The book's: a = 2, b = a + 1, c = a * 3, d = b * c."""
    a = Value(2.0, label="a")
    b, c = a + 1.0, a * 3.0
    return {"a": a, "b": b, "c": c, "d": b * c}


def thrice() -> dict[str, Value]:
    """Three contributions meet in s."""
    s = Value(0.04, label="s")
    t, u = s * s, s.tanh()
    return {"s": s, "t": t, "u": u, "v": t * u}


def called(values: dict[str, Value], order: tuple[str, ...]) -> dict[str, float]:
    """What each value had as its closure was called; the gradients are in the values then."""
    values[list(values)[-1]].grad = 1.0
    passed = {}
    for name in order:
        passed[name] = values[name].grad
        values[name]._backward()
    return passed


@pytest.fixture
def page(anew, small):
    return anew(small.url + "chapters/order.html")


@pytest.fixture
def game(page):
    return page.locator("visit-order").first


def placed(game) -> list[str]:
    return game.locator(".placing li > span:not(.grip)").all_text_contents()


def says(game) -> str:
    return game.get_by_role("status").text_content()


def finish(game) -> str:
    """To the end of the run; the verdict."""
    game.get_by_role("slider").press("End")
    return says(game)


def test_all_24_orders_of_the_diamond(game):
    """Gradient, verdict, who came too early and what was lost are those of the engine."""
    orders = list(permutations("abcd"))
    results = game.evaluate(PLAY, orders)
    right = 0
    for order, found in zip(orders, results, strict=True):
        values = diamond()
        passed = called(values, order)
        assert found["placed"] == list(order)
        good = {name: value.grad for name, value in values.items()} == {
            "a": 15,
            "b": 6,
            "c": 3,
            "d": 1,
        }
        right += good
        assert found["verdict"].startswith("✓ Right order." if good else "✗ Wrong order."), order
        told = f"The gradient of a {'is' if good else 'came out as'} {values['a'].grad}"
        assert told in found["verdict"]
        assert good or "the right one is 15.0" in found["verdict"]
        said = " ".join(found["lines"])
        early = {name for name in "bc" if order.index(name) < order.index("d")}
        assert {hit["who"] for hit in EARLY.finditer(said)} == early
        slopes = {"b": 1.0, "c": 3.0}
        lost = {
            n: (values[n].grad - passed[n]) * slopes[n]
            for n in early
            if values[n].grad != passed[n]
        }
        assert {hit["early"]: float(hit["much"]) for hit in LOST.finditer(said)} == lost
        assert isclose(values["a"].grad + sum(lost.values()), 15.0)
        assert all(hit["who"] == "a" and hit["user"] == "d" for hit in LOST.finditer(said))
        played_out(order, found, passed, lost)
        assert {name: found["grads"][name] for name in "abcd"} == {
            name: value.grad for name, value in values.items()
        }
        assert found["right"] == ([] if good else ["right: 15.0"])
        assert found["struck"] is not good
    assert right == 8  # d before b and c; the leaf may be called at any time


def played_out(order, found, passed, lost):
    """Each visit is told and drawn with what its closure had; each share that is lost falls off
    as it comes too late."""
    slopes = {"d": (6.0, 3.0), "b": (1.0, 1.0), "c": (3.0, 2.0)}  # of d: c is 6, b is 3
    assert [step["says"].split(",")[0].split(":")[0] for step in found["steps"]] == [
        f"Visit {name}" for name in order
    ]
    for name, step in zip(order, found["steps"], strict=True):
        assert f"whose gradient is {passed[name]}:" in step["says"]
        chips = [f"{passed[name]} × {slope}" for slope in slopes.get(name, ())]
        assert step["chips"] == sorted(chips)
        falls = [f"lost {amount}" for amount in lost.values()] if name == "d" else []
        assert step["lost"] == sorted(falls)
        for early, amount in lost.items() if name == "d" else ():
            assert f"{early} was visited already: a loses {amount}." in step["says"]


def test_every_order_of_the_static_table_is_the_engines(page):
    """The table for who cannot play says for each order what the closures give."""
    rows = page.evaluate("""() => [...document.querySelector("visit-order").querySelectorAll("tbody tr")]
      .map((row) => [...row.cells].map((cell) => cell.textContent))""")
    assert len(rows) == 24
    for visits, gradient, gives in rows:
        values = diamond()
        order = visits.split(", ")
        called(values, tuple(order))
        assert float(gradient) == values["a"].grad
        assert (gives == "all right") == (
            [value.grad for value in values.values()] == [15.0, 6.0, 3.0, 1.0]
        )


def test_right_orders_that_add_up_in_another_sequence_are_right(page):
    """They differ in the last digit of a sum, and in nothing that a reader did."""
    sums = set()
    game = page.locator("visit-order").nth(1)
    orders = [tuple("vtus"), tuple("vuts")]
    for order, found in zip(orders, game.evaluate(PLAY, orders), strict=True):
        values = thrice()
        called(values, order)
        sums.add(values["s"].grad)
        assert found["verdict"] == f"✓ Right order. The gradient of s is {short(values['s'].grad)}."
    assert len(sums) == 2
    rows = game.locator("tbody tr").all_text_contents()
    assert all("all right" in row for row in rows if row.startswith("v"))


def test_buttons_place_a_node(game):
    """Up and down, at the ends no further; the focus stays with the node that moved."""
    assert placed(game) == ["a", "b", "c", "d"]
    game.get_by_role("button", name="Move d up").click()
    assert placed(game) == ["a", "b", "d", "c"]
    assert "d is now number 3" in game.get_by_role("status").text_content()
    assert game.locator(":focus").get_attribute("aria-label") == "Move d up"
    game.get_by_role("button", name="Move a down").click()
    assert placed(game) == ["b", "a", "d", "c"]
    assert game.get_by_role("button", name="Move b up").get_attribute("aria-disabled") == "true"
    game.get_by_role("button", name="Move b up").click(force=True)
    assert placed(game) == ["b", "a", "d", "c"]


def reach(game, key, wanted):
    """Press a key until the focus is on a button that is so called."""
    for _ in range(200):
        focused = game.locator("button:focus")
        if focused.count():
            name = focused.get_attribute("aria-label") or focused.text_content()
            if name.startswith(wanted):
                return
        game.page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {wanted}")


def test_keys_alone_place_and_run_the_right_order(game):
    """Tab to a node, an arrow to move it, Tab on to run; the focus goes with the node."""
    reach(game, "Tab", "Move d ")
    for at in (2, 1, 0):
        game.page.keyboard.press("ArrowUp")
        assert placed(game).index("d") == at
        reach(game, "F13", "Move d ")
    game.page.keyboard.press("ArrowUp")
    assert placed(game) == ["d", "a", "b", "c"]
    reach(game, "Tab", "Move a ")
    game.page.keyboard.press("ArrowDown")
    assert placed(game) == ["d", "b", "a", "c"]
    reach(game, "Tab", "Run this order")
    game.page.keyboard.press("Enter")
    assert finish(game).startswith("✓ Right order. The gradient of a is 15.0")


def item(game, name):
    found = game.locator(".placing li", has=game.page.locator(f"span:text-is('{name}')"))
    return found.evaluate("""(one) => {
      const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
      one.closest("ol").scrollIntoView({ block: "center" });
      return [middle(one.querySelector(".grip").getBoundingClientRect()), middle(one.getBoundingClientRect())];
    }""")


# Between which items the drop line is: below so many of those that are not dragged.
LINE = """(game) => {
  const others = [...game.querySelectorAll(".placing li:not(.dragged)")];
  const [line, ...more] = others.flatMap((one, i) => one.matches(".line-above") ? [i] : one.matches(".line-below") ? [i + 1] : []);
  return more.length ? "several" : line;
}"""


@pytest.fixture(params=["mouse", "touch"])
def hand(request, anew, small):
    """The game, and what drags in it: down, move, up."""
    page = anew(small.url + "chapters/order.html", **(PHONE if request.param == "touch" else {}))
    return (Finger if request.param == "touch" else Mouse)(page), page.locator("visit-order").first


def carry(hand, game, name, other):
    """Take a node at its grip and bring it to the place of another; the drop line meanwhile."""
    (x, y), _ = item(game, name)
    _, (_, to) = item(game, other)
    below = 2 if to > y else -2
    hand.down(x, y)
    for part in range(1, 6):
        hand.move(x, y + (to + below - y) * part / 5)
    line = game.evaluate(LINE)
    hand.up()
    assert game.evaluate(LINE) is None
    return line


def test_dragging_places_a_node(hand):
    """Down past others and up again, by mouse and by touch; a line shows where it would go."""
    hand, game = hand
    assert carry(hand, game, "a", "c") == 2
    assert placed(game) == ["b", "c", "a", "d"]
    assert carry(hand, game, "d", "b") == 0
    assert placed(game) == ["d", "b", "c", "a"]
    assert carry(hand, game, "d", "a") == 3
    assert placed(game) == ["b", "c", "a", "d"]
    assert "d is now number 4" in says(game)
    carry(hand, game, "d", "b")
    game.get_by_role("button", name="Run this order").click()
    assert finish(game).startswith("✓ Right order. The gradient of a is 15.0")


def test_a_finger_beside_the_grip_scrolls_the_page(anew, small):
    """And moves nothing."""
    page = anew(small.url + "chapters/order.html", **PHONE)
    game, finger = page.locator("visit-order").first, Finger(page)
    _, (x, y) = item(game, "b")
    before = page.evaluate("scrollY")
    finger.down(x, y)
    for part in range(1, 11):
        finger.move(x, y - 20 * part)
    finger.up()
    page.wait_for_function("(before) => Math.abs(scrollY - before) > 100", arg=before)
    assert placed(game) == ["a", "b", "c", "d"]


def test_a_finger_on_the_grip_does_not_scroll_the_page(anew, small):
    """It drags, however far."""
    page = anew(small.url + "chapters/order.html", **PHONE)
    game, finger = page.locator("visit-order").first, Finger(page)
    (x, y), _ = item(game, "a")
    before = page.evaluate("scrollY")
    finger.down(x, y)
    for part in range(1, 11):
        finger.move(x, y + 25 * part)
    assert page.evaluate("scrollY") == before
    finger.up()
    assert placed(game) == ["b", "c", "d", "a"]


def test_a_run_plays_out_and_stops(visit, small):
    """Visit by visit, to the verdict; another press begins it anew."""
    page = visit(small.url + "chapters/order.html", init=FAST, reduced_motion="no-preference")
    game = page.locator("visit-order").first
    game.evaluate("""({ made: game }) => {
      window.seen = [];
      const show = game.timeline.course.show;
      game.timeline.course.show = (at, by) => { show(at, by); seen.push(at); };
    }""")
    run = game.get_by_role("button", name="Run this order")
    for _ in range(2):
        page.evaluate("seen.length = 0")
        run.click()
        run.wait_for()
        assert page.evaluate("seen.filter((at, i) => at && at !== seen[i - 1])") == [1, 2, 3, 4, 5]
        assert says(game).startswith("✗ Wrong order.")


def test_a_run_is_stepped_on_and_back(game):
    """Every step taken back is as it was, by buttons and by keys."""
    game.get_by_role("button", name="Move b down").click()
    game.get_by_role("slider").press("End")
    game.get_by_role("slider").press("Home")
    states, said = [], []
    for _ in range(6):
        states.append(game.locator("svg:visible").text_content())
        said.append(says(game))
        game.get_by_role("button", name="Next").press("Enter")
    assert len(set(said)) == 6
    for back in range(4, -1, -1):
        game.page.keyboard.press("ArrowLeft")
        assert says(game) == said[back]
        assert game.locator("svg:visible").text_content() == states[back]


def test_a_lost_share_falls_off_its_edge(anew, small):
    """It moves down from the edge that should have carried it; not for who asked for less motion."""
    for motion, count in (("no-preference", 1), ("reduce", 0)):
        page = anew(small.url + "chapters/order.html", reduced_motion=motion)
        game = page.locator("visit-order").first
        game.get_by_role("slider").press("Home")
        for _ in range(4):  # a, b, c, d: with d both come too late
            game.get_by_role("button", name="Next").click()
        lost = game.locator(".chip.lost:visible")
        assert sorted(lost.all_text_contents()) == ["lost 6.0", "lost 9.0"]
        moving = lost.evaluate_all("(all) => all.map((one) => one.getAnimations().length)")
        assert moving == [count] * 2


PLACES = """(game) => ["svg", ".status", ".placing", ".timeline"].map((css) => {
  const one = [...game.querySelectorAll(css)].find((one) => one.checkVisibility());
  return Math.round(one.getBoundingClientRect().top - game.getBoundingClientRect().top);
})"""


@pytest.mark.parametrize("options", mostly_slow([{}, PHONE], PHONE))
def test_nothing_above_the_reasons_moves_as_the_verdict_comes(anew, small, options):
    """They come below what is pressed, and take no room before."""
    page = anew(small.url + "chapters/order.html", **options)
    game = page.locator("visit-order").first
    result = game.get_by_role("button", name="Result")
    result.scroll_into_view_if_needed()  # the figure stays above
    before = game.evaluate(PLACES)
    assert game.locator(".outcome").bounding_box()["height"] == 0
    result.click()
    expect(game.locator(".outcome li").first).to_be_visible()
    assert game.evaluate(PLACES) == before


def test_a_button_gives_the_verdict_at_once(anew, small):
    """Also while the order is played out."""
    page = anew(small.url + "chapters/order.html", reduced_motion="no-preference")
    game = page.locator("visit-order").first
    game.get_by_role("button", name="Run this order").click()
    game.get_by_role("button", name="Result").click()
    expect(game.get_by_role("status")).to_contain_text("Wrong order")
    expect(game.get_by_role("button", name="Run this order")).to_be_visible()


def test_who_is_visited_is_lit_in_the_list_and_holds_what_is_said(game):
    """c is visited before anything arrived: its gradient is 0.0, in the words and in its box."""
    for _ in range(3):
        game.get_by_role("button", name="Next").click()
    assert game.locator(".placing li.now").text_content().strip("⠿↑↓") == "c"
    assert "Visit c, whose gradient is 0.0" in says(game)
    held = game.locator("svg:visible g[aria-label^='c:'] [data-part=grad]")
    assert held.text_content() == "0.0"
    assert game.locator("button.primary:visible").count() == 1


@pytest.mark.parametrize("width", mostly_slow([390, 360], 360))
def test_a_phone_shows_the_whole_game(visit, small, width):
    """On one screen, between the page's head and the bars of the phone."""
    viewport = {"width": width, "height": 844}
    page = visit(small.url + "chapters/order.html", **PHONE | {"viewport": viewport})
    stage = page.locator("visit-order .stage").first
    assert stage.locator(".drawing.large").count() == 0
    assert stage.bounding_box()["height"] < 720 - 48


def test_moving_on_takes_the_verdict_away(game):
    """A verdict stands under the order it is about, and no other."""
    assert "Wrong order" in finish(game)
    assert game.locator(".outcome li").count()
    game.get_by_role("button", name="Move d up").click()
    assert "order" not in says(game)
    assert not game.locator(".outcome li").count()


def test_a_number_on_its_way_is_never_off_the_graph(visit, small):
    """Nor is one that has nowhere to go: it stands where it is until it has faded."""
    page = visit(small.url + "chapters/order.html", reduced_motion="no-preference")
    game = page.locator("visit-order").first
    astray = game.evaluate("""async (game) => {
      const next = [...game.querySelectorAll(".bar button")].find((one) => one.textContent.startsWith("Next"));
      const astray = [];
      for (let n = 0; n < 4; n++) {
        next.click();
        for (let frame = 0; frame < 10; frame++) {
          await new Promise(requestAnimationFrame);
          for (const chip of game.querySelectorAll(".traveller")) {
            const { e, f } = new DOMMatrix(getComputedStyle(chip).transform);
            if (e < 8 && f > -8) astray.push([n, e, f]); // the lower left corner
          }
        }
      }
      return astray; }""")
    assert astray == []
