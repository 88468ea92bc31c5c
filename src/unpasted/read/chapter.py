"""A chapter in pieces: prose and fences, in order, and the Markdown that is left with their marks.

Formulas, values and fences each leave one mark (a question two: what is asked, and its answer).
Markdown sees prose and marks only; page.py fills the marks when the code has run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from unpasted.faults import Fault, Place
from unpasted.read import lists
from unpasted.read.fence import SHOWN, Fence, Grammar, read_header
from unpasted.read.prose import STRAY, Formula, Value, mark, set_marks

CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
COMMENT = re.compile(r"(?P<escaped>\\)?<!--")
SHORT = re.compile(r"^[ \t>]*`{1,2} ?(?P<kind>[a-z-]+(?: +[a-z]+)?)(?![^`]*`)")
PLACEHOLDER = "unpasted"
"""The language of the fences in which SuperFences finds what a fence came to."""
OPENING = re.compile(r"^(?P<indent>[ \t>]*)(?P<ticks>`{3,}|~{3,})(?P<header>.*)$")


@dataclass(frozen=True)
class Prose:
    """Markdown that an author wrote. `text` starts at the line of `place`."""

    place: Place
    text: str


@dataclass(frozen=True)
class Part:
    """What is to be made of a fence and stands in one place of the page.

    Arguments:
        inline: whether it stands in a line, or in a tag.
    """

    name: str = "whole"
    inline: bool = False


Piece = Prose | Part | str
"""What a fence becomes: the author's Markdown, a place to be filled, Markdown of ours."""


@dataclass(frozen=True)
class Kind:
    """How a kind of fence is read.

    Arguments:
        grammar: what its header takes.
        read: reads a body that has a grammar of its own. Raises Fault.
        pieces: what the fence becomes in the Markdown of its page.
    """

    grammar: Grammar
    read: Callable[[Fence, Mapping[str, Grammar]], object] | None = None
    pieces: Callable[[Fence], list[Piece]] = lambda fence: [Part()]


Job = Value | Fence
"""Something that runs: a value in a sentence, or a fence with the values in its words."""


@dataclass(frozen=True)
class Filling:
    """What stands behind a mark: the part of a job."""

    job: int
    part: str


@dataclass(frozen=True)
class Chapter:
    """A page as it was read.

    Arguments:
        place, source: where it begins, and as it was written.
        markdown: prose and marks.
        marks: what stands behind each mark, by its number.
        jobs: what runs, in the order in which it runs.
        faults: what could not be read.
        words: how many its reader reads.
        pieces: what it was cut into, for checks that look at several.
    """

    place: Place
    source: str
    markdown: str
    marks: tuple[Formula | Filling | Fault, ...]
    jobs: tuple[Job, ...]
    faults: tuple[Fault, ...]
    words: int
    pieces: tuple[Prose | Fence | Fault, ...]


def read(
    markdown: str, start: Place, kinds: Mapping[str, Kind], shown: Collection[str] = ()
) -> Chapter:
    """Read a page.

    Arguments:
        markdown: its text, without front matter.
        start: the line of the file at which that text begins.
        kinds: every fence that the build acts on.
        shown: languages that Markdown is set up to show by other means.
    """
    reader = _Reader(start, kinds)
    source = markdown
    if stray := STRAY.search(markdown):
        line = start.below(markdown.count("\n", 0, stray.start()))
        reader.take(Fault(line, f"no page can hold {stray[0]!r}"))
        markdown = STRAY.sub("", markdown)
    grammars = {name: kind.grammar for name, kind in kinds.items()}
    pieces = tuple(split(markdown, start, grammars, shown))
    for piece in pieces:
        reader.take(piece)
    return Chapter(
        start, source, "\n".join(reader.out), tuple(reader.marks), tuple(reader.jobs),
        tuple(reader.faults), reader.words, pieces,
    )  # fmt: skip


