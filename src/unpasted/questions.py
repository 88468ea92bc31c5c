"""The questions of a built book as data, and how readers answered each.

Lists every question: how it is asked, which wrong answers it meets, where the right choices stand,
and what its author says it is about. With files that readers saved on the review page, it says of
each question how many of them answered it, and the share whose first answer was right.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from statistics import mean
from typing import Any

from lxml.html import HtmlElement, document_fromstring

from unpasted.run.session import Refused


@dataclass(frozen=True)
class Asked:
    """A question as its page asks it.

    Arguments:
        book, page: where a reader's device keeps its answers.
        words: what it asks.
        known: what the browser judges by: its id, its kind, what is right.
        choices: to choose from, in order.
        met: the wrong answers to which it has something to say, with that.
    """

    book: str
    page: str
    words: str
    known: dict[str, Any]
    choices: list[str]
    met: list[str]

    @property
    def name(self) -> str:
        """By which a reader's device remembers it; the same is asked on several pages."""
        return f"{self.page} {self.known['id']}"

    @property
    def kind(self) -> str:
        """How it is asked: of a choice, which of how many is right."""
        if self.choices:
            return f"choice, {self.known['right'] + 1} of {len(self.choices)}"
        return str(self.known["kind"])


def asked_in(html: str) -> list[Asked]:
    """The questions of a page, in order."""
    return [_asked(one) for one in document_fromstring(html).find_class("predict")]


def _asked(predict: HtmlElement) -> Asked:
    [host] = predict.iter("book-question")
    above = takewhile(lambda one: one is not host, predict.iter("p", "book-question"))
    items = [*predict.iter("li")]
    return Asked(
        host.get("data-book"),
        host.get("data-page"),
        " ".join(map(_text, above)),
        json.loads(host.get("data-question")),
        [_text(one) for box in predict.find_class("choices") for one in box.iter("li")],
        [_text(one) for one in items if "data-for" in one.attrib],
    )


def _text(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def listed(questions: Sequence[Asked]) -> Iterator[str]:
    """All questions, page by page, then how many there are of each kind."""
    page = ""
    for one in questions:
        if one.page != page:
            page = one.page
            yield f"\n{page}"
        yield f"  {one.known['id']}  {one.kind:14}  {one.words}"
        if about := one.known.get("about"):
            yield f"{'':30}  about: {about}"
        yield from (f"{'':30}  – {met}" for met in one.met)
    kinds = Counter(one.known["kind"] for one in questions)
    about = Counter(one.known["about"] for one in questions if "about" in one.known)
    if about:
        yield "\nquestions about"
        yield from (f"{many:4}  {point}" for point, many in sorted(about.items()))
    yield f"\n{len(questions)} questions: {', '.join(f'{n} {k}' for k, n in kinds.most_common())}"
    yield f"{sum(not one.met for one in questions)} of them meet no wrong answer"
    for count in sorted({len(one.choices) for one in questions if one.choices}):
        at = Counter(one.known["right"] for one in questions if len(one.choices) == count)
        yield f"right of {count} choices, by place: {', '.join(str(at[n]) for n in range(count))}"


def first_answers(text: str, book: str) -> dict[str, bool]:
    """For each question that a reader met, whether the first answer was right.

    Arguments:
        text: a file that the review page saved.

    Raises ValueError for another file, which says what it is.
    """
    try:
        kept = json.loads(text)
    except json.JSONDecodeError:
        raise ValueError("it is no JSON") from None
    if not isinstance(kept, dict) or not isinstance(kept.get("review"), dict):
        raise ValueError("it is no file that the review page saved")
    if kept.get("book") != book:
        raise ValueError(f"it belongs to another book, {kept.get('book')!r}")
    return {
        f"{page} {name}": one["first"]
        for page, known in kept["review"].items()
        if isinstance(known, dict)
        for name, one in known.items()
        if isinstance(one, dict) and isinstance(one.get("first"), bool)
    }


def table(questions: Sequence[Asked], readers: Sequence[Mapping[str, bool]]) -> Iterator[str]:
    """A line for each question, those first that the fewest had right, unanswered ones last."""
    yield "readers  right"
    seen = [(one, [first[one.name] for first in readers if one.name in first]) for one in questions]
    for one, own in sorted(seen, key=lambda pair: mean(pair[1]) if pair[1] else 2.0):
        right = f"{mean(own):.2f}" if own else "–"
        yield f"{len(own):7}  {right:>5}  {one.name}  {one.words}"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what the command takes."""
    parser.add_argument("site", type=Path, help="the folder into which the book was built")
    parser.add_argument(
        "answers", type=Path, nargs="*", metavar="FILE", help="that a reader's review page saved"
    )


def run(given: argparse.Namespace) -> None:
    """Print the list; with files of readers, what they say."""
    pages = [page.read_text("utf-8") for page in sorted(given.site.rglob("*.html"))]
    questions = [one for html in pages for one in asked_in(html)]
    if not questions:
        raise Refused(f"{given.site} has no page that asks a question; make build writes the site")
    if not given.answers:
        print("\n".join(listed(questions)))
        return
    readers = []
    for file in given.answers:
        try:
            readers.append(first_answers(file.read_text("utf-8"), questions[0].book))
        except (OSError, ValueError) as error:
            raise Refused(f"{file}: {error}") from None
    print("\n".join(table(questions, readers)))
    if gone := set().union(*readers) - {one.name for one in questions}:
        print(f"{len(gone)} that {'were' if len(gone) > 1 else 'was'} answered: not asked any more")
