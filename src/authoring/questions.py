"""predict and exercise: a question in words, fields, and code whose run answers it.

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
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape
from math import inf, isclose, isfinite
from typing import Any

from authoring.errors import Fault, Place
from authoring.fences import OPENING, Fence

FIELD = re.compile(r"(?P<key>[a-z]+)(?P<rest>[ :].*)$")
FIELDS = {
    "predict": ("answer", "tolerance", "wrong", "choice", "because", "gradients", "why"),
    "exercise": ("why",),
}
Evaluate = Callable[[str, Place], Any]
"""The value of an expression in the page's session. Raises Fault."""


@dataclass
class Option:
    """A choice, or a typical wrong number: an expression, words for it, and a reason."""

    place: Place
    expression: str
    text: str = ""
    because: str = ""


@dataclass
class Question:
    """What the body of a predict or exercise fence says."""

    place: Place
    text: str
    name: str = ""  # by which a reader's device remembers it
    answer: str = ""
    answer_place: Place | None = None  # of `answer:` or `gradients:`
    gradients: str = ""
    tolerance: float = 0.0
    why: str = ""
    why_place: Place | None = None
    wrong: list[Option] = field(default_factory=list)
    choices: list[Option] = field(default_factory=list)
    printed: str | None = None  # what the code printed, once it has run
    code: str = ""
    code_place: Place | None = None


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
    whole = [cut for cut in cuts if not cut[0] or _parses(cut[0])]
    return (head["key"], *(whole or cuts)[0]) if cuts else None


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
        raise Fault(fence.place, f"a {fence.kind} fence begins with its question, in words")
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
    texts = [option.text.strip() for option in question.choices]
    for option in question.choices:
        if texts.count(option.text.strip()) > 1:
            raise Fault(option.place, f"two choices read the same: {option.text.strip()}")


def _check_expression(text: str, place: Place) -> None:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise Fault(place, f"`{text}` is no Python expression: {error.msg}") from None


def _below(fence: Fence, number: int) -> Place:
    return Place(fence.place.file, fence.place.line + 1 + number)


def expand(question: Question, fence: Fence, slot: Callable[[str], str]) -> str:
    """The question as Markdown.

    Arguments:
        slot: gives the fence that SuperFences will find in a part's place: "source" (the code as
            it is shown), "figure" (the graph whose gradients are asked for) or "result" (what
            running it gave).
    """
    parts = ["", f'<div class="{fence.kind}" markdown="block">', "", question.text, ""]
    parts += _list("choices", [option.text for option in question.choices])
    if fence.kind == "predict" and question.code:
        parts += [slot("source"), ""]
    if question.gradients:
        parts += [slot("figure"), ""]
    summary = "Open the answer" if fence.kind == "predict" else "Open the solution"
    parts += [f'<details markdown="block"><summary>{summary}</summary>', "", slot("result"), ""]
    parts += _list(
        "reasons", [o.because for o in question.choices] + [o.text for o in question.wrong]
    )
    parts += [question.why, "", "</details>", "", "</div>", ""]
    return "\n".join(parts)


def _list(name: str, items: list[str]) -> list[str]:
    if not any(items):
        return []
    lines = [f'<li markdown="span">{" ".join(item.split())}</li>' for item in items]
    return [f'<ul class="{name}" markdown="block">', *lines, "</ul>", ""]


def answer(question: Question, evaluate: Evaluate) -> dict[str, Any]:
    """The right answer, computed by the page's cells, as the browser judges by it.

    Raises Fault where the cells cannot tell it, or where a wrong answer is right after all.
    """
    if question.choices:
        right = [
            n for n, o in enumerate(question.choices) if _true(evaluate(o.expression, o.place), o)
        ]
        if len(right) != 1:
            texts = "; ".join(question.choices[n].text for n in right) or "none"
            raise Fault(
                question.place, f"exactly one choice must come out true; here it is {texts}"
            )
        chosen = question.choices[right[0]]
        if chosen.because:
            says = "this choice comes out right, and its `because:` says why it is wrong"
            raise Fault(chosen.place, says)
        for option in question.choices:
            if option is not chosen and not option.because:
                says = "a wrong choice says why: write `because: words` on the next line"
                raise Fault(option.place, says)
        return {"kind": "choice", "right": right[0]}
    assert question.answer_place is not None
    value = number(evaluate(question.answer, question.answer_place), question.answer_place)
    wrong: list[float] = []
    for option in question.wrong:
        seen = number(evaluate(option.expression, option.place), option.place)
        if isclose(seen, value, rel_tol=1e-9):
            raise Fault(option.place, f"`wrong {option.expression}` is {seen!r}: the right answer")
        if seen in wrong:
            raise Fault(option.place, f"two wrong answers are both {seen!r}")
        wrong.append(seen)
    return {"kind": "number", "wrong": wrong} | judged(value, question.tolerance)


def judged(value: float, tolerance: float) -> dict[str, float]:
    """A number, and how far from it an answer may be: three digits where nothing else is said."""
    return {"answer": value, "tolerance": tolerance or max(1e-3 * abs(value), 1e-9)}


def answer_html(question: Question, answer: dict[str, Any], words: Callable[[str], str]) -> str:
    """The answer, for who opens it; `words` makes HTML of a choice's Markdown."""
    if answer["kind"] == "choice":
        return f'<p class="answer">Right: {words(question.choices[answer["right"]].text)}</p>'
    if answer["kind"] == "gradients":
        said = ", ".join(f"{one['name']} {one['answer']!r}" for one in answer["gradients"])
        return f'<p class="answer">The gradients: <code class="value">{escape(said)}</code></p>'
    return f'<p class="answer">The run says <code class="value">{answer["answer"]!r}</code></p>'


def element(question: Question, answer: dict[str, Any]) -> str:
    """What makes the question answerable in a browser."""
    data = escape(json.dumps({"id": question.name} | answer), quote=True)
    return f'<micrograd-question data-question="{data}"></micrograd-question>'


def inline_html(text: str) -> str:
    """Words with `code` in them as HTML; marks stay as they are."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text))


def number(value: Any, place: Place) -> float:
    """A finite number, as the reader could type it. Raises Fault."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise Fault(place, f"an answer is a finite number; this one is {value!r}")
    return value if isinstance(value, int) else float(value)


def _true(value: Any, option: Option) -> bool:
    if not isinstance(value, bool):
        raise Fault(
            option.place,
            f"`choice {option.expression}` is {value!r}; write a condition, true or false",
        )
    return value
