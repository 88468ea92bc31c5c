"""Books built by the real command; what a run of the tests makes once, for all of its processes."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
MKDOCS = [sys.executable, "-m", "mkdocs"]
ADDRESS = "http://127.0.0.1:9/"  # stands for a site's address until it has one
OTHERWISE = {"PYTHONHASHSEED": "12345", "TZ": "Asia/Kolkata", "LC_ALL": "C", "CORES": "1"}
"""Nothing of this may be seen in a site."""


def mostly_slow(values: Iterable[T], *quick: T, spread: bool = False) -> list[T | ParameterSet]:
    """Parameters of which `make test` takes the quick ones, and `make test-all` every one; spread
    over the names of a test where each is a tuple."""
    return [
        one
        if one in quick
        else pytest.param(
            *(one if isinstance(one, tuple) and spread else [one]), marks=pytest.mark.slow
        )
        for one in values
    ]


def environment(**changes: str) -> dict[str, str]:
    """This process's, without what CI or a user may have set."""
    set_there = ("CI", "SITE_URL", "REPO_URL")
    env = {k: v for k, v in os.environ.items() if k not in set_there}
    return env | {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"} | changes


def build(root: Path, folder: Path, **env: str) -> None:
    """Build the book whose settings are in `root`, strictly and anew, into `folder`.

    With CORES="1" it has one core to run on.
    """

    def few_cores() -> None:
        if "CORES" in env and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(env["CORES"])])

    done = subprocess.run(
        [*MKDOCS, "build", "--strict", "--site-dir", str(folder)],
        cwd=root,
        env=environment(**{"CI": "1", "TWICE": "false"} | env),  # in CI nothing is kept
        preexec_fn=few_cores,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def copy_of_project(folder: Path) -> Path:
    """The project's sources in another place, to be broken there."""
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    return folder


def once(temporary: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name; whichever process of the run comes first makes it.

    What fails leaves nothing: the next one to ask tries again, and fails in its own tests.
    """
    base = temporary.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, unfinished = base / f"once-{name}", base / f"once-{name}.unfinished"
    with (base / f"once-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder
