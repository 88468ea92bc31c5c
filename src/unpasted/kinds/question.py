"""```predict: a question, what answers it, and what the browser judges by.

The code runs in the page, as its reader sees it stand there. What is asked of it runs on a copy: no
answer changes a value of the page.
"""

from dataclasses import dataclass, field
from functools import partial
from html import escape
from math import inf, isclose, ulp
from typing import Any

from unpasted.faults import Place
from unpasted.kinds.cell import code_html, highlighted, output_html, shown
from unpasted.kinds.drawing import drawn, figure_html, graph_svg
from unpasted.kinds.graph import short
from unpasted.kinds.stepper import read as read_graph
from unpasted.read.chapter import Prose
from unpasted.read.fields import Field
from unpasted.read.prose import value_html
from unpasted.read.question import FIELDS, Question
from unpasted.rounding import rounded
from unpasted.run.execute import told
from unpasted.run.making import Fault, Fence, Grammar, Kind, Making, Printed, Put, Result, filled
from unpasted.words import say

LEAST = 1e-9  # nearer to nothing than this no reader's number is
RIGHT_AFTER_ALL = "this choice comes out right, and its `because:` says why it is wrong"


@dataclass
class Answer:
    """What the run says to a question, with one set of values.

    Arguments:
        known: the right answer and the typical wrong ones, as the browser judges by them.
        approved: the same for whoever approves it.
        said: the right one as HTML.
        shown: the figure of a graph, without the gradients that are asked for.
        checked: where a line is faulty, what its check printed with it and with the fixed one.
        printed: what its code printed.
        values: the texts of the values in its words.
        face: its words and its code, as they are seen before it is answered.
    """

    known: dict[str, Any]
    approved: dict[str, Any]
    said: str
    shown: str = ""
    checked: list[Printed] = field(default_factory=list)
    code: str = ""
    printed: Printed = field(default_factory=Printed)
    values: dict[int, str | Fault] = field(default_factory=dict)
    face: tuple[str, ...] = ()


def markdown(fence: Fence, put: Put) -> str:
    """The question as Markdown: its words, the code, and closed below them the answer."""
    parts = {"asked": fence.content, "flags": fence.flags, "reasons": _reasons(fence.content)}
    return filled("predict.md", **parts, put=put)


def _reasons(question: Question) -> dict[int, tuple[Prose, Field]]:
    """Why each wrong answer is wrong, with its name; the browser finds it by its number."""
    reasons = {n: (one.line, one.because) for n, one in enumerate(question.drawn) if one.because}
    for number, wrong in enumerate(question.wrong):
        value = f"`= {wrong.expression}:~{question.tolerance / 10 or ''}`"
        reasons[number] = Prose(wrong.place, say("If you said {answer}:", answer=value)), wrong
    lines, to_tap = question.code.split("\n"), tappable(question.code)
    for sound in question.sound:
        if (at := question.number(sound)) in to_tap:
            code = Prose(sound.place, f"`` {lines[at].strip()} ``")
            reasons[to_tap.index(at)] = code, sound
    return reasons


def tappable(code: str) -> list[int]:
    """The lines that a reader can take to be faulty: those that show, and no comment."""
    texts = code.split("\n")
    return [n for n in shown(code) if texts[n].strip()[:1] not in ("", "#")]


def predict(making: Making) -> Result:
    """Run the code in the page; on a copy of it, find the answer."""
    question: Question = making.fence.content
    session, place = making.session, making.fence.place
    _, *more = question.variants
    mended = partial(_tried, making, question, fixed=True)
    checked = [session.apart(mended, place)] if question.faulty else []
    others = [session.apart(partial(_varied, making, one), place) for one in more]
    printed, name = _printed(making, question.code), session.new_id()
    first: Answer = session.apart(partial(_answered, making, question.code, printed, name), place)
    _check_variants(question, [first, *others])
    making.values = first.values
    first.checked += checked
    again = [
        {"values": [*_changed(one, first).values()], "printed": one.printed} | one.approved
        for one in others
    ]
    outputs = {"printed": printed} | first.approved | {"checked": first.checked, "again": again}
    return making.result(_parts(making, first, others), printed, outputs)


