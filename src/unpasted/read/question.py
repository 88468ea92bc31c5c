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
`vary NAME = VALUE, VALUE` asks the question again with other values; see read/vary.py.
`about: WORDS` names the sticking point that the question is about, for `make questions`.
`check: CONDITION` asks which line of the code is wrong. That line ends in `# faulty: ` and the line
that belongs in its place; another may end in `# sound: ` and words for who takes it to be wrong.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from unpasted.faults import Fault, Place
from unpasted.read import vary as varying
from unpasted.read.fence import MANY, ONCE, Fence, Grammar
from unpasted.read.fields import Body, Code, Field, check_expression, cut

FIELDS = {
    "answer": ONCE, "tolerance": ONCE, "wrong": "wrong 3.0: why it is wrong",
    "choice": "choice x > 0: It rises.", "because": MANY, "gradients": ONCE, "check": ONCE,
    "why": ONCE, "about": ONCE, "vary": MANY,
}  # fmt: skip
LOOKS = str.maketrans("АВЕКМНОРСТХаеорсухі", "ABEKMHOPCTXaeopcyxi")
"""Letters of other alphabets that look like Latin ones."""
ASKED = ("answer", "gradients", "check")
MARKED = re.compile(r"^(?P<code>\s*[^\s#].*?)\s+#\s*(?P<mark>faulty|sound):(?P<words>.*)$")


@dataclass(frozen=True)
class Choice(Field):
    """A choice: a condition, words for it, and why it is wrong, if it is."""

    because: str = ""


@dataclass(frozen=True)
class Marked:
    """A line of code of which its author says something.

    Arguments:
        mark: `faulty` or `sound`.
        number: how many lines of the code stand above it.
        words: what belongs in place of a faulty line; why a sound one is sound.
    """

    mark: str
    number: int
    place: Place
    words: str


@dataclass(frozen=True)
class Question:
    """What the body of a predict fence says.

    Arguments:
        place: the line at which its words begin.
        answer_place: the line of `answer:`, `gradients:` or `check:`; with choices, of the fence.
        code_place: the line at which its code begins, or would.
        check: what is true of the code as soon as its faulty line is mended.
        faulty, sound: the lines of the code that its author marked; the marks are not in the code.
        ordered: whether its choices stand as they are written.
        about: the sticking point that it asks about.
        vary: the values with which it is asked, one after the other.
    """

    place: Place
    text: str
    answer: str
    gradients: str
    check: str
    answer_place: Place
    tolerance: float
    wrong: tuple[Field, ...]
    choices: tuple[Choice, ...]
    ordered: bool
    why: Field | None
    about: str
    vary: list[varying.Varied]
    code: str
    code_place: Place
    faulty: list[Marked]
    sound: list[Marked]

    @property
    def variants(self) -> list[varying.Variant]:
        """The question once for each set of values; none where it does not vary."""
        return varying.variants(self.vary, self.code)

    @property
    def name(self) -> str:
        """By what is asked, and not by where it stands: how a reader's device remembers it."""
        asked = [self.text, self.answer, self.gradients, self.code]
        asked += [self.check] if self.check else []
        asked += [f"{one.expression}:{one.text}" for one in self.choices]
        return digest(*asked)[:10]

    @property
    def drawn(self) -> Sequence[Choice]:
        """The choices as they are shown: in an order that follows from what is asked and no more.

        Without it, the right one stands where authors like to put it.
        """
        if self.ordered:
            return self.choices
        return sorted(self.choices, key=lambda one: digest(self.name, one.text))

    @property
    def mended(self) -> str:
        """The code with what belongs there in place of the faulty line."""
        lines = self.code.split("\n")
        for one in self.faulty:
            written = lines[one.number]
            indent = written[: len(written) - len(written.lstrip())]
            lines[one.number] = indent + one.words
        return "\n".join(lines)


def alike(text: str) -> str:
    """A text as a reader sees it: two that come to the same look the same."""
    plain = unicodedata.normalize("NFKC", text).translate(LOOKS)
    return " ".join(plain.split()).casefold()


