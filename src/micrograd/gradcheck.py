"""Derivatives by finite differences: nudge one input, watch the output, divide.

They need nothing but the function itself, and so they check what backpropagation computes.
"""

import math
import sys
from collections.abc import Callable
from numbers import Real
from operator import index
from typing import Any

EPSILON = sys.float_info.epsilon


def forward_difference(
    f: Callable[..., Any], *inputs: Any, wrt: int = 0, h: float | None = None
) -> float:
    """Estimate the derivative of `f` with respect to one input, from one nudge.

    Formula: (f(..., x + h, ...) - f(..., x, ...)) / h.
    It is off by about h/2 times the second derivative (truncation, first order in h) and by about
    eps·|f|/h (round-off); with f and its derivatives near 1 the sum is least near h = sqrt(eps).

    Args:
        f: takes as many arguments as there are inputs; returns a number or a Value.
        inputs: the point, each a number or a Value. In the place of a Value, `f` gets a new
            Value of the same class: the reader's own are read and never changed.
        wrt: which input to nudge, counted from 0.
        h: the nudge. Default: sqrt(eps) · max(1, |x|), with eps = 2**-52: 1.5e-8 at x = 1.

    Returns:
        The estimate, as a float; 0.0 where h is so small that x + h rounds to x.

    Raises:
        TypeError: `f` is no function, or an input or what `f` returns is no number and no Value.
        IndexError: there is no input number `wrt`.
        ValueError: h is zero, infinite or not a number.

    Source: Nocedal and Wright, Numerical Optimization, 2nd edition (2006), section 8.1.
    """
    nudged, x = _nudged(f, inputs, wrt)
    h = _step(h, math.sqrt(EPSILON), x)
    return (nudged(h) - nudged(0.0)) / h


def central_difference(
    f: Callable[..., Any], *inputs: Any, wrt: int = 0, h: float | None = None
) -> float:
    """Estimate the derivative of `f` with respect to one input, from a nudge to either side.

    Formula: (f(..., x + h, ...) - f(..., x - h, ...)) / (2h).
    It is off by about h²/6 times the third derivative (truncation, second order in h) and by
    about eps·|f|/h (round-off); with f and its derivatives near 1 the sum is least near
    h = cbrt(eps).

    Args:
        f: takes as many arguments as there are inputs; returns a number or a Value.
        inputs: the point, each a number or a Value. In the place of a Value, `f` gets a new
            Value of the same class: the reader's own are read and never changed.
        wrt: which input to nudge, counted from 0.
        h: the nudge. Default: cbrt(eps) · max(1, |x|), with eps = 2**-52: 6.1e-6 at x = 1.

    Returns:
        The estimate, as a float; 0.0 where h is so small that x + h and x - h round to x.

    Raises:
        TypeError: `f` is no function, or an input or what `f` returns is no number and no Value.
        IndexError: there is no input number `wrt`.
        ValueError: h is zero, infinite or not a number.

    Source: Nocedal and Wright, Numerical Optimization, 2nd edition (2006), section 8.1.
    """
    nudged, x = _nudged(f, inputs, wrt)
    h = _step(h, math.cbrt(EPSILON), x)
    return (nudged(h) - nudged(-h)) / (2 * h)


def _nudged(
    f: Callable[..., Any], inputs: tuple[Any, ...], wrt: int
) -> tuple[Callable[[float], float], float]:
    """Return `f` as a function of the nudge alone, and the input that is nudged."""
    if not callable(f):
        raise TypeError(f"f must be a function, such as lambda a, b: a * b, not {f!r}")
    if not 0 <= index(wrt) < len(inputs):
        raise IndexError(
            f"wrt={wrt} names no input: f is given {len(inputs)}, counted from 0, "
            "so that wrt=1 is the second"
        )
    point = [_number(x, f"input {i}") for i, x in enumerate(inputs)]

    def nudged(h: float) -> float:
        arguments: list[Any] = [x + h if i == wrt else x for i, x in enumerate(point)]
        for i, original in enumerate(inputs):
            if not isinstance(original, Real):
                arguments[i] = type(original)(arguments[i])
        return _number(f(*arguments), "what f returns")

    return nudged, point[wrt]


def _number(x: Any, what: str) -> float:
    data = x if isinstance(x, Real) else getattr(x, "data", None)
    if not isinstance(data, Real):
        raise TypeError(f"{what} must be a number or a Value, not {x!r}")
    return float(data)


def _step(h: float | None, default: float, x: float) -> float:
    if h is None:
        return default * max(1.0, abs(x))
    if h == 0 or not math.isfinite(h):
        raise ValueError(f"h must be a finite number other than 0, such as 1e-6, not {h!r}")
    return h
