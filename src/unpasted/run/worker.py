"""The process of a page, from inside.

    warm     one process, in which the slow packages are loaded; it forks, and never runs a cell
      guard    one for each page: ends what the page leaves, and tells how it ended
        page     runs the page's jobs in order, and hands back plain data
        checkpoint   under serve: the page as it was between two jobs, from which it can go on

A page's process is its isolation. Whatever a cell changes, loads, leaves running or breaks ends
with it; the pages beside it, the build and the server go on.
"""

import contextlib
import gc
import importlib
import io
import os
import pickle
import resource
import signal
import socket
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import send_handle
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from unpasted import words
from unpasted.faults import Fault
from unpasted.folders import Claim
from unpasted.read.fence import INLINE, Fence
from unpasted.run.execute import told
from unpasted.run.fences import Formatters, convert_once
from unpasted.run.inputs import Inputs, Looks, looks_in, silent
from unpasted.run.making import Making, Result
from unpasted.run.output import Streams
from unpasted.run.processes import PDEATHSIG, SUBREAPER, end_children, prctl, signal_to
from unpasted.run.session import BROKEN, SILENT, At, Session, Settings, Wires, end, internal

MEMORY = 4 << 30  # bytes of address space
WORTH_A_CHECKPOINT = 0.4  # seconds that a page has run since it began, or since the last
LOOK = 0.1  # seconds between two looks of a guard at its page
MOST_WRITTEN = 32 << 20  # bytes, past Python's own streams


@dataclass(frozen=True)
class Task:
    """What a page's process has to do.

    Arguments:
        jobs: in the order in which they run.
        kinds: the table of the kinds of fences, as `module:name`.
        markdown: the extensions with which what cells print is converted, and their settings.
        resumable: whether the page leaves checkpoints behind.
    """

    settings: Settings
    jobs: tuple[Fence, ...]
    kinds: str
    markdown: Mapping[str, Any] = field(default_factory=dict)
    resumable: bool = False


@dataclass(frozen=True)
class Ended:
    """The last that is said of a page: its process has ended.

    Arguments:
        status: as os.waitpid gives it.
        why: the guard has ended it, or nothing.
    """

    looks: Looks
    status: int
    why: str


def warm(control: int, first: str, settings: str) -> None:
    """Wait for requests at a socket; for each, fork the guard of a page.

    Arguments:
        first: a function, as `module:name`, that is called before all.
        settings: a file with the pickled extensions of Markdown: one conversion loads them.
            Its folder is for temporary files.
    """
    prctl(SUBREAPER, 1)
    tempfile.tempdir = os.path.dirname(settings)
    resolve_name(first)()
    convert_once(pickle.loads(Path(settings).read_bytes()))
    gc.freeze()
    gc.enable()
    with socket.socket(fileno=control) as requests:
        answer(requests, run_page)


def answer(requests: socket.socket, start: Callable[[Task, Wires], None]) -> None:
    """Fork the guard of a page for each request, until nobody holds the other end of the socket.

    A request is a socket for the page, a pipe for its guard, and the names of slow modules to load
    first.

    Arguments:
        start: what the page's process does: run_page, or go on from a checkpoint.
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
            with contextlib.suppress(ImportError):  # the cell that imports it says where
                importlib.import_module(name)
            gc.freeze()
        if os.fork() == 0:
            requests.close()
            with contextlib.suppress(OSError, EOFError):
                guard(start, *map(Connection, descriptors))
            end(0)
        for descriptor in descriptors:
            os.close(descriptor)


def guard(start: Callable[[Task, Wires], None], build: Connection, news: Connection) -> None:
    """Run a page in a process of its own; tell the build that it begins, and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    prctl(SUBREAPER, 1)
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    looks = tempfile.TemporaryFile()  # noqa: SIM115
    with tempfile.TemporaryDirectory() as folder:
        wires = Wires(build, Streams(Path(folder)), looks, writing)
        if (page := os.fork()) == 0:
            os.close(reading)
            news.close()
            try:
                prctl(PDEATHSIG, signal.SIGKILL)
                prctl(SUBREAPER, 1)
                os.setsid()
                wires.streams.install()
                start(build.recv(), wires)
            finally:
                end(BROKEN)
        os.close(writing)
        news.send((-page, os.getpid()))  # what may have to be ended from outside, in this order
        ended, checkpoints, why = 0, b"", ""
        while not ended:
            if news in wait([reading, news], LOOK):
                signal_to(-page)  # the build is gone
            written = sum(one.stat().st_size for one in os.scandir(folder))
            if written > MOST_WRITTEN and not why:
                why = f"the cell wrote more than {MOST_WRITTEN >> 20} MiB"
                signal_to(-page)
            ended, status = os.waitpid(page, os.WNOHANG)
            with contextlib.suppress(BlockingIOError):
                checkpoints += os.read(reading, 4096)
    signal_to(-page)  # what is left of it
    end_children(array("i", checkpoints))
    news.send(Ended(looks_in(looks), status, why))


