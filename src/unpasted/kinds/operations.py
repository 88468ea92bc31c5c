"""What a figure that steps knows of an operation: its slopes, and how to write them.

The browser has the same table (assets/operations.js). The engine is the one that decides:
a slope here that is not the engine's own stops the build. A node of the finished engine holds its
slopes; of one that only has a `_backward` closure they are learnt by giving that node alone a
gradient of 1 and running it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isclose, isfinite
from typing import Any

from unpasted.run.session import Refused

Numbers = list[float]


@dataclass(frozen=True)
class Operation:
    """One operation.

    Arguments:
        arity: how many inputs it takes.
        data: from its inputs' data, its own.
        slopes: from its inputs' data and its own, the local derivative for each input.
        infix: how it stands between or around the words for its inputs, `{0}` and `{1}`, as plain
            text; an exponent after `^`.
        says: how it is said of the numbers `{0}` and `{1}`.
        binds: how tightly, as in algebra: 1 a sum, 2 a product, 3 a power, 4 a function.
    """

    arity: int
    data: Callable[[Numbers], float]
    slopes: Callable[[Numbers, float], Numbers]
    infix: str
    says: str
    binds: int


POWER = re.compile(r"\*\*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False)")

OPERATIONS = {
    "+": Operation(2, lambda x: x[0] + x[1], lambda x, y: [1.0, 1.0], "{0} + {1}", "{0} + {1}", 1),
    "-": Operation(2, lambda x: x[0] - x[1], lambda x, y: [1.0, -1.0], "{0} − {1}", "{0} − {1}", 1),
    "*": Operation(
        2, lambda x: x[0] * x[1], lambda x, y: [x[1], x[0]], "{0} · {1}", "{0} × {1}", 2
    ),
    "/": Operation(
        2,
        lambda x: x[0] / x[1],
        lambda x, y: [1 / x[1], -x[0] / x[1] ** 2],
        "{0} / {1}",
        "{0} / {1}",
        2,
    ),
    "neg": Operation(1, lambda x: -x[0], lambda x, y: [-1.0], "−{0}", "minus {0}", 2),
    "tanh": Operation(
        1, lambda x: math.tanh(x[0]), lambda x, y: [1 - y**2], "tanh({0})", "tanh of {0}", 4
    ),
    "exp": Operation(1, lambda x: math.exp(x[0]), lambda x, y: [y], "exp({0})", "exp of {0}", 4),
    "log": Operation(
        1, lambda x: math.log(x[0]), lambda x, y: [1 / x[0]], "log({0})", "log of {0}", 4
    ),
    "relu": Operation(
        1, lambda x: max(x[0], 0.0), lambda x, y: [float(x[0] > 0)], "relu({0})", "relu of {0}", 4
    ),
}


def operation(name: str) -> Operation:
    """The operation that a node's `_op` names; `**3` is a power with a constant exponent.

    Raises Refused for a name that no figure can step.
    """
    if name in OPERATIONS:
        return OPERATIONS[name]
    power = POWER.fullmatch(name)
    if not power:
        raise Refused(f"a figure cannot step the operation `{name}`")
    written = {"True": "1", "False": "0"}.get(power[1], power[1])
    n = float(written)
    return Operation(
        1,
        lambda x: math.pow(x[0], n),
        lambda x, y: [_power_slope(x[0], n)],
        f"{{0}}^{n:g}",
        f"{{0}} to the power {written}",
        3,
    )


def named(name: str, arity: int) -> Operation:
    """An operation as figures write it, also one that they cannot compute.

    A sign stands between two inputs; a name before any number of them, as a function's.
    """
    try:
        known = operation(name)
    except Refused:
        known = None
    if known and known.arity == arity:
        return known
    places = [f"{{{k}}}" for k in range(arity)]
    written = name.replace("{", "{{").replace("}", "}}")
    if arity == 2 and not re.search(r"\w", name):
        between = f"{places[0]} {written} {places[1]}"
        return Operation(arity, _unknown, _unknown, between, between, 2)
    infix, says = f"{written}({', '.join(places)})", f"{written} of {' and '.join(places)}"
    return Operation(arity, _unknown, _unknown, infix, says, 4)


def _unknown(*_: Numbers | float) -> Any:
    raise Refused("a figure cannot compute this operation")


def _power_slope(x: float, n: float) -> float:
    """n x^(n-1), and 0 where the factor n is 0."""
    return n * math.pow(x, n - 1) if n else 0.0


def check_data(op: str, data: float, inputs: Numbers, name: str) -> None:
    """Raise Refused where a value's data is not what its operation makes of its inputs."""
    try:
        right = operation(op).data(inputs)
    except (ArithmeticError, ValueError):
        return  # what is not finite is told elsewhere
    if isfinite(right) and not isclose(data, right, rel_tol=1e-9, abs_tol=1e-12):
        given = " and ".join(map(repr, inputs))
        raise Refused(
            f"the data of {name} is {data!r}, but `{op}` of {given} is {right!r}: it was changed "
            "by hand, or the rule of the engine is wrong; build the graph anew"
        )


def slopes(op: str, value: Any, inputs: list[Any], names: list[str]) -> Numbers:
    """The local derivative of a value for each of its inputs; none where its engine has no rules.

    Arguments:
        names: what the inputs are called.

    Raises Refused where the engine's are not those of the operation.
    """
    engine = _engine_slopes(value, inputs)
    if not engine:
        return []
    if len(engine) != len(inputs):
        raise Refused(
            f"the engine's rule for `{op}` needs {len(inputs)} local derivatives, "
            f"one for each input; it has {len(engine)}"
        )
    for name, slope in zip(names, engine, strict=True):
        check_finite(f"the local derivative of `{op}` at {name}", slope)
    try:
        table = operation(op).slopes([float(v.data) for v in inputs], float(value.data))
    except (ArithmeticError, ValueError):
        raise Refused(
            f"`{op}` has no finite derivative at {' and '.join(names)}; the engine's rule has "
            f"{' and '.join(map(repr, engine))}"
        ) from None
    for v, name in zip(inputs, names, strict=True):  # one that enters twice gets the sum of two
        seen, right = (
            sum(slope for w, slope in zip(inputs, rule, strict=True) if w is v)
            for rule in (engine, table)
        )
        if not isclose(seen, right, rel_tol=1e-9, abs_tol=1e-12):
            raise Refused(
                f"the engine's rule for `{op}` passes {seen!r} to {name} for each 1 it gets; "
                f"its derivative is {right!r}"
            )
    return table


def _engine_slopes(value: Any, inputs: list[Any]) -> Numbers:
    """The engine's own local derivatives, one for each input that the node names."""
    if hasattr(value, "_locals"):
        return [float(slope) for slope in value._locals]
    if not inputs or not hasattr(value, "_backward"):
        return []
    touched = {id(v): v for v in [value, *inputs]}
    kept = {key: v.grad for key, v in touched.items()}
    for v in touched.values():
        v.grad = 0.0
    value.grad = 1.0
    try:
        value._backward()
        found = {id(v): float(v.grad) for v in inputs}
    finally:
        for key, v in touched.items():
            v.grad = kept[key]
    return [found[id(v)] / sum(w is v for w in inputs) for v in inputs]


def check_finite(what: str, number: float) -> None:
    """Raise Refused for a number with which nothing can be computed."""
    if not isfinite(number):
        raise Refused(f"{what} is {number}; a figure that steps needs finite numbers")
