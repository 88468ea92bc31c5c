"""The pages of a book run on all cores, from outside: started, awaited, remembered."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import reduction
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from unpasted.faults import Fault, Place
from unpasted.folders import Claim
from unpasted.read.chapter import Job
from unpasted.read.fence import Fence
from unpasted.run.cache import Cache, faulty, key_of
from unpasted.run.fences import MarkdownSettings
from unpasted.run.inputs import PATTERN, Looks, Stamps, changed, seen, stamps
from unpasted.run.session import Settings
from unpasted.run.worker import PIDS, Checkpoint, Died, Late, Result, Task, plain

log = logging.getLogger("mkdocs.plugins.unpasted")

FIXED = {
    "PATH": f"{os.path.dirname(sys.executable)}:/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "80", "LINES": "24",
    "PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",  # all cores have a page
}  # fmt: skip
"""What a cell finds in every build, on every machine; and a folder of its own, HOME."""

OTHER = FIXED | {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "C"}
"""What it finds when pages run a second time, to see whether that makes a difference."""
LATER = 404 * 86400 + 5 * 3600 + 6 * 60 + 7  # seconds, by which the clock stands elsewhere then

SLOW = {"matplotlib": "matplotlib.pyplot"}
"""Modules that the warm process loads once, when a page names their package."""

AGAIN = (
    "this gives something else in every run, or under another hash seed, time zone, locale or clock"
)
BROKEN_OFF = (EOFError, OSError, RuntimeError, TypeError, pickle.UnpicklingError)
SILENT = 10.0  # seconds without a sign of life from the guard of a page
UNWATCHED = (
    "what watches the page's process was stopped or ended, twice; no cell can go on without it"
)

START = """import json, sys; sys.path[:] = json.loads(sys.argv[2])
from unpasted.run.clock import move; move(float(sys.argv[3]))
sys.modules["zensical"] = None
from unpasted.run.worker import warm; del sys.modules["zensical"]
warm(int(sys.argv[1]), *sys.argv[4:])"""
"""Where Zensical is installed, markdown-exec loads all of it for icons that Material has."""


@dataclass(frozen=True)
class Waiting:
    """A checkpoint of a page.

    Arguments:
        jobs: how many have run.
        looks: what they have looked at.
        at: the socket at which it waits.
    """

    jobs: int
    looks: Looks
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
            and one.looks.same(task.settings.root)
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
        later: by how many seconds the clock stands elsewhere.
        second: runs whatever runs once more, under other surroundings; a difference is a fault.
        guarded: the folders and files that no page may change.
    """

    def __init__(
        self,
        cache: Cache | None,
        prepare: Callable[[Path], dict[str, str]],
        first: str,
        fixed: dict[str, str] = FIXED,
        *,
        resumable: bool = False,
        later: float = 0.0,
        second: Pages | None = None,
        guarded: Collection[Path] = (),
    ) -> None:
        self._later, self._second, self._guarded = later, second, guarded
        self._stamps: Stamps | None = None
        self._told: set[str] = set()  # the pages of which was told why they are not kept
        self._spans: list[tuple[str, float, float]] = []  # which page ran from when to when
        self.resumable, self._last = resumable, dict[str, Last]()
        self._cache, self._prepare, self._first, self._fixed = cache, prepare, first, fixed
        self._threads = ThreadPoolExecutor(_cores())
        self._lock, self._closed = threading.Lock(), False
        self._warm: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._markdown: MarkdownSettings | None = None
        self._folder: Claim | None = None
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
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for page in list(self._open):
            with contextlib.suppress(OSError):
                page.shutdown(socket.SHUT_RDWR)  # its guard sees that nobody waits any more
        if self._second:
            self._second.close()
        self._threads.shutdown()
        for last in self._last.values():
            for one in last.checkpoints:
                one.at.close()
        if self._warm:
            self._warm.close()
        if self._process:
            self._process.wait()
        if self._folder:
            self._folder.clear()
        if self._cache:
            self._cache.prune()

    def changes(self, root: Path) -> list[Fault]:
        """A fault for each file of the book, cache, site or tool that a page changed."""
        if self._stamps is None:
            return []
        found = changed(self._stamps, stamps(self._guarded))
        found += self._cache.forged() if self._cache else []
        return [self._changed(path, os.path.relpath(path, root)) for path in found]

    def _changed(self, path: Path, name: str) -> Fault:
        """A fault of the page that changed a file, or of the file where several may have."""
        when = path.lstat().st_ctime if os.path.lexists(path) else 0.0
        spans = [one for one in self._spans if not when or one[1] - 0.1 <= when <= one[2] + 0.1]
        pages = sorted({file for file, *_ in spans})
        place = Place(pages[0] if len(pages) == 1 else name, 1)
        ran = f" of {', '.join(pages)}" if pages else ""
        return Fault(
            place,
            f"{name} was changed while the code{ran} ran; a cell writes into a folder of its own, "
            "by tempfile.TemporaryDirectory(). If it was you, build again",
        )

    def _results(self, task: Task) -> tuple[Result, ...]:
        if not task.jobs:
            return ()
        key = key_of(task) if self._cache else ""
        kept = self._cache.get(key, task) if self._cache else None
        if kept is not None:
            self.kept += 1
            return kept
        with self._lock:
            if self._stamps is None:
                self._stamps = stamps(self._guarded)
        file, start, since = task.jobs[0].place.file, time.perf_counter(), time.time()
        if not self._running:
            self._since = start
        self._running[file] = start
        try:
            results, looks = self._settled(task)
            if self._second and not self._closed and not any(map(faulty, results)):
                others, _ = self._second._settled(task)
                results = tuple(map(compared, task.jobs, results, others))
        finally:
            self._running.pop(file, None)
            end = time.perf_counter()
            self.ran += 1
            self.seconds += end - start
            self.on_the_clock += 0 if self._running else end - self._since
            self._spans.append((file, since, time.time()))
        if looks.unknown and file not in self._told and not any(map(faulty, results)):
            self._told.add(file)
            job, what = min(looks.unknown.items())
            log.info(
                '%s: this %s, so the page runs in every build; with reads="…" on the fence, which '
                "names the files that it reads, or none, it is kept",
                *(task.jobs[job].place, what),
            )
        if self._cache:
            self._cache.put(key, task, results, looks)
        return results

    def _settled(self, task: Task) -> tuple[tuple[Result, ...], Looks]:
        """Run a page; once more if what it read has changed, or it was ended from outside.

        What changes each time is not known; who is ended each time does it to himself.
        """
        root = task.settings.root
        fences = [(number, job) for number, job in enumerate(task.jobs) if isinstance(job, Fence)]
        named = {number: one.options["reads"] for number, one in fences if "reads" in one.options}
        said = [f"{PATTERN} {name}" for name in " ".join(named.values()).split()]
        for _ in range(2):
            before = {look: seen(root, look) for look in said}
            results, looks, from_outside = self._run(task)
            looks = Looks(before | looks.seen, looks.unknown)
            same = looks.same(root)
            if self._closed or (same and not from_outside):
                break
        unknown = {job: what for job, what in looks.unknown.items() if job not in named}
        return results, Looks(looks.seen, unknown if same else {0: "reads what changes meanwhile"})

    def _run(self, task: Task) -> tuple[tuple[Result, ...], Looks, bool]:
        """Run a page once; also whether another process may have ended it."""
        file = task.jobs[0].place.file
        before = self._last.pop(file, None)
        kept = before.up_to(task) if before else []
        first = kept[-1] if kept else None
        results = [*before.results[: first.jobs]] if before and first else []
        looks, died, whole = first.looks if first else Looks(), False, False
        with contextlib.suppress(*BROKEN_OFF), self._page(task, first) as messages:
            for message, page in messages:
                if isinstance(message, Died):
                    results[message.job :] = _after_death(task, message)
                    died = not message.by_itself
                elif isinstance(message, Late) and results[message.job].fault:
                    continue
                elif isinstance(message, Late):
                    results[message.job] = Result(fault=message.fault)
                elif isinstance(message, Looks):
                    looks = looks.with_more(message)
                    whole = len(results) == len(task.jobs)
                elif isinstance(message, Checkpoint):
                    at = socket.socket(fileno=reduction.recv_handle(page))
                    kept.append(Waiting(message.jobs, looks.with_more(message.looks), at))
                else:
                    results.append(message)
        if not whole:
            job = min(len(results), len(task.jobs) - 1)
            results[job:] = _after_death(task, Died(UNWATCHED, job, 0))
            if first:  # it may be gone: next time the page resumes from one before it
                kept.remove(first)
                first.at.close()
        if self.resumable:
            self._last[file] = Last(task, tuple(results), kept)
        return tuple(results), looks, died or not whole

    @contextlib.contextmanager
    def _page(
        self, task: Task, resumed: Waiting | None = None
    ) -> Iterator[Iterator[tuple[Any, Connection]]]:
        """What the process of a new page says, or that of one that goes on."""
        here, there = socket.socketpair()
        life, beats = os.pipe()
        self._open.add(here)
        try:
            with self._lock:
                to, says = (resumed.at, b" ") if resumed else (self._warmed(task), _slow(task))
                socket.send_fds(to, [says], [there.fileno(), beats])
            there.close()
            os.close(beats)
            with Connection(os.dup(here.fileno())) as page:
                page.send(task)
                yield _messages(page, life)
        finally:
            self._open.discard(here)
            here.close()
            os.close(life)

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
        temporary = Path(tempfile.gettempdir())
        self._folder = self._folder or Claim(temporary, "unpasted-pages-")
        here = {"", os.getcwd()}  # `python -m` imports from there, and no cell does
        path = json.dumps([folder for folder in sys.path if folder not in here])
        markdown = self._folder.path / "markdown"
        markdown.write_bytes(pickle.dumps(task.markdown))
        arguments = [str(there.fileno()), path, str(self._later), self._first, str(markdown)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            pass_fds=[there.fileno()],
            env=self._environ(task.settings, self._folder.path),
            cwd=task.settings.root,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Control-C is for the build
        )
        there.close()
        return ours

    def _environ(self, settings: Settings, folder: Path) -> dict[str, str]:
        """What a page finds, whatever this process has."""
        own = {"HOME": str(folder), "TMPDIR": str(folder), "MKDOCS_CONFIG_DIR": str(settings.root)}
        return self._fixed | own | self._prepare(folder) | dict(settings.environment)