def _answered(making: Making, code: str, printed: Printed, name: str = "") -> Answer:
    """What answers the question now; the cells of the page compute it. Raises Fault."""
    question: Question = making.fence.content
    making.take_values()
    answer = ANSWERS[question.asks](making, question, name)
    answer.face = _face(making, question, code) if question.vary else ()
    answer.code, answer.printed, answer.values = code, printed, making.values
    return answer


def _face(making: Making, question: Question, code: str) -> tuple[str, ...]:
    """The question's words and code as they are now. Raises Fault for two choices that are one."""
    words = (question.asked, *question.drawn)
    text, *choices = (making.session.filled(one.text, one.place) for one in words)
    if len(set(choices)) < len(choices):
        raise Fault(question.asked.place, "two choices read the same")
    lines = [] if "hide" in making.fence.flags else shown(code)
    return (text, *choices, *(code.split("\n")[n] for n in lines))


def _varied(making: Making, given: str) -> Answer:
    """The question with other values, on a copy of the page. Raises Fault, which names them."""
    try:
        code = making.fence.content.variants[given]
        found = _answered(making, code, _printed(making, code))
        for text in found.values.values():
            if isinstance(text, Fault):
                raise text
    except Fault as fault:
        says = f"with {given}: {fault.message}"
        raise Fault(fault.place, says, fault.raised_in, fault.cause) from None
    return found


def _check_variants(question: Question, seen: list[Answer]) -> None:
    """Raise Fault for a question that its other values do not make another one."""
    given, first = [*question.variants], seen[0]
    for number, one in enumerate(seen):
        if (twin := next(n for n, other in enumerate(seen) if other.face == one.face)) < number:
            says = f"with {given[number]} the reader sees the same question as with {given[twin]}"
            cure = "write the values in its words, `= a`, or in its code"
            raise Fault(question.vary[0].place, f"{says}; {cure}")
        if bool(one.printed.text) != bool(first.printed.text):
            says = f"with {given[number]} the code prints, and with {given[0]} not"
            raise Fault(question.vary[0].place, f"{says}, or the other way round")
    for at, choice in enumerate(question.drawn):
        if choice.because and all(one.known["right"] == at for one in seen):
            raise Fault(choice.place, RIGHT_AFTER_ALL)


def _changed(one: Answer, first: Answer) -> dict[int, Any]:
    """The texts of the values that are not those of the first variant."""
    return {n: text for n, text in one.values.items() if text != first.values[n]}


def _parts(making: Making, first: Answer, others: list[Answer]) -> dict[str, str]:
    """What is shown before the answer, the place of the form, and what is behind the button."""
    question: Question = making.fence.content
    known, answer = first.known, f'<p class="answer">{first.said}</p>'
    code = code_html(question.code) if shown(question.code) else ""
    asked, ran = ("", code) if "hide" in making.fence.flags else (code, "")
    ran += output_html(first.printed)
    if first.checked:
        asked = filled("listing.html", code=code, fold="fold" in making.fence.flags)
        ran += filled("checked.html", expression=question.expression, checked=first.checked)
    browser = {"id": question.name} | known | ({} if question.review else {"review": False})
    if others:
        browser["variants"] = [_variant(one, first) for one in others]
    form = filled("form.html", known=browser, fields=len(known.get("gradients", ())))
    asked += figure_html(first.shown) if first.shown else ""
    return {"asked": asked, "form": form, "answer": answer, "ran": ran}


def _variant(again: Answer, first: Answer) -> dict[str, Any]:
    """What a browser changes to ask the question with other values: no more than differs."""
    known = {key: value for key, value in again.known.items() if key != "kind"}
    if "answer" in known:
        known["said"] = spoken(known)
    old, new = highlighted(first.code), highlighted(again.code)
    lines = {at: new[n] for at, n in enumerate(shown(first.code)) if old[n] != new[n]}
    printed = {"printed": again.printed.text} if again.printed != first.printed else {}
    return known | {"values": _changed(again, first), "lines": lines} | printed


