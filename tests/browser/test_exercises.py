"""Exercises: tried in an editor, put in order, judged by facts."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.unpasted.test_answers import CHAPTERS, exercises
from unpasted.kinds.exercise import facts

EXERCISES = "chapters/exercises.html"
SLOW = 60_000  # milliseconds: Python starts, on a busy machine
CLIENT = "**/unpasted/live/client.js"
# Stands for what runs Python, where a test is about what is said of its answers.
FAKE = """
const wait = () => new Promise((resolve) => { window.letGo = resolve; });
export const pageOf = (page) => ({
  async check(number, code, checks) {
    window.asked = { page, number, code, checks };
    if (window.waits) await wait();
    return { printed: "", raised: "", line: 0, failed: [], ...window.came };
  },
  async ask(question) {
    if (window.waits) await wait();
    return { printed: "", raised: "", line: 0, failed: [], has: [], told: [], ...window.came };
  },
  prepare() {},
  on() {},
  leave() {},
  stop() { window.came = { stopped: true }; window.letGo?.(); },
  editor(host, code, { onrun, onchange, label }) {
    const area = document.createElement("textarea");
    area.value = code;
    area.setAttribute("aria-label", label);
    area.addEventListener("input", onchange);
    area.addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "Enter") onrun(); });
    host.append(area);
    const mark = (line) => { area.dataset.mark = line; };
    return { get: () => area.value, set: (text) => { area.value = text; }, focus: () => area.focus(), mark, go() {}, destroy() {} };
  },
});
"""
HEIGHTS = "() => [...document.querySelectorAll('.exercise')].map((one) => one.offsetHeight)"


@pytest.fixture
def page(anew, small):
    """The page of exercises, with the real Python behind it."""
    return anew(small.url + EXERCISES)


@pytest.fixture
def faked(anew, small):
    """The same in another tab, where a test says what Python would."""
    page = anew(small.url + EXERCISES, color_scheme="light")
    page.unroute(CLIENT)
    page.route(CLIENT, lambda route: route.fulfill(content_type="text/javascript", body=FAKE))
    page.evaluate("() => { window.came = {}; window.waits = false; }")
    return page


def exercise(page, text):
    return page.locator(".exercise", has_text=text)


def tried(page, text="be the square"):
    """The box of an exercise, with its editor."""
    box = exercise(page, text)
    box.get_by_role("button", name="Try it").click()
    box.get_by_role("textbox").wait_for()
    return box


def came(page, **what):
    page.evaluate("(what) => { window.came = what; }", what)


def check(box):
    box.get_by_role("button", name="Check").click()
    box.locator(".verdict").first.wait_for(timeout=SLOW)


def said(box):
    return " ".join(box.locator(".said").inner_text().split())


def arranged(page, text="is to be the sum"):
    box = exercise(page, text)
    box.get_by_role("button", name="Put it in order").click()
    return box


def lines(box):
    return box.locator(".lines li").all_text_contents()


def line(box, code):
    return box.locator(".lines code").get_by_text(code, exact=True)


def sort(box, order):
    """Bring lines into an order, each with its indentation, by the keys alone."""
    codes, keys = box.locator(".lines code"), box.page.keyboard
    line(box, order[0][0]).first.wait_for()
    for at, (code, level) in enumerate(order):
        here = codes.all_inner_texts().index(code, at)
        codes.nth(here).focus()
        for key in ["ArrowUp"] * (here - at) + ["ArrowRight"] * level:
            keys.press(key)


def put_aside(box, code):
    """Bring a line below the rule."""
    line(box, code).first.focus()  # another may read the same
    for _ in range(12):
        box.page.keyboard.press("ArrowDown")


def until_kept(page, text):
    """Wait until a text is kept on the device."""
    page.evaluate(
        """async (text) => { while (!localStorage.getItem("small:progress")?.includes(text))
          await new Promise(requestAnimationFrame); }""",
        text,
    )


SUM = [("total = 0", 0), ("for x in (1, 2, 3):", 0), ("total += x", 1), ("print(total)", 0)]


# With Python


def test_an_answer_is_judged_by_python(page):
    """A wrong one is told which fact fails and what was seen; a right one opens the solution."""
    box = tried(page)
    editor = box.get_by_role("textbox")
    editor.fill("out = a * a\nout.backward()\na.grad /= 2\nprint('halved')")
    check(box)
    assert "The gradient of a is 6." in said(box)
    assert "Here round(a.grad, 4) is 3.0." in said(box)
    expect(box.locator(".printed")).to_contain_text("halved")
    editor.fill("out = a * a\nout.backward()")
    editor.press("Control+Enter")
    box.get_by_text("Solved.").wait_for(timeout=SLOW)
    assert box.locator(":scope > details").evaluate("(details) => details.open")
    expect(box).to_contain_class("solved")


def test_another_order_may_be_right_as_well(page):
    """The facts judge, and not the order of the solution."""
    box = arranged(page)
    sort(box, [("total = 0", 0), ("for x in (1, 2, 3):", 0), ("total += x", 1), ("total = x", 1)])
    put_aside(box, "total = x")
    line(box, "print(total)").focus()
    page.keyboard.press("ArrowRight")
    check(box)
    assert said(box).startswith("Solved.")
    expect(box.locator(".printed")).to_have_count(1)


def test_an_order_that_is_wrong_is_told_by_its_error(page):
    """Without any indentation, which is the reader's to give, there is no need of one."""
    box = arranged(page)
    check(box)
    assert said(box).startswith("Nothing is indented yet")
    box.locator(".lines code").first.press("ArrowRight")
    box.get_by_role("button", name="Check").click()
    box.get_by_text("It ends in an error in line ").wait_for(timeout=SLOW)
    expect(box.locator(".printed")).to_contain_text("Error")


