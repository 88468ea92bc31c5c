"""Lists the questions of a built book.

Of every question: how it is asked, which wrong answers it meets, and what its author says it is
about; of all together, where the right choices stand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from lxml.html import HtmlElement, document_fromstring

from unpasted.faults import Refused
from unpasted.html.tree import words_of
from unpasted.templating import filled


def asked_in(html: str) -> list[dict[str, Any]]:
    """The questions of a page, in order.

    Each with its page, its words, its choices; what it met: what it has to say to wrong answers;
    and what is known: by what the browser judges.
    """
    return [_asked(one) for one in document_fromstring(html).find_class("predict")]


def _asked(predict: HtmlElement) -> dict[str, Any]:
    [host] = predict.iter("book-question")
    above = takewhile(lambda one: one is not host, predict.iter("p", "book-question"))
    boxes = predict.find_class("choices")
    return {
        "page": host.get("data-page"),
        "words": " ".join(map(words_of, above)),
        "known": json.loads(host.get("data-question")),
        "choices": [words_of(one) for box in boxes for one in box.iter("li")],
        "met": [words_of(one) for one in predict.iter("li") if "data-for" in one.attrib],
    }


def listed(questions: Sequence[dict[str, Any]]) -> str:
    """All questions, page by page, then how many there are of each kind."""
    places: dict[int, list[int]] = {}
    for one in questions:
        if count := len(one["choices"]):
            places.setdefault(count, [0] * count)[one["known"]["right"]] += 1
    return filled("questions.txt", questions=questions, places=dict(sorted(places.items())))


def run(site: Path) -> None:
    """Print the list. Raises Refused where nothing is asked."""
    pages = [page.read_text("utf-8") for page in sorted(site.rglob("*.html"))]
    questions = [one for html in pages for one in asked_in(html)]
    if not questions:
        raise Refused(f"{site} has no page that asks a question; make build writes the site")
    print(listed(questions), end="")
