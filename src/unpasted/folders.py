"""Folders that belong to one process; what processes left that were killed is cleared."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import shutil
import tempfile
from pathlib import Path


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
            if (lock := _locked(left)) is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(lock)
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            self._lock = _locked(self.path)
            if self._lock is not None and self.path.exists():
                return  # no other process has cleared it before it was locked

    def clear(self) -> None:
        """Leave nothing of it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _locked(folder: Path) -> int | None:
    """A descriptor that holds a folder's lock; None where somebody else does."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except OSError:
            os.close(descriptor)
    return None
