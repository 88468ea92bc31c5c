"""A newcomer's road through the real book: an engine is written from chapter 3 to chapter 10, first
wrong, then right; it learns frost, is found again a day later, taken home and brought elsewhere."""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.livecells import SLOW, Cell
from tests.browser.test_engine_of_the_reader import STRICT, in_order
from tests.built import ROOT

KEY = "the-micrograd-book:engine"
GRADUATION = "graduation.html"
STEPS = [
    ("chapters/03-computation-graph.html", 0, "return out", "out", "Without return"),
    ("chapters/03-computation-graph.html", 1, '(self, other), "+"', '(self,), "+"', "only its left input"),
    ("chapters/04-manual-backprop.html", 0, "self.grad = 0.0", "grad = 0.0", "the name is gone"),
    ("chapters/07-local-backward.html", 0, " * out.grad", "", "Not yet."),
    ("chapters/08-accumulate.html", 0, " self.grad += (1", " self.grad = (1", "one line"),
    ("chapters/09-visit-order.html", 0, "visited.add(value)", "pass", "every path is walked"),
    ("chapters/10-backward.html", 0, "reversed(topological(self))", "topological(self)", "from its end"),
    ("chapters/10-backward.html", 1, "(other - 1)", "other", "goes down by one"),
]  # fmt: skip
"""A page, which of its steps, a mistake, and what is said to that."""
SIGNED = "# my own engine\n"
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def asked(step: Locator) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(str(step.get_attribute("data-write")))
    return found


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"JSON.parse(localStorage['{KEY}'])")
    return found


def press(step: Locator, name: str) -> None:
    step.get_by_role("button", name=name, exact=True).click()


def check(step: Locator) -> str:
    """Have it checked; what is said."""
    step.page.evaluate("document.querySelectorAll('.said').forEach((one) => one.replaceChildren())")
    press(step, "Check")
    step.locator(".verdict").first.wait_for(timeout=SLOW)
    return " ".join(step.locator(".said").inner_text().split())


def typed(step: Locator, text: str) -> str:
    """What is said to a file."""
    step.locator(".cm-content").click()
    step.page.keyboard.press("ControlOrMeta+a")
    step.page.keyboard.insert_text(text)
    return check(step)


def steps(page: Page, url: str) -> Iterator[tuple[Locator, Any]]:
    for path, number, *mistake in STEPS:
        if not page.url.endswith(path):
            page.goto(url + path)
        step = page.locator("book-write").nth(number)
        step.get_by_role("button").first.wait_for()
        yield step, mistake


def written(page: Page, url: str) -> None:
    """Each step is written in the editor; what is one's own goes from step to step."""
    for number, (step, (old, new, says)) in enumerate(steps(page, url)):
        press(step, "Write it")
        expect(step.locator(".said")).to_contain_text("This does not hold yet", timeout=SLOW)
        assert step.evaluate("one => one.made.editor.get()").startswith(SIGNED) == bool(number)
        solution = SIGNED + asked(step)["solution"]
        assert old in solution
        assert says in typed(step, solution.replace(old, new))
        assert typed(step, solution).startswith("It holds.")


def ordered(page: Page, url: str) -> None:
    """Each step has its lines, which come first on a phone and count as written."""
    for step, _ in steps(page, url):
        expect(step.get_by_role("button").first).to_have_text("Put its lines in order")
        press(step, "Put its lines in order")
        assert "It holds." not in check(step)
        in_order(step, asked(step))
        assert check(step).startswith("It holds.")
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def graduated(page: Page, url: str) -> str:
    """Frost is learned on it; all checks hold, a day later too. Returns the file to take home."""
    panel = page.locator("book-engine")
    page.goto(url + GRADUATION)
    panel.get_by_label("mine").check()
    frost = Cell(page).open().run()
    frost.says("the same output as in the book")
    panel.get_by_text("Trained on it: frost").wait_for()
    tomorrow = datetime.datetime.now() + datetime.timedelta(days=1)
    page.clock.set_fixed_time(tomorrow)
    page.reload()
    panel.get_by_text("Welcome back. Your engine: + ×").wait_for()
    panel.get_by_role("button", name="Run all checks").click()
    panel.get_by_text("Steps that hold: 8 of 8.").wait_for(timeout=SLOW)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save engine.py").click()
    return download.value.path().read_text()


