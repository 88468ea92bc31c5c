"""A loop that learns, trained by its reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe
from tests.browser.livecells import CLOSE, SLOW, Cell

TRAIN = "train.html"
STRICT = {"bypass_csp": False}
ENDLESS = "for step in range(10**9):\n    loss = w\n    w *= 0.9999\n    if step % 5000 == 0:\n        print(step, flush=True)"


@pytest.fixture(scope="module")
def running(visits, small):
    """A page whose Python the tests of this module share."""
    page = visits.staying(small.url + TRAIN, **STRICT)
    yield page
    page.context.close()


@pytest.fixture
def page(running, visit):
    """That page, with every cell as the book has it."""
    yield running
    running.evaluate(CLOSE)


@pytest.fixture
def training(page):
    return page.locator("train-cell")


def press(training, name):
    training.get_by_role("button", name=name, exact=True).click()


def says(training, text):
    expect(training.locator("p.status")).to_contain_text(text, timeout=SLOW)


def test_the_books_curve_is_there_before_and_without_anybody(training, page):
    """With its words."""
    lines = training.locator("polyline")
    assert lines.nth(0).get_attribute("points").count(",") == 40
    assert page.get_by_role("img", name="It falls to 0.004.").count() == 1


def test_training_to_the_end_draws_the_books_curve(training, page):
    """Of the same numbers, the same line and the same words; cells below find the same weight."""
    press(training, "Train")
    says(training, "Trained in")
    lines = training.locator("polyline")
    assert lines.nth(1).get_attribute("points") == lines.nth(0).get_attribute("points")
    own = training.locator(".output")
    assert own.inner_text().split() == page.locator(".cell > .output").nth(0).text_content().split()
    expect(page.locator(".cell > .output").nth(0)).to_be_hidden()
    last = Cell(page, 2).open().run()
    assert "the same output as in the book" in last.status


def test_stop_keeps_what_was_learned(training, page):
    """The weight is smaller than it began, and the cell below prints it."""
    Cell(page, 1).open().write(ENDLESS)
    press(training, "Train")
    says(training, "of 1000000000")
    expect(training.get_by_role("progressbar")).to_be_visible()
    press(training, "Stop")
    says(training, "Stopped after")
    expect(training.get_by_role("progressbar")).to_be_hidden()
    below = Cell(page, 2).open().run("print(0 < w < 4)")
    assert "True" in below.shown


def test_the_editors_run_trains_too(training, page):
    """There is one way to train."""
    cell = Cell(page, 1).open()
    expect(cell.button("Run")).to_have_count(0)
    cell.editor.press("Control+Enter")
    says(training, "Trained in")


def test_stop_ends_what_runs_first(training, page):
    """Cells above that take long are ended as soon as their reader presses it, who learns that."""
    Cell(page).open().write("w = 8.0\nwhile True:\n    pass")
    press(training, "Train")
    says(training, "Running the cells above first")
    press(training, "Stop")
    says(training, "Stopped before its first step. Train begins anew")


def test_an_error_is_told(training, page):
    """As Python says it."""
    Cell(page, 1).open().write("for step in range(3):\n    loss = 1 / (1 - step)")
    press(training, "Train")
    says(training, "ZeroDivisionError")


def test_a_cell_below_trains_first(page):
    """Whoever runs it finds what it needs."""
    Cell(page).open().write("w = 8.0")
    last = Cell(page, 2).open().run()
    assert last.status.startswith("Cells above that ran first: 2. ")
    assert "+ 0.118" in last.shown


def test_it_is_for_everybody(training, page):
    """No rule of axe is broken."""
    press(training, "Train")
    says(training, "Trained in")
    assert Axe(thorough=True).all(page, ["train-cell"]) == {}
