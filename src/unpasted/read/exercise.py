"""The bodies of exercise and write fences: what to do, facts that judge an answer, and code.

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
solution in order, and what stands there are lines that do not belong; or all lines, as they stand
at first. A `wrong` attempt is the solution with one text in place of another: the checks must
refuse it; those of a `same` may not.

    ```write from="step2_ops" to="step3_graph"
    Let each result remember its inputs.
    write: Value.__add__ Value.__mul__
    check len(c._prev) == 2: `c` remembers `a` and `b`.
    ---
    c = Value(2.0) * Value(3.0)
    ```

Here the reader writes a step of the engine, in a file of their own. Below the first line `---`
stands the trial: code that runs before the checks, in a namespace with the names of the file. Below
a second one, what the reader begins with in place of an empty function.
"""

import ast
import random
from collections import Counter
from dataclasses import dataclass

from unpasted.faults import Fault, Place
from unpasted.read.fence import MANY, ONCE, Fence, Grammars
from unpasted.read.fields import Body, Field, digest
from unpasted.read.prose import wrong_with

INDENT = 4
LONGEST = 12  # lines to put in order
FIELDS = {
    "check": "check x.grad == 6: The gradient of `x` is 6.", "hint": MANY, "why": ONCE,
    "wrong": 'wrong "+=" > "=": The second share takes the place of the first.',
    "same": 'same "2 * x" > "x + x": Twice is a sum, too.',
}  # fmt: skip


@dataclass(frozen=True)
class Change(Field):
    """A change of the solution: a wrong attempt that is to be refused, or one that is right too.

    Its words are what who attempts it is told, or why it is right.

    Arguments:
        pairs: each text of the solution, and what stands in its place.
    """

    pairs: tuple[tuple[str, str], ...] = ()

    def applied(self, code: str) -> str:
        """The code with the change made wherever it can be."""
        for old, new in self.pairs:
            code = code.replace(old, new)
        return code


class Judged(Body):
    """What is judged by facts; see Body. Raises Fault.

    Arguments:
        has: what its code is, for an error.

    Attributes:
        name: by what is asked, and not by where it stands: how a reader's device remembers it.
        checks: the facts, each an expression and the same in words, for who has not got there.
        start, start_place: what the reader begins with, and the line to look at for it.
        lines: what is put in order, as the solution has it; nothing where the reader writes.
        others: lines among them that do not belong.
    """

    def __init__(self, fence: Fence, grammars: Grammars, has: str) -> None:
        super().__init__(fence, grammars)
        self.checks = self.all("check")
        facts = [check.expression for check in self.checks]
        self.name = digest(self.asked.text, self.code, *facts)[:10]
        self.wrongs = [_change(one) for one in self.all("wrong")]
        self.sames = [_change(one) for one in self.all("same")]
        self.lines: list[str] = []
        self.others: list[str] = []
        self.start = ""
        self.start_place: Place | None = None
        for number, one in enumerate(self.checks):
            if one.words in [other.words for other in self.checks[:number]]:
                raise Fault(one.place, f"two checks say the same: {one.words}")
        judged = [one.place for one in (*self.wrongs, *self.sames, *self.more)]
        judged += [fence.place] * (fence.kind == "write" or "shuffled" in fence.flags)
        if judged and not self.checks:
            says = "nothing judges what the reader does; write `check EXPRESSION: a fact in words`"
            raise Fault(judged[0], says)
        if len(self.more) > 1:
            raise Fault(self.more[1].place, f"{has} and a start; this is a third part")

    def begin(self, start: Field) -> None:
        """Have the reader begin with some code. Raises Fault for what nobody can begin with."""
        if not start.text:
            says = "the start is empty; write what the reader begins with, or leave out the second"
            raise Fault(start.place, f"{says} ---")
        if wrong := wrong_with(start.text, "exec"):
            line = start.place.below((wrong.lineno or 1) - 1)
            raise Fault(line, f"the start is no Python: {wrong.msg}; write … as `...`")
        self.start, self.start_place = start.text, start.place

    @property
    def every(self) -> list[str]:
        """All lines that are put in order or left out, those of the solution first."""
        return [*self.lines, *self.others]

    def shuffled(self, seed: int) -> list[int]:
        """An order of all lines, those of the solution first in number; the same in every build."""
        order = list(range(len(self.every)))
        random.Random(f"{self.name} {seed}").shuffle(order)
        return order


class Exercise(Judged):
    """What the body of an exercise fence says; its code is the solution."""

    def __init__(self, fence: Fence, grammars: Grammars) -> None:
        super().__init__(fence, grammars, "an exercise has a solution")
        if not self.code:
            raise Fault(fence.place, "an exercise needs a solution; write it below a line ---")
        if "shuffled" in fence.flags:
            self._read_lines()
        elif self.more:
            self.begin(self.more[0])
        self.solution = "\n".join(self.lines) or self.code  # as its reader puts it together

    def _read_lines(self) -> None:
        """What is to be put in order. Raises Fault."""
        self.lines, *more = map(_lines, [Field(self.code_place, self.code), *self.more])
        self.others = [line for lines in more for line in lines]
        codes = [line.strip() for line in self.lines]
        if not Counter(codes) - Counter(map(str.strip, self.others)):  # all, as they stand at first
            self.start, self.start_place = "\n".join(self.others), self.more[0].place
            for code in codes:
                self.others.remove(next(one for one in self.others if one.strip() == code))
        if not 3 <= len(self.lines) <= LONGEST:
            says = f"between 3 and {LONGEST} lines can be put in order"
            raise Fault(self.code_place, f"{says}, and this one has {len(self.lines)}")
        for number, other in enumerate(map(str.strip, self.others)):
            if other in codes:
                place = self.more[0].place.below(number)
                raise Fault(place, f"`{other}` is to not belong, and is a line of the solution")


class Write(Judged):
    """What the body of a write fence says; its code is the trial.

    Attributes:
        writes: the symbols that the reader writes; none for all that are not given anyway.
    """

    def __init__(self, fence: Fence, grammars: Grammars) -> None:
        super().__init__(fence, grammars, "a write fence has a trial")
        self.writes = self.said("write").split()
        for start in self.more:
            self.begin(start)


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
    return Change(**vars(one), pairs=tuple(pairs))


def _lines(section: Field) -> list[str]:
    for number, line in enumerate(section.text.split("\n")):
        blanks = len(line) - len(line.lstrip(" "))
        if line.strip() and blanks % INDENT:
            says = f"this line is indented by {blanks} blanks; lines are put in order in steps of 4"
            raise Fault(section.place.below(number), says)
    return [line.rstrip() for line in section.text.split("\n") if line.strip()]


def measured(expression: str) -> str:
    """The expression whose value tells how far from a fact an answer is, or nothing.

    It is what a condition compares with something known; of a distance, what is far.
    """
    match ast.parse(expression, mode="eval").body:
        case ast.UnaryOp(ast.Not(), inner):
            return measured(ast.unparse(inner)) or ast.unparse(inner)
        case ast.Compare(left, _, others):
            known = (one for one in [left, *others] if not isinstance(one, ast.Constant))
            match next(known, left):
                case ast.Call(ast.Name("abs"), [ast.BinOp(far, ast.Sub())]) | far:
                    return ast.unparse(far)
    return ""
