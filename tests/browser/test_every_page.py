"""Every page of both books: no error, no request to another host, no sideways scroll, nothing that
axe finds beyond Material's bare theme.

A page is visited once on a wide screen, and what was found is kept for the tests of that page.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from tests.browser.axe import MIDDLE, MOVED, Axe, new, switch
from tests.browser.pages import of_both
from tests.browser.visits import Visits

FEW = ("live", "order", "figures", "questions", "exercises")  # walks are in the real book's one
PAGES = of_both(few=["review.html", *(f"chapters/{name}.html" for name in FEW)])
BUILT = """() => [...document.querySelectorAll("graph-walk, visit-order, book-question, book-progress[data-page]")]
  .filter((one) => !(one.matches("book-question") ? one.closest(".predict").querySelector("form") : one.querySelector("button, form, input")))
  .map((one) => one.outerHTML.slice(0, 200))"""
ACTIVE = "graph-walk, visit-order, book-question"
WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("article *")].filter((one) =>
    one.getBoundingClientRect().right > width + 1 && !one.closest(".scroll, .highlight, .md-typeset__scrollwrap, pre"))
    .map((one) => one.outerHTML.slice(0, 120));
}"""
# Figures that are cut, that show no drawing or two, or whose text is smaller than 11 pixels; not the
# states of a scrolled one, which are there for who listens.
UNFIT = """() => [...document.querySelectorAll(".drawing .scroll")].filter((box) => box.checkVisibility() && !box.matches("[data-scrolled]:not([data-scrolled='0']) .scroll")).flatMap((box) => {
  const [svg, ...more] = [...box.querySelectorAll("svg")].filter((one) => one.checkVisibility());
  const words = () => (svg ?? box).textContent.trim().slice(0, 60);
  if (!svg || more.length) return [`${svg ? more.length + 1 : 0} drawings: ${words()}`];
  const faults = [];
  if (box.scrollWidth > box.clientWidth + 1 && !box.closest(".large:not(.whole)")) faults.push(`cut, ${box.scrollWidth} in ${box.clientWidth}: ${words()}`);
  const sizes = [...svg.querySelectorAll("text")].filter((text) => text.checkVisibility({ opacityProperty: true })).map((text) => {
    const { a, b } = text.getScreenCTM();
    return [Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize), text.textContent];
  });
  const [least, text] = sizes.sort((one, other) => one[0] - other[0])[0] ?? [99];
  if (least < 10.95) faults.push(`${least.toFixed(2)} px, ${text}: ${words()}`);
  return faults;
})"""
CUT = """() => [...document.querySelectorAll(".licence > :not(.tabular), td")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
# Whatever follows the size of the screen has been told of it.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""
QUESTIONS = (
    """async () => (await (await fetch(location.href)).text()).split("<book-question").length - 1"""
)
# Fills in every question of a page wrongly and rightly; what is said each time.
FILL = """() => [...document.querySelectorAll("book-question:not(book-review *)")].map((one) => {
  const { asked, box } = one.made;
  const form = box.querySelector("form"), said = () => box.querySelector(".verdict").textContent;
  const texts = [...form.querySelectorAll("input[type=text]")];
  const check = () => (form.querySelector("[type=submit]").click(), said());
  const fill = (off) => {
    if ("right" in asked) form.elements.answer[off ? (asked.right ? 0 : 1) : asked.right].checked = true;
    const answers = asked.kind === "gradients" ? asked.gradients : [asked];
    texts.forEach((input, i) => { input.value = String(answers[i].answer + (off ? 1000 + 2 * answers[i].tolerance : 0)); });
    return check();
  };
  return [fill(true), fill(false)];
})"""


@dataclass
class Seen:
    """What one visit of a page finds, on a device that is set to dark, switched to light."""

    scheme: str
    not_built: list[str]
    dark: list[str]
    light: list[str]
    dark_middle: list[str] = field(default_factory=list)
    light_middle: list[str] = field(default_factory=list)
    questions: int = 0
    verdicts: list[list[str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    unfit: dict[int, list[str]] = field(default_factory=dict)


@dataclass
class Known:
    """What axe finds on empty pages of the bare theme."""

    dark: set[tuple[str, str]]
    light: set[tuple[str, str]]


@pytest.fixture(scope="module")
def known(visits: Visits, bare) -> Known:
    found = Known(set(), set())
    for path in ("index.html", "two.html"):
        page = visits(bare.url + path, color_scheme="dark")
        found.dark |= set(Axe().colours(page))
        switch(page, "light")
        found.light |= set(Axe().all(page))
        visits.leave()
    return found


@pytest.fixture(scope="module")
def axe() -> Axe:
    return Axe()


@pytest.fixture(scope="module", params=PAGES, ids=lambda page: " ".join(page))
def address(request) -> str:
    """The address of a page."""
    which, path = request.param
    return request.getfixturevalue(which).url + path


@pytest.fixture(scope="module")
def seen(visits: Visits, axe: Axe, known: Known, address: str) -> Seen:
    """As it stands, and with every element of it in the middle of what it does.

    Only colours differ between the schemes, so in the dark only their rules are looked at.
    """
    page = visits(address, color_scheme="dark")
    seen = Seen(
        scheme=page.locator("body").get_attribute("data-md-color-scheme"),
        not_built=page.evaluate(BUILT),
        dark=new(axe.colours(page), known.dark),
        light=[],
    )
    switch(page, "light")
    seen.light = new(axe.all(page), known.light)
    for width in (768, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        page.evaluate(FRAMES)
        page.wait_for_function(SETTLED)
        seen.unfit[width] = page.evaluate(UNFIT)
    page.evaluate(MIDDLE)
    if page.locator(ACTIVE).count():
        seen.light_middle = new(axe.all(page, MOVED), known.light)
        switch(page, "dark")
        seen.dark_middle = new(axe.colours(page), known.dark)
    seen.questions, seen.verdicts = page.evaluate(QUESTIONS), page.evaluate(FILL)
    page.wait_for_load_state("networkidle")
    seen.faults = visits.leave()
    return seen


def test_every_element_is_built(seen):
    """Each has its buttons."""
    assert seen.not_built == []


def test_a_page_works_in_silence(seen):
    """Using all of its elements gives no error and asks no other host."""
    assert seen.faults == []


def test_axe_finds_nothing_new_in_the_light(seen):
    """By all rules: as the page stands, and in the middle."""
    assert seen.light + seen.light_middle == []


def test_axe_finds_nothing_new_in_the_dark(seen):
    """By the rules of colour, on a device that is set to dark."""
    assert seen.scheme == "slate"
    assert seen.dark + seen.dark_middle == []


def test_every_question_takes_its_right_answer(seen):
    """Filled in from the page's own data, each is right, and wrong if it is changed."""
    assert len(seen.verdicts) == seen.questions
    for wrong, right in seen.verdicts:
        assert wrong.startswith(("Not quite.", "A number", "Choose")), wrong
        assert right == "Right.", right


