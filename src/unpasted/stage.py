"""A site is built beside its place and moved there when it is whole; the port is tried first."""

from __future__ import annotations

import contextlib
import filecmp
import os
import shutil
import socket
import tempfile
from pathlib import Path


class CannotStageError(Exception):
    """The site cannot be written, or not be served; the message says why."""


class Stage:
    """A folder in which a site is built, of which nothing is seen until it is whole.

    Arguments:
        site: where the site will be; what is there goes as soon as it is.
        ours: a pattern of files by which a folder is known to hold an earlier result. Without
            such a file, one that is not empty stays.
        before: an earlier stage for the same place, which goes.
        cure: how another place is named.

    Raises CannotStageError.
    """

    def __init__(
        self, site: Path, ours: str = "", before: Stage | None = None, cure: str = ""
    ) -> None:
        self.site = site
        if before:
            before.discard(and_the_old=False)
        shown = os.path.relpath(site)
        if ours and site.is_dir() and any(site.iterdir()) and not any(site.glob(ours)):
            raise CannotStageError(
                f"{shown} holds something else, which would be lost; name a folder that is empty, "
                "or not there yet"
            )
        try:
            if site.exists() and not site.is_dir():
                raise FileExistsError(17, "File exists")
            site.parent.mkdir(parents=True, exist_ok=True)
            self.folder = Path(tempfile.mkdtemp(prefix=f".{site.name}-", dir=site.parent))
            self.folder.chmod(0o755)
        except OSError as error:
            raise CannotStageError(
                f"cannot write to {shown}: {error.strerror}. Remove what is there, or name another "
                f"folder{cure}"
            ) from None

    def __enter__(self) -> Path:
        return self.folder

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Publish it, or where something failed leave nothing of it."""
        if kind is None:
            self.publish()
        else:
            self.discard(and_the_old=False)

    def publish(self) -> None:
        """Put the site in its place, all at once; what was there goes."""
        old = Path(tempfile.mkdtemp(prefix=f".{self.site.name}-old-", dir=self.site.parent))
        for attempt in range(10):  # another build may do the same at this moment
            with contextlib.suppress(FileNotFoundError):
                self.site.rename(old / str(attempt))
            try:
                self.folder.rename(self.site)
                break
            except OSError:
                if attempt == 9:
                    raise
        shutil.rmtree(old, ignore_errors=True)

    def discard(self, *, and_the_old: bool) -> None:
        """Leave nothing of this site; nor of the one before, if that must not be published."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if and_the_old:
            shutil.rmtree(self.site, ignore_errors=True)


def copy_changes(new: Path, served: Path, keep: str) -> set[str]:
    """Make a served folder like a new one, file by file; the files that changed.

    Arguments:
        keep: a folder in it that stays, whether the new one has it or not.
    """
    changed = set()
    files = {p.relative_to(new).as_posix() for p in new.rglob("*") if p.is_file()}
    for name in files:
        before, after = served / name, new / name
        if not (before.exists() and filecmp.cmp(before, after, shallow=False)):
            before.parent.mkdir(parents=True, exist_ok=True)
            os.replace(after, before)
            changed.add(name)
    for path in list(served.rglob("*")):
        name = path.relative_to(served).as_posix()
        if path.is_file() and name not in files and not name.startswith(f"{keep}/"):
            path.unlink()
            changed.add(name)
    return changed


def check_port(host: str, port: int) -> None:
    """Raise CannotStageError where nothing can be served."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStageError(
                f"cannot serve at {host}:{port}: {error.strerror}. Stop what runs there, or choose "
                f"another port: make serve PORT={port + 1}"
            ) from None
