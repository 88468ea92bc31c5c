"""The browser of the tests: one that is there, or one that this command may install."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]  # no connection of the browser's own: a request is the page's
NONE = (
    "These tests need a Chromium and found none: there is no {names} on the PATH; {tried}. "
    "Install your system's package, such as `apt-get install chromium`, or run "
    "`python -m playwright install --with-deps chromium`, then `make test` again."
)

Which = Callable[[str], str | None]
Run = Callable[[list[str]], str]
"""Runs a command; returns "" or what it said as it failed."""


class NoChromiumError(Exception):
    """There is none and none can be had; the message says what to install."""


def find(which: Which = shutil.which, run: Run | None = None, root: bool | None = None) -> str:
    """The path of a Chromium, installed first where that is needed and allowed.

    Returns "" for Playwright's own, whose path Playwright knows. Raises NoChromiumError.
    """
    if path := _on_path(which):
        return path
    with (Path(tempfile.gettempdir()) / "micrograd-book-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the other worker may be installing it now
        return _on_path(which) or _install(which, run or _run, root)


def _on_path(which: Which) -> str | None:
    return next((path for name in NAMES if (path := which(name))), None)


def _install(which: Which, run: Run, root: bool | None) -> str:
    tried = []
    if (os.geteuid() == 0 if root is None else root) and which("apt-get"):
        said = run(["apt-get", "update"]) or run(["apt-get", "install", "-y", "chromium"])
        if path := _on_path(which):
            return path
        tried.append(f"`apt-get install -y chromium` gave none: {said or 'it said nothing'}")
    else:
        tried.append("`apt-get` may not be used here")
    said = run([sys.executable, "-m", "playwright", "install", "chromium"])
    if not said:
        return ""
    tried.append(f"`python -m playwright install chromium` failed: {said}")
    raise NoChromiumError(NONE.format(names=", ".join(NAMES), tried="; ".join(tried)))


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
