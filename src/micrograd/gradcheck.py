"""Derivatives without backpropagation: nudge one input, watch the output, divide.

They need nothing but the function itself, and so they check what backpropagation computes.
"""

import cmath
import math
import sys
from collections.abc import Callable
from numbers import Real
from operator import index
from typing import Any, NamedTuple

from micrograd.engine import Value

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
            Value of the same class: the reader's own are read and never changed. A leaf
            that `f` finds by itself gets a gradient: zero it before you train.
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


class Check(NamedTuple):
    """One derivative found in two ways, and the relative error between them."""

    analytic: float
    numeric: float
    error: float


class GradientError(AssertionError):
    """What `backward` found is not the slope that a nudge finds."""


class KinkError(GradientError):
    """The slope to the left is not the slope to the right: there is no one slope to compare."""


class EdgeError(GradientError):
    """The input is on the edge of where the function is defined, as 0 is of the square root."""


def gradcheck(
    f: Callable[..., Any],
    *inputs: Any,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    h: float | None = None,
) -> tuple[Check, ...]:
    """Compare the gradients that `backward` finds with central differences, input by input.

    Formula: |analytic - numeric| <= atol + rtol · max(|analytic|, |numeric|). Neither of the two
    counts as the true one. The relative error is the left side over that maximum.

    The best nudge for a central difference is about (3·eps·|f| / |f‴|)^(1/3): where a function
    bends on a small scale, as 1/a does beside 0, a nudge must be smaller than usual. So it shrinks
    until half of it gives the same slope, and until `f` is defined on both sides. It does not
    shrink to pass by a kink, where the function does not bend but break.

    A kink is noticed by the slopes on either side. Where `f` is smooth, right minus left is
    about h times the second derivative, so with half of h it is half as much; at a kink within h
    of the input it is not. A kink smaller than the tolerances goes unseen, and where a function
    turns round within h, that is taken for a kink.

    Args:
        f: takes as many Values as there are inputs; returns a Value.
        inputs: the point, each a number or a Value. `f` gets new Values, those of the engine for
            numbers and of the same class for Values: the reader's own are read and never changed.
        atol: the absolute tolerance.
        rtol: the relative tolerance.
        h: the nudge. Default: that of `central_difference`, or smaller where `f` asks for it.

    Returns:
        A `Check` for each input: analytic value, numeric value, relative error.

    Raises:
        GradientError: they differ for an input, which the message names, with both values.
        KinkError: there is a kink; the message has the slopes on either side.
        EdgeError: there is nothing to compare with on one side of an input, however near.
        TypeError: `f` is no function or returns no Value, or an input is no number and no Value.
        ValueError: there is no input, or h is zero, infinite or not a number.

    Source: Stanford CS231n, "Gradient checks", for the symmetric relative error and the kinks;
    `torch.autograd.gradcheck` of PyTorch for the tolerances.
    """
    if not inputs:
        raise ValueError("gradcheck needs an input, as in gradcheck(lambda a: a * a, 3.0)")
    if not callable(f):
        raise TypeError(f"f must be a function, such as lambda a, b: a * b, not {f!r}")
    values: list[Any] = [
        (Value if isinstance(x, Real) else type(x))(_number(x, f"input {i}"))
        for i, x in enumerate(inputs)
    ]
    out = f(*values)
    if not hasattr(out, "backward"):
        raise TypeError(f"f must return a Value that has backward(), not {out!r}")
    out.backward()

    checks = []
    for i, value in enumerate(values):
        label = getattr(inputs[i], "label", "")
        name = f"input {i}{label and f' ({label})'}, at {value.data}"
        step = _shrunk(f, values, i, atol, rtol) if h is None else h
        analytic = float(value.grad)
        try:
            numeric = central_difference(f, *values, wrt=i, h=step)
            sides = _kink(f, values, i, step, atol, rtol)
        except (ArithmeticError, ValueError) as error:
            raise EdgeError(
                f"{name}: f is not defined on both sides, at a distance of {abs(step):.3g}, so "
                f"that there is no slope to compare; backward says {analytic}"
            ) from error
        size, apart = max(abs(analytic), abs(numeric)), abs(analytic - numeric)
        if sides:
            raise KinkError(
                f"{name}: f has a kink here or within a nudge, with slope {sides[0]:.6g} on the "
                f"left and {sides[1]:.6g} on the right; backward says {analytic}"
            )
        if not apart <= atol + rtol * size:  # so written, nan is refused
            raise GradientError(
                f"{name}: backward says {analytic}, the central difference {numeric:.8g}"
            )
        checks.append(Check(analytic, numeric, apart / size if apart else 0.0))
    return tuple(checks)


def _shrunk(f: Callable[..., Any], inputs: list[Any], wrt: int, atol: float, rtol: float) -> float:
    """Return the usual nudge, or a smaller one if the usual one is too large for `f` here."""
    nudged, x = _nudged(f, tuple(inputs), wrt)
    usual = h = _step(None, math.cbrt(EPSILON), x)
    across = False  # does the usual nudge leave the domain of f?

    def slope(h: float) -> float:
        return (nudged(h) - nudged(-h)) / (2 * h)

    while h > max(1e-11 * abs(x), 1e-20 * usual):  # below, x + h is too coarsely rounded
        try:
            whole, half = slope(h), slope(h / 2)
        except (ArithmeticError, ValueError):
            across = True
        else:
            apart, allowed = abs(whole - half), atol + rtol * max(abs(whole), abs(half))
            if apart <= allowed / 4:
                # whole - half is h²·f‴/8, but for rounding: what the usual nudge should miss by
                rounding = 8 * EPSILON * abs(nudged(0.0)) / h
                missed = (apart - rounding) * (usual / h) ** 2
                return h if across or missed > allowed / 8 else usual
        h /= 4
    return usual


