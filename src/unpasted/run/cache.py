"""What pages' code came to, kept on the disk from one build to the next.

A page's results are a function of its code, of the project's packages, of unpasted itself, of
Python and the installed packages, of the settings, and of the files that the code read. All but
the last make the name of an entry; the last are checked when the entry is read. Prose does not
count, nor do line numbers, unless the page's output tells them.

An entry is written beside its place and moved there, and bears a digest of itself: one that is
damaged, or half there, counts as none. The folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from unpasted.read.fence import Fence
from unpasted.read.prose import Value
from unpasted.run.worker import Result, Task, Touched

MOST = 256 << 20  # bytes; beyond, what was not asked for the longest goes


@dataclass(frozen=True)
class Entry:
    """The results of a page, and what else they depend on.

    Arguments:
        read: the files that the code read, see `digests`.
        lines: where its jobs stood, if the results tell lines; else None.
    """

    results: tuple[Result, ...]
    read: dict[str, str]
    lines: tuple[int, ...] | None


class Cache:
    """A folder of entries."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str, task: Task) -> tuple[Result, ...] | None:
        """What the task's code came to, if nothing has changed that it depends on."""
        file = self._folder / key
        try:
            digest, _, payload = file.read_bytes().partition(b"\n")
            if digest != _digest(payload).encode():
                return None
            entry: Entry = pickle.loads(payload)
            os.utime(file)
        except Exception:  # whatever is wrong with it, the page runs anew
            return None
        if entry.lines is not None and entry.lines != lines_of(task):
            return None
        return entry.results if digests(task.settings.root, entry.read) == entry.read else None

    def put(
        self, key: str, task: Task, results: tuple[Result, ...], touched: Touched, since: float
    ) -> None:
        """Keep results that are without fault, if nothing unknown went into them.

        Arguments:
            since: when the page began to run; what changed since may or may not be in them.
        """
        if "*" in touched or any(faulty(result) for result in results):
            return
        root = task.settings.root
        if packages_digest(task.settings.path) != task.packages:
            return
        if any(_modified(root / name) >= since for name in touched):
            return
        tells_lines = task.jobs[0].place.file.encode() in pickle.dumps(results)
        lines = lines_of(task) if tells_lines else None
        payload = pickle.dumps(Entry(results, digests(root, sorted(touched)), lines))
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=".new-")
            with os.fdopen(descriptor, "wb") as half:
                half.write(_digest(payload).encode() + b"\n" + payload)
            os.replace(name, self._folder / key)

    def prune(self) -> None:
        """Keep the folder within its bounds."""
        with contextlib.suppress(OSError):
            seen = [(file.stat(), file) for file in self._folder.iterdir()]
            seen.sort(key=lambda one: one[0].st_mtime, reverse=True)
            total = 0
            for stat, file in seen:
                total += stat.st_size
                if total > MOST:
                    file.unlink(missing_ok=True)


def key_of(task: Task) -> str:
    """The name under which what a task comes to is kept."""
    parts: list[object] = [surroundings(), task.packages, task.settings, task.kinds, task.markdown]
    for job in task.jobs:
        what = job.what
        parts.append([what.expression, what.form] if isinstance(what, Value) else _fence(what))
        parts.append([(n, value.expression, value.form) for n, value in job.values.items()])
    parts.append(task.jobs[0].place.file)
    return _digest(repr(parts).encode())


def lines_of(task: Task) -> tuple[int, ...]:
    """Where the jobs of a task stand."""
    return tuple(job.place.line for job in task.jobs)


def faulty(result: Result) -> bool:
    """Whether anything of a result is a fault."""
    return result.fault is not None or any(
        not isinstance(text, str) for text in result.values.values()
    )


def digests(root: Path, names: Iterable[str]) -> dict[str, str]:
    """A digest of each of these files and folders of a project."""
    return {name: digest_of(root / name) for name in names}


def digest_of(path: Path) -> str:
    """A digest of what is in a file, or of the names in a folder, hidden ones aside."""
    try:
        if path.is_dir():
            names = [name for name in os.listdir(path) if not name.startswith(".")]
            return _digest("\0".join(sorted(names)).encode())
        return _digest(path.read_bytes())
    except OSError:
        return ""


def packages_digest(folders: Iterable[str]) -> str:
    """A digest of all Python files from which cells can import."""
    seen = []
    for folder in folders:
        for file in sorted(Path(folder).rglob("*.py")):
            if any(part.startswith(".") for part in file.relative_to(folder).parts):
                continue
            seen.append((file.relative_to(folder).as_posix(), digest_of(file)))
    return _digest(repr(seen).encode())


@functools.cache
def surroundings() -> str:
    """A digest of Python, of what is installed in it, and of unpasted itself."""
    folders = [Path(folder) for folder in sys.path if Path(folder).is_dir()]
    installed = sorted({one.name for folder in folders for one in folder.glob("*.dist-info")})
    unpasted = packages_digest([str(Path(__file__).parents[1])])
    return _digest(repr([sys.version, installed, unpasted]).encode())


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime if path.is_file() else 0.0
    except OSError:
        return 0.0


def _fence(fence: Fence) -> list[object]:
    options = {key: text for key, text in fence.options.items() if key != "caption"}
    return [fence.kind, fence.language, sorted(fence.flags), sorted(options.items()), fence.body]


def _digest(payload: bytes) -> str:
    return hashlib.sha256(payload).hexdigest()
