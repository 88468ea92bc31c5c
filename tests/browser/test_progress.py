"""Progress: kept over reload on this device, shown in the navigation, cleared."""

import re

from playwright.sync_api import expect

MORE = "chapters/more.html"
QUESTIONS = "chapters/questions.html"
REVIEW = "review.html"


def answer(page, text, number=0):
    box = page.locator(".predict").nth(number)
    box.get_by_role("textbox").first.fill(text)
    box.get_by_role("textbox").first.press("Enter")
    expect(box.locator(".verdict")).to_have_text("Right.")


def marks(page):
    """What the navigation says beside each chapter's name."""
    return page.evaluate("""() => Object.fromEntries(
      [...document.querySelectorAll(".md-nav--primary a.md-nav__link")]
        .filter((a) => a.querySelector(".progress-mark"))
        .map((a) => [a.querySelector(".md-ellipsis").textContent.trim().replace(/^\\d+ · /, ""),
                     a.querySelector(".progress-mark").textContent]))""")


def summary(page):
    return page.locator("book-progress .score [role=status]").text_content()


def go(page, name):
    """Click a name in the navigation."""
    named = re.compile(rf"^\s*([0-9]+ · )?{name}\s*$")
    page.locator(".md-nav--primary a.md-nav__link .md-ellipsis", has_text=named).click()
    page.locator(
        ".md-content h1", has_text={"C": "Questions", "D": "More"}.get(name, name)
    ).wait_for()


def kept(page):
    return page.evaluate("localStorage.getItem('small:progress')")


def test_the_end_of_a_chapter_counts_its_questions(visit, small):
    """On the very first visit too."""
    page = visit(small.url + QUESTIONS)
    assert summary(page) == "Questions answered: 0 of 9."
    answer(page, "-4")
    assert summary(page) == "Questions answered: 1 of 9."
    answer(page, "-4.0")
    assert summary(page) == "Questions answered: 1 of 9."


def test_answers_are_kept_over_a_reload(visit, small):
    """The question says so, the chapter's end and the navigation count it."""
    page = visit(small.url + QUESTIONS)
    answer(page, "-4")
    answer(page, "1/2", 1)
    page.reload()
    boxes = page.locator(".predict")
    assert [("answered" in boxes.nth(i).get_attribute("class")) for i in range(3)] == [
        True,
        True,
        False,
    ]
    assert summary(page) == "Questions answered: 2 of 9."
    assert marks(page) == {"C": "2/9 questions answered"}


def test_the_navigation_of_every_page_shows_it(visit, small):
    """In the chapter itself, in its neighbour and on the first page; after reload and without."""
    page = visit(small.url + MORE)
    assert marks(page) == {}
    answer(page, "3")
    assert "This chapter is finished." in summary(page)
    expect(page.get_by_role("button", name="Mark")).to_be_hidden()  # all is answered
    expect(page.get_by_role("button", name="Clear my progress")).to_have_count(0)
    assert marks(page) == {"D": "✓ finished"}
    for path in (QUESTIONS, "index.html", MORE):
        page.goto(small.url + path)
        assert marks(page) == {"D": "✓ finished"}, path


def test_instant_navigation_keeps_the_marks(visit, small):
    """A click in the navigation leads to a page whose navigation says the same."""
    page = visit(small.url + MORE)
    answer(page, "3")
    page.evaluate("window.same = true")
    for name in ("C", "Loose", "D"):
        go(page, name)
        assert marks(page) == {"D": "✓ finished"}, name
    assert page.evaluate("window.same")


def test_a_chapter_can_be_marked_by_hand(visit, small):
    """And unmarked again."""
    page = visit(small.url + QUESTIONS)
    page.get_by_role("button", name="Mark this chapter as finished").click()
    assert "This chapter is finished." in summary(page)
    assert marks(page) == {"C": "✓ finished"}
    page.reload()
    page.get_by_role("button", name="Mark as not finished").click()
    assert summary(page) == "Questions answered: 0 of 9."
    assert marks(page) == {}


