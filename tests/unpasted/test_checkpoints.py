"""Under serve, a page whose late cell is edited goes on from where its code has changed."""

import re
import time
from dataclasses import replace

import pytest

from tests.unpasted.conftest import ROOT, Bench
from unpasted.faults import Place
from unpasted.kinds import drawing
from unpasted.run.cache import Cache
from unpasted.run.runner import PAGES, Runner

SLOW = """```python exec
import os, time
time.sleep(0.5)
mine = [os.getpid()]
```

```python exec
mine.append({0})
print(*mine)
```
"""


@pytest.fixture
def serving(tmp_path):
    """A book as it is served: its pages leave checkpoints."""
    bench = Bench(ROOT, [], "", "")
    bench.pages.close()
    bench.pages = bench.book.runner = Runner(
        Cache(None), drawing.environment, drawing.FIRST, resumable=True
    )
    bench.book.settings = replace(bench.book.settings, root=tmp_path)
    yield bench
    bench.pages.close()


def printed(html: str) -> list[str]:
    return re.findall(r"<code>([\d ]+)</code>", html)[0].split()


def test_an_edit_of_a_late_cell_keeps_what_ran_before_it(serving):
    """The slow cell has not run again: its process is known by its number."""
    first = printed(serving.html(SLOW.format(1)))
    second = printed(serving.html(SLOW.format(2)))
    third = printed(serving.html(SLOW.format(3)))
    assert (first[1], second[1], third[1]) == ("1", "2", "3")
    assert first[0] == second[0] == third[0]


def test_an_edit_of_the_slow_cell_runs_it_again(serving):
    """And what stands below it."""
    first = printed(serving.html(SLOW.format(1)))
    second = printed(serving.html(SLOW.replace("0.5", "0.45").format(1)))
    assert first[0] != second[0]


def test_a_checkpoint_is_nothing_that_the_page_did(serving, caplog):
    """The build gets it through a socket, and the page is kept all the same."""
    caplog.set_level("INFO")
    serving.html(SLOW.format(1))
    assert "uses the network" not in caplog.text


def test_a_changed_file_runs_the_page_again(serving, tmp_path):
    """A checkpoint holds as long as what its cells have read."""
    (tmp_path / "data.txt").write_text("1")
    page = SLOW.replace("import os, time", "import os, time\nopen('data.txt').read()")
    first = printed(serving.html(page.format(1)))
    (tmp_path / "data.txt").write_text("2")
    assert printed(serving.html(page.format(2)))[0] != first[0]


def test_a_page_that_goes_on_is_guarded(serving):
    """Faults, time limits and deaths are located as ever, and the next edit goes on again."""
    first = printed(serving.html(SLOW.format(1)))
    [fault] = serving.faults(SLOW.format("1 / 0"))
    assert fault == "docs/page.md:8: ZeroDivisionError: division by zero"
    [fault] = serving.faults(SLOW.format("os.kill(os.getpid(), 9)"))
    assert "docs/page.md:8: the cell ended its process: SIGKILL" in fault
    assert printed(serving.html(SLOW.format(4))) == [first[0], "4"]


def test_the_homes_of_pages_that_have_ended_go(serving):
    """A day of edits leaves no folder behind; a page that can go on keeps its own."""
    code = 'import os\nprint(len(os.listdir(os.path.dirname(os.environ["HOME"]))))'
    counts = [
        int(serving.page(f"```python exec\n{code}  # {n}\n```\n").results()[0].printed.text)
        for n in range(6)
    ]
    assert len({*counts[1:]}) == 1
    serving.page(SLOW.format(1))
    going_on = SLOW.format(2).replace("print(*mine)", 'print(len(os.listdir(os.environ["HOME"])))')
    assert "<code>1</code>" in serving.html(going_on)


AGED = """```python exec
import os, time
time.sleep(0.5)
ran = time.monotonic()
```

```python exec
{0}
```

```python exec
print({1}, int(1000 * (time.monotonic() - ran)), os.getpid())
```
"""


@pytest.fixture
def built(serving):
    """The book as its first build leaves it: no page has checkpoints."""
    serving.pages.resumable = False
    serving.html(AGED.format("pause = 0", 1))
    serving.pages.resumable = True
    return serving


def run_ahead(bench: Bench, pause: float = 1.0) -> None:
    """Look at the page until it has run ahead, and a while longer."""
    bench.pages.run_ahead("docs/page.md")
    until = time.monotonic() + 20
    while bench.pages._ahead and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(pause)


def test_a_page_that_runs_ahead_waits_for_its_first_edit(built):
    """Its slow cell is as old as the pause in which its author looked at it."""
    run_ahead(built)
    edit, age, process = printed(built.html(AGED.format("pause = 0", 2)))
    assert (edit, int(age) >= 1000) == ("2", True)
    assert printed(built.html(AGED.format("pause = 0", 3)))[2] != process  # a copy of what waits


def test_an_edit_ends_what_runs_ahead_and_goes_on_from_what_that_left(serving, tmp_path):
    """The page would have slept on for a minute."""
    serving.pages.resumable = False
    serving.html(AGED.format(f"time.sleep(60 * os.path.exists('{tmp_path}/slow'))", 1))
    serving.pages.resumable = True
    (tmp_path / "slow").touch()
    serving.pages.run_ahead("docs/page.md")
    time.sleep(3)
    edit, age, _ = printed(serving.html(AGED.format("pause = 0", 2)))
    assert (edit, int(age) >= 1500) == ("2", True)


def test_what_was_ended_before_it_left_anything_runs_ahead_again(built):
    """Any save ends it, also one of another page."""
    built.pages.run_ahead("docs/page.md")
    built.html(AGED.format("pause = 0", 1))
    run_ahead(built)
    assert int(printed(built.html(AGED.format("pause = 0", 2)))[1]) >= 1000


def test_a_page_whose_lines_moved_runs_ahead_again(built):
    """Its cells are those of before, and stand elsewhere: what they raise has other lines."""
    run_ahead(built)
    moved = "A sentence.\n\n" + AGED
    built.pages.resumable = True
    built.html(moved.format("pause = 0", 1))
    run_ahead(built)
    assert int(printed(built.html(moved.format("pause = 0", 2)))[1]) >= 1000


def test_nothing_runs_ahead_twice(built):
    """Neither a page that has its checkpoints, nor one that nobody has seen."""
    built.pages.run_ahead("docs/other.md")
    run_ahead(built)
    waits = built.pages._last["docs/page.md"]
    run_ahead(built)
    assert waits and built.pages._last["docs/page.md"] is waits


def test_the_pages_that_ran_last_keep_their_checkpoints(serving):
    """A process for each slow cell of all that was looked at in a day would be too many."""
    files = [f"docs/page-{number}.md" for number in range(6)]
    for file in files:
        page = serving.book.begin(SLOW.format(1), Place(file, 1), "page.html")
        serving.finish(page)
    kept = [file for file in files if serving.pages._last.get(file)]
    assert kept == files[-PAGES:]
