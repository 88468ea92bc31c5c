"""What a cell writes, however it writes it: print, os.write, a child process, a C library."""

import contextlib
import fcntl
import io
import os
import sys
import threading
from os import fstat  # as it is before it tells who looks
from pathlib import Path

from unpasted.run.execute import MOST_PRINTED
from unpasted.run.processes import LIBC

TOO_MUCH = f"the cell printed more than {MOST_PRINTED} characters"


class Streams:
    """The files that stand behind the file descriptors 1 and 2 of a page's process.

    What a job leaves running goes on writing into its own, so no word appears under another.

    Arguments:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files: dict[int, tuple[_File, _File]] = {}
        self.job = 0

    def install(self) -> None:
        """Send what this process and its children write into the files; let them read nothing."""
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        self.begin(0)

    def begin(self, job: int, *, alone: bool = False) -> None:
        """From now on, this job writes; into the same files as the last, if that left nothing."""
        if job not in self.files:
            out, err = self._folder / f"{job}-out", self._folder / f"{job}-err"
            self.files[job] = self.files[self.job] if alone else (_File(out), _File(err))
        self.job = job
        self.renew()

    def renew(self) -> None:
        """Give Python its own three streams again, whatever the last cell made of them."""
        for descriptor, file in enumerate(self.files[self.job], 1):
            os.dup2(file.fileno(), descriptor)
        streams = io.StringIO(), _Limited(1, self), _Limited(2, self)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    def take(self) -> tuple[str, str, bool]:
        """What was written to stdout and stderr since this was last asked; whether all of it."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        LIBC.fflush(None)
        out, err = (file.take() for file in self.files[self.job])
        most = MOST_PRINTED
        return out[:most], err[:most], max(len(out), len(err)) <= most

    def late(self) -> dict[int, str]:
        """What was written for each job after it had ended."""
        last_first = sorted(self.files, reverse=True)  # the last that wrote into a file
        texts = {job: "".join(file.take() for file in self.files[job]) for job in last_first}
        return {job: text.strip() for job, text in texts.items() if text.strip()}


class _File(io.FileIO):
    """A new file; its descriptor is none of 0, 1, 2, which a cell may have closed."""

    def __init__(self, path: Path) -> None:
        low = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)  # writers never cover another
        super().__init__(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 3), "r+")
        os.close(low)
        self._taken = 0  # bytes

    def take(self) -> str:
        """What was written since this was last asked, or the beginning of much."""
        start, self._taken = self._taken, fstat(self.fileno()).st_size
        length = min(self._taken - start, 4 * MOST_PRINTED)
        return os.pread(self.fileno(), length, start).decode("utf-8", "surrogateescape")


class _Limited(io.TextIOWrapper):
    """Writes at once, and no more than a page can hold."""

    def __init__(self, descriptor: int, streams: Streams) -> None:
        self._descriptor, self._streams = descriptor, streams
        raw = io.FileIO(descriptor, "w", closefd=False)
        errors = "strict" if descriptor == 1 else "backslashreplace"  # as in a terminal
        super().__init__(raw, "utf-8", errors, write_through=True)
        self._written = 0

    def write(self, text: str) -> int:
        job = getattr(threading.current_thread(), "job", self._streams.job)
        if job != self._streams.job:
            own = self._streams.files[job][self._descriptor - 1]
            own.write(text.encode("utf-8", "replace"))
            return len(text)
        self._written += len(text)
        if self._written > MOST_PRINTED:
            raise OverflowError(TOO_MUCH)
        return super().write(text)
