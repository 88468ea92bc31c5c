"""Runs one cell of a page: its own line numbers, its own session, a bounded time."""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import io
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, ModuleType
from typing import Any

from authoring.errors import Place
from authoring.isolation import process_kept, threads

TIMEOUT = 30.0  # seconds
MOST_PRINTED = 200_000  # characters
GRACE = 5.0  # seconds between asking a cell to stop and ending the process


class Expired(BaseException):
    """The cell ran out of time. No `except Exception` in a chapter can swallow it."""


@dataclass
class Outcome:
    """What running a cell gave.

    `stdout` and `stderr` hold all that was printed, by imported modules too; `value` is the
    value of the last statement where that is an expression; `error` is what it raised.
    """

    stdout: str = ""
    stderr: str = ""
    value: Any = None
    error: BaseException | None = None
    expired: bool = False  # it ran out of time, which nobody can have wanted


class Session:
    """The variables that the cells of one page share, in one build."""

    def __init__(self) -> None:
        self.module = ModuleType("__main__")  # as a script; pickle looks classes up by its name
        self.namespace = self.module.__dict__

    def fork(self) -> Session:
        """A session that starts with these variables; new names are its own, objects shared."""
        copy = Session()
        copy.namespace.update(self.namespace)
        return copy

    def run(self, code: str, place: Place, timeout: float = TIMEOUT) -> Outcome:
        """Run `code`, whose first line stands at `place`, for at most `timeout` seconds."""
        return self.guard(lambda: self._execute(code, place), place, timeout)

    def guard(self, action: Callable[[], Any], place: Place, timeout: float = TIMEOUT) -> Outcome:
        """Do something as a cell does it: captured, bounded in time, whatever it raises."""
        outcome = Outcome()
        stdout, stderr = Capture(), Capture()
        before = threads()
        with self._imported(), process_kept(), streams(stdout, stderr), progress(place):
            try:
                with time_limit(timeout) as interrupted:
                    outcome.value = action()
            except Expired as expired:
                message = (
                    f"the cell ran longer than {timeout:g} s; make it faster or allow timeout=…"
                )
                outcome.error = TimeoutError(message).with_traceback(expired.__traceback__)
                outcome.expired = True
            except KeyboardInterrupt as error:
                if interrupted.is_set():
                    raise
                outcome.error = error
            except BaseException as error:  # SystemExit is a fault too
                outcome.error = error
        if outcome.error is None and threads() > before:
            outcome.error = RuntimeError("the cell left a thread at work; join it")
        outcome.stdout, outcome.stderr = stdout.getvalue(), stderr.getvalue()
        return outcome

    def _execute(self, code: str, place: Place) -> Any:
        tree = parse(code, place)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            exec(compiled(tree, place), self.namespace)
            return None
        tree.body.pop()
        exec(compiled(tree, place), self.namespace)
        return eval(compiled(ast.Expression(last.value), place), self.namespace)

    @contextlib.contextmanager
    def _imported(self) -> Iterator[None]:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = self.module
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class Capture(io.StringIO):
    """Takes what a cell prints, as much as a page can hold."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise OverflowError(f"the cell printed more than {MOST_PRINTED} characters")
        return super().write(text)


def compiled(tree: ast.Module | ast.Expression, place: Place) -> CodeType:
    """Code that bears the chapter's name, under the rules of no module of ours."""
    mode = "exec" if isinstance(tree, ast.Module) else "eval"
    return compile(tree, place.file, mode, dont_inherit=True)


def parse(code: str, place: Place) -> ast.Module:
    """The syntax tree of a cell, with the line numbers of its chapter.

    Raises SyntaxError, whose line number is the chapter's too.
    """
    padding = "\n" * (place.line - 1)
    return ast.parse(padding + code, place.file)


@contextlib.contextmanager
def streams(stdout: Capture, stderr: Capture) -> Iterator[None]:
    """Send what is printed into these two, and let `input()` find nothing to read.

    Warnings are printed too: MkDocs, left alone, would turn them into lines of its log.
    """
    stdin, sys.stdin = sys.stdin, io.StringIO()
    show, warnings.showwarning = warnings.showwarning, print_warning
    try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            yield
    finally:
        sys.stdin, warnings.showwarning = stdin, show


def print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: Any = None,
    line: str | None = None,
) -> None:
    """What Python does with a warning where nothing else is arranged."""
    print(f"{filename}:{lineno}: {category.__name__}: {message}", file=file or sys.stderr)


@contextlib.contextmanager
def progress(place: Place, every: float = 5.0) -> Iterator[None]:
    """Tell the author's terminal, every few seconds, that a long cell is still at work."""
    done = threading.Event()

    def tell() -> None:
        seconds = 0.0
        while not done.wait(every):
            seconds += every
            print(f"{place}: running for {seconds:.0f} s", file=sys.__stderr__, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[threading.Event]:
    """Raise Expired in the main thread after `seconds`, and again every second until it ends.

    A loop inside C code cannot be interrupted from Python: five seconds later the process
    ends, with status 1 and a traceback that names the chapter's line. Yields what is set when
    somebody presses Control-C.
    """
    interrupted = threading.Event()

    def expire(*_: object) -> None:
        raise Expired

    def interrupt(*_: object) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    alarm = signal.signal(signal.SIGALRM, expire)
    control_c = signal.signal(signal.SIGINT, interrupt)
    faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=sys.__stderr__ or 2)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield interrupted
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, alarm)
        signal.signal(signal.SIGINT, control_c)