def test_every_figure_fits_its_screen(seen):
    """Whole, in one drawing, and with text that can be read, at 768 and at 1280 pixels."""
    assert seen.unfit == {768: [], 1280: []}


def test_nothing_scrolls_sideways_on_a_phone(visit, address):
    """At 390 pixels every figure is whole, but one seen from near; also in mid-walk."""
    page = visit(
        address, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True,
        reduced_motion="no-preference",
    )  # fmt: skip
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    for _ in range(2):
        assert page.evaluate(WIDE) == []
        page.wait_for_function(SETTLED)  # what was small is fading out
        unfit = page.evaluate(UNFIT)
        assert unfit == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.evaluate(MIDDLE)
        page.evaluate("scrollTo(500, 0)")
        assert page.evaluate("scrollX") == 0


@pytest.mark.slow
def test_a_narrow_window_with_a_mouse_scrolls_down_only(visit, address):
    """A heading's link to itself, which a mouse brings out, has no room there."""
    page = visit(address, viewport={"width": 390, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 1280])
def test_a_licence_opens_where_a_link_leads_to_it_and_no_line_of_it_is_cut(visit, small, width):
    """But of a table, which scrolls; the others stay folded."""
    page = visit(f"{small.url}notices.html#OFL-1.1", viewport={"width": width, "height": 800})
    expect(page.locator("details[open]")).to_have_id("OFL-1.1")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CUT) == []
