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
from multiprocessing.connection import Connection
from pathlib import Path

from unpasted.faults import Fault
from unpasted.read.fence import Fence
from unpasted.run.cache import Cache, key_of
from unpasted.run.fences import MarkdownSettings
from unpasted.run.worker import Died, Result, Task, Touched

log = logging.getLogger("mkdocs.plugins.unpasted")

FIXED = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
"""What a cell finds in every build, on every machine."""

OTHER = {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONUTF8": "1"}
"""What it finds when pages run a second time, to see whether that makes a difference."""

SLOW = {"matplotlib": "matplotlib.pyplot"}
"""Modules that the warm process loads once, when a page names their package."""

START = """import json, sys; sys.path[:] = json.loads(sys.argv[2])
from unpasted.run.worker import warm; warm(int(sys.argv[1]), *sys.argv[3:])"""


class Pages:
    """Runs pages side by side, each in a process of its own.

    Arguments:
        cache: where results are kept between builds; None keeps none.
        prepare: variables of the cells' environment, for a folder with the files that they name.
        first: a function, as `module:name`, that is called once in the process they are forked of.
        fixed: more such variables.
    """

    def __init__(
        self,
        cache: Cache | None,
        prepare: Callable[[Path], dict[str, str]],
        first: str,
        fixed: dict[str, str] = FIXED,
    ) -> None:
        self._cache, self._prepare, self._first, self._fixed = cache, prepare, first, fixed
        self._threads = ThreadPoolExecutor(_cores())
        self._lock = threading.Lock()
        self._warm: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._markdown: MarkdownSettings | None = None
        self._folder: str | None = None
        self._open: set[socket.socket] = set()  # of the pages at work
        self._running: dict[str, float] = {}  # since when each file is at work
        self.seconds = 0.0
        """How long cells ran, all told."""

    def start(self, task: Task) -> Future[tuple[Result, ...]]:
        """Run a page as soon as a core is free, or find what it came to before."""
        return self._threads.submit(self._results, task)

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

    def close(self) -> None:
        """End all that runs."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for page in list(self._open):
            with contextlib.suppress(OSError):
                page.shutdown(socket.SHUT_RDWR)  # its guard sees that nobody waits any more
        self._threads.shutdown()
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
            return kept
        since = time.time()
        file, start = task.jobs[0].place.file, time.perf_counter()
        self._running[file] = start
        try:
            results, touched = self._run(task)
        finally:
            self._running.pop(file, None)
            self.seconds += time.perf_counter() - start
        if self._cache:
            self._cache.put(key, task, results, touched, since)
        return results

    def _run(self, task: Task) -> tuple[tuple[Result, ...], Touched]:
        results: list[Result] = []
        touched = Touched(more=True)
        with contextlib.suppress(EOFError, ConnectionError), self._page(task) as page:
            page.send(task)
            while True:
                message = page.recv()
                if message is None:
                    break
                if isinstance(message, Died):
                    results[message.job :] = _after_death(task, message)
                elif isinstance(message, Touched):
                    touched = message
                else:
                    results.append(message[1])
        if len(results) < len(task.jobs):
            results += _after_death(task, Died("for no reason that is known", len(results), 0))
        return tuple(results), touched

    @contextlib.contextmanager
    def _page(self, task: Task) -> Iterator[Connection]:
        """The connection to the process of a new page."""
        here, there = socket.socketpair()
        with self._lock:
            ended = self._process is None or self._process.poll() is not None
            if ended or task.markdown != self._markdown:  # which the warm process has loaded
                if self._warm:
                    self._warm.close()
                self._markdown, self._warm = task.markdown, self._start_warm(task)
            assert self._warm
            socket.send_fds(self._warm, [_slow(task)], [there.fileno()])
            self._open.add(here)
        there.close()
        try:
            with Connection(os.dup(here.fileno())) as page:
                yield page
        finally:
            self._open.discard(here)
            here.close()

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
    place = type(job.place)(job.place.file, died.line or job.place.line)
    fault = Fault(place, f"the cell ended its process: {died.how}")
    if died.how.startswith("the cell "):
        fault = Fault(place, f"TimeoutError: {died.how}" if "longer" in died.how else died.how)
    after = [
        Result(fault=Fault(later.place, "this did not run: the page had ended", cause=place))
        for later in task.jobs[died.job + 1 :]
    ]
    return [Result(fault=fault), *after]


def _slow(task: Task) -> bytes:
    """The modules that the warm process is to load before a page of this text."""
    text = "".join(
        f"{job.what.kind} {job.what.body}" for job in task.jobs if isinstance(job.what, Fence)
    )
    return " ".join(names for word, names in SLOW.items() if word in text).encode() or b" "


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
