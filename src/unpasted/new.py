"""Makes a small, complete book to start from."""

import json
import re
import shlex
import shutil
from importlib.metadata import distribution, distributions
from pathlib import Path

from unpasted import __version__
from unpasted.faults import Refused

STARTER = Path(__file__).parent / "starter"
NAME = "unpasted"
URL = re.compile(r"(?:git|hg|svn|bzr)\+\w+://\S+|https?://\S+(?:\.whl|\.tar\.gz|\.zip)(?:#\S*)?")


def new(folder: Path, source: str = "") -> None:
    """Makes a small, complete book to start from."""
    requirement = needed(source)
    make(folder, requirement)
    print(f"Your book is in {folder}. Next: cd {shlex.quote(str(folder))} && make serve")
    if "@ file:" in requirement:
        print("Its requirements.txt names a folder of this machine. Before you publish, write")
        print(f"there where others find it: {requirement.partition('file:')[0]}git+https://…")


def make(folder: Path, requirement: str) -> None:
    """Copy the small book into a folder that is not there yet, or is empty.

    Arguments:
        requirement: the line by which pip installs unpasted for it.

    Raises Refused.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} exists and is not empty; name a new folder")
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".ruff_cache")
    shutil.copytree(STARTER, folder, dirs_exist_ok=True, ignore=ignored)
    (folder / "constraints.txt").write_text("".join(f"{pin}\n" for pin in pins()), "utf-8")
    lines = (folder / "requirements.txt").read_text("utf-8")
    (folder / "requirements.txt").write_text(f"{requirement}\n{lines}", "utf-8")


def pins() -> list[str]:
    """The versions that stand here, beside unpasted: with them it is known to work."""
    found = reversed([*distributions()])  # the first is what is imported
    known = {one.name.lower(): one.version for one in found if one.name}  # half of one has none
    return [f"{name}=={version}" for name, version in sorted(known.items()) if name != NAME]


def needed(source: str = "") -> str:
    """The line by which pip installs unpasted as it is here, from `source` if that is named.

    Raises Refused for what pip cannot install.
    """
    address = _address(source) if source else _installed_from()
    return f"{NAME}[live]" + (f" @ {address}" if address else f"=={__version__}")


def _address(source: str) -> str:
    """An address as it is, a folder or a file of this machine as one."""
    if URL.fullmatch(source):
        return source
    path = Path(source.removeprefix("file://")).expanduser().resolve()
    is_archive = path.is_file() and path.name.endswith((".whl", ".tar.gz", ".zip"))
    if is_archive or (path / "pyproject.toml").is_file():
        return path.as_uri()
    cure = "git+https://host/owner/name, a wheel or an sdist, or a folder with a pyproject.toml"
    raise Refused(f"pip cannot install unpasted from {source}; name a repository, such as {cure}")


def _installed_from() -> str:
    """The address that pip was given, and the commit that it found there; nothing for an index."""
    told = json.loads(distribution(NAME).read_text("direct_url.json") or "{}")
    if "vcs_info" in told:
        return f"{told['vcs_info']['vcs']}+{told['url']}@{told['vcs_info']['commit_id']}"
    return str(told.get("url", ""))
