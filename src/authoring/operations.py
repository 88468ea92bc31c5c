"""What a figure that steps knows of an operation: its slopes, and how to write them.

The browser has the same table (docs/assets/operations.js). The engine is the one that decides:
a slope here that is not the engine's own stops the build.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Numbers = list[float]


@dataclass(frozen=True)
class Operation:
    """One operation.

    Arguments:
        arity: how many inputs it takes.
        slopes: from its inputs' data and its own, the local derivative for each input.
        infix: how it stands between or around the words for its inputs; `{0}`, `{1}`.
        binds: how tightly, as in algebra: 1 a sum, 2 a product, 3 a power, 4 a function.
    """

    arity: int
    slopes: Callable[[Numbers, float], Numbers]
    infix: str
    binds: int


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

    Raises KeyError for a name that no figure can step.
    """
    if not name.startswith("**"):
        return OPERATIONS[name]
    n = float(name[2:])
    return Operation(1, lambda x, y: [_power_slope(x[0], n)], f"{{0}}<sup>{n:g}</sup>", 3)


def _power_slope(x: float, n: float) -> float:
    """n x^(n-1), and 0 where the factor n is 0."""
    return n * math.pow(x, n - 1) if n else 0.0
