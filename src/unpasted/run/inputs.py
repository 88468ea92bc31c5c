"""What a page's code looked at beside itself: noted in the page's process, compared by the build.

A look is a way to look and a path, such as `content docs/data.csv`, with a digest of what was seen
the first time. Audit events tell of what is opened and listed, however that is done; for `stat` and
its like, which have none, `os` is given functions that tell. What only the system knows (what a
process read, what came over the network, what a C function did) makes a page unknowable.
"""

import contextlib
import functools
import glob
import hashlib
import importlib.util
import json
import os
import re
import stat
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from unpasted.run.execute import LIBRARY, OURS, is_library

CONTENT, STATUS, NAMES, ENTRIES, PATTERN = "content", "status", "names", "entries", "pattern"
KIND = "kind"
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events of which nobody can know what they read, and what those of each module are.
UNKNOWN = {
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "socket.connect",
    "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "ctypes.dlopen", "ctypes.dlsym",
}  # fmt: skip
PROCESS, OTHERS = "starts a process", {"socket": "uses the network", "ctypes": "calls a C library"}
# How many paths each of these events begins with; a link changes only the second.
CHANGES = {
    "os.remove": 1, "os.rename": 2, "os.mkdir": 1, "os.rmdir": 1, "shutil.rmtree": 1,
    "os.truncate": 1, "os.link": 2, "os.symlink": 2, "os.chmod": 1, "os.chown": 1, "os.utime": 1,
}  # fmt: skip
HEARD = {"open", "import", "os.listdir", "os.scandir", "sqlite3.connect", *CHANGES, *UNKNOWN}
LEFT_OUT = (".venv", "node_modules", "__pycache__")
# Of a file's status, some that ask want less: whether it is there, or whether its text is still it.
WANTED = {("genericpath", name): KIND for name in ("exists", "isfile", "isdir")}
WANTED |= {("linecache", name): CONTENT for name in ("updatecache", "checkcache")}
SCRATCH = re.compile(r"/__pycache__/|/\.(?!cache/|git/)[^/]+/")  # where libraries keep their own
NAMED = re.compile(r"[\w./-]*[./][\w./-]+")  # what may be the name of a file, in a cell
OUR_OWN = ContextVar("OUR_OWN", default=False)  # a look that nobody is to note


@dataclass(frozen=True)
class Looks:
    """What the code of a page looked at.

    Arguments:
        seen: a digest for each look.
        unknown: for the number of a job, what it did of which nobody can know what it read.
    """

    seen: dict[str, str] = field(default_factory=dict)
    unknown: dict[int, str] = field(default_factory=dict)

    def same(self, root: Path) -> bool:
        """Whether all of it is still as it was."""
        return all(seen(root, look) == digest for look, digest in self.seen.items())


def looks_in(file: IO[bytes]) -> Looks:
    """What processes noted in a file; each look as it was the first time."""
    noted = [json.loads(line) for line in os.pread(file.fileno(), 1 << 30, 0).splitlines()]
    seen_first = {key: text for key, text in reversed(noted) if isinstance(key, str)}
    return Looks(seen_first, {key: text for key, text in reversed(noted) if isinstance(key, int)})


def seen(root: Path, look: str) -> str:
    """A digest of what somebody sees who looks now; "" where there is nothing.

    Arguments:
        root: the folder from which paths count.
    """
    way, _, name = look.partition(" ")
    path = root / name
    try:
        if way == PATTERN:
            named = glob.glob(name, root_dir=root, recursive=True)
            found = sorted(one for one in named if not {*LEFT_OUT} & {*Path(one).parts})
            return digest([(one, seen(root, f"{CONTENT} {one}")) for one in found])
        if way == STATUS:
            return digest(_status(path))
        if way == KIND:
            return f"file {path.is_file()}, folder {path.is_dir()}, there {path.exists()}"
        if path.is_dir():
            there = [one for one in os.scandir(path) if one.name not in LEFT_OUT]
            if path == root:  # without the cache, and a site that is being built
                there = [one for one in there if not one.name.startswith(".")]
            if way == ENTRIES:
                return digest(sorted((one.name, _status(Path(one.path))) for one in there))
            return digest(sorted((one.name, one.is_dir()) for one in there))
        if not path.is_file():
            return "special" if path.exists() else ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _status(path: Path) -> list[object]:
    """What a file's status says that does not change when it is read; of a folder, that it is."""
    own, link = path.lstat(), os.readlink(path) if path.is_symlink() else ""
    there = path.stat() if path.exists() else own
    more = [] if stat.S_ISDIR(there.st_mode) else [there.st_size, there.st_mtime_ns]
    return [own.st_mode, link, there.st_mode, there.st_uid, there.st_gid, *more]


