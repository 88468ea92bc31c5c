"""What a question holds back: shown by an answer, by its button, by a link, by a search, for good."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe
from tests.browser.test_questions import answer, question, verdict

MORE, KEY = "chapters/more.html", "small:progress"


@pytest.fixture
def page(visit, small):
    return visit(small.url + MORE)


def seen(page):
    """Whether what is held back is on the screen, and which of its sentences are."""
    held = page.locator(".held")
    shown = held.evaluate(
        "(one) => one.checkVisibility({contentVisibilityAuto: true}) && !one.hidden"
    )
    return shown and "quince" in held.inner_text()


def bar(page):
    return " ".join(page.locator(".held-back >> visible=true").all_inner_texts())


def kept(page):
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or "{}")


def test_until_it_is_answered_the_page_says_what_waits(page):
    """The headings stay where they are."""
    assert not seen(page)
    assert "More here once you answer." in bar(page)
    expect(page.get_by_role("heading", name="Another section")).to_be_visible()
    expect(page.get_by_text("This one never was.")).to_be_visible()


@pytest.mark.parametrize(("typed", "says"), [("3", "Right."), ("4", "Not quite.")])
def test_an_answer_shows_it_and_it_stays(page, typed, says):
    """The second wrong one too: what follows does not assume that it was right."""
    answer(question(page, "One question"), "5")
    assert not seen(page) and "try once more" in bar(page)
    answer(question(page, "One question"), typed)
    assert seen(page) and verdict(question(page, "One question")) == says
    assert page.evaluate("document.activeElement.matches('.said')")
    page.reload()
    assert seen(page) and not bar(page).strip()


def test_what_is_no_answer_shows_nothing(page):
    """No number was typed."""
    answer(question(page, "One question"), "perhaps")
    assert not seen(page)


def test_show_me_shows_it_and_answers_nothing(page):
    """By keys alone; nobody has failed, and nothing comes back in the review."""
    page.locator(".predict summary", has_text="Show me").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("!document.querySelector('.held').hidden")
    assert seen(page)
    state = kept(page)
    assert not state.get("answered", {}).get(MORE) and not state.get("review", {}).get(MORE)


def test_after_three_in_a_row_it_offers_never_to_hold_back(page):
    """Two were only shown elsewhere; what is chosen can be taken back."""
    page.evaluate(f"localStorage.setItem('{KEY}', JSON.stringify({{row: 2}}))")
    page.reload()
    page.locator(".predict summary", has_text="Show me").click()
    page.get_by_role("button", name="Stop holding back").click()
    assert kept(page)["always"] is True and "Nothing is held back." in bar(page)
    page.get_by_role("button", name="Hold back again").click()
    assert kept(page)["always"] is False


@pytest.mark.parametrize("way", ["link", "address", "search"])
def test_a_way_into_it_opens_it_and_leaves_its_question_open(page, small, way):
    """A link of the page, an address, a hit of the search."""
    if way == "link":
        page.get_by_role("link", name="A word further down").click()
    else:
        page.goto("about:blank")
        page.goto(f"{small.url}{MORE}{'#further-down' if way == 'address' else '?h=quince'}")
    page.wait_for_function("document.querySelector('.held')?.hidden === false")
    assert seen(page)
    expect(page.locator(".predict.answered")).to_have_count(0)


def test_find_in_page_finds_it(page):
    """The browser opens it: it takes no room, but is there to be found."""
    held = page.locator(".held")
    expect(held).to_have_attribute("hidden", "until-found")
    assert held.evaluate("(one) => getComputedStyle(one).display") == "block"
    assert page.evaluate("find('quince')")
    held.evaluate("(one) => one.dispatchEvent(new Event('beforematch'))")
    assert seen(page)


def test_on_paper_and_without_a_script_all_of_it_is_there(visit, small, page):
    """Nothing says that it was held back."""
    page.emulate_media(media="print")
    assert (
        page.locator(".held").evaluate("(one) => getComputedStyle(one).contentVisibility")
        == "visible"
    )
    assert not any(one.is_visible() for one in page.locator(".held-back").all())
    plain = visit(small.url + MORE, java_script_enabled=False)
    expect(plain.get_by_text("The word is quince.")).to_be_visible()


def test_it_is_accessible_held_and_shown(page):
    """axe finds nothing, before and after."""
    assert Axe(thorough=True).all(page) == {}
    answer(question(page, "One question"), "3")
    assert Axe(thorough=True).all(page) == {}
