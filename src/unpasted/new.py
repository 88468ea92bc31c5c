"""Makes a small, complete book to start from."""

import json
import shlex
import shutil
from importlib.metadata import distribution, distributions
from pathlib import Path

from unpasted import __version__
from unpasted.faults import Refused

STARTER = Path(__file__).parent / "starter"
NAME = "unpasted"
KEPT_OUT = ("__pycache__", "*.pyc", ".ruff_cache")


def new(folder: Path) -> None:
    """Makes a small, complete book to start from."""
    make(folder, needed())
    print(f"Your book is in {folder}. Next: cd {shlex.quote(str(folder))} && make serve")


def make(folder: Path, requirement: str) -> None:
    """Copy the small book into a folder that is not there yet, or is empty.

    Arguments:
        requirement: the line by which pip installs unpasted for it.

    Raises Refused.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} exists and is not empty; name a new folder")
    ignored = shutil.ignore_patterns(*KEPT_OUT)
    shutil.copytree(STARTER, folder, dirs_exist_ok=True, ignore=ignored)
    (folder / "constraints.txt").write_text("".join(f"{pin}\n" for pin in pins()), "utf-8")
    lines = (folder / "requirements.txt").read_text("utf-8")
    (folder / "requirements.txt").write_text(f"{requirement}\n{lines}", "utf-8")


def pins() -> list[str]:
    """The versions that stand here, beside unpasted: with them it is known to work."""
    known: dict[str, str] = {}
    for one in distributions():
        if one.name:  # what was left behind by half has none
            known.setdefault(one.name.lower(), one.version)  # the first is what is imported
    known.pop(NAME, None)
    return [f"{name}=={version}" for name, version in sorted(known.items())]


def needed() -> str:
    """The line by which pip installs unpasted as it is here: from the address that it was given.

    That is with the commit that it found there; from an index, it is the version.
    """
    told = json.loads(distribution(NAME).read_text("direct_url.json") or "{}")
    address = told.get("url", "")
    if "vcs_info" in told:
        address = f"{told['vcs_info']['vcs']}+{address}@{told['vcs_info']['commit_id']}"
    return f"{NAME}[live]" + (f" @ {address}" if address else f"=={__version__}")
