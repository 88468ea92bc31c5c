"""Chapter 4's graph stays in sight and fills as its reader passes each move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.walking import PHONE
from tests.built import mostly_slow

CHAPTER = "chapters/04-manual-backprop.html"
WIDE = {"viewport": {"width": 1280, "height": 900}}
TABLET = {"viewport": {"width": 820, "height": 1180}}
LOW = {"viewport": {"width": 844, "height": 390}}
KNOWN = ["", "L", "L d f", "L d f e c", "L d f e c a b"]
"""Whose gradients each state shows."""
PINNED = "[data-scrolled='0']"
STATES = "[data-scrolled]:not([data-scrolled='0'])"
GRADED = """(figure) => [...figure.querySelectorAll("svg .node")].filter((one) => one.checkVisibility())
  .filter((one) => one.querySelector("[data-part=grad]")?.textContent.trim())
  .map((one) => one.querySelector("[data-part=label]").textContent.trim()).sort().join(" ")"""
SHOWN = """() => document.querySelector("[data-scrolled='0']").getBoundingClientRect().toJSON()"""


@pytest.fixture
def chapter(anew, book):
    """The page, its first question answered: it holds the third move back."""

    def opened(**options: object) -> Page:
        page = anew(book.url + CHAPTER, **options)
        first = page.locator("scrolled-figure .predict").first
        first.get_by_label("Neither.").check()
        first.get_by_role("button", name="Check").click()
        expect(first.get_by_role("status")).to_contain_text("Right")
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        expect_graded(page, 0)
        return page

    return opened


def bring(page: Page, state: int, to: float) -> None:
    """Scroll the place of a state to a height of the screen, from 0 to 1."""
    page.locator("[data-scrolled]").nth(state).evaluate(
        """(one, to) => scrollBy({ top: one.getBoundingClientRect().top - to * innerHeight, behavior: "instant" })""",
        to,
    )


def answer(page: Page) -> Locator:
    """Answer the question that holds the last state back."""
    box = page.locator("scrolled-figure .predict").last
    box.get_by_role("textbox").fill("6")
    box.get_by_role("textbox").press("Enter")
    return box


def expect_graded(page: Page, state: int) -> None:
    """The boxes of the figure that show a gradient are those of a state."""
    known = " ".join(sorted(KNOWN[state].split()))
    page.wait_for_function(f"(known) => ({GRADED})(document.querySelector(`{PINNED}`)) === known", arg=known)  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [WIDE, pytest.param(TABLET, marks=pytest.mark.slow), PHONE],
    ids=["wide", "tablet", "phone"],
)
def test_it_fills_as_moves_pass_and_empties_on_the_way_back(chapter, options):
    """One drawing shows, with the caption and the text alternative of its state; no layout shifts."""
    page = chapter(**options)
    page.evaluate("""() => { window.shifts = []; new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value); }).observe({ type: "layout-shift" }); }""")
    expect(page.locator(f"{STATES} figure").first).to_have_css("clip-path", "inset(50%)")
    for state in (1, 2, 3, 2, 1):
        bring(page, state, 0.5)
        expect_graded(page, state)
        own = page.locator("[data-scrolled]").nth(state)
        caption = own.locator("figcaption").inner_html()
        assert page.locator(f"{PINNED} figcaption").inner_html() == caption
        title = page.locator(f"{PINNED} svg > title").first.text_content()
        assert title == own.locator("svg > title").first.text_content()
    bring(page, 1, 0.9)
    expect_graded(page, 0)
    page.wait_for_timeout(300)
    assert sum(page.evaluate("window.shifts")) <= 0.02


def test_the_last_state_comes_with_the_answer(chapter):
    """Before that it shows nowhere, however far the reader scrolls."""
    page = chapter(**WIDE)
    page.locator("#what-each-move-did").evaluate(
        "(one) => one.scrollIntoView({ behavior: 'instant' })"
    )
    expect_graded(page, 3)
    answer(page)
    bring(page, 4, 0.5)
    expect_graded(page, 4)


def test_arrows_turn_amber_as_a_gradient_goes_along_them(chapter):
    """And are ink again on the way back."""
    page = chapter(**WIDE)
    amber = page.locator(f"{PINNED} svg:visible .edge path[stroke*='grad']")
    for state, count in ((0, 0), (2, 3), (0, 0)):
        bring(page, state or 1, 0.5 if state else 0.9)
        expect_graded(page, state)
        expect(amber).to_have_count(count)


@pytest.mark.parametrize(
    "options", [pytest.param(TABLET, marks=pytest.mark.slow), PHONE], ids=["tablet", "phone"]
)
def test_it_takes_two_fifths_of_a_screen_above_the_text(chapter, options):
    """Under the header, with nothing cut off on the right; what a state brings is panned to."""
    page = chapter(**options)
    for state in (1, 3):
        bring(page, state, 0.5)
        expect_graded(page, state)
        box = page.evaluate(SHOWN)
        assert 40 <= box["top"] <= 50
        assert box["height"] <= 0.42 * options["viewport"]["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        frame = page.locator(f"{PINNED} .scroll").bounding_box()
        new = page.locator(f"{PINNED} .node.filled:visible").first.bounding_box()
        assert frame["x"] - 1 <= new["x"]
        assert new["x"] + new["width"] <= frame["x"] + frame["width"] + 1
        assert page.locator(f"{PINNED} svg:visible [data-part=label]").first.evaluate(
            "(one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a"
        ) >= 11  # fmt: skip


def test_inputs_and_output_are_in_sight_at_once(anew, book):
    """Chapter 5's graph is five operations long, and whole on a phone, its numbers in their boxes."""
    page = anew(f"{book.url}chapters/05-neuron.html", **PHONE)
    output = page.locator(f"{PINNED} .root:visible")
    weight = page.locator(f"{PINNED} [aria-label^='w1:']:visible")
    for state, place in ((1, 0.9), (1, 0.78), (2, 0.5)):
        bring(page, state, place)
        for box in (output, weight):
            expect(box).to_be_in_viewport(ratio=0.9)
    number = output.locator("[data-part=data]").bounding_box()
    ground = output.locator("[data-part=data-half]").bounding_box()
    assert ground["x"] - 1 <= number["x"]
    assert number["x"] + number["width"] <= ground["x"] + ground["width"] + 1


