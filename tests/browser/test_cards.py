"""The glossary's cards: known or asked again; with a finger, with keys, without storage."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe, switch
from tests.browser.test_denied_storage import DENIED

PAGE = "glossary.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHAPTER = "chapters/09-visit-order.html"
FINISHED = """localStorage.setItem(`${unpasted.book}:progress`, '{"finished": ["%s"]}')"""
KEPT = "JSON.parse(localStorage.getItem(`${unpasted.book}:cards`))"
TERMS = """(end) => [...document.querySelectorAll("td > [data-progress]")]
  .filter((link) => link.href.endsWith(end))
  .flatMap((link) => [...link.closest("tr").querySelectorAll("[href*='#']")])
  .map((term) => term.hash.slice(1))"""
CARDS = "document.querySelector('term-cards')"
NAME = "(id) => document.getElementById(id).firstChild.textContent.trim()"
ASKED = f"""() => {CARDS}.all.map((one) => {{
  {CARDS}.pile = [one];
  {CARDS}.show();
  return [({NAME})(one.id), {CARDS}.querySelector(".panel").innerText, {CARDS}.querySelectorAll("button").length];
}})"""
# What stands around them is hidden meanwhile: to lay it out for each card would take a minute.
HEIGHTS = f"""() => {{
const aside = [];
for (let one = {CARDS}; one.localName !== "article"; one = one.parentElement)
  aside.push(...[...one.parentElement.children].filter((other) => other !== one && !other.hidden));
for (const one of aside) one.hidden = true;
const heights = {CARDS}.all.flatMap((one) => [...{CARDS}.choices(one), null].map((chosen) => {{
  {CARDS}.pile = [one];
  {CARDS}.show();
  if (chosen) {CARDS}.choose(chosen);
  return document.querySelector("term-cards .panel").offsetHeight;
}}));
for (const one of aside) one.hidden = false;
return heights;
}}"""


@pytest.fixture
def cards(visit, book):
    """The cards, with what a page may have kept."""

    def opened(init="", kept="", **screen):
        page = visit(book.url + PAGE, init=init, **screen)
        if kept:
            page.evaluate(kept)
            page.reload()
        page.wait_for_function(f"{CARDS}?.all?.length > 0")
        return page.locator("term-cards")

    return opened


def press(cards, name):
    cards.get_by_role("button", name=name, exact=True).click()


def named(deck, at=0):
    """The term of a card of the pile."""
    return deck.page.evaluate(f"({NAME})({CARDS}.pile.at({at}).id)")


def test_cards_are_of_a_finished_chapter_until_all_are_known(cards):
    """Kept over a reload; then they begin anew."""
    deck = cards(kept=FINISHED % CHAPTER)
    page = deck.page
    terms = page.evaluate(TERMS, CHAPTER)
    assert terms
    for n in range(len(terms)):
        expect(deck.get_by_role("status")).to_contain_text("Chapter 9")
        expect(deck).to_contain_text(f"{n} of {len(terms)} known")
        press(deck, named(deck))
        expect(deck.get_by_role("status")).to_contain_text("✓")
        press(deck, "Next card")
    assert sorted(page.evaluate(KEPT)["known"]) == sorted(terms)
    page.reload()
    expect(deck.get_by_role("status")).to_have_text(f"You knew all {len(terms)}.")
    press(deck, "Begin anew")
    expect(deck).to_contain_text(f"0 of {len(terms)} known")
    assert page.evaluate(KEPT) == {"known": []}


def test_who_has_finished_nothing_is_asked_any_term(cards):
    """Of three terms, by an example that does not name it."""
    deck = cards(kept="localStorage.clear()")
    asked = deck.page.evaluate(ASKED)
    assert len(asked) == deck.page.locator("dt[id]").count()
    for name, says, buttons in asked:
        assert name.lower() not in says.partition("\n")[2].lower().split(), name
        assert buttons in (3, 4), name


def test_a_wrong_term_is_told_by_its_own_example(cards):
    """And the card comes again, as the last one."""
    deck = cards(kept="localStorage.clear()")
    name = named(deck)
    [other, *_] = {*deck.get_by_role("group").get_by_role("button").all_inner_texts()} - {name}
    press(deck, other)
    says = deck.get_by_role("status")
    for told in ("✗", name, f"An example of {other}: "):
        expect(says).to_contain_text(told)
    expect(deck).to_contain_text("0 of ")
    assert named(deck, -1) == name


def test_keys_choose_and_go_on(cards):
    """What is pressed next has the focus."""
    deck = cards(kept="localStorage.clear()")
    first = deck.get_by_role("group").get_by_role("button").first
    first.focus()
    for _ in range(2):
        deck.page.keyboard.press("Enter")
        expect(deck.get_by_role("button", name="Next card")).to_be_focused()
        deck.page.keyboard.press("Enter")
        expect(first).to_be_focused()


def test_a_finger_chooses_and_nothing_moves(cards):
    """On a phone; whatever it says, a card is as high; axe finds nothing."""
    deck = cards(kept="localStorage.clear()", **PHONE)
    page = deck.page
    deck.get_by_role("group").get_by_role("button").first.tap()
    expect(deck.get_by_role("button", name="Next card")).to_be_visible()
    assert len({*page.evaluate(HEIGHTS)}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    axe = Axe(thorough=True)
    assert axe.all(page, ["term-cards"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["term-cards"]) == {}


def test_what_is_kept_may_be_denied_or_damaged(cards):
    """Then it lasts as long as the page, or begins anew."""
    deck = cards(init=DENIED)
    press(deck, named(deck))
    expect(deck).to_contain_text("1 of ")
    damaged = f"localStorage.setItem(`${{unpasted.book}}:cards`, '{json.dumps([7])}')"
    expect(cards(kept=damaged)).to_contain_text("0 of ")


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_a_script_a_table_has_the_terms(visit, book, media):
    """And on paper."""
    page = visit(book.url + PAGE, java_script_enabled=media == "print")
    page.emulate_media(media=media)
    expect(page.locator("term-cards")).to_be_hidden()
    assert page.locator("table:has([data-progress]) tr").count() > 20
