"""The body of a predict fence: words, fields, and code whose run answers.

    ```predict
    What will `a.grad` be?
    answer: a.grad
    wrong 3.0: One path was lost.
    why: Two paths meet in `a`.
    ---
    a = Value(3.0)
    …
    ```

A choice instead of a number has `choice CONDITION: text` lines, of which exactly one condition
must be true for the page's cells; each of the others is followed by a `because: text` line.
`gradients: L` asks for every gradient of the graph that ends in L.
`vary a = 2.0, 3.0, -1.5` asks the question again with other values, the first one first. The
question's code gives the name that one, in a line such as `a = 2.0` or `a = Value(2.0, label="a")`,
and the others take its place there.
`about: WORDS` names the sticking point that the question is about, for who reads the source.
A question with the flag `holds` holds back what follows it, until it is answered or shown.
`allow: REASON` lets its answer stand in sight. `review: no` keeps it out of the review.
`check: CONDITION` asks which line of the code is wrong. That line ends in `# faulty: ` and the line
that belongs in its place; another may end in `# sound: ` and words for who takes it to be wrong.
"""

import ast
import contextlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import inf
from typing import NamedTuple

from unpasted.faults import Fault, Place
from unpasted.read.fence import MANY, ONCE, Fence, Grammars
from unpasted.read.fields import Body, Field, check_expression, digest, names_in
from unpasted.read.prose import wrong_with

FIELDS = {
    "answer": ONCE, "tolerance": ONCE, "wrong": "wrong 3.0: why it is wrong",
    "choice": "choice x > 0: It rises.", "because": MANY, "gradients": ONCE, "check": ONCE,
    "why": ONCE, "about": ONCE, "vary": MANY, "allow": ONCE, "review": ONCE,
}  # fmt: skip
SHAPE = "write `vary a = 2.0, 3.0, -1.5`"
SPAN = re.compile(r"`(?!=)([^`]+)`")
# The fields of which a question has one: each asks for its own sort of answer.
ASKS = ("answer", "gradients", "check", "choice")
# Other fields, words of the header and marks in the code: what of ASKS each goes with.
GOES_WITH = {
    "wrong": ("answer",), "tolerance": ("answer", "gradients"), "because": ("choice",),
    "vary": ("answer", "choice"), "ordered": ("choice",), "faulty": ("check",), "sound": ("check",),
    "hide": ("answer", "choice", "gradients"), "fold": ("check",),
}  # fmt: skip
MARKED = re.compile(r"^(?P<code>\s*[^\s#].*?)\s+#\s*(?P<mark>faulty|sound):(?P<words>.*)$")


@dataclass(frozen=True)
class Choice(Field):
    """A choice: a condition, words for it, and why it is wrong, if it is."""

    because: Field | None = None


class Varied(NamedTuple):
    """A name, and the values that it has one after the other, as they are written."""

    place: Place
    name: str
    values: tuple[str, ...]


class Question(Body):
    """What the body of a predict fence says; see Body for its arguments. Raises Fault.

    Attributes:
        name: by what is asked, and not by where it stands: how a reader's device remembers it.
        names: those in what its reader sees of it: in its words, choices and code.
        asks: by which of ASKS.
        expression: what answers it, or with `check` what is true of the code as soon as its faulty
            line is fixed; nothing with choices.
        answer_place: the line of that; with choices, of the fence.
        faulty, sound: the lines of the code that its author marked, with what belongs in place of a
            faulty one, or why a sound one is sound; the marks are not in the code.
        allow: why its answer may stand in sight.
        review: whether it comes back in the review.
        vary: the values with which it is asked, one after the other.
        variants: for each set of values, such as `a = 3.0, b = 1.0`, the code with it; its own code
            alone where it does not vary.
    """

    def __init__(self, fence: Fence, grammars: Grammars) -> None:
        super().__init__(fence, grammars)
        if self.more:
            says = "the code of a predict fence stands below one line ---; this is a second one"
            raise Fault(self.more[0].place, says)
        asked = {one.key: one for one in self.fields if one.key in ASKS}
        self.asks = next(iter(asked), "")
        self.expression, self.answer_place = "", fence.place
        for one in (one for one in asked.values() if one.key != "choice"):
            check_expression(one.text.strip(), one.place)
            self.expression, self.answer_place = one.text.strip(), one.place
        self.fields += self._take_marks()
        self.faulty, self.sound = self.all("faulty"), self.all("sound")
        self.tolerance = _tolerance(self.one("tolerance"))
        self.wrong, self.choices = self.all("wrong"), _choices(self.fields)
        self.allow = self.said("allow")
        self.vary = [_read_vary(one) for one in self.all("vary")]
        self.review = not (given := self.one("review"))
        if given and given.words != "no":
            raise Fault(given.place, f"`review: {given.text}` is not known; write `review: no`")
        words = [self.asked.text, *(one.text for one in self.choices)]
        self.names = names_in(self.code, *(span for text in words for span in SPAN.findall(text)))
        known = {"answer": "", "gradients": "", "code": self.code}
        known |= {self.asks: self.expression} if self.expression else {}
        choices = (f"{one.expression}:{one.text}" for one in self.choices)
        self.name = digest(self.asked.text, *known.values(), *choices)[:10]
        self.drawn = self.choices
        if "ordered" not in fence.flags:  # else the right one stands where authors like to put it
            self.drawn = sorted(self.choices, key=lambda one: digest(self.name, one.text))
        self._check(fence, len(asked))
        self.variants = _variants(self.vary, self.code)

    def _take_marks(self) -> list[Field]:
        """Take the marks out of the code. Raises Fault for one that says nothing."""
        lines, marks = self.code.split("\n"), []
        for number, line in enumerate(lines):
            if found := MARKED.match(line):
                mark, place = found["mark"], self.code_place.below(number)
                if not (words := found["words"].strip()):
                    shape = "the line that belongs there" if mark == "faulty" else "why"
                    raise Fault(place, f"`# {mark}:` is empty; write `# {mark}: {shape}`")
                marks.append(Field(place, words, mark))
                lines[number] = found["code"]
            elif self.asks == "check" and (odd := re.search(r"\S\s+#\s*([a-z]+):", line)):
                for meant in get_close_matches(odd[1], ("faulty", "sound"), 1, 0.85):
                    says = f"unknown mark `# {odd[1]}:`; write `# {meant}: …`"
                    raise Fault(self.code_place.below(number), says)
        self.code = "\n".join(lines)
        return marks

    def _check(self, fence: Fence, asked: int) -> None:
        """Raise Fault for what does not go together."""
        if asked != 1:
            says = "a predict fence has either `answer: expression`, or some `choice condition:"
            raise Fault(fence.place, f"{says} text`, or `gradients: root`, or `check: condition`")
        given = dict.fromkeys(fence.flags, fence.place)
        given |= {one.key: one.place for one in reversed(self.fields)}
        for key, place in given.items():
            if self.asks not in (goes_with := GOES_WITH.get(key, ASKS)):
                known = " or ".join(f"`{one}`" for one in goes_with)
                raise Fault(place, f"`{key}` goes with {known}, and with nothing else")
        if "hide" in fence.flags and not self.code:
            raise Fault(fence.place, "`hide` keeps the code for the answer, and there is none")
        if self.asks == "check" and len(self.faulty) != 1:
            says = f"`check:` is about the one faulty line, and {len(self.faulty)} are marked"
            where = self.faulty[1].place if self.faulty else self.answer_place
            cure = "end it with `# faulty: ` and the line that belongs in its place"
            raise Fault(where, f"{says}; {cure}")
        if len(self.choices) == 1:
            raise Fault(self.choices[0].place, "one choice is no choice; write at least two")
        texts = [alike(option.text) for option in self.choices]
        for option, text in zip(self.choices, texts, strict=True):
            if texts.count(text) > 1:
                raise Fault(option.place, f"two choices read the same: {option.text.strip()}")

    def number(self, marked: Field) -> int:
        """How many lines of the code stand above a marked one."""
        return marked.place.line - self.code_place.line

    @property
    def fixed(self) -> str:
        """The code with what belongs there in place of the faulty line."""
        lines, [faulty] = self.code.split("\n"), self.faulty
        written = lines[at := self.number(faulty)]
        lines[at] = written.removesuffix(written.lstrip()) + faulty.text
        return "\n".join(lines)


