"""Chapter 06 from top to bottom by keys alone."""

from playwright.sync_api import expect

FOCUS = """() => {
  const now = document.activeElement;
  const question = now.closest(".predict")?.querySelector("book-question");
  if (!question || !now.matches("input")) return now.closest("book-progress") ? "end" : null;
  const { asked, form } = question.made;
  const fields = [...form.querySelectorAll("input[type=text]")];
  const answers = asked.kind === "gradients" ? asked.gradients : [asked];
  return { answer: answers[fields.indexOf(now)]?.answer, last: now === fields.at(-1), right: asked.right };
}"""


def test_a_reader_with_a_keyboard_finishes_chapter_06(visit, book):
    """Tab to each question, type or choose, Enter: every one is right, and the chapter is finished."""
    page = visit(book.url + "chapters/06-walk-it-backward.html")
    keys = page.keyboard
    for _ in range(400):
        keys.press("Tab")
        focus = page.evaluate(FOCUS)
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
    assert len(verdicts) >= 9
