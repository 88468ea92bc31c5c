"""The process of a page, from inside.

    warm     one process, in which the slow packages are loaded; it forks, and never runs a cell
      guard    one for each page: holds its time and its output within bounds, tells how it ended
        page     runs the page's jobs in order, and hands back plain data
        checkpoint   under serve: the page as it was between two jobs, from which it can go on

A page's process is its isolation. Whatever a cell changes, loads, leaves running or breaks ends
with it; the pages beside it, the build and the server go on.
"""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import gc
import importlib
import importlib.util
import io
import os
import pickle
import re
import resource
import select
import signal
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, NoReturn

from unpasted import words
from unpasted.faults import Fault
from unpasted.read.chapter import Job
from unpasted.read.fence import Fence
from unpasted.read.prose import Value, value_html
from unpasted.run.execute import names_bound, told
from unpasted.run.fences import Formatters, Heading, MarkdownSettings, convert_once
from unpasted.run.output import Streams
from unpasted.run.raised import internal
from unpasted.run.session import BROKEN, LONGER, Printed, Session, Settings, end, ending

GRACE = 1.5  # seconds between asking a cell to stop and ending its process
MEMORY = 4 << 30  # bytes of address space
WORTH_A_CHECKPOINT = 0.4  # seconds that a page has run since it began, or since the last
MOST_WRITTEN = 32 << 20  # bytes, past Python's own streams
ANNOUNCED = struct.Struct("<iid")  # job, line, seconds it may take (below 0: nothing is running)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
LOOKS = ("open", "os.listdir", "os.scandir")
UNKNOWN = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect")
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "shutil.rmtree")
UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")


@dataclass(frozen=True)
class Task:
    """What a page's process has to do.

    Arguments:
        jobs: in the order in which they run.
        kinds: the table of the kinds of fences, as `module:name`.
        markdown: how what cells print is converted.
        packages: a hash of what the cells can import from the project.
        refused: faults of fences that could not be read, whose names the cells will miss.
    """

    settings: Settings
    jobs: tuple[Job, ...]
    kinds: str
    markdown: MarkdownSettings = field(default_factory=MarkdownSettings)
    packages: str = ""
    refused: tuple[Fault, ...] = ()
    resumable: bool = False
    """Whether the page leaves checkpoints behind."""


@dataclass(frozen=True)
class Result:
    """What a job came to: plain data.

    Arguments:
        parts: HTML, by the name of the part of the page that it is.
        values: the values in its own words, numbered as they stand there.
        headings: in its HTML, for the table of contents.
        printed: what its code printed.
        outputs: what of it is approved.
        fault: what went wrong; then there is nothing else.
    """

    parts: dict[str, str] = field(default_factory=dict)
    values: dict[int, str | Fault] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    printed: Printed = field(default_factory=Printed)
    outputs: Any = None
    fault: Fault | None = None

    @property
    def html(self) -> str:
        """All of its HTML."""
        return "".join(self.parts.values())


Touched = frozenset[str]
"""What a page's code looked at, beside which its results depend on the code alone: the project's
files and folders that it opened or listed, and "*" for processes and the network, of which nobody
can know."""


@dataclass(frozen=True)
class Checkpoint:
    """The page as it was after so many jobs waits at a socket, which follows this message."""

    jobs: int
    touched: Touched


@dataclass(frozen=True)
class Died:
    """How a page's process ended before its time, and while which job and line were at work.

    Arguments:
        how: in a sentence.
    """

    how: str
    job: int
    line: int


@dataclass(frozen=True)
class Wires:
    """What connects a page's process with those around it.

    Arguments:
        parent: gets what the jobs come to.
        streams: where output is caught.
        trace: takes the traceback of a process that has to end.
        announced: a pipe; tells the guard what is about to run.
    """

    parent: Connection
    streams: Streams
    trace: IO[bytes]
    announced: int


Start = Callable[[Task, Wires], None]
"""What a page's process does: run_page, or go on from a checkpoint. Does not return."""


def warm(control: int, first: str, settings: str) -> None:
    """Wait for requests at a socket; for each, fork the guard of a page.

    Arguments:
        first: a function, as `module:name`, that is called before all.
        settings: a file with the pickled MarkdownSettings of the book: one conversion loads them.
    """
    resolved(first)()
    markdown: MarkdownSettings = pickle.loads(Path(settings).read_bytes())
    convert_once(markdown)
    gc.freeze()
    with socket.socket(fileno=control) as requests:
        answer(requests, run_page)


def answer(requests: socket.socket, start: Start) -> None:
    """Fork the guard of a page for each request, until nobody holds the other end of the socket.

    A request is the socket of the page's parent, and the names of slow modules to load first.
    """
    while True:
        modules, descriptors, *_ = socket.recv_fds(requests, 4096, 1)
        with contextlib.suppress(ChildProcessError):  # whoever measures this counts the guards too
            while os.waitpid(-1, os.WNOHANG if descriptors else 0)[0]:
                pass
        if not descriptors:
            return
        for name in modules.decode().split():
            if name not in sys.modules:
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
                gc.freeze()
        if os.fork() == 0:
            requests.close()
            with contextlib.suppress(OSError, EOFError):
                guard(Connection(descriptors[0]), start)
            end(0)
        os.close(descriptors[0])


