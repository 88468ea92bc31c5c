"""Runs one cell of a page: its own line numbers, its own session, a bounded time."""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import io
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from authoring.errors import Place

TIMEOUT = 30.0  # seconds
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


class Session:
    """The variables that the cells of one page share, in one build."""

    def __init__(self) -> None:
        self.module = ModuleType("__chapter__")  # dataclasses and pickle look classes up by it
        self.namespace = self.module.__dict__

    def fork(self) -> Session:
        """A session that starts with these variables and keeps its own to itself."""
        copy = Session()
        copy.namespace.update(self.namespace)
        return copy

    def run(self, code: str, place: Place, timeout: float = TIMEOUT) -> Outcome:
        """Run `code`, whose first line stands at `place`, for at most `timeout` seconds."""
        outcome = Outcome()
        stdout, stderr = io.StringIO(), io.StringIO()
        with self._imported(), streams(stdout, stderr):
            try:
                with progress(place), time_limit(timeout):
                    outcome.value = self._execute(code, place)
            except Expired as expired:
                message = (
                    f"the cell ran longer than {timeout:g} s; make it faster or give it timeout=…"
                )
                outcome.error = TimeoutError(message).with_traceback(expired.__traceback__)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # SystemExit is a fault too
                outcome.error = error
        outcome.stdout, outcome.stderr = stdout.getvalue(), stderr.getvalue()
        return outcome

    def _execute(self, code: str, place: Place) -> Any:
        tree = parse(code, place)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            exec(compile(tree, place.file, "exec"), self.namespace)
            return None
        tree.body.pop()
        exec(compile(tree, place.file, "exec"), self.namespace)
        return eval(compile(ast.Expression(last.value), place.file, "eval"), self.namespace)

    @contextlib.contextmanager
    def _imported(self) -> Iterator[None]:
        sys.modules["__chapter__"] = self.module
        try:
            yield
        finally:
            del sys.modules["__chapter__"]


def parse(code: str, place: Place) -> ast.Module:
    """The syntax tree of a cell, with the line numbers of its chapter.

    Raises SyntaxError, whose line number is the chapter's too.
    """
    padding = "\n" * (place.line - 1)
    return ast.parse(padding + code, place.file)


@contextlib.contextmanager
def streams(stdout: io.StringIO, stderr: io.StringIO) -> Iterator[None]:
    """Send what is printed into these two, and let `input()` find nothing to read."""
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            yield
    finally:
        sys.stdin = stdin


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
def time_limit(seconds: float) -> Iterator[None]:
    """Raise Expired in the main thread after `seconds`, and again every second until it ends.

    A loop inside C code cannot be interrupted from Python: five seconds later the process
    ends, with status 1 and a traceback that names the chapter's line.
    """

    def expire(*_: object) -> None:
        raise Expired

    previous = signal.signal(signal.SIGALRM, expire)
    faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=sys.__stderr__ or 2)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, previous)
