"""The pages of a book run on all cores, from outside: started, awaited, remembered."""

import compileall
import contextlib
import json
import math
import os
import pickle
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, replace
from itertools import chain
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

from unpasted.faults import Fault, Place, log
from unpasted.folders import Claim
from unpasted.read.fence import INLINE, Fence
from unpasted.run.cache import Cache, key_of
from unpasted.run.inputs import Looks, Stamps, changed, stamps
from unpasted.run.making import Result
from unpasted.run.processes import signal_to
from unpasted.run.session import LONGER, SILENT, At, ending
from unpasted.run.worker import Ended, Task, plain

# What a cell finds in every build, on every machine; and a folder of its own, HOME.
FIXED = {
    "PATH": f"{os.path.dirname(sys.executable)}:/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "80", "LINES": "24",
    "PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",  # all cores have a page
}  # fmt: skip

# What it finds when pages run a second time, to see whether that makes a difference.
OTHER = FIXED | {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "C"}
LATER = 404 * 86400 + 5 * 3600 + 6 * 60 + 7  # seconds, by which the clock stands elsewhere then

SLOW = "matplotlib.pyplot"  # the warm process loads it once, when a page names its package

AGAIN = "this differs in every run, or under another hash seed, time zone, locale or clock"
BROKEN_OFF = (EOFError, OSError, RuntimeError, TypeError, pickle.UnpicklingError)
PAGES = 4  # so many may have checkpoints, which take memory
GRACE = 2.5  # seconds between asking a cell to stop and ending its process; PATIENCE is in it
UNWATCHED = "what watches the page's process was stopped or ended twice; no cell goes on without it"

# Nothing that is loaded at the start is ever free, so nobody looks for that meanwhile.
# markdown-exec loads MkDocs for a plugin that nobody asks for here; and Zensical, where that is
# installed, for icons that Material has.
START = """import gc, json, sys; gc.disable(); sys.path[:] = json.loads(sys.argv[2])
from unpasted.run.clock import move; move(float(sys.argv[3]))
sys.modules["zensical"] = sys.modules["mkdocs"] = None
from unpasted.run.worker import warm; del sys.modules["zensical"], sys.modules["mkdocs"]
warm(int(sys.argv[1]), *sys.argv[4:])"""


@dataclass
class Span:
    """From when to when a page ran, in time.time()."""

    file: str
    start: float
    end: float = math.inf


@dataclass(frozen=True)
class Waiting:
    """A page as it was after some of its jobs, in a process that can go on from there.

    Arguments:
        task: of these jobs only.
        looks: what they have looked at.
        at: the socket at which it waits.
    """

    task: Task
    results: dict[int, Result]
    looks: Looks
    at: socket.socket

    def fits(self, task: Task) -> bool:
        """Whether another task can go on from here."""
        begins = replace(task, jobs=task.jobs[: len(self.task.jobs)])
        return begins == self.task and self.looks.same(task.settings.root)


