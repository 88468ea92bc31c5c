"""What a figure that steps knows of an operation: its slopes, and how to write it.

The browser's table is the only one (assets/operations.js). Its values and slopes are expressions
that JavaScript and Python read alike, and are read from there. The engine is the one that decides:
a slope here that is not the engine's own stops the build.
"""

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from unpasted.rounding import RAISED
from unpasted.words import say

Numbers = Sequence[float]

SCRIPT = Path(__file__).parents[1] / "assets" / "operations.js"
ROW = re.compile(
    r'^  "?([^\s":]+)"?: \{\s+f: \(.*?\) => (.+?),\s+slopes: \(.*?\) => (.+?),\s+formulas:', re.M
)
# What both languages call by the same name.
SHARED = {"Math": SimpleNamespace(**vars(math), max=max, min=min, abs=abs), "Number": float}

OVALS = {"*": "×", "-": "−", "neg": "−"}
POWER = re.compile(r"\*\*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False)")


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
    """How an operation is written in its oval: `**2` as x²."""
    return f"x{op[2:].translate(RAISED)}" if op.startswith("**") else OVALS.get(op, op)


def filled(form: str, words: Sequence[str]) -> str:
    """A form of an operation with words in its places; other braces stay."""
    return re.sub(r"\{(\d)\}", lambda place: words[int(place[1])], form)
