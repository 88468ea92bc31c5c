"""The body of a fence that asks something: words, then fields, then code below lines `---`."""

import ast
import contextlib
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise

from unpasted.faults import Fault, Place
from unpasted.read.chapter import OPENING, Prose
from unpasted.read.fence import MANY, ONCE, Fence, Grammars, an
from unpasted.read.prose import wrong_with

VARY = re.compile(r"vary +(?P<said>[^\W\d]\w* *(?:=(?!=)|:(?: |$)).*)$")
COLON = re.compile(r":(?: |$)")
TIGHT = re.compile(r"^([a-z]+):(?=\S)")
STATEMENTS = ast.Assign | ast.AugAssign | ast.Import | ast.ImportFrom | ast.Call
SHORT = ("answer", "gradients", "review", "tolerance")  # what is said in a line


@dataclass(frozen=True)
class Field(Prose):
    """A piece of a body: `key expression: text`, of which the text may go on in the lines below.

    Words above all fields, and code, are a text alone.
    """

    key: str = ""
    expression: str = ""

    @property
    def words(self) -> str:
        """Its text in one line."""
        return " ".join(self.text.split())

    @property
    def line(self) -> Prose:
        """The same, as it stands in a line of the page."""
        return Prose(self.place, self.words)


class Body:
    """The body of a fence that asks something, cut.

    Arguments:
        grammars: of each kind of fence.

    Attributes:
        asked: the words above all fields.
        code, code_place: what stands below the first line `---`, and where it begins, or would.
        more: what stands below the others.

    Raises Fault.
    """

    def __init__(self, fence: Fence, grammars: Grammars) -> None:
        lines = fence.body.split("\n")
        cuts = [n for n, line in enumerate(lines) if line.rstrip() == "---"] or [len(lines)]
        self.asked, *self.fields = _fields(fence, lines[: cuts[0]], grammars)
        last = len(fence.body.rstrip().split("\n")) - 1
        if cuts[0] > last and _is_statement(lines[last]):
            says = f"`{lines[last].strip()}` is read as words; code stands below a line `---`"
            raise Fault(fence.body_place.below(last), says)
        if not self.asked.words:
            says = f"this {fence.kind} fence has no question; it begins with one, in words"
            raise Fault(fence.place, says)
        if fence.indent:
            says = f"{an(fence.kind)} fence cannot be in a list item, a note or a tab"
            raise Fault(fence.place, f"{says}; write it at the left margin")
        sections = []
        for opened, end in pairwise([*cuts, len(lines)]):
            first = next((n for n in range(opened + 1, end) if lines[n].strip()), opened)
            text = "\n".join(lines[opened + 1 : end]).strip("\n")
            sections.append(Field(fence.body_place.below(first), text))
        code, *self.more = sections
        self.code, self.code_place = code.text, code.place

    def all(self, key: str) -> list[Field]:
        """The fields that begin so."""
        return [one for one in self.fields if one.key == key]

    def one(self, key: str) -> Field | None:
        """The field that begins so, of those that stand once."""
        return next(iter(self.all(key)), None)

    def said(self, key: str) -> str:
        """What such a field says, or nothing."""
        return "".join(one.words for one in self.all(key)[:1])


def _fields(fence: Fence, lines: list[str], grammars: Grammars) -> list[Field]:
    """The words above all fields, and these. Raises Fault."""
    known = grammars[fence.kind].fields
    found = [Field(fence.body_place, "")]
    for number, line in enumerate(lines):
        place = fence.body_place.below(number)
        one, tight = (_field_in(at, place) for at in (line, TIGHT.sub(r"\1: ", line.lstrip())))
        if one and one.key in known:
            found.append(one)
        elif one and (meant := _meant(one, known)):
            written = f"{one.key} {one.expression}".strip()
            says = f"unknown field `{written}:`; write `{written.replace(one.key, meant, 1)}:`"
            raise Fault(place, says)
        elif one and (owner := next((k for k in grammars if one.key in grammars[k].fields), "")):
            says = f"`{one.key}:` is a field of {an(owner)} fence; this one takes "
            raise Fault(place, says + ", ".join(f"`{key}`" for key in known))
        elif OPENING.match(line):
            says = f"{an(fence.kind)} fence holds no other fence; put its code below a line ---"
            raise Fault(place, says)
        elif re.fullmatch(r"\s*(?:---[^|]*|--|[–—]+)\s*", line):  # nor is it of a table
            raise Fault(place, "code begins below a line that is `---` and nothing else")
        elif tight and tight.key == _meant(tight, known):
            says = f"`{tight.key}` begins its line, and a blank follows its colon"
            raise Fault(place, f"{says}: this is taken for words of what is above")
        elif (word := line.partition(" ")[0]) in known and _is_whole(found[-1]):
            takes = known[word] if known[word] not in (ONCE, MANY) else f"{word}: …"
            raise Fault(place, f"`{word}` needs its colon; write `{takes}`")
        else:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n{line}" if number else line)
    words, *fields = (replace(one, text=one.text.strip("\n")) for one in found)
    for number, field in enumerate(fields):
        _check(field, known[field.key], fields[:number])
    return [words, *fields]


def _is_whole(one: Field) -> bool:
    """Whether what was written so far can have ended: the next line does not go on with it."""
    return one.key in SHORT or not re.search(r"[\w,;–-]$", one.text.strip())


def _meant(one: Field, known: Mapping[str, str]) -> str:
    """The field that a misspelt one is like, or nothing; words may hold a colon, too."""
    if one.expression and wrong_with(one.expression):
        return ""
    return next(iter(get_close_matches(one.key, known, 1, 0.8 if one.expression else 0.6)), "")


def _is_statement(line: str) -> bool:
    """Whether a line can be nothing but code: it binds, imports or calls."""
    with contextlib.suppress(SyntaxError, ValueError):
        [one] = ast.parse(line.strip()).body
        return isinstance(one.value if isinstance(one, ast.Expr) else one, STATEMENTS)
    return False


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


def _field_in(line: str, place: Place) -> Field | None:
    """The field that a line begins: its colon is the first with a whole expression before it."""
    if varied := VARY.match(line):
        return Field(place, varied["said"], "vary")
    if not (head := re.match(r"(?P<key>[a-z]+)(?P<rest>[ :].*)$", line)):
        return None
    key, rest = head.groups()
    cuts = [(rest[at.end() :], key, rest[: at.start()].strip()) for at in COLON.finditer(rest)]
    whole = (cut for cut in cuts if not cut[2] or not wrong_with(cut[2]))
    return Field(place, *next(whole, cuts[0])) if cuts else None


def check_expression(text: str, place: Place) -> None:
    """Raise Fault for what is no Python expression."""
    if wrong := wrong_with(text):
        raise Fault(place, f"`{text}` is no Python expression: {wrong.msg}")


def names_in(*codes: str) -> set[str]:
    """The names that pieces of code use; one that is no Python uses none."""
    found = set()
    for code in codes:
        with contextlib.suppress(SyntaxError, ValueError):
            found |= {one.id for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Name)}
    return found


def digest(*texts: str) -> str:
    """What texts come to, in letters that are the same in every build."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()
