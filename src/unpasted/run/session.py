"""What the cells of a page share: their variables, bounded time and caught output, faults."""

import atexit
import contextlib
import gc
import importlib
import os
import pickle
import re
import signal
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, ModuleType
from typing import IO, Any

from unpasted.faults import Fault, Place, Refused, caught, scrub
from unpasted.read.fence import TIMEOUT, Fence
from unpasted.read.prose import STRAY, VALUE, Value, unseen_in, value
from unpasted.rounding import formatted
from unpasted.run.execute import OURS, RECURSION, execute, frames_of, is_library, told, turns
from unpasted.run.names import names_bound
from unpasted.run.output import TOO_MUCH, Streams
from unpasted.run.processes import end_children

# The session, in markdown-exec's sense, whose variables are those of the page.
PAGE = "page"
ADDRESS = re.compile(r"at(?<!\wat) 0x[0-9A-Fa-f]+")  # of no longer word; \b before it is slow
BROKEN = 113  # the exit status of a page in which our own code fails
end = os._exit  # as it is before a cell can reach it
PATIENCE = 1.0  # seconds in which what a cell began may end by itself; see GRACE
SILENT = 10.0  # seconds in which the guard of a page says that it has ended
LONGER = "the cell ran longer than {:g} s; make it faster or allow timeout=…"
Action = Callable[[], Any]  # whatever is done as a cell does it


class Expired(BaseException):
    """The cell ran out of time. No `except Exception` in a chapter can swallow it."""


@dataclass(frozen=True)
class Settings:
    """What of a book's settings its cells can notice.

    Arguments:
        root: the project's folder, in which cells run.
        path: the folders from which cells import the project's own packages.
        packages: their names.
        steps: the module with the table of steps, or nothing.
        drawing: the module that draws graphs, or nothing.
        environment: what cells see of the build's own environment.
        words: what the interface says otherwise in this book; see unpasted.words.
    """

    root: Path
    path: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    steps: str = ""
    drawing: str = ""
    words: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


@dataclass
class Outcome:
    """What doing something as a cell does it gave.

    Arguments:
        error: what it raised; before that, what was raised where nobody could catch it.
        expired: whether it ran out of time, which nobody can have wanted.
        left: what it left running.
    """

    value: Any = None
    stdout: str = ""
    stderr: str = ""
    error: BaseException | None = None
    expired: bool = False
    left: str = ""


@dataclass(frozen=True)
class Printed:
    """What a cell printed, and the error that was its lesson."""

    text: str = ""
    raised: str = ""


@dataclass(frozen=True)
class At:
    """What is at work in a page.

    Arguments:
        job: its number; below 0 where the page has finished.
        line: of the page.
        seconds: how long it may take from now.
    """

    job: int = 0
    line: int = 0
    seconds: float = TIMEOUT


@dataclass(frozen=True)
class Wires:
    """What connects a page's process with those around it.

    Arguments:
        build: gets what the jobs come to, and what is about to run.
        streams: where output is caught.
        looks: takes what the page looks at.
        checkpoints: a pipe; takes the processes of checkpoints, and closes when the page ends.
    """

    build: Connection
    streams: Streams
    looks: IO[bytes]
    checkpoints: int


