"""A browser that denies storage: everything works, and lasts as long as its page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.books import Site
from tests.browser.livecells import Cell
from tests.browser.visits import Visits

DENIED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
  });"""


def test_light_and_dark_switch(small: Site, visit: Visits):
    page = visit(f"{small.url}index.html", init=DENIED, color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.get_by_title("Switch to light colours").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")


def test_a_question_is_answered(small: Site, visit: Visits):
    page = visit(f"{small.url}chapters/questions.html", init=DENIED)
    box = page.locator(".predict", has_text="twice minus two")
    box.get_by_role("textbox").first.fill("-4")
    box.get_by_role("button", name="Check").click()
    expect(box.locator(".verdict")).to_have_text("Right.")


@pytest.mark.slow
def test_a_cell_runs(small: Site, visit: Visits):
    cell = Cell(visit(f"{small.url}chapters/live.html", init=DENIED)).open()
    cell.write("print(6 * 7)")
    cell.run()
    assert "42" in cell.shown
