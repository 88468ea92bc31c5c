"""What pages' code came to, kept on the disk from one build to the next.

A page's results are a function of its code, of unpasted itself, of Python and the installed
packages, of the settings, and of what the code looked at, such as the modules that it imported. All
but the last make the name of an entry; the last is checked when the entry is read. Prose does not
count, nor do line numbers, unless the page's output tells them.

An entry is written beside its place and moved there, and is signed with a key that lies in the
folder, by which the folder is known to be ours: an entry that is damaged, half there, or that
somebody else wrote counts as none. The folder may be deleted at any time.
"""

import contextlib
import functools
import hmac
import os
import pickle
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from unpasted.folders import write_whole
from unpasted.run.inputs import PATTERN, Looks, digest, seen
from unpasted.run.making import Result
from unpasted.run.worker import Task, plain

MOST = 256 << 20  # bytes; beyond, what was not asked for the longest goes
KEY = ".key"
OWN = ("**/*.py", "kinds/[!_]*", "assets/tokens.css", "assets/operations.js")  # it makes results


@dataclass(frozen=True)
class Entry:
    """The results of a page, and what else they depend on.

    Arguments:
        lines: where its jobs stood, if the results tell lines; else None.
        twice: whether the page came to the same when it ran again under other surroundings.
    """

    results: tuple[Result, ...]
    looks: Looks
    lines: tuple[int, ...] | None
    twice: bool


def owned(folder: Path) -> bool:
    """Whether a folder is a cache, or becomes one now: it is empty, or not there."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            with contextlib.suppress(FileExistsError):  # another build was first
                write_whole(folder / KEY, secrets.token_bytes(32), os.link)
        return (folder / KEY).is_file()
    return False


class Cache:
    """Entries, in a folder and in memory.

    Arguments:
        folder: see `owned`; without it, nothing outlives this process.
        twice: whether pages run once more, under other surroundings; then only such results count.
    """

    def __init__(self, folder: Path | None, *, twice: bool = False) -> None:
        self.folder, self.twice = folder, twice
        self._key = (folder / KEY).read_bytes() if folder else b""
        self._since = time.time()
        self._memory: dict[str, Entry] = {}

    def get(self, key: str, task: Task) -> tuple[Result, ...] | None:
        """What the task's code came to, if nothing has changed that it depends on."""
        entry = self._memory.get(key) or self._read(key)
        if not entry or entry.lines not in (None, lines_of(task)) or entry.twice < self.twice:
            return None
        return entry.results if entry.looks.same(task.settings.root) else None

    def put(self, key: str, task: Task, results: tuple[Result, ...], looks: Looks) -> None:
        """Keep results that are without fault; in memory only, if nobody knows what fed them."""
        if any(result.faults for result in results):
            return
        file = task.jobs[0].place.file.encode()
        tells_lines = file in pickle.dumps(results) or b"lineno" in pickle.dumps(task.jobs)
        entry = Entry(results, looks, lines_of(task) if tells_lines else None, self.twice)
        if looks.unknown or not self.folder:
            self._memory[key] = entry
            return
        payload = pickle.dumps(entry)
        with contextlib.suppress(OSError):  # a full disk: the page runs again
            write_whole(self.folder / key, self._signature(key, payload) + payload, os.replace)

    def forged(self) -> list[Path]:
        """What somebody else wrote here since this process began; it is taken away."""
        if not self.folder or not (key := self.folder / KEY).is_file():
            return []  # who deletes the cache forges nothing
        found = [] if key.read_bytes() == self._key else [key]
        for file in self.folder.glob("[0-9a-f]" * 64):
            with contextlib.suppress(FileNotFoundError):  # another build has cleared it
                if file.stat().st_ctime >= self._since and not self._read(file.name):
                    file.unlink()
                    found.append(file)
        return found

    def prune(self) -> None:
        """Keep the folder within its bounds."""
        if not self.folder or not (self.folder / KEY).is_file():
            return
        with contextlib.suppress(OSError):
            dated = [(file.stat(), file) for file in self.folder.iterdir() if file.name != KEY]
            total = 0
            for status, file in sorted(dated, key=lambda one: -one[0].st_mtime):
                total += status.st_size
                if total > MOST:
                    file.unlink(missing_ok=True)

    def _read(self, key: str) -> Entry | None:
        """The entry of a key, where there is one of ours that is whole."""
        with contextlib.suppress(Exception):  # whatever is wrong with it, the page runs anew
            if self.folder:
                whole = (self.folder / key).read_bytes()
                signature, payload = whole[:32], whole[32:]
                if hmac.compare_digest(signature, self._signature(key, payload)):
                    os.utime(self.folder / key)
                    entry: Entry = plain(payload)
                    return entry
        return None

    def _signature(self, key: str, payload: bytes) -> bytes:
        return hmac.digest(self._key, key.encode() + payload, "sha256")


def key_of(task: Task) -> str:
    """The name under which what a task comes to is kept."""
    parts: list[object] = [surroundings(), task.settings, task.kinds, task.markdown]
    for job in task.jobs:
        values = [(value.expression, value.form) for value in job.values]
        written = [sorted(job.flags), sorted(job.options.items()), job.body, values]
        parts.append([job.kind, job.language, *written])
    parts.append(task.jobs[0].place.file)
    return digest(parts)


def lines_of(task: Task) -> tuple[int, ...]:
    """Where the jobs of a task stand."""
    return tuple(job.place.line for job in task.jobs)


@functools.cache
def surroundings() -> str:
    """A digest of Python, of what is installed in it, and of unpasted itself."""
    folders = [Path(folder) for folder in sys.path if Path(folder).is_dir()]
    installed = sorted({one.name for folder in folders for one in folder.glob("*.dist-info")})
    unpasted = [seen(Path(__file__).parents[1], f"{PATTERN} {name}") for name in OWN]
    return digest([sys.version, installed, unpasted])
