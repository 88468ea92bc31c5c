"""A chapter in pieces: prose and fences, in order, and the Markdown that is left with their marks.

Formulas, values and fences each leave one mark (a question two: what is asked, and its answer).
Markdown sees prose and marks only; page.py fills the marks when the code has run.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple
from unicodedata import normalize

from unpasted.faults import Fault, Place, caught
from unpasted.read.fence import INLINE, SHOWN, Fence, Grammar, Grammars, read_header
from unpasted.read.prose import STRAY, Formula, Value, alone_in, set_marks

# A comment, and what is none whatever it holds: a fence, and code within a paragraph.
COMMENT = re.compile(
    r"""^(?P<indent>[ \t>]*)(?P<fence>`{3,}|~{3,})(?![^\n]*(?P=fence))
        .*?(?:^(?P=indent)(?P=fence)(?![`~])|\Z)
      | (?<![`\\])(?P<ticks>`+)(?!`)(?P<code>(?:(?!\n\s*\n).)+?)(?<!`)(?P=ticks)(?!`)
      | (?P<escaped>\\)?<!--.*?(?P<closed>-->|\Z)""",
    re.X | re.S | re.M,
)
# The language of the fences in which SuperFences finds what a fence came to.
PLACEHOLDER = "unpasted"
WORDS = re.compile(r"</?\w[^<>]*>|([\w'’]+)")  # a tag has none for its reader
FRAGMENT = re.compile(r"#[^\s)}\]>\"']+|\bid=[\"'][^\"']+")
OPENING = re.compile(r"^(?P<indent>[ \t>]*)(?P<ticks>`{3,}|~{3,})(?P<header>.*)$")


@dataclass(frozen=True)
class Prose:
    """Markdown that an author wrote. `text` starts at the line of `place`."""

    place: Place
    text: str


# Gives the Markdown of something in a fence, with marks for what the run will fill in: of words of
# its author's, or of a part of what the fence comes to, by its name.
Put = Callable[[Prose | str], str]


@dataclass(frozen=True)
class Kind:
    """One kind of fence, and all that is to be known of it.

    Arguments:
        grammar: what its header takes.
        run: what it does in the page's process, given a Making of unpasted.run.making, whose Result
            it returns. Raises Fault.
        read: reads a body that has a grammar of its own. Raises Fault.
        markdown: what the fence becomes in the Markdown of its page.
        code: what of it runs in the page, where later cells find what it did.
        minutes: what it takes a reader, beside the words around it.
        extra: whether that is told apart from the reading, since it may be left out.
        asks: whether it asks a question that counts in the reader's progress; then its HTML has
            one `<book-question>`.
        live: whether readers may edit and run the code.
    """

    grammar: Grammar
    run: Callable[[Any], Any] = lambda making: making.result({})
    read: Callable[[Fence, Grammars], object] | None = None
    markdown: Callable[[Fence, Put], str] = lambda fence, put: put("whole")
    code: Callable[[Fence], str] = lambda fence: ""
    minutes: int = 0
    extra: bool = False
    asks: bool = False
    live: Callable[[Fence], bool] = lambda fence: False


Kinds = Mapping[str, Kind]  # by what stands behind the backticks


class Filling(NamedTuple):
    """What stands behind a mark: a part of a job, by its name; or a value in it, by its number.

    Arguments:
        place: of the fence, or of the value.
    """

    job: int
    part: str | int
    place: Place


@dataclass
class Chapter:
    """A page as it was read; only this module changes it.

    Arguments:
        place, source: where it begins, and as it was written.
        kinds: every fence that the build acts on.
        shown: languages that Markdown is set up to show by other means.
        out: prose and marks, line by line.
        marks: what stands behind each mark, by its number.
        jobs: what runs, in the order in which it runs.
        faults: what could not be read.
        words: how many its reader reads.
        pieces: what it was cut into, for checks that look at several.
        alone: backticks without a partner, and what is written there.
    """

    place: Place
    source: str
    kinds: Kinds
    shown: Collection[str]
    out: list[str] = field(default_factory=list)
    marks: list[Formula | Filling | Fault] = field(default_factory=list)
    jobs: list[Fence] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    words: int = 0
    pieces: list[Prose | Fence | Fault] = field(default_factory=list)
    alone: list[tuple[Place, str]] = field(default_factory=list)

    @property
    def markdown(self) -> str:
        """Prose and marks."""
        return "\n".join(self.out)

    @property
    def grammars(self) -> Grammars:
        """What the header of each kind of fence takes."""
        return {name: kind.grammar for name, kind in self.kinds.items()}

    def take(self, piece: Prose | Fence | Fault) -> None:
        """Read the next piece of the page."""
        if isinstance(piece, Fault):
            self.out.append(f"\n{placeholder(self._keep(piece))}\n")
        elif isinstance(piece, Prose):
            self.words += sum(map(bool, WORDS.findall(piece.text)))
            marked = self._marked(piece, self._keep)
            # a link leads to what looks like its fragment, however its accents are typed
            self.out.append(FRAGMENT.sub(lambda found: normalize("NFC", found[0]), marked))
        elif piece.kind == SHOWN:
            self.out.append(piece.raw)
        else:
            made = caught(self._fence, piece)
            text = made if isinstance(made, str) else f"\n{placeholder(self._keep(made))}\n"
            self.out += [(piece.indent + line).rstrip() for line in text.split("\n")]

    def _marked(self, prose: Prose, keep: Callable[[Formula | Value | Fault], int]) -> str:
        self.alone += alone_in(prose.text, prose.place)
        return set_marks(prose.text, prose.place, keep)

    def _keep(self, thing: Formula | Filling | Value | Fault) -> int:
        """The number of a mark for a thing; a value that stands in prose runs by itself."""
        if isinstance(thing, Fault):
            self.faults.append(thing)
        if isinstance(thing, Value):
            self.jobs.append(Fence(INLINE, thing.place, values=(thing,)))
            thing = Filling(len(self.jobs) - 1, 0, thing.place)
        self.marks.append(thing)
        return len(self.marks) - 1

    def _fence(self, fence: Fence) -> str:
        kind = self.kinds[fence.kind]
        if kind.read:
            fence = replace(fence, content=kind.read(fence, self.grammars))
        number = len(self.jobs)
        values: list[Value] = []

        def keep(thing: Formula | Value | Fault) -> int:
            if not isinstance(thing, Value):
                return self._keep(thing)
            values.append(thing)
            return self._keep(Filling(number, len(values) - 1, thing.place))

        def put(what: Prose | str) -> str:
            if isinstance(what, Prose):
                return self._marked(what, keep)
            return f"\n\n{placeholder(self._keep(Filling(number, what, fence.place)))}\n\n"

        if "caption" in fence.options:
            caption = put(Prose(fence.place, fence.options["caption"]))
            fence = replace(fence, options={**fence.options, "caption": caption})
        markdown = kind.markdown(fence, put)
        self.jobs.append(replace(fence, values=tuple(values)))
        return markdown


def read(markdown: str, start: Place, kinds: Kinds, shown: Collection[str] = ()) -> Chapter:
    """Read a page.

    Arguments:
        markdown: its text, without front matter.
        start: the line of the file at which that text begins.
        kinds: every fence that the build acts on.
        shown: languages that Markdown is set up to show by other means.
    """
    chapter = Chapter(start, markdown, kinds, shown)
    if stray := STRAY.search(markdown):
        chapter.take(Fault(start.of(markdown, stray.start()), f"no page can hold {stray[0]!r}"))
    text = COMMENT.sub(partial(_blanked, chapter), STRAY.sub("", markdown))
    chapter.pieces += _split(text.split("\n"), chapter)
    for piece in chapter.pieces:
        chapter.take(piece)
    return chapter


def placeholder(number: int) -> str:
    """The fence that stands in the Markdown for thing `number` until the page is converted."""
    return f"```{PLACEHOLDER}\n{number}\n```"


def _blanked(chapter: Chapter, found: re.Match[str]) -> str:
    """The lines of a comment, empty, so that a cell that is commented out does not run."""
    says = ""
    if found["closed"] == "":
        says = "this comment is never closed"
    elif found["escaped"]:
        says = "a backslash keeps no comment from being one; write `<!--` or &lt;!--"
    elif re.search(r"\n\s*<!--", found["code"] or ""):
        says = "Markdown takes this for a comment, though it is code: write it on a line"
    if says:
        at = found.start() + found[0].index("<!--")
        chapter.take(Fault(chapter.place.of(found.string, at), says))
    return found[0] if found["closed"] is None else "\n" * found[0].count("\n")


def _split(lines: list[str], chapter: Chapter) -> Iterator[Prose | Fence | Fault]:
    """Cut a page into prose and fences, in order; a fence that cannot be read comes as a Fault."""
    at = first = 0
    while at < len(lines):
        piece, end = _piece(lines, at, chapter)
        if piece and first < at:
            yield Prose(chapter.place.below(first), "\n".join(lines[first:at]))
        if piece:
            yield piece
            first = end
        at = end
    if first < len(lines):
        yield Prose(chapter.place.below(first), "\n".join(lines[first:]))


def _piece(lines: list[str], at: int, chapter: Chapter) -> tuple[Fence | Fault | None, int]:
    """The fence that opens in a line, or what is wrong with it; and the line behind."""
    place, opening = chapter.place.below(at), OPENING.match(lines[at])
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
    fence = caught(_fence, lines[at : end + 1], opening, place, chapter)
    if isinstance(fence, Fault):
        fence.code = "\n".join(lines[at + 1 : end])
    return fence, end + 1


def _fence(lines: list[str], opening: re.Match[str], place: Place, chapter: Chapter) -> Fence:
    indent = opening["indent"]
    inside = enumerate(lines[1:-1], 1)
    body = "\n".join(_dedent(line, indent, place.below(n)) for n, line in inside)
    fence = read_header(opening["header"], place, chapter.grammars, chapter.shown)
    if fence.kind == SHOWN and ">" in indent and "" in map(str.strip, lines):
        here = place.below([line.strip() for line in lines].index(""))
        raise Fault(here, "an empty line ends the quote, and this fence with it; begin it with >")
    if not indent.strip(" ") and len(indent) % 4:
        blanks = f"{len(indent)} blank{'s' * (len(indent) > 1)}"
        says = f"this fence is indented by {blanks}; indent it by four where it belongs to a list"
        raise Fault(place, f"{says} item or a note, and not at all elsewhere")
    if fence.kind in chapter.kinds and not body.strip():
        raise Fault(place, f"this {fence.kind} fence is empty")
    return replace(fence, indent=indent, body=body, raw="\n".join(lines))


def _dedent(line: str, indent: str, place: Place) -> str:
    if line.startswith(indent):
        return line[len(indent) :]
    if line.rstrip() in ("", indent.rstrip()):
        return ""
    raise Fault(place, "this line stands further left than its fence; indent or quote it alike")