@pytest.mark.slow  # cells of test_live.py are stopped the same way, and in an exercise a faked one
def test_what_never_ends_is_stopped(page):
    """And the next answer is judged."""
    box = tried(page, "adds one too many")
    editor = box.get_by_role("textbox")
    editor.fill("while True:\n    pass")
    box.get_by_role("button", name="Check").click()
    box.get_by_text("Running…").wait_for(timeout=SLOW)
    box.get_by_role("button", name="Stop").click()
    box.get_by_text("Stopped.").wait_for()
    editor.fill("def double(x):\n    return x + x")
    check(box)
    assert said(box).startswith("Solved.")


SOLVED = """async ([number, code, facts]) =>
  (await unpasted.live.load()).check(number, code, facts)"""


@pytest.mark.slow  # of each exercise the build checks the solution; those above are judged by Python
@pytest.mark.parametrize("chapter", ["07", "15"])
def test_solutions_of_the_book_are_right_in_the_browser(visit, book, chapter):
    """Where rules are closures, and where engines are broken: the same as in the build."""
    url = f"chapters/{CHAPTERS[chapter].stem}.html"
    page = visit(book.url + url)
    for number, exercise in exercises(chapter):
        if exercise.checks:
            asked = [number, exercise.solution, facts(exercise)]
            given = page.evaluate(SOLVED, asked)
            assert (given["raised"], given["failed"]) == ("", []), exercise.text


# Without


def test_nothing_is_loaded_before_the_reader_tries(visit, small):
    """Not for lines either, as long as they come to the order of the solution."""
    box = arranged(visit(small.url + EXERCISES))
    sort(box, SUM)
    put_aside(box, "total = x")
    check(box)
    assert said(box).startswith("Solved.")
    assert not [url for url in visit.asked if "/live/" in url]


def test_the_room_of_the_button_is_kept(page):
    """With the script's button each box is as high as with the room that the page keeps."""
    with_buttons = page.evaluate(HEIGHTS)
    page.evaluate("""() => document.querySelectorAll("book-exercise").forEach(
      (one) => { one.innerHTML = '<div class="bar"></div>'; })""")
    assert page.evaluate(HEIGHTS) == with_buttons


