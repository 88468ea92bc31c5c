"""What a book asks of its chapters, beyond what every page must keep."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unpasted.faults import Fault, Place, Refused, did_you_mean
from unpasted.read.chapter import Chapter, Prose
from unpasted.read.fence import DOCUMENTED, SHOWN, Fence

WORD = re.compile(r"[\w'’]+")
TITLE = re.compile(r"^#.*$|\[[^\]\n]*\]\(", re.M)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)


@dataclass(frozen=True)
class Rules:
    """The rules of a book; a rule that is not set is kept by every page.

    Arguments:
        words: the least and the most words of prose in a chapter, fences not counted.
        least: how many fences of a kind a chapter has at least, by the name of the kind.
        headings: sections that every chapter has.
        avoid: words that no sentence of the book uses; headings and links to them may.
        alt: characters that the text alternative of a figure has at least.
        shown: languages of the fences that are only shown: any other was meant to run.
    """

    words: Sequence[int] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    headings: Sequence[str] = ()
    avoid: Sequence[str] = ()
    alt: int = 0
    shown: Sequence[str] = ()


WRITTEN = {
    "words": ("the least and the most", [700, 1700]),
    "headings": ("a list of headings", ["Summary"]),
    "avoid": ("a list of words", ["simply"]),
    "alt": ("how many characters", 20),
    "shown": ("a list of languages", ["text", "sh"]),
}
"""What each rule is in mkdocs.yml, with an example."""


def rules_of(given: Mapping[str, Any], kinds: Collection[str] = ()) -> Rules:
    """The rules as mkdocs.yml gives them. Raises Refused for what is none.

    Arguments:
        kinds: the names of the kinds of fences: as a rule, how many a chapter has at least.
    """
    known = WRITTEN | dict.fromkeys(kinds, ("how many fences", 1))
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(str(name), known) or f"; write {', '.join(known)}"
            raise Refused(f"`rules:` has no rule `{name}`{hint}")
        says, example = known[name]
        if not _fits(value, example) or (name == "words" and len(value) != 2):
            shown = str(example).replace("'", "")
            raise Refused(f"`rules: {name}:` is {says}, such as {shown}; here it is {value!r}")
    least = {name: given[name] for name in given if name in kinds}
    return Rules(**{name: given[name] for name in given if name not in kinds}, least=least)


def _fits(value: object, example: object) -> bool:
    """Whether a value is of the sort of an example; a list, also in what it holds."""
    if isinstance(value, list) and isinstance(example, list):
        return all(_fits(one, example[0]) for one in value)
    return type(value) is type(example)


def faults(read: Chapter, rules: Rules, *, chapter: bool) -> Iterator[Fault]:
    """Where a page breaks the rules of its book.

    Arguments:
        chapter: whether it is one: the rules on length and parts hold for chapters.
    """
    fences = [piece for piece in read.pieces if isinstance(piece, Fence)]
    prose = [piece for piece in read.pieces if isinstance(piece, Prose)]
    yield from _avoided(read, prose, rules)
    for fence in fences:
        if rules.shown and fence.kind == SHOWN and fence.language not in rules.shown:
            known = ", ".join(rules.shown)
            says = f"this book shows fences of {known}; this one is `{fence.language}`"
            runs = fence.language in ("", "py", "python")
            cure = "To run it, write ```python exec, or name" if runs else "Name"
            yield Fault(fence.place, f"{says}. {cure} one of these")
        if "alt" in fence.options and len(fence.options["alt"]) < rules.alt:
            says = f"this text alternative has fewer than {rules.alt} characters; say what one sees"
            yield Fault(fence.place, says)
    if not chapter:
        return
    if rules.words:
        least, most = rules.words
        count = sum(len(WORD.findall(piece.text)) for piece in prose)
        if not least <= count <= most:
            says = f"this chapter has {count} words of prose; a chapter has {least} to {most}"
            yield Fault(read.place, says)
    for kind, least in rules.least.items():
        count = sum(fence.kind == kind for fence in fences)
        if count < least:
            yield Fault(read.place, f"this chapter has {count} {kind} fences; it needs {least}")
    headings = {found[1] for piece in prose for found in HEADING.finditer(piece.text)}
    for heading in rules.headings:
        if heading not in headings:
            yield Fault(read.place, f"this chapter has no section `## {heading}`")


def _avoided(read: Chapter, prose: list[Prose], rules: Rules) -> Iterator[Fault]:
    if not rules.avoid:
        return
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, rules.avoid))})\b", re.I)
    texts: list[tuple[Place, str]] = [(piece.place, piece.text) for piece in prose]
    asked = [job for job in read.jobs if isinstance(job, Fence) and job.content]
    texts += [(one.body_place, one.body) for one in asked if one.kind != DOCUMENTED]
    for place, text in texts:
        sentences = TITLE.sub(lambda title: " " * len(title[0]), text)
        for found in words.finditer(sentences):
            here = place.below(text.count("\n", 0, found.start()))
            yield Fault(
                here, f"this book does not say `{found[0]}`: what is easy needs no such word"
            )