def digest(data: object) -> str:
    """A digest of plain data."""
    return hashlib.sha256(repr(data).encode("utf-8", "surrogateescape")).hexdigest()


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Meanwhile, what this thread does is our own, and is not noted."""
    before = OUR_OWN.set(True)
    try:
        yield
    finally:
        OUR_OWN.reset(before)


class Inputs:
    """Notes what this process, and those that are forked of it, look at.

    Arguments:
        root: the project's folder.
        own: a folder that belongs to the build and its pages; what is in it is nobody's input.
        file: takes what is looked at, from all processes.
    """

    def __init__(self, root: Path, own: str, file: IO[bytes]) -> None:
        # What is at work.
        self.job = 0
        self._root, self._inside, self._own = root, f"{root}{os.sep}", f"{own}{os.sep}"
        self.file = file
        self._seen: set[object] = set()

    def watch(self) -> None:
        """Begin, for the rest of this process. No cell can switch it off."""
        import _posixsubprocess

        for name in ("stat", "lstat", "access", "readlink", "fstat"):
            setattr(os, name, self._telling(getattr(os, name)))
        spawn = _posixsubprocess.fork_exec  # how multiprocessing starts what is not forked

        def started(*arguments: Any) -> Any:
            self.unknown(PROCESS)
            return spawn(*arguments)

        _posixsubprocess.fork_exec = started
        start = threading.Thread.start

        def begin(thread: threading.Thread) -> None:
            """Remember which job it belongs to, and whether a library keeps it."""
            by = next((file for file, module, _ in _frames() if module != "threading"), "")
            job = getattr(threading.current_thread(), "job", self.job)
            vars(thread).update(job=job, pooled=is_library(by))
            start(thread)

        setattr(threading.Thread, "start", begin)  # noqa: B010
        sys.addaudithook(self._audit)

    def unknown(self, what: str) -> None:
        """Note that the job at work does something of which nobody can know what it reads."""
        if self.job not in self._seen:
            self._write(self.job, what)

    def named_in(self, code: str, reads: str | None) -> None:
        """Take the files of the book that a cell names as read: a C library reads them unheard.

        Arguments:
            reads: patterns of all that it reads, where its author says so; then that is known.
        """
        for name in {*NAMED.findall(code)}:
            with silent():
                there = (self._root / name).is_file()
            if there:
                self._look(CONTENT, self._root / name)
        if reads is not None:
            self._seen.add(self.job)
            for name in reads.split():
                self._note(f"{PATTERN} {name}")

    def _write(self, key: str | int, text: str) -> None:
        self._seen.add(key)
        os.write(self.file.fileno(), json.dumps([key, text]).encode() + b"\n")

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in HEARD or OUR_OWN.get():  # id() is an event too
            return
        match event, arguments:
            case "open", (path, _, flags):
                if flags & WRITING:
                    self._refuse(path)
                if not flags & os.O_WRONLY:
                    self._look(CONTENT, path)
            case "import", (_, str(file), *_):
                self._look(CONTENT, file)
            case "os.listdir", (path,):
                self._look(NAMES, path)
            case "os.scandir", (path,):  # Python's own ask for names and whether they are folders
                by_python = is_library(sys._getframe(1).f_code.co_filename)
                self._look(NAMES if by_python else ENTRIES, path)
            case "sqlite3.connect", (database,):
                name = os.fsdecode(database).removeprefix("file:").partition("?")[0]
                for path in (name, f"{name}-wal") if name not in ("", ":memory:") else ():
                    self._look(CONTENT, path)
            case _ if event in CHANGES:
                if arguments[-1] in (-1, None) or event == "os.truncate":  # not in an open folder
                    first = "link" in event  # what is linked to stays as it is
                    for path in arguments[first : CHANGES[event]]:
                        self._refuse(path)
            case _ if event in UNKNOWN and self._unknown_of_a_cell(event):
                self.unknown(OTHERS.get(event.partition(".")[0], PROCESS))

    def _unknown_of_a_cell(self, event: str) -> bool:
        """Whether nobody can know what an event reads; some that ask are innocent.

        `platform` asks the machine what it is; a C library belongs to the installed package that
        loads it, or is loaded while ctypes is imported.
        """
        module = event.partition(".")[0]
        for file, asking, function in _frames():
            if asking.partition(".")[0] != module:
                return asking != "platform" and not (module == "ctypes" and is_library(file))
            if module == "ctypes" and function == "<module>":
                return False
        return False

    def _path(self, path: Any, folder: Any = None) -> str:
        """The whole path of what a function was given; nothing for what is none."""
        try:
            with silent():
                if isinstance(path, int):
                    return os.readlink(f"/proc/self/fd/{path}")
                base = os.readlink(f"/proc/self/fd/{folder}") if folder else os.getcwd()
                name = os.fsdecode(path)  # "", which Python opens for an error in `compile(…, "")`
                whole = os.path.normpath(os.path.join(base, name)) if name else ""
        except (OSError, TypeError):  # the folder is gone
            return ""
        if f"{os.sep}__pycache__{os.sep}" in whole:
            with contextlib.suppress(ValueError):
                whole = importlib.util.source_from_cache(whole)
        return whole

    def _look(self, way: str, path: Any, folder: Any = None) -> None:
        whole = self._path(path if path is not None else ".", folder)
        own = f"{whole}/".startswith((self._own, "/dev/"))
        if f"{whole}/".startswith(("/proc/", "/sys/")):
            others = (file for file, *_ in _frames() if not file.startswith(("<", LIBRARY)))
            if not is_library(next(others, "")):
                self.unknown(f"reads {whole}")
        elif whole[:1] == os.sep and not (own or is_library(f"{whole}/")):
            self._note(f"{way} {whole.removeprefix(self._inside)}")

    def _note(self, look: str) -> None:
        if look not in self._seen:
            with silent():
                self._write(look, seen(self._root, look))

    def _refuse(self, path: Any) -> None:
        """Raise for a file of the book or of this tool, which no cell may change."""
        whole = self._path(path)
        inside, name = whole.startswith((self._inside, OURS)), whole.removeprefix(self._inside)
        library = is_library(whole) and not whole.startswith(OURS)
        if not inside or library or whole.startswith(self._own) or SCRATCH.search(f"/{name}"):
            return
        cure = "write into a folder of its own, by tempfile.TemporaryDirectory()"
        raise PermissionError(f"a cell cannot change a file of the book, {name}; {cure}")

    def _telling(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of `os` that notes at what it looks."""

        @functools.wraps(function)
        def telling(path: Any, *arguments: Any, **options: Any) -> Any:
            if not OUR_OWN.get():
                asks = sys._getframe(1)
                asking = asks.f_globals.get("__name__", ""), asks.f_code.co_name
                self._look(WANTED.get(asking, STATUS), path, options.get("dir_fd"))
            return function(path, *arguments, **options)

        telling.__module__ = "os"  # where a pickle looks for it
        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if function in able:
                able.add(telling)
        return telling


