"""Review: questions come back after days, from the pages that ask them; kept, saved, loaded."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe, switch
from tests.browser.test_questions import answer, question, verdict

AGAIN, MORE, REVIEW = "chapters/again.html", "chapters/more.html", "review.html"
CLOCK = """{ const now = Date.now; const days = () => Number(localStorage.getItem("days") ?? 0);
  Date.now = () => now() + 86_400_000 * days(); }"""
KEY = "small:progress"


@pytest.fixture(scope="module")
def calendar(visits, small):
    page = visits.staying(small.url + REVIEW, init=CLOCK)
    yield page
    page.context.close()


@pytest.fixture
def days(calendar, visit, small):
    """A tab in which days can pass: `days(page, after)`; opens a page of the small book."""
    calendar.evaluate("localStorage.clear()")

    def opens(path, after=None):
        if after is not None:
            calendar.evaluate(f"localStorage.setItem('days', '{after}')")
        calendar.goto(small.url + path)
        return calendar

    return opens


def state(page):
    return page.locator(".review-state").text_content()


def asked(page):
    """The question that is asked, when it is there."""
    box = page.locator(".review-question .predict")
    box.wait_for()
    return box


def kept(page):
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')"))


def keep(page, what):
    page.evaluate(f"(text) => localStorage.setItem('{KEY}', text)", json.dumps(what))


def met(page, path=AGAIN):
    """How each question of a page was met: right answers in a row, days until it comes back."""
    return [
        (one["box"], page.evaluate("(d) => unpasted.kept.between(unpasted.kept.today(), d)", due))
        for one in kept(page)["review"].get(path, {}).values()
        for due in [one["due"]]
    ]


def test_without_answers_it_asks_the_first_question_of_the_book(visit, small):
    """And fetches no other page; there's nothing to save or to clear, but a file may be loaded."""
    page = visit(small.url + REVIEW)
    expect(page.locator(".review-question .predict")).to_have_count(1)
    assert state(page).startswith("Nothing to review yet, so here is a first question.")
    names = ("Save to a file", "Load from a file", "Clear my progress")
    shown = [name for name in names if page.get_by_role("button", name=name).is_visible()]
    assert shown == ["Load from a file"]
    assert small.url + "loose.html" in visit.asked
    assert not [url for url in visit.asked if "chapters/" in url]
    answer(page.locator(".review-question .predict"), "2")
    assert state(page) == "Nothing more is due today. Questions that come back tomorrow: 1 of 1."


