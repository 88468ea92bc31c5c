"""The questions of a built book as data, and what readers' files say of each.

Lists every question: how it is asked, which wrong answers it meets, where the right choices stand,
and what its author says it is about: the places at which readers get stuck. With files that readers
saved on the review page, it says of each question how many of them answered it, and
    right         the share whose first answer was right: how easy it is
    tells apart   the correlation of that first answer with the reader's share of right first
                  answers to all other questions: near 0, or below, the question measures something
                  else than the others do; it may be unclear, or its answer wrong
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from statistics import StatisticsError, correlation, mean
from typing import Any

from unpasted.run.session import Refused

VOID = ("br", "hr", "img", "input", "link", "meta", "wbr")
LEAST = 3  # readers, of whom alone a correlation says something


@dataclass
class Asked:
    """A question as its page asks it.

    Arguments:
        book, page: where a reader's device keeps its answers.
        known: what the browser judges by: its id, its kind, what is right.
        met: the wrong answers to which it has something to say, with that.
    """

    book: str = ""
    page: str = ""
    words: str = ""
    known: dict[str, Any] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)

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


@dataclass(frozen=True)
class Measured:
    """What the first answers of some readers say of a question; None where they are too few."""

    readers: int
    right: float | None = None
    tells_apart: float | None = None


def asked_in(html: str) -> list[Asked]:
    """The questions of a page, in order."""
    reader = _Reader()
    reader.feed(html)
    return reader.found


class _Reader(HTMLParser):
    """Gathers the words of each question by the part of it in which they stand."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Asked] = []
        self._open: list[tuple[str, str]] = []  # each element with the part that it begins

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        part = self._part(tag, (named.get("class") or "").split(), named)
        if part == "predict":
            self.found.append(Asked())
        elif part in ("choice", "met"):
            (self.found[-1].choices if part == "choice" else self.found[-1].met).append("")
        if tag == "book-question" and self._inside("predict"):
            now = self.found[-1]
            now.book, now.page = named["data-book"] or "", named["data-page"] or ""
            now.known = json.loads(named["data-question"] or "")
        if tag not in VOID:
            self._open.append((tag, part))

    def _part(self, tag: str, classes: list[str], named: Mapping[str, str | None]) -> str:
        if tag == "div" and "predict" in classes:
            return "predict"
        if not self._inside("predict"):
            return ""
        if tag == "li":
            return "met" if "data-for" in named else "choice" if self._inside("choices") else ""
        if "choices" in classes:
            return "choices"
        return "words" if tag == "p" and not self.found[-1].known else ""

    def _inside(self, part: str) -> bool:
        return any(own == part for _, own in self._open)

    def handle_endtag(self, tag: str) -> None:
        if any(tag == one for one, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        part = next((own for _, own in reversed(self._open) if own), "")
        if part == "words":
            self.found[-1].words += data
        elif part in ("choice", "met"):
            texts = self.found[-1].choices if part == "choice" else self.found[-1].met
            texts[-1] += data


def listed(questions: Sequence[Asked]) -> Iterator[str]:
    """All questions, page by page, then how many there are of each kind."""
    page = ""
    for one in questions:
        if one.page != page:
            page = one.page
            yield f"\n{page}"
        yield f"  {one.known['id']}  {one.kind:14}  {_line(one.words)}"
        if about := one.known.get("about"):
            yield f"{'':30}  about: {about}"
        yield from (f"{'':30}  – {_line(met)}" for met in one.met)
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


def _line(text: str) -> str:
    return " ".join(text.split())


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
    met = [
        (f"{page} {name}", one)
        for page, known in kept["review"].items()
        if isinstance(known, dict)
        for name, one in known.items()
    ]
    return {
        name: one["first"]
        for name, one in met
        if isinstance(one, dict) and isinstance(one.get("first"), bool)
    }


def measured(readers: Sequence[Mapping[str, bool]], names: Iterable[str]) -> dict[str, Measured]:
    """What the first answers of readers say of each question."""
    return {name: _measured(readers, name) for name in names}


def _measured(readers: Sequence[Mapping[str, bool]], name: str) -> Measured:
    own = [float(one[name]) for one in readers if name in one]
    both = [
        (float(one[name]), mean(right for other, right in one.items() if other != name))
        for one in readers
        if name in one and len(one) > 1
    ]
    tells_apart = None
    if len(both) >= LEAST:
        try:
            tells_apart = correlation(*zip(*both, strict=True))
        except StatisticsError:  # all answered alike
            tells_apart = None
    return Measured(len(own), mean(own) if own else None, tells_apart)


def table(questions: Sequence[Asked], of: Mapping[str, Measured]) -> Iterator[str]:
    """A line for each question, those first that the fewest had right."""
    yield "readers  right  tells apart"
    for one in sorted(questions, key=lambda one: _ease(of[one.name])):
        seen = of[one.name]
        right = "–" if seen.right is None else f"{seen.right:.2f}"
        apart = "–" if seen.tells_apart is None else f"{seen.tells_apart:+.2f}"
        asks = f"{one.name}  {_line(one.words)}"
        yield f"{seen.readers:7}  {right:>5}  {apart:>11}  {asks}"


def _ease(seen: Measured) -> float:
    """What nobody answered stands behind all others."""
    return 2.0 if seen.right is None else seen.right


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
    names = [one.name for one in questions]
    gone = set().union(*readers) - set(names)
    print("\n".join(table(questions, measured(readers, names))))
    if gone:
        many = (
            "questions that were answered are" if len(gone) > 1 else "question that was answered is"
        )
        print(f"{len(gone)} {many} not asked any more")
