"""A text is begun: how likely a trained model finds each letter next, and where its heads look."""

from __future__ import annotations

import json
import math
import re

import pytest
from playwright.sync_api import expect

from micrograd.engine import Value
from micrograd.gpt import GPT, dot, linear, softmax, tokens
from tests.browser.axe import Axe, switch
from tests.browser.livecells import SLOW
from tests.built import mostly_slow

GPT_PAGE = "chapters/20-gpt.html"
HEAD_PAGE = "chapters/19-attention.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHARES = """(one, css) => [...one.querySelectorAll(css)]
  .map((part) => part.style.getPropertyValue("--share")).filter(Boolean).map(Number)"""
SIZES = """(one) => [...one.querySelectorAll("button, input")]
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""


@pytest.fixture
def begun(anew, book):
    """The element of a chapter, alive."""

    def opened(path, **screen):
        page = anew(book.url + path, **screen)
        page.wait_for_function("Boolean(customElements.get('next-letter'))")
        return page.locator("next-letter")

    return opened


def test_it_waits_for_the_tools_script_however_late_that_comes(visit, book):
    """It is loaded by another script, which waits for none."""
    page = visit(book.url + HEAD_PAGE)

    def late(route):
        page.wait_for_timeout(1000)
        route.continue_()

    page.route("**/assets/unpasted/book.*.js", late)
    page.goto(book.url + GPT_PAGE)
    expect(page.locator("next-letter .key").first).to_be_visible()


def typed(element, text):
    element.get_by_role("textbox").fill(text)
    return [element.evaluate(SHARES, css) for css in (".key", ".look")]


def rows(numbers):
    return [[Value(x) for x in row] for row in numbers]


def likely(scores):
    powers = [math.exp(score.data) for score in scores]
    return [power / sum(powers) for power in powers]


def test_script_and_gpt_say_the_same(begun):
    """Of a few beginnings, none and a full one among them: to a billionth."""
    element = begun(GPT_PAGE)
    told = json.loads(element.get_attribute("data-model"))
    model = GPT(seed=1)
    [block], [matrices] = model.blocks, told.pop("blocks")
    assert block.heads == matrices.pop("heads")
    for part, of in ((told, model), (matrices, block)):
        for name, numbers in part.items():
            setattr(of, name, rows(numbers))
    asked = []
    look = block.look

    def seen(part, query, keys, values, t):
        matches = [dot(query[part], key[part]) / 2 for key in keys[: t + 1]]
        asked.append([share.data for share in softmax(matches)])
        return look(part, query, keys, values, t)

    block.look = seen
    for text in ("", "m", "monic", "elizabet"):
        asked.clear()
        [*_, scores] = model.scores(model.inputs(text)[: len(tokens(text)) - 1])
        bars, shares = typed(element, text)
        assert bars == pytest.approx(likely(scores), rel=0, abs=1e-9)
        assert shares == pytest.approx(asked[-2] + asked[-1], rel=0, abs=1e-9)


def test_script_and_head_say_the_same(begun):
    """Of texts as long as it has read, and of others; an arc for each share."""
    element = begun(HEAD_PAGE)
    *_, told = json.loads(element.get_attribute("data-model")).values()
    element.get_by_role("slider").press("End")
    letters, ask, offer, give, say = (
        rows(told[name]) for name in ("letters", "ask", "offer", "give", "say")
    )
    for text in ("cafbef", "aba", "fedcbaf"):
        read = [letters["abcdef".index(letter)] for letter in text]
        query = linear(ask, read[-1])
        shares = softmax([dot(query, linear(offer, row)) / 2 for row in read[:-2]])
        values = [linear(give, row) for row in read[1:-1]]
        scores = linear(say, [dot(shares, column) for column in zip(*values, strict=True)])
        found = [*typed(element, text), element.evaluate(SHARES, ".arcs > path")]
        assert found[0] == pytest.approx(likely(scores), rel=0, abs=1e-9)
        for shown in found[1:]:
            assert shown == pytest.approx([share.data for share in shares], rel=0, abs=1e-9)
    typed(element, "ab")
    expect(element.get_by_role("status")).to_have_text(
        "Three letters, at least: the last one asks."
    )


