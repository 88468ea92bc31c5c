"""What a reader does most, in Firefox and in WebKit too.

To start a browser takes seconds, and Python in WebKit most of a minute: `make test` walks a walk in
each, and `make test-all` does the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser import engines
from tests.browser.chromium import NoBrowserError
from tests.browser.livecells import UNEDITED

# In a page: what a test there is written with.
HANDS = """
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = async (what) => { for (let found; ; await wait(30)) if ((found = what())) return found; };
  const press = (where, name) => [...where.querySelectorAll("button")]
    .find((b) => b.textContent.replace(/[‹›]/g, "").trim() === name && b.checkVisibility()).click();
  const cell = (number) => document.querySelectorAll("live-cell")[number]?.made;
  const says = (one, text) => until(() => one.says.textContent.includes(text) && one.says.textContent);
  const opened = async (number) => {
    const one = await until(() => cell(number));
    if (!one.editor) one.opener.click();
    await until(() => one.editor && one.cell);
    return one;
  };
"""
LIVE, EXERCISES = "chapters/live.html", "chapters/exercises.html"


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def tab(request: pytest.FixtureRequest) -> Iterator[engines.Tab]:
    try:
        with getattr(engines, request.param)() as opened:
            opened.at = ""
            yield opened
    except NoBrowserError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def does(tab, small):
    """What a script in a page comes to. A page is opened once for all tests that follow each other
    there: Python takes its time to start in WebKit."""

    def do(path: str, script: str):
        if tab.at != path:
            tab.goto(small.url + path)
            tab.at = path
        return tab.evaluate(f"(async () => {{ {HANDS} {script} }})()")

    return do


@pytest.mark.slow
def test_the_cells_of_a_page_print_what_the_book_shows(does):
    """All of them, in order."""
    came = does(LIVE, f"await until(() => window.unpasted?.live); return ({UNEDITED})();")
    assert [one["same"] for one in came] == ["same"] * 6


@pytest.mark.slow
def test_a_cell_is_edited_and_run(does):
    """What it printed stands beside the book's."""
    shown = does(
        LIVE,
        """const one = await opened(0);
        one.editor.set("a = 3\\nprint('a is', a)");
        press(one.host, "Run");
        await says(one, "the output is not the book’s");
        const lines = [...one.host.querySelectorAll("del, ins")].map((e) => e.textContent.trim());
        press(one.host, "Reset");
        return lines;""",
    )
    assert shown == ["− a is 2", "+ a is 3"]


@pytest.mark.slow
def test_an_error_names_its_line(does):
    """In the cell's own lines."""
    said = does(
        LIVE,
        """const one = await opened(0);
        one.editor.set("x = 1\\nx / 0");
        press(one.host, "Run");
        const said = [await says(one, "raised an error"), one.output.textContent];
        press(one.host, "Reset");
        return said;""",
    )
    assert said[0].startswith("Line 2 of this cell")
    assert "ZeroDivisionError: division by zero" in said[1]


@pytest.mark.slow
def test_a_graph_is_drawn(does):
    """In the page, by the page's own renderer."""
    said = does(
        LIVE, 'const one = await opened(5); press(one.host, "Run"); return says(one, "Ran");'
    )
    assert "It draws the same figure as in the book." in said


@pytest.mark.slow
def test_an_answer_to_an_exercise_is_judged(does):
    """A wrong one by the fact that fails; a right one is solved."""
    said = does(
        EXERCISES,
        """const box = document.querySelector("book-exercise");
        await until(() => [...box.querySelectorAll("button")].some((b) => b.textContent === "Try it"));
        press(box, "Try it");
        const { editor } = await until(() => box.made?.editor && box.made);
        editor.set("out = a * a\\nout.backward()\\na.grad /= 2");
        press(box, "Check");
        const wrong = await until(() => /Here .* is/.test(box.textContent) && box.textContent);
        editor.set("out = a * a\\nout.backward()");
        press(box, "Check");
        const right = await until(() => box.textContent.includes("Solved.") && "Solved");
        return [wrong, right];""",
    )
    assert "The gradient of a is 6." in said[0]
    assert "is 3.0" in said[0]
    assert said[1] == "Solved"


def test_a_walk_is_walked(does, small):
    """From its beginning to its end, by Next."""
    said = does(
        small.alone("chapters/walks.html").removeprefix(small.url),
        """const walk = await until(() => document.querySelector("graph-walk")?.made && document.querySelector("graph-walk"));
        press(walk, "Reset");
        const before = walk.querySelector("[role=status]").textContent;
        const range = walk.querySelector("input[type=range]");
        while (Number(range.value) < Number(range.max)) press(walk, "Next");
        return [before, walk.querySelector("[role=status]").textContent];""",
    )
    assert said[0] != said[1]


@pytest.mark.slow
def test_a_question_is_answered(does):
    """Wrong, and then right."""
    said = does(
        "chapters/questions.html",
        """const box = await until(() => document.querySelector(".predict"));
        const field = await until(() => box.querySelector("input"));
        const form = box.querySelector("form");
        field.value = "4"; form.requestSubmit();
        const wrong = await until(() => box.querySelector(".verdict")?.textContent);
        field.value = "-4"; form.requestSubmit();
        const right = await until(() => { const v = box.querySelector(".verdict").textContent; return v !== wrong && v; });
        return [wrong, right];""",
    )
    assert said[0].startswith("Not")
    assert said[1] == "Right."


@pytest.mark.slow
def test_an_endless_cell_is_stopped(does):
    """Inside of C, where nothing asks whether it shall stop; the next run works. It is the last
    test: WebKit lets the loop of a worker that was ended run on until its page is closed."""
    said = does(
        LIVE,
        """const one = await opened(0);
        one.editor.set("sum(range(10**13))"); press(one.host, "Run"); await says(one, "Running");
        await wait(200); press(one.host, "Stop");
        const stopped = await says(one, "Stopped");
        press(one.host, "Reset"); press(one.host, "Run");
        return [stopped, await says(one, "Ran in")];""",
    )
    assert said[0].startswith("Stopped. Its variables are gone")
    assert "the same output as in the book" in said[1]
