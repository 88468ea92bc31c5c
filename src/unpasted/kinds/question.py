"""```predict: a question, what answers it, and what the browser judges by.

The code runs in the page, as its reader sees it stand there. What is asked of it runs on a copy: no
answer changes a value of the page.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import chain
from math import isclose, isfinite, ulp
from typing import Any

from unpasted.faults import Fault, Place, told
from unpasted.kinds.cell import output_html
from unpasted.kinds.code import code_html, highlighted, shown
from unpasted.kinds.drawing import described, drawn, figure_html, graph_svg
from unpasted.kinds.graph import Graph
from unpasted.kinds.making import Kind, Making
from unpasted.kinds.numbers import short
from unpasted.kinds.stepper import read as read_graph
from unpasted.read.chapter import Part, Piece, Prose
from unpasted.read.fence import Fence, Grammar
from unpasted.read.fields import Field
from unpasted.read.prose import value_html
from unpasted.read.question import FIELDS, Marked, Question, read
from unpasted.read.vary import Variant
from unpasted.rounding import rounded
from unpasted.run.session import Printed, Session
from unpasted.words import say

LEAST = 1e-9  # nearer to nothing than this no reader's number is
RIGHT_AFTER_ALL = "this choice comes out right, and its `because:` says why it is wrong"


@dataclass(frozen=True)
class Again:
    """The same question with other values.

    Arguments:
        values: the texts of the values in its words that are not those of the first variant.
        face: its words and its code, as they are seen before it is answered.
    """

    code: str
    printed: Printed
    answer: dict[str, Any]
    values: dict[int, str]
    face: tuple[str, ...]


@dataclass(frozen=True)
class Answered:
    """What the run says to a question.

    Arguments:
        printed: what its code printed.
        answer: the right answer and the typical wrong ones, as the browser judges by them.
        figure: the graph whose gradients are asked for, without them.
        checked: where a line is faulty, what its check printed with it and with the mended one.
        again: where the question varies, what it is with each of its other values.
    """

    printed: Printed
    answer: dict[str, Any] = field(default_factory=dict)
    figure: str = ""
    checked: tuple[Printed, Printed] = (Printed(), Printed())
    again: tuple[Again, ...] = ()


def pieces(fence: Fence) -> list[Piece]:
    """The question as Markdown: its words, the code, and closed below them the answer."""
    question: Question = fence.content
    out: list[Piece] = [
        f'\n<div class="predict" id="question-{question.name}" markdown="block">\n\n'
    ]
    out += [Prose(question.place, question.text), "\n\n", Part("asked")]
    out += _list("choices", [_item([_line(one.place, one.text)]) for one in question.drawn])
    out.append(Part("form"))
    return [*out, *closed(say("Open the answer"), question.why, Part("ran"), *_reasons(question))]


def opened_by(shut: str, opened: str) -> str:
    """The beginning of what a reader opens, with the words on its button."""
    words = f'<span class="shut">{shut}</span><span class="opened">{opened}</span>'
    return f'<details markdown="block"><summary>{words}</summary>\n\n'


def closed(shut: str, why: Field | None, *below: Piece) -> list[Piece]:
    """The end of what is asked: its answer behind a button, why that is right, and the rest."""
    out: list[Piece] = [opened_by(shut, say("Close")), Part("answer")]
    if why:
        words = Prose(why.place, why.text)
        out += ['<div class="why" markdown="block">\n\n', words, "\n\n</div>\n\n"]
    return [*out, *below, "\n\n</details>\n\n</div>\n"]


def _reasons(question: Question) -> list[Piece]:
    """Why each wrong answer is wrong, under its name; the browser finds it by its number."""
    reasons: dict[int, list[Piece]] = {}
    for number, choice in enumerate(question.drawn):
        if choice.because:
            reasons[number] = _reason([_line(choice.place, choice.text)], choice, choice.because)
    for number, wrong in enumerate(question.wrong):
        value = f"`= {wrong.expression}:~{question.tolerance / 10 or ''}`"
        before, _, after = say("If you said {answer}:", answer="|").partition("|")
        named: list[Piece] = [before, Prose(wrong.place, value), after]
        reasons[number] = _reason(named, wrong, wrong.text)
    lines, to_tap = question.code.split("\n"), tappable(question.code)
    for sound in question.sound:
        if sound.number in to_tap:
            named = [f"`` {lines[sound.number].strip()} ``"]
            reasons[to_tap.index(sound.number)] = _reason(named, sound, sound.words)
    items = []
    for number, reason in reasons.items():
        attributes: list[Piece] = [f' data-for="{number}"']
        if question.vary and question.choices:  # the first right one may be wrong later
            attributes += [' data-mute="', Part(f"mute-{number}", inline=True), '"']
        items.append(_item(reason, attributes))
    return _list("reasons", items)


def _reason(named: list[Piece], said: Field | Marked, words: str) -> list[Piece]:
    of = ['<span class="named">', *named, '</span> <span class="reason">']
    return [*of, _line(said.place, words), "</span>"]


def _line(place: Place, text: str) -> Prose:
    return Prose(place, " ".join(text.split()))


def _item(inside: list[Piece], attributes: Iterable[Piece] = ()) -> list[Piece]:
    return ['<li markdown="span"', *attributes, ">", *inside, "</li>\n"]


def _list(name: str, items: list[list[Piece]]) -> list[Piece]:
    if not items:
        return []
    return [f'<ul class="{name}" markdown="block">\n', *chain.from_iterable(items), "</ul>\n\n"]


def tappable(code: str) -> list[int]:
    """The lines that a reader can take to be faulty: those that show, and no comment."""
    texts = code.split("\n")
    return [n for n in shown(code) if texts[n].strip()[:1] not in ("", "#")]


def predict(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """Run the code in the page; on a copy of it, find the answer."""
    question: Question = fence.content
    mended = session.apart(lambda: _mended(session, fence), fence.place) if question.check else None
    variants = question.variants
    seen = [session.apart(partial(_varied, session, fence, one), fence.place) for one in variants]
    for place, named, value in variants[0].before if variants else ():
        _give(session, place, named, value)
    printed, name = _printed(session, fence), session.new_id()

    def answered() -> tuple[Answered, dict[int, str | Fault]]:
        if mended is not None:
            answer, checked = find_line(question), (_faulty(session, fence), mended)
            return Answered(printed, answer, "", checked), session.texts(fence.values)
        if question.gradients:
            graph = _graph(session, fence)
            answer, figure = gradients(graph, question), _figure(session, fence, graph, name)
        else:
            answer, figure = find_answer(question, session, fence.timeout), ""
        return Answered(printed, answer, figure), session.texts(fence.values)

    made: tuple[Answered, dict[int, str | Fault]] = session.apart(answered, fence.place)
    return (_with_variants(made[0], seen, question), made[1]) if seen else made


def _varied(session: Session, fence: Fence, variant: Variant) -> Again:
    """The question with other values, on a copy of the page. Raises Fault, which names them."""
    question: Question = fence.content
    try:
        for place, name, value in variant.before:
            session.cell(f"{name} = {value}", place, place, fence.timeout)
        printed = _printed(session, fence, variant.code)
        answer = find_answer(question, session, fence.timeout)
        values = session.texts(fence.values)
        for text in values.values():
            if isinstance(text, Fault):
                raise text
        texts = {n: text for n, text in values.items() if isinstance(text, str)}
        choices = [session.filled(one.text, one.place) for one in question.drawn]
        if len(set(choices)) < len(choices):
            raise Fault(question.place, "two choices read the same")
        lines = variant.code.split("\n")
        code = [] if "hide" in fence.flags else [lines[n] for n in shown(variant.code)]
        face = (session.filled(question.text, question.place), *choices, *code)
    except Fault as fault:
        says = f"with {variant.given}: {fault.message}"
        raise Fault(fault.place, says, fault.raised_in, fault.cause) from None
    return Again(variant.code, printed, answer, texts, face)


def _give(session: Session, place: Place, name: str, value: str) -> None:
    """Give a name of the page the first value. Raises Fault where the page has another."""
    if name in session.namespace and session.value(f"{name} == {value}", place) is not True:
        says = f"on this page `{name}` is {_seen(session.namespace[name])} by now"
        raise Fault(place, f"{says}, and `vary {name}` begins with {value}; begin with the same")
    session.cell(f"{name} = {value}", place, place, 1.0)


def _with_variants(first: Answered, seen: list[Again], question: Question) -> Answered:
    """The answered question, with what it is with its other values. Raises Fault."""
    variants, place = question.variants, question.vary[0].place
    for number, one in enumerate(seen):
        if (twin := next(n for n, other in enumerate(seen) if other.face == one.face)) < number:
            says = f"with {variants[number].given} the reader sees the same question as with"
            cure = "write the values in its words, `= a`, or in its code"
            raise Fault(place, f"{says} {variants[twin].given}; {cure}")
        if bool(one.printed.text) != bool(first.printed.text):
            says = f"with {variants[number].given} the code prints, and with {variants[0].given}"
            raise Fault(place, f"{says} not, or the other way round")
    for at, choice in enumerate(question.drawn):
        if choice.because and all(one.answer["right"] == at for one in seen):
            raise Fault(choice.place, RIGHT_AFTER_ALL)
    base = seen[0].values
    others = [
        replace(one, values={n: text for n, text in one.values.items() if text != base[n]})
        for one in seen[1:]
    ]
    return replace(first, again=tuple(others))


def make_predict(fence: Fence, data: Answered, making: Making) -> dict[str, str]:
    """What is shown before the answer, the place of the form, and what is behind the button."""
    question: Question = fence.content
    code = code_html(question.code) if question.code else ""
    asked, ran = ("", code) if "hide" in fence.flags else (code, "")
    if question.check:
        asked = f'<div class="listing">{code}</div>'
    if data.figure:
        asked += figure_html(data.figure)
    ran += output_html(data.printed)
    if question.check:
        ran += _checked(question, data.checked)
    return {
        "asked": asked,
        "form": element(question, data),
        "answer": answer_html(question, data.answer, making),
        "ran": ran,
        **{
            f"mute-{n}": str(n == data.answer["right"]).lower()
            for n in range(len(question.choices))
        },
    }


def _checked(question: Question, checked: tuple[Printed, Printed]) -> str:
    """What the check came to, with the line as it stands and with the mended one."""
    check = value_html(question.check)
    faulty, mended = map(output_html, checked)
    if checked[0].raised:
        came = say("With the line as it stands, {check} raises an error.", check=check)
    else:
        came = say("With the line as it stands, {check} is false.", check=check)
    return f"<p>{came}</p>{faulty}<p>{say('With the mended line it is true.')}</p>{mended}"


def find_answer(question: Question, session: Session, timeout: float) -> dict[str, Any]:
    """The right answer, computed by the page's cells, as the browser judges by it.

    Raises Fault where the cells cannot tell it, or where a wrong answer is right after all.
    """
    if question.choices:
        return _choice(question, session, timeout)
    right = number(session, question.answer, question.answer_place, timeout)
    _check_typed(right, question)
    known = judged(right, question.tolerance, right=True)
    if question.tolerance and right and question.tolerance >= abs(right):
        says = f"a tolerance of {question.tolerance:g} around {right!r} takes 0 for right as well"
        raise Fault(question.answer_place, f"{says}; write a smaller one")
    wrong: list[float] = []
    for option in question.wrong:
        seen = number(session, option.expression, option.place, timeout)
        if isclose(seen, right, rel_tol=1e-9):
            raise Fault(option.place, f"`wrong {option.expression}` is {seen!r}: the right answer")
        if any(isclose(seen, other, rel_tol=1e-9) for other in wrong):
            raise Fault(option.place, f"two wrong answers are both {seen!r}")
        wrong.append(seen)
    judged_wrong = [judged(seen, question.tolerance) for seen in wrong]
    return {"kind": "number", "wrong": judged_wrong} | known


def _check_typed(right: float, question: Question) -> None:
    """Raise Fault for an answer that nobody can type, so that only a tolerance could be right."""
    place, tolerance = question.answer_place, question.tolerance
    if not tolerance and 0 < abs(right) < LEAST:
        says = f"the answer is {right!r}, which is next to nothing; if rounding left it there"
        raise Fault(place, f"{says}, write round(…, 6); if not, give a `tolerance:`")
    short = rounded(right, 1e-6 * abs(right)) == right
    if tolerance and tolerance < ulp(right) and not short:
        says = f"nobody can type {right!r} to within {tolerance:g}"
        raise Fault(place, f"{says}; write a larger `tolerance:`")


def _choice(question: Question, session: Session, timeout: float) -> dict[str, Any]:
    values = [session.value(one.expression, one.place, timeout) for one in question.choices]
    pairs = zip(question.choices, values, strict=True)
    right = [one for one, value in pairs if _true(value, f"choice {one.expression}", one.place)]
    if len(right) != 1:
        texts = "; ".join(one.text for one in right) or "none"
        raise Fault(question.place, f"exactly one choice must come out true; here it is {texts}")
    [chosen] = right
    if chosen.because and not question.vary:
        raise Fault(chosen.place, RIGHT_AFTER_ALL)
    for option in question.choices:
        if option is not chosen and not option.because:
            says = "a wrong choice says why: write `because: words` on the next line"
            raise Fault(option.place, says)
    return {"kind": "choice", "right": question.drawn.index(chosen)}


def find_line(question: Question) -> dict[str, Any]:
    """Which lines the reader can tap, and which of them is faulty. Raises Fault."""
    lines, [faulty] = tappable(question.code), question.faulty
    for one in [faulty, *question.sound]:
        if one.number not in lines:
            says = (
                "a line that does not show, or is a comment, cannot be tapped; take its mark away"
            )
            raise Fault(one.place, says)
    below_first = [n - lines[0] for n in lines]
    return {"kind": "line", "lines": below_first, "right": lines.index(faulty.number)}


def _mended(session: Session, fence: Fence) -> Printed:
    """What the check prints where the faulty line is mended. Raises Fault unless it holds."""
    question: Question = fence.content
    [line], place = question.faulty, question.answer_place
    session.cell(question.mended, question.code_place, fence.place, fence.timeout)
    printed, holds = session.cell(question.check, place, place, fence.timeout)
    if not _true(holds, f"check: {question.check}", place):
        says = f"`check: {question.check}` is false with the mended line, `{line.words}`"
        raise Fault(line.place, f"{says}; mend the line or the check")
    return printed


def _faulty(session: Session, fence: Fence) -> Printed:
    """What the check prints with the line as it stands. Raises Fault where it holds."""
    question: Question = fence.content
    [line], place = question.faulty, question.answer_place
    outcome = session.run(question.check, place, fence.timeout)
    raised = ""
    if isinstance(outcome.error, Exception) and not outcome.expired:
        raised = session.publishable(told(outcome.error), place)
    else:
        session.check(outcome, place)
        if _true(outcome.value, f"check: {question.check}", place):
            says = f"`check: {question.check}` is true with the faulty line as well"
            raise Fault(line.place, f"{says}; write what the faulty line breaks")
    return Printed(session.publishable(outcome.stdout, place).rstrip("\n"), raised)


def gradients(graph: Graph, question: Question) -> dict[str, Any]:
    """Every gradient of the graph, as the browser asks for it and judges by it.

    Raises Fault where two nodes have one name, so that nobody can tell which is asked for.
    """
    asked: list[dict[str, Any]] = [
        {"name": name} | judged(node.grad, question.tolerance, right=True)
        for node, name in zip(graph.nodes, graph.names(), strict=True)
        if not node.constant
    ]
    for one in asked:
        _check_typed(one["answer"], question)
    for name, times in Counter(one["name"] for one in asked).items():
        if times > 1:
            says = f"two nodes are both called {name}; give them labels, so that each is asked for"
            raise Fault(question.answer_place, says)
    return {"kind": "gradients", "gradients": asked}


def judged(answer: float, tolerance: float, *, right: bool = False) -> dict[str, Any]:
    """A number, and how far from it an answer may be: where nothing is said, a thousandth.

    Then what a `right` one rounds to is right as well.
    """
    rounds = {"rounds": True} if right and not tolerance else {}
    return {"answer": answer, "tolerance": tolerance or 1e-3 * abs(answer) or LEAST} | rounds


def answer_html(question: Question, answer: dict[str, Any], making: Making) -> str:
    """The answer, for who opens it."""
    if answer["kind"] == "choice":
        words = making.inline(question.drawn[answer["right"]].text)
        said = say("Right: {answer}", answer=words)
    elif answer["kind"] == "line":
        [faulty] = question.faulty
        line = question.code.split("\n")[faulty.number].strip()
        codes = [f"<code>{escape(code)}</code>" for code in (line, faulty.words)]
        said = say("Wrong is {line}; mended: {mended}", line=codes[0], mended=codes[1])
    elif answer["kind"] == "gradients":
        grads = ", ".join(f"{one['name']} {spoken(one)}" for one in answer["gradients"])
        said = say("The gradients: {answer}", answer=value_html(grads))
    else:
        said = say("The run says {answer}", answer=value_html(spoken(answer)))
    return f'<p class="answer">{said}</p>'


def element(question: Question, data: Answered) -> str:
    """What makes the question answerable in a browser; it keeps the room of its fields."""
    answer = data.answer
    asked = {"id": question.name} | answer
    asked |= {"about": question.about} if question.about else {}
    if data.again:
        asked["variants"] = [variant_of(question, data, again) for again in data.again]
    said = escape(json.dumps(asked), quote=True)
    fields = len(answer.get("gradients", ())) * "<span></span>"
    room = f'<div class="fields">{fields}</div>' if fields else ""
    room = f'<div class="answering">{room}<div class="check"></div></div>'
    return f'<book-question data-question="{said}">{room}</book-question>'


def variant_of(question: Question, first: Answered, again: Again) -> dict[str, Any]:
    """What a browser changes to ask the question with other values: no more than differs."""
    answer = {key: value for key, value in again.answer.items() if key != "kind"}
    if "answer" in answer:
        answer["said"] = spoken(answer)
    old, new = highlighted(question.code), highlighted(again.code)
    lines = {at: new[n] for at, n in enumerate(shown(question.code)) if old[n] != new[n]}
    printed = {"printed": again.printed.text} if again.printed != first.printed else {}
    return answer | {"values": again.values, "lines": lines} | printed


def spoken(judged: dict[str, float]) -> str:
    """An answer as it is told: with the digits that are asked for."""
    right = judged["answer"]
    return repr(rounded(right, judged["tolerance"] / 10) if isinstance(right, float) else right)


def number(session: Session, expression: str, place: Place, timeout: float) -> float:
    """What an expression is now: a finite number, as the reader could type it. Raises Fault."""
    value = session.value(expression, place, timeout)
    fit = isinstance(value, int | float) and not isinstance(value, bool)
    if not fit or (isinstance(value, float) and not isfinite(value)) or abs(value) > 1e300:
        shown = "larger than any float" if fit and isinstance(value, int) else _seen(value)
        raise Fault(place, f"an answer is a finite number; this one is {shown}")
    return int(value) if isinstance(value, int) else float(value)


def _seen(value: Any) -> str:
    """What a value is, for an error."""
    return repr(value) if isinstance(value, str | int | float | complex) else described(value)


def _true(value: Any, written: str, place: Place) -> bool:
    if not isinstance(value, bool):
        raise Fault(place, f"`{written}` is {value!r}; write a condition, true or false")
    return value


def _printed(session: Session, fence: Fence, code: str = "") -> Printed:
    """What the question's code printed, or other code in its place."""
    question: Question = fence.content
    if not question.code:
        return Printed()
    where = question.code_place, fence.place, fence.timeout
    return session.cell(code or question.code, *where)[0]


