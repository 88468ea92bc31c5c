"""What a figure that steps knows of an operation: its slopes, and how to write them.

The browser computes with the same table (assets/operations.js). The engine is the one that
decides: a slope here that is not the engine's own stops the build.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isclose, isfinite

from unpasted.faults import Refused

Numbers = Sequence[float]


@dataclass(frozen=True)
class Operation:
    """One operation.

    Arguments:
        arity: how many inputs it takes.
        infix: how it stands between or around the words for its inputs, `{0}` and `{1}`, as plain
            text; an exponent after `^`.
        says: how it is said of the data `{0}` and `{1}`.
        binds: how tightly, as in algebra: 1 a sum, 2 a product, 3 a power, 4 a function.
        data: from its inputs' data, its own; nothing where only the graph's package knows it.
        slopes: from its inputs' data and its own, the local derivative for each input.
    """

    arity: int
    infix: str
    says: str
    binds: int
    data: Callable[[Numbers], float] | None = None
    slopes: Callable[[Numbers, float], list[float]] = lambda x, y: []


def _function(
    name: str, data: Callable[[float], float], slope: Callable[[float, float], float]
) -> Operation:
    infix, says = f"{name}({{0}})", f"{name} of {{0}}"
    return Operation(1, infix, says, 4, lambda x: data(x[0]), lambda x, y: [slope(x[0], y)])


POWER = re.compile(r"\*\*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False)")

OPERATIONS = {
    "+": Operation(2, "{0} + {1}", "{0} + {1}", 1, lambda x: x[0] + x[1], lambda x, y: [1.0, 1.0]),
    "-": Operation(2, "{0} − {1}", "{0} − {1}", 1, lambda x: x[0] - x[1], lambda x, y: [1.0, -1.0]),
    "*": Operation(
        2, "{0} · {1}", "{0} × {1}", 2, lambda x: x[0] * x[1], lambda x, y: [x[1], x[0]]
    ),
    "/": Operation(
        2, "{0} / {1}", "{0} / {1}", 2,
        lambda x: x[0] / x[1], lambda x, y: [1 / x[1], -x[0] / x[1] ** 2],
    ),
    "neg": Operation(1, "−{0}", "minus {0}", 2, lambda x: -x[0], lambda x, y: [-1.0]),
    "tanh": _function("tanh", math.tanh, lambda x, y: 1 - y**2),
    "exp": _function("exp", math.exp, lambda x, y: y),
    "log": _function("log", math.log, lambda x, y: 1 / x),
    "relu": _function("relu", lambda x: max(x, 0.0), lambda x, y: float(x > 0)),
}  # fmt: skip


def operation(name: str, arity: int) -> Operation:
    """The operation that a node's `op` names; `**3` is a power with a constant exponent.

    One that is not in the table has no rule here, and is written all the same: a sign stands
    between two inputs, a name before any number of them, as a function's.
    """
    known = OPERATIONS.get(name)
    if known and known.arity == arity:
        return known
    if arity == 1 and (power := POWER.fullmatch(name)):
        written = {"True": "1", "False": "0"}.get(power[1], power[1])
        return _power(float(written), written)
    places = [f"{{{k}}}" for k in range(arity)]
    if arity == 2 and not re.search(r"\w", name):
        between = f"{places[0]} {name} {places[1]}"
        return Operation(arity, between, between, 2)
    listed = " and ".join(filter(None, [", ".join(places[:-1]), places[-1]]))
    return Operation(arity, f"{name}({', '.join(places)})", f"{name} of {listed}", 4)


def _power(n: float, written: str) -> Operation:
    return Operation(
        1, f"{{0}}^{n:g}", f"{{0}} to the power {written}", 3,
        lambda x: math.pow(x[0], n),
        lambda x, y: [n * math.pow(x[0], n - 1) if n else 0.0],  # 0 where the factor n is 0
    )  # fmt: skip


def filled(form: str, words: Sequence[str]) -> str:
    """A form of an operation with words in its places; other braces stay."""
    return re.sub(r"\{(\d)\}", lambda place: words[int(place[1])], form)


def check_data(op: str, data: float, inputs: Numbers, name: str) -> None:
    """Raise Refused where a node's data is not what its operation makes of its inputs."""
    compute = operation(op, len(inputs)).data
    try:
        right = compute(inputs) if compute else data
    except (ArithmeticError, ValueError):
        return  # what is not finite is told elsewhere
    if isfinite(right) and not isclose(data, right, rel_tol=1e-9, abs_tol=1e-12):
        given = " and ".join(map(repr, inputs))
        raise Refused(
            f"the data of {name} is {data!r}, but `{op}` of {given} is {right!r}: it was changed "
            "by hand, or the rule of the engine is wrong; build the graph anew"
        )


def true_slopes(
    op: str, engine: Numbers, data: float, inputs: Numbers, named: Sequence[tuple[int, str]]
) -> list[float]:
    """The local derivatives of an operation that the table has.

    Arguments:
        engine: the engine's own.
        named: of each input its place and what it is called; one may enter twice.

    Raises Refused where the engine's are not those of the operation.
    """
    try:
        table = operation(op, len(inputs)).slopes(inputs, data)
    except (ArithmeticError, ValueError):
        raise Refused(
            f"`{op}` has no finite derivative at {' and '.join(name for _, name in named)}; "
            f"the engine's rule has {' and '.join(map(repr, engine))}"
        ) from None
    for one in named:  # an input that enters twice gets the sum of two
        seen, right = (
            sum(slope for other, slope in zip(named, rule, strict=True) if other == one)
            for rule in (engine, table)
        )
        if not isclose(seen, right, rel_tol=1e-9, abs_tol=1e-12):
            raise Refused(
                f"the engine's rule for `{op}` passes {seen!r} to {one[1]} for each 1 it gets; "
                f"its derivative is {right!r}"
            )
    return table
