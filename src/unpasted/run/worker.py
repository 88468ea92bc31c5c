"""The process of a page, from inside.

    warm     one process, in which the slow packages are loaded; it forks, and never runs a cell
      guard    one for each page: holds its time and its output within bounds, tells how it ended
        page     runs the page's jobs in order, and hands back plain data
        checkpoint   under serve: the page as it was between two jobs, from which it can go on

A page's process is its isolation. Whatever a cell changes, loads, leaves running or breaks ends
with it; the pages beside it, the build and the server go on.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
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
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any

from unpasted import words
from unpasted.faults import Fault
from unpasted.folders import Claim
from unpasted.read.chapter import Job
from unpasted.read.fence import TIMEOUT, Fence
from unpasted.read.prose import Value, value_html
from unpasted.run.execute import told
from unpasted.run.fences import Formatters, Heading, MarkdownSettings, convert_once
from unpasted.run.inputs import Inputs, Looks, looks_in
from unpasted.run.names import names_given
from unpasted.run.output import Streams
from unpasted.run.processes import adopt, die_with_parent, end_children
from unpasted.run.raised import internal
from unpasted.run.session import (
    ANNOUNCED,
    BROKEN,
    LONGER,
    Printed,
    Session,
    Settings,
    Wires,
    end,
    ending,
)

GRACE = 1.5  # seconds between asking a cell to stop and ending its process
MEMORY = 4 << 30  # bytes of address space
WORTH_A_CHECKPOINT = 0.4  # seconds that a page has run since it began, or since the last
MOST_WRITTEN = 32 << 20  # bytes, past Python's own streams
CHECKPOINT = -2.0  # in the place of the seconds, and its process in that of the line
BEAT = 0.1  # seconds between two signs of life
PIDS = struct.Struct("<ii")  # of the guard and of its page
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


@dataclass(frozen=True)
class Checkpoint:
    """The page as it was after so many jobs waits at a socket, which follows this message.

    Arguments:
        looks: what they have looked at.
    """

    jobs: int
    looks: Looks


@dataclass(frozen=True)
class Ended:
    """The last that is said of a page: its process has ended.

    Arguments:
        from_outside: whether another process may have ended it.
    """

    looks: Looks
    from_outside: bool


Start = Callable[[Task, Wires], None]
"""What a page's process does: run_page, or go on from a checkpoint. Does not return."""


def warm(control: int, first: str, settings: str) -> None:
    """Wait for requests at a socket; for each, fork the guard of a page.

    Arguments:
        first: a function, as `module:name`, that is called before all.
        settings: a file with the pickled MarkdownSettings of the book: one conversion loads them.
            Its folder is for temporary files.
    """
    adopt()
    tempfile.tempdir = os.path.dirname(settings)
    resolved(first)()
    markdown: MarkdownSettings = pickle.loads(Path(settings).read_bytes())
    convert_once(markdown)
    gc.freeze()
    with socket.socket(fileno=control) as requests:
        answer(requests, run_page)


def answer(requests: socket.socket, start: Start) -> None:
    """Fork the guard of a page for each request, until nobody holds the other end of the socket.

    A request is the socket of the page's parent, a pipe for signs of life, and the names of slow
    modules to load first.
    """
    while True:
        modules, descriptors, *_ = socket.recv_fds(requests, 4096, 2)
        if not descriptors:
            end_children(until=time.monotonic() + 5.0)  # of guards that were ended
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
                guard(Connection(descriptors[0]), descriptors[1], start)
            end(0)
        for descriptor in descriptors:
            os.close(descriptor)