def _number(making: Making, question: Question, _: str) -> Answer:
    """The right number and the typical wrong ones. Raises Fault, also where these are right."""
    tolerance, place = question.tolerance, question.answer_place
    right = number(making, question.expression, place)
    _check_typed(right, question)
    if tolerance and right and tolerance >= abs(right):
        says = f"a tolerance of {tolerance:g} around {right!r} takes 0 for right as well"
        raise Fault(place, f"{says}; write a smaller one")
    wrong: list[float] = []
    for option in question.wrong:
        seen = number(making, option.expression, option.place)
        same = partial(isclose, seen, rel_tol=1e-9)
        if same(right):
            raise Fault(option.place, f"`wrong {option.expression}` is {seen!r}: the right answer")
        if any(map(same, wrong)):
            raise Fault(option.place, f"two wrong answers are both {seen!r}")
        wrong.append(seen)
    judges = judged(right, tolerance, right=True)
    known = {"kind": "number", "wrong": [judged(seen, tolerance) for seen in wrong]} | judges
    said = say("The run says {answer}", answer=value_html(spoken(judges)))
    return Answer(known, {"right": right, "wrong": wrong}, said)


def _check_typed(right: float, question: Question) -> None:
    """Raise Fault for an answer that nobody can type, so that only a tolerance could be right."""
    place, tolerance = question.answer_place, question.tolerance
    if not tolerance and 0 < abs(right) < LEAST:
        says = f"the answer is {right!r}, which is next to nothing; if rounding left it there"
        raise Fault(place, f"{says}, write round(…, 6); if not, give a `tolerance:`")
    if 0 < tolerance < ulp(right) and rounded(right, 1e-6 * abs(right)) != right:
        says = f"nobody can type {right!r} to within {tolerance:g}"
        raise Fault(place, f"{says}; write a larger `tolerance:`")


def _choice(making: Making, question: Question, _: str) -> Answer:
    """The one choice whose condition is true. Raises Fault."""
    values = [making.session.value(one.expression, one.place) for one in question.choices]
    pairs = zip(question.choices, values, strict=True)
    right = [one for one, value in pairs if _true(value, f"choice {one.expression}", one.place)]
    if len(right) != 1:
        texts = "; ".join(one.text for one in right) or "none"
        raise Fault(question.asked.place, f"exactly one choice must be true; here it is {texts}")
    [chosen] = right
    if chosen.because and not question.vary:
        raise Fault(chosen.place, RIGHT_AFTER_ALL)
    for option in question.choices:
        if option is not chosen and not option.because:
            raise Fault(option.place, "a wrong choice says why: write `because: words` below it")
    known = {"kind": "choice", "right": question.drawn.index(chosen)}
    said = say("Right: {answer}", answer=making.inline(chosen.text))
    return Answer(known, {"right": chosen.words}, said)


def _line(making: Making, question: Question, _: str) -> Answer:
    """Which lines the reader can tap, and which of them is faulty. Raises Fault."""
    lines, [faulty] = tappable(question.code), question.faulty
    for one in [faulty, *question.sound]:
        if question.number(one) not in lines:
            says = "a line that does not show, or is a comment, cannot be tapped"
            raise Fault(one.place, f"{says}; take its mark away")
    written = question.code.split("\n")[question.number(faulty)].strip()
    below_first = [n - lines[0] for n in lines]
    known = {"kind": "line", "lines": below_first, "right": lines.index(question.number(faulty))}
    line, fixed = (f"<code>{escape(code)}</code>" for code in (written, faulty.text))
    said = say("The faulty line: {line}. Fixed: {fixed}", line=line, fixed=fixed)
    return Answer(known, {"faulty": written}, said, checked=[_tried(making, question, fixed=False)])


def _tried(making: Making, question: Question, *, fixed: bool) -> Printed:
    """What the check prints, with the line fixed or as it stands. Raises Fault where it errs."""
    session, [line], place = making.session, question.faulty, question.answer_place
    if fixed:
        making.cell(question.fixed, question.code_place)
    outcome, raised = session.run(question.expression, place), ""
    if isinstance(outcome.error, Exception) and not (fixed or outcome.expired):
        raised = session.publishable(told(outcome.error), place)
    else:
        session.check(outcome, place)
        if _true(outcome.value, check := f"check: {question.expression}", place) is not fixed:
            wrong = f"false with the fixed line, `{line.text}`; fix the line or the check"
            if not fixed:
                wrong = "true with the faulty line as well; write what the faulty line breaks"
            raise Fault(line.place, f"`{check}` is {wrong}")
    return Printed(session.publishable(outcome.stdout, place).rstrip("\n"), raised)


