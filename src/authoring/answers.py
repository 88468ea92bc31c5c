"""What becomes of a question: its Markdown, its answer as the page's cells tell it, its element."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from math import isclose, isfinite
from typing import Any

from authoring.errors import Fault, Place
from authoring.fences import Fence
from authoring.questions import Option, Question
from authoring.walk import Graph

Evaluate = Callable[[str, Place], Any]
"""The value of an expression in the page's session. Raises Fault."""


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
    known = [judged(seen, question.tolerance) for seen in wrong]
    return {"kind": "number", "wrong": known} | judged(value, question.tolerance)


def gradients(graph: Graph, question: Question) -> dict[str, Any]:
    """Every gradient of the graph, as the browser asks for it and judges by it."""
    asked = [
        {"name": name} | judged(node.grad, question.tolerance)
        for node, name in zip(graph.nodes, graph.names(), strict=True)
        if not node.constant
    ]
    return {"kind": "gradients", "gradients": asked}


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
    where = f'data-book="{escape(question.book)}" data-page="{escape(question.page)}"'
    return f'<book-question {where} data-question="{data}"></book-question>'


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
