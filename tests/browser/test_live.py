"""Cells that readers edit and run, in a real Chromium, under the site's own policy."""

from __future__ import annotations

import time

import pytest
from benchmarks import live
from playwright.sync_api import expect

from tests.browser.axe import Axe, switch
from tests.browser.livecells import CLOSE, SLOW, Cell, unedited
from tests.browser.pages import pages
from tests.built import ADDRESS, ROOT, mostly_slow

LIVE = "chapters/live.html"
STRICT = {"bypass_csp": False}
OTHERWISE = {
    # what a browser measures of itself: its clock, its pointers of 4 bytes; a seed that it draws
    "chapters/10-backward.html": ["times as fast"],
    "chapters/12-local-gradients.html": ["times as fast"],
    "chapters/15-compile-the-graph.html": ["times as fast"],
    "chapters/19-attention.html": ["from seed", "looking ahead"],
    "chapters/20-gpt.html": ["from seed", "real names"],
    "chapters/21-to-pytorch.html": ["on your core"],
}


@pytest.fixture(scope="module")
def running(visits, small):
    """A page whose Python the tests of this module share: to start one takes longer than what most
    of them do."""
    page = visits.staying(small.url + LIVE, **STRICT)
    yield page
    page.context.close()


@pytest.fixture
def page(running, visit):
    """That page, with every cell as the book has it."""
    yield running
    running.evaluate(CLOSE)


@pytest.fixture
def cell(page):
    """Opens a cell by its number."""
    return lambda number=0: Cell(page, number).open()


@pytest.fixture
def shared(cell):
    """Its second cell."""
    return cell(1)


def test_what_a_page_shows_is_what_its_cells_print(page):
    """Each of its cells, run as it stands, gives what the build printed."""
    assert [one["same"] for one in unedited(page)] == ["same"] * 6


def test_what_make_bench_times_is_a_cell_that_runs(page, monkeypatch):
    monkeypatch.setattr(live, "LATER", 1)
    assert min(live.first_cell(page)) > 0
    assert "Ran in" in page.locator("live-cell p.status").first.inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("path", pages(ROOT / "docs", "python (exec|figure)"))
def test_what_the_book_shows_is_what_its_cells_print(visit, book, path):
    """Each live cell of a page, run as it stands, gives what the build printed; but for the last
    digits of tanh, exp and log, which C libraries round differently, and the page says so."""
    page = visit(book.url + path, **STRICT)
    page.evaluate("unpasted.live.load()")
    other = [one for one in unedited(page) if one["same"] == "other"]
    known = OTHERWISE.get(path, [])
    assert [one for one in other if not any(text in one["now"] for text in known)] == []


def test_an_error_that_is_a_lesson_is_the_books_after_what_it_printed_too(cell):
    """Both stand in the book, one below the other."""
    assert "the same output" in cell(3).run().status


# What this page has loaded, whatever others in the same browser load meanwhile.
ASKED = "() => performance.getEntriesByType('resource').map((one) => one.name)"


@pytest.fixture(scope="module")
def touched(visits, small):
    """A page on a phone, whose first cell was opened and run by touch, and what it asked for: before
    that, and in all."""
    page = visits.staying(
        small.url + LIVE, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
        **STRICT,
    )  # fmt: skip
    before = page.evaluate(ASKED)
    one = Cell(page)
    one.button("Edit and run").tap()
    one.editor.wait_for(timeout=SLOW)
    one.button("Run").tap()
    one.says("the same output as in the book")
    yield one, before, page.evaluate(ASKED)
    page.context.close()


def test_nothing_is_loaded_before_somebody_asks(touched):
    """A page with live cells costs no request and no byte of them."""
    _, before, asked = touched
    assert [url for url in before if "/live/" in url] == []
    assert [url for url in asked if url.endswith("/live/client.js")] != []


def test_a_cell_runs_and_its_output_is_the_books(touched):
    """The one that was built stays, and nothing is shown twice."""
    one, *_ = touched
    assert one.shown == ""
    expect(one.page.locator(".cell .output").first).to_be_visible()


def test_a_finger_is_enough(touched):
    """On a phone: opened and run by touch, nothing wider than the screen, targets of 44 pixels."""
    one, *_ = touched
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    heights = one.element.get_by_role("button").evaluate_all(
        "(all) => all.filter((b) => b.checkVisibility()).map((b) => b.offsetHeight)"
    )
    assert min(heights) >= 44
    size = one.editor.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 16  # below that a phone zooms in when it is tapped


