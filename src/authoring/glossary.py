"""Terms, each defined once, become tooltips where a chapter first uses them."""

from __future__ import annotations

import re

ENTRY = re.compile(r"^(?P<terms>\S.*)\n: +(?P<text>.+(?:\n {2,}.+)*)", re.M)


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


def first_only(html: str) -> str:
    """Keep the tooltip of each definition where it comes first in a page."""
    seen: set[str] = set()

    def once(match: re.Match[str]) -> str:
        if match[1] in seen:
            return match[2]
        seen.add(match[1])
        return match[0]

    return re.sub(r'<abbr title="([^"]*)">(.*?)</abbr>', once, html)


def _plain(markdown: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return " ".join(re.sub(r"[`*_$]", "", text).split())
