"""What a cell writes, however it writes it: print, os.write, a child process, a C library."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import re
import sys
import tempfile
from pathlib import Path

from unpasted.faults import Fault, Place, scrub
from unpasted.read import invisible
from unpasted.read.prose import STRAY
from unpasted.run.execute import MOST_PRINTED

ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")


class Streams:
    """Two files that stand behind the file descriptors 1 and 2 of a page's process."""

    def __init__(self) -> None:
        self._files = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        self._read = [0, 0]

    def install(self) -> None:
        """Send what this process and its children write into the files; let them read nothing."""
        with contextlib.closing(os.fdopen(os.open(os.devnull, os.O_RDONLY))) as nothing:
            os.dup2(nothing.fileno(), 0)
        for file in self._files:
            fcntl.fcntl(file.fileno(), fcntl.F_SETFL, os.O_APPEND)  # writers never cover another
        self.renew()

    def renew(self) -> None:
        """Give Python its own three streams again, whatever the last cell made of them."""
        for descriptor, file in enumerate(self._files, 1):
            os.dup2(file.fileno(), descriptor)
        streams = io.StringIO(), _Limited(1), _Limited(2)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    def take(self) -> tuple[str, str, bool]:
        """What was written to stdout and stderr since this was last asked; whether all of it."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        texts, whole = [], True
        for number, file in enumerate(self._files):
            size = os.fstat(file.fileno()).st_size
            length = min(size - self._read[number], 4 * MOST_PRINTED)
            written = os.pread(file.fileno(), length, self._read[number])
            text = written.decode("utf-8", "surrogateescape")
            whole &= len(text) <= MOST_PRINTED
            texts.append(text[:MOST_PRINTED])
            self._read[number] = size
        return texts[0], texts[1], whole

    @property
    def size(self) -> int:
        """How many bytes were written in all."""
        return sum(os.fstat(file.fileno()).st_size for file in self._files)


def too_much() -> OverflowError:
    """What is wrong with a cell that prints without end."""
    return OverflowError(f"the cell printed more than {MOST_PRINTED} characters")


class _Limited(io.TextIOWrapper):
    """Writes at once, and no more than a page can hold."""

    def __init__(self, descriptor: int) -> None:
        raw = io.FileIO(descriptor, "w", closefd=False)
        errors = "strict" if descriptor == 1 else "backslashreplace"  # as in a terminal
        super().__init__(raw, "utf-8", errors, write_through=True)
        self._written = 0

    def write(self, text: str) -> int:
        self._written += len(text)
        if self._written > MOST_PRINTED:
            raise too_much()
        return super().write(text)


def publishable(text: str, place: Place, root: Path, *, unseen: bool = False) -> str:
    """The text without this machine's folders.

    Arguments:
        unseen: whether it may hold characters that nobody sees; they are shown by their names.

    Raises Fault for what differs in every run, and for characters that no page can hold.
    """
    if address := ADDRESS.search(text):
        raise Fault(
            place,
            f"the output holds a memory address ({address[0]}), different in every run; "
            "print something that stays the same",
        )
    if control := STRAY.search(text):
        raise Fault(place, f"the output holds the character {control[0]!r}, which no page can show")
    if not unseen and (found := invisible.first(text)):
        cure = "take it away, or show it by its name: ```python exec invisible"
        raise Fault(place, f"the output holds {found[1]}, which nobody sees; {cure}")
    text = invisible.shown(text)
    return scrub(str.__str__(text), root)  # plain, whatever class of the cell's it is of
