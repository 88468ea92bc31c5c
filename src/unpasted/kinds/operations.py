"""What a figure that steps knows of an operation: its slopes, and how to write it.

The browser's table is the only one (assets/operations.js). Its values and slopes are expressions
that JavaScript and Python read alike, and are read from there. The engine is the one that decides:
a slope here that is not the engine's own stops the build.
"""

import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from unpasted.faults import Refused
from unpasted.words import say

Numbers = Sequence[float]

SCRIPT = Path(__file__).parents[1] / "assets" / "operations.js"
ROW = re.compile(
    r'^  "?([^\s":]+)"?: \{\s+f: \(.*?\) => (.+?),\s+slopes: \(.*?\) => (.+?),\s+formulas:', re.M
)
# What both languages call by the same name.
SHARED = {"Math": SimpleNamespace(**vars(math), max=max, min=min, abs=abs), "Number": float}

OVALS = {"*": "×", "-": "−", "neg": "−"}
RAISED = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")
POWER = re.compile(r"\*\*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False)")
same = partial(math.isclose, rel_tol=1e-9, abs_tol=1e-12)


class Operation(NamedTuple):
    """One operation.

    Arguments:
        infix: how it stands between or around the words for its inputs, `{0}` and `{1}`, as plain
            text; an exponent after `^`.
        says: how it is said of the data `{0}` and `{1}`.
        binds: how tightly, as in algebra: 1 a sum, 2 a product, 3 a power, 4 a function.
        data: from its inputs' data, its own; nothing where only the graph's package knows it.
        slopes: from its inputs' data and its own, the local derivative for each input.
    """

    infix: str
    says: str
    binds: int
    data: Callable[[Numbers], float] | None = None
    slopes: Callable[[Numbers, float], Numbers] = lambda x, y: []


def _read(expression: str) -> Any:
    return eval(f"lambda x, y=0.0: {expression}", SHARED)


# By name and number of inputs.
OPERATIONS = {
    (name, 2 if "x[1]" in data else 1): {"data": _read(data), "slopes": _read(slopes)}
    for name, data, slopes in ROW.findall(SCRIPT.read_text("utf-8"))
}


def operation(name: str, arity: int) -> Operation:
    """The operation that a node's `op` names; `**3` is a power with a constant exponent.

    One that is not in the table has no rule here, and is written all the same: a sign stands
    between two inputs, a name before any number of them, as a function's.
    """
    rule = OPERATIONS.get((name, arity), {})
    if arity == 1 and (power := POWER.fullmatch(name)):
        written = {"True": "1", "False": "0"}.get(power[1], power[1])
        return _power(float(written), written)
    if rule and name == "neg":
        return Operation("−{0}", say("minus {x}", x="{0}"), 2, **rule)
    places = [f"{{{k}}}" for k in range(arity)]
    if arity == 2 and not re.search(r"\w", name):
        between = f"{{0}} {OVALS.get(name, name)} {{1}}"
        return Operation(between, between, 1 if name in ("+", "-") else 2, **rule)
    listed = f" {say('and')} ".join(filter(None, [", ".join(places[:-1]), places[-1]]))
    says = say("{name} of {inputs}", name=name, inputs=listed)
    return Operation(f"{name}({', '.join(places)})", says, 4, **rule)


def _power(n: float, written: str) -> Operation:
    return Operation(
        f"{{0}}^{n:g}", say("{x} to the power {n}", x="{0}", n=written), 3,
        lambda x: math.pow(x[0], n),
        lambda x, y: [n * math.pow(x[0], n - 1) if n else 0.0],  # 0 where the factor n is 0
    )  # fmt: skip


def signed(op: str) -> str:
    """How an operation is written in its oval: `**2` as a raised 2."""
    return op[2:].translate(RAISED) if op.startswith("**") else OVALS.get(op, op)


def filled(form: str, words: Sequence[str]) -> str:
    """A form of an operation with words in its places; other braces stay."""
    return re.sub(r"\{(\d)\}", lambda place: words[int(place[1])], form)


def checked(
    op: str, data: float, slopes: Numbers, inputs: Numbers, named: Sequence[tuple[int, str]]
) -> list[float]:
    """The local derivatives of an operation of the table, where its node has any.

    Arguments:
        slopes: the engine's own, for each input.
        named: the place of the node, and then of each input, and what it is called; one may enter
            twice.

    Raises Refused where the data or the slopes are not those of the operation.
    """
    known = operation(op, len(inputs))
    (_, name), *named = named
    right = math.nan
    with suppress(ArithmeticError, ValueError):  # what is not finite is told elsewhere
        right = known.data(inputs) if known.data else right
    if math.isfinite(right) and not same(data, right):
        given = " and ".join(map(repr, inputs))
        says = f"the data of {name} is {data!r}, but `{op}` of {given} is {right!r}: it was changed"
        raise Refused(f"{says} by hand, or the rule of the engine is wrong; build the graph anew")
    if not slopes:
        return []
    table = [math.nan] * len(inputs)
    with suppress(ArithmeticError, ValueError):  # there it has no finite derivative
        table = [*map(float, known.slopes(inputs, data))]
    for one in named:  # an input that enters twice gets the sum of two
        seen, right = (
            sum(slope for other, slope in zip(named, rule, strict=True) if other == one)
            for rule in (slopes, table)
        )
        if not same(seen, right):
            says = f"the engine's rule for `{op}` passes {seen!r} to {one[1]} for each 1 it gets"
            raise Refused(f"{says}; its derivative is {right!r}")
    return table