def brought(visit: Any, url: str, file: str) -> None:
    """In another profile it counts as written; a file that never ends is stopped, and told."""
    page = visit(url + GRADUATION, locale="en-GB", **STRICT)
    panel = page.locator("book-engine")

    def load(code: str) -> None:
        data = {"name": "engine.py", "mimeType": "text/x-python", "buffer": code.encode()}
        panel.locator("input[type=file]").set_input_files([data])

    load("while True:\n    pass\n")
    panel.get_by_role("button", name="Stop").click(timeout=SLOW)
    panel.get_by_text("Stopped at the step").wait_for()
    load(file)
    panel.get_by_text("Loaded. Steps that it passes: 8.").wait_for(timeout=SLOW)
    other = page.context.new_page()
    other.goto(page.url)
    panel.get_by_role("combobox").select_option("step7_sort")
    panel.get_by_role("button", name="Go back, and drop later steps").click()
    other.get_by_text("It was changed in another tab.").wait_for()
    expect(other.locator("book-engine")).to_contain_text("backward() comes next, in “One call”.")
    panel.get_by_role("button", name="Undo").click()
    expect(other.locator("book-engine .can")).to_contain_text("backward()")
    other.goto(url + "chapters/10-backward.html")
    other.get_by_label("mine").check()
    cell = Cell(other).open()
    cell.run()
    cell.says("the same output as in the book")


@pytest.mark.parametrize(
    ("write", "device"),
    [
        pytest.param(written, LAPTOP, id="laptop", marks=pytest.mark.slow),
        pytest.param(ordered, PHONE, id="phone", marks=pytest.mark.slow),
    ],
)
def test_an_engine_is_written_learns_frost_and_goes_home(visit, book, tmp_path, write, device):
    page = visit(book.url, **device, **STRICT)
    page.set_default_timeout(30_000)
    write(page, book.url)
    assert len(state(page)["passed"]) == len(STEPS)
    file = graduated(page, book.url)
    (tmp_path / "engine.py").write_text(file)
    done = subprocess.run([sys.executable, str(tmp_path / "engine.py")], capture_output=True, text=True, check=True)  # fmt: skip
    said = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert len(said) > 1 and {*said} == {"holds"}
    brought(visit, book.url, file)


@pytest.mark.slow
def test_the_gpt_of_chapter_20_runs_on_it(visit, book):
    """Chosen on the page; what it lacks is named, and with that it makes the same numbers."""
    code = (ROOT / "src/micrograd/steps/step8_complete.py").read_text()
    page = visit(book.url + "chapters/20-gpt.html", **LAPTOP, **STRICT)

    def keep(text: str) -> None:
        passed = {"step8_complete": {"code": text, "at": "2026-01-02", "place": 8}}
        own = {"version": 1, "drafts": {}, "passed": passed, "on": "book", "ran": {}}
        page.evaluate("([key, own]) => localStorage.setItem(key, own)", [KEY, json.dumps(own)])
        page.reload()
        page.get_by_label("mine").check()
        page.get_by_text("Cells run on your engine").wait_for()

    def folded() -> Cell:
        page.locator("details:has(live-cell) > summary").first.click()
        number = page.locator("live-cell").evaluate_all(
            "all => all.findIndex((one) => one.closest('details'))"
        )
        return Cell(page, number).open()

    keep(re.sub(r"^    def log\(self\):.*?(?=^    def )", "", code, flags=re.S | re.M))
    cell = folded()
    cell.run()
    cell.says("of this cell raised an error")
    cell.says("Your engine has no log() yet")
    keep(code)
    cell = folded()
    cell.run()
    cell.says("the same output as in the book")
    cell.write("from micrograd.engine import Value\nprint(hasattr(Value, '_inputs_first'))").run()
    assert "False" in cell.shown
