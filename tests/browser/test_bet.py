"""Chapter 4's bet and its fields: beside the graph, and there again after a reload."""

import pytest
from playwright.sync_api import expect

from tests.browser.walking import PHONE
from tests.built import mostly_slow

PAGE = "chapters/04-manual-backprop.html"
FIELDS = ".predict:has(.fields)"
BESIDE = """(box) => {
  const of = (css) => [...box.querySelectorAll(css)].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const [drawing] = of(".drawing svg"), fields = of(".fields input");
  const right = Math.max(...fields.map((one) => one.right));
  return [fields[0].left - drawing.right, fields.at(-1).bottom - drawing.top, innerWidth - right];
}"""


def kept(page):
    """What was chosen and typed in the first question with choices, and in that with fields."""
    radios = page.locator(".predict .choices").first.get_by_role("radio").all()
    fields = page.locator(f"{FIELDS} .fields input").all()
    return [one.is_checked() for one in radios], [one.input_value() for one in fields]


@pytest.mark.parametrize("screen", mostly_slow([{}, PHONE], PHONE), ids=["desk", "phone"])
def test_what_the_reader_did_comes_back_until_progress_is_cleared(visit, book, screen):
    """The bet, a choice, gradients: as it was, and no verdict with it."""
    page = visit(book.url + PAGE, **screen)
    bet, told = page.locator("place-bet").all()
    expect(told).to_have_text("You placed no bet.")
    before = kept(page)
    bet.get_by_role("button", name="c").click()
    expect(bet.get_by_role("status")).to_have_text("You bet on c.")
    expect(told).to_have_text("You bet on c, and lost.")
    page.get_by_role("radio", name="In e").check()
    fields = page.locator(f"{FIELDS} .fields input")
    for place, number in enumerate(["1", "-3", "5"]):
        fields.nth(place).fill(number)
    fields.nth(3).focus()
    after = kept(page)
    page.reload()
    assert kept(page) == after != before
    marks = page.locator(f"{FIELDS} .fields .mark")
    assert [one[:1] for one in marks.all_text_contents()] == [*"✓✓✗", "", "", "", ""]
    found = page.locator(f"{FIELDS} .drawing svg:visible [data-part=grad]").all_text_contents()
    assert [one for one in found if one.strip()] == ["−3.0", "1.0"]
    expect(page.locator(".verdict")).to_have_count(0)
    expect(bet.get_by_role("button", pressed=True)).to_have_text("c")
    bet.get_by_role("button", name="a").click()
    expect(told).to_have_text("You bet on a, and won.")
    page.goto(book.url + "review.html")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Clear my progress").click()
    page.goto(book.url + PAGE)
    expect(told).to_have_text("You placed no bet.")
    assert kept(page) == before


@pytest.mark.parametrize("width", mostly_slow([1024, 1280], 1024))
def test_on_a_desk_the_fields_stand_beside_the_graph(visit, book, width):
    """All of it on a low screen, and none of it beyond the edge."""
    page = visit(book.url + PAGE, viewport={"width": width, "height": 700})
    gap, height, room = page.locator(FIELDS).evaluate(BESIDE)
    assert gap > 0 and height < 400 and room > 0
    assert page.evaluate("document.documentElement.scrollWidth") == width
