"""A chapter in pieces: prose and fences, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.errors import Fault, Place
from authoring.fences import Fence, read_header

CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
OPENING = re.compile(r"^(?P<indent>[ \t>]*)(?P<ticks>`{3,}|~{3,})(?P<header>.*)$")


@dataclass(frozen=True)
class Prose:
    """Lines between fences. `text` starts at the line of `place`."""

    place: Place
    text: str


def split(markdown: str, start: Place) -> Iterator[Prose | Fence | Fault]:
    """Cut a chapter into prose and fences, in order.

    Arguments:
        markdown: the chapter's text, without its front matter.
        start: the line of the file at which that text begins.

    A fence with a bad header comes as a Fault, followed by the same fence of kind "fault".
    HTML comments are blanked, so that a cell that is commented out does not run.
    """
    lines = markdown.split("\n")
    at = first = 0
    while at < len(lines):
        if "<!--" in CODE_SPAN.sub("", lines[at]):
            closed = _blank_comment(lines, at)
            if closed is None:
                yield Fault(Place(start.file, start.line + at), "this comment is never closed")
                return
            at = closed
            continue
        opening = OPENING.match(lines[at])
        if not opening or opening["ticks"] in opening["header"]:
            at += 1
            continue
        if first < at:
            yield Prose(Place(start.file, start.line + first), "\n".join(lines[first:at]))
        place = Place(start.file, start.line + at)
        end = _closing(lines, at, opening)
        if end is None:
            yield Fault(place, f"this fence is never closed; expected a line {opening['ticks']}")
            return
        indent = opening["indent"]
        try:
            body = "\n".join(
                _dedent(lines[n], indent, Place(start.file, start.line + n))
                for n in range(at + 1, end)
            )
            fence = read_header(opening["header"], place)
        except Fault as fault:
            yield fault
            fence, body = Fence("fault", place), "\n".join(lines[at + 1 : end])
        fence.indent, fence.body, fence.raw = indent, body, "\n".join(lines[at : end + 1])
        yield fence
        at = first = end + 1
    if first < len(lines):
        yield Prose(Place(start.file, start.line + first), "\n".join(lines[first:]))


def _closing(lines: list[str], opened: int, opening: re.Match[str]) -> int | None:
    pattern = re.compile(rf"^{re.escape(opening['indent'])}{re.escape(opening['ticks'])}[ \t]*$")
    return next((n for n in range(opened + 1, len(lines)) if pattern.match(lines[n])), None)


def _dedent(line: str, indent: str, place: Place) -> str:
    if line.startswith(indent):
        return line[len(indent) :]
    if line.rstrip() in ("", indent.rstrip()):
        return ""
    raise Fault(place, "this line stands further left than its fence; indent or quote it alike")


def _blank_comment(lines: list[str], at: int) -> int | None:
    """Blank the comment that opens on line `at`; return the line that closes it."""
    before, _, rest = lines[at].partition("<!--")
    end = at
    while "-->" not in rest:
        end += 1
        if end == len(lines):
            return None
        rest = lines[end]
    after = rest.partition("-->")[2]
    lines[at : end + 1] = [""] * (end + 1 - at)
    lines[end] = before + after
    return end
