"""The tables of `compare`: seconds beside plain MkDocs, and how they grow with the book."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from benchmarks.chapters import CELLS, FIGURES
from benchmarks.ways import PLAIN, WAYS

BUILDS = ("cold", "nothing", "prose", "engine")
NAME, COLUMN = 25, 34


@dataclass
class Times:
    """Seconds of one kind, run by run, for each way in each situation.

    Arguments:
        kind: what the seconds are.
        situations: the columns of the table.
    """

    kind: str
    situations: tuple[str, ...]
    runs: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, way: str, situation: str, seconds: float) -> None:
        """Note one run."""
        self.runs[way, situation].append(seconds)

    def median(self, way: str, situation: str) -> float:
        """The median of the runs."""
        return statistics.median(self.runs[way, situation])


@dataclass
class Measured:
    """All that was measured of a book of one size; `stale` counts pages with old numbers."""

    passed: Times = field(default_factory=lambda: Times("seconds", (*BUILDS, "serve")))
    processor: Times = field(default_factory=lambda: Times("seconds of processor time", BUILDS))
    stale: dict[tuple[str, str], int] = field(default_factory=dict)


def of_times(size: int, runs: int, measured: Measured) -> str:
    """Seconds that passed and seconds of the processor, beside plain MkDocs with markdown-exec."""

    def entry(way: str, situation: str) -> str:
        stale = " stale" if (way, situation) in measured.stale else ""
        pair = [beside(times, way, situation) for times in (measured.passed, measured.processor)]
        return " ".join(pair) + stale

    heading = (
        f"\n{size} chapters, {size * CELLS} cells, {size * FIGURES} figures; medians of {runs}\n"
        f"seconds, and seconds of the processor (x: beside {PLAIN.name})\n"
    )
    stale = [
        f"stale: {way}, {situation}: {pages} of {size} pages show old numbers; "
        "only a cold build sets that right"
        for (way, situation), pages in measured.stale.items()
    ]
    return "\n".join([heading, grid(measured.passed, entry), *stale])


def beside(times: Times, way: str, situation: str) -> str:
    """A number of seconds and its ratio, where there is one."""
    if situation not in times.situations:
        return ""
    seconds = times.median(way, situation)
    return f"{seconds:7.2f} x{seconds / times.median(PLAIN.name, situation):5.2f}"


def of_growth(results: dict[int, Measured]) -> str:
    """Seconds that each chapter more takes, between one size and the next."""
    tables = []
    for (small, before), (big, after) in pairwise(results.items()):
        for early, late in ((before.passed, after.passed), (before.processor, after.processor)):
            title = f"\n{late.kind} for each chapter more, between {small} and {big}\n"
            tables.append(f"{title}\n{grid(late, growth(early, late, big - small))}")
    return "\n".join(tables)


def growth(early: Times, late: Times, chapters: int) -> Callable[[str, str], str]:
    """An entry of the table: what lies between two sizes, for each chapter of the difference."""

    def entry(way: str, situation: str) -> str:
        more = late.median(way, situation) - early.median(way, situation)
        return f"{more / chapters:7.3f}"

    return entry


def grid(times: Times, entry: Callable[[str, str], str]) -> str:
    """A row for each way, a column for each situation."""
    lines = [row("", [f"{situation:>7}" for situation in times.situations])]
    for way in WAYS:
        lines.append(row(way.name, [entry(way.name, column) for column in times.situations]))
    return "\n".join(lines)


def row(name: str, entries: list[str]) -> str:
    """One line of a table."""
    return f"{name:{NAME}}{''.join(f'{entry:{COLUMN}}' for entry in entries)}".rstrip()