def _kink(
    f: Callable[..., Any], inputs: list[Any], wrt: int, h: float, atol: float, rtol: float
) -> tuple[float, float] | None:
    """Return the slopes to the left and to the right of a kink, if there is one within h."""
    nudged, _ = _nudged(f, tuple(inputs), wrt)
    h = abs(_step(h, h, 0.0))
    here = nudged(0.0)

    def sides(h: float) -> tuple[float, float]:
        return (here - nudged(-h)) / h, (nudged(h) - here) / h

    left, right = sides(h)
    for part in (2, 4):  # one alone would miss a kink h/3 away, or h/5
        closer_left, closer_right = sides(h / part)
        bend = (closer_right - closer_left) - (right - left) / part
        if abs(bend) > atol + rtol * max(abs(left), abs(right)):
            try:  # from h to 2h, where no side has the kink in it
                return (nudged(-h) - nudged(-2 * h)) / h, (nudged(2 * h) - nudged(h)) / h
            except (ArithmeticError, ValueError):
                return left, right
    return None


class ComplexValue(complex):
    """A complex number with the operations of a Value, as far as they are analytic."""

    def exp(self) -> "ComplexValue":
        return ComplexValue(cmath.exp(self))

    def log(self) -> "ComplexValue":
        return ComplexValue(cmath.log(self))

    def tanh(self) -> "ComplexValue":
        return ComplexValue(cmath.tanh(self))

    def relu(self) -> "ComplexValue":
        """Analytic on either side of the kink; which side is a matter of the real part."""
        return self if self.real > 0 else ComplexValue(0 * self)


def _closed(name: str) -> Callable[..., Any]:
    """Return an operator of complex numbers whose results stay ComplexValues."""
    operator = getattr(complex, name)

    def method(self: complex, *others: Any) -> Any:
        result = operator(self, *others)
        return result if result is NotImplemented else ComplexValue(result)

    return method


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "neg"):
    setattr(ComplexValue, f"__{_name}__", _closed(f"__{_name}__"))


def complex_step(f: Callable[..., Any], *inputs: Any, wrt: int = 0, h: float = 1e-30) -> float:
    """Differentiate an analytic function to rounding, by a nudge in the imaginary direction.

    Formula: Im f(..., x + ih, ...) / h. No two nearly equal numbers are subtracted, so h can be
    so small that the truncation, about h²/6 times the third derivative, disappears.

    No Value takes part: `f` gets complex numbers, with the operators and the methods `exp`,
    `log`, `tanh` and `relu` of a Value. So an expression such as `lambda a, b: (a * b).tanh()`
    runs as it is, and so does a function from `cmath`. What leaves the complex numbers (`abs`,
    `.data`, a function of `math`, a comparison) or mixes in a Value from outside does not.

    Args:
        f: takes as many arguments as there are inputs; returns a complex number.
        inputs: the point, each a number or a Value, of which only `data` is read.
        wrt: which input to nudge, counted from 0.
        h: the nudge.

    Returns:
        The derivative, as a float, right to about the last two digits. At a kink of `relu`, that
        of the left side. Where `f` is not real (a logarithm or a root below 0), nothing of use.

    Raises:
        TypeError: `f` is no function or returns no complex number, or an input is no number.
        IndexError: there is no input number `wrt`.
        ValueError: h is zero, infinite or not a number.

    Source: Squire and Trapp, Using complex variables to estimate derivatives of real functions,
    SIAM Review 40 (1998).
    """
    point = _point(f, inputs, wrt)
    h = _step(h, h, 0.0)
    result = f(*(ComplexValue(x, h if i == wrt else 0.0) for i, x in enumerate(point)))
    if not isinstance(result, complex):
        raise TypeError(
            f"f must return the complex number it computed, not {result!r}: "
            "a function that leaves the complex numbers has no complex step"
        )
    return result.imag / h


def _nudged(
    f: Callable[..., Any], inputs: tuple[Any, ...], wrt: int
) -> tuple[Callable[[float], float], float]:
    """Return `f` as a function of the nudge alone, and the input that is nudged."""
    point = _point(f, inputs, wrt)

    def nudged(h: float) -> float:
        arguments: list[Any] = [x + h if i == wrt else x for i, x in enumerate(point)]
        for i, original in enumerate(inputs):
            if not isinstance(original, Real):
                arguments[i] = type(original)(arguments[i])
        return _number(f(*arguments), "what f returns")

    return nudged, point[wrt]


def _point(f: Callable[..., Any], inputs: tuple[Any, ...], wrt: int) -> list[float]:
    """Return the inputs as floats, once it is clear that `f` and `wrt` are what they should be."""
    if not callable(f):
        raise TypeError(f"f must be a function, such as lambda a, b: a * b, not {f!r}")
    if not 0 <= index(wrt) < len(inputs):
        raise IndexError(
            f"wrt={wrt} names no input: f is given {len(inputs)}, counted from 0, "
            "so that wrt=1 is the second"
        )
    return [_number(x, f"input {i}") for i, x in enumerate(inputs)]


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
