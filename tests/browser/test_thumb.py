"""What is pressed on a phone is large enough, and nothing around the prose is in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.built import mostly_slow

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
WIDE = {"viewport": {"width": 1280, "height": 900}}
PAGE = "chapters/10-backward.html"
SMALL = """() => [...document.querySelectorAll("a, button, summary, label[for], input, select")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.matches("input[type=radio], input[type=checkbox]")
    && !one.closest("p, li:not(.md-nav__item), td, dd, svg, figure"))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5).map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""
TORN = """() => { const range = document.createRange(); return [...document.querySelectorAll("article .together")]
  .filter((one) => { range.selectNodeContents(one); return new Set([...range.getClientRects()].map((box) => Math.round(box.bottom / 12))).size > 3; })
  .map((one) => one.textContent); }"""


@pytest.fixture
def phone(anew, book):
    return lambda path=PAGE: anew(book.url + path, **PHONE)


@pytest.mark.parametrize(
    "path", mostly_slow([PAGE, "index.html", "chapters/06-walk-it-backward.html"], PAGE)
)
def test_what_is_pressed_has_the_size_of_a_thumb(phone, path):
    """44 pixels; links in sentences excepted."""
    assert phone(path).evaluate(SMALL) == []


def test_the_search_of_a_phone_has_the_size_of_a_thumb(visit, book):
    """Back, clear, and a text that does not make the phone zoom in."""
    page = visit(book.url + PAGE, **PHONE)
    page.locator("label.md-header__button[for=__search]").tap()
    field = page.locator("[data-md-component=search-query]")
    field.fill("graph")
    for css in (".md-search__form > label", ".md-search__form [type=reset]"):
        box = page.locator(css).bounding_box()
        assert min(box["width"], box["height"]) >= 43.5, css
    assert float(field.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")) >= 16


def test_the_drawer_opens_at_the_book(visit, book):
    """All chapters one under the other, the reader's own on the screen."""
    page = visit(book.url + PAGE, **PHONE)
    page.locator("label.md-header__button[for=__drawer]").tap()
    page.wait_for_timeout(500)
    links = page.locator(
        ".md-nav--primary .md-nav__item:not(.md-nav--secondary *) > .md-nav__link:visible"
    )
    names = [text.strip() for text in links.all_text_contents()]
    assert names.index("1 · What does a derivative measure?") < names.index("6 · Walk it backward")
    assert "The engine" in names
    here = page.locator(".md-nav--primary .md-nav__link--active:visible").first
    assert 0 < here.bounding_box()["y"] < 844
    assert here.bounding_box()["height"] >= 43.5


def test_a_heading_has_no_mark_on_a_phone_and_none_that_takes_a_line(visit, book, phone):
    """With a mouse it stands beside the heading's last word."""
    expect(phone().locator(".headerlink").first).to_be_hidden()
    page = visit(book.url + PAGE, viewport={"width": 700, "height": 900})
    heights = """() => [...document.querySelectorAll("h2")].map((one) => {
      const whole = one.offsetHeight, link = one.querySelector(".headerlink");
      link.style.display = "none"; const without = one.offsetHeight; link.style.display = ""; return whole - without; })"""
    assert set(page.evaluate(heights)) == {0}


def test_an_error_is_read_whole(phone):
    """It goes on in the next line, and the word beside an output covers none of it."""
    page = phone()
    wide = page.evaluate("""() => [...document.querySelectorAll(".output > pre:has(.raised)")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)""")
    assert wide == []


@pytest.mark.parametrize("options", [PHONE, WIDE])
def test_the_word_output_covers_nothing(anew, book, options):
    """It stands beside what was printed, or above it."""
    page = anew(book.url + PAGE, **options)
    assert (
        page.evaluate("""() => {
      const boxes = [...document.querySelectorAll(".output")];
      return boxes.filter((one) => getComputedStyle(one, "::before").position !== "static").length; }""")
        == 0
    )


@pytest.mark.parametrize(
    "path",
    mostly_slow([PAGE, "chapters/04-manual-backprop.html", "trusting-a-nudge.html"], PAGE),
)
def test_formulas_and_hyphens_stay_whole(phone, path):
    """A full stop stands on the line of its formula, `1e-3` on one line."""
    page = phone(path)
    expect(page.locator("article .together")).not_to_have_count(0)
    assert page.evaluate(TORN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_line_of_code_breaks_in_no_name(phone):
    """But behind a comma, a bracket or an operator; what is copied has no sign of it."""
    page = phone()
    torn = """() => [...document.querySelectorAll(".highlight .line :is(.n, .nf, .nc, .nb, .k, .mi, .mf)")]
      .filter((one) => one.checkVisibility() && one.getClientRects().length > 1)
      .map((one) => one.textContent)"""
    assert page.evaluate(torn) == []
    line = page.locator(".highlight .line:visible:has(wbr)").first
    assert line.inner_text().strip() == line.text_content().strip()


def test_the_source_of_a_page_shows_beside_its_title(visit, book, phone):
    """While that is pointed at, or for keys; where nothing hovers, always."""
    seen = "(one) => getComputedStyle(one).opacity"
    page = visit(book.url + PAGE, **WIDE)
    link = page.get_by_role("link", name="This page as Markdown")
    assert link.evaluate(seen) == "0"
    page.locator("h1").hover()
    assert link.evaluate(seen) == "1"
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")
    link.focus()
    assert link.evaluate(seen) == "1"
    assert phone().get_by_role("link", name="This page as Markdown").evaluate(seen) == "1"


def test_the_search_field_is_no_slab(anew, book):
    """A line around it, and the header's own colour in it."""
    page = anew(book.url + PAGE, **WIDE)
    form = page.locator(".md-search__form")
    seen = form.evaluate(
        "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopWidth]"
    )
    assert seen == ["rgba(0, 0, 0, 0)", "1px"]


def test_nothing_floats_over_the_figures(phone):
    """There is no button that leads back to the top."""
    expect(phone().locator(".md-top")).to_have_count(0)


def test_gradients_can_be_read_before_they_are_known(anew, small):
    """Of a box that is still to be visited: nothing of it is seen through, in both schemes."""
    for scheme in ("light", "dark"):
        page = anew(small.alone("chapters/walks.html"), color_scheme=scheme)
        page.get_by_role("button", name="Reset").first.click()
        page.get_by_role("button", name="Next").first.click()
        faded = page.evaluate("""() => [...document.querySelectorAll("graph-walk svg text")].filter((one) => {
          let seen = 1; for (let up = one; up; up = up.parentElement) seen *= Number(getComputedStyle(up).opacity);
          return seen > 0 && seen < 1; }).map((one) => one.textContent)""")
        assert faded == [], scheme