class Session:
    """What the cells of one page share, in the page's own process.

    Arguments:
        kinds: the kinds of fences, by their names.
    """

    def __init__(self, settings: Settings, kinds: Mapping[str, Any]) -> None:
        self.settings, self.kinds = settings, kinds
        self.jobs: Sequence[Fence] = ()
        self.wires: Wires
        module = ModuleType("__main__")  # as a script; pickle looks classes up by its name
        self.namespace = module.__dict__
        sys.modules["__main__"] = module
        self.job = 0  # what is at work
        # For a job, a line below its first, and a name: the value that the line last gave it.
        self.made: dict[tuple[int, int, str], Any] = {}
        # For each job, the first fault that came up when it had ended.
        self.late: dict[int, Fault] = {}
        # The processes below this one that wait, and may live on.
        self.checkpoints: set[int] = set()
        # What was raised where nobody could catch it, since the job at work began.
        self._stray: list[BaseException] = []
        self._at_exit: list[tuple[int, partial[Any]]] = []
        self._ids = count(1)
        warnings.formatwarning = _warning  # type: ignore[assignment]

    def take_over(self) -> None:
        """Let nothing that is raised be lost, nor what a cell wants done at the end."""
        register = atexit.register

        def at_exit(function: Any, *arguments: Any, **options: Any) -> Any:
            if is_library(sys._getframe(1).f_code.co_filename):
                return register(function, *arguments, **options)
            self._at_exit.append((self.job, partial(function, *arguments, **options)))
            return function

        def raised(stray: Any) -> None:
            job = getattr(getattr(stray, "thread", None), "job", self.job)
            error = stray.exc_value or stray.exc_type()
            if job != self.job:
                self._note_late(job, error)
            elif not isinstance(error, SystemExit):
                self._stray.append(error)

        atexit.register = at_exit  # type: ignore[assignment]
        sys.unraisablehook = threading.excepthook = raised

    def announce(self, line: int, seconds: float = TIMEOUT) -> None:
        """Tell the build what is about to run, and how long it may take."""
        self.wires.build.send(At(self.job, line, seconds))

    def begin(self, job: int) -> None:
        """From now on, this job is at work."""
        self.job = job
        self.wires.streams.begin(job, alone=self.alone)
        self.announce(self.fence.place.line)

    @property
    def alone(self) -> bool:
        """Whether nothing runs beside the job at work."""
        return threading.active_count() == 1

    @property
    def fence(self) -> Fence:
        """The fence at work."""
        return self.jobs[self.job]

    def new_id(self) -> str:
        """An id for the next figure; the same in every build, wherever the lines move."""
        return f"figure-{next(self._ids)}"

    # What kinds of fences ask for

    def run(
        self, code: str, place: Place, namespace: dict[str, Any] | None = None, curve: str = ""
    ) -> Outcome:
        """Run `code`, whose first line stands at `place`; its value is that of its last line.

        Arguments:
            namespace: other variables than those of the page.
            curve: the code ends in a loop; its value is the list that `turns` yields.
        """
        names, ran = (namespace, None) if namespace is not None else (self.namespace, self._note)
        code = place.padded(code)
        if curve:
            loop = turns(code, place.file, names, curve, ran)
            return self.guard(lambda: [float(one) for one in loop], place)
        return self.guard(lambda: execute(code, place.file, names, ran), place)

    def value(self, expression: str, place: Place) -> Any:
        """What an expression is now. Raises Fault."""
        outcome = self.run(expression, place)
        self.check(outcome, place)
        return outcome.value

    def text(self, wanted: Value) -> str:
        """A value as it stands in a sentence. Raises Fault."""
        seen = self.value(wanted.expression, wanted.place)
        if seen is None:
            raise Fault(wanted.place, f"`{wanted.expression}` is None, which shows nothing")
        text = self.draw(lambda: formatted(seen, wanted.form), wanted.place)
        return self.publishable(text, wanted.place)

    def filled(self, text: str, place: Place) -> str:
        """Plain text with the values in it as they are now. Raises Fault."""
        return VALUE.sub(lambda found: self.text(value(found[1], place)), text)

    def draw(self, action: Action, place: Place) -> Any:
        """What an action returns that runs code of the author's, such as drawing. Raises Fault."""
        outcome = self.guard(action, place)
        error = outcome.error
        if isinstance(error, Fault):
            raise error
        if error and not any(file == place.file for file, *_ in frames_of(error)):
            if isinstance(error, TypeError | ValueError | Refused):
                said = scrub(outcome.stderr.strip(), self.settings.root)  # the renderer knows more
                raise Fault(place, said or str(error).strip() or "it cannot be drawn")
            if frames_of(error)[-1][0].startswith(OURS) and not outcome.expired:
                raise error  # a fault of ours
        self.check(outcome, place)
        return outcome.value

    def apart(self, action: Action, place: Place) -> Any:
        """What an action returns that runs on a copy of all the page's values. Raises Fault.

        The copy is a forked process: no graph, no list and no module of the page can change.
        """
        with tempfile.TemporaryFile() as answer:  # no pipe: a copy of the copy may outlive it
            if (child := os.fork()) == 0:
                try:
                    gc.freeze()  # the page's values, which nobody frees here, are not searched
                    try:
                        result = caught(action)
                    except Exception as error:
                        result = internal(error, f"what stands at {place}", place)
                    pickle.dump(result, answer)
                    answer.flush()
                    end(0)
                finally:
                    end(BROKEN)
            _, status = os.waitpid(child, 0)
            self.wires.streams.take()
            answer.seek(0)
            given = answer.read()
        if status or not given:
            raise Fault(place, ending(status))
        result = pickle.loads(given)
        if isinstance(result, Fault):
            raise result
        return result

    def publishable(self, text: str, place: Place) -> str:
        """The text without this machine's folders. Raises Fault for what no page may hold.

        What may differ in every run says its fence.
        """
        if not self.fence.says("differs") and (address := ADDRESS.search(text)):
            says = f"the output holds a memory address ({address[0]}), different in every run"
            raise Fault(place, f"{says}; print something that stays the same")
        if control := STRAY.search(text):
            raise Fault(place, f"the output holds {control[0]!r}, which no page can show")
        if found := unseen_in(text):
            raise Fault(place, f"the output holds {found[1]}, which nobody sees; print its name")
        return scrub(text, self.settings.root)

    def module(self, name: str, setting: str) -> ModuleType:
        """A module of the project's that a setting names. Raises Refused."""
        if not name:
            raise Refused(f"set `{setting}:` of the unpasted plugin")
        return importlib.import_module(name)

    # How they are done

    def guard(self, action: Action, place: Place, timeout: float | None = None) -> Outcome:
        """Do something as a cell does it: captured, bounded in time, whatever it raises.

        Arguments:
            timeout: in seconds; by default what the fence at work may take.
        """
        outcome, own, timeout = Outcome(), os.getpid(), timeout or self.fence.timeout
        self.announce(place.line, timeout)
        self.wires.streams.renew()
        self._stray.clear()
        others = set(threading.enumerate())
        try:
            with _time_limit(timeout):
                outcome.value = action()
                for thread in _begun(others):
                    if not thread.daemon:
                        thread.join()  # as a script does before it ends
        except Expired as expired:
            late = TimeoutError(LONGER.format(timeout))
            outcome.error = late.with_traceback(expired.__traceback__)
            outcome.expired = True
        except BaseException as error:  # SystemExit is a fault too
            outcome.error = error
        if os.getpid() != own:  # a copy that the cell forked: it ends where the cell does
            if outcome.error and not isinstance(outcome.error, SystemExit):
                line = f"{fault_of(outcome.error, place, self.settings.root)} (in a forked copy)\n"
                os.write(2, line.encode("utf-8", "replace"))
            end(1 if outcome.error else 0)
        outcome.left = self._left_running(others)
        outcome.error = self._stray[0] if self._stray else outcome.error
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(RECURSION)
        outcome.stdout, outcome.stderr, whole = self.wires.streams.take()
        if not whole and outcome.error is None:
            outcome.error = OverflowError(TOO_MUCH)
        self.announce(place.line)
        return outcome

    def check(self, outcome: Outcome, place: Place, wanted: str = "") -> None:
        """Raise Fault for an outcome that the author did not ask for.

        Arguments:
            wanted: the name of the error that the cell is to raise, if any.
        """
        root, error = self.settings.root, outcome.error
        if error is not None and (outcome.expired or type(error).__name__ != wanted):
            fault = fault_of(error, place, root)
            expected = f"expected {wanted}, got " if wanted else ""
            fault.message = f"{expected}{fault.message}{_tail(outcome.stdout, root)}"
            raise fault from error
        if outcome.left:
            raise Fault(place, f"the cell leaves running: {outcome.left}; wait for it, or end it")
        if wanted and outcome.error is None:
            raise Fault(place, f"expected {wanted}, and the cell raised nothing")
        if outcome.stderr.strip():
            last = scrub(outcome.stderr.strip().split("\n")[-1], root)
            cure = "print what the reader should see; prevent or silence what the reader should not"
            raise Fault(place, f"the cell wrote to stderr: {last}\n{cure}")

    def _left_running(self, others: Collection[threading.Thread]) -> str:
        """What the job at work has begun and has not ended; its processes end now."""
        until = time.monotonic() + PATIENCE
        for thread in _begun(others):
            thread.join(max(0.0, until - time.monotonic()))
        left = [f"the thread {thread.name}" for thread in _begun(others)]
        left += [f"the process {line}" for line in end_children(self.checkpoints, until).values()]
        return ", ".join(left)

    def finish(self) -> None:
        """End the page as Python ends a script; what that brings is a fault of the job it is of."""
        last, owners = self.job, {name: job for job, _, name in self.made}
        self.made.clear()
        forget = [(job, partial(self.namespace.pop, name, None)) for name, job in owners.items()]
        steps = [*reversed(self._at_exit), *sorted(forget, key=lambda one: -one[0])]
        pools = sys.modules.get("concurrent.futures.thread")
        steps.append((last, partial(getattr(pools, "_python_exit", int))))
        steps.append((last, partial(gc.collect)))

        def end_all() -> None:
            for job, step in steps:
                self.begin(job)
                try:
                    step()
                except Exception as error:
                    self._stray.append(error)
                if said := "".join(self.wires.streams.take()[:2]).strip():
                    self._note_late(job, said)
                while self._stray:
                    self._note_late(job, self._stray.pop(0))

        if error := self.guard(end_all, self.fence.place, TIMEOUT).error:
            self._note_late(self.job, error)
        for job, said in self.wires.streams.late().items():
            self._note_late(job, said)

    def _note_late(self, job: int, late: BaseException | str) -> None:
        """Note what was raised, or written, for a job that had ended."""
        place, root = self.jobs[job].place, self.settings.root
        if isinstance(late, str):
            last = scrub(late.split("\n")[-1], root)
            cure = "wait for what it begins, or silence it"
            says = f"the cell, or what it began, wrote after it had ended: {last}; {cure}"
            self.late.setdefault(job, Fault(place, says))
        else:
            self.late.setdefault(job, fault_of(late, place, root))

    def _note(self, statement: CodeType) -> None:
        """Remember which line bound which value, for figures that show the code beside a graph."""
        for name, line in names_bound(statement).items():
            self.made[self.job, line - self.fence.place.line, name] = self.namespace.get(name)


