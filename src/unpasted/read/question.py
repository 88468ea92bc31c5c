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

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import inf

from unpasted.faults import Fault, Place
from unpasted.read import vary as varying
from unpasted.read.fence import Fence
from unpasted.read.fields import check_asked, check_expression, cut

FIELDS = (
    "answer", "tolerance", "wrong", "choice", "because", "gradients", "check", "why", "about",
    "vary",
)  # fmt: skip
MARKED = re.compile(r"^(?P<code>\s*[^\s#].*?)\s+#\s*(?P<mark>faulty|sound):(?P<words>.*)$")


@dataclass
class Option:
    """A choice, or a typical wrong number: an expression, words for it, and a reason."""

    place: Place
    expression: str
    text: str = ""
    because: str = ""


@dataclass(frozen=True)
class Marked:
    """A line of code of which its author says something.

    Arguments:
        number: how many lines of the code stand above it.
        words: what belongs in place of a faulty line; why a sound one is sound.
    """

    number: int
    place: Place
    words: str


@dataclass
class Question:
    """What the body of a predict fence says; only this module changes it.

    Arguments:
        place: the line at which its words begin.
        answer_place: the line of `answer:`, `gradients:` or `check:`.
        code_place: the line at which its code begins, if it has any.
        check: what is true of the code as soon as its faulty line is mended.
        faulty, sound: the lines of the code that its author marked; the marks are not in the code.
        ordered: whether its choices stand as they are written.
        about: the sticking point that it asks about.
        vary: the values with which it is asked, one after the other.
    """

    place: Place
    text: str
    answer: str = ""
    answer_place: Place | None = None
    gradients: str = ""
    tolerance: float = 0.0
    why: str = ""
    why_place: Place | None = None
    wrong: list[Option] = field(default_factory=list)
    choices: list[Option] = field(default_factory=list)
    code: str = ""
    code_place: Place | None = None
    check: str = ""
    faulty: list[Marked] = field(default_factory=list)
    sound: list[Marked] = field(default_factory=list)
    ordered: bool = False
    about: str = ""
    vary: list[varying.Varied] = field(default_factory=list)

    @property
    def variants(self) -> list[varying.Variant]:
        """The question once for each set of values; none where it does not vary."""
        return varying.variants(self.vary, self.code)

    @property
    def name(self) -> str:
        """By what is asked, and not by where it stands: how a reader's device remembers it."""
        asked = [self.text, self.answer, self.gradients, self.code]
        asked += [self.check] if self.check else []
        asked += [f"{option.expression}:{option.text}" for option in self.choices]
        return digest(*asked)[:10]

    @property
    def drawn(self) -> list[Option]:
        """The choices as they are shown: in an order that follows from what is asked and no more.

        Without it, the right one stands where authors like to put it.
        """
        if self.ordered:
            return self.choices
        return sorted(self.choices, key=lambda option: digest(self.name, option.text))

    @property
    def mended(self) -> str:
        """The code with what belongs there in place of the faulty line."""
        lines = self.code.split("\n")
        for one in self.faulty:
            written = lines[one.number]
            indent = written[: len(written) - len(written.lstrip())]
            lines[one.number] = indent + one.words
        return "\n".join(lines)


def digest(*texts: str) -> str:
    """What texts come to, in letters that are the same in every build."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def read(fence: Fence, fields: Mapping[str, Collection[str]]) -> Question:
    """Read the body of a predict fence. Raises Fault.

    Arguments:
        fields: those of every kind of fence.
    """
    body = cut(fence, fields)
    question = Question(fence.body_place, body.text, ordered="ordered" in fence.flags)
    if body.sections[0].text:
        question.code, question.code_place = body.sections[0].text, body.sections[0].place
    if len(body.sections) > 1:
        says = "the code of a predict fence stands below one line ---; this is a second one"
        raise Fault(body.sections[1].place, says)
    for one in body.fields:
        _set(question, one.place, one.key, one.of, one.text)
    if question.check:
        _read_marks(question)
    _check(question, fence)
    return question


def _read_marks(question: Question) -> None:
    """Take the marks out of the code. Raises Fault for one that says nothing."""
    lines = question.code.split("\n")
    for number, line in enumerate(lines):
        if (found := MARKED.match(line)) and question.code_place:
            place, words = question.code_place.below(number), found["words"].strip()
            if not words:
                shape = "the line that belongs there" if found["mark"] == "faulty" else "why"
                raise Fault(
                    place, f"`# {found['mark']}:` is empty; write `# {found['mark']}: {shape}`"
                )
            marked = question.faulty if found["mark"] == "faulty" else question.sound
            marked.append(Marked(number, place, words))
            lines[number] = found["code"]
    question.code = "\n".join(lines)


def _set(question: Question, place: Place, key: str, of: str, text: str) -> None:
    if key == "vary":
        question.vary.append(varying.read("" if of else text, place))
        return
    if key in ("wrong", "choice"):
        if not of or not text.strip():
            shape = "wrong 3.0: why it is wrong" if key == "wrong" else "choice x > 0: It rises."
            raise Fault(place, f"`{key}` needs an expression and words; write `{shape}`")
        check_expression(of, place)
        option = Option(place, of, text)
        (question.wrong if key == "wrong" else question.choices).append(option)
        return
    if of:
        raise Fault(place, f"`{key} {of}:` is not a field; write `{key}: …`")
    if not text.strip():
        raise Fault(place, f"`{key}:` is empty")
    if key != "because" and getattr(question, key):
        raise Fault(place, f"`{key}:` is given twice")
    if key == "because":
        if not question.choices:
            raise Fault(place, "`because:` explains the choice above it; there is none")
        question.choices[-1].because = text
    elif key == "tolerance":
        try:
            question.tolerance = float(text)
        except ValueError:
            question.tolerance = -1.0
        if not 0 < question.tolerance < inf:
            raise Fault(place, f"`tolerance: {text}` is no number; write `tolerance: 0.01`")
    elif key in ("answer", "gradients", "check"):
        check_expression(text.strip(), place)
        setattr(question, key, text.strip())
        question.answer_place = place
    elif key == "about":
        question.about = " ".join(text.split())
    else:
        question.why, question.why_place = text, place


def _check(question: Question, fence: Fence) -> None:
    check_asked(question.text, fence)
    asked = (question.answer, question.choices, question.gradients, question.check)
    if sum(map(bool, asked)) != 1:
        raise Fault(
            fence.place,
            "a predict fence has either `answer: expression`, or some `choice condition: text`, "
            "or `gradients: root`, or `check: condition`",
        )
    _check_marks(question)
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
    texts = [" ".join(option.text.split()).casefold() for option in question.choices]
    for option, text in zip(question.choices, texts, strict=True):
        if texts.count(text) > 1:
            raise Fault(option.place, f"two choices read the same: {option.text.strip()}")


def _check_marks(question: Question) -> None:
    if question.check:
        if len(question.faulty) != 1:
            says = f"`check:` is about the one faulty line, and {len(question.faulty)} are marked"
            cure = "end it with `# faulty: ` and the line that belongs in its place"
            wheres = [*(one.place for one in question.faulty[1:]), question.answer_place]
            raise Fault(wheres[0] or question.place, f"{says}; {cure}")
        return
    for number, line in enumerate(question.code.split("\n")):
        if (found := MARKED.match(line)) and question.code_place:
            place = question.code_place.below(number)
            says = f"`# {found['mark']}:` needs a field `check: condition` above the line ---"
            raise Fault(place, f"{says}: what holds as soon as the faulty line is mended")