def test_while_it_waits_above_the_text_one_line_of_it_shows(chapter):
    """And the text behind the rest of it; the page is as long as before."""
    page = chapter(**PHONE)
    length = page.evaluate("document.documentElement.scrollHeight")
    page.locator("#what-each-move-did").evaluate(
        "(one) => one.scrollIntoView({ behavior: 'instant' })"
    )
    expect(page.locator(f"{PINNED} .caption")).to_be_visible()
    covers = f"""() => [60, 100, 200, 300].map((y) => !!document.elementFromPoint(195, y).closest("{PINNED}"))"""
    assert page.evaluate(covers) == [True, False, False, False]
    assert page.evaluate("document.documentElement.scrollHeight") == length


def test_beside_the_text_it_covers_nothing(chapter):
    """At 1280 pixels there is room for it on the right of all that scrolls by."""
    page = chapter(**WIDE)
    bring(page, 2, 0.5)
    expect_graded(page, 2)
    box = page.evaluate(SHOWN)
    rights = page.locator("scrolled-figure > :not([data-scrolled])").evaluate_all(
        "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    )
    assert rights < box["left"]
    assert box["right"] <= 1280
    seen = page.locator(f"{PINNED} figure").bounding_box()
    assert seen["y"] > 48
    assert seen["y"] + seen["height"] < 900


def test_a_low_screen_has_each_state_in_its_place(chapter):
    """As without a script, and on paper."""
    page = chapter(**LOW)
    bring(page, 3, 0.2)
    expect_graded(page, 0)
    assert page.locator("[data-scrolled='2'] figure").evaluate(GRADED) == "L d f"
    assert page.locator("[data-scrolled='2'] svg").first.bounding_box()["height"] > 100


def test_without_a_script_each_state_stands_in_its_place(visit, book):
    """Whole, one after the other."""
    page = visit(book.url + CHAPTER, java_script_enabled=False, **WIDE)
    drawn = page.locator("[data-scrolled] figure")
    heights = [drawn.nth(n).bounding_box()["height"] for n in range(5)]
    assert min(heights) > 200
    texts = [drawn.nth(n).locator("svg").first.text_content() for n in range(5)]
    assert [len(re.findall(r"-?\d+\.\d", text)) for text in texts] == [7, 8, 10, 12, 14]


def test_on_paper_each_state_stands_in_its_place(chapter):
    """A real print finds the first one as its author drew it; afterwards it is where it was."""
    page = chapter(**WIDE)
    bring(page, 3, 0.5)
    expect_graded(page, 3)
    page.evaluate(f"""() => addEventListener("beforeprint", () => {{
      window.onPaper = [...document.querySelectorAll("[data-scrolled]")].map({GRADED}); }})""")
    page.pdf()
    assert page.evaluate("window.onPaper")[0] == ""
    expect_graded(page, 3)
    page.emulate_media(media="print")
    for state in range(5):
        figure = page.locator(f"[data-scrolled='{state}'] figure")
        expect(figure).to_have_css("position", "static")
        assert figure.evaluate("(one) => one.scrollHeight") > 100


def test_the_key_that_reaches_a_passage_leads_the_figure_there(chapter):
    """Both ways, and nothing that has the focus stands behind the figure."""
    page = chapter(**PHONE | {"has_touch": False, "is_mobile": False})
    bring(page, 1, 0.5)
    expect_graded(page, 1)
    start = "(heading) => { heading.tabIndex = -1; heading.focus(); }"
    page.locator("#second-move-through-a-product").evaluate(start)
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        state, top, bottom, inside = page.evaluate("""() => {
          const now = document.activeElement;
          const states = [...document.querySelectorAll("[data-scrolled]")];
          const before = states.filter((one) => one.checkVisibility() && now.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
          const figure = states[0].getBoundingClientRect();
          return [before.length - 1, now.getBoundingClientRect().top, figure.bottom, Boolean(now.closest("scrolled-figure"))];
        }""")
        if not inside or page.evaluate("document.activeElement.closest('.predict') !== null"):
            break
        expect_graded(page, state)
        assert top >= bottom - 1, page.evaluate("document.activeElement.outerHTML")
        seen.add(state)
    assert seen == {1, 2}
    while state > 1:
        page.keyboard.press("Shift+Tab")
        state = page.evaluate("""() => [...document.querySelectorAll("[data-scrolled]")].filter((one) => one.checkVisibility()
          && document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING).length - 1""")
        expect_graded(page, state)


def test_a_link_leads_to_a_heading_below_the_figure(chapter):
    """It does not come to stand behind it."""
    page = chapter(**PHONE)
    page.evaluate("location.hash = 'third-move-through-a-sum'")
    page.wait_for_function(f"""() => {{
      const {{ bottom }} = ({SHOWN})();
      const {{ top }} = document.querySelector("#third-move-through-a-sum").getBoundingClientRect();
      return bottom <= top && top < bottom + 200;
    }}""")


def test_a_field_that_has_the_focus_has_the_screen_to_itself(chapter):
    """Where a keyboard covers half of a phone, the figure waits above."""
    page = chapter(**PHONE)
    field = page.locator("scrolled-figure .predict").get_by_role("textbox")
    field.scroll_into_view_if_needed()
    height = page.evaluate("document.documentElement.scrollHeight")
    field.focus()
    assert page.evaluate(SHOWN)["bottom"] < 0
    assert page.evaluate("document.documentElement.scrollHeight") == height


def test_each_box_tells_what_it_shows(chapter):
    """In words, as the state has it; and nothing is announced while the page scrolls."""
    page = chapter(**WIDE)
    bring(page, 1, 0.9)
    expect_graded(page, 0)
    names = f"{PINNED} svg:visible [role=img]"
    labels = "(all) => all.map((one) => one.getAttribute('aria-label'))"
    assert "L: data −8.0" in page.locator(names).evaluate_all(labels)
    bring(page, 1, 0.5)
    expect_graded(page, 1)
    assert "L: data −8.0, grad 1.0" in page.locator(names).evaluate_all(labels)
    assert page.locator(f"{PINNED} :is([role=status], [aria-live])").count() == 0


def test_numbers_land_unless_motion_is_reduced(visit, chapter, book):
    """What a state brings comes in; for who wants no motion it is there."""
    moving = visit(book.url + CHAPTER, reduced_motion="no-preference", **WIDE)
    for page, name in ((moving, "landing"), (chapter(**WIDE), "none")):
        bring(page, 1, 0.5)
        expect_graded(page, 1)
        number = page.locator(f"{PINNED} .filled > [data-part=grad]:visible")
        expect(number).to_have_text("1.0")
        assert number.evaluate("(one) => getComputedStyle(one).animationName") == name


@pytest.mark.parametrize("options", mostly_slow([WIDE, PHONE], PHONE))
def test_a_name_in_a_listing_lights_the_map_that_stays_over_it(visit, book, options):
    """Chapter 20's block, down to its last function."""
    page = visit(book.url + "chapters/20-gpt.html", **options)
    name = page.locator(".mapped .highlight .n", has_text=re.compile("^think$")).last
    name.evaluate("(one) => one.scrollIntoView({ block: 'end', behavior: 'instant' })")
    name.hover()
    box = page.locator(".mapped .plate:visible .node.lit")
    expect(box).to_have_text("think")
    assert box.bounding_box()["y"] > page.locator(".md-header").bounding_box()["height"]
    expect(name).to_be_in_viewport()
