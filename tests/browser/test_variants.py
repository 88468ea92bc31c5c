"""A question asked again with other numbers: all that is read of it changes, and its id does not."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.test_questions import answer, opened, question, said, verdict
from tests.built import ROOT, mostly_slow

AGAIN = "chapters/again.html"
CHAPTERS = sorted(
    f"chapters/{page.stem}.html"
    for page in (ROOT / "docs" / "chapters").glob("*.md")
    if "\nvary " in page.read_text()
)


@pytest.fixture
def page(anew, small):
    return anew(small.url + AGAIN)


def another(box):
    box.get_by_role("button", name="Another one like it").click()


def asked(box):
    """The words and the code that are read before the answer."""
    code = " ".join(box.locator("> .highlight .line").all_inner_texts())
    return " ".join(f"{box.locator('p').first.inner_text()} {code}".split())


def test_another_one_has_its_own_words_code_answer_and_reasons(page):
    """After a wrong answer and after a right one; after the last the first comes again."""
    box = question(page, "times")
    assert asked(box).startswith("a is 2.0.") and "a = 2.0 b = 5.0" in asked(box)
    expect(box.get_by_role("button", name="Another one like it")).to_be_hidden()
    answer(box, "7")
    assert said(box) == "Not quite. You answered 7. That is 2.0 plus 5.0."
    another(box)
    assert asked(box).startswith("a is 3.0.") and "a = 3.0 b = 7.0" in asked(box)
    expect(box.locator(".fresh")).to_have_text(["3.0", "a = 3.0\n", "b = 7.0\n"])
    expect(box.get_by_role("textbox")).to_have_value("")
    answer(box, "10")
    assert said(box) == "Not quite. You answered 10. That is 3.0 plus 7.0."
    answer(box, "21")
    assert verdict(box) == "Right." and opened(box)
    details = box.locator("details").inner_text()
    assert "3.0 times 7.0." in details and "The run says 21.0" in details
    assert "product 21.0" in details and "If you said 10.0:" in details
    another(box)
    assert not opened(box) and asked(box).startswith("a is −1.5.")
    answer(box, "-6")
    assert verdict(box) == "Right."
    another(box)
    assert asked(box).startswith("a is 2.0.")
    expect(box.locator(".fresh")).to_have_count(0)
    answer(box, "10")
    expect(box.locator("details")).to_contain_text("product 10.0")


def test_the_right_choice_moves_with_the_numbers(page):
    """What speaks against a choice is told while it is wrong, and never of the right one."""
    box = question(page, "even?")
    reasons = box.locator("details .reasons > li")
    box.get_by_role("radio", name="Yes, it is half of 4.").check()
    box.get_by_role("button", name="Check").click()
    assert said(box) == "Right."
    assert [reasons.nth(n).is_visible() for n in range(2)] == [False, True]
    another(box)
    expect(box.locator(".option")).to_have_text(["Yes, it is half of 6.", "No."])
    box.get_by_role("radio", name="Yes").check()
    box.get_by_role("button", name="Check").click()
    assert said(box).endswith("You answered “Yes, it is half of 6.” One is left over.")
    box.get_by_role("radio", name="No.").check()
    box.get_by_role("button", name="Check").click()
    assert said(box) == "Right."
    expect(box.locator(".answer")).to_have_text("Right: No.")
    assert [reasons.nth(n).is_visible() for n in range(2)] == [True, False]


def test_no_reason_speaks_against_the_right_choice_without_a_script(visit, small):
    """And nothing offers other numbers."""
    page = visit(small.url + AGAIN, java_script_enabled=False)
    box = question(page, "even?")
    box.locator("summary").click()
    reasons = box.locator("details .reasons > li")
    assert [reasons.nth(n).is_visible() for n in range(2)] == [False, True]
    expect(page.get_by_text("Another one like it")).to_have_count(0)


def test_nor_on_paper(page):
    """Where the reasons stand at the end, away from their questions."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    section = page.locator(".answers")
    expect(section.get_by_text("Nothing is left over.")).to_be_visible()
    expect(section.get_by_text("One is left over.")).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_any_variant_answers_the_question(page):
    """Progress knows it by one id."""
    box = question(page, "times")
    answer(box, "0")
    another(box)
    answer(box, "21")
    kept = json.loads(page.evaluate("localStorage.getItem('small:progress')"))
    [name] = kept["answered"][AGAIN]
    expect(box).to_have_attribute("id", f"question-{name}")
    assert list(kept["review"][AGAIN]) == [name] and kept["review"][AGAIN][name]["variant"] == 1
    page.reload()
    expect(question(page, "times")).to_contain_class("answered")
    page.goto(page.url.replace("again", "more"))
    expect(question(page, "One question").get_by_text("Another one like it")).to_have_count(0)


def test_it_is_asked_again_by_keys_alone(page):
    """The focus goes to the question that is to be read; Tab leads on from there."""
    box = question(page, "times")
    answer(box, "0")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Another one like it"
    page.keyboard.press("Enter")
    assert box.evaluate("(box) => document.activeElement === box")
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "INPUT":
            break
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    assert verdict(box) == "Right."


def test_what_was_pressed_stays_where_it_is(visit, small):
    """On a phone, where the words above may take another line; the question can be read."""
    page = visit(
        small.url + AGAIN, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    page.add_style_tag(content=".md-content { padding-bottom: 100vh }")
    box = question(page, "even?")
    box.get_by_role("radio").first.check()
    box.get_by_role("button", name="Check").tap()
    form, button = box.locator("form"), box.get_by_role("button", name="Another")
    button.scroll_into_view_if_needed()
    before = form.bounding_box()["y"]
    button.tap()
    assert abs(form.bounding_box()["y"] - before) < 1
    assert box.bounding_box()["y"] >= 0


@pytest.mark.parametrize("path", mostly_slow(CHAPTERS, CHAPTERS[0]))
def test_every_variant_of_the_book_can_be_answered(visit, book, path):
    """Its words have a place for each of its values, its right answer is right, and its typical
    wrong numbers are not."""
    page = visit(book.url + path)
    found = page.evaluate(
        """() => [...document.querySelectorAll("book-question")].map((host) => host.made)
          .filter((one) => one.variants.length).map((one) => {
            const told = [];
            for (let n = 1; n <= one.variants.length + 1; n++) {
              one.ask(n);
              const { asked, form } = one;
              const put = (at) => {
                const radio = one.radios?.[at];
                if (radio) radio.checked = true;
                else form.querySelector("input").value = String(at);
                return one.judge().right === true;
              };
              const wrong = asked.kind === "choice"
                ? one.written.choices.map((_, at) => at).filter((at) => at !== asked.right)
                : asked.wrong.map(({ answer }) => answer);
              told.push([put(asked.right ?? asked.answer), wrong.some(put)]);
              const text = one.written.answer.textContent;
              const said = (asked.said ?? "").replace(/^-/, "−");
              if (asked.kind === "number" && !text.endsWith(said)) told.push(text);
            }
            return told;
          })"""
    )
    assert found and all(one == [True, False] for of_one in found for one in of_one), found