class _Reader:
    """Takes the pieces of a page one by one; see Chapter for what it collects."""

    def __init__(self, start: Place, kinds: Mapping[str, Kind]) -> None:
        self.kinds = kinds
        self.out: list[str] = []
        self.marks: list[Formula | Filling | Fault] = []
        self.jobs: list[Job] = []
        self.faults: list[Fault] = []
        self.words = 0

    def take(self, piece: Prose | Fence | Fault) -> None:
        if isinstance(piece, Fault):
            self.out += ["", placeholder(self.keep(piece)), ""]
        elif isinstance(piece, Prose):
            self.words += _count_words(piece.text)
            marked = set_marks(piece.text, piece.place, self._runs_by_itself)
            self.out.append(lists.set_apart(marked))
        elif piece.kind == SHOWN:
            self.out.append(piece.raw)
        else:
            try:
                text = self._fence(piece)
            except Fault as fault:
                text = f"\n{placeholder(self.keep(fault))}\n"
            self.out += [(piece.indent + line).rstrip() for line in text.split("\n")]

    def keep(self, thing: Formula | Filling | Fault) -> int:
        if isinstance(thing, Fault):
            self.faults.append(thing)
        self.marks.append(thing)
        return len(self.marks) - 1

    def _fence(self, fence: Fence) -> str:
        kind = self.kinds[fence.kind]
        if kind.read:
            grammars = {name: one.grammar for name, one in self.kinds.items()}
            fence = replace(fence, content=kind.read(fence, grammars))
            self.words += _count_words(fence.body)
        number = len(self.jobs)
        values: list[Value] = []

        def keep(thing: Formula | Value | Fault) -> int:
            if not isinstance(thing, Value):
                return self.keep(thing)
            values.append(thing)
            return self.keep(Filling(number, f"value {len(values) - 1}"))

        parts = []
        if "caption" in fence.options:
            caption = set_marks(fence.options["caption"], fence.place, keep)
            fence = fence.with_option("caption", caption)
        for piece in kind.pieces(fence):
            if isinstance(piece, Prose):
                parts.append(set_marks(piece.text, piece.place, keep))
            elif isinstance(piece, Part):
                here = self.keep(Filling(number, piece.name))
                parts.append(mark(here) if piece.inline else f"\n\n{placeholder(here)}\n\n")
            else:
                parts.append(piece)
        self.jobs.append(replace(fence, values=tuple(values)))
        return "".join(parts)

    def _runs_by_itself(self, thing: Formula | Value | Fault) -> int:
        if not isinstance(thing, Value):
            return self.keep(thing)
        self.jobs.append(thing)
        return self.keep(Filling(len(self.jobs) - 1, "value"))


def placeholder(number: int) -> str:
    """The fence that stands in the Markdown for thing `number` until the page is converted."""
    return f"```{PLACEHOLDER}\n{number}\n```"


def split(
    markdown: str, start: Place, grammars: Mapping[str, Grammar], shown: Collection[str] = ()
) -> Iterator[Prose | Fence | Fault]:
    """Cut a page into prose and fences, in order; a fence that cannot be read comes as a Fault.

    HTML comments are blanked, so that a cell that is commented out does not run.
    """
    lines = markdown.split("\n")
    at = first = 0
    while at < len(lines):
        piece, end = _piece(lines, at, first, start.below(at), grammars, shown)
        if piece:
            if first < at:
                yield Prose(start.below(first), "\n".join(lines[first:at]))
            yield piece
            first = end
        at = end
    if first < len(lines):
        yield Prose(start.below(first), "\n".join(lines[first:]))