def test_python_is_asked_with_the_facts_of_the_exercise(faked):
    """Where it stands on its page, what was written, and each fact."""
    box = tried(faked)
    box.get_by_role("textbox").fill("out = 1")
    check(box)
    asked = faked.evaluate("window.asked")
    assert asked["page"] == EXERCISES and asked["code"] == "out = 1"
    assert asked["number"] == 2  # behind a question and a cell
    assert [fact["expression"] for fact in asked["checks"]] == [
        "out.data == 9", "round(a.grad, 4) == 6",
    ]  # fmt: skip


SEEN = {
    "3.0": "Here round(a.grad, 4) is 3.0.",
    "": "Here round(a.grad, 4) is None.",
    "NameError: name 'b' is not defined": "There is no b yet.",
    "TypeError: bad operand: 'ellipsis'": "One ... is still to be replaced.",
    "ZeroDivisionError: by zero": "Here it ends in ZeroDivisionError: by zero.",
    "'<b>bold</b>'": "Here round(a.grad, 4) is '<b>bold</b>'.",
}


def test_what_was_seen_is_said_in_words(faked):
    """Values, what is missing, errors; and nothing of it becomes HTML."""
    box = tried(faked)
    for value, words in SEEN.items():
        came(faked, failed=[{"says": "The gradient of `a` is 6.", "value": value}])
        box.get_by_role("button", name="Check").click()
        expect(box.locator(".said")).to_contain_text(words)
        assert said(box).startswith("Not yet.") and said(box).endswith(words)
        expect(box.locator(".said b")).to_have_count(0)


def test_the_first_fact_that_fails_is_told_below_those_that_hold(faked):
    """What comes after it is not: one thing at a time."""
    box = tried(faked)
    failed = [
        {"says": "`out` is $3 \\cdot 3$.", "value": "8"},
        {"says": "The gradient of `a` is 6.", "value": "3.0"},
    ]
    came(faked, failed=failed)
    check(box)
    expect(box.locator(".fact")).to_have_count(1)
    came(faked, failed=failed[1:])
    box.get_by_role("button", name="Check").click()
    box.locator(".fact").nth(1).wait_for()
    assert box.locator(".fact").first.inner_text().startswith("Holds:")
    assert box.locator(".fact").last.inner_text().startswith("Does not hold:")


def test_an_error_is_marked_in_its_line(faked):
    """And shown under what was printed, as text."""
    box = tried(faked)
    came(faked, printed="<i>one</i>", raised="x\nNameError: x", line=2)
    check(box)
    assert said(box) == "It ends in an error in line 2."
    assert box.locator(".printed").inner_text().split("\n")[-3:] == [
        "<i>one</i>",
        "x",
        "NameError: x",
    ]
    expect(box.get_by_role("textbox")).to_have_attribute("data-mark", "2")
    expect(box.locator(".printed i")).to_have_count(0)


NOTHING = {
    "Stopped.": {"stopped": True},
    "Python ended: no memory": {"died": "Python ended: no memory"},
    "It printed more than a page can hold, and was ended.": {"cut": True},
    "A cell above, which this one needs, ends in an error.": {"above": {"raised": "NameError: b"}},
}


def test_an_answer_that_came_to_nothing_is_not_solved(faked):
    """Why not is said in a sentence."""
    box = tried(faked)
    for words, what in NOTHING.items():
        came(faked, **what)
        box.get_by_role("button", name="Check").click()
        box.get_by_text(words).wait_for()
        expect(box).not_to_contain_class("solved")


def test_a_running_answer_can_be_stopped_and_not_run_twice(faked):
    """Check waits meanwhile; Stop does so before and after."""
    faked.evaluate("window.waits = true")
    box = tried(faked)
    check_button, stop = (box.get_by_role("button", name=name) for name in ("Check", "Stop"))
    expect(stop).to_have_attribute("aria-disabled", "true")
    check_button.click()
    expect(check_button).to_have_attribute("aria-disabled", "true")
    stop.click()
    box.get_by_text("Stopped.").wait_for()
    expect(check_button).to_have_attribute("aria-disabled", "false")


