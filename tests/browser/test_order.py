"""The order game, against the closures of step 6 called by hand in the same order."""

from __future__ import annotations

import re
from itertools import permutations
from math import isclose

import pytest

from authoring.kinds.stepper import short
from micrograd.steps.step6_accumulate import Value

LOST = re.compile(
    r"(?P<who>\w+) lost (?P<much>\S+) on the path (?P<user>\w+) → (?P<early>\w+) → \w+"
)
EARLY = re.compile(r"(?P<who>\w+) was visited too early: before (?P<users>[\w ]+)\.")

# Brings the nodes into each order by pressing Move up, runs it, and says what came of it.
PLAY = """(game, orders) => orders.map((order) => {
  const names = () => [...game.querySelectorAll(".placing li > span")].map((one) => one.textContent);
  const press = (label) => game.querySelector(`[aria-label="${label}"]`).click();
  order.forEach((name, at) => { for (let i = 0; i < 9 && names().indexOf(name) > at; i++) press(`Move ${name} up`); });
  [...game.querySelectorAll("button")].find((one) => one.textContent === "Run this order").click();
  const lines = [...game.querySelectorAll("[role=status] li")].map((one) => one.textContent);
  return { placed: names(), verdict: game.querySelector("[role=status] p").textContent, lines };
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
def page(visit, small):
    return visit(small.url + "chapters/order.html")


@pytest.fixture
def game(page):
    return page.locator("visit-order").first


def placed(game) -> list[str]:
    return game.locator(".placing li > span").all_text_contents()


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
        assert found["verdict"].startswith("Right order." if good else "Wrong order."), order
        says = f"The gradient of a {'is' if good else 'came out as'} {values['a'].grad}"
        assert says in found["verdict"]
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
    assert right == 8  # d before b and c; the leaf may be called at any time


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
        assert found["verdict"] == f"Right order. The gradient of s is {short(values['s'].grad)}."
    assert len(sums) == 2
    rows = game.locator("tbody tr").all_text_contents()
    assert all("all right" in row for row in rows if row.startswith("v"))


def test_buttons_place_a_node(game):
    """Up and down, at the ends no further; the focus stays with the node that moved."""
    start = placed(game)
    assert start == ["a", "b", "c", "d"]
    game.get_by_role("button", name="Move d up").click()
    assert placed(game) == ["a", "b", "d", "c"]
    assert "d is now number 3" in game.get_by_role("status").text_content()
    assert game.locator(":focus").get_attribute("aria-label") == "Move d up"
    game.get_by_role("button", name="Move a down").click()
    assert placed(game) == ["b", "a", "d", "c"]
    assert game.get_by_role("button", name="Move b up").get_attribute("aria-disabled") == "true"
    game.get_by_role("button", name="Move b up").click(force=True)
    assert placed(game) == ["b", "a", "d", "c"]
    game.get_by_role("button", name="Reset").click()
    assert placed(game) == start


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
    assert (
        game.get_by_role("status")
        .text_content()
        .startswith("Right order. The gradient of a is 15.0")
    )


def test_dragging_places_a_node(game):
    """Down past others and up again."""

    def item(name):
        return game.locator(".placing li", has=game.page.locator(f"span:text-is('{name}')"))

    item("a").drag_to(item("c"))
    assert placed(game) == ["b", "c", "a", "d"]
    item("d").drag_to(item("b"))
    assert placed(game) == ["d", "b", "c", "a"]
    game.get_by_role("button", name="Run this order").click()
    assert (
        game.get_by_role("status")
        .text_content()
        .startswith("Right order. The gradient of a is 15.0")
    )


def test_moving_on_takes_the_verdict_away(game):
    """A verdict stands under the order it is about, and no other."""
    game.get_by_role("button", name="Run this order").click()
    assert "Wrong order" in game.get_by_role("status").text_content()
    game.get_by_role("button", name="Move d up").click()
    assert "order" not in game.get_by_role("status").text_content()
