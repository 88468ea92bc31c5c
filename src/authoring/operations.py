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

Numbers = list[float]


class WalkError(Exception):
    """This value cannot be stepped; the message says why."""


@dataclass(frozen=True)
class Operation:
    """One operation.

    Arguments:
        arity: how many inputs it takes.
        slopes: from its inputs' data and its own, the local derivative for each input.
        infix: how it stands between or around the words for its inputs, `{0}` and `{1}`, as plain
            text; an exponent after `^`.
        binds: how tightly, as in algebra: 1 a sum, 2 a product, 3 a power, 4 a function.
    """

    arity: int
    slopes: Callable[[Numbers, float], Numbers]
    infix: str
    binds: int


POWER = re.compile(r"\*\*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)")

OPERATIONS = {
    "+": Operation(2, lambda x, y: [1.0, 1.0], "{0} + {1}", 1),
    "-": Operation(2, lambda x, y: [1.0, -1.0], "{0} − {1}", 1),
    "*": Operation(2, lambda x, y: [x[1], x[0]], "{0} · {1}", 2),
    "/": Operation(2, lambda x, y: [1 / x[1], -x[0] / x[1] ** 2], "{0} / {1}", 2),
    "neg": Operation(1, lambda x, y: [-1.0], "−{0}", 2),
    "tanh": Operation(1, lambda x, y: [1 - y**2], "tanh({0})", 4),
    "exp": Operation(1, lambda x, y: [y], "exp({0})", 4),
    "log": Operation(1, lambda x, y: [1 / x[0]], "log({0})", 4),
    "relu": Operation(1, lambda x, y: [float(x[0] > 0)], "relu({0})", 4),
}


def operation(name: str) -> Operation:
    """The operation that a node's `_op` names; `**3` is a power with a constant exponent.

    Raises WalkError for a name that no figure can step.
    """
    if name in OPERATIONS:
        return OPERATIONS[name]
    power = POWER.fullmatch(name)
    if not power:
        raise WalkError(f"a figure cannot step the operation `{name}`")
    n = float(power[1])
    return Operation(1, lambda x, y: [_power_slope(x[0], n)], f"{{0}}^{n:g}", 3)


def _power_slope(x: float, n: float) -> float:
    """n x^(n-1), and 0 where the factor n is 0."""
    return n * math.pow(x, n - 1) if n else 0.0


def slopes(op: str, value: Any, inputs: list[Any], names: list[str]) -> Numbers:
    """The local derivative of a value for each of its inputs; none where its engine has no rules.

    Arguments:
        names: what the inputs are called.

    Raises WalkError where the engine's are not those of the operation.
    """
    engine = _engine_slopes(value, inputs)
    if not engine:
        return []
    if len(engine) != len(inputs):
        raise WalkError(
            f"the engine's rule for `{op}` needs {len(inputs)} local derivatives, "
            f"one for each input; it has {len(engine)}"
        )
    for name, slope in zip(names, engine, strict=True):
        check_finite(f"the local derivative of `{op}` at {name}", slope)
    try:
        table = operation(op).slopes([float(v.data) for v in inputs], float(value.data))
    except (ArithmeticError, ValueError):
        raise WalkError(
            f"`{op}` has no finite derivative at {' and '.join(names)}; the engine's rule has "
            f"{' and '.join(map(repr, engine))}"
        ) from None
    for v, name in zip(inputs, names, strict=True):  # one that enters twice gets the sum of two
        seen, right = (
            sum(slope for w, slope in zip(inputs, rule, strict=True) if w is v)
            for rule in (engine, table)
        )
        if not isclose(seen, right, rel_tol=1e-9, abs_tol=1e-12):
            raise WalkError(
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
    """Raise WalkError for a number with which nothing can be computed."""
    if not isfinite(number):
        raise WalkError(f"{what} is {number}; a figure that steps needs finite numbers")