def fault_of(error: BaseException, place: Place, root: Path) -> Fault:
    """The fault behind an exception that a cell raised.

    The line is the innermost one inside the chapter; an error raised deeper, in a module,
    names that line too. Lines of ours and of Python's frozen modules tell an author nothing.
    """
    message = scrub(told(error), root)
    known = [one for one in frames_of(error) if not one[0].startswith((OURS, "<frozen "))]
    own = [line for file, line, _ in known if file == place.file]
    if own:
        place = Place(place.file, own[-1] or place.line)
    file, line = known[-1][:2] if own and not isinstance(error, TimeoutError) else (place.file, 0)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno or 0
    if file == place.file:
        return Fault(Place(file, line or place.line), message)
    return Fault(place, message, f"{scrub(file, root)}:{line}")


def internal(error: BaseException, doing: str, place: Place) -> Fault:
    """A fault of this program, not of the author's page: told with its traceback.

    Arguments:
        doing: what could not be made, such as "the python figure of docs/p.md:3".
    """
    way = scrub("".join(traceback.format_exception(error)).rstrip(), Path.cwd())
    says = f"internal error while making {doing}: {told(error)}\nThis is a fault of unpasted, not"
    cure = "of the page. Please report it where unpasted comes from, with these lines"
    return Fault(place, f"{says} {cure}:\n{way}")