def guard(parent: Connection, start: Start) -> None:
    """Run a page in a process of its own and watch it; tell the parent how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    task: Task = parent.recv()
    reading, writing = os.pipe()
    wires = Wires(parent, Streams(), tempfile.TemporaryFile(), writing)  # noqa: SIM115
    page = os.fork()
    if page == 0:
        os.close(reading)
        try:
            os.setsid()
            wires.streams.install()
            start(task, wires)
        finally:
            end(BROKEN)
    os.close(writing)
    job, line, why, status = watch(page, reading, wires)
    _end(page)  # what the cells left running
    if job >= 0:
        wires.trace.seek(0)
        last = wires.trace.read().decode().rpartition("most recent call first")[2]
        file = re.escape(task.jobs[job].place.file)
        inside = re.search(rf'File "{file}", line (\d+)', last)
        parent.send(Died(why or ending(status), job, int(inside[1]) if inside else line))
    parent.send(None)  # what a cell left running may hold the other end for ever


def watch(page: int, announced: int, wires: Wires) -> tuple[int, int, str, int]:
    """Wait until the page's process has ended, and end it when it goes too far.

    Arguments:
        announced: the pipe's end that tells what runs.

    Returns the job and the line that were at work (job -1: it had finished), why it was ended,
    and its exit status as os.waitpid gives it.
    """
    job, line, deadline, seconds, why = 0, 0, float("inf"), 0.0, ""
    parent = wires.parent.fileno()
    while True:
        if parent in select.select([announced, parent], [], [], 0.1)[0]:
            _end(page)  # the build is gone
        ended, status = os.waitpid(page, os.WNOHANG)
        while _readable(announced) and (said := os.read(announced, ANNOUNCED.size)):
            job, line, seconds = ANNOUNCED.unpack(said)
            deadline = time.monotonic() + seconds + GRACE if seconds >= 0 else float("inf")
        if ended:
            return job, line, why, status
        if time.monotonic() > deadline and not why:
            why = f"TimeoutError: {LONGER.format(seconds)}"
            _ask_where(page, wires.trace)
            _end(page)
        if wires.streams.size > MOST_WRITTEN and not why:
            why = f"the cell wrote more than {MOST_WRITTEN >> 20} MiB"
            _end(page)


def _ask_where(page: int, trace: IO[bytes]) -> None:
    """Have a process write down where it is; one that is stopped, or blocks signals, does not."""
    before = os.fstat(trace.fileno()).st_size
    os.kill(page, signal.SIGUSR1)
    for _ in range(20):
        time.sleep(0.05)
        if os.fstat(trace.fileno()).st_size > before:
            time.sleep(0.05)  # until it is whole
            return


def _readable(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], 0)[0])


def _end(page: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(page, signal.SIGKILL)


def run_page(task: Task, wires: Wires) -> None:
    """Run the jobs of a page in order, and send what each comes to. Does not return."""
    os.chdir(task.settings.root)
    sys.path[:0] = task.settings.path
    sys.argv[:] = [""]
    words.use(dict(task.settings.words))
    sys.dont_write_bytecode = True  # it is valid for a whole second, in which sources change
    importlib.invalidate_caches()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # not every system bounds it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    running = Running(task, wires.streams)
    watch_files(task.settings.root, running.session.touched)
    running.go_on(task, wires)


class Running:
    """A page between two of its jobs."""

    def __init__(self, task: Task, streams: Streams) -> None:
        self._kinds: Mapping[str, Any] = resolved(task.kinds)
        self.session = Session(task.settings, streams, self._kinds)
        self._formatters = Formatters(self.session, task.markdown)
        self._missing = {n: fault.place for fault in task.refused for n in names_given(fault.code)}
        """Names that failed cells did not give, with the places of those cells."""
        self._done = 0  # jobs

    def go_on(self, task: Task, wires: Wires) -> None:
        """Run the jobs of a task that have not run. Does not return."""
        faulthandler.enable(wires.trace, all_threads=False)
        faulthandler.register(signal.SIGUSR1, wires.trace, all_threads=False)
        os._exit = _traced_exit(wires.trace)  # type: ignore[assignment]
        session = self.session

        def announce(line: int, seconds: float) -> None:
            os.write(wires.announced, ANNOUNCED.pack(session.job, line, seconds))

        session.attach(wires.streams, announce, task.jobs)
        since = time.monotonic()
        for job in task.jobs[self._done :]:
            session.job, session.first_line = self._done, job.place.line
            announce(job.place.line, -1.0)
            result = self._result(job)
            try:
                message = pickle.dumps(result)
                _Plain(io.BytesIO(message)).load()
            except Exception as error:
                fault = Fault(job.place, f"what it gives cannot be kept: {told(error)}")
                message = pickle.dumps(Result(fault=fault))
            wires.parent.send_bytes(message)
            self._done += 1
            if task.resumable and time.monotonic() - since > WORTH_A_CHECKPOINT:
                self._checkpoint(wires)
                since = time.monotonic()
        wires.parent.send(Touched(session.touched))
        session.job = -1
        announce(0, -1.0)
        end(0)

    def _checkpoint(self, wires: Wires) -> None:
        """Leave a copy of the page behind, from which it can go on; send where it waits."""
        here, there = socket.socketpair()
        if os.fork():
            there.close()
            with here:
                here.recv(1)  # it is in a session of its own: what ends the page leaves it alone
                wires.parent.send(Checkpoint(self._done, Touched(self.session.touched)))
                reduction.send_handle(wires.parent, here.fileno(), os.getppid())
            return
        os.setsid()  # it outlives the page
        here.close()
        there.send(b" ")
        wires.parent.close()
        os.close(wires.announced)
        answer(there, self.go_on)
        end(0)

    def _result(self, job: Job) -> Result:
        """Run a job, called by markdown-exec."""
        try:
            if isinstance(job, Value):
                return self._value(job)
            self._formatters.at(job)
            result: Result = self._kinds[job.kind].result(self.session, self._formatters, job)
            return result
        except Fault as fault:
            found = fault
        except Exception as error:
            kind = "value" if isinstance(job, Value) else job.kind
            found = internal(error, f"the {kind} of {job.place}", job.place)
        undefined = UNDEFINED.search(found.message)
        if undefined and (cause := self._missing.get(undefined[1])):
            found = Fault(found.place, found.message, found.raised_in, cause)
        if isinstance(job, Fence):
            for name in names_given(getattr(job.content, "code", "") or job.body):
                self._missing.setdefault(name, found.cause or found.place)
        return Result(fault=found)

    def _value(self, wanted: Value) -> Result:
        texts: list[str] = []

        def run() -> str:
            texts.append(self.session.text(wanted))
            return value_html(texts[0])

        return Result({"value": self._formatters.call(run)}, outputs=texts[0])


def names_given(code: str) -> set[str]:
    """The names that a cell gives to those below it; every word of one that cannot be parsed."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set(re.findall(r"[^\W\d]\w*", code))
    return {name for statement in tree.body for name in names_bound(statement)}