def run_page(task: Task, wires: Wires) -> None:
    """Run the jobs of a page in order, and send what each comes to. Does not return."""
    gc.set_threshold(100_000, 10, 10)  # a graph that grows is not searched from end to end so often
    os.chdir(task.settings.root)
    sys.path[:0] = task.settings.path
    sys.argv[:] = [""]
    words.use(dict(task.settings.words))
    sys.dont_write_bytecode = True  # Python's is valid for a whole second; see unpasted.run.runner
    importlib.invalidate_caches()  # new modules may be a moment old
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # not every system bounds it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.umask(0o022)
    own = tempfile.gettempdir()
    home = str(Claim(Path(own), "home-").path)  # those of pages that have ended go
    os.environ.update(HOME=home, TMPDIR=f"{home}/tmp")
    os.mkdir(os.environ["TMPDIR"])
    tempfile.tempdir = None
    running = Running(task, Inputs(task.settings.root, own, wires.looks))
    running.session.take_over()
    running.inputs.watch()
    running.go_on(task, wires)


class Running:
    """A page between two of its jobs."""

    def __init__(self, task: Task, inputs: Inputs) -> None:
        self.inputs = inputs
        self.session = Session(task.settings, resolve_name(task.kinds))
        self._formatters = Formatters(self.session, task.markdown)
        self._done = 0  # jobs
        self._noted = b""  # what was looked at before this process went on

    def go_on(self, task: Task, wires: Wires) -> None:
        """Run the jobs of a task that have not run. Does not return."""
        self.inputs.file = wires.looks
        os.write(wires.looks.fileno(), self._noted)
        session = self.session
        session.wires, session.jobs = wires, task.jobs
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
            wires.build.send_bytes(message)
            self._done += 1
            if task.resumable and session.alone and time.monotonic() - since > WORTH_A_CHECKPOINT:
                self._checkpoint(wires)
                since = time.monotonic()
        session.finish()
        wires.build.send({job: Result(fault=fault) for job, fault in session.late.items()})
        wires.build.send(At(-1, 0, SILENT))
        end(0)

    def _checkpoint(self, wires: Wires) -> None:
        """Leave a copy of the page behind, from which it can go on; send where it waits.

        Before that, the build gets what the jobs so far have looked at.
        """
        here, there = socket.socketpair()
        if left := os.fork():
            there.close()
            self.session.checkpoints.add(left)
            os.write(wires.checkpoints, array("i", [left]))
            with here, silent():
                here.recv(1)  # it is in a session of its own: what ends the page leaves it alone
                wires.build.send(looks_in(wires.looks))
                send_handle(wires.build, here.fileno(), left)
            return
        os.setsid()  # it outlives the page
        self._noted = os.pread(wires.looks.fileno(), 1 << 30, 0)
        here.close()
        there.send(b" ")
        wires.build.close()
        os.close(wires.checkpoints)
        answer(there, self.go_on)
        end(0)

    def _result(self, job: Fence) -> Result:
        """Run a job, called by markdown-exec."""
        try:
            made: Result = self._formatters.call(lambda: self._made(job))
            return made
        except Fault as fault:
            return Result(fault=fault)
        except Exception as error:
            return Result(fault=internal(error, f"the {job.kind} of {job.place}", job.place))

    def _made(self, job: Fence) -> Any:
        if job.kind == INLINE:
            text = self.session.text(job.values[0])
            return Result(values={0: text}, outputs=text)
        self.inputs.named_in(job.body, job.options.get("reads"))
        return self.session.kinds[job.kind].run(Making(self.session, self._formatters, job))


def plain(message: bytes) -> Any:
    """What a process of a page sent, or what is kept of it: data, and nothing else.

    Raises TypeError for what names anything but one of our classes of data.
    """
    return _Plain(io.BytesIO(message)).load()


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "unpasted" and "." not in name:
            found = getattr(sys.modules.get(module), name, None)
            if isinstance(found, type) and is_dataclass(found) and found.__module__ == module:
                return found
        raise TypeError(f"{module}.{name} is no plain data")