def ending(status: int) -> str:
    """How a process ended, in a sentence, from what os.waitpid gives."""
    code = os.waitstatus_to_exitcode(status)
    if code == BROKEN:
        says = "the cell left Python unable to go on: it changed or closed something that"
        return f"{says} everything uses, such as a builtin; put it back in the same cell"
    how = f"exit status {code}"
    if code < 0:
        names = {int(one): one.name for one in signal.Signals}
        how = f"{names.get(-code, f'signal {-code}')} ({signal.strsignal(-code)})"
    return f"the cell ended its process: {how}"


def _begun(others: Collection[threading.Thread]) -> list[threading.Thread]:
    """The threads that a cell began and that run; those that a library keeps are its own."""
    new = [one for one in threading.enumerate() if one not in others]
    return [one for one in new if not getattr(one, "pooled", True)]


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise Expired in the main thread after `seconds`, and again every second until it ends.

    A loop inside C code cannot be interrupted from Python: the build ends its process.
    """

    def expire(*_: object) -> None:
        raise Expired

    alarm = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)


def _warning(message: Any, category: Any, filename: str, lineno: int, _: Any = None) -> str:
    """A warning as Python prints it, without a line of ours."""
    where = "" if filename.startswith(OURS) else f"{filename}:{lineno}: "
    return f"{where}{category.__name__}: {message}\n"


def _tail(printed: str, root: Path) -> str:
    """The last lines that a failed cell had printed, to stand under its fault."""
    lines = [line[:200] for line in scrub(printed, root).rstrip("\n").split("\n")[-5:]]
    return "\nprinted until then:\n  " + "\n  ".join(lines) if any(lines) else ""
