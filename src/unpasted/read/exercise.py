"""The body of an exercise fence: what to do, facts by which an answer is judged, and a solution.

    ```exercise
    Build `z = x * x` at 3 and find dz/dx.
    check round(x.grad, 4) == 6: The gradient of `x` is 6.
    hint: There are two paths.
    wrong "x * x" > "x + x": That is a sum.
    why: Both paths bring the same 3.
    ---
    x = Value(3.0)
    …
    ---
    x = Value(3.0)
    ```

What stands below the second line `---` is what the reader begins with; without it, the names that
the checks ask for, each still `...`. In an `exercise shuffled` the reader puts the lines of the
solution in order, and what stands there are lines that do not belong. A `wrong` attempt is the
solution with one text in place of another: the checks must refuse it; those of a `same` may not.
"""

import ast
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from unpasted.faults import Fault, Place
from unpasted.read.fence import MANY, ONCE, Fence, Grammar
from unpasted.read.fields import Body, Code, Field, cut
from unpasted.read.question import digest

INDENT = 4
LONGEST = 12  # lines to put in order
EMPTY = "# Your answer:\n"


@dataclass(frozen=True)
class Check:
    """A fact about an answer.

    Arguments:
        expression: what is true of an answer that is right.
        words: the same in words, for who has not got there.
    """

    place: Place
    expression: str
    words: str

    @property
    def needs(self) -> str:
        """The expression whose value tells how far from the fact an answer is, or nothing."""
        return _compared(ast.parse(self.expression, mode="eval").body)


@dataclass(frozen=True)
class Change:
    """A change of the solution: a wrong attempt that is to be refused, or one that is right too.

    Arguments:
        pairs: each text of the solution, and what stands in its place.
        words: what who attempts it is told, or why it is right.
    """

    place: Place
    pairs: tuple[tuple[str, str], ...]
    words: str

    def applied(self, code: str) -> str:
        """The code with the change made wherever it can be."""
        for old, new in self.pairs:
            code = code.replace(old, new)
        return code


@dataclass(kw_only=True)
class Exercise:
    """What the body of an exercise fence says; only what reads it changes it.

    Arguments:
        place: the line at which its words begin.
        code, code_place: the solution, and where it begins.
        start, start_place: what the reader begins with, and the line to look at for it.
        lines: what is put in order, as the solution has it; nothing where the reader writes.
        others: lines among them that do not belong.
    """

    place: Place
    text: str
    code: str
    code_place: Place
    checks: list[Check]
    hints: list[Field]
    why: Field | None
    wrongs: list[Change]
    sames: list[Change]
    start: str = ""
    start_place: Place | None = None
    lines: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """By what is asked, and not by where it stands: how a reader's device remembers it."""
        facts = [check.expression for check in self.checks]
        return digest(self.text, self.code, *facts)[:10]

    @property
    def every(self) -> list[str]:
        """All lines that are put in order or left out, those of the solution first."""
        return [*self.lines, *self.others]

    @property
    def solution(self) -> str:
        """The solution, as its reader puts it together or writes it."""
        return self.composed(range(len(self.lines))) if self.lines else self.code

    def composed(self, order: Iterable[int]) -> str:
        """Lines as code, each indented as in the solution."""
        return "\n".join(self.every[n] for n in order)

    def shuffled(self, seed: int) -> list[int]:
        """An order of all lines, those of the solution first in number; the same in every build."""
        order = list(range(len(self.every)))
        random.Random(f"{self.name} {seed}").shuffle(order)
        return order


FIELDS = {
    "check": "check x.grad == 6: The gradient of `x` is 6.", "hint": MANY, "why": ONCE,
    "wrong": 'wrong "+=" > "=": The second share takes the place of the first.',
    "same": 'same "2 * x" > "x + x": Twice is a sum, too.',
}  # fmt: skip


def read(fence: Fence, grammars: Mapping[str, Grammar]) -> Exercise:
    """Read the body of an exercise fence. Raises Fault.

    Arguments:
        grammars: of each kind of fence.
    """
    body = cut(fence, grammars)
    solution, *more = body.sections
    if not solution.text:
        says = "an exercise needs a solution that runs; write it below a line ---"
        raise Fault(fence.place, says)
    parts = parts_of(fence, body)
    exercise = Exercise(**parts, code=solution.text, code_place=solution.place)
    if len(more) > 1:
        raise Fault(more[1].place, "an exercise has a solution and a start; this is a third part")
    if more and not exercise.checks:
        says = "a start is for who tries it: write `check EXPRESSION: a fact in words` as well"
        raise Fault(more[0].place, says)
    if exercise.checks and "raises" in fence.options:
        says = "an answer that ends in an error is not judged; leave out the checks, or raises="
        raise Fault(exercise.checks[0].place, says)
    if "shuffled" in fence.flags:
        _read_lines(exercise, fence, more)
    elif more:
        exercise.start, exercise.start_place = more[0].text, more[0].place
        check_start(more[0])
    elif exercise.checks:
        asked = [check.expression for check in exercise.checks]
        exercise.start = start_of(exercise.code, asked) or EMPTY
    return exercise


