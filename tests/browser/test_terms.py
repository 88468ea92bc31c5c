"""Terms of the glossary: what they mean, for the mouse, the keyboard and a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

PAGE = "chapters/02-chain-rule.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def term():
    return lambda page: page.locator("a.term", has_text="upstream gradient").first


def tip(page):
    return page.locator(".term-tip")


def test_the_mouse_sees_what_a_term_means(anew, book, term):
    """While it rests on the term or on what is said; 15 pixels, with a line around it."""
    page = anew(book.url + PAGE)
    term(page).hover()
    tip(page).wait_for()
    expect(tip(page)).to_contain_text("the derivative of the final output")
    size, border = tip(page).evaluate(
        "(one) => [getComputedStyle(one).fontSize, getComputedStyle(one).borderTopWidth]"
    )
    assert (size, border) == ("15px", "1px")
    tip(page).hover()
    page.wait_for_timeout(500)
    expect(tip(page)).to_be_visible()
    page.mouse.move(5, 5)
    tip(page).wait_for(state="detached")


def test_the_keyboard_reaches_it_and_more(visit, book, term):
    """Focus shows it, Tab goes on to the glossary's entry, Escape closes it."""
    page = visit(book.url + PAGE)
    term(page).evaluate("(one) => one.focus({ focusVisible: true })")
    tip(page).wait_for()
    expect(term(page)).to_have_attribute("aria-describedby", "term-tip")
    page.keyboard.press("Escape")
    tip(page).wait_for(state="detached")
    page.keyboard.press("Enter")
    tip(page).wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "More"
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary.html#upstream-gradient")


def test_a_finger_opens_and_closes_it(visit, book, term):
    """On a phone; it stays on the screen."""
    page = visit(book.url + PAGE, **PHONE)
    term(page).tap()
    tip(page).wait_for()
    box = tip(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert tip(page).locator("a").bounding_box()["height"] >= 44
    page.locator("h1").tap()
    tip(page).wait_for(state="detached")
    assert page.url.endswith(PAGE)


def test_without_a_script_it_is_a_link_with_a_title(visit, book, term):
    """It leads to the entry."""
    page = visit(book.url + PAGE, java_script_enabled=False)
    assert "derivative of the final output" in term(page).get_attribute("title")
    term(page).click()
    page.wait_for_url("**/glossary.html#upstream-gradient")
    expect(page.locator("#upstream-gradient")).to_be_visible()


def test_a_word_in_another_sense_is_no_term(visit, book):
    """`your \\device` is the reader's own."""
    page = visit(book.url + "how-to-use.html")
    text = page.locator("article").text_content()
    assert "stay on your device" in text
    expect(page.locator("a.term", has_text="device")).to_have_count(0)