def test_without_answers_and_pages_it_says_what_it_will_do(visit, small):
    """Where the first question cannot be fetched; and no room is kept for one."""
    page = visit(small.url + "index.html")
    page.route("**/loose.html", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.goto(small.url + REVIEW)
    assert state(page).endswith("Answer a question in a chapter, and tomorrow it comes back here.")
    expect(page.locator("book-review")).to_have_attribute("aria-busy", "false")
    assert page.locator("book-review").bounding_box()["height"] < 200
    page.unroute("**/loose.html")
    visit.faults.clear()  # the console tells of it as well


def test_a_question_comes_back_after_1_3_7_and_21_days(days):
    """Each time after a right answer; a wrong one begins anew."""
    page = days(AGAIN)
    answer(question(page, "Three"), "3")
    at = 0
    for box, pause in enumerate((1, 3, 7, 21, 21), 1):
        assert met(page) == [(min(box, 4), pause)]
        at += pause
        page = days(REVIEW, at)
        assert state(page) == "Questions due today: 1 of 1."
        answer(asked(page), "3")
        assert verdict(asked(page)) == "Right."
    page = days(REVIEW, at + 21)
    answer(asked(page), "4")
    assert verdict(asked(page)) == "Not quite." and met(page) == [(0, 1)]
    answer(asked(page), "3")  # at once is not remembered
    assert met(page) == [(0, 1)]
    page = days(REVIEW, at + 22)
    answer(asked(page), "3")
    assert met(page) == [(1, 1)]


def test_a_right_answer_before_its_day_changes_nothing(days):
    """In the chapter as in the review."""
    page = days(AGAIN)
    for _ in range(3):
        answer(question(page, "Three"), "3")
    assert met(page) == [(1, 1)]


def test_a_question_can_be_asked_before_its_day(days):
    """A right answer leaves its date; the next one is there for the asking."""
    page = days(AGAIN)
    answer(question(page, "Three"), "3")
    page = days(REVIEW)
    anyway = page.get_by_role("button", name="Ask me one anyway")
    anyway.click()
    expect(anyway).to_be_hidden()
    answer(asked(page), "3")
    assert verdict(asked(page)) == "Right." and met(page) == [(1, 1)]
    page.get_by_role("button", name="Finish").click()
    expect(anyway).to_be_visible()
    keep(page, {})
    page.reload()
    expect(anyway).to_be_hidden()


def test_what_comes_back_has_other_numbers(days):
    """It is found, asked and judged as on its page; its links lead where they lead there."""
    page = days(AGAIN)
    answer(question(page, "times"), "7")
    page = days(REVIEW, 1)
    box = asked(page)
    expect(box).to_contain_text("a is 3.0.")
    expect(box.locator(".fresh")).to_have_count(0)
    assert (
        box.locator("a", has_text="link").evaluate("(a) => a.href").endswith("/chapters/more.html")
    )
    answer(box, "21")
    assert verdict(box) == "Right."
    page = days(REVIEW, 2)
    expect(asked(page)).to_contain_text("a is −1.5.")


def test_the_code_that_a_question_needs_comes_with_it(days):
    """The cell that binds a name in it, from its page; a question without one comes alone.

    It stands below the question's words, and stays as it is where the question has other numbers.
    """
    page = days(AGAIN)
    expect(page.locator(".from-page")).to_have_count(0)
    answer(question(page, "Three"), "3")
    answer(question(page, "times"), "10")
    page = days(REVIEW, 1)
    codes = {}
    for _ in range(2):
        box = asked(page)
        name = "Three" if "Three" in box.inner_text() else "times"
        codes[name] = box.locator(".from-page .highlight").all_inner_texts()
        if name == "Three":
            own = box.locator(":scope > .highlight, :scope > :not(.from-page) .highlight")
            assert own.first.inner_text().strip() == "more = 2"
            assert "as lucky is, 2 by 2?" in box.locator(":scope > p").first.inner_text()
            expect(box.locator(":scope > p + .from-page")).to_have_count(1)
        answer(box, "3")
        page.get_by_role("button", name="Next question").or_(
            page.get_by_role("button", name="Finish")
        ).click()
    assert codes["times"] == []
    assert codes["Three"][0].split() == ["from", "math", "import", "sqrt", "lucky", "=", "3"]


def test_chapters_take_turns_and_what_was_missed_comes_first(days):
    """Each question says its chapter, with a link to its place."""
    page = days(AGAIN)
    answer(question(page, "times"), "10")
    answer(question(page, "Three"), "4")
    page = days(MORE)
    answer(question(page, "One question"), "3")
    page = days(REVIEW, 1)
    assert state(page) == "Questions due today: 3 of 3."
    seen = []
    for name in ("Three", "One question", "times"):
        box = asked(page).filter(has_text=name)
        box.wait_for()
        link = page.locator(".review-from a")
        seen.append(link.text_content())
        href = link.get_attribute("href")
        assert box.get_attribute("id") is None and "#question-" in href
        answer(box, {"Three": "3", "One question": "3", "times": "21"}[name])
        page.locator(".bar button.primary").click()
    assert [title.split(" · ")[1] for title in seen] == ["G", "D", "G"]
    nothing = "Nothing is due today. Questions that come back tomorrow: 1 of 3."
    assert state(page) == f"{nothing} Then in 3 days 2."
    expect(page.locator(".review-question > *")).to_have_count(0)
    page.goto(href)
    expect(page.locator(f"#{href.split('#')[1]}")).to_be_visible()


def test_it_counts_right_answers_of_who_is_sure_and_of_who_is_not(days):
    """The first answer to each question; the next one begins unticked, and days later it counts on."""
    page = days(AGAIN)
    answer(question(page, "times"), "10")
    answer(question(page, "Three"), "4")
    page = days(REVIEW, 1)
    box = asked(page).filter(has_text="Three")
    box.get_by_label("I’m sure").check()
    answer(box, "4")
    answer(box, "3")
    expect(page.locator(".review-tally")).to_have_text("sure: 0 of 1 right")
    page.locator(".bar button.primary").click()
    box = asked(page).filter(has_text="times")
    expect(box.get_by_label("I’m sure")).not_to_be_checked()
    answer(box, "21")
    tally = "sure: 0 of 1 rightnot sure: 1 of 1 right"
    expect(page.locator(".review-tally")).to_have_text(tally)
    page = days(REVIEW, 2)
    expect(page.locator(".review-tally")).to_have_text(tally)
    asked(page).get_by_label("I’m sure").check()
    answer(asked(page), "3")
    expect(page.locator(".review-tally")).to_contain_text("sure: 1 of 2 right")


def test_an_answer_that_is_opened_first_counts_as_missed(days):
    """And the reader can go on."""
    page = days(AGAIN)
    answer(question(page, "Three"), "3")
    page = days(REVIEW, 1)
    asked(page).locator("summary", has_text="Show me").click()
    page.get_by_role("button", name="Finish").wait_for()
    assert met(page) == [(0, 1)]
    answer(asked(page), "3")
    assert met(page) == [(0, 1)]


def test_an_answer_in_review_counts_in_its_chapter(days):
    """Missed there, right here."""
    page = days(AGAIN)
    answer(question(page, "Three"), "4")
    page = days(REVIEW, 1)
    answer(asked(page), "3")
    mark = page.locator(".md-nav--primary .progress-mark")
    assert mark.first.text_content().startswith("1/3")
    page = days(AGAIN)
    expect(question(page, "Three")).to_contain_class("answered")


def test_what_was_kept_before_there_were_days_is_due(days):
    """Nothing of it is lost."""
    page = days(AGAIN)
    name = question(page, "Three").get_attribute("id").removeprefix("question-")
    old = {"answered": {AGAIN: [name]}, "asked": {}, "finished": [MORE], "last": AGAIN}
    keep(page, old)
    page = days(REVIEW)
    answer(asked(page), "3")
    assert met(page) == [(2, 3)]
    assert kept(page)["finished"] == [MORE] and kept(page)["last"] == AGAIN


DAMAGED = [
    7,
    [],
    {AGAIN: 3},
    {AGAIN: {"x": None}},
    {AGAIN: {"x": {"box": 9, "due": "2026-01-01", "right": True, "variant": 0}}},
    {AGAIN: {"x": {"box": 1, "due": "soon", "right": True, "variant": 0}}},
]


def test_what_is_damaged_counts_as_none(visit, small):
    """And what is sound beside it stays."""
    page = visit(small.url + REVIEW)
    for review in DAMAGED:
        keep(page, {"answered": {}, "asked": {}, "finished": [MORE], "last": "", "review": review})
        page.reload()
        assert state(page).startswith("Nothing to review yet"), review
        expect(page.locator(".md-nav--primary .progress-mark")).to_have_count(1)


def test_a_question_that_is_gone_is_forgotten(days):
    """Its chapter asks something else by now."""
    page = days(AGAIN)
    gone = {"box": 1, "due": "2020-01-01", "right": True, "variant": 0}
    keep(page, {"review": {AGAIN: {"gone": gone}}})
    page = days(REVIEW)
    page.get_by_text("Nothing to review yet").wait_for()
    assert len(kept(page)["asked"][AGAIN]) == 3


def test_a_page_that_cannot_be_fetched_is_told(visit, small):
    """With a link to the question, and a way to try again."""
    page = visit(small.url + AGAIN)
    answer(question(page, "Three"), "3")
    state_then = kept(page)
    for one in state_then["review"][AGAIN].values():
        one["due"] = "2020-01-01"
    keep(page, state_then)
    page.route("**/again.html", lambda route: route.abort())
    page.goto(small.url + REVIEW)
    page.get_by_text("could not be fetched").wait_for()
    visit.faults.clear()  # the console tells of it as well
    expect(page.locator(".review-from a")).to_have_count(1)
    page.unroute("**/again.html")
    page.get_by_role("button", name="Try again").click()
    answer(asked(page), "3")
    assert verdict(asked(page)) == "Right."


def test_from_a_disk_it_names_what_is_due(visit, small, browser):
    """With a link to each."""
    context = browser.new_context()
    page = context.new_page()
    page.goto((small.folder / AGAIN).as_uri())
    answer(question(page, "Three"), "4")
    found = kept(page)
    for one in found["review"][AGAIN].values():
        one["due"] = "2020-01-01"
    keep(page, found)
    page.goto((small.folder / REVIEW).as_uri())
    expect(page.locator(".review-question")).to_contain_text("From a disk")
    page.locator(".review-question a").click()
    expect(question(page, "Three")).to_be_visible()
    assert "#question-" in page.url
    context.close()


# What is kept, in a file


def load(page, text, name="kept.json"):
    file = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    page.locator("book-review input[type=file]").set_input_files(file)


def saved(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    assert download.value.suggested_filename == "small-progress.json"
    return download.value.path().read_text()


def test_a_file_carries_all_of_it_to_another_device(visit, small):
    """Where nothing was kept before."""
    page = visit(small.url + AGAIN)
    answer(question(page, "Three"), "3")
    page.goto(small.url + REVIEW)
    before = kept(page)
    text = saved(page)
    assert json.loads(text) == {"book": "small", **before}
    page.evaluate("localStorage.clear()")
    page.reload()
    assert state(page).startswith("Nothing to review yet")
    load(page, text)
    page.get_by_text("Loaded kept.json.").wait_for()
    assert kept(page) == before and state(page).endswith("come back tomorrow: 1 of 1.")


GOOD = {"book": "small", "answered": {}, "asked": {}, "finished": [], "last": "", "review": {}}


BAD = [
    ("{", "it is not a file of progress (no JSON)"),
    ("[]", "it names no book"),
    (json.dumps(GOOD | {"book": "Other"}), "it belongs to another book, “Other”"),
    (json.dumps(GOOD | {"review": 3}), "something in it is damaged"),
    (json.dumps(GOOD | {"answered": {AGAIN: [3]}}), "something in it is damaged"),
    (json.dumps(GOOD | {"finished": "all"}), "something in it is damaged"),
    (json.dumps(GOOD | {"review": {AGAIN: {"x": {"box": 9}}}}), "something in it is damaged"),
    ("x" * 2_000_001, "it is too large"),
]


def test_a_bad_file_changes_nothing_and_says_why(visit, small):
    """The same file can be tried again when it is mended."""
    page = visit(small.url + MORE)
    answer(question(page, "One question"), "3")
    page.goto(small.url + REVIEW)
    before = kept(page)
    told = page.locator(".review-wrong")
    for text, why in BAD:
        load(page, text)
        expect(told).to_contain_text(why)
        assert told.text_content().endswith("Nothing was changed.")
        assert kept(page) == before
    load(page, json.dumps(GOOD))
    page.get_by_text("Loaded kept.json.").wait_for()
    expect(told).to_have_text("")
    assert kept(page)["review"] == {}


def test_clearing_asks_first_and_takes_all(visit, small):
    """Progress and review are one, with what a book's own elements keep; the reader's own code stays.
    A reader who says no keeps all."""
    page = visit(small.url + MORE)
    answer(question(page, "One question"), "3")
    page.goto(small.url + REVIEW)
    page.evaluate("""() => { for (const one of ["cards", "beds:found", "engine", "cells"])
      localStorage.setItem(`${unpasted.book}:${one}`, "{}"); localStorage.setItem("another:cards", "{}"); }""")
    clear = page.get_by_role("button", name="Clear my progress")
    page.once("dialog", lambda asked: asked.dismiss())
    clear.click()
    assert "come back tomorrow" in state(page)
    page.once("dialog", lambda asked: asked.accept())
    clear.click()
    assert state(page).startswith("Nothing to review yet") and kept(page)["review"] == {}
    expect(page.locator(".md-nav--primary .progress-mark")).to_have_count(0)
    assert page.evaluate("document.activeElement.textContent") == "Load from a file"
    names = page.evaluate("Object.keys(localStorage).map((key) => key.replace(unpasted.book, ''))")
    assert {":progress", ":engine", ":cells", "another:cards"} <= {*names}
    assert not {":cards", ":beds:found"} & {*names}


def test_two_tabs_agree(visit, small):
    """What is answered or cleared in one shows in the other."""
    page = visit(small.url + MORE)
    other = page.context.new_page()
    other.goto(small.url + REVIEW)
    assert state(other).startswith("Nothing to review yet")
    answer(question(page, "One question"), "3")
    other.get_by_text("come back tomorrow").wait_for()
    expect(other.locator(".md-nav--primary .progress-mark")).to_have_count(1)
    other.once("dialog", lambda asked: asked.accept())
    other.get_by_role("button", name="Clear my progress").click()
    page.locator(".predict:not(.answered)").wait_for()
    expect(page.locator("book-progress .score [role=status]")).to_contain_text("0 of 1")
    other.close()


def test_it_agrees_when_pages_change_without_loading(days):
    """To a chapter and back; a tab that was left listens no more."""
    page = days(MORE)
    answer(question(page, "One question"), "3")
    page = days(REVIEW, 1)
    page.evaluate("window.same = true")
    asked(page)
    page.locator(".review-from a").click()
    page.locator("h1", has_text="More").wait_for()
    answer(question(page, "One question"), "3")
    page.locator(".md-nav--primary a.md-nav__link", has_text="Review").click()
    page.get_by_text("come back in 3 days").wait_for()
    assert page.evaluate("window.same")


def test_it_is_done_by_keys_alone(days):
    """Type, Enter, and on to the next; the focus goes to the question."""
    page = days(AGAIN)
    answer(question(page, "Three"), "3")
    page = days(MORE)
    answer(question(page, "One question"), "3")
    page = days(REVIEW, 1)
    box = asked(page)
    box.get_by_role("textbox").focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.keyboard.press("Enter")
    page.locator(".review-question:focus").wait_for()
    asked(page).get_by_role("textbox").wait_for()


def test_axe_finds_nothing(visit, small):
    """With a question that is due and answered, and a file that was refused."""
    page = visit(small.url + AGAIN)
    answer(question(page, "times"), "7")
    found = kept(page)
    for one in found["review"][AGAIN].values():
        one["due"] = "2020-01-01"
    keep(page, found)
    page.goto(small.url + REVIEW)
    answer(asked(page), "10")
    load(page, "{")
    page.get_by_text("was not loaded").wait_for()
    axe = Axe(thorough=True)
    assert axe.all(page) == {}
    switch(page, "dark")
    assert axe.colours(page) == {}


def test_its_controls_are_thumb_sized(visit, small):
    """And nothing is wider than a phone."""
    page = visit(
        small.url + AGAIN, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    answer(question(page, "times"), "7")
    another = question(page, "times").get_by_role("button", name="Another")
    assert another.bounding_box()["height"] >= 43.9
    page.goto(small.url + REVIEW)
    heights = [
        one.bounding_box()["height"]
        for one in page.locator("book-review button").all()
        if one.is_visible()
    ]
    assert len(heights) == 4 and min(heights) >= 43.9
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_link_says_how_many_are_due(days):
    """Today, and none before."""
    page = days(AGAIN)
    answer(question(page, "Three"), "3")
    page = days("index.html")
    link = page.locator("a[data-due]")
    expect(link).to_have_text("Review")
    page = days("index.html", 1)
    expect(link).to_have_text("Review1 due")


def test_on_paper_it_is_not_there(visit, small):
    """Nothing on it can be read on paper."""
    page = visit(small.url + REVIEW)
    page.emulate_media(media="print")
    expect(page.locator("book-review")).to_be_hidden()