def test_of_cells_that_were_stopped_nothing_is_left(touched):
    """A worker that is stopped ends, and so does that of a page that instant navigation left; found
    again, the page runs."""
    one, *_ = touched
    page = one.page
    one.write("while True:\n    pass").start()
    one.says("Running")
    one.button("Stop").click()
    one.says("Stopped")
    one.ended()
    one.button("Reset").click()
    page.locator("a[href*='order.html']").first.evaluate("(a) => a.click()")
    page.locator("visit-order").first.wait_for()
    page.go_back()
    page.locator("visit-order").first.wait_for(state="detached")  # its page has cells, too
    page.locator("live-cell").first.wait_for()
    assert "the same output" in Cell(page, 1).open().run().status
    assert len(page.context.pages) == 1
    assert len(page.workers) <= 2, "one that runs and one that waits"


def test_an_output_that_differs_stands_beside_the_books(cell):
    """Each line that differs is marked, in both."""
    one = cell().run("a = 3\nprint('a is', a)")
    assert "the output is not the book’s" in one.status
    expect(one.element.locator("del")).to_have_text(["− a is 2\n"])
    expect(one.element.locator("ins")).to_have_text(["+ a is 3\n"])
    one.run("a = 2\nprint('a is', a)")
    assert one.shown == ""


def test_a_cell_that_runs_again_finds_what_the_cells_above_left(cell):
    """And not what it left itself: to run it twice is as to run it once, as in the build."""
    one = cell(1)
    for _ in range(2):
        one.run("a = a + 1\nprint('a is', a)")
        assert "+ a is 3" in one.shown


def test_a_cell_above_that_was_changed_runs_anew(page):
    """Variables are those of the code that the reader sees."""
    first, third = Cell(page, 0).open(), Cell(page, 2).open()
    third.run()
    first.write("a = 10")
    third.run()
    assert third.status.startswith("Cells above that ran first: 2.")
    expect(third.element.locator("ins").first).to_have_text("+ 110\n")


def test_a_cell_above_that_fails_is_named(page):
    """The cell itself does not run then."""
    first, third = Cell(page, 0).open(), Cell(page, 2).open()
    first.write("a = nothing")
    third.run()
    assert "A cell above failed" in third.status
    assert "NameError: name 'nothing' is not defined" in third.shown


@pytest.mark.parametrize(
    "code",
    mostly_slow(
        ["while True:\n    pass", "sum(range(10**13))", "'a' * 3 == 3\nlist(zip(*[iter(int, 1)]))"],
        "sum(range(10**13))",
    ),
    ids=["in Python", "in C", "in C, and growing"],
)
def test_stop_ends_whatever_runs(shared, code):
    """At once, whatever Python is doing; the next run begins with the cells above."""
    one = shared.run()
    one.write(code).start()
    one.says("Running")
    time.sleep(0.3)
    one.button("Stop").click()
    one.says("Stopped. Its variables are gone")
    one.ended()
    one.run("b = a + 1\nprint('b is', b)")
    assert one.status.startswith("Cells above that ran first: 1.")
    assert "the same output" in one.status


def test_an_error_names_the_line_of_the_cell(cell):
    """Its message, its line in the editor, and no line that is not the book's."""
    one = cell(2).run("def f(x):\n    return 1 / x\n\n\nprint('so far')\nf(0)")
    assert "Line 2 of this cell raised an error." in one.status
    assert "so far" in one.shown
    assert "ZeroDivisionError: division by zero" in one.shown
    assert "inside.py" not in one.shown
    assert one.element.locator(".cm-raised").inner_text().strip() == "return 1 / x"
    one.element.locator(".live-way summary").click()
    steps = one.element.locator(".live-way li").all_inner_texts()
    assert steps == ["line 6 of this cell: f(0)", "line 2 of this cell, in f: return 1 / x"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("while True:\n    print('again')", "Its output was cut after 100,000 characters"),
        ("'a' * 10**11", "raised an error"),
        pytest.param(
            "x = [1]\nwhile True:\n    x = x + x", "raised an error", marks=pytest.mark.slow
        ),
        ("input('Name? ')", "raised an error"),
        ("import numpy", "raised an error"),
        ("def f():\n    f()\nf()", "raised an error"),
        ("import os\nos._exit(1)", "The next run begins anew"),
    ],
    ids=["output", "a string", "a list", "input", "a package", "recursion", "its end"],
)
def test_whatever_goes_wrong_is_told_and_the_next_run_works(shared, code, told):
    """Endless output, no memory left, nobody to ask, endless calls, an interpreter that ended."""
    one = shared.run(code)
    assert told.lower() in one.status.lower()
    one.run("b = a + 1\nprint('b is', b)")
    assert "the same output" in one.status