Stamps = dict[tuple[Path, int], dict[Path, tuple[int, ...]]]


def stamps(folders: Collection[Path]) -> Stamps:
    """For each file in these folders, or for a file itself, what changes whenever it is written.

    A folder that another build has replaced meanwhile is another one.
    """
    found: Stamps = {}
    for top in filter(Path.exists, folders):
        inside = found[top, top.stat().st_ino if top.is_dir() else 0] = {}
        for file in top.rglob("*") if top.is_dir() else [top]:
            with contextlib.suppress(OSError):
                one = file.lstat()
                if not (file.is_dir() or {*LEFT_OUT} & {*file.relative_to(top).parts}):
                    inside[file] = one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns
    return found


def changed(before: Stamps, now: Stamps) -> list[Path]:
    """The files that were written, made or taken away between two times."""
    both = [(before[key].items(), now[key].items()) for key in before.keys() & now.keys()]
    return sorted({path for old, new in both for path, _ in old ^ new})


def _frames() -> Iterator[tuple[str, str, str]]:
    """File, module and function of each frame that led here, the innermost first."""
    for frame, _ in traceback.walk_stack(sys._getframe(1)):
        if frame.f_code.co_filename != __file__:
            name = frame.f_globals.get("__name__") or ""
            yield frame.f_code.co_filename, str(name), frame.f_code.co_name
