"""Chapter 06 from top to bottom by keys alone."""

import pytest
from playwright.sync_api import expect

from tests.built import mostly_slow

FOCUS = """() => {
  const now = document.activeElement;
  const question = now.closest(".predict")?.querySelector("book-question");
  if (!question || !now.matches("input")) return now.closest("book-progress") ? "end" : null;
  const { asked, form } = question.made;
  const fields = [...form.querySelectorAll("input[type=text]")];
  const answers = asked.kind === "gradients" ? asked.gradients : [asked];
  return { answer: answers[fields.indexOf(now)]?.answer, last: now === fields.at(-1), right: asked.right };
}"""
STOP = """() => {
  const now = document.activeElement, { left, right } = now.getBoundingClientRect();
  if (now.matches("pre") && now.scrollHeight <= now.clientHeight && now.scrollWidth <= now.clientWidth) return now.outerHTML.slice(0, 80);
  const shows = now.checkVisibility({ visibilityProperty: true }) && right > 0 && left < innerWidth;
  return shows && !now.matches(".headerlink, use") && !now.closest(".md-search__output") ? "" : now.outerHTML.slice(0, 80);
}"""


@pytest.mark.parametrize("width", mostly_slow([820, 1280], 820))
def test_a_reader_with_a_keyboard_finishes_chapter_06(visit, book, width):
    """Tab to each question, type or choose, Enter: every one is right, and the chapter is finished.

    No Tab leads to what is hidden: a closed drawer, results while nobody searches, the map of a
    graph, marks of headings; and none to a listing that doesn't scroll.
    """
    url = book.url + "chapters/06-walk-it-backward.html"
    page = visit(url, viewport={"width": width, "height": 900})
    keys, hidden = page.keyboard, []
    page.get_by_role("textbox", name="Search").focus()
    keys.type("gradient")
    page.locator(".md-search-result__link").first.wait_for()
    keys.press("Tab")
    for _ in range(400):
        keys.press("Tab")
        focus, stop = page.evaluate(f"() => [({FOCUS})(), ({STOP})()]")
        hidden += filter(None, [stop])
        if focus == "end":
            break
        if not focus:
            continue
        if focus["answer"] is None:
            keys.press("Space")
            for _ in range(focus["right"]):
                keys.press("ArrowDown")
            keys.press("Enter")
        else:
            keys.type(str(focus["answer"]))
            if focus["last"]:
                keys.press("Enter")
    verdicts = page.locator(".predict .verdict").all_text_contents()
    assert verdicts == ["Right."] * page.locator(".predict").count()
    expect(page.locator("book-progress")).to_contain_text("This chapter is finished.")
    assert len(verdicts) >= 5
    assert hidden == []


def test_keys_open_the_drawer(visit, book):
    """The box before the page: with it, the chapters are within reach."""
    url = book.url + "chapters/06-walk-it-backward.html"
    page = visit(url, viewport={"width": 820, "height": 900})
    box = page.get_by_role("checkbox", name="Navigation")
    box.focus()
    page.keyboard.press("Space")
    link = page.locator(".md-nav--primary").get_by_role("link", name="Start here")
    link.focus()
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/index.html")


OUTLINE = """(one) => { one.focus(); const { outlineStyle, outlineWidth } = getComputedStyle(one); return `${outlineStyle} ${outlineWidth}`; }"""


def test_what_has_the_focus_is_seen(visit, small):
    """A line around each field, choice and button of a question and of a game."""
    for path, parts in {
        "questions": (".answering input[type=text]", ".option input", ".answering button"),
        "order": (".bar button", ".placing button"),
    }.items():  # fmt: skip
        page = visit(f"{small.url}chapters/{path}.html")
        page.keyboard.press("Tab")
        for css in parts:
            first = page.locator(css).locator("visible=true").first
            assert first.evaluate(OUTLINE) == "solid 2px", css