def test_a_graph_as_long_as_a_chapter_makes_it_is_freed(shared):
    """Node by node, each the only one that holds the next: at once, and at an import afterwards."""
    build = "    for _ in range(8000):\n        total = total + (w * 2.0 + 1.0) ** 2\n    return total\n"
    uses = "for _ in range(3):\n    built().backward()\nimport gc\n\ngc.collect()\nimport decimal\n"
    head = "from micrograd.engine import Value\n\n\ndef built():\n    total = w = Value(0.0)\n"
    assert "freed" in shared.run(f"{head}{build}{uses}print('freed')").shown


@pytest.mark.parametrize(
    "code",
    [
        "print('<img src=x onerror=alert(1)><script>alert(2)</script>')",
        "raise ValueError('<b onclick=alert(1)>bold</b>')",
        "'<svg onload=alert(1)>'",
    ],
)
def test_what_a_cell_prints_is_text(shared, code):
    """None of it becomes an element."""
    one = shared.run(code)
    assert "<" in one.shown
    expect(one.element.locator("img, script, b, .live-output svg")).to_have_count(0)


@pytest.mark.parametrize(
    "dot",
    [
        'digraph { a [label="<x>" URL="javascript:alert(1)" tooltip="t"] }',
        'digraph { a [label=<<TABLE><TR><TD HREF="javascript:alert(1)">x</TD></TR></TABLE>>] }',
        'digraph { a [image="http://127.0.0.2:9/x.png" label="x"] }',
        'digraph { a [label="x" class="b\\" onload=\\"alert(1)"] stylesheet="http://127.0.0.2:9/x.css" }',
    ],
    ids=["link", "html", "image", "attribute"],
)
def test_what_a_cell_draws_is_a_drawing_only(visit, shared, dot):
    """No link, no script, no file of another host."""
    code = f"import graphviz\ngraphviz.Source({dot!r})"
    one = shared.run(code)
    one.element.locator("figure svg, p.status.wrong, p.status").first.wait_for()
    inside = one.element.locator("figure")
    expect(
        inside.locator("a, image, script, style, foreignObject, [onload], [href]")
    ).to_have_count(0)
    assert [url for url in visit.asked if "127.0.0.2" in url] == []


@pytest.mark.parametrize(
    "code",
    [
        "import js",
        "import pyodide",
        "from pyodide.code import run_js",
        "import sys\nsys.modules['pyodide_js']",
        "import sys\n[one for one in sys.meta_path if hasattr(one, 'jsproxies')][0].jsproxies['js']",
        "import gc\n[one for one in gc.get_objects() if type(one).__name__ == 'JsProxy'][0]",
        "import gc, sys\ngc.get_referrers(sys)",
        "GLOBALS = [vars(one).get('__init__') for one in object.__subclasses__()]\n"
        "[x for f in GLOBALS for x in getattr(f, '__globals__', {}).values() if 'JsProxy' in str(type(x))][0]",
        "GLOBALS = [vars(one).get('__init__') for one in object.__subclasses__()]\n"
        "[f.__globals__['run_js'] for f in GLOBALS if 'run_js' in getattr(f, '__globals__', {})][0]('1')",
        "import urllib.request\nurllib.request.urlopen('http://127.0.0.2:9/')",
        "import socket\nsocket.create_connection(('127.0.0.2', 9), 1)",
        "import subprocess\nsubprocess.run(['true'])",
    ],
)
def test_a_cell_reaches_neither_page_nor_network(visit, shared, code):
    """Neither by modules nor by sockets; and the page asks nobody."""
    one = shared.run(code)
    assert "raised an error" in one.status
    assert [url for url in visit.asked if "127.0.0.2" in url] == []


