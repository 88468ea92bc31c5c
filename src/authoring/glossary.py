"""Terms, each defined once, become tooltips where a chapter first uses them."""

from __future__ import annotations

import re

from authoring.faults import Fault, Place

ENTRY = re.compile(r"^(?P<terms>\S.*)\n: +(?P<text>.+(?:\n {2,}.+)*)", re.M)
FORGOTTEN = re.compile(
    r"^(?![#>!|\-*+<`\s])(?P<term>[^\n.:;!?]{1,60})\n(?P<next>(?!: )[^\s\n].*)", re.M
)
ABBR = re.compile(r'<abbr title="(?P<title>[^"]*)">(?P<word>.*?)</abbr>')


def read(markdown: str, place: Place) -> tuple[dict[str, str], list[Fault]]:
    """Terms and their definitions, from a Markdown definition list; and what is wrong with it.

    `gradient, gradients` on the line of the term gives two words one definition.

    Arguments:
        markdown: the list, which begins at `place`.
    """
    found: dict[str, str] = {}
    faults = []
    for entry in ENTRY.finditer(markdown):
        text = plain(entry["text"])
        here = place.below(markdown.count("\n", 0, entry.start()))
        for written in entry["terms"].split(","):
            term = plain(written)
            if term in found:
                says = f"`{term}` is defined twice in the glossary; one definition is enough"
                faults.append(Fault(here, says))
            found.setdefault(term, text)
    for entry in FORGOTTEN.finditer(markdown):
        here = place.below(markdown.count("\n", 0, entry.start()))
        says = f"`{entry['term']}` has no definition; write `: ` before the line below it"
        faults.append(Fault(here, says))
    return found, faults


def heads_only(markdown: str) -> str:
    """The list as its own page shows it: each entry under the first form of its term."""
    return ENTRY.sub(lambda entry: f"{entry['terms'].split(',')[0]}\n: {entry['text']}", markdown)


def first_only(html: str) -> str:
    """Keep the tooltip of each definition where it comes first in a page.

    Headings and links keep none: they say something else when touched.
    """
    seen: set[str] = set()

    def once(match: re.Match[str]) -> str:
        if match["other"]:
            return ABBR.sub(r"\g<word>", match[0])
        if match["title"] in seen:
            return match["word"]
        seen.add(match["title"])
        return match[0]

    return re.sub(rf"(?P<other><(h[1-6]|a)\b.*?</\2>)|{ABBR.pattern}", once, html, flags=re.S)


def none(html: str) -> str:
    """A page without tooltips: that of the glossary itself."""
    return ABBR.sub(r"\g<word>", html)


def plain(markdown: str) -> str:
    """Markdown as plain text on one line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"`|\*(?=\w)|(?<=\w)\*", "", text).split())