@dataclass(eq=False)
class Runner:
    """Runs pages side by side, each in a process of its own.

    Arguments:
        cache: where results are kept; if its pages run twice, a difference is a fault.
        prepare: variables of the cells' environment, for a folder with the files that they name.
        first: a function, as `module:name`, that is called once in the process they are forked of.
        resumable: whether a page that runs again goes on where its code has changed.
        elsewhere: whether it runs under other surroundings.
        guarded: the folders and files that no page may change.
        kept: how many pages were as they were kept.
    """

    cache: Cache
    prepare: Callable[[Path], dict[str, str]]
    first: str
    _: KW_ONLY
    resumable: bool = False
    elsewhere: bool = False
    guarded: Collection[Path] = ()
    kept: int = 0

    def __post_init__(self) -> None:
        self._second: Runner | None = None
        if self.cache.twice:
            self._second = replace(self, cache=Cache(None), elsewhere=True)
        self._tasks: dict[str, Task] = {}  # of each page, what the last build asked for
        # Checkpoints, and the task if it ran to its end; the page that ran last at the end.
        self._last: dict[str, tuple[list[Waiting], Task | None]] = {}
        self._turns: dict[str, threading.Lock] = {}  # of a page, one run at a time
        self._ahead: set[str] = set()  # the pages that run before anybody has edited them
        self._stamps: Stamps | None = None
        self._told: set[str] = set()  # the pages of which was told why they are not kept
        self._spans: list[Span] = []
        self._begun = 0  # pages with code
        self._threads = ThreadPoolExecutor(_cores())
        self._lock, self._closed = threading.Lock(), False
        self._warm: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._markdown: Mapping[str, Any] | None = None
        self._folder = Claim(Path(tempfile.gettempdir()), "unpasted-pages-")
        # Of the pages at work, and whether they run ahead.
        self._open: dict[tuple[str, bool], socket.socket] = {}

    def start(self, task: Task) -> Future[tuple[Result, ...]]:
        """Run a page as soon as a core is free, or find what it came to before."""
        self._begun += bool(task.jobs)
        for file in [*self._ahead]:  # the checkpoints that it has left stay
            self._ahead.discard(file)
            self._end(file, True)
        return self._threads.submit(self._results, replace(task, resumable=self.resumable))

    def run_ahead(self, file: str) -> None:
        """Run a page that may be edited soon, so that it leaves checkpoints by then."""

        def run() -> None:
            task = replace(self._tasks[file], resumable=True)
            if file in self._ahead and self._last.get(file, ([], None))[1] != task:
                self._run(task, ahead=True)
            self._ahead.discard(file)

        if file in self._tasks and file not in self._ahead:
            self._ahead.add(file)
            with contextlib.suppress(RuntimeError):  # the runner is closed
                self._threads.submit(run)

    def progress(self) -> str:
        """How many of the pages with code have run, and which are running."""
        running = [one.file for one in self._spans if one.end == math.inf]
        done = self.kept + len(self._spans) - len(running)
        return f"{done} of {self._begun} pages have run; running: {', '.join(running) or '-'}"

    def told(self) -> str:
        """How long the cells ran, in a sentence."""
        seconds = sum(one.end - one.start for one in self._spans)
        said = f"Cells ran for {seconds:.2f} seconds in all, at most {_cores()} at once"
        return f"{said}; pages run: {len(self._spans)}, from the cache: {self.kept}"

    def close(self) -> None:
        """End all that runs."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for file, ahead in list(self._open):
            self._end(file, ahead)
        if self._second:
            self._second.close()
        self._threads.shutdown()
        for one in chain.from_iterable(kept for kept, _ in self._last.values()):
            one.at.close()
        if self._warm:
            self._warm.close()
        if self._process:
            self._process.wait()
        self._folder.clear()
        self.cache.prune()

    def _end(self, file: str, ahead: bool) -> None:
        """End the page at work, if there is one; its guard sees that nobody waits any more."""
        with contextlib.suppress(KeyError, OSError):
            self._open[file, ahead].shutdown(socket.SHUT_RDWR)

    def changes(self, root: Path) -> list[Fault]:
        """A fault for each file of the book, cache, site or tool that a page changed."""
        if self._stamps is None:
            return []
        found = changed(self._stamps, stamps(self.guarded)) + self.cache.forged()
        faults = []
        for path in found:  # of the page that changed it, or of the file where several may have
            when = path.lstat().st_ctime if os.path.lexists(path) else 0.0
            near = [one for one in self._spans if one.start - 0.1 <= when <= one.end + 0.1]
            pages = sorted({one.file for one in (near if when else self._spans)})
            name, ran = os.path.relpath(path, root), f" of {', '.join(pages)}" if pages else ""
            says = f"{name} was changed while the code{ran} ran; a cell writes into a folder of its"
            cure = "own, by tempfile.TemporaryDirectory(). If it was you, build again"
            faults.append(Fault(Place(pages[0] if len(pages) == 1 else name, 1), f"{says} {cure}"))
        return faults

    def _results(self, task: Task) -> tuple[Result, ...]:
        if not task.jobs:
            return ()
        key, file = key_of(task), task.jobs[0].place.file
        self._tasks[file] = task
        if (kept := self.cache.get(key, task)) is not None:
            self.kept += 1
            return kept
        with self._lock:
            if self._stamps is None:
                self._stamps = stamps(self.guarded)
        self._spans.append(span := Span(file, time.time()))
        log.info("running: %s", file)
        try:
            results, looks = self._settled(task)
            if self._second and not self._closed and not any(one.faults for one in results):
                others, _ = self._second._settled(task)
                results = tuple(map(compared, task.jobs, results, others))
        finally:
            span.end = time.time()
        if looks.unknown and file not in self._told and not any(one.faults for one in results):
            self._told.add(file)
            job, what = min(looks.unknown.items())
            says = f"{task.jobs[job].place}: this {what}, so the page runs in every build"
            cure = 'with reads="…" on the fence, which names the files that it reads, or none'
            log.info("%s; %s, it is kept", says, cure)
        self.cache.put(key, task, results, looks)
        return results

    def _settled(self, task: Task) -> tuple[tuple[Result, ...], Looks]:
        """Run a page; once more if what it read has changed, or it was ended from outside.

        What changes each time is not known; who is ended each time does it to himself.
        """
        for _ in range(2):
            results, looks, from_outside = self._run(task)
            same = looks.same(task.settings.root)
            if self._closed or (same and not from_outside):
                break
        return results, looks if same else Looks(looks.seen, {0: "reads what changes meanwhile"})

    def _run(self, task: Task, ahead: bool = False) -> tuple[tuple[Result, ...], Looks, bool]:
        """Run a page once; also whether another process may have ended it."""
        with self._turns.setdefault(task.jobs[0].place.file, threading.Lock()):
            return self._in_turn(task, ahead)

    def _in_turn(self, task: Task, ahead: bool) -> tuple[tuple[Result, ...], Looks, bool]:
        file = task.jobs[0].place.file
        with self._lock:
            before, _ = self._last.pop(file, ([], None))
        kept = [one for one in before if one.fits(task)]
        for one in before[len(kept) :]:
            one.at.close()
        first = kept[-1] if kept else None
        results = {**first.results} if first else {}
        at, why, ended = At(), "", None
        with contextlib.suppress(*BROKEN_OFF), self._page(task, first, ahead) as (page, guard):
            for message in _messages(page, guard):
                match message:
                    case At():
                        at = message
                    case str():
                        why = message
                    case Ended():
                        ended, why = message, why or message.why
                    case Looks():  # of a checkpoint, whose socket follows
                        there = socket.socket(fileno=recv_handle(page))
                        done = replace(task, jobs=task.jobs[: len(results)])
                        kept.append(Waiting(done, {**results}, message, there))
                    case dict():  # a job that came to something may still come to a fault
                        faulty_yet = {number for number, one in results.items() if one.fault}
                        results |= {n: one for n, one in message.items() if n not in faulty_yet}
        if ended is None and first and not ahead:  # it may be gone: next time, from one before it
            kept.remove(first)
            first.at.close()
        if task.resumable:
            self._keep(file, kept, task if ended else None)
        if cut := ended is None or at.job >= 0:
            says = why or ending(ended.status) if ended else UNWATCHED
            _cut_short(task, says, at.job % len(task.jobs), at.line if ended else 0, results)
        looks = ended.looks if ended else Looks()
        return tuple(results[n] for n in range(len(results))), looks, cut and not why

    def _keep(self, file: str, checkpoints: list[Waiting], whole: Task | None) -> None:
        """Keep a page's checkpoints, and end those of the page that ran before all others."""
        with self._lock:
            self._last[file] = checkpoints, whole
            for old in [file for file, (kept, _) in self._last.items() if kept][:-PAGES]:
                for one in self._last.pop(old)[0]:
                    one.at.close()

    @contextlib.contextmanager
    def _page(
        self, task: Task, resumed: Waiting | None, ahead: bool
    ) -> Iterator[tuple[Connection, Connection]]:
        """What the process of a new page says, or of one that goes on, and what its guard says."""
        here, there = socket.socketpair()
        guard, news = Pipe(duplex=False)
        self._open[key := (task.jobs[0].place.file, ahead)] = here
        try:
            with self._lock, news:
                slow = any("matplotlib" in job.kind + job.body for job in task.jobs)
                says = SLOW.encode() if slow and not resumed else b" "
                to = resumed.at if resumed else self._warmed(task)
                socket.send_fds(to, [says], [there.fileno(), news.fileno()])
            # there stays open: what the page has said is read, though it has ended
            with guard, there, Connection(os.dup(here.fileno())) as page:
                if self._closed or (ahead and key[0] not in self._ahead):
                    raise EOFError  # it was ended before it was in _open
                page.send(task)
                yield page, guard
        finally:
            self._open.pop(key, None)
            here.close()

    def _warmed(self, task: Task) -> socket.socket:
        """Where the warm process takes requests; it has loaded the extensions of this task."""
        runs = self._process is not None and self._process.poll() is None
        if self._warm and runs and task.markdown == self._markdown:
            return self._warm
        if self._warm:
            self._warm.close()
        self._markdown = task.markdown
        self._warm, there = socket.socketpair()
        # Python adds the folder of what it was started with; no cell imports from there.
        here = {"", os.getcwd(), os.path.dirname(os.path.realpath(sys.argv[0]))}
        path = json.dumps([folder for folder in sys.path if folder not in here])
        markdown = self._folder.path / "markdown"
        markdown.write_bytes(pickle.dumps(task.markdown))
        later = LATER if self.elsewhere else 0.0
        arguments = [str(there.fileno()), path, str(later), self.first, str(markdown)]
        folder, root = str(self._folder.path), task.settings.root
        own = {"HOME": folder, "TMPDIR": folder, "MKDOCS_CONFIG_DIR": str(root)}
        own |= self.prepare(self._folder.path) | dict(task.settings.environment)
        for package in task.settings.packages:  # once, not in each page; valid by their contents
            for top in task.settings.path:
                by_contents = PycInvalidationMode.CHECKED_HASH
                compileall.compile_dir(f"{top}/{package}", quiet=2, invalidation_mode=by_contents)
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            pass_fds=[there.fileno()],
            env=(OTHER if self.elsewhere else FIXED) | own,
            cwd=root,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Control-C is for the build
        )
        there.close()
        return self._warm


