"""A chapter in pieces: prose and fences, in order, and the Markdown that is left with their marks.

Formulas, values and fences each leave one mark (a question two: what is asked, and its answer).
Markdown sees prose and marks only; page.py fills the marks when the code has run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from unpasted.faults import Fault, Place
from unpasted.read.fence import SHOWN, Fence, Grammar, read_header
from unpasted.read.prose import STRAY, Formula, Value, mark, set_marks

CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
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
    read: Callable[[Fence, Mapping[str, Collection[str]]], object] | None = None
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
            self.out += ["", placeholder(self.refuse(piece)), ""]
        elif isinstance(piece, Prose):
            self.words += _count_words(piece.text)
            self.out.append(set_marks(piece.text, piece.place, self._runs_by_itself))
        elif piece.kind == SHOWN:
            self.out.append(piece.raw)
        else:
            try:
                text = self._fence(piece)
            except Fault as fault:
                text = f"\n{placeholder(self.refuse(fault))}\n"
            self.out += [(piece.indent + line).rstrip() for line in text.split("\n")]

    def refuse(self, fault: Fault) -> int:
        self.faults.append(fault)
        self.marks.append(fault)
        return len(self.marks) - 1

    def _fence(self, fence: Fence) -> str:
        kind = self.kinds[fence.kind]
        if kind.read:
            fields = {name: one.grammar.fields for name, one in self.kinds.items()}
            fence = replace(fence, content=kind.read(fence, fields))
            self.words += _count_words(fence.body)
        number = len(self.jobs)
        values: list[Value] = []

        def keep(thing: Formula | Value | Fault) -> int:
            if isinstance(thing, Value):
                self.marks.append(Filling(number, f"value {len(values)}"))
                values.append(thing)
                return len(self.marks) - 1
            return self._keep(thing)

        parts = []
        if "caption" in fence.options:
            caption = set_marks(fence.options["caption"], fence.place, keep)
            fence = fence.with_option("caption", caption)
        for piece in kind.pieces(fence):
            if isinstance(piece, Prose):
                parts.append(set_marks(piece.text, piece.place, keep))
            elif isinstance(piece, Part):
                self.marks.append(Filling(number, piece.name))
                here = len(self.marks) - 1
                parts.append(mark(here) if piece.inline else f"\n\n{placeholder(here)}\n\n")
            else:
                parts.append(piece)
        self.jobs.append(replace(fence, values=tuple(values)))
        return "".join(parts)

    def _runs_by_itself(self, thing: Formula | Value | Fault) -> int:
        if not isinstance(thing, Value):
            return self._keep(thing)
        self.jobs.append(thing)
        self.marks.append(Filling(len(self.jobs) - 1, "value"))
        return len(self.marks) - 1

    def _keep(self, thing: Formula | Fault) -> int:
        if isinstance(thing, Fault):
            return self.refuse(thing)
        self.marks.append(thing)
        return len(self.marks) - 1


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
        if "<!--" in CODE_SPAN.sub("", lines[at]):
            closed = _blank_comment(lines, at)
            if closed is None:
                if first < at:
                    yield Prose(start.below(first), "\n".join(lines[first:at]))
                yield Fault(start.below(at), "this comment is never closed")
                return
            at = closed
            continue
        opening = OPENING.match(lines[at])
        if (short := SHORT.match(lines[at])) and _begins(short["kind"], grammars):
            if first < at:
                yield Prose(start.below(first), "\n".join(lines[first:at]))
            yield Fault(start.below(at), "a fence opens and closes with three backticks: ```")
            at = first = at + 1
            continue
        if not opening or opening["ticks"] in opening["header"]:
            at += 1
            continue
        if first < at:
            yield Prose(start.below(first), "\n".join(lines[first:at]))
        end = _closing(lines, at, opening)
        place = start.below(at)
        if end is None:
            yield Fault(place, f"this fence is never closed; expected a line {opening['ticks']}")
            return
        swallowed = _swallowed(lines, at, end, opening)
        if swallowed:
            yield Fault(
                place,
                f"this fence is never closed: line {start.below(swallowed).line} opens the next; "
                f"expected a line {opening['ticks']} before it",
            )
            at = first = swallowed
            continue
        try:
            yield _fence(lines, at, end, opening, place, grammars, shown)
        except Fault as fault:
            fault.code = "\n".join(lines[at + 1 : end])
            yield fault
        at = first = end + 1
    if first < len(lines):
        yield Prose(start.below(first), "\n".join(lines[first:]))


def _fence(
    lines: list[str],
    at: int,
    end: int,
    opening: re.Match[str],
    place: Place,
    grammars: Mapping[str, Grammar],
    shown: Collection[str],
) -> Fence:
    indent = opening["indent"]
    body = "\n".join(_dedent(lines[n], indent, place.below(n - at)) for n in range(at + 1, end))
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
    return replace(fence, indent=indent, body=body, raw="\n".join(lines[at : end + 1]))


def _closing(lines: list[str], opened: int, opening: re.Match[str]) -> int | None:
    pattern = re.compile(rf"^{re.escape(opening['indent'])}{re.escape(opening['ticks'])}[ \t]*$")
    return next((n for n in range(opened + 1, len(lines)) if pattern.match(lines[n])), None)


def _swallowed(lines: list[str], at: int, end: int, opening: re.Match[str]) -> int | None:
    """The line within a fence that opens another of the same kind of ticks, if there is one."""
    for n in range(at + 1, end):
        inner = OPENING.match(lines[n])
        if (
            inner
            and inner["ticks"] == opening["ticks"]
            and inner["indent"] == opening["indent"]
            and inner["header"].strip()
        ):
            return n
    return None


def _begins(words: str, grammars: Mapping[str, Grammar]) -> bool:
    """Whether a line that begins with these words is meant to open a fence of ours."""
    return any(words in (kind, kind.split()[0]) or words.startswith(kind) for kind in grammars)


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


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))
