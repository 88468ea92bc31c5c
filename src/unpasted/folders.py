"""Folders: files written into one; those of one process, and what killed processes left of them."""

import contextlib
import fcntl
import glob
import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write(folder: Path, files: Mapping[str, bytes | str]) -> None:
    """Write files into a folder, by their paths in it."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)


def write_whole(file: Path, content: bytes, move: Any = os.replace) -> None:
    """Write a file beside its place and move it there. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f".new-{secrets.token_hex(8)}")
    try:
        half.touch(0o600)
        half.write_bytes(content)
        move(half, file)
    finally:
        half.unlink(missing_ok=True)


class Claim:
    """A new folder that is ours as long as this process lives, or until it is cleared.

    Arguments:
        parent: where it is.
        prefix: how its name begins, as nobody else's does: what begins so, and belongs to no
            process that lives, goes.

    Raises OSError.
    """

    def __init__(self, parent: Path, prefix: str) -> None:
        parent.mkdir(parents=True, exist_ok=True)
        for left in parent.glob(f"{glob.escape(prefix)}*"):
            with contextlib.suppress(OSError):
                lock = _locked(left)
                shutil.rmtree(left, ignore_errors=True)
                os.close(lock)
        self._lock: int | None = None
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            try:
                self._lock = _locked(self.path)
            except (BlockingIOError, FileNotFoundError):
                continue  # another process takes it for one that was left
            except OSError:  # a file system without locks: there nothing is cleared for us
                return
            if self.path.exists():
                return

    def clear(self) -> None:
        """Leave nothing of it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _locked(folder: Path) -> int:
    """A descriptor that holds a folder's lock. Raises OSError, BlockingIOError if it is held."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