def _piece(
    lines: list[str],
    at: int,
    first: int,
    place: Place,
    grammars: Mapping[str, Grammar],
    shown: Collection[str],
) -> tuple[Fence | Fault | None, int]:
    """The fence that opens in a line, or what is wrong with it; and the line behind.

    Arguments:
        first: the line at which the prose around it begins.
    """
    if "<!--" in lines[at]:
        opened, wrong = _comment_in(lines, at, first)
        if wrong:
            return Fault(place, wrong), at + 1
        if opened is None:
            return None, at + 1
        closed = _blank_comment(lines, at, opened)
        fault = Fault(place, "this comment is never closed")
        return (fault, len(lines)) if closed is None else (None, closed)
    if (short := SHORT.match(lines[at])) and _begins(short["kind"], grammars):
        return Fault(place, "a fence opens and closes with three backticks: ```"), at + 1
    opening = OPENING.match(lines[at])
    if not opening or opening["ticks"] in opening["header"]:
        return None, at + 1
    for end in range(at + 1, len(lines)):
        inner = OPENING.match(lines[end])
        if inner and inner.group("indent", "ticks") == opening.group("indent", "ticks"):
            break
    else:
        says = f"this fence is never closed; expected a line {opening['ticks']}"
        return Fault(place, says), len(lines)
    if inner["header"].strip():
        says = f"this fence is never closed: line {place.line + end - at} opens the next; expected"
        return Fault(place, f"{says} a line {opening['ticks']} before it"), end
    try:
        return _fence(lines[at : end + 1], opening, place, grammars, shown), end + 1
    except Fault as fault:
        fault.code = "\n".join(lines[at + 1 : end])
        return fault, end + 1


def _fence(
    lines: list[str],
    opening: re.Match[str],
    place: Place,
    grammars: Mapping[str, Grammar],
    shown: Collection[str],
) -> Fence:
    indent = opening["indent"]
    inside = enumerate(lines[1:-1], 1)
    body = "\n".join(_dedent(line, indent, place.below(n)) for n, line in inside)
    fence = read_header(opening["header"], place, grammars, shown)
    if not indent.strip(" ") and len(indent) % 4:
        blanks = f"{len(indent)} blank{'s' * (len(indent) > 1)}"
        raise Fault(
            place,
            f"this fence is indented by {blanks}; indent it by four where it belongs to a list "
            "item or a note, and not at all elsewhere",
        )
    if fence.kind in grammars and not body.strip():
        raise Fault(place, f"this {fence.kind} fence is empty")
    return replace(fence, indent=indent, body=body, raw="\n".join(lines))


def _begins(words: str, grammars: Mapping[str, Grammar]) -> bool:
    """Whether a line that begins with these words is meant to open a fence of ours."""
    return any(words in (kind, kind.split()[0]) or words.startswith(kind) for kind in grammars)


def _dedent(line: str, indent: str, place: Place) -> str:
    if line.startswith(indent):
        return line[len(indent) :]
    if line.rstrip() in ("", indent.rstrip()):
        return ""
    raise Fault(place, "this line stands further left than its fence; indent or quote it alike")


def _comment_in(lines: list[str], at: int, first: int) -> tuple[int | None, str]:
    """The column at which a comment opens in line `at`, if one does; and what is wrong with it.

    In code there are none, and code may span the lines of a paragraph.
    """
    begins = max((n + 1 for n in range(first, at) if not lines[n].strip()), default=first)
    ends = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
    before = sum(len(line) + 1 for line in lines[begins:at])
    paragraph = "\n".join(lines[begins:ends])
    code = [span.span() for span in CODE_SPAN.finditer(paragraph)]
    for found in COMMENT.finditer(lines[at]):
        inside = any(start < before + found.end() <= end for start, end in code)
        if inside and not lines[at][: found.start()].strip():
            return None, "Markdown takes this for a comment, though it is code: write it on a line"
        if not inside and found["escaped"]:
            return None, "a backslash keeps no comment from being one; write `<!--` or &lt;!--"
        if not inside:
            return found.start(), ""
    return None, ""


def _blank_comment(lines: list[str], at: int, opened: int) -> int | None:
    """Blank the comment that opens on line `at`; return the line that closes it."""
    before, rest = lines[at][:opened], lines[at][opened + 4 :]
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


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))