def test_a_head_is_followed_as_it_learns(begun):
    """From looking everywhere alike to the one place that it needs; arcs, keys and words agree."""
    element = begun(HEAD_PAGE)
    knob, says = element.get_by_role("slider"), element.get_by_role("status")
    expect(says).to_contain_text("The book’s head at step 0, after cafbef: ")
    first = element.evaluate(SHARES, ".look")
    assert max(first) < 0.3 and max(element.evaluate(SHARES, ".key")) < 0.3
    knob.press("End")
    expect(says).to_contain_text("The book’s head at step 400, after cafbef: b ")
    assert knob.get_attribute("aria-valuetext") == "step = 400"
    assert re.search(r"b\xa0\d+%, ", says.text_content()), "they are not parted at a line's end"
    assert element.evaluate(SHARES, ".look")[2] > 0.9
    assert sum(share > 0.1 for share in element.evaluate(SHARES, ".key")) == 1
    knob.press("ArrowLeft")
    expect(says).to_contain_text("at step 380,")


def test_a_name_is_typed_tapped_and_ended(begun):
    """What stands for no letter goes; a full name takes no more; the dot ends it."""
    element = begun(GPT_PAGE)
    field, says = element.get_by_role("textbox"), element.get_by_role("status")
    expect(says).to_contain_text("It writes monic once in ")
    element.get_by_role("button", name="Clear").click()
    expect(field).to_have_value("")
    expect(says).to_contain_text("The book’s GPT to begin with: ")
    field.fill("José-")
    expect(field).to_have_value("jose")
    keys = element.locator(".key")
    for _ in range(5):
        keys.nth(1).dispatch_event("click")
    expect(field).to_have_value("joseaaaa")
    expect(keys.nth(1)).to_have_attribute("aria-disabled", "true")
    keys.first.click()
    expect(field).to_have_value("")
    expect(says).to_contain_text("You wrote joseaaaa. ")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (HEAD_PAGE, "Your head at step 400, after cafbef: "),
        pytest.param(GPT_PAGE, "Your GPT after monic: ", marks=pytest.mark.slow),
    ],
)
def test_once_its_reader_has_trained_a_model_it_is_theirs(begun, path, says):
    """It computes with the numbers that the cell left; it began from others than the book's."""
    element = begun(path)
    page = element.page
    knob = element.get_by_role("slider")
    if knob.count():
        knob.press("End")
    before = element.evaluate("(one) => one.model.letters[0][0]")
    place = page.locator(f"[data-trains={element.get_attribute('data-of')}]")
    place.get_by_role("button", name="Train").click()
    expect(element.get_by_role("status")).to_contain_text(says, timeout=SLOW)
    after = element.evaluate("(one) => one.model.letters[0][0]")
    assert after != pytest.approx(before, rel=1e-3)
    if knob.count():
        assert knob.input_value() == knob.get_attribute("max") == "20"
    page.reload()
    status = element.get_by_role("status")
    expect(status).to_contain_text("you trained when you were here before. Your ")
    assert element.evaluate("(one) => one.model.letters[0][0]") == after
    element.get_by_role("button", name="The book’s numbers").click()
    expect(status).to_contain_text("The book’s ")
    assert element.evaluate("(one) => one.model.letters[0][0]") == before
    element.get_by_role("button", name="Your numbers").click()
    expect(status).to_contain_text("Your ")


@pytest.mark.parametrize("path", mostly_slow([HEAD_PAGE, GPT_PAGE], HEAD_PAGE))
@pytest.mark.parametrize("media", ["screen", "print"])
def test_on_paper_and_without_a_script_the_cell_s_own_stands_there(visit, anew, book, media, path):
    url = book.url + path
    page = anew(url) if media == "print" else visit(url, java_script_enabled=False)
    paper = page.locator(".on-paper").last
    if media == "print":
        expect(paper).to_be_hidden()
    page.emulate_media(media=media)
    expect(paper).to_be_visible()
    expect(page.locator("next-letter")).to_be_hidden()


@pytest.mark.parametrize("path", mostly_slow([HEAD_PAGE, GPT_PAGE], HEAD_PAGE))
def test_a_finger_hits_every_letter_and_axe_finds_nothing(begun, path):
    element = begun(path, **PHONE)
    page = element.page
    assert min(element.evaluate(SIZES)) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    axe = Axe(thorough=True)
    assert axe.all(page, ["next-letter"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["next-letter"]) == {}