def test_the_first_page_leads_on_from_where_the_reader_stopped(visit, small):
    """It says Start to a new reader; later the chapter's name in the navigation, and how far."""
    page = visit(small.url + "index.html")
    goes_on = page.locator("a[data-continue]")
    expect(goes_on).to_have_text("Start")
    assert goes_on.evaluate("(a) => a.href") == small.url + "chapters/walks.html"
    page.goto(small.url + QUESTIONS)
    page.goto(small.url + "index.html")
    expect(goes_on).to_have_text("Continue: C")
    page.goto(small.url + QUESTIONS)
    answer(page, "-4")
    page.goto(small.url + "index.html")
    expect(goes_on).to_have_text("Continue: C, 1 of 9")
    assert page.locator("a[data-progress] .progress-mark").text_content().startswith("1/9")
    goes_on.click()
    page.locator("h1", has_text="Questions").wait_for()


def test_a_finished_chapter_leads_to_the_next(visit, small):
    """Where one is finished, the next that is not is meant."""
    page = visit(small.url + QUESTIONS)
    page.get_by_role("button", name="Mark this chapter as finished").click()
    page.goto(small.url + "index.html")
    expect(page.locator("a[data-continue]")).to_have_text("Continue: D")
    assert page.locator("a[data-progress] .progress-mark").text_content().startswith("✓")


def test_clearing_forgets_a_page_that_is_no_chapter(visit, small):
    """Answered first of all, then on to the review without loading anew, cleared there."""
    page = visit(small.url + "loose.html")
    answer(page, "2")
    go(page, "Review")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Clear my progress").click()
    page.goto(small.url + "loose.html")
    expect(page.locator(".answered")).to_have_count(0)
    assert marks(page) == {}


def test_an_answer_belongs_to_its_question_wherever_that_stands(visit, small):
    """Answers to questions that are gone do not count; nor do those to another book."""
    page = visit(small.url + MORE)
    answer(page, "3")
    ours = kept(page)
    page.evaluate("([text]) => localStorage.setItem('other:progress', text)", [ours])
    [name] = page.evaluate("(text) => JSON.parse(text).answered['chapters/more.html']", ours)
    page.evaluate(
        "(text) => localStorage.setItem('small:progress', text)", ours.replace(name, "0gone0")
    )
    page.reload()
    assert summary(page) == "Questions answered: 0 of 1."
    expect(page.locator(".answered")).to_have_count(0)
    assert marks(page) == {}


DAMAGED = [
    "no JSON",
    "null",
    "[]",
    '{"answered": null}',
    '{"answered": {"chapters/more.html": 3}, "finished": {}}',
]


def test_whatever_the_device_holds_the_page_works(visit, small):
    """What is no progress of ours counts as none."""
    page = visit(small.url + MORE)
    for stored in DAMAGED:
        page.evaluate("(text) => localStorage.setItem('small:progress', text)", stored)
        page.reload()
        assert summary(page) == "Questions answered: 0 of 1.", stored
        answer(page, "3")
        assert marks(page) == {"D": "✓ finished"}, stored


REFUSES = """for (const name of ["getItem", "setItem"]) {
  const real = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...more) {
    if (key.startsWith("small:")) throw new DOMException("no", "QuotaExceededError");
    return real.call(this, key, ...more);
  };
}"""


def test_a_device_that_keeps_nothing_lets_the_reader_answer(visit, small):
    """Progress lasts as long as the page."""
    page = visit(small.url + MORE, init=REFUSES)
    answer(page, "3")
    assert "This chapter is finished." in summary(page)
    go(page, "Review")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Clear my progress").click()
    assert marks(page) == {}


def test_progress_leaves_the_device_by_no_way(visit, small):
    """No cookie, no request that carries it."""
    page = visit(small.url + MORE)
    page.wait_for_load_state("networkidle")
    visit.asked.clear()
    answer(page, "3")
    page.evaluate(
        "fetch('/last', { method: 'HEAD' }).catch(() => 0)"
    )  # what was asked is told in order
    assert [url for url in visit.asked if "favicon" not in url] == [small.url + "last"]
    visit.faults.clear()  # there is no such page
    assert page.context.cookies() == []
    assert "chapters/more.html" in kept(page)