class _Plain(pickle.Unpickler):
    """Reads what the build can read, which knows none of the classes of a page."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] not in ("unpasted", "builtins"):
            raise TypeError(f"{module}.{name} is no plain data")
        return super().find_class(module, name)


def resolved(name: str) -> Any:
    """What `module:name` names."""
    module, _, member = name.partition(":")
    return getattr(importlib.import_module(module), member)


def watch_files(root: Path, touched: set[str]) -> None:
    """From now on, note which files are opened, but those of Python and its packages.

    A name in the project is relative to it; "*" stands for what nobody can know.

    None can be changed: pages run side by side, and under serve a build that changes its own
    sources has no end. Python's own audit events tell; they cannot be switched off by a cell.
    """
    inside = f"{root}{os.sep}"
    python = tuple(f"{folder}{os.sep}" for folder in {sys.prefix, sys.base_prefix, "/proc", "/dev"})

    def named(path: Any) -> str:
        """The name of a file, or nothing for one of Python's."""
        if not isinstance(path, str | bytes | os.PathLike):
            return ""
        try:
            whole = os.path.normpath(os.path.join(os.getcwd(), os.fsdecode(path)))
        except OSError:  # the folder is gone
            return ""
        if f"{os.sep}__pycache__{os.sep}" in whole:
            with contextlib.suppress(ValueError):
                whole = importlib.util.source_from_cache(whole)
        return "" if whole.startswith(python) else whole.removeprefix(inside)

    def refuse(name: str) -> None:
        """Raise for one of the project's files, which no cell may change."""
        hidden = any(part[:1] == "." or part == "__pycache__" for part in name.split(os.sep))
        if name and not hidden and not os.path.isabs(name):
            raise PermissionError(
                f"a cell cannot change a file of the book, {name}; write into a folder of its own, "
                "by tempfile.TemporaryDirectory()"
            )

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and arguments[2] & WRITING:
            refuse(named(arguments[0]))
        elif event in LOOKS:
            touched.update(filter(None, [named(arguments[0])]))
        elif event in CHANGES and arguments[-1] in (-1, None):  # not within an open folder
            for name in map(named, arguments[:2]):
                refuse(name)
        elif event in UNKNOWN:
            touched.add("*")

    sys.addaudithook(audit)


def _traced_exit(trace: IO[bytes]) -> Callable[[int], NoReturn]:
    """os._exit, which leaves behind from where it was called."""

    def leave(status: int) -> NoReturn:
        faulthandler.dump_traceback(trace, all_threads=False)
        end(status)

    return leave
