"""What a page's source says and Markdown silently reads otherwise: each with what to write.

It looks at prose, not at fences; html/lint.py looks at what is left on the finished page.
"""

import re
from collections.abc import Collection, Iterator
from html.parser import HTMLParser

from lxml.html import defs

from unpasted.faults import Fault, Place
from unpasted.read.chapter import Chapter, Prose
from unpasted.read.prose import plain, unseen_in

LINE = re.compile(r"(?P<quote>(?:[ \t]*>)*)(?P<blanks>[ \t]*)(?P<text>.*)")
NOTE = re.compile(r"(?:!!!|\?\?\?\+?) *[\w\"]|===[+!]? *\"")
PLACED = r"(?: +(?:annotate|inline|end)\b)"
UNTITLED = re.compile(rf"((?:!!!|\?\?\?\+?) *[\w-]+{PLACED}*)(?!{PLACED}) +([\w-][\w -]*)")
# A note without a title or a tab, of which nobody sees more than its name.
HOLLOW = re.compile(r"(?:(?:!!!|\?\?\?\+?) *[\w-]+(?: +[\w-]+)*|===[+!]? *\".*\")$")
UNSEEN = 'this picture has no text alternative; write ![what it shows](…), or alt="…"'
KEPT = "a backslash keeps no element from being one; write &lt;, or code"
FORMS = ((r"!\[\s*\]\(", UNSEEN), (r"\\</?[a-zA-Z]", KEPT))  # what is no element, and why
ITEM = re.compile(r"(?P<sign>[-*+]|\d+\.)(?P<gap>[ \t]+)\S")
RULE = re.compile(r"(?:-+|=+)[ \t]*$")
# Elements that need no end.
OPTIONAL = {"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "rt",
            "optgroup", "colgroup", "rp", "caption"}  # fmt: skip
KNOWN = defs.tags | {"bdi", "picture", "dialog", "search", "slot", "data", "template", "main"}
FOUR = "indent by four blanks what belongs to"


def faults(read: Chapter, rendered: Collection[str]) -> Iterator[Fault]:
    """What Markdown reads otherwise than it is written.

    Arguments:
        rendered: the names of the elements on the finished page.
    """
    elements = _Elements(rendered)
    for piece in read.pieces:
        if isinstance(piece, Fault):
            continue
        text = piece.text if isinstance(piece, Prose) else piece.raw
        if found := unseen_in(text):
            says = f"{found[1]} stands here, and nobody sees it; take it away"
            yield Fault(piece.place.of(text, found[0]), says)
        if isinstance(piece, Prose):
            yield from _lines(piece)
            yield from elements.read(piece) if re.search(r"<|!\[", piece.text) else ()
    for name, place in elements.opened:
        if name in rendered:
            yield Fault(place, f"<{name}> is never closed; write </{name}>, or `<{name}>` as code")


def _lines(prose: Prose) -> Iterator[Fault]:
    """What the lines of a piece of prose say by how they are indented."""
    above: re.Match[str] | None = None  # the last line that says something
    item: re.Match[str] | None = None  # the list that it is in
    apart = True  # whether an empty line is between them
    for number, line in enumerate(prose.text.split("\n")):
        now = LINE.fullmatch(line)
        if now is None or not now["text"]:
            apart = True
            continue
        if untitled := UNTITLED.fullmatch(now["text"]):
            says = 'a title stands between quotes: `{} "{}"`'.format(*untitled.groups())
            yield Fault(prose.place.below(number), says)
        if above is not None and above["quote"] == now["quote"]:
            says = _wrong_below(above, now, apart)
            if says := says or (_wrong_in_list(item, now, apart) if item else ""):
                yield Fault(prose.place.below(number), says)
        if ITEM.match(now["text"]) and not RULE.match(now["text"]):
            item = now
        elif apart and not (now["blanks"] and item and item["quote"] == now["quote"]):
            item = None
        above, apart = now, False


def _deeper(above: re.Match[str], now: re.Match[str]) -> int:
    """By how much a line is indented further than one above it."""
    return len(now["blanks"].expandtabs(4)) - len(above["blanks"].expandtabs(4))


def _wrong_below(before: re.Match[str], now: re.Match[str], apart: bool) -> str:
    """What is wrong with a line, by the line above it; or nothing."""
    above, text, deeper = before["text"], now["text"], _deeper(before, now)
    if NOTE.match(above) and 0 < deeper < 4:
        return f"this is indented by {deeper}, so it is outside of the note above; {FOUR} a note"
    if deeper <= 0 and (HOLLOW.match(above) or (NOTE.match(above) and not apart)):
        return f"this is outside of the note or tab above, which is empty; {FOUR} it"
    if RULE.match(text) and len(text) > 2 and not apart and not deeper and above[-1:] in ".:;,":
        return f"the sentence above becomes a heading by `{text.strip()}`; leave an empty line"
    return ""


def _wrong_in_list(item: re.Match[str], now: re.Match[str], apart: bool) -> str:
    """What is wrong with a line below an item of a list; or nothing."""
    deeper = _deeper(item, now)
    if not 0 < deeper < 4 or item["quote"] != now["quote"]:
        return ""
    if ITEM.match(now["text"]) and len(item["blanks"]) % 4 == 0:
        return f"this item is indented by {deeper}, so it is not inside of the one above; {FOUR} it"
    if apart and not ITEM.match(now["text"]) and deeper > 1:
        return f"this is indented by {deeper}, so it ends the list above; {FOUR} an item"
    return ""


class _Elements(HTMLParser):
    """Reads the elements of a page, one piece of prose after the other.

    Attributes:
        opened: those that are still open, and where they were opened.
    """

    def __init__(self, rendered: Collection[str]) -> None:
        super().__init__()
        self._rendered = rendered
        self.opened: list[tuple[str, Place]] = []

    def read(self, prose: Prose) -> list[Fault]:
        """What is wrong with the elements in a piece of prose."""
        text, self._place = plain(prose.text), prose.place
        found = [(at, says) for form, says in FORMS for at in re.finditer(form, text)]
        self._faults = [Fault(prose.place.of(text, at.start()), says) for at, says in found]
        self.reset()
        try:
            self.feed(text)
            self.close()
        except AssertionError as error:  # of html.parser, at a declaration that is none
            self._fault(f"this cannot be read as HTML: {error}; write &lt; for <")
        return self._faults

    def _fault(self, says: str) -> None:
        self._faults.append(Fault(self._here, says))

    @property
    def _here(self) -> Place:
        """The line at which it is reading."""
        return self._place.below(self.getpos()[0] - 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img" and "alt" not in dict(attrs):
            self._fault(UNSEEN)
        if not re.fullmatch(r"[a-z][a-z0-9]*", tag):
            return  # an address in angles, or an element of one's own
        foreign = any(name in ("math", "svg") for name, _ in self.opened)
        if tag not in KNOWN and not foreign:
            if tag in self._rendered:
                self._fault(f"<{tag}> is no element, and nobody sees it; write &lt;{tag}>, or code")
        elif not foreign and tag not in OPTIONAL and tag not in defs.empty_tags:
            self.opened.append((tag, self._here))

    def handle_endtag(self, tag: str) -> None:
        if last := [n for n, (name, _) in enumerate(self.opened) if name == tag][-1:]:
            del self.opened[last[0]]
        elif tag in KNOWN and tag not in OPTIONAL and tag not in defs.empty_tags:
            self._fault(f"</{tag}> closes nothing; open <{tag}>, or take it away")