def test_a_figure_of_the_readers_own_graph_is_drawn(page):
    """In the look of the book's, its minus too; beside the words that it is another."""
    Cell(page, 4).open().write("from micrograd.engine import Value\ny = Value(-7.0, label='seven')")
    one = Cell(page, 5).open().run()
    one.element.locator("figure svg:visible").wait_for(timeout=SLOW)
    assert "The figure is not the book’s." in one.status
    expect(one.element.locator("figure")).to_contain_text("seven")
    expect(one.element.locator("figure")).to_contain_text("−7.0")


def test_the_books_own_figure_is_not_drawn_twice(page):
    """Where nothing was changed the reader is told that it is the same."""
    one = Cell(page, 5).open().run()
    one.says("It draws the same figure as in the book.")


def test_a_wrong_rule_shows_in_the_cells_below(page):
    """An engine that the reader edits in a cell is the one that the cells below use."""
    Cell(page, 4).open().write(
        "from micrograd.engine import Value\nValue.__mul__ = lambda a, b: a + b\n"
        "x = Value(2.0)\ny = x * x\ny.backward()\nprint(x.grad)"
    ).run()
    one = Cell(page, 5).open().run()
    one.says("The figure is not the book’s.")
    Cell(page, 4).button("Reset").click()
    one.run()
    one.says("It draws the same figure as in the book.")


def test_what_the_reader_wrote_is_kept_on_the_device(visit, small):
    """It is there when the page is loaded again, until it is reset."""
    page = visit(small.url + LIVE, **STRICT)
    Cell(page).open().write("a = 5")
    page.reload()
    expect(page.locator(".live-open").first).to_have_text("Edit and run: your version")
    one = Cell(page).open()
    assert one.code == "a = 5"
    one.button("Reset").click()
    assert one.code.startswith("a = 2")
    page.reload()
    expect(page.locator(".live-open").first).to_have_text("Edit and run")


def test_keys_alone_are_enough(page):
    """Opened, edited, run, and left again without a mouse; neither Tab nor Escape traps anybody."""
    one = Cell(page)
    one.button("Edit and run").focus()
    page.keyboard.press("Enter")
    one.editor.wait_for(timeout=SLOW)
    expect(one.editor).to_be_focused()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("\nif a:\n")
    page.keyboard.type("print('typed')")
    assert one.code.endswith("if a:\n    print('typed')")
    page.keyboard.press("Control+Enter")
    one.says("the output is not the book’s")
    page.keyboard.press("Tab")
    expect(one.editor).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"


@pytest.mark.parametrize(
    ("where", "cure"),
    [("small_site", f"Open {ADDRESS}{LIVE}."), ("small_again", "Write make serve")],
)
def test_from_a_file_the_button_says_why_not(visits, request, where, cure):
    """The book stays whole; where it is published, its address is told."""
    context = visits.browser.new_context()
    page = context.new_page()
    page.goto((request.getfixturevalue(where) / LIVE).as_uri())
    page.get_by_role("button", name="Edit and run").first.click()
    page.get_by_text(f"A page that is opened from a file runs no Python. {cure}").wait_for()
    context.close()


@pytest.mark.parametrize(
    "fail",
    [
        lambda route: route.abort(),
        pytest.param(
            lambda route: route.fulfill(body=b"\0as", content_type="application/wasm"),
            marks=pytest.mark.slow,
        ),
    ],
    ids=["not there", "cut off"],
)
def test_runtime_that_cannot_be_loaded_is_told(visit, small, fail):
    """And can be asked for again."""
    page = visit(small.url + LIVE, init="window.none = 1", **STRICT)
    page.route("**/pyodide.asm.wasm", fail)
    one = Cell(page).open().run()
    assert "Python could not be started: " in one.status
    page.unroute("**/pyodide.asm.wasm")
    page.wait_for_timeout(1000)  # the spare one fails too
    one.run()
    assert "the same output" in one.status
    visit.faults.clear()


def test_axe_finds_nothing_in_an_open_cell(page):
    """Editor, buttons, a comparison, an error and the way to it; in the dark, its colours."""
    Cell(page).open().run("a = 3\nprint('a is', a)")
    one = Cell(page, 1).open().run("def f():\n    print(b)\n\n\nf()")
    one.element.locator(".live-way summary").click()
    axe = Axe(thorough=True)
    assert axe.all(page, ["live-cell"]) == {}
    switch(page, "dark")
    assert axe.colours(page, ["live-cell"]) == {}
    switch(page, "light")
