"""A bet, the order game, and the board on which each order that was run fills its box."""

import pytest
from playwright.sync_api import expect

from micrograd.steps.step6_accumulate import Value
from tests.browser.axe import Axe, switch
from tests.browser.walking import PHONE
from tests.built import mostly_slow

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


def test_what_was_run_and_the_bet_outlive_a_reload_until_progress_is_cleared(visit, book):
    """The board then counts from nothing, and takes a bet again."""
    page = visit(book.url + PAGE)
    bet = page.locator("order-bet")
    bet.get_by_role("button", name="Yes, it can").click()
    page.reload()
    expect(bet.get_by_role("button", pressed=True)).to_have_text("Yes, it can")
    page.wait_for_selector("visit-order.live")
    for order in ("abcd", "dbca"):
        page.locator("visit-order").evaluate(RUN, order)
    page.reload()
    board = page.locator("order-board")
    told = "2 of 4 endings found, 2 of 24 orders run."
    expect(board.get_by_role("status")).to_have_text(told)
    assert board.evaluate(LIT) == [[2, 2, 0]] * 2
    expect(bet.get_by_role("status")).to_have_text("You bet on yes, and won.")
    expect(bet.get_by_role("button").first).to_be_disabled()
    page.evaluate("unpasted.stored.forget(['progress', 'engine', 'cells'])")  # "Clear my progress"
    page.reload()
    expect(board.get_by_role("status")).to_have_text("No order has been run yet.")
    expect(bet.get_by_role("button", pressed=True)).to_have_count(0)
    expect(bet.get_by_role("button").first).to_be_enabled()


@pytest.mark.parametrize("screen", mostly_slow([{}, PHONE], PHONE), ids=["desk", "phone"])
def test_boxes_that_are_chosen_one_by_one_make_the_order(opened, screen):
    """Each tells its place; after the last, or a run, another order begins."""
    _, game, _ = opened(**screen)
    listed = game.locator(".placing li > span:not(.grip)")
    boxes = game.locator("svg:visible .value")

    def choose(name):
        box = boxes.filter(has=game.page.locator(f"text[data-part=label]:text-is('{name}')"))
        box.tap() if screen else box.click()

    for n, name in enumerate("dcb", 1):
        choose(name)
        assert "".join(listed.all_text_contents())[:n] == "dcb"[:n]
        expect(game.locator(".chip.place:visible")).to_have_count(n)
        expect(game.get_by_role("status")).to_have_text(f"{name} is now number {n}.")
    choose("a")
    choose("b")
    assert listed.all_text_contents() == ["b", "d", "c", "a"]
    choose("b")
    assert listed.all_text_contents() == ["b", "d", "c", "a"]
    game.get_by_role("button", name="Move d up").click()
    expect(game.locator(".chip.place:visible")).to_have_count(0)
    choose("c")
    game.get_by_role("button", name="Result").click()
    choose("a")
    assert listed.all_text_contents() == ["a", "c", "d", "b"]


def test_what_every_order_gives_stands_below_the_board(opened):
    """Before the game is played, it would tell all."""
    _, game, board = opened()
    expect(game.locator(".numbers")).to_have_count(0)
    fold = board.get_by_text("What every order gives")
    drawn = board.locator("figure").bounding_box()
    assert fold.bounding_box()["y"] > drawn["y"] + drawn["height"]
    fold.click()
    expect(board.get_by_role("row")).to_have_count(25)


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
