"""The processes below this one. Linux tells of them; elsewhere the process group has to do."""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
PDEATHSIG, SUBREAPER = 1, 36  # options of prctl
HELPERS = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")


def prctl(option: int, value: int) -> None:
    """Ask Linux for what becomes of this process, and of those below it, when a parent ends."""
    if sys.platform == "linux":
        LIBC.prctl(option, value, 0, 0, 0)


def signal_to(process: int, number: int = signal.SIGKILL) -> None:
    """Send a signal to a process that may have ended; to a group, by its leader below 0."""
    with contextlib.suppress(OSError):
        os.kill(process, number)


def children() -> dict[int, str]:
    """The processes right below this one that run, each with its command line.

    Left out are those that multiprocessing keeps for itself.
    """
    if sys.platform != "linux":
        return {}
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return {}
    found = {}
    own = Path("/proc/self/cmdline").read_text().replace("\0", " ").strip()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            line = (folder / "cmdline").read_text().replace("\0", " ").strip()
            if int(parent) == os.getpid() and state != "Z" and not any(h in line for h in HELPERS):
                found[int(folder.name)] = "a forked copy of the cell" if line == own else line
    return found


def end_children(spared: Collection[int] = (), until: float = 0.0) -> dict[int, str]:
    """End what runs below this process, also in sessions of their own.

    Arguments:
        spared: what may live on.
        until: when they must have ended by themselves, in time.monotonic().

    Returns those that had to be ended, with their command lines.
    """
    ended: dict[int, str] = {}
    while left := {pid: line for pid, line in children().items() if pid not in spared}:
        if time.monotonic() >= until:
            for pid in left:
                signal_to(pid)  # what was below it comes to us
            ended = left | ended
        time.sleep(0.005)
    return ended
