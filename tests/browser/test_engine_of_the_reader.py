"""The reader's own engine: written, told, run on, kept, taken home."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe, switch
from tests.browser.books import small_project
from tests.browser.livecells import SLOW, Cell
from tests.browser.test_exercises import CLIENT, FAKE, put_aside, sort
from tests.browser.walking import PHONE
from tests.built import ADDRESS, ROOT, build, mostly_slow, once

STRICT = {"bypass_csp": False}
WRITE, GRADUATION = "write.html", "graduation.html"
KEY = "steps:engine"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
site_name: Steps
nav: [{{Remember: write.md}}, {{One call: backward.md}}, graduation.md]
plugins:
  - search
  - unpasted: {{packages: [micrograd], steps: micrograd.steps, drawing: micrograd.draw}}
"""
PAGES = {
    WRITE: """# Remember

```write from="step2_ops" to="step3_graph"
Let each product remember its inputs, and the sign.
write: Value.__mul__
check len(c._prev) == 2: `c` remembers its two inputs.
check c._op == "*": `c` knows that it is a product.
hint: Pass a pair to `Value(...)`.
wrong "other.data, (self, other)" > "other.data, (self,)": The right operand is forgotten.
why: A graph is there as soon as each result remembers.
---
a = Value(2.0)
b = Value(3.0)
c = a * b
```

```python exec
from micrograd.steps.step3_graph import Value

c = Value(2.0) * Value(-3.0)
print(c.data)
```

```python exec
h = 5
assert h == 5  # hide
```

```python exec hide
assert h == 5
k = h + 1
```

```python exec
print(h, k)
```
""",
    "backward.html": """# One call

```write from="step7_sort" to="step7_backward"
Write the rest of `backward`.
check a.grad == 6.0: A value that is used twice gets both.
---
a = Value(3.0)
(a * a).backward()
---
def backward(self):
    self.grad = 1.0
```
""",
    GRADUATION: """# Graduation

<book-engine data-panel></book-engine>

<div data-trains="frost" markdown="block">

```python exec
from micrograd.engine import Value

print((Value(0.5) * 2.0).data)
```

</div>
""",
}
SMALL = """() => [...document.querySelectorAll(":is(.exercise, book-engine) :is(button, select, summary, label)")]
  .filter((one) => one.checkVisibility()).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height) < 43.9 ? [`${one.textContent} ${width} x ${height}`] : [];
  })"""
ASKED = "() => JSON.parse(document.querySelector('book-write').dataset.write)"


def build_steps(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = small_project(Path(name))
        for file in (root / "docs").glob("**/*.md"):
            file.unlink()
        for page, text in PAGES.items():
            (root / "docs" / page).with_suffix(".md").write_text(text)
        (root / "mkdocs.yml").write_text(SETTINGS)
        build(root, folder, SITE_URL=ADDRESS)


@pytest.fixture(scope="session")
def steps(served, tmp_path_factory):
    """A book of two steps, and a page for the engine."""
    return served(once(tmp_path_factory, "steps", build_steps))


@pytest.fixture(scope="module")
def solution(steps) -> str:
    """The file that passes the first step."""
    page = (steps.folder / WRITE).read_text()
    [found] = re.findall(r'data-write="([^"]*)"', page)
    return str(
        json.loads(
            found.replace("&quot;", '"')
            .replace("&gt;", ">")
            .replace("&lt;", "<")
            .replace("&#x27;", "'")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
        )["solution"]
    )


def kept(code: str, at: str = "2026-01-02", **more: Any) -> str:
    """What the device keeps of an engine that passed the first step."""
    passed = {"step3_graph": {"code": code, "at": at, "place": 2}}
    return json.dumps({"version": 1, "passed": passed, "on": "book", "ran": {}} | more)


def keep(page, text: str) -> None:
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])


def state(page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"JSON.parse(localStorage['{KEY}'] ?? '{{}}')")
    return found


