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
`vary a = 2.0, 3.0, -1.5` asks the question again with other values, the first one first. Where the
question's own code gives the name its value, in a line such as `a = 2.0` or
`a = Value(2.0, label="a")`, the others take the place of the first one in that line. Where it does
not, the name gets its value before the code runs.
`about: WORDS` names the sticking point that the question is about, for `make questions`.
A question with the flag `holds` holds back what follows it, until it is answered or shown.
`allow: REASON` lets its answer stand in sight. `review: no` keeps it out of the review.
`check: CONDITION` asks which line of the code is wrong. That line ends in `# faulty: ` and the line
that belongs in its place; another may end in `# sound: ` and words for who takes it to be wrong.
"""

import ast
import contextlib
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from unpasted.faults import Fault, Place
from unpasted.read.fence import MANY, ONCE, Fence, Grammar
from unpasted.read.fields import Body, Code, Field, check_expression, cut

FIELDS = {
    "answer": ONCE, "tolerance": ONCE, "wrong": "wrong 3.0: why it is wrong",
    "choice": "choice x > 0: It rises.", "because": MANY, "gradients": ONCE, "check": ONCE,
    "why": ONCE, "about": ONCE, "vary": MANY, "allow": ONCE, "review": ONCE,
}  # fmt: skip
SHAPE = "write `vary a = 2.0, 3.0, -1.5`"
LOOKS = str.maketrans("АВЕКМНОРСТХаеорсухі", "ABEKMHOPCTXaeopcyxi")
"""Letters of other alphabets that look like Latin ones."""
SPAN = re.compile(r"`(?!=)([^`]+)`")
ASKED = ("answer", "gradients", "check")
MARKED = re.compile(r"^(?P<code>\s*[^\s#].*?)\s+#\s*(?P<mark>faulty|sound):(?P<words>.*)$")


@dataclass(frozen=True)
class Choice(Field):
    """A choice: a condition, words for it, and why it is wrong, if it is."""

    because: str = ""


@dataclass(frozen=True)
class Varied:
    """A name, and the values that it has one after the other, as they are written."""

    place: Place
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """A question with one set of values.

    Arguments:
        given: the values, for an error: `a = 3.0, b = 1.0`.
        before: what is to be run before the code, and where that is written.
        code: the question's code with the values in it.
    """

    given: str
    before: tuple[tuple[Place, str, str], ...]
    code: str


@dataclass(frozen=True)
class Question:
    """What the body of a predict fence says.

    Arguments:
        place: the line at which its words begin.
        answer_place: the line of `answer:`, `gradients:` or `check:`; with choices, of the fence.
        code_place: the line at which its code begins, or would.
        check: what is true of the code as soon as its faulty line is mended.
        faulty, sound: the lines of the code that its author marked, with what belongs in place of a
            faulty one, or why a sound one is sound; the marks are not in the code.
        ordered: whether its choices stand as they are written.
        about: the sticking point that it asks about.
        allow: why its answer may stand in sight, or nothing.
        review: whether it comes back in the review.
        holds: whether it holds back what follows it.
        vary: the values with which it is asked, one after the other.
    """

    place: Place
    text: str
    answer: str
    gradients: str
    check: str
    answer_place: Place
    tolerance: float
    wrong: list[Field]
    choices: list[Choice]
    ordered: bool
    why: Field | None
    about: str
    vary: list[Varied]
    code: str
    code_place: Place
    faulty: list[Field]
    sound: list[Field]
    allow: str = ""
    review: bool = True
    holds: bool = False

    @property
    def variants(self) -> list[Variant]:
        """The question once for each set of values; none where it does not vary."""
        return variants(self.vary, self.code)

    @property
    def names(self) -> set[str]:
        """The names in what its reader sees of it: in its words, choices and code."""
        words = [self.text, *(one.text for one in self.choices)]
        spans = [span for text in words for span in SPAN.findall(text)]
        return names_in(self.code, *spans)

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

    def number(self, marked: Field) -> int:
        """How many lines of the code stand above a marked one."""
        return marked.place.line - self.code_place.line

    @property
    def mended(self) -> str:
        """The code with what belongs there in place of the faulty line."""
        lines = self.code.split("\n")
        for one in self.faulty:
            written = lines[self.number(one)]
            indent = written[: len(written) - len(written.lstrip())]
            lines[self.number(one)] = indent + one.text
        return "\n".join(lines)


def names_in(*codes: str) -> set[str]:
    """The names that pieces of code use; one that is no Python uses none."""
    found = set()
    for code in codes:
        with contextlib.suppress(SyntaxError, ValueError):
            found |= {one.id for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Name)}
    return found


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
        says = f"`# {marks[0].key}:` needs a field `check: condition` above the line ---"
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
        vary=[read_vary(one.text, one.place) for one in body.all("vary")],
        code=written,
        code_place=code.place,
        faulty=[one for one in marks if one.key == "faulty"],
        sound=[one for one in marks if one.key == "sound"],
        allow=allow.text.strip() if (allow := body.one("allow")) else "",
        review=_reviewed(body.one("review")),
        holds="holds" in fence.flags,
    )
    _check(question, fence)
    return question


def _reviewed(given: Field | None) -> bool:
    if given and given.text.strip() != "no":
        raise Fault(given.place, f"`review: {given.text}` is not known; write `review: no`")
    return given is None


def _marks(code: Code) -> tuple[str, list[Field]]:
    """The code without its marks, and these. Raises Fault for one that says nothing."""
    lines, marks = code.text.split("\n"), []
    for number, line in enumerate(lines):
        if found := MARKED.match(line):
            mark, words, place = found["mark"], found["words"].strip(), code.place.below(number)
            if not words:
                shape = "the line that belongs there" if mark == "faulty" else "why"
                raise Fault(place, f"`# {mark}:` is empty; write `# {mark}: {shape}`")
            marks.append(Field(place, mark, "", words))
            lines[number] = found["code"]
    return "\n".join(lines), marks


def _tolerance(given: Field | None) -> float:
    if given is None:
        return 0.0
    with contextlib.suppress(ValueError):
        if 0 < (tolerance := float(given.text)) < inf:
            return tolerance
    raise Fault(given.place, f"`tolerance: {given.text}` is no number; write `tolerance: 0.01`")


def _choices(body: Body) -> list[Choice]:
    """The choices, each with the `because:` below it. Raises Fault for one below none."""
    choices: list[Choice] = []
    for one in body.fields:
        if one.key == "choice":
            choices.append(Choice(one.place, one.key, one.expression, one.text))
        elif one.key == "because" and not choices:
            raise Fault(one.place, "`because:` explains the choice above it; there is none")
        elif one.key == "because":
            choices[-1] = replace(choices[-1], because=one.text)
    return choices


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


def read_vary(text: str, place: Place) -> Varied:
    """Read what stands behind the word `vary`. Raises Fault."""
    name, _, written = text.partition("=")
    try:
        tree = ast.parse(written.strip() or "()", mode="eval").body
    except SyntaxError as error:
        raise Fault(place, f"`vary {text.strip()}` cannot be read: {error.msg}; {SHAPE}") from None
    if not isinstance(tree, ast.Tuple) or len(tree.elts) < 2:
        raise Fault(place, f"`vary` needs a name and two values at least; {SHAPE}")
    values = tuple(str(ast.get_source_segment(written.strip(), one)) for one in tree.elts)
    for value in values:
        if values.count(value) > 1:
            raise Fault(place, f"`vary {name.strip()}` has {value} twice")
    return Varied(place, name.strip(), values)


def variants(vary: Sequence[Varied], code: str) -> list[Variant]:
    """The question once for each set of values; values of several names go together by place.

    Raises Fault where the names have not equally many, or the code begins with another value.
    """
    for one in vary[1:]:
        if len(one.values) != len(vary[0].values):
            says = f"`{one.name}` has {len(one.values)} values and `{vary[0].name}` has"
            raise Fault(one.place, f"{says} {len(vary[0].values)}; they go together by place")
        if one.name in [other.name for other in vary if other is not one]:
            raise Fault(one.place, f"`vary {one.name}` is given twice")
    return [_variant(vary, code, number) for number in range(len(vary[0].values))] if vary else []


def _variant(vary: Sequence[Varied], code: str, number: int) -> Variant:
    before = []
    for one in vary:
        value = one.values[number]
        placed = _placed(one, value, code)
        if placed is None:
            before.append((one.place, one.name, value))
        else:
            code = placed
    given = ", ".join(f"{one.name} = {one.values[number]}" for one in vary)
    return Variant(given, tuple(before), code)


def _placed(varied: Varied, value: str, code: str) -> str | None:
    """The code with another value in the line that gives the name its first; None without one."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None  # the run will tell
    given = next((one for node in tree.body for one in _given(node, varied.name)), None)
    if given is None:
        return None
    first = ast.dump(ast.parse(varied.values[0], mode="eval").body)
    parts = [given, *given.args] if isinstance(given, ast.Call) else [given]
    found = [part for part in parts if ast.dump(part) == first and part.lineno == part.end_lineno]
    if len(found) != 1:
        says = f"`vary {varied.name}` begins with {varied.values[0]}, and the code gives "
        says += f"`{varied.name}` the value {ast.unparse(given)}"
        raise Fault(
            varied.place, f"{says}; begin with what stands there, such as 2.0 in `Value(2.0)`"
        )
    [part], lines = found, code.split("\n")
    line = lines[part.lineno - 1].encode()  # columns are bytes
    new = line[: part.col_offset] + value.encode() + line[part.end_col_offset :]
    lines[part.lineno - 1] = new.decode()
    return "\n".join(lines)


def _given(node: ast.stmt, name: str) -> Iterator[ast.expr]:
    """What an assignment gives to a name."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        names, value = getattr(target, "elts", [target]), node.value
        each = isinstance(value, ast.Tuple) and len(value.elts) == len(names) > 1
        pairs = zip(
            names, getattr(value, "elts", []) if each else [value] * len(names), strict=True
        )
        yield from (value for one, value in pairs if isinstance(one, ast.Name) and one.id == name)
