"""Folders: files written into one, or zipped; those of one process; a site, moved when whole.

What killed processes left of them goes.
"""

import contextlib
import ctypes
import fcntl
import filecmp
import glob
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from unpasted.faults import Refused, log
from unpasted.run.processes import LIBC

# What a host wants beside a site, and nobody builds.
KEPT = (".git", "CNAME", ".nojekyll")
ONLINE = ("sitemap.xml", "sitemap.xml.gz")  # for who comes by the site's address
MIMETYPE = "mimetype"  # of an EPUB, whose readers look for it at a place of its own
UNTOUCHED = "the last good site stays as it was"


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


def pack(file: Path, held: Iterable[tuple[str, bytes | str]]) -> None:
    """Write a zip of these names and contents, in this order; the same give the same bytes."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in held:
            way = zipfile.ZIP_STORED if name == MIMETYPE else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, way)


def write_zip(site: Path, file: Path) -> None:
    """Write a site as a zip, in a folder named like the file; unpacked, it works from its files."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    wanted = [name for name, path in paths.items() if path.is_file() and name not in ONLINE]
    pack(file, ((f"{file.stem}/{name}", paths[name].read_bytes()) for name in wanted))


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


class Stage(Claim):
    """A folder in which a site is built, of which nothing is seen until it is whole.

    Arguments:
        site: where the site will be; what is there goes as soon as it is.
        ours: a pattern of files by which a folder is known to hold an earlier result. Without
            such a file, one that is not empty stays.
        cure: how another place is named.

    Raises Refused.
    """

    def __init__(self, site: Path, ours: str, cure: str = "") -> None:
        self.site = site
        shown = os.path.relpath(site)
        there = {file.name for file in site.iterdir()} if site.is_dir() else set()
        if there.difference(KEPT) and not any(site.glob(ours)):
            says = f"{shown} holds something else, which would be lost"
            raise Refused(f"{says}; name a folder that is empty, or not there yet")
        self._by_file = bool(there & {*KEPT}) or site.is_symlink() or os.path.ismount(site)
        try:
            if (site.exists() or site.is_symlink()) and not site.is_dir():
                raise FileExistsError(17, "File exists")
            parent = Path(tempfile.gettempdir()) if self._by_file else site.parent
            super().__init__(parent, f".{site.name}-unpasted-")
            self.path.chmod(0o755)
        except OSError as error:
            cure = f"Remove what is there, or name another folder{cure}"
            raise Refused(f"cannot write to {shown}: {error.strerror}. {cure}") from None

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.end(publish=kind is None)

    def end(self, *, publish: bool) -> None:
        """Publish it, or where something failed leave nothing of it. Raises Refused."""
        try:
            if publish:
                self._publish()
        except OSError as error:
            says = f"cannot put the site in its place: {error.strerror or error}"
            raise Refused(f"{says}; {UNTOUCHED}") from None
        finally:
            self.clear()

    def _publish(self) -> None:
        """Put the site in its place, all at once where that can be; what was there goes."""
        shown, hold = os.path.relpath(self.site), ", ".join(KEPT)
        why = f"{shown} is a link, a mount, or holds {hold}" if self._by_file else ""
        if not why:
            try:
                if self.site.is_dir():
                    exchange(self.path, self.site)
                else:
                    self.path.rename(self.site)
                return
            except (OSError, AttributeError):
                why = "two folders cannot change places here"
        log.info("%s: files were brought up to date one by one, so", why)
        log.info("for a moment the site was half old")
        copy_changes(self.path, self.site, KEPT)


def end_at_sigterm(*, serving: bool) -> None:
    """From now on end as after a fault where SIGTERM asks for it, a server as after Control-C; what
    asks again is not heard."""

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if serving:
            raise KeyboardInterrupt
        raise SystemExit(f"The build was ended by SIGTERM; {UNTOUCHED}.")

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


def exchange(one: Path, other: Path) -> None:
    """Let two folders change places in one move.

    Raises OSError; AttributeError where the system has no such call.
    """
    first, second = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin":
        failed = LIBC.renamex_np(first, second, 2)  # RENAME_SWAP
    else:
        failed = LIBC.renameat2(-100, first, -100, second, 2)  # AT_FDCWD, RENAME_EXCHANGE
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(other))


def copy_changes(new: Path, served: Path, keep: Collection[str]) -> set[str]:
    """Make a served folder like a new one, file by file; the files that changed.

    Arguments:
        keep: names right in it that stay where the new one has none of them.
    """
    files = {path.relative_to(new).as_posix() for path in new.rglob("*") if path.is_file()}
    gone = set()
    for path in sorted(served.rglob("*"), reverse=True):  # what is in a folder before it
        name = path.relative_to(served).as_posix()
        if path.is_dir() and name in files:
            shutil.rmtree(path)
        elif path.is_file() and name not in files and name.partition("/")[0] not in keep:
            path.unlink()
            gone.add(name)
    _, changed, missing = filecmp.cmpfiles(new, served, files, shallow=False)
    for name in (*changed, *missing):
        (served / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(new / name, served / name)  # a rename, unless that is on another disk
    return gone.union(changed, missing)