def _messages(page: Connection, life: int) -> Iterator[tuple[Any, Connection]]:
    """What a page's process and its guard say; the last are the page's looks.

    A guard that is gone, or silent for long, watches nobody: then the page ends with it.
    """
    pids: tuple[int, ...] = ()
    message: Any = None
    while not isinstance(message, Looks):
        ready = wait([page, life], SILENT)
        if page in ready:
            message = plain(page.recv_bytes())
            yield message, page
        elif ready and (said := os.read(life, 4096)):
            pids = pids or PIDS.unpack(said[: PIDS.size])
        else:
            for end, pid in zip((os.kill, os.killpg), pids, strict=False):
                with contextlib.suppress(OSError):
                    end(pid, signal.SIGKILL)
            return


def compared(job: Job, one: Result, other: Result) -> Result:
    """What a job came to, or a fault where it came to something else when it ran again."""
    fence = job if isinstance(job, Fence) else None
    if one == other or one.fault or (fence and "differs" in fence.options):
        return one
    if other.fault:
        return Result(fault=Fault(other.fault.place, f"{AGAIN}: {other.fault.said}"))
    first, second = repr(one), repr(other)
    pairs = enumerate(zip(first, second, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
    was, then = (text[max(0, at - 30) : at + 30] for text in (first, second))
    cure = "print what stays the same" + (', or write differs="why" on the fence' if fence else "")
    return Result(fault=Fault(job.place, f"{AGAIN}: …{was}… became …{then}…; {cure}"))


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
