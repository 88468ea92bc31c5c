"""How a fault is told: one line in the log, one box in the page."""

from __future__ import annotations

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
        raised_in: the line of a module in which an error came up, if it was not the chapter's.
    """

    def __init__(self, place: Place, message: str, raised_in: str = "") -> None:
        super().__init__(message)
        self.place = place
        self.message = message
        self.raised_in = raised_in

    def __str__(self) -> str:
        where = f" (raised in {self.raised_in})" if self.raised_in else ""
        return f"{self.place}: {self.message}{where}"


def fault_of(error: BaseException, place: Place, root: Path) -> Fault:
    """The fault behind an exception that a cell raised.

    The line is the innermost one inside the chapter; an error raised deeper, in a module of
    ours, names that line too.
    """
    message = scrub(told(error), root)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == place.file]
    if own:
        place = Place(place.file, own[-1].lineno or place.line)
    source: tuple[str | None, int | None] | None = None
    if isinstance(error, SyntaxError):
        source = (error.filename, error.lineno)
    elif own and not isinstance(error, TimeoutError):
        source = (frames[-1].filename, frames[-1].lineno)
    if source and source[0] == place.file:
        return Fault(Place(place.file, source[1] or place.line), message)
    return Fault(place, message, f"{scrub(str(source[0]), root)}:{source[1]}" if source else "")


def within(error: BaseException, place: Place) -> bool:
    """Whether an error came up in code of this place's chapter, or was called from there."""
    frames = traceback.extract_tb(error.__traceback__)
    return any(frame.filename == place.file for frame in frames)


def told(error: BaseException) -> str:
    """An error's type and whole message, as the last lines of a traceback tell them."""
    if isinstance(error, SyntaxError):
        return traceback.format_exception_only(error)[-1].strip()
    kind = type(error)
    named = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        named = f"{kind.__module__}.{named}"
    try:
        text = str(error)
    except Exception:
        text = "<its message cannot be told>"
    return f"{named}: {text}" if text else named


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
        if len(Path(folder).parts) > 2:  # a folder as short as / would rewrite honest output
            text = text.replace(folder, name)
    return text


def box(fault: Fault, source: str = "", printed: str = "") -> str:
    """What the page shows, under serve, in the place of an output that failed."""
    parts = [f"<p><strong>{escape(str(fault.place))}</strong></p>"]
    said = str(fault).removeprefix(f"{fault.place}: ")
    parts += [f"<pre><code>{escape(text)}</code></pre>" for text in (source, printed) if text]
    parts.append(f"<pre><code>{escape(said)}</code></pre>")
    return f'<div class="fault" role="alert">{"".join(parts)}</div>'
