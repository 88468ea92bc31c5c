"""What a page is about, in a sentence or two, for who sees a link to it."""

from __future__ import annotations

import re
from html import unescape

PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.S)
LONGEST = 200  # characters; search engines show no more
UNSAID = re.compile(r"<math\b.*?</math>|<svg\b.*?</svg>", re.S)


def description_of(html: str) -> str:
    """The first sentences of a page, without its mark-up; at least one, as many as are short.

    A paragraph with a formula or a drawing is passed over: it says less without them.
    """
    for paragraph in PARAGRAPH.findall(html):
        if UNSAID.search(paragraph):
            continue
        words = " ".join(unescape(re.sub(r"<[^>]+>", "", paragraph)).split())
        sentences = re.split(r"(?<=[.!?])\s+", words)
        if not words.endswith((".", "!", "?")):
            continue
        said = sentences.pop(0)
        while sentences and len(said) + len(sentences[0]) < LONGEST:
            said += f" {sentences.pop(0)}"
        return said
    return ""
