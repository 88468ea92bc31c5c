"""Terms, each defined once, are explained where a chapter first uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from unpasted.faults import Fault, Place

ENTRY = re.compile(r"^(?P<terms>\S.*)\n: +(?P<text>.+(?:\n {2,}.+)*)", re.M)
FORGOTTEN = re.compile(
    r"^(?![#>!|\-*+<`\s])(?P<term>[^\n.:;!?]{1,60})\n(?P<next>(?!: )[^\s\n].*)", re.M
)
ABBR = re.compile(r'(?P<plain>\\?)<abbr title="(?P<title>[^"]*)">(?P<word>.*?)</abbr>')
OTHER = r'<(?P<tag>h[1-6]|a|summary)\b.*?</(?P=tag)>|<ul class="choices">.*?</ul>'


@dataclass(frozen=True)
class Term:
    """What a word means, and the id of its entry in the glossary."""

    text: str
    id: str


def read(markdown: str, place: Place) -> tuple[dict[str, Term], list[Fault]]:
    """Words and what they mean, from a Markdown definition list; and what is wrong with it.

    `gradient, gradients` on the line of the term gives two words one definition.

    Arguments:
        markdown: the list, which begins at `place`.
    """
    found: dict[str, Term] = {}
    faults = []
    for entry in ENTRY.finditer(markdown):
        here = place.below(markdown.count("\n", 0, entry.start()))
        term = Term(plain(entry["text"]), _id_of(entry["terms"]))
        for written in entry["terms"].split(","):
            word = plain(written)
            if word in found:
                says = f"`{word}` is defined twice in the glossary; one definition is enough"
                faults.append(Fault(here, says))
            found.setdefault(word, term)
    for entry in FORGOTTEN.finditer(markdown):
        here = place.below(markdown.count("\n", 0, entry.start()))
        says = f"`{entry['term']}` has no definition; write `: ` before the line below it"
        faults.append(Fault(here, says))
    return found, faults


def heads_only(markdown: str) -> str:
    """The list as its own page shows it: each entry under the first form of its term."""

    def headed(entry: re.Match[str]) -> str:
        first = entry["terms"].split(",")[0]
        return f"{first} {{: #{_id_of(first)} }}\n: {entry['text']}"

    return ENTRY.sub(headed, markdown)


def _id_of(terms: str) -> str:
    """The id of an entry, made of the first form of its term."""
    return re.sub(r"\W+", "-", plain(terms.split(",")[0]).lower()).strip("-")


def first_only(
    html: str, terms: Mapping[str, Term], page: str, seen: set[str] | None = None
) -> str:
    """Make of each term, where it comes first in a page, a link to its entry.

    What it means is the link's title. A term after a backslash is a word like any other. Headings,
    links, and what is chosen or unfolded hold no terms: they do something else when touched.

    Arguments:
        page: where the glossary is, seen from this page.
        seen: the ids of the terms that came before this piece of the page; those in it are added.
    """
    seen = set() if seen is None else seen

    def once(match: re.Match[str]) -> str:
        if match["other"]:
            return none(match["other"], terms)
        term = terms.get(unescape(match["word"]))
        if term is None:
            return match[0]  # an author's own abbreviation
        if match["plain"] or term.id in seen:
            return match["word"]
        seen.add(term.id)
        href = f"{page}#{term.id}"
        return f'<a class="term" href="{href}" title="{match["title"]}">{match["word"]}</a>'

    return re.sub(rf"(?P<other>{OTHER})|{ABBR.pattern}", once, html, flags=re.S)


def none(html: str, terms: Mapping[str, Term]) -> str:
    """A page without terms: that of the glossary itself."""
    return ABBR.sub(lambda one: one["word"] if unescape(one["word"]) in terms else one[0], html)


def plain(markdown: str) -> str:
    """Markdown as plain text on one line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"`|\*(?=\w)|(?<=\w)\*", "", text).split())
