"""One generated book, built four ways: this project, MkDocs, Sphinx and Zensical.

    python -m benchmarks.compare [SIZE ...] [--runs N]
    make bench SIZES="12 60 300"

Sizes are in chapters, of twelve cells and six figures each; by default 12 and 60. Every number is
the median of three runs, but of one run for a book of more than 100 chapters, where Sphinx alone
starts 300 kernels; `--runs` overrides both. The default takes about a
quarter of an hour of a machine on which nothing else runs, and 300 chapters about as long again.

In a run each way starts from a folder that was written anew, without any cache, and then meets
the situations in this order, the ways in turn within each:

    cold       nothing was built before
    nothing    nothing changed
    prose      one chapter has one sentence more
    engine     a constant of the package that the cells import changed, and so every output
    serve      from an edit of one chapter's prose, under serve, until the page shows it; as many
               edits as there are runs, at the end of the last one

After each build the pages are searched: each must show its twelve numbers and its six figures,
else the benchmark stops. After a change of the engine a page may show old numbers: it is counted
and the table says `stale`; that time is not the price of a right site.

Beside the seconds that passed stand those that the processors spent on the build, all processes
together: they are the steadier ones where other programs run.

"mkdocs, nothing run" are the same pages with their code shown and not run: what MkDocs takes for
itself. Plain MkDocs and the others run in `.venv.bench`, this project in `.venv`; what both have
is of the same version.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import clock, table
from benchmarks.table import Measured
from benchmarks.ways import PEERS, WAYS, Way
from benchmarks.written import Book

RUNS = 3
BIG = 100
SITUATIONS: dict[str, Callable[[Book], None]] = {
    "cold": lambda book: None,
    "nothing": lambda book: None,
    "prose": lambda book: book.edit_prose("A sentence more."),
    "engine": lambda book: book.edit_engine(),
}
"""What happens to a book before it is built."""


def main() -> None:
    """Measure each size and print its table, then how time grows with the book."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks.compare")
    reader.add_argument("sizes", nargs="*", type=int, default=[12, 60], metavar="SIZE")
    reader.add_argument("--runs", type=int)
    asked = reader.parse_args()
    if not PEERS.exists():
        raise SystemExit("there is nothing to compare with yet: make bench sets it up")
    results: dict[int, Measured] = {}
    for size in sorted(asked.sizes):
        runs = asked.runs or (1 if size > BIG else RUNS)
        results[size] = compare(size, runs)
        print(table.of_times(size, runs, results[size]), flush=True)
    print(table.of_growth(results))


def compare(size: int, runs: int) -> Measured:
    """All ways in all situations."""
    measured = Measured()
    for run in range(1, runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            books = [written(Path(folder) / str(n), way, size) for n, way in enumerate(WAYS)]
            for situation in SITUATIONS:
                for book in books:
                    tell(f"{size} chapters, run {run} of {runs}: {situation}, {book.way.name}")
                    build(book, situation, measured)
            if run == runs:
                for book in books:
                    tell(f"{size} chapters: serve, {book.way.name}")
                    measured.passed.add(book.way.name, "serve", serve(book, runs))
    tell("")
    return measured


def written(folder: Path, way: Way, size: int) -> Book:
    """A book in a folder of its own."""
    folder.mkdir()
    return Book(folder, way, size)


def build(book: Book, situation: str, measured: Measured) -> None:
    """Change a book as a situation has it, build it and search its pages."""
    SITUATIONS[situation](book)
    built = clock.build(book.way.commands.build, book.folder, clock.environment(book.folder))
    measured.passed.add(book.way.name, situation, built.seconds)
    measured.processor.add(book.way.name, situation, built.processor)
    if stale := book.stale_pages():
        if situation != "engine":
            raise SystemExit(f"{book.way.name}: {stale} pages are stale though only {situation}")
        measured.stale[book.way.name, situation] = stale


def serve(book: Book, edits: int) -> float:
    """Median seconds from an edit of prose under serve until the page shows it."""
    port = clock.free_port()
    url = f"http://127.0.0.1:{port}/{book.url(book.edited)}"
    numbers = iter(range(edits))

    def edit() -> float:
        sentence = f"A sentence under serve, number {next(numbers)}."
        start = time.perf_counter()
        book.edit_prose(sentence)
        clock.until_shown(url, sentence)
        return time.perf_counter() - start

    env = clock.environment(book.folder)
    with clock.served(book.way.server(port), book.folder, env, url):
        return statistics.median([edit() for _ in range(edits)])


def tell(what: str) -> None:
    """Say on a terminal what is being measured, in place of what was said before."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