def _gradients(making: Making, question: Question, name: str) -> Answer:
    """Every gradient of the graph, the output's first, and its figure without them. Raises Fault.

    So where two nodes have one name: nobody could tell which is asked for.
    """
    session, place = making.session, question.answer_place
    root = session.value(question.expression, place)
    graph = session.draw(lambda: read_graph(session, root), place)
    if not graph.backward:
        raise Fault(place, "`gradients:` needs local derivatives, which `nodes` gives as `slopes`")
    named = list(zip(graph.names(), graph.nodes, strict=True))
    words = "; ".join(f"{one} is {short(node.data)}" for one, node in named)
    alt = f"The graph in question: {words}."
    dot = graph.dot(graded=False)
    figure = drawn(making, lambda: graph_svg(session, dot, name, alt, changes=True))
    fit = [i for i in graph.backwards() if not graph.nodes[i].constant]
    right = {i: judged(graph.nodes[i].grad, question.tolerance, right=True) for i in fit}
    asked = [{"name": named[i][0], "node": f"n{i}"} | one for i, one in right.items()]
    for at, one in enumerate(asked):
        _check_typed(one["answer"], question)
        if one["name"] in [other["name"] for other in asked[:at]]:
            says = f"two nodes are both called {one['name']}; give them labels"
            raise Fault(place, f"{says}, so that each is asked for")
    grads = ", ".join(f"{one['name']} {spoken(one)}" for one in asked)
    said = say("The gradients: {answer}", answer=value_html(grads))
    approved = {one["name"]: one["answer"] for one in asked}
    known = {"kind": "gradients", "gradients": asked}
    return Answer(known, {"gradients": approved}, said, shown=figure)


def judged(answer: float, tolerance: float, *, right: bool = False) -> dict[str, Any]:
    """A number, and how far from it an answer may be: where nothing is said, a thousandth.

    Beside a whole number, such as a count, the next one is wrong. What a `right` one rounds to is
    right as well, where nothing is said.
    """
    rounds = {"rounds": True} if right and not tolerance else {}
    near = min(1e-3 * abs(answer), 0.5 if isinstance(answer, int) else inf) or LEAST
    return {"answer": answer, "tolerance": tolerance or near} | rounds


def spoken(judged: dict[str, Any]) -> str:
    """An answer as it is told: with the digits that are asked for."""
    right = judged["answer"]
    return repr(rounded(right, judged["tolerance"] / 10) if isinstance(right, float) else right)


def number(making: Making, expression: str, place: Place) -> float:
    """What an expression is now: a finite number, as the reader could type it. Raises Fault."""
    value = making.session.value(expression, place)
    fit = isinstance(value, int | float) and not isinstance(value, bool)
    if not (fit and abs(value) <= 1e300):  # not so of what is no number, either
        shown = "larger than any float" if fit and isinstance(value, int) else repr(value)
        raise Fault(place, f"an answer is a finite number; this one is {shown}")
    return int(value) if isinstance(value, int) else float(value)


def _true(value: Any, written: str, place: Place) -> bool:
    if not isinstance(value, bool):
        raise Fault(place, f"`{written}` is {value!r}; write a condition, true or false")
    return value


def _printed(making: Making, code: str) -> Printed:
    """What the question's code prints, with these values."""
    return making.cell(code, making.fence.content.code_place)[0] if code else Printed()


# What finds the answer of a question, by the field that asks for it.
ANSWERS = {"answer": _number, "choice": _choice, "gradients": _gradients, "check": _line}

PREDICT = Kind(
    Grammar(("hide", "fold", "ordered", "holds"), ("timeout", "digits"), fields=FIELDS),
    read=Question, markdown=markdown, run=predict,
    code=lambda fence: fence.content.code, minutes=1, asks=True,
)  # fmt: skip