def guard(parent: Connection, life: int, start: Start) -> None:
    """Run a page in a process of its own and watch it; tell the parent how it ended.

    Arguments:
        life: a pipe, into which this writes while it watches.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    adopt()
    task: Task = parent.recv()
    reading, writing = os.pipe()
    traced, looks = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
    with tempfile.TemporaryDirectory() as folder:
        wires = Wires(parent, Streams(Path(folder)), traced, writing, looks)
        page = os.fork()
        if page == 0:
            os.close(reading)
            os.close(life)
            try:
                die_with_parent()
                adopt()
                os.setsid()
                wires.streams.install()
                start(task, wires)
            finally:
                end(BROKEN)
        os.close(writing)
        os.write(life, PIDS.pack(os.getpid(), page))
        cut, why, status = watch(page, reading, life, wires)
    if cut:
        job, line, begun = cut
        wires.trace.seek(0)
        last = wires.trace.read().decode().rpartition("most recent call first")[2]
        file = task.jobs[job].place.file.encode("ascii", "backslashreplace").decode()
        if inside := re.search(rf'File "{re.escape(file)}", line (\d+)', last):
            line = int(inside[1])
        parent.send(cut_short(task, why or ending(status), job, line, begun))
    parent.send(Ended(looks_in(looks), bool(cut) and not why))


def watch(
    page: int, announced: int, life: int, wires: Wires
) -> tuple[tuple[int, int, int] | None, str, int]:
    """Wait until the page's process has ended, and end it when it goes too far.

    Arguments:
        announced: the pipe's end that tells what runs.
        life: the pipe that tells the build that somebody watches.

    Returns the job and the line that were at work and the last job that was begun, or nothing if
    the page had finished; why it was ended, and its exit status as os.waitpid gives it. Nothing
    that it began runs any more.
    """
    job, line, begun, seconds, why = 0, 0, 0, TIMEOUT, ""
    deadline, beat = time.monotonic() + seconds + GRACE, time.monotonic()
    checkpoints: set[int] = set()
    parent = wires.parent.fileno()
    while True:
        if parent in select.select([announced, parent], [], [], BEAT)[0]:
            _end(page)  # the build is gone
        ended, status = os.waitpid(page, os.WNOHANG)
        while select.select([announced], [], [], 0)[0]:
            if not (said := os.read(announced, ANNOUNCED.size)):
                break
            number, at, limit = ANNOUNCED.unpack(said)
            if limit == CHECKPOINT:
                checkpoints.add(at)
                continue
            job, line, begun = number, at, max(begun, number)
            seconds = limit if limit >= 0 else TIMEOUT
            deadline = time.monotonic() + seconds + GRACE
        if ended:
            _end(page)  # what is left of its group
            end_children(checkpoints)
            return (None if job < 0 else (job, line, begun)), why, status
        if time.monotonic() < beat:
            continue
        beat = time.monotonic() + BEAT
        with contextlib.suppress(OSError):  # the build is gone
            os.write(life, b".")
        if why:
            continue
        if time.monotonic() > deadline:
            why = f"TimeoutError: {LONGER.format(seconds)}"
            _ask_where(page, wires.trace)
        elif wires.streams.size > MOST_WRITTEN:
            why = f"the cell wrote more than {MOST_WRITTEN >> 20} MiB"
        if why:
            _end(page)


def cut_short(task: Task, says: str, job: int, line: int, begun: int) -> dict[int, Result]:
    """What jobs come to whose page ended before its time: the one at work, those never begun.

    Arguments:
        line: that was at work; 0 where nobody knows.
        begun: the last job that was begun.
    """
    place = replace(task.jobs[job].place, line=line or task.jobs[job].place.line)
    cut = {job: Result(fault=Fault(place, says))}
    for number, later in enumerate(task.jobs[begun + 1 :], begun + 1):
        fault = Fault(later.place, "this did not run: the page had ended", cause=place)
        cut[number] = Result(fault=fault)
    return cut


def _ask_where(page: int, trace: IO[bytes]) -> None:
    """Have a process write down where it is; one that is stopped, or blocks signals, does not."""
    before = os.fstat(trace.fileno()).st_size
    os.kill(page, signal.SIGUSR1)
    for _ in range(20):
        time.sleep(0.05)
        if os.fstat(trace.fileno()).st_size > before:
            time.sleep(0.05)  # until it is whole
            return


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
    for folder in task.settings.path:  # new modules may be a moment old
        sys.path_importer_cache.pop(folder, None)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # not every system bounds it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.umask(0o022)
    own = tempfile.gettempdir()
    home = str(Claim(Path(own), "home-").path)  # those of pages that have ended go
    temporary = f"{home}/tmp"
    os.mkdir(temporary)
    os.environ.update(HOME=home, TMPDIR=temporary)
    tempfile.tempdir = None
    running = Running(task, Inputs(task.settings.root, own))
    running.session.take_over()
    running.inputs.watch()
    running.go_on(task, wires)


class Running:
    """A page between two of its jobs."""

    def __init__(self, task: Task, inputs: Inputs) -> None:
        self.inputs = inputs
        self._kinds: Mapping[str, Any] = resolved(task.kinds)
        self.session = Session(task.settings, self._kinds)
        self._formatters = Formatters(self.session, task.markdown)
        self._missing = {n: fault.place for fault in task.refused for n in names_given(fault.code)}
        """Names that failed cells did not give, with the places of those cells."""
        self._done = 0  # jobs
        self._checkpoints: set[int] = set()  # their processes
        self._noted = b""  # what was looked at before this process went on

    def go_on(self, task: Task, wires: Wires) -> None:
        """Run the jobs of a task that have not run. Does not return."""
        self.inputs.file = wires.looks
        os.write(wires.looks.fileno(), self._noted)
        session = self.session
        session.attach(wires, task.jobs)
        since = time.monotonic()
        for job in task.jobs[self._done :]:
            self.inputs.job = self._done
            session.begin(self._done)
            result = self._result(job)
            try:
                message = pickle.dumps({self._done: result})
                plain(message)
            except Exception as error:
                fault = Fault(job.place, f"what it gives cannot be kept: {told(error)}")
                message = pickle.dumps({self._done: Result(fault=fault)})
            wires.parent.send_bytes(message)
            self._done += 1
            alone = threading.active_count() == 1 and not session.spared - self._checkpoints
            if task.resumable and alone and time.monotonic() - since > WORTH_A_CHECKPOINT:
                self._checkpoint(wires)
                since = time.monotonic()
        session.finish()
        wires.parent.send({job: Result(fault=fault) for job, fault in session.late.items()})
        session.job = -1
        session.announce(0, -1.0)
        end(0)

    def _checkpoint(self, wires: Wires) -> None:
        """Leave a copy of the page behind, from which it can go on; send where it waits."""
        here, there = socket.socketpair()
        if left := os.fork():
            there.close()
            self._checkpoints.add(left)
            self.session.spared.add(left)
            self.session.announce(left, CHECKPOINT)
            with here, socket.socket(fileno=os.dup(wires.parent.fileno())) as parent:
                here.recv(1)  # it is in a session of its own: what ends the page leaves it alone
                wires.parent.send(Checkpoint(self._done, looks_in(wires.looks)))
                socket.send_fds(parent, [b" "], [here.fileno()])
            return
        os.setsid()  # it outlives the page
        self._noted = os.pread(wires.looks.fileno(), 1 << 30, 0)
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
                made: Result = self._formatters.call(lambda: self._value(job))
                return made
            self.inputs.named_in(job.body)
            self._formatters.at(job)
            made = self._kinds[job.kind].result(self.session, self._formatters, job)
            return made
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
        text = self.session.text(wanted)
        return Result({"value": value_html(text)}, outputs=text)


def plain(message: bytes) -> Any:
    """What a process of a page sent, or what is kept of it: data, and nothing else.

    Raises TypeError for what names anything but one of our classes of data.
    """
    return _Plain(io.BytesIO(message)).load()


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "unpasted" and "." not in name:
            found = getattr(sys.modules.get(module), name, None)
            if getattr(found, "__module__", "") == module and (
                found is Fault or (isinstance(found, type) and is_dataclass(found))
            ):
                return found
        raise TypeError(f"{module}.{name} is no plain data")


def resolved(name: str) -> Any:
    """What `module:name` names."""
    module, _, member = name.partition(":")
    return getattr(importlib.import_module(module), member)
