"""What a book asks of its chapters, beyond what every page must keep."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from unpasted.faults import Fault, Place, Refused, did_you_mean
from unpasted.read.chapter import Chapter, Prose
from unpasted.read.exercise import Judged
from unpasted.read.fence import DOCUMENTED, SHOWN, Fence

TITLE = re.compile(r"^#.*$|\[[^\]\n]*\]\(", re.M)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)


# What each rule is in mkdocs.yml, with an example; a rule that is not set is kept by all.
WRITTEN = {
    "words": ("the least and the most", [700, 1700]),  # of prose in a chapter, fences not counted
    "headings": ("a list of headings", ["Summary"]),  # sections that every chapter has
    "avoid": ("a list of words", ["simply"]),  # in no sentence; headings and links to them may
    "wrong": ("how many attempts", 1),  # that every exercise with checks refuses at least
    "alt": ("how many characters", 20),  # that the text alternative of a figure has at least
    "shown": ("a list of languages", ["text", "sh"]),  # any other fence was meant to run
}


def check(given: Mapping[str, Any], kinds: Collection[str] = ()) -> None:
    """Raise Refused for what is no rule in mkdocs.yml.

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


def _fits(value: object, example: object) -> bool:
    """Whether a value is of the sort of an example; a list, also in what it holds."""
    if isinstance(value, list) and isinstance(example, list):
        return all(_fits(one, example[0]) for one in value)
    return type(value) is type(example)


def faults(read: Chapter, rules: Mapping[str, Any], *, chapter: bool) -> Iterator[Fault]:
    """Where a page breaks the rules of its book.

    Arguments:
        chapter: whether it is one: the rules on length and parts hold for chapters.
    """
    fences = [piece for piece in read.pieces if isinstance(piece, Fence)]
    prose = [piece for piece in read.pieces if isinstance(piece, Prose)]
    yield from _avoided(read, prose, rules["avoid"]) if rules.get("avoid") else ()
    languages, least_alt = rules.get("shown", ()), rules.get("alt", 0)
    for fence in fences:
        if languages and fence.kind == SHOWN and fence.language not in languages:
            known = ", ".join(languages)
            says = f"this book shows fences of {known}; this one is `{fence.language}`"
            runs = fence.language in ("", "py", "python")
            cure = "To run it, write ```python exec, or name" if runs else "Name"
            yield Fault(fence.place, f"{says}. {cure} one of these")
        if "alt" in fence.options and len(fence.options["alt"]) < least_alt:
            says = f"this text alternative has fewer than {least_alt} characters; say what one sees"
            yield Fault(fence.place, says)
    for one in (job.content for job in read.jobs):
        if isinstance(one, Judged) and one.checks and len(one.wrongs) < rules.get("wrong", 0):
            says = f"this exercise refuses {len(one.wrongs)} wrong attempts; it needs"
            cure = 'write `wrong "OLD" > "NEW": what they are told`'
            yield Fault(one.checks[0].place, f"{says} {rules['wrong']}: {cure}")
    if not chapter:
        return
    if "words" in rules:
        least, most = rules["words"]
        if not least <= read.words <= most:
            says = f"this chapter has {read.words} words of prose; a chapter has {least} to {most}"
            yield Fault(read.place, says)
    for kind in (name for name in rules if name not in WRITTEN):
        count, least = sum(fence.kind == kind for fence in fences), rules[kind]
        if count < least:
            yield Fault(read.place, f"this chapter has {count} {kind} fences; it needs {least}")
    headings = {found[1] for piece in prose for found in HEADING.finditer(piece.text)}
    for heading in rules.get("headings", ()):
        if heading not in headings:
            yield Fault(read.place, f"this chapter has no section `## {heading}`")


def _avoided(read: Chapter, prose: list[Prose], avoid: Sequence[str]) -> Iterator[Fault]:
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, avoid))})\b", re.I)
    texts: list[tuple[Place, str]] = [(piece.place, piece.text) for piece in prose]
    asked = [job for job in read.jobs if job.content]
    texts += [(one.body_place, one.body) for one in asked if one.kind != DOCUMENTED]
    for place, text in texts:
        for found in words.finditer(TITLE.sub(lambda title: " " * len(title[0]), text)):
            says = f"this book does not say `{found[0]}`: what is easy needs no such word"
            yield Fault(place.of(text, found.start()), says)
