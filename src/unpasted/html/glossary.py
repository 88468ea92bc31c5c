"""Terms, each defined once, are explained where a chapter first uses them."""

import re
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from unicodedata import normalize

from lxml.html.builder import E

from unpasted.faults import Fault, Place
from unpasted.html import tree
from unpasted.words import curled

ENTRY = re.compile(r"^(?P<terms>\S.*)\n: +(?P<text>.+(?:\n {2,}.+)*)", re.M)
FORGOTTEN = re.compile(
    r"^(?![#>!|\-*+<`\s])(?P<term>[^\n.:;!?]{1,60})\n(?P<next>(?!: )[^\s\n].*)", re.M
)
FENCE = re.compile(r"^(`{3,}).*?^\1", re.M | re.S)
UNEXPLAINED = (*tree.HEADINGS, "a", "summary")
# Elements whose text is no sentence of the author's; nor is that of an element of our own.
UNREAD = (*tree.AS_IT_IS, "abbr", "figcaption", "kbd", "label")
# Elements of our own that stand around what the author wrote.
AROUND = ("scrolled-figure", "book-held")

# Classes of such elements.
MADE = ("fault", "filename", "numbers", "reading-time")


class Term(NamedTuple):
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
    markdown = FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), markdown)
    for entry in ENTRY.finditer(markdown):
        term = Term(curled(plain(entry["text"])), _id_of(entry["terms"]))
        for word in map(plain, entry["terms"].split(",")):
            if found.setdefault(word, term) is not term:
                says = f"`{word}` is defined twice in the glossary; one definition is enough"
                faults.append(Fault(place.of(markdown, entry.start()), says))
    for entry in FORGOTTEN.finditer(markdown):
        says = f"`{entry['term']}` has no definition; write `: ` before the line below it"
        faults.append(Fault(place.of(markdown, entry.start()), says))
    return found, faults


def heads_only(markdown: str) -> str:
    """The list as its own page shows it: each entry under the first form of its term."""
    return ENTRY.sub(
        lambda one: f"{one[1].split(',')[0]} {{: #{_id_of(one[1])} }}\n: {one[2]}", markdown
    )


def _id_of(terms: str) -> str:
    """The id of an entry, made of the first form of its term."""
    return re.sub(r"\W+", "-", plain(terms.split(",")[0]).lower()).strip("-")


def link_first(root: tree.Element, terms: Mapping[str, Term], page: str) -> None:
    """Make of each term, where it comes first in a page, a link to its entry.

    What it means is the link's title. A term after a backslash is a word like any other. Headings,
    links, and what is chosen or unfolded hold no terms: they do something else when touched.

    Arguments:
        page: where the glossary is, seen from this page; nothing on the page of the glossary.
    """
    if not terms:
        return
    longest_first = sorted(terms, key=len, reverse=True)
    words = re.compile(rf"(\\)?\b({'|'.join(map(re.escape, longest_first))})\b")
    seen: set[str] = set()

    def explained(found: re.Match[str], inside: tree.Element) -> list[str | tree.Element]:
        otherwise, word = found.groups()
        term, around = terms[word], [inside, *inside.iterancestors()]
        acts = any(one.tag in UNEXPLAINED or one.get("class") == "choices" for one in around)
        if otherwise or not page or term.id in seen or acts:
            return [word]
        seen.add(term.id)
        return [E.a({"class": "term", "href": f"{page}#{term.id}", "title": term.text}, word)]

    def is_made(element: tree.Element) -> bool:
        ours = "-" in element.tag and element.tag not in AROUND
        return ours or element.tag in UNREAD or tree.is_of(element, MADE)

    tree.replace(root, words, explained, is_made, partial(normalize, "NFC"))


def plain(markdown: str) -> str:
    """Markdown as plain text on one line."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(normalize("NFC", re.sub(r"`|\*(?=\w)|(?<=\w)\*", "", text)).split())
