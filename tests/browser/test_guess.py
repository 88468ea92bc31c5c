"""The guessing game: a name is opened letter by letter, alone and against the table of pairs."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from micrograd.datasets import names
from tests.browser.axe import Axe, switch

PAGE = "chapters/18-next-letter.html"
LETTERS = ".abcdefghijklmnopqrstuvwxyz"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = """() => [...document.querySelectorAll("guessing-game button")]
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""


@pytest.fixture
def games(anew, book):
    """Both: alone, and against the table."""

    def opened(**screen):
        page = anew(book.url + PAGE, **screen)
        page.wait_for_function("Boolean(customElements.get('guessing-game'))")
        return page.locator("guessing-game").all()

    return opened


def key(game, letter):
    return game.get_by_role("button", name="the end" if letter == "." else letter, exact=True)


def rows(game) -> dict[str, list[str]]:
    found = {}
    for row in game.locator("tr").all():
        found[row.locator("th").inner_text()] = row.locator("td").all_inner_texts()
    return found


def test_each_tap_counts_and_the_word_opens(games):
    """What was tried once is tried no more; at the end the reader is told how many it took."""
    game = games()[0]
    name = game.get_attribute("data-names").split()[0]
    assert name in names().validation
    says = game.get_by_role("status")
    wrong = next(letter for letter in "xq" if letter not in name)
    key(game, wrong).click()
    key(game, wrong).dispatch_event("click")
    expect(says).to_have_text(f"Not {wrong}. Guesses: 1.")
    expect(key(game, wrong)).to_have_attribute("aria-disabled", "true")
    key(game, name[0]).click()
    expect(says).to_have_text(f"Yes, {name[0]}, with guess 2.")
    assert rows(game) == {"name": [name[0], "_"], "you": ["2", "0"]}
    expect(key(game, wrong)).to_have_attribute("aria-disabled", "false")
    for letter in f"{name[1:]}.":
        key(game, letter).click()
    each = (len(name) + 2) / (len(name) + 1)
    expect(says).to_have_text(f"It’s {name}. Over 1 name, a letter took you {each:.1f} guesses.")
    assert rows(game) == {"name": [*name, "."], "you": ["2", *"1" * len(name)]}
    game.get_by_role("button", name="Another name").click()
    expect(says).to_have_text("Guess the first letter.")
    assert rows(game) == {"name": ["_"], "you": ["0"]}


def test_the_table_guesses_as_the_training_names_say(games):
    """Two names without a wrong guess: the table's guesses and the target are Python's."""
    game = games()[1]
    counts = Counter(p for w in names().training for p in pairwise(f".{w}."))
    order = {a: sorted(LETTERS, key=lambda b: -counts[a, b]) for a in LETTERS}
    hidden = game.get_attribute("data-names").split()
    assert set(hidden) < set(names().validation) and len(set(hidden)) == len(hidden)
    all_ranks = []
    for name in hidden[:2]:
        ranks = [order[a].index(b) for a, b in pairwise(f".{name}.")]
        all_ranks += ranks
        for letter in f"{name}.":
            key(game, letter).click()
        assert rows(game)["table"] == [str(rank + 1) for rank in ranks]
        game.get_by_role("status").wait_for()
        told = game.get_by_role("status").inner_text()
        game.get_by_role("button", name="Another name").click()
    mean = sum(rank + 1 for rank in all_ranks) / len(all_ranks)
    assert told.startswith(f"It’s {hidden[1]}. Over 2 names, a letter took you 1.0 guesses")
    pairs = Counter(p for w in names().validation for p in pairwise(f".{w}."))
    lists = {a: sorted(LETTERS, key=lambda b: -pairs[a, b]) for a in LETTERS}
    needed, least = (
        sum(n * (each[a].index(b) + 1) for (a, b), n in pairs.items()) / pairs.total()
        for each in (order, lists)
    )
    found = [float(number) for number in re.findall(r"\d+\.\d+", told)]
    for one, wanted in zip(found, (1, mean, needed, least), strict=True):
        assert abs(one - wanted) < 0.051


def test_it_is_played_by_keys_alone(games):
    """One stop of Tab for all letters; arrows and letters move on, and open no search, no page."""
    game = games()[1]
    page, keyboard = game.page, game.page.keyboard
    name = game.get_attribute("data-names").split()[0]
    key(game, "a").focus()
    keyboard.press("ArrowLeft")
    expect(key(game, ".")).to_be_focused()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    expect(key(game, "b")).to_be_focused()
    keyboard.press("Enter")
    expect(game.get_by_role("status")).to_contain_text("b")
    keyboard.press("Tab")
    expect(game.get_by_role("button", name="Another name")).to_be_focused()
    for letter in f"{name}.":
        keyboard.press(letter)
    expect(key(game, ".")).to_be_focused()
    expect(game.get_by_role("status")).to_contain_text(f"It’s {name}.")
    another = game.get_by_role("button", name="Another name")
    for arrow, end in (("ArrowLeft", "."), ("ArrowRight", "a")):
        another.focus()
        keyboard.press(arrow)
        expect(key(game, end)).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    for letter in ("f", "s", "n", "p"):  # elsewhere they search, and turn pages
        keyboard.press(letter)
    assert page.url.endswith(PAGE)
    expect(key(game, "p")).to_be_focused()


@pytest.mark.parametrize("media", ["screen", "print"])
def test_a_printed_game_stands_there_without_a_script(visit, anew, book, media):
    """And on paper; on a screen with scripts it doesn't."""
    url = book.url + PAGE
    page = anew(url) if media == "print" else visit(url, java_script_enabled=False)
    examples = page.locator(".on-paper .guesses")
    if media == "print":
        expect(examples.first).to_be_hidden()
    page.emulate_media(media=media)
    for example, game in zip(examples.all(), page.locator("guessing-game").all(), strict=True):
        expect(example).to_be_visible()
        expect(game).to_be_hidden()
    assert rows(examples.last)["name"][-1] == "."


def test_a_finger_hits_every_letter_and_axe_finds_nothing(games):
    game = games(**PHONE)[1]
    page = game.page
    assert min(page.evaluate(SIZES)) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    key(game, "z").click()  # one is spent
    axe = Axe(thorough=True)
    assert axe.all(page, ["guessing-game"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["guessing-game"]) == {}
