"""Seconds of a build, and seconds from an edit until a served page shows it."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import IncompleteRead
from pathlib import Path

CHANGES_A_BUILD = ("CI", "SITE_URL", "PYTHONPATH")


def environment(book: Path | None = None) -> dict[str, str]:
    """The variables a build sees, the same on every machine; a book's `src` can be imported."""
    env = {name: value for name, value in os.environ.items() if name not in CHANGES_A_BUILD}
    env["NO_MKDOCS_2_WARNING"] = "1"
    if book:
        env["PYTHONPATH"] = str(book / "src")
        env["IPYTHONDIR"] = str(book / ".ipython")  # else it writes to the home folder
    return env


@dataclass(frozen=True)
class Built:
    """What a build took: seconds that passed, seconds of the processor; and what it logged."""

    seconds: float
    processor: float
    log: str


def build(command: list[str], folder: Path, env: dict[str, str]) -> Built:
    """Build in a process of its own; a failure ends all."""
    start, spent = time.perf_counter(), processor()
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    built = Built(time.perf_counter() - start, processor() - spent, f"{done.stdout}{done.stderr}")
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{built.log[-3000:]}")
    return built


def processor() -> float:
    """Seconds of the processor for all programs that were started from here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def median(measure: Callable[[], float], runs: int) -> float:
    """The median of some runs."""
    return statistics.median(measure() for _ in range(runs))


@contextlib.contextmanager
def served(command: list[str], folder: Path, env: dict[str, str], url: str) -> Iterator[None]:
    """A server that is up: it has shown the page at `url`."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            until_shown(url, "</html>")
            time.sleep(1)  # some are up before they watch
            yield
        finally:
            server.terminate()
            server.wait()


def until_shown(url: str, text: str, seconds: float = 1200) -> None:
    """Wait until a page holds a text.

    sphinx-autobuild says how long a page is before it reads it: one that is written meanwhile comes
    cut, and is asked for again.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, IncompleteRead), urllib.request.urlopen(url) as answer:
            if text in answer.read().decode():
                return
        time.sleep(0.02)
    raise SystemExit(f"{url} did not show {text!r} in {seconds:.0f} s")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
