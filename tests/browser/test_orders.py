"""A bet, the order game, and the board on which each order that was run fills its box."""

import pytest
from playwright.sync_api import expect

from micrograd.steps.step6_accumulate import Value
from tests.browser.axe import Axe, switch
from tests.browser.walking import PHONE

PAGE = "chapters/09-visit-order.html"
ALL = """(board) => [...board.querySelector("svg").querySelectorAll("[data-order]")]
  .map(({ dataset }) => [dataset.order, dataset.end])"""
RUN = """(game, order) => {
  game.made.begin([...order].map((name) => game.made.nodes.findIndex((one) => one.name === name)));
  game.made.timeline.go(99);
  return game.made.result.grads[game.made.told];
}"""
LIT = """(board) => [...board.querySelectorAll("svg")].map((svg) =>
  ["[data-order].lit", "[data-slot].lit", ".now"].map((one) => svg.querySelectorAll(one).length))"""


def ending(order):
    """What the engine's closures leave in `a`, called in this order."""
    a = Value(2.0)
    b, c = a + 1, a * 3
    nodes = {"a": a, "b": b, "c": c, "d": b * c}
    nodes["d"].grad = 1.0
    for one in order:
        nodes[one]._backward()
    return a.grad


@pytest.fixture
def opened(anew, book):
    def open_page(**screen):
        page = anew(book.url + PAGE, **screen)
        page.wait_for_function("Boolean(customElements.get('order-board'))")
        page.wait_for_selector("visit-order.live")
        return page, page.locator("visit-order"), page.locator("order-board")

    return open_page


def test_each_order_fills_its_box_as_high_as_the_game_and_the_engine_say(opened):
    """The four endings are found one after the other; an order that is run again counts once."""
    _, game, board = opened()
    says = board.get_by_role("status")
    expect(says).to_have_text("No order has been run yet.")
    boxes = board.evaluate(ALL)
    assert len(dict(boxes)) == 24
    ends = set()
    for n, (order, end) in enumerate(boxes, 1):
        found = game.evaluate(RUN, order)
        assert float(end) == found == ending(order), order
        ends.add(end)
        told = f"{len(ends)} of 4 endings found, {n} of 24 orders run."
        expect(says).to_contain_text(told)
        expect(says).to_contain_text(f"With the order {' '.join(order)}, a ends with {end}.")
        assert board.evaluate(LIT) == [[n, len(ends), 1]] * 2
    game.evaluate(RUN, boxes[0][0])
    expect(says).to_contain_text("4 of 4 endings found, 24 of 24 orders run.")


@pytest.mark.parametrize(("button", "came"), [("Yes, it can", "won"), ("No, it can’t", "lost")])
def test_the_list_as_it_is_settles_the_bet(opened, button, came):
    """A right order does not; and the bet is settled once."""
    page, game, board = opened()
    says = board.get_by_role("status")
    bet = page.locator("order-bet")
    bet.get_by_role("button", name=button).click()
    expect(bet.get_by_role("button", pressed=True)).to_have_text(button)
    expect(bet.get_by_role("status")).to_contain_text(f"You bet on {button[:2].lower()}")
    game.evaluate(RUN, "dbca")
    expect(says).not_to_contain_text("your bet")
    game.evaluate(RUN, "abcd")
    expect(says).to_contain_text(f"So the order matters: you {came} your bet.")
    expect(bet.get_by_role("status")).to_contain_text(f"and {came}.")
    expect(bet.get_by_role("button").first).to_be_disabled()
    game.evaluate(RUN, "bacd")
    expect(says).not_to_contain_text("your bet")


def test_a_run_from_the_buttons_fills_a_box(opened):
    """Nobody has bet."""
    _, game, board = opened()
    game.get_by_role("button", name="Result").click()
    box = board.locator("svg:visible [data-order=abcd]")
    expect(box.locator(".end")).to_be_visible()
    expect(board.locator("svg:visible [data-order=abdc] .end")).to_be_hidden()
    expect(board.get_by_role("status")).to_contain_text("So the order matters.")


def test_without_a_script_all_boxes_are_full(visit, book):
    page = visit(book.url + PAGE, java_script_enabled=False)
    drawn = page.locator("order-board svg:visible")
    assert drawn.locator(".end:visible").count() == 28
    assert drawn.locator(".asked:visible").count() == 0
    assert page.locator("order-bet button").count() == 0


def test_a_thumb_hits_both_bets_and_axe_finds_nothing(opened):
    page, game, _ = opened(**PHONE)
    for button in page.locator("order-bet button").all():
        assert button.bounding_box()["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    game.evaluate(RUN, "bdca")
    axe = Axe(thorough=True)
    assert axe.all(page, ["order-bet", "order-board"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["order-bet", "order-board"]) == {}