def parts_of(fence: Fence, body: Body) -> dict[str, Any]:
    """What an exercise and a step to be written have in common. Raises Fault."""
    changes = {key: [_change(one) for one in body.all(key)] for key in ("wrong", "same")}
    checks = _checks(body)
    for one in [*changes["wrong"], *changes["same"]][: not checks]:
        raise Fault(one.place, "nothing judges an attempt here; write a `check` as well")
    return {
        "place": fence.body_place, "text": body.text, "checks": checks,
        "hints": body.all("hint"), "why": body.one("why"),
        "wrongs": changes["wrong"], "sames": changes["same"],
    }  # fmt: skip


def _change(one: Field) -> Change:
    """A field `wrong "OLD" > "NEW": words`; several changes at once have commas between them."""
    node = ast.parse(one.expression, mode="eval").body
    pairs = []
    for pair in node.elts if isinstance(node, ast.Tuple) else [node]:
        match pair:
            case ast.Compare(ast.Constant(str(old)), [ast.Gt()], [ast.Constant(str(new))]) if old:
                pairs.append((old, new))
            case _:
                says = f"`{one.key} {one.expression}` is no change"
                raise Fault(one.place, f'{says}; write `{one.key} "OLD" > "NEW": words`')
    return Change(one.place, tuple(pairs), " ".join(one.text.split()))


def _checks(body: Body) -> list[Check]:
    """The facts by which an answer is judged. Raises Fault for two in the same words."""
    checks: list[Check] = []
    for one in body.all("check"):
        words = " ".join(one.text.split())
        if any(words == other.words for other in checks):
            raise Fault(one.place, f"two checks say the same: {words}")
        checks.append(Check(one.place, one.expression, words))
    return checks


def check_start(start: Code) -> None:
    """Raise Fault for what a reader cannot begin with."""
    if not start.text:
        says = "the start is empty; write what the reader begins with, or leave out the second ---"
        raise Fault(start.place, says)
    try:
        ast.parse(start.text)
    except SyntaxError as error:
        line = start.place.below((error.lineno or 1) - 1)
        raise Fault(line, f"the start is no Python: {error.msg}; write … as `...`") from None


def _read_lines(exercise: Exercise, fence: Fence, more: list[Code]) -> None:
    """What is to be put in order. Raises Fault."""
    if not exercise.checks:
        says = "an `exercise shuffled` needs a check: another order may be right as well"
        raise Fault(fence.place, says)
    exercise.lines = _lines(Code(exercise.code_place, exercise.code))
    exercise.others = _lines(more[0]) if more else []
    if not 3 <= len(exercise.lines) <= LONGEST:
        says = f"between 3 and {LONGEST} lines can be put in order; here are {len(exercise.lines)}"
        raise Fault(exercise.code_place, says)
    codes = {line.strip() for line in exercise.lines}
    for number, other in enumerate(map(str.strip, exercise.others)):
        if other in codes:
            place = more[0].place.below(number)
            raise Fault(place, f"`{other}` is to not belong, and is a line of the solution")


def _lines(section: Code) -> list[str]:
    for number, line in enumerate(section.text.split("\n")):
        blanks = len(line) - len(line.lstrip(" "))
        if line.strip() and blanks % INDENT:
            says = f"this line is indented by {blanks} blanks; lines are put in order in steps of 4"
            raise Fault(section.place.below(number), says)
    return [line.rstrip() for line in section.text.split("\n") if line.strip()]


def start_of(code: str, expressions: list[str]) -> str:
    """What a reader begins with where its author says nothing.

    The imports of the solution, and each name that the checks ask for and the solution gives: a
    function and a class without what is in them, a variable without its value.
    """
    trees = map(ast.parse, expressions)
    asked = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return ""  # the run says where
    parts: list[str] = []
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            parts.append(ast.unparse(node))
        for name in _given(node):
            if name in asked:
                asked.discard(name)
                empty = f"{name} = ..."
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    node.body = [ast.Expr(ast.Constant(...))]
                    empty = f"{ast.unparse(node)}\n"
                parts.append(empty)
    return "\n".join(parts).strip("\n")


def _given(node: ast.stmt) -> list[str]:
    """The names that a statement gives, in order."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    return [one.id for one in names if isinstance(one.ctx, ast.Store)]


def _compared(node: ast.expr) -> str:
    """What a condition compares with something known; of a distance, what is far."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _compared(node.operand) or ast.unparse(node.operand)
    if not isinstance(node, ast.Compare):
        return ""
    sides = [node.left, *node.comparators]
    side = next((one for one in sides if not isinstance(one, ast.Constant)), node.left)
    call = side if isinstance(side, ast.Call) else None
    absolute = call and isinstance(call.func, ast.Name) and call.func.id == "abs"
    if call and absolute and len(call.args) == 1:
        [inside] = call.args
        if isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Sub):
            side = inside.left
    return ast.unparse(side)
