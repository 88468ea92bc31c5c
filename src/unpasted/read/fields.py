"""The body of a fence that asks something: words, then fields, then code below lines `---`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise

from unpasted.faults import Fault, Place
from unpasted.read.chapter import OPENING
from unpasted.read.fence import MANY, ONCE, Fence, Grammar
from unpasted.read.prose import wrong_with

VARY = re.compile(r"vary +(?P<said>[^\W\d]\w* *(?:=(?!=)|:(?: |$)).*)$")
COLON = re.compile(r":(?: |$)")
FIELD = re.compile(r"(?P<key>[a-z]+)(?P<rest>[ :].*)$")


@dataclass(frozen=True)
class Field:
    """`key expression: text`, of which the text may go on in the lines below."""

    place: Place
    key: str
    expression: str
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
        sections: the code below each line `---`; one at least, if an empty one.
    """

    text: str
    fields: list[Field]
    sections: list[Code]

    def all(self, key: str) -> list[Field]:
        """The fields that begin so."""
        return [one for one in self.fields if one.key == key]

    def one(self, key: str) -> Field | None:
        """The field that begins so, of those that stand once."""
        return next(iter(self.all(key)), None)


def cut(fence: Fence, grammars: Mapping[str, Grammar]) -> Body:
    """Cut the body of a fence that asks something. Raises Fault.

    Arguments:
        grammars: of each kind of fence.
    """
    lines = fence.body.split("\n")
    cuts = [n for n, line in enumerate(lines) if line.rstrip() == "---"] or [len(lines)]
    known = grammars[fence.kind].fields
    found = [Field(fence.body_place, "", "", "")]  # the words above all fields
    for number, line in enumerate(lines[: cuts[0]]):
        place = fence.body_place.below(number)
        one = field_in(line)
        if one and one[0] in known:
            found.append(Field(place, *one))
        elif one and not one[1] and (meant := get_close_matches(one[0], known, 1, 0.6)):
            raise Fault(place, f"unknown field `{one[0]}:`; write `{meant[0]}:`")
        elif one and (owner := next((k for k in grammars if one[0] in grammars[k].fields), "")):
            has = ", ".join(f"`{key}`" for key in known)
            article = "an" if owner[0] in "aeiou" else "a"
            says = f"`{one[0]}:` is a field of {article} {owner} fence; this one takes {has}"
            raise Fault(place, says)
        elif OPENING.match(line):
            says = f"a {fence.kind} fence holds no other fence; put its code below a line ---"
            raise Fault(place, says)
        else:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n{line}" if number else line)
    words, *fields = (replace(one, text=one.text.strip("\n")) for one in found)
    for number, field in enumerate(fields):
        _check(field, known[field.key], fields[:number])
    if not words.text.strip():
        raise Fault(fence.place, f"this {fence.kind} fence begins with its question, in words")
    if fence.indent:
        raise Fault(fence.place, f"a {fence.kind} fence stands at the left margin")
    sections = []
    for opened, end in pairwise([*cuts, len(lines)]):
        first = next((n for n in range(opened + 1, end) if lines[n].strip()), opened)
        code = "\n".join(lines[opened + 1 : end]).strip("\n")
        sections.append(Code(fence.body_place.below(first), code))
    return Body(words.text, fields, sections)


def _check(one: Field, takes: str, above: list[Field]) -> None:
    """Raise Fault for a field that is not written as its kind of fence takes it."""
    key, place, empty = one.key, one.place, not one.text.strip()
    if takes not in (ONCE, MANY):
        if not one.expression or empty:
            raise Fault(place, f"`{key}` needs an expression and words; write `{takes}`")
        check_expression(one.expression, place)
    elif one.expression:
        raise Fault(place, f"`{key} {one.expression}:` is not a field; write `{key}: …`")
    elif empty:
        raise Fault(place, f"`{key}:` is empty")
    if takes == ONCE and key in [other.key for other in above]:
        raise Fault(place, f"`{key}:` is given twice")


def field_in(line: str) -> tuple[str, str, str] | None:
    """A line that begins a field: its key, the expression before its colon, the words behind.

    The colon is the first that has a whole expression before it.
    """
    if varied := VARY.match(line):
        return "vary", "", varied["said"]
    head = FIELD.match(line)
    if not head:
        return None
    rest = head["rest"]
    cuts = [(rest[: at.start()].strip(), rest[at.end() :]) for at in COLON.finditer(rest)]
    whole = (cut for cut in cuts if not cut[0] or not wrong_with(cut[0]))
    return (head["key"], *next(whole, cuts[0])) if cuts else None


def check_expression(text: str, place: Place) -> None:
    """Raise Fault for what is no Python expression."""
    if wrong := wrong_with(text):
        raise Fault(place, f"`{text}` is no Python expression: {wrong}")
