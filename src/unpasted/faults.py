"""How a fault is told: where it is, one line in the log, one box in the page."""

import contextlib
import functools
import logging
import os
import pwd
import re
import sys
import sysconfig
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import Any

log = logging.getLogger("mkdocs.plugins.unpasted")
# Asked here and not in every page: sysconfig reads how Python was built.
PYTHON = (sysconfig.get_path("purelib"), sysconfig.get_path("stdlib"), sys.prefix)


@dataclass(frozen=True, order=True)
class Place:
    """A line of a source file, named as the author knows it.

    Arguments:
        file: path relative to the project, such as `docs/first.md`.
        line: counted from 1.
        lines, at: of a text that is not the file's, for each of its lines the line of the file that
            brought it, and which of them this is, from 0.
    """

    file: str
    line: int
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    at: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def below(self, lines: int) -> "Place":
        """The place so many lines further down."""
        at = self.at + lines
        line = self.lines[min(at, len(self.lines) - 1)] if self.lines else self.line + lines
        return Place(self.file, line, self.lines, at)

    def padded(self, code: str) -> str:
        """Code that begins here, below empty lines, so that its lines are those of the file."""
        return "\n" * (self.line - 1) + code

    def of(self, text: str, offset: int) -> "Place":
        """Where a character of a text stands that begins here."""
        return self.below(text.count("\n", 0, offset))


class Refused(Exception):  # noqa: N818 - the author's, not the program's
    """What somebody asked for cannot be; the message says why, without a place."""


@dataclass(eq=False)
class Fault(Exception):  # noqa: N818 - the author's, not the program's
    """Something the author must fix, and where.

    Arguments:
        place: the line to look at.
        message: what is wrong; for a bad fence also what was expected and what to write.
        raised_in: the line of a module in which an error came up, if it was not the chapter's.
        cause: the place of an earlier fault that this one follows from.
        code: what does not run because of it, whose names later code will miss.
    """

    place: Place
    message: str
    raised_in: str = ""
    cause: Place | None = None
    code: str = ""

    @property
    def said(self) -> str:
        """What is wrong, without the place."""
        return f"{self.message} (raised in {self.raised_in})" if self.raised_in else self.message

    def __str__(self) -> str:
        return f"{self.place}: {self.said}"


def caught(make: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns, or the fault that it raises."""
    try:
        return make(*arguments)
    except Fault as fault:
        return fault


def did_you_mean(word: str, known: Iterable[str], alike: float = 0.6, before: str = "") -> str:
    """The end of a message, where a known word is much like this one; `before` precedes both."""
    meant = get_close_matches(word, [*known], 1, alike)
    return f"; did you mean {before}{meant[0]}?" if meant else ""


def scrub(text: str, root: Path) -> str:
    """Take the machine's own folders out of a text that will be published."""
    text = str.__str__(text)  # plain, whatever class of the author's it is of
    for folder, name in _folders(root).items():
        if folder in text:
            text = text.replace(f"{folder}/", f"{name}/" if name else "")
            text = re.sub(rf"{re.escape(folder)}(?![\w.-])", name or ".", text)
    return text


@functools.cache
def _folders(root: Path) -> dict[str, str]:
    """What is said in place of each of the machine's folders."""
    folders = {f"{root}/src": "src"} | dict.fromkeys((str(root), *PYTHON), "")
    folders[str(Path.home())] = "~"
    with contextlib.suppress(KeyError):  # a page has a home of its own, and its author another
        folders[pwd.getpwuid(os.getuid()).pw_dir] = "~"
    # one as short as / would rewrite honest output
    return {folder: name for folder, name in folders.items() if len(Path(folder).parts) > 2}


def box(fault: Fault, source: str = "") -> str:
    """What the page shows, under serve, in the place of an output that failed."""
    parts = [f"<p><strong>{escape(str(fault.place))}</strong></p>"]
    parts += [f"<pre><code>{escape(text)}</code></pre>" for text in (source, fault.said) if text]
    return f'<div class="fault" role="alert">{"".join(parts)}</div>'


def folded(faults: Iterable[Fault]) -> list[str]:
    """The faults of a book as lines for the log: each cause once, what follows from it behind it.

    An error in one module that many cells import is one fault to mend; so is a cell that failed
    and could not give its names to the cells below.
    """
    groups: dict[object, list[Fault]] = {}
    group_at: dict[Place | None, object] = {}  # of the first fault that is there
    for fault in faults:
        alike = (fault.raised_in, fault.message) if fault.raised_in else fault
        group = group_at.get(fault.cause, alike)
        group_at.setdefault(fault.place, group)
        groups.setdefault(group, []).append(fault)
    lines = []
    for first, *others in groups.values():
        places = [*dict.fromkeys(str(fault.place) for fault in others)]
        shown = ", ".join(places[:3]) + (f" and {len(places) - 3} more" if places[3:] else "")
        lines.append(f"{first}\n  from the same cause: {shown}" if others else str(first))
    return lines


def tell(faults: list[Fault]) -> None:
    """Write the faults of a book to the log, from which GitHub takes them: .github/faults.json."""
    for line in folded(faults):
        log.error("%s", line)
