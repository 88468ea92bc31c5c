"""Terms, each defined once, become tooltips where a chapter first uses them."""

from __future__ import annotations

import re

ENTRY = re.compile(r"^(?P<terms>\S.*)\n: +(?P<text>.+(?:\n {2,}.+)*)", re.M)


ABBR = re.compile(r'<abbr title="(?P<title>[^"]*)">(?P<word>.*?)</abbr>')


def read(markdown: str) -> dict[str, str]:
    """Terms and their definitions, from a Markdown definition list.

    `gradient, gradients` on the line of the term gives two words one definition.
    """
    found: dict[str, str] = {}
    for entry in ENTRY.finditer(markdown):
        text = _plain(entry["text"])
        for term in entry["terms"].split(","):
            found[_plain(term)] = text
    return found


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


def _plain(markdown: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"`|\*(?=\w)|(?<=\w)\*", "", text).split())