def test_what_was_written_is_kept_until_it_is_reset(faked):
    """Over a reload, on this device; Reset brings back what everybody begins with."""
    box = tried(faked)
    start = box.get_by_role("textbox").input_value()
    assert start == "out = ..."
    box.get_by_role("textbox").fill("out = 5")
    until_kept(faked, "out = 5")
    faked.reload()
    box = tried(faked)
    expect(box.get_by_role("textbox")).to_have_value("out = 5")
    box.get_by_role("button", name="Reset").click()
    expect(box.get_by_role("textbox")).to_have_value(start)
    assert "out = 5" not in faked.evaluate("localStorage.getItem('small:progress')")
    box.get_by_role("button", name="Undo").click()
    expect(box.get_by_role("textbox")).to_have_value("out = 5")
    assert "out = 5" in faked.evaluate("localStorage.getItem('small:progress')")


def test_a_solved_exercise_is_marked_and_counted_apart(faked, small):
    """Over a reload; the questions of the chapter count as before, and clearing takes both."""
    faked.reload()
    score = faked.locator("book-progress .score [role=status]")
    expect(score).to_have_text("Questions answered: 0 of 1. Checked exercises solved: 0 of 4.")
    box = tried(faked)
    came(faked)
    check(box)
    expect(score).to_have_text("Questions answered: 0 of 1. Checked exercises solved: 1 of 4.")
    faked.reload()
    box = exercise(faked, "be the square")
    expect(box).to_contain_class("solved")
    review = faked.context.new_page()
    review.goto(small.url + "review.html")
    assert score.inner_text().endswith("Checked exercises solved: 1 of 4.")
    review.once("dialog", lambda asked: asked.accept())
    review.get_by_role("button", name="Clear my progress").click()
    review.close()
    expect(box).not_to_contain_class("solved")


def test_where_nothing_can_be_loaded_the_button_says_so(visit, small):
    """In a sentence; hints and solution are there as ever, and the button can be pressed again."""
    page = visit(small.url + EXERCISES, init="window.faked = true")
    page.route(CLIENT, lambda route: route.fulfill(content_type="text/javascript", body="throw 1"))
    box = exercise(page, "be the square")
    box.get_by_role("button", name="Try it").click()
    box.get_by_text("could not be loaded").wait_for()
    expect(box.get_by_role("button", name="Try it")).to_be_enabled()
    page.unroute(CLIENT)


def test_hints_open_one_by_one(page):
    """The second is offered when the first is open."""
    box = exercise(page, "be the square")
    first, second = box.get_by_text("Hint", exact=True), box.get_by_text("Hint 2")
    expect(first.first).to_be_visible()
    expect(second.first).to_be_hidden()
    first.first.click()
    expect(box.get_by_text("Which operation makes a square?")).to_be_visible()
    expect(second.first).to_be_visible()


# Lines


def test_lines_are_moved_by_keys_buttons_and_mouse(page):
    """Each keeps the focus where it was; the place is told."""
    box = arranged(page)
    first, second = lines(box)[:2]
    box.locator(".lines code").first.focus()
    page.keyboard.press("ArrowDown")
    assert lines(box)[:2] == [second, first]
    assert "is now number 2" in said(box)
    expect(page.locator(":focus")).to_have_text(first.removeprefix("⠿"))
    box.locator(".bar button").get_by_text("↑").click()
    assert lines(box)[:2] == [first, second]
    one, other = (box.locator(".lines li").nth(n).bounding_box() for n in (0, 1))
    page.mouse.move(one["x"] + 60, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + 60, other["y"] + other["height"], steps=4)
    page.mouse.up()
    assert lines(box)[:2] == [second, first]


