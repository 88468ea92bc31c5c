"""The words of the interface: what a page says that its author did not write and no code printed.

A book in another language overrides them in mkdocs.yml, `words: {Run: Ausführen}`. The English text
is the key everywhere: in interface.txt, which lists them all, in the Python, scripts and style
sheets that say them, and in the book's settings. A name in braces stands for what is filled in.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unpasted.faults import Refused, did_you_mean

PLACEHOLDER = re.compile(r"\{\w+\}")

_lines = Path(__file__).with_name("interface.txt").read_text("utf-8").splitlines()
WORDS = frozenset(line for line in _lines if line and not line.startswith("#"))

# What the book that is being built says instead.
overrides: dict[str, str] = {}


def curled(text: str) -> str:
    """Words with the apostrophes of prose: it’s for it's. A quotation mark of code stays."""
    return re.sub(r"(?<=\w)'(?=\w)", "’", text)


def use(own: Mapping[Any, Any]) -> None:
    """Say a book's own words from now on, in this process.

    Raises Refused for what no page says, and for what cannot stand in its place.
    """
    for text, said in own.items():
        if text not in WORDS:
            hint = did_you_mean(repr(text), map(repr, WORDS)) or "; interface.txt lists the texts"
            raise Refused(f"`words:` sets {text!r}, which no page says{hint}")
        shown = f"`words:` sets {text!r} to {said!r}"
        if not isinstance(said, str) or re.search(r'[<>&"\n]', said):
            raise Refused(f'{shown}; write one line of text, without < > & "')
        if sorted(PLACEHOLDER.findall(said)) != (needed := sorted(PLACEHOLDER.findall(text))):
            holds = ", ".join(needed) or "nothing"
            raise Refused(f"{shown}; what is in braces there must be: {holds}")
    overrides.clear()
    overrides.update(own)


def say(text: str, **values: object) -> str:
    """A text of the interface, in the words of the book.

    Arguments:
        text: the English, one of WORDS.
        values: by the names in its braces.
    """
    if text not in WORDS:
        raise KeyError(f"interface.txt does not list {text!r}")
    return overrides.get(text, text).format(**values)


def styled(css: str) -> str:
    """A style sheet that says the words of the book where it says any: `content: "Question"`."""
    return re.sub(r'(?<=content: ")[A-Za-z][^"]*', lambda found: say(found[0]), css)
