"""Lists the questions of a built book.

Of every question: how it is asked, which wrong answers it meets, and what its author says it is
about; of all together, where the right choices stand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from lxml.html import HtmlElement, document_fromstring

from unpasted.faults import Refused
from unpasted.templating import filled


@dataclass(frozen=True)
class Asked:
    """A question as its page asks it.

    Arguments:
        page: which page.
        words: what it asks.
        known: what the browser judges by: its id, its kind, what is right.
        choices: to choose from, in order.
        met: the wrong answers to which it has something to say, with that.
    """

    page: str
    words: str
    known: dict[str, Any]
    choices: list[str]
    met: list[str]


def asked_in(html: str) -> list[Asked]:
    """The questions of a page, in order."""
    return [_asked(one) for one in document_fromstring(html).find_class("predict")]


def _asked(predict: HtmlElement) -> Asked:
    [host] = predict.iter("book-question")
    above = takewhile(lambda one: one is not host, predict.iter("p", "book-question"))
    items = [*predict.iter("li")]
    return Asked(
        host.get("data-page"),
        " ".join(map(_text, above)),
        json.loads(host.get("data-question")),
        [_text(one) for box in predict.find_class("choices") for one in box.iter("li")],
        [_text(one) for one in items if "data-for" in one.attrib],
    )


def _text(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def listed(questions: Sequence[Asked]) -> str:
    """All questions, page by page, then how many there are of each kind."""
    places: dict[int, list[int]] = {}
    for one in questions:
        if one.choices:
            at = places.setdefault(len(one.choices), [0] * len(one.choices))
            at[one.known["right"]] += 1
    return filled(
        "questions.txt",
        questions=questions,
        places=dict(sorted(places.items())),
    )


def run(site: Path) -> None:
    """Print the list. Raises Refused where nothing is asked."""
    pages = [page.read_text("utf-8") for page in sorted(site.rglob("*.html"))]
    questions = [one for html in pages for one in asked_in(html)]
    if not questions:
        raise Refused(f"{site} has no page that asks a question; make build writes the site")
    print(listed(questions), end="")
