"""How long this book takes, beside an empty Material site in the same run.

    python -m benchmarks.book

A cold build, and an edit of prose under serve until the page shows it. Each number is the median
of five, in seconds.
"""

from __future__ import annotations

import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import clock

ROOT = Path(__file__).parents[1]
RUNS = 5
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

        prose_book = rebuild(book, book / "docs" / "chapters" / "04-manual-backprop.md")
        prose_empty = rebuild(empty, empty / "docs" / "index.md")
        print(f"after a prose edit, book  {prose_book:7.2f}")
        print(f"after a prose edit, empty {prose_empty:7.2f}   x {prose_book / prose_empty:.2f}")


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


def rebuild(folder: Path, page: Path) -> float:
    """Median seconds from one prose edit under serve until the page shows it."""
    address = f"127.0.0.1:{clock.free_port()}"
    url = f"http://{address}/{page.relative_to(folder / 'docs').with_suffix('.html')}"
    command = [*MKDOCS, "serve", "--dev-addr", address]
    edits = iter(range(RUNS))

    def edit() -> float:
        text = f"A sentence more, number {next(edits)}."
        start = time.perf_counter()
        page.write_text(f"{page.read_text()}\n{text}\n")
        clock.until_shown(url, text)
        return time.perf_counter() - start

    with clock.served(command, folder, clock.environment(), url):
        return clock.median(edit, RUNS)


if __name__ == "__main__":
    main()
