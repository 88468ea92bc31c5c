"""How a fault is told: one line in the log, one box in the page."""

from __future__ import annotations

import re
import sys
import sysconfig
import traceback
from dataclasses import dataclass
from html import escape
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A line of a source file, named as the author knows it.

    Arguments:
        file: path relative to the project, such as `docs/chapters/01-derivative.md`.
        line: counted from 1.
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Fault(Exception):  # noqa: N818 - the author's, not the program's
    """Something the author must mend, and where.

    Arguments:
        place: the line to look at.
        message: what is wrong; for a bad fence also what was expected and what to write.
    """

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def fault_of(error: BaseException, place: Place, root: Path) -> Fault:
    """The fault behind an exception that a cell raised.

    The line is the innermost one inside the chapter; an error raised deeper, in a module of
    ours, names that line too.
    """
    message = scrub("".join(traceback.format_exception_only(error)).strip().split("\n")[-1], root)
    if isinstance(error, SyntaxError) and error.lineno:
        if error.filename == place.file:
            return Fault(Place(place.file, error.lineno), message)
        return Fault(place, f"{message} (in {scrub(str(error.filename), root)}:{error.lineno})")
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == place.file and frame.lineno]
    deepest = frames[-1] if frames else None
    if lines:
        place = Place(place.file, lines[-1])
    if lines and deepest and deepest.filename != place.file:
        message += f" (raised in {scrub(deepest.filename, root)}:{deepest.lineno})"
    return Fault(place, message)


def scrub(text: str, root: Path) -> str:
    """Take the machine's own folders out of a text that will be published."""
    folders = {
        f"{root}/src/": "src/",
        f"{root}/": "",
        sysconfig.get_path("purelib") + "/": "",
        sysconfig.get_path("stdlib") + "/": "",
        sys.prefix + "/": "",
        str(Path.home()) + "/": "~/",
    }
    for folder, name in folders.items():
        text = text.replace(folder, name)
    return text


ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")


def box(fault: Fault, source: str = "", printed: str = "") -> str:
    """What the page shows, under serve, in the place of an output that failed."""
    parts = [f"<p><strong>{escape(str(fault.place))}</strong></p>"]
    parts += [f"<pre><code>{escape(text)}</code></pre>" for text in (source, printed) if text]
    parts.append(f"<pre><code>{escape(fault.message)}</code></pre>")
    return f'<div class="fault" role="alert">{"".join(parts)}</div>'
