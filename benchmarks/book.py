"""How long this book takes, beside an empty Material site in the same run.

    python -m benchmarks.book [RUNS]

A cold build; an edit of prose, and one of the last cell of the slowest page, under serve until the
page shows it. Each number is the median of five runs, in seconds.
"""

from __future__ import annotations

import itertools
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import clock

ROOT = Path(__file__).parents[1]
RUNS = int(sys.argv[1]) if sys.argv[1:] else 5
MKDOCS = [sys.executable, "-m", "mkdocs"]
EMPTY = "site_name: Empty\ntheme: {name: material, font: false}\n"
MADE = ("site", ".cache")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        book, empty = Path(folder) / "book", Path(folder) / "empty"
        copy_book(book)
        write_empty(empty)

        cells: list[float] = []
        cold_book = clock.median(lambda: cold(book, cells), RUNS)
        cold_empty = clock.median(lambda: cold(empty, []), RUNS)
        ran = statistics.median(cells) if cells else 0.0
        allowed = 4 * cold_empty + ran
        print(f"cold build, book          {cold_book:7.2f}")
        print(f"cold build, empty site    {cold_empty:7.2f}   x {cold_book / cold_empty:.2f}")
        print(f"  its cells' own run time {ran:7.2f}")
        print(f"  aim: 4 x empty + cells  {allowed:7.2f}   {cold_book / allowed:.0%} of it used")

        chapters = book / "docs" / "chapters"
        prose_book = rebuild(book, chapters / "04-manual-backprop.md", prose)
        prose_empty = rebuild(empty, empty / "docs" / "index.md", prose)
        print(f"after a prose edit, book  {prose_book:7.2f}")
        print(f"after a prose edit, empty {prose_empty:7.2f}   x {prose_book / prose_empty:.2f}")
        late = rebuild(book, chapters / "14-training.md", last_cell)
        print(f"edit of a late, slow cell {late:7.2f}   aim: 1.5")


def copy_book(folder: Path) -> None:
    """This book, in a folder of its own: edits and caches stay there."""
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copytree(ROOT / "src", folder / "src")
    shutil.copy(ROOT / "mkdocs.yml", folder)


def write_empty(folder: Path) -> None:
    """A Material site of one heading."""
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Empty\n")
    (folder / "mkdocs.yml").write_text(EMPTY)


def cold(folder: Path, cells: list[float]) -> float:
    """Seconds for a build that finds nothing made before; adds its cells' time to `cells`."""
    for made in MADE:
        shutil.rmtree(folder / made, ignore_errors=True)
    built = clock.build([*MKDOCS, "build"], folder, clock.environment())
    cells += [float(found) for found in re.findall(r"Cells ran for ([\d.]+)", built.log)]
    return built.seconds


def prose(text: str, more: str) -> str:
    """A page with a sentence more."""
    return f"{text}\n{more}\n"


def last_cell(text: str, more: str) -> str:
    """A page whose last cell prints something more."""
    above, begin, cell = text.rpartition("```python exec\n")
    code, end, below = cell.partition("\n```\n")
    assert begin and end
    return f"{above}{begin}{code}\nprint({more!r}){end}{below}"


def rebuild(folder: Path, page: Path, edited: Callable[[str, str], str]) -> float:
    """Median seconds from an edit under serve until the page shows it; the first is not counted:
    what the build kept of the page is not yet in the server."""
    address = f"127.0.0.1:{clock.free_port()}"
    url = f"http://{address}/{page.relative_to(folder / 'docs').with_suffix('.html')}"
    command = [*MKDOCS, "serve", "--dev-addr", address]
    edits = itertools.count()

    def edit() -> float:
        text = f"A sentence more, number {next(edits)}."
        start = time.perf_counter()
        page.write_text(edited(page.read_text(), text))
        clock.until_shown(url, text)
        return time.perf_counter() - start

    with clock.served(command, folder, clock.environment(), url):
        edit()
        return clock.median(edit, RUNS)


if __name__ == "__main__":
    main()
