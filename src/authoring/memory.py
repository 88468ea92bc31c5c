"""Under serve, a page whose cells did not change is not run again."""

from __future__ import annotations

import importlib.util
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from authoring.fences import Fence


@dataclass
class Remembered:
    """What the cells of a page came to when they last ran without fault.

    Arguments:
        key: what they depend on: their source, and the packages they may import.
        slots: the HTML of each slot's part.
        values: the HTML of each value in a sentence, in order.
    """

    key: Hashable
    slots: dict[tuple[int, str], str] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)


Memory = dict[str, Remembered]
"""For each page, by its file."""


def key_of(fences: Iterable[Fence], values: Iterable[Hashable], packages: Hashable) -> Hashable:
    """What the outputs of a page depend on; its prose does not count.

    Nor do line numbers: where prose moved, remembered code keeps the lines of its run.
    """
    return (
        tuple((f.kind, f.flags, tuple(f.options.items()), f.body) for f in fences),
        tuple(values),
        packages,
    )


def fingerprint(packages: Iterable[str]) -> Hashable:
    """Something that changes whenever a module of these packages does."""
    seen = []
    for package in packages:
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            for file in sorted(Path(folder).rglob("*.py")):
                stat = file.stat()
                seen.append((str(file), stat.st_mtime_ns, stat.st_size))
    return tuple(seen)