def test_lines_are_indented_by_keys_buttons_and_dragging_sideways(page):
    """By four blanks each time, never below none; what is shown is what will run."""
    box = arranged(page)
    code = "() => document.querySelectorAll('book-exercise')[2].made.answer.split('\\n')[0]"
    bare = page.evaluate(code)
    box.locator(".lines code").first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(code) == bare
    page.keyboard.press("ArrowRight")
    assert page.evaluate(code) == f"    {bare}"
    box.get_by_role("button", name="Indent").get_by_text("→").click()
    assert page.evaluate(code) == f"        {bare}"
    at = box.locator(".lines li").first.bounding_box()
    page.mouse.move(at["x"] + 120, at["y"] + 10)
    page.mouse.down()
    page.mouse.move(at["x"] + 90, at["y"] + 10, steps=4)
    page.mouse.up()
    assert page.evaluate(code) == f"    {bare}"


def test_a_finger_moves_lines_by_the_grip(visit, small):
    """A touch elsewhere chooses a line, and scrolls."""
    page = visit(small.url + EXERCISES, viewport={"width": 390, "height": 844}, has_touch=True)
    box = arranged(page)
    first, second = lines(box)[:2]
    box.locator(".lines code").first.tap()
    expect(box.locator("[aria-pressed=true]")).to_have_text(first.removeprefix("⠿"))
    box.locator(".bar button").get_by_text("↓").tap()
    assert lines(box)[:2] == [second, first]


def test_lines_without_indentation_have_no_moves_to_the_side(page):
    """Up and down is all that their order needs."""
    box = arranged(page, "Swap p and q")
    expect(box.locator(".bar button").get_by_text("→")).to_have_count(0)
    expect(box.locator(".spare")).to_have_count(0)


def test_the_order_of_lines_is_kept_and_reset(page):
    """With their indentation, and what was put aside."""
    box = arranged(page)
    start = lines(box)
    sort(box, SUM)
    put_aside(box, "total = x")
    moved = lines(box)
    assert moved.index("⠿total = x") > moved.index("Lines below do not belong")
    page.reload()  # at once: nothing waits for a pause that the reader does not make
    box = arranged(page)
    assert lines(box) == moved
    box.get_by_role("button", name="Reset").click()
    assert lines(box) == start
    box.get_by_role("button", name="Undo").click()
    assert lines(box) == moved


def test_where_nothing_runs_the_order_of_the_solution_decides(visit, small):
    """A wrong one is told to be another one than that; nothing has to be loaded for the right one."""
    page = visit(small.url + EXERCISES, init="window.faked = true")
    page.route(CLIENT, lambda route: route.fulfill(content_type="text/javascript", body="throw 1"))
    box = arranged(page)
    check(box)
    assert said(box).startswith("These lines are not in the order of the solution.")
    sort(box, SUM)
    put_aside(box, "total = x")
    box.get_by_role("button", name="Check").click()
    box.get_by_text("Solved.").wait_for()
    page.unroute(CLIENT)


def test_the_page_hands_over_no_more_than_it_says(page):
    """The number, the facts, the start and what wrong answers are told; of lines the solution, which judges where nothing runs."""
    data = page.evaluate("""() => [...document.querySelectorAll("book-exercise")]
      .map((one) => one.dataset.exercise)""")
    keys = [sorted(json.loads(one)) for one in data]
    plain = ["checks", "id", "number", "start", "told"]
    assert keys == [plain, plain] + [sorted([*plain, "lines", "others", "solution"])] * 2


def test_paper_has_no_hints_and_nothing_to_try(page):
    """The solutions stand at the end, as those of all exercises."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("book-exercise").first).to_be_hidden()
    expect(page.get_by_text("Hint", exact=True).first).to_be_hidden()
    assert page.locator(".answers h3").all_text_contents()[1:3] == ["Exercise 1", "Exercise 2"]
    page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_without_a_script_hints_and_solution_unfold(visit, small):
    """And there is no button that could do nothing."""
    page = visit(small.url + EXERCISES, java_script_enabled=False)
    box = exercise(page, "be the square")
    expect(box.get_by_text("Hint", exact=True).first).to_be_visible()
    expect(page.locator("book-exercise").first).to_be_hidden()
