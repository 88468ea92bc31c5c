"""The browsers of the tests: those that are there, or that this command may install."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from unpasted.export.pdf import NAMES, SHELL

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]  # no connection of the browser's own: a request is the page's
PLAIN_WASM = "--js-flags=--liftoff-only"
"""Python's machine is compiled once, not again for speed: a start costs a third less."""
NONE = (
    "These tests need a Chromium and found none: there is no {names} on the PATH; {tried}. "
    "Install your system's package, such as `apt-get install chromium`, or run "
    "`python -m playwright install --with-deps chromium`, then `make test` again."
)

NOT_THERE = (
    "These tests need {name} and found none; {tried}. Install your system's package, such as "
    "`apt-get install {package}`, then `make test` again."
)

Which = Callable[[str], str | None]
Run = Callable[[list[str]], str]
"""Runs a command; returns "" or what it said as it failed."""


class NoBrowserError(Exception):
    """A browser is not there and cannot be had; the message says what to install."""


def find(which: Which = shutil.which, run: Run | None = None, root: bool | None = None) -> str:
    """The path of a Chromium, installed first where that is needed and allowed.

    Returns "" for Playwright's own, whose path Playwright knows. Raises NoBrowserError.
    """
    if path := _on_path(which):
        return path
    with _one_at_a_time():
        return _on_path(which) or _install(which, run or _run, root)


def program(name: str, package: str) -> str:
    """The path of a program of another browser, installed first where that is needed and allowed.

    Raises NoBrowserError.
    """
    if path := shutil.which(name):
        return path
    with _one_at_a_time():
        said = "" if shutil.which(name) else _by_apt(package, shutil.which, _run, None)
    if path := shutil.which(name):
        return path
    raise NoBrowserError(NOT_THERE.format(name=name, tried=said, package=package))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """The other process of the tests may be installing it now."""
    with (Path(tempfile.gettempdir()) / "micrograd-book-browsers.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _on_path(which: Which) -> str | None:
    return next((path for name in NAMES if (path := which(name))), None)


def _install(which: Which, run: Run, root: bool | None) -> str:
    for package in (SHELL, "chromium"):  # older systems have the second only
        tried = _by_apt(package, which, run, root)
        if path := _on_path(which):
            return path
    said = run([sys.executable, "-m", "playwright", "install", "chromium"])
    if not said:
        return ""
    tried += f"; `python -m playwright install chromium` failed: {said}"
    raise NoBrowserError(NONE.format(names=", ".join(NAMES), tried=tried))


def _by_apt(package: str, which: Which, run: Run, root: bool | None) -> str:
    """Install one of the system's packages where that is allowed; what came of it, in words."""
    if not (os.geteuid() == 0 if root is None else root) or not which("apt-get"):
        return "`apt-get` may not be used here"
    install = ["apt-get", "install", "-y", "--no-install-recommends", package]
    said = run(["apt-get", "update"]) or run(install)
    return f"`apt-get install -y {package}` gave none: {said or 'it said nothing'}"


def _run(command: list[str]) -> str:
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (
        reason(done.stdout + done.stderr) or f"status {done.returncode}" if done.returncode else ""
    )


def reason(said: str) -> str:
    """The last line that says what went wrong: apt's begin with E, Node's are among its frames."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("E:", "Err", "Fail"))]
    return (told or lines or [""])[-1]
