"""The body of a predict or exercise fence: words, fields, and code whose run answers.

    ```predict                       ```exercise
    What will `a.grad` be?           Build `z = x * x` and check dz/dx.
    answer: a.grad                   why: Two equal paths.
    wrong 3.0: One path was lost.    ---
    why: Two paths meet in `a`.      x = Value(3.0)
    ---                              …
    a = Value(3.0)                   ```
    …
    ```

A choice instead of a number has `choice CONDITION: text` lines, of which exactly one condition
must be true for the page's cells; each of the others is followed by a `because: text` line.
`gradients: L` asks for every gradient of the graph that ends in L.
"""

from __future__ import annotations

import ast
import hashlib
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import inf

from authoring.faults import Fault, Place
from authoring.read.chapter import OPENING
from authoring.read.fence import Fence

FIELD = re.compile(r"(?P<key>[a-z]+)(?P<rest>[ :].*)$")
FIELDS = {
    "predict": ("answer", "tolerance", "wrong", "choice", "because", "gradients", "why"),
    "exercise": ("why",),
}


@dataclass
class Option:
    """A choice, or a typical wrong number: an expression, words for it, and a reason."""

    place: Place
    expression: str
    text: str = ""
    because: str = ""


@dataclass
class Question:
    """What the body of a predict or exercise fence says; only this module changes it.

    Arguments:
        place: the line at which its words begin.
        answer_place: the line of `answer:` or `gradients:`.
        code_place: the line at which its code begins, if it has any.
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

    @property
    def name(self) -> str:
        """By what is asked, and not by where it stands: how a reader's device remembers it."""
        asked = [self.text, self.answer, self.gradients, self.code]
        asked += [f"{option.expression}:{option.text}" for option in self.choices]
        return hashlib.sha256("\0".join(asked).encode()).hexdigest()[:10]


def read(fence: Fence) -> Question:
    """Read the body of a predict or exercise fence. Raises Fault."""
    lines = fence.body.split("\n")
    cut = next((n for n, line in enumerate(lines) if line.rstrip() == "---"), len(lines))
    question = Question(fence.body_place, "")
    if code := "\n".join(lines[cut + 1 :]).strip("\n"):
        skipped = next(n for n in range(cut + 1, len(lines)) if lines[n].strip())
        question.code, question.code_place = code, _below(fence, skipped)
    known = FIELDS[fence.kind]
    text: list[str] = []
    fields: list[tuple[Place, str, str, list[str]]] = []
    for number, line in enumerate(lines[:cut]):
        found = _field(line)
        if found and found[0] in known:
            key, of, words = found
            fields.append((_below(fence, number), key, of, [words]))
        elif found and not found[1] and (meant := get_close_matches(found[0], known, 1, 0.6)):
            message = f"unknown field `{found[0]}:`; write `{meant[0]}:`"
            raise Fault(_below(fence, number), message)
        elif found and found[0] in FIELDS["predict"]:
            says = f"`{found[0]}:` is a field of a predict fence; an {fence.kind} has `why:` only"
            raise Fault(_below(fence, number), says)
        elif OPENING.match(line):
            raise Fault(
                _below(fence, number),
                f"a {fence.kind} fence holds no other fence; put its code below a line ---",
            )
        elif fields:
            fields[-1][3].append(line)
        else:
            text.append(line)
    question.text = "\n".join(text).strip("\n")
    for place, key, of, parts in fields:
        _set(question, place, key, of, "\n".join(parts).strip("\n"))
    _check(question, fence)
    return question


def _field(line: str) -> tuple[str, str, str] | None:
    """A line that begins a field: its key, the expression before its colon, the words behind.

    The colon is the first that has a whole expression before it.
    """
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


def _parses(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def _set(question: Question, place: Place, key: str, of: str, text: str) -> None:
    if key in ("wrong", "choice"):
        if not of or not text.strip():
            shape = "wrong 3.0: why it is wrong" if key == "wrong" else "choice x > 0: It rises."
            raise Fault(place, f"`{key}` needs an expression and words; write `{shape}`")
        _check_expression(of, place)
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
    elif key in ("answer", "gradients"):
        _check_expression(text.strip(), place)
        setattr(question, key, text.strip())
        question.answer_place = place
    else:
        question.why, question.why_place = text, place


def _check(question: Question, fence: Fence) -> None:
    if not question.text.strip():
        raise Fault(fence.place, f"this {fence.kind} fence begins with its question, in words")
    if fence.indent:
        raise Fault(fence.place, f"a {fence.kind} fence stands at the left margin")
    if fence.kind == "exercise" and not question.code:
        raise Fault(
            fence.place, "an exercise needs a solution that runs; write it below a line ---"
        )
    asked = [bool(question.answer), bool(question.choices), bool(question.gradients)]
    if fence.kind == "predict" and sum(asked) != 1:
        raise Fault(
            fence.place,
            "a predict fence has either `answer: expression`, or some `choice condition: text`, "
            "or `gradients: root`",
        )
    if question.choices and (question.wrong or question.tolerance):
        raise Fault(fence.place, "`wrong` and `tolerance:` go with `answer:`, not with choices")
    if len(question.choices) == 1:
        raise Fault(question.choices[0].place, "one choice is no choice; write at least two")
    texts = [" ".join(option.text.split()).casefold() for option in question.choices]
    for option, text in zip(question.choices, texts, strict=True):
        if texts.count(text) > 1:
            raise Fault(option.place, f"two choices read the same: {option.text.strip()}")


def _check_expression(text: str, place: Place) -> None:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise Fault(place, f"`{text}` is no Python expression: {error.msg}") from None


def _below(fence: Fence, number: int) -> Place:
    return fence.body_place.below(number)