def _graph(session: Session, fence: Fence) -> Graph:
    """The graph whose gradients are asked for, read once."""
    question: Question = fence.content
    place = question.answer_place
    root = session.value(question.gradients, place, fence.timeout)
    graph: Graph = session.draw(lambda: read_graph(session, root), place, fence.timeout)
    if not graph.scalar:
        raise Fault(place, "`gradients:` asks for one number each; in this graph nodes have others")
    if not graph.backward:
        raise Fault(place, "`gradients:` needs an engine with rules, from step5_local on")
    return graph


def _figure(session: Session, fence: Fence, graph: Graph, name: str) -> str:
    pairs = zip(graph.names(), graph.nodes, strict=True)
    words = "; ".join(f"{named} is {short(node.data)}" for named, node in pairs)
    alt = f"The graph in question, with data only: {words}."
    svg: str = drawn(session, fence, lambda: graph_svg(session, graph.dot(graded=False), name, alt))
    return svg


def outputs(fence: Fence, data: Answered) -> dict[str, Any]:
    """What is right and what was printed, once for each of its values."""
    again = [
        {"values": list(one.values.values()), "printed": one.printed}
        | _right(fence.content, one.answer, one.code)
        for one in data.again
    ]
    right = _right(fence.content, data.answer, fence.content.code)
    return {"printed": data.printed} | right | {"checked": data.checked, "again": again}


def _right(question: Question, answer: dict[str, Any], code: str) -> dict[str, Any]:
    if answer["kind"] == "choice":
        return {"right": " ".join(question.drawn[answer["right"]].text.split())}
    if answer["kind"] == "line":
        return {"faulty": code.split("\n")[tappable(code)[answer["right"]]].strip()}
    if answer["kind"] == "gradients":
        return {"gradients": {one["name"]: one["answer"] for one in answer["gradients"]}}
    return {"right": answer["answer"], "wrong": [one["answer"] for one in answer["wrong"]]}


PREDICT = Kind(
    Grammar(("hide", "ordered"), ("timeout", "digits"), fields=FIELDS),
    read=read, pieces=pieces, run=predict, make=make_predict,
    code=lambda fence: fence.content.code, minutes=1, asks=True, outputs=outputs,
)  # fmt: skip