@pytest.fixture
def page(visit, steps):
    return visit(steps.url + WRITE, **STRICT)


@pytest.fixture(scope="module")
def running(visits, steps):
    """A page under the site's own policy whose Python all tests share that need one."""
    page = visits.staying(steps.url + WRITE, **STRICT)
    page.set_default_timeout(SLOW)
    page.get_by_role("button", name="Write it").click()
    page.locator("book-write .verdict").first.wait_for()
    return page


def box(page):
    return page.locator("book-write")


def said(page) -> str:
    return " ".join(box(page).locator(".said").inner_text().split())


def press(page, name: str) -> None:
    box(page).get_by_role("button", name=name, exact=True).click()


def check(page, code: str) -> str:
    """What is said of a file."""
    page.locator("book-write .cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)
    press(page, "Check")
    page.locator("book-write:not([aria-busy]) .verdict").first.wait_for(timeout=SLOW)
    return said(page)


def run(page, code: str, number: int = 0) -> Cell:
    cell = Cell(page, number)
    if not cell.editor.count():
        cell.open()
    return cell.run(code)


def in_order(box, asked) -> None:
    """Put the lines of a step in order, by the keys alone."""
    lines = [
        (one.strip(), (len(one) - len(one.lstrip())) // 4) for one in asked["composed"].split("\n")
    ]
    sort(box, lines)
    for one in asked["lines"]:
        if one["code"] not in dict(lines):
            put_aside(box, one["code"])


def test_a_check_that_fails_stands_there_before_anything_is_written(running):
    assert "You write __mul__. This does not hold yet: Does not hold: c remembers" in said(running)
    assert "Tried with:" in said(running)


def test_a_wrong_attempt_is_told_why_and_where(running, solution):
    """In the words of its author; and the first value that is not the book's."""
    words = check(running, solution.replace('(self, other), "*"', '(self,), "*"'))
    assert "The right operand is forgotten." in words
    words = check(running, solution.replace('"*"', '"x"'))
    assert "c is the first that differs: its operation is 'x', the book’s '*'." in words


def test_an_error_stands_below_the_verdict_with_its_line(running, solution):
    """Of the reader's own code; what was tried, after it. Nothing is compared."""
    wrong = solution.replace('other.data, (self, other), "*"', "other.dta")
    line = 1 + next(n for n, text in enumerate(wrong.split("\n")) if "other.dta" in text)
    words = check(running, wrong)
    assert words.startswith(f"It ends in an error in line {line}. ")
    assert 0 < words.index("AttributeError") < words.index("Tried with:")
    assert "differs" not in words and "not the book’s" not in words
    expect(running.locator("book-write .cm-raised")).to_contain_text("other.dta")


def test_a_slip_is_told(running, solution):
    """A plus on the wrong side, and a result that nobody returns."""
    assert "total =+ 1 sets; += adds." in check(
        running,
        solution.replace('(self, other), "*"', '(self,), "x"') + "\ntotal = 0\ntotal =+ 1\n",
    )
    gone = solution.replace("return out", "pass")
    assert gone != solution
    assert "Is a return missing?" in check(running, gone)


def test_a_verdict_comes_into_view(running, solution):
    """By the keys alone, on a screen where the editor leaves no room for it."""
    check(running, solution.replace('"*"', '"x"'))
    size = running.viewport_size
    running.set_viewport_size({"width": 1280, "height": 300})
    editor = running.locator("book-write .cm-content")
    editor.evaluate("(one) => one.scrollIntoView({ block: 'start', behavior: 'instant' })")
    editor.press("ControlOrMeta+End")
    running.keyboard.type("1 / 0")
    running.keyboard.press("ControlOrMeta+Enter")
    expect(running.locator("book-write .verdict.wrong").first).to_be_in_viewport()
    running.set_viewport_size(size)


def test_after_two_failures_help_comes_in_steps(running, solution):
    """One line by a button, which stays in its place; what unfolds anyway has no second one."""
    for _ in range(2):
        check(running, solution.replace('"*"', '"x"'))
    exercise = running.locator(".exercise.write")
    expect(exercise.get_by_role("button", name=re.compile("Hint|version"))).to_have_count(0)
    press(running, "One line")
    assert exercise.locator(".one code").inner_text().strip() in solution
    exercise.locator("> details > summary").click()
    expect(exercise.locator("> details ins").first).to_be_visible()
    axe = Axe(thorough=True)
    assert axe.all(running, [".exercise"]) == {}
    switch(running, "dark")
    assert axe.colours(running, [".exercise"]) == {}
    switch(running, "light")


def test_by_keys_alone_a_step_is_written_and_checked(running, solution):
    """From the button to the editor, out of it again, and to the verdict."""
    running.keyboard.press("Escape")
    box(running).get_by_role("button", name="Check").focus()
    running.keyboard.press("Shift+Tab")
    expect(running.locator("book-write .cm-content")).to_be_focused()
    running.keyboard.press("ControlOrMeta+a")
    running.keyboard.insert_text(solution.replace('"*"', '"x"'))
    for key in ("Escape", "Escape", "Tab"):  # the first may only close the list of words
        running.keyboard.press(key)
    expect(box(running).get_by_role("button", name="Check")).to_be_focused()
    box(running).locator(".said").evaluate("one => one.replaceChildren()")
    running.keyboard.press("Enter")
    running.locator("book-write:not([aria-busy]) .verdict.wrong").first.wait_for()
    expect(box(running).locator(".said")).to_be_focused()


def test_what_passes_is_kept_and_the_page_runs_on_it(running, solution):
    """What it lacks names the page that adds it, and what a page needs none of does not run."""
    assert check(running, solution + "    def whose(self):\n        return 'mine'\n").startswith(
        "It holds. Your engine: + × whose()."
    )
    assert "Steps written: 1 of 2." in said(running)
    yours = running.locator(".exercise.write > details > .yours")
    assert "def __mul__(self, other):" in yours.inner_text()
    assert "whose" in state(running)["passed"]["step3_graph"]["code"]
    assert state(running)["drafts"] == {}
    running.get_by_label("mine").check()
    running.get_by_text("Cells run on your engine, as of this chapter.").wait_for()
    from_step = "from micrograd.steps.step3_graph import Value\n"
    assert "+ mine" in run(running, from_step + "print(Value(1.0).whose())").shown
    one = run(running, from_step + "Value(1.0).backward()")
    one.says("Your engine has no backward() yet: you write it in “One call”.")
    running.get_by_label("the book’s engine").check()
    assert "no attribute 'whose'" in run(running, from_step + "print(Value(1.0).whose())").shown


def test_only_what_it_needs_runs_first(running):
    """Of three cells above; and an assert of the book's that nobody sees ends no edit."""
    assert run(running, "print(h)", 2).status.startswith("Cells above that ran first: 1.")
    assert "assert" not in Cell(running, 1).open().code
    assert "ended" not in run(running, "h = 6\nprint(h)", 1).status
    assert "+ 6 7" in run(running, "print(h, k)", 2).shown


def test_it_graduates(running, solution, tmp_path):
    """All checks, what it trained, the file that runs on its own, and back again from it."""
    keep(running, kept(solution, on="mine"))
    running.goto(running.url.replace(WRITE, GRADUATION))
    panel = running.locator("book-engine")
    panel.get_by_role("button", name="Run all checks").click()
    panel.get_by_text("Steps that hold: 1 of 2.").wait_for(timeout=SLOW)
    Cell(running).open().run()
    panel.get_by_text("Trained on it: frost").wait_for()
    with running.expect_download() as download:
        panel.get_by_role("button", name="Save engine.py").click()
    file = tmp_path / "engine.py"
    download.value.save_as(file)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["holds"] * 2
    back = panel.get_by_role("button", name="Go back, and drop later steps")
    back.click()  # to the last step: nothing is lost by a press too many
    assert list(state(running)["passed"]) == ["step3_graph"]
    panel.get_by_role("combobox").select_option("the beginning")
    back.click()
    assert state(running)["passed"] == {}
    panel.get_by_role("button", name="Undo").click()
    assert list(state(running)["passed"]) == ["step3_graph"]
    panel.get_by_role("combobox").select_option("the beginning")
    back.click()
    panel.locator("input[type=file]").set_input_files(file)
    panel.get_by_text("Loaded. Steps that it passes: 1.").wait_for(timeout=SLOW)
    assert state(running)["passed"]["step3_graph"]["code"].strip() == solution.strip()


def test_who_comes_back_is_told_what_there_is(visit, steps, page, solution):
    """And what comes next; nothing is loaded for it but a table of the book's."""
    expect(page.locator("book-engine")).to_have_text("")
    keep(page, kept(solution))
    visit.asked.clear()
    page.reload()
    page.get_by_text(
        "Welcome back. Your engine: + ×. Steps written: 1 of 2. backward() comes next, in “One call”."
    ).wait_for()
    assert [url for url in visit.asked if "/live/" in url] == [
        f"{steps.url}assets/unpasted/live/steps.json"
    ]


def test_on_a_phone_lines_come_first_and_count(visit, steps):
    """By the keys alone, too; and the verdict gets the focus. Each button is as large as a thumb:
    of the verdict, of the panel."""
    page = visit(steps.url + WRITE, **PHONE, **STRICT)
    first = box(page).get_by_role("button").first
    expect(first).to_have_text("Put its lines in order")
    first.focus()
    page.keyboard.press("Enter")
    in_order(box(page), page.evaluate(ASKED))
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Check":
            break
    page.keyboard.press("Enter")
    page.locator("book-write .verdict.right").wait_for()
    assert page.evaluate("document.activeElement.matches('.said')")
    assert "(self, other)" in state(page)["passed"]["step3_graph"]["code"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert [url for url in visit.asked if "pyodide" in url] == []
    assert page.evaluate(SMALL) == []
    box(page).get_by_role("button", name="Run the cells on it").tap()
    page.goto(steps.url + GRADUATION)
    page.locator("book-engine ul.steps li").first.wait_for()
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_lines_in_order_leave_what_was_written(visit, steps, solution):
    """The step passes by the lines; another version, which passed before, is in the editor."""
    written = solution + "# mine\n"
    page = visit(steps.url + WRITE, **STRICT)
    keep(page, kept(written))
    press(page, "Put its lines in order")
    in_order(box(page), page.evaluate(ASKED))
    press(page, "Check")
    page.locator("book-write .verdict.right").wait_for()
    assert "# mine" not in state(page)["passed"]["step3_graph"]["code"]
    assert state(page)["drafts"]["step3_graph"] == written


def test_lines_without_indentation_are_told_so(visit, steps):
    page = faked(
        visit, steps, came="{ code: undefined, raised: 'SyntaxError: expected an indented block' }"
    )
    press(page, "Put its lines in order")
    press(page, "Check")
    page.locator("book-write .verdict").first.wait_for()
    assert said(page).startswith("Nothing is indented yet")


def test_who_was_ahead_is_told_so(visit, steps):
    """The file of the step before passes already."""
    before = {"step2_ops": {"code": "# two", "at": "2026-01-02", "place": 1}}
    own = json.dumps({"version": 1, "passed": before, "on": "book", "ran": {}})
    page = faked(visit, steps, "{ code: '# two, and what is given' }")
    keep(page, own)
    press(page, "Write it")
    page.locator("book-write .verdict.right").wait_for()
    assert "You were ahead" in said(page)
    assert state(page)["passed"]["step3_graph"]["code"] == "# two, and what is given"


def faked(visit, steps, came: str = "{}", init: str = ""):
    """The page with something in the place of Python; the same tab, unless a script comes first."""
    url = steps.url + WRITE
    page = visit(url, init=init) if init else visit.anew(url, color_scheme="light")
    for other in page.context.pages[1:]:
        other.close()
    page.unroute(CLIENT)
    page.route(CLIENT, lambda route: route.fulfill(content_type="text/javascript", body=FAKE))
    page.evaluate(f"() => Object.assign(window, {{ came: {came}, waits: false, letGo: null }})")
    return page


def test_of_two_tabs_neither_loses_a_line(visit, steps):
    """Each says what the other did; both versions stay within reach."""
    one = faked(visit, steps)
    other = one.context.new_page()
    other.goto(steps.url + WRITE)
    other.route(CLIENT, lambda route: route.fulfill(content_type="text/javascript", body=FAKE))
    for tab_ in (one, other):
        press(tab_, "Write it")
        tab_.locator("book-write textarea").wait_for()
    one.locator("book-write textarea").fill("# one")
    one.wait_for_function(f"localStorage['{KEY}']?.includes('# one')")
    other.get_by_text("This step was changed in another tab.").wait_for()
    other.locator("book-write textarea").fill("# other")
    other.wait_for_function(f"localStorage['{KEY}']?.includes('# other')")
    press(other, "Load that one")
    assert state(other)["drafts"] == {"step3_graph": "# one"}
    assert state(other)["aside"]["code"] == "# other"
    press(other, "Change to the other version")
    expect(other.locator("book-write textarea")).to_have_value("# other")


NOT_YET = "{ failed: [{ says: 'No.', value: '' }] }"


def type_in(page, code: str) -> None:
    """Open the step where it is not, and wait until what is typed is kept."""
    if not box(page).locator("textarea").count():
        press(page, "Write it")
    box(page).locator("textarea").fill(code)
    page.wait_for_function(f"localStorage['{KEY}']?.includes('{code}')")


def test_two_tabs_that_write_at_once_keep_both(visit, steps):
    """What was kept a moment ago is kept aside as soon as the other tab's takes its place."""
    page = faked(visit, steps, NOT_YET)
    type_in(page, "# here")
    other = page.context.new_page()
    other.goto(steps.url + WRITE)
    keep(other, json.dumps(state(page) | {"drafts": {"step3_graph": "# there"}}))
    page.get_by_text("This step was changed in another tab.").wait_for()
    assert state(page)["aside"]["code"] == "# here"
    assert state(page)["drafts"]["step3_graph"] == "# there"


def test_each_step_has_a_draft_of_its_own(visit, steps):
    """Neither another step nor its reset takes it away."""
    page = faked(visit, steps, NOT_YET)
    type_in(page, "# one")
    page.goto(steps.url + "backward.html")
    type_in(page, "# two")
    press(page, "Put its lines in order instead")
    press(page, "Reset")
    assert state(page)["drafts"] == {"step3_graph": "# one", "step7_backward": "# two"}
    press(page, "Write it instead")
    press(page, "Reset")
    assert state(page)["drafts"] == {"step3_graph": "# one"}
    press(page, "Undo")
    assert state(page)["drafts"] == {"step3_graph": "# one", "step7_backward": "# two"}
    page.goto(steps.url + WRITE)
    press(page, "Write it")
    expect(box(page).locator("textarea")).to_have_value("# one")


@pytest.fixture
def in_a_check(visit, steps):
    """A page on which something newer was typed while a check runs, which will pass."""
    page = faked(visit, steps, NOT_YET)
    type_in(page, "# judged")
    page.evaluate("() => { window.came = {}; window.waits = true; }")
    press(page, "Check")
    page.wait_for_function("!!window.letGo")
    type_in(page, "# newer")
    return page


def test_what_is_typed_while_a_check_runs_is_not_lost(in_a_check):
    """It is newer than what passes."""
    page = in_a_check
    page.evaluate("() => { window.waits = false; window.letGo(); }")
    page.locator("book-write .verdict.right").wait_for()
    assert state(page)["passed"]["step3_graph"]["code"] == "# judged"
    page.reload()
    press(page, "Written ✓: open it")
    expect(box(page).locator("textarea")).to_have_value("# newer")


def test_a_check_asked_for_during_another_is_of_what_stands_then(in_a_check):
    """The first one says nothing of it."""
    page = in_a_check
    page.locator("book-write").evaluate("(one) => one.querySelector('.bar .primary').click()")
    page.evaluate("() => { window.waits = false; window.letGo(); }")
    page.locator("book-write .verdict.right").wait_for()
    assert state(page)["passed"]["step3_graph"]["code"] == "# newer"


def test_what_is_written_while_a_file_is_loaded_is_not_lost(visit, steps):
    """In another tab, say."""
    page = faked(visit, steps)
    page.goto(steps.url + GRADUATION)
    page.evaluate("window.waits = true")
    file = {"name": "engine.py", "mimeType": "text/x-python", "buffer": b"# loaded"}
    page.locator("input[type=file]").set_input_files([file])
    page.wait_for_function("!!window.letGo")
    keep(page, kept("# old", drafts={"step7_backward": "# typed"}))
    page.evaluate("() => { window.waits = false; window.letGo(); }")
    page.get_by_text("Loaded. Steps that it passes: 2.").wait_for()
    assert state(page)["drafts"] == {"step7_backward": "# typed"}
    expect(page.locator("input[type=file]")).to_have_value("")


SLOW_TABLE = """const fetched = window.fetch;
window.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return answer;
};"""


def test_what_comes_next_is_said_once(visit, steps, solution):
    """However often the engine changes until the table of steps is there."""
    page = visit(steps.url + WRITE, init=SLOW_TABLE, **STRICT)
    keep(page, kept(solution))
    page.reload()
    page.get_by_text("Welcome back.").wait_for()
    page.evaluate("document.dispatchEvent(new CustomEvent('book-engine'))")
    page.get_by_text("comes next, in “One call”").wait_for()
    page.wait_for_timeout(600)
    assert page.locator("book-engine").inner_text().count("One call") == 1


ENDLESS = {"name": "engine.py", "mimeType": "text/x-python", "buffer": b"while True: pass"}


@pytest.mark.parametrize("way", mostly_slow(["Run all checks", "Load a file"], "Run all checks"))
def test_what_checks_a_whole_file_can_be_stopped(visit, steps, solution, way):
    """It is told where it was, and nothing is changed."""
    page = faked(visit, steps)
    keep(page, kept(solution))
    before = state(page)
    page.goto(steps.url + GRADUATION)
    panel = page.locator("book-engine")
    stop = panel.get_by_role("button", name="Stop", exact=True)
    panel.locator("ul.steps li").first.wait_for()
    expect(stop).to_be_hidden()
    page.evaluate("window.waits = true")
    if way == "Load a file":
        panel.locator("input[type=file]").set_input_files([ENDLESS])
    else:
        panel.get_by_role("button", name=way).click()
    page.wait_for_function("!!window.letGo")
    stop.click()
    expect(panel.locator(".said")).to_contain_text("Stopped at the step: Each value remembers")
    expect(panel.locator(".said")).to_be_focused()
    expect(stop).to_be_hidden()
    assert state(page) == before


FULL = """const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (key.endsWith(":engine")) throw new DOMException("full", "QuotaExceededError");
  return set.call(this, key, text);
};"""


def test_a_full_device_is_told_and_the_page_goes_on(visit, steps):
    page = visit(steps.url + WRITE, init=FULL, **STRICT)
    press(page, "Put its lines in order")
    in_order(box(page), page.evaluate(ASKED))
    press(page, "Check")
    page.locator("book-write .verdict.right").wait_for()
    expect(box(page)).to_contain_text("This device has no room to keep your engine")
    expect(page.locator("book-engine")).to_contain_text("Your engine: + ×.")


def test_on_a_full_device_no_line_is_lost(visit, steps):
    """What is typed lasts from page to page, the reader is asked before it goes, and it is kept as
    soon as there is room."""
    page = faked(visit, steps, NOT_YET, FULL.replace("if (key", "if (!window.room && key"))
    press(page, "Write it")
    box(page).locator("textarea").fill("# typed")
    expect(box(page)).to_contain_text("This device has no room to keep your engine")
    assert state(page) == {}
    asks = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    assert page.evaluate(asks)
    page.get_by_role("link", name="One call").first.click()
    page.get_by_role("heading", name="One call").wait_for()
    page.evaluate("window.room = true")
    page.go_back()
    press(page, "Write it")
    expect(box(page).locator("textarea")).to_have_value("# typed")
    box(page).locator("textarea").fill("# typed on")
    page.wait_for_function(f"localStorage['{KEY}']?.includes('# typed on')")
    expect(box(page)).not_to_contain_text("This device has no room")
    assert not page.evaluate(asks)


def test_what_cannot_be_read_is_kept_beside(page):
    """Of another version, say; and it is said."""
    keep(page, strange := json.dumps({"version": 9, "passed": 1}))
    page.reload()
    page.get_by_text("What is kept here as your engine cannot be read.").wait_for()
    press(page, "Put its lines in order")
    in_order(box(page), page.evaluate(ASKED))
    press(page, "Check")
    page.locator("book-write .verdict.right").wait_for()
    assert page.evaluate(f"localStorage['{KEY}:found']") == strange


@pytest.mark.parametrize("scheme", mostly_slow(["light", "dark"], "light"))
def test_axe_finds_nothing(visit, steps, solution, scheme):
    """In the step, in the line at a chapter's head, in the panel."""
    page = visit(steps.url + WRITE, color_scheme=scheme)
    keep(page, kept(solution, on="mine"))
    page.reload()
    press(page, "Put its lines in order")
    in_order(box(page), page.evaluate(ASKED))
    press(page, "Check")
    page.locator("book-write .verdict.right").wait_for()
    axe = Axe(thorough=True)
    assert axe.all(page, [".exercise", "book-engine"]) == {}
    page.goto(steps.url + GRADUATION)
    page.locator("book-engine ul.steps li").first.wait_for()
    assert axe.all(page, ["book-engine"]) == {}


def test_on_paper_an_open_step_has_nothing_to_press(visit, steps):
    """The book’s version stands at the end, and the step is as it was after that."""
    page = faked(visit, steps, NOT_YET)
    type_in(page, "# mine")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(box(page)).to_be_hidden()
    expect(page.locator(".answers ins").first).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(box(page).locator("textarea")).to_have_value("# mine")


def test_without_a_script_and_on_paper_the_books_version_is_there(visit, steps):
    """Whole; and nothing that would need a script."""
    plain = visit(steps.url + WRITE, java_script_enabled=False)
    details = plain.locator(".exercise.write > details")
    details.locator("summary").click()
    expect(details.locator("ins").first).to_be_visible()
    expect(plain.locator("book-write")).to_be_hidden()
    plain.emulate_media(media="print")
    expect(details.locator("ins").first).to_be_visible()
    expect(plain.locator("book-engine")).to_be_hidden()


@pytest.mark.slow
def test_the_moons_are_trained_on_it_twice(anew, book):
    """Its graphs are cycles, and Python's own collector comes too late for them: room is made."""
    page = anew(book.url + "chapters/14-training.html")
    key = page.evaluate("unpasted.book") + ":engine"
    code = (ROOT / "src" / "micrograd" / "steps" / "step8_complete.py").read_text("utf-8")
    passed = {"step8_complete": {"code": code, "at": "2026-01-02", "place": 8}}
    text = kept("", on="mine", passed=passed)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
    page.reload()
    for _ in range(2):
        page.get_by_role("button", name="Train", exact=True).click()
        page.get_by_text("Trained in").wait_for(state="detached")
        page.get_by_text("Trained in").wait_for(timeout=4 * SLOW)
