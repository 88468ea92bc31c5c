"""The pages of a book run on all cores, from outside: started, awaited, remembered."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path

from unpasted.faults import Fault
from unpasted.read.fence import Fence
from unpasted.run.cache import Cache, digests, key_of
from unpasted.run.fences import MarkdownSettings
from unpasted.run.worker import Checkpoint, Died, Result, Task, Touched

log = logging.getLogger("mkdocs.plugins.unpasted")

FIXED = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
"""What a cell finds in every build, on every machine."""

OTHER = {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONUTF8": "1"}
"""What it finds when pages run a second time, to see whether that makes a difference."""

SLOW = {"matplotlib": "matplotlib.pyplot"}
"""Modules that the warm process loads once, when a page names their package."""

UNKNOWN = "the cell ended its process, for no reason that is known"

START = """import json, sys; sys.path[:] = json.loads(sys.argv[2])
from unpasted.run.worker import warm; warm(int(sys.argv[1]), *sys.argv[3:])"""


@dataclass(frozen=True)
class Waiting:
    """A checkpoint of a page.

    Arguments:
        jobs: how many have run.
        read: the files that they have looked at, see `digests`.
        at: the socket at which it waits.
    """

    jobs: int
    read: dict[str, str]
    at: socket.socket


@dataclass(frozen=True)
class Last:
    """The last run of a page under serve: what it came to, and its checkpoints, in order."""

    task: Task
    results: tuple[Result, ...]
    checkpoints: list[Waiting]

    def up_to(self, task: Task) -> list[Waiting]:
        """The checkpoints from which another task can go on; the others end."""
        same = replace(task, jobs=(), refused=()) == replace(self.task, jobs=(), refused=())
        kept = [
            one
            for one in self.checkpoints
            if same
            and task.jobs[: one.jobs] == self.task.jobs[: one.jobs]
            and "*" not in one.read
            and digests(task.settings.root, one.read) == one.read
        ]
        for one in self.checkpoints[len(kept) :]:
            one.at.close()
        return kept


class Pages:
    """Runs pages side by side, each in a process of its own.

    Arguments:
        cache: where results are kept between builds; None keeps none.
        prepare: variables of the cells' environment, for a folder with the files that they name.
        first: a function, as `module:name`, that is called once in the process they are forked of.
        fixed: more such variables.
        resumable: whether a page that runs again goes on where its code has changed.
    """

    def __init__(
        self,
        cache: Cache | None,
        prepare: Callable[[Path], dict[str, str]],
        first: str,
        fixed: dict[str, str] = FIXED,
        *,
        resumable: bool = False,
    ) -> None:
        self.resumable, self._last = resumable, dict[str, Last]()
        self._cache, self._prepare, self._first, self._fixed = cache, prepare, first, fixed
        self._threads = ThreadPoolExecutor(_cores())
        self._lock = threading.Lock()
        self._warm: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._markdown: MarkdownSettings | None = None
        self._folder: str | None = None
        self._open: set[socket.socket] = set()  # of the pages at work
        self._running: dict[str, float] = {}  # since when each file is at work
        self._since = 0.0  # when the first of them began
        self.seconds = self.on_the_clock = 0.0
        """How long cells ran, added up; and how long some of them ran, side by side or not."""
        self.ran = self.kept = 0
        """How many pages ran, and how many were as they were kept."""

    def start(self, task: Task) -> Future[tuple[Result, ...]]:
        """Run a page as soon as a core is free, or find what it came to before."""
        return self._threads.submit(self._results, replace(task, resumable=self.resumable))

    def wait(self, page: Future[tuple[Result, ...]], every: float = 5.0) -> tuple[Result, ...]:
        """What a page comes to; meanwhile the terminal is told what is at work."""
        while True:
            try:
                return page.result(timeout=every)
            except TimeoutError:
                now = time.perf_counter()
                at_work = [
                    f"{file} ({now - start:.0f} s)" for file, start in list(self._running.items())
                ]
                log.info("running: %s", ", ".join(at_work))

    def told(self) -> str:
        """How long the cells ran, in a sentence."""
        return (
            f"Cells ran for {self.on_the_clock:.2f} seconds on the clock ({self.seconds:.2f} added "
            f"up, {_cores()} pages at once): {self.ran} pages ran, {self.kept} came from the cache"
        )

    def close(self) -> None:
        """End all that runs."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for page in list(self._open):
            with contextlib.suppress(OSError):
                page.shutdown(socket.SHUT_RDWR)  # its guard sees that nobody waits any more
        self._threads.shutdown()
        for last in self._last.values():
            for one in last.checkpoints:
                one.at.close()
        if self._warm:
            self._warm.close()
        if self._process:
            self._process.wait()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._cache:
            self._cache.prune()

    def _results(self, task: Task) -> tuple[Result, ...]:
        if not task.jobs:
            return ()
        key = key_of(task) if self._cache else ""
        kept = self._cache.get(key, task) if self._cache else None
        if kept is not None:
            self.kept += 1
            return kept
        since = time.time()
        file, start = task.jobs[0].place.file, time.perf_counter()
        if not self._running:
            self._since = start
        self._running[file] = start
        try:
            results, touched = self._run(task)
        finally:
            self._running.pop(file, None)
            end = time.perf_counter()
            self.ran += 1
            self.seconds += end - start
            self.on_the_clock += 0 if self._running else end - self._since
        if self._cache:
            self._cache.put(key, task, results, touched, since)
        return results

    def _run(self, task: Task) -> tuple[tuple[Result, ...], Touched]:
        file = task.jobs[0].place.file
        before = self._last.pop(file, None)
        kept = before.up_to(task) if before else []
        first = kept[-1] if kept else None
        results = [*before.results[: first.jobs]] if before and first else []
        touched = Touched("*")
        with contextlib.suppress(EOFError, ConnectionError), self._page(task, first) as page:
            page.send(task)
            while True:
                message = page.recv()
                if message is None:
                    break
                if isinstance(message, Died):
                    results[message.job :] = _after_death(task, message)
                elif isinstance(message, frozenset):
                    touched = message
                elif isinstance(message, Checkpoint):
                    at = socket.socket(fileno=reduction.recv_handle(page))
                    read = digests(task.settings.root, message.touched)
                    kept.append(Waiting(message.jobs, read, at))
                else:
                    results.append(message)
        if len(results) < len(task.jobs):
            results += _after_death(task, Died(UNKNOWN, len(results), 0))
        if self.resumable:
            self._last[file] = Last(task, tuple(results), kept)
        return tuple(results), touched

    @contextlib.contextmanager
    def _page(self, task: Task, resumed: Waiting | None = None) -> Iterator[Connection]:
        """The connection to the process of a new page, or of one that goes on."""
        here, there = socket.socketpair()
        with self._lock:
            self._open.add(here)
            if resumed:
                socket.send_fds(resumed.at, [b" "], [there.fileno()])
            else:
                socket.send_fds(self._warmed(task), [_slow(task)], [there.fileno()])
        there.close()
        try:
            with Connection(os.dup(here.fileno())) as page:
                yield page
        finally:
            self._open.discard(here)
            here.close()

    def _warmed(self, task: Task) -> socket.socket:
        """Where the warm process takes requests; it has loaded the extensions of this task."""
        ended = self._process is None or self._process.poll() is not None
        if ended or self._warm is None or task.markdown != self._markdown:
            if self._warm:
                self._warm.close()
            self._markdown, self._warm = task.markdown, self._start_warm(task)
        return self._warm

    def _start_warm(self, task: Task) -> socket.socket:
        ours, there = socket.socketpair()
        self._folder = self._folder or tempfile.mkdtemp(prefix="unpasted-")
        here = {"", os.getcwd()}  # `python -m` imports from there, and no cell does
        path = json.dumps([folder for folder in sys.path if folder not in here])
        markdown = Path(self._folder, "markdown")
        markdown.write_bytes(pickle.dumps(task.markdown))
        arguments = [str(there.fileno()), path, self._first, str(markdown)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            pass_fds=[there.fileno()],
            env=self._environ(Path(self._folder)),
            cwd=task.settings.root,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Control-C is for the build
        )
        there.close()
        return ours

    def _environ(self, folder: Path) -> dict[str, str]:
        """This process's, without what would make two builds differ."""
        kept = {key: text for key, text in os.environ.items() if not key.startswith("PYTHON")}
        one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # all cores have a page
        return kept | self._prepare(folder) | one | self._fixed


def _after_death(task: Task, died: Died) -> list[Result]:
    """The results of the job during which a page's process ended, and of those that never ran."""
    job = task.jobs[died.job]
    place = replace(job.place, line=died.line or job.place.line)
    after = [
        Result(fault=Fault(later.place, "this did not run: the page had ended", cause=place))
        for later in task.jobs[died.job + 1 :]
    ]
    return [Result(fault=Fault(place, died.how)), *after]


def _slow(task: Task) -> bytes:
    """The modules that the warm process is to load before a page of this text."""
    fences = (job for job in task.jobs if isinstance(job, Fence))
    text = "".join(f"{fence.kind} {fence.body}" for fence in fences)
    return " ".join(names for word, names in SLOW.items() if word in text).encode() or b" "


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
