"""What a page is about, in a sentence or two, for who sees a link to it."""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

from unpasted.html.tree import words_of

LONGEST = 200  # characters; search engines show no more
SENTENCE = re.compile(r"(?<=[.!?])\s+")
PARAGRAPHS = etree.XPath(".//p[not(@*) and not(.//math or .//svg)]")


def description_of(root: HtmlElement) -> str:
    """The first sentences of a page, without its mark-up; at least one, as many as are short.

    A paragraph with a formula or a drawing is passed over: it says less without them.
    """
    for paragraph in PARAGRAPHS(root):
        words = words_of(paragraph)
        if not words.endswith((".", "!", "?")):
            continue
        said, *sentences = SENTENCE.split(words)
        while sentences and len(said) + len(sentences[0]) < LONGEST:
            said += f" {sentences.pop(0)}"
        return said
    return ""