def alike(text: str) -> str:
    """A text as a reader sees it: two that come to the same look the same."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _tolerance(given: Field | None) -> float:
    if given is None:
        return 0.0
    with contextlib.suppress(ValueError):
        if 0 < (tolerance := float(given.text)) < inf:
            return tolerance
    raise Fault(given.place, f"`tolerance: {given.text}` is no number; write `tolerance: 0.01`")


def _choices(fields: Sequence[Field]) -> list[Choice]:
    """The choices, each with the `because:` below it."""
    choices: list[Choice] = []
    for one in fields:
        if one.key == "choice":
            choices.append(Choice(**vars(one)))
        elif one.key == "because" and choices:
            choices[-1] = replace(choices[-1], because=one)
    return choices


def _read_vary(one: Field) -> Varied:
    """Read what stands behind the word `vary`. Raises Fault."""
    said = one.text.strip()
    match ast.parse(said).body if not wrong_with(said, "exec") else []:
        case [ast.Assign([ast.Name(name)], ast.Tuple(parts))] if len(parts) > 1:
            values = [str(ast.get_source_segment(said, part)) for part in parts]
        case _:
            raise Fault(one.place, f"`vary {said}` is no name with two values or more; {SHAPE}")
    for value in values:
        if values.count(value) > 1:
            raise Fault(one.place, f"`vary {name}` has {value} twice")
    return Varied(one.place, name, tuple(values))


def _variants(vary: Sequence[Varied], code: str) -> dict[str, str]:
    """The question once for each set of values; values of several names go together by place.

    Raises Fault where the names have not equally many, or the code begins with another value.
    """
    for one in vary[1:]:
        if len(one.values) != len(vary[0].values):
            says = f"`{one.name}` has {len(one.values)} values and `{vary[0].name}` has"
            raise Fault(one.place, f"{says} {len(vary[0].values)}; they go together by place")
        if one.name in [other.name for other in vary if other is not one]:
            raise Fault(one.place, f"`vary {one.name}` is given twice")
    places = [_place_of(one, code) for one in vary]
    variants = {}
    for values in [*zip(*(one.values for one in vary), strict=True)] or [()]:
        given = ", ".join(f"{one.name} = {value}" for one, value in zip(vary, values, strict=True))
        written = code
        for (start, end), value in sorted(zip(places, values, strict=True), reverse=True):
            written = written[:start] + value + written[end:]
        variants[given] = written
    return variants


def _place_of(varied: Varied, code: str) -> tuple[int, int]:
    """From where to where the first value stands in the line that gives it to the name."""
    name, first = varied.name, varied.values[0]
    line = re.search(rf"^(?=\S)[\w, ]*\b{name}\b[\w, ]* = .*", code, re.M)
    value = re.compile(rf"(?<![\w.]){re.escape(first)}(?![\w.])")
    found = [*value.finditer(code, *line.span())] if line else []
    if len(found) != 1:
        says = f"`vary {name}` begins with {first}, and no line of the code gives it that value"
        raise Fault(varied.place, f"{says} once; write `{name} = {first}` there")
    return found[0].span()
