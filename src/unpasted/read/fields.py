"""The body of a fence that asks something: words, then fields, then code below lines `---`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise

from unpasted.faults import Fault, Place
from unpasted.read.chapter import OPENING
from unpasted.read.fence import Fence
from unpasted.read.vary import LINE as VARY

FIELD = re.compile(r"(?P<key>[a-z]+)(?P<rest>[ :].*)$")


@dataclass(frozen=True)
class Field:
    """`key of: text`, of which the text may go on in the lines below."""

    place: Place
    key: str
    of: str
    text: str


@dataclass(frozen=True)
class Code:
    """Code below a line `---`, and where it begins; without any, the place of that line."""

    place: Place
    text: str


@dataclass(frozen=True)
class Body:
    """A body, cut.

    Arguments:
        sections: the code below each line `---`.
    """

    text: str
    fields: tuple[Field, ...]
    sections: tuple[Code, ...]


def cut(fence: Fence, fields: Mapping[str, Collection[str]]) -> Body:
    """Cut the body of a fence.

    Arguments:
        fields: the fields of each kind of fence that asks something.

    Raises Fault.
    """
    lines = fence.body.split("\n")
    cuts = [n for n, line in enumerate(lines) if line.rstrip() == "---"] or [len(lines)]
    known = fields[fence.kind]
    text: list[str] = []
    found: list[tuple[Place, str, str, list[str]]] = []
    for number, line in enumerate(lines[: cuts[0]]):
        place = fence.body_place.below(number)
        one = field_in(line)
        if one and one[0] in known:
            key, of, words = one
            found.append((place, key, of, [words]))
        elif one and not one[1] and (meant := get_close_matches(one[0], known, 1, 0.6)):
            raise Fault(place, f"unknown field `{one[0]}:`; write `{meant[0]}:`")
        elif one and (owner := next((kind for kind in fields if one[0] in fields[kind]), "")):
            has = ", ".join(f"`{key}`" for key in known)
            article = "an" if owner[0] in "aeiou" else "a"
            says = f"`{one[0]}:` is a field of {article} {owner} fence; this one takes {has}"
            raise Fault(place, says)
        elif OPENING.match(line):
            says = f"a {fence.kind} fence holds no other fence; put its code below a line ---"
            raise Fault(place, says)
        elif found:
            found[-1][3].append(line)
        else:
            text.append(line)
    return Body(
        "\n".join(text).strip("\n"),
        tuple(
            Field(place, key, of, "\n".join(parts).strip("\n")) for place, key, of, parts in found
        ),
        tuple(_code(fence, lines, *ends) for ends in pairwise([*cuts, len(lines)])),
    )  # fmt: skip


def _code(fence: Fence, lines: list[str], opened: int, end: int) -> Code:
    first = next((n for n in range(opened + 1, end) if lines[n].strip()), opened)
    return Code(fence.body_place.below(first), "\n".join(lines[opened + 1 : end]).strip("\n"))


def field_in(line: str) -> tuple[str, str, str] | None:
    """A line that begins a field: its key, the expression before its colon, the words behind.

    The colon is the first that has a whole expression before it.
    """
    if varied := VARY.match(line):
        return "vary", "", varied["said"]
    head = FIELD.match(line)
    if not head:
        return None
    cuts = [
        (head["rest"][: cut.start()].strip(), head["rest"][cut.end() :])
        for cut in re.finditer(r":(?: |$)", head["rest"])
    ]
    if not cuts:
        return None
    whole = (cut for cut in cuts if not cut[0] or _parses(cut[0]))
    return (head["key"], *next(whole, cuts[0]))


def check_expression(text: str, place: Place) -> None:
    """Raise Fault for what is no Python expression."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise Fault(place, f"`{text}` is no Python expression: {error.msg}") from None


def check_asked(text: str, fence: Fence) -> None:
    """Raise Fault for a fence that asks nothing, or stands where it cannot."""
    if not text.strip():
        raise Fault(fence.place, f"this {fence.kind} fence begins with its question, in words")
    if fence.indent:
        raise Fault(fence.place, f"a {fence.kind} fence stands at the left margin")


def _parses(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True