def _messages(page: Connection, guard: Connection) -> Iterator[Any]:
    """What a page and its guard say, to the end; and why it is ended, if it takes too long."""
    ends = iter(plain(guard.recv_bytes()))  # its guard last, which is stopped if it says no more
    message: Any = At()
    while not isinstance(message, Ended):
        if isinstance(message, At):
            at, deadline = message, time.monotonic() + message.seconds + GRACE
        if ready := wait([page, guard], max(0.0, deadline - time.monotonic())):
            message = plain((page if page in ready else guard).recv_bytes())
        else:
            signal_to(next(ends))
            deadline = time.monotonic() + SILENT
            message = f"TimeoutError: {LONGER.format(at.seconds)}"
        yield message


def _cut_short(task: Task, says: str, job: int, line: int, results: dict[int, Result]) -> None:
    """Note the faults of a page that ended before its time: at the job at work, and those left.

    Arguments:
        line: that was at work; 0 where nobody knows.
        results: of the other jobs.
    """
    place = replace(task.jobs[job].place, line=line or task.jobs[job].place.line)
    cut = Fault(place, says)
    for number, later in enumerate(task.jobs):
        if number == job and not (number in results and results[number].fault):
            results[number] = Result(fault=cut)
        elif number not in results:
            fault = Fault(later.place, "this did not run: the page had ended", cause=place)
            results[number] = Result(fault=fault)


def compared(job: Fence, one: Result, other: Result) -> Result:
    """What a job came to, or a fault where it came to something else when it ran again."""
    if one == other or one.fault or "differs" in job.options:
        return one
    if other.fault:
        return Result(fault=Fault(other.fault.place, f"{AGAIN}: {other.fault.said}"))
    both = zip(_shown(one), _shown(other), strict=True)
    first, second = next((pair for pair in both if pair[0] != pair[1]), ("", ""))
    pairs = enumerate(zip(first, second, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
    was, then = (text[max(0, at - 30) : at + 30] for text in (first, second))
    says = f"{AGAIN}: …{was}… became …{then}…; print what stays the same"
    more = ', or write differs="why" on the fence' if job.kind != INLINE else ""
    return Result(fault=Fault(job.place, says + more))


def _shown(one: Result) -> tuple[str, ...]:
    """What a job came to, in the words of its author as far as they are there."""
    return one.printed.text, " ".join(map(str, one.values.values())), one.html, repr(one)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