def digest(*texts: str) -> str:
    """What texts come to, in letters that are the same in every build."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def read(fence: Fence, grammars: Mapping[str, Grammar]) -> Question:
    """Read the body of a predict fence. Raises Fault.

    Arguments:
        grammars: of each kind of fence.
    """
    body = cut(fence, grammars)
    code, *more = body.sections
    if more:
        says = "the code of a predict fence stands below one line ---; this is a second one"
        raise Fault(more[0].place, says)
    asked = {one.key: one for one in body.fields if one.key in ASKED}
    for one in asked.values():
        check_expression(one.text.strip(), one.place)
    expressions = {key: asked[key].text.strip() if key in asked else "" for key in ASKED}
    about = body.one("about")
    written, marks = _marks(code)
    if marks and "check" not in asked:
        says = f"`# {marks[0].mark}:` needs a field `check: condition` above the line ---"
        raise Fault(marks[0].place, f"{says}: what holds as soon as the faulty line is mended")
    question = Question(
        fence.body_place,
        body.text,
        **expressions,
        answer_place=next((one.place for one in asked.values()), fence.place),
        tolerance=_tolerance(body.one("tolerance")),
        wrong=body.all("wrong"),
        choices=_choices(body),
        ordered="ordered" in fence.flags,
        why=body.one("why"),
        about=" ".join(about.text.split()) if about else "",
        vary=[varying.read(one.text, one.place) for one in body.all("vary")],
        code=written,
        code_place=code.place,
        faulty=[one for one in marks if one.mark == "faulty"],
        sound=[one for one in marks if one.mark == "sound"],
    )
    _check(question, fence)
    return question


def _marks(code: Code) -> tuple[str, list[Marked]]:
    """The code without its marks, and these. Raises Fault for one that says nothing."""
    lines, marks = code.text.split("\n"), []
    for number, line in enumerate(lines):
        if found := MARKED.match(line):
            mark, words, place = found["mark"], found["words"].strip(), code.place.below(number)
            if not words:
                shape = "the line that belongs there" if mark == "faulty" else "why"
                raise Fault(place, f"`# {mark}:` is empty; write `# {mark}: {shape}`")
            marks.append(Marked(mark, number, place, words))
            lines[number] = found["code"]
    return "\n".join(lines), marks


def _tolerance(given: Field | None) -> float:
    if given is None:
        return 0.0
    with contextlib.suppress(ValueError):
        if 0 < (tolerance := float(given.text)) < inf:
            return tolerance
    raise Fault(given.place, f"`tolerance: {given.text}` is no number; write `tolerance: 0.01`")


def _choices(body: Body) -> tuple[Choice, ...]:
    """The choices, each with the `because:` below it. Raises Fault for one below none."""
    choices: list[Choice] = []
    for one in body.fields:
        if one.key == "choice":
            choices.append(Choice(one.place, one.key, one.expression, one.text))
        elif one.key == "because" and not choices:
            raise Fault(one.place, "`because:` explains the choice above it; there is none")
        elif one.key == "because":
            choices[-1] = replace(choices[-1], because=one.text)
    return tuple(choices)


def _check(question: Question, fence: Fence) -> None:
    asked = (question.answer, question.choices, question.gradients, question.check)
    if sum(map(bool, asked)) != 1:
        raise Fault(
            fence.place,
            "a predict fence has either `answer: expression`, or some `choice condition: text`, "
            "or `gradients: root`, or `check: condition`",
        )
    if question.check and len(question.faulty) != 1:
        says = f"`check:` is about the one faulty line, and {len(question.faulty)} are marked"
        cure = "end it with `# faulty: ` and the line that belongs in its place"
        wheres = [*(one.place for one in question.faulty[1:]), question.answer_place]
        raise Fault(wheres[0], f"{says}; {cure}")
    if question.ordered and not question.choices:
        raise Fault(fence.place, "`ordered` keeps choices as they are written; there are none")
    if "hide" in fence.flags and (question.check or not question.code):
        why = "the reader taps a line of it" if question.check else "there is none"
        raise Fault(fence.place, f"`hide` keeps the code for the answer, and {why}; leave it out")
    if (question.choices or question.check) and (question.wrong or question.tolerance):
        raise Fault(
            fence.place, "`wrong` and `tolerance:` go with `answer:`, and with nothing else"
        )
    if question.vary and not (question.answer or question.choices):
        says = "a figure is drawn once" if question.gradients else "a line holds no number to vary"
        raise Fault(question.vary[0].place, f"`vary` goes with `answer:` or `choice`: {says}")
    question.variants  # noqa: B018 - a fault of theirs is told here
    if len(question.choices) == 1:
        raise Fault(question.choices[0].place, "one choice is no choice; write at least two")
    texts = [alike(option.text) for option in question.choices]
    for option, text in zip(question.choices, texts, strict=True):
        if texts.count(text) > 1:
            raise Fault(option.place, f"two choices read the same: {option.text.strip()}")
