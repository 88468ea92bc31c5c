"""The finished engine: a number that remembers how it was made and finds its gradients."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any


class Value:
    """A number, the values it was computed from, and its gradient.

    Values combine with values and with real numbers by + - * / and with a constant by **.
    Where Python's floats raise ZeroDivisionError, OverflowError or ValueError, so do Values, in
    the operation at fault (and ** also where its slope is too large); no result is ever complex.
    As with floats, a sum, a product or a quotient too large for a float is inf; nan in, nan out,
    but for nan**0 and 1**nan, which are 1.

    Args:
        data: a real number, kept as a float; True is 1.0, and NumPy's numbers will do.
        label: the name that drawings show.

    Raises:
        TypeError: something other than a real number, here or in an operation, which it names.
    """

    __slots__ = ("_locals", "_op", "_prev", "data", "grad", "label")

    def __init__(
        self,
        data: float,
        _prev: tuple[Value, ...] = (),
        _op: str = "",
        _locals: tuple[float, ...] = (),
        label: str = "",
    ) -> None:
        self.data = data if type(data) is float else _real(data, "Value", "a real number")
        self.grad = 0.0
        self.label = label
        self._prev = _prev  # the inputs: none for a leaf, and a twice for a + a
        self._op = _op
        self._locals = _locals  # the derivative of this value with respect to each input

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other: Value | float) -> Value:
        """Formula: d(a + b)/da = 1, d(a + b)/db = 1."""
        other = other if isinstance(other, Value) else Value(_real(other, "+"))
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __mul__(self, other: Value | float) -> Value:
        """Formula: d(a * b)/da = b, d(a * b)/db = a."""
        other = other if isinstance(other, Value) else Value(_real(other, "*"))
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __pow__(self, exponent: float) -> Value:
        """Formula: d(a**n)/da = n * a**(n-1); where a is 0: 0 for n = 0, inf for 0 < n < 1."""
        a, n = self.data, _real(exponent, "**", "a constant exponent, as in a**3 or a**b.data")
        if a < 0 and not n.is_integer():
            raise ValueError(f"({a})**{n} is not a real number")
        try:
            power = a**n
            if n == 0:
                slope = 0.0
            elif a == 0 and n < 1:
                slope = math.inf
            else:
                slope = n * a ** (n - 1)
        except OverflowError:
            raise OverflowError(f"({a})**{n} or its slope is too large for a float") from None
        return Value(power, (self,), f"**{exponent}", (slope,))

    def tanh(self) -> Value:
        """Formula: d(tanh a)/da = 1 - (tanh a)**2."""
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1 - t * t,))

    def exp(self) -> Value:
        """Formula: d(exp a)/da = exp a."""
        try:
            e = math.exp(self.data)
        except OverflowError:
            raise OverflowError(f"exp({self.data}) is too large for a float") from None
        return Value(e, (self,), "exp", (e,))

    def log(self) -> Value:
        """Formula: d(log a)/da = 1 / a, for the natural logarithm of a number above 0."""
        if self.data <= 0:
            raise ValueError(f"log({self.data}) is not a real number: log takes one above 0")
        return Value(math.log(self.data), (self,), "log", (1 / self.data,))

    def relu(self) -> Value:
        """Formula: d(relu a)/da = 1 for a > 0, else 0; the kink at 0 has no slope, and gets 0."""
        return Value(max(self.data, 0.0), (self,), "relu", (1.0 if self.data > 0 else 0.0,))

    def backward(self) -> None:
        """Find the derivative of this value with respect to every value it was computed from.

        Computed values start afresh in every call, so that nothing is passed on twice. Leaves
        add what they receive to what they have, until somebody sets that to zero.
        """
        order = self._inputs_first()
        for node in order:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for v, d in zip(node._prev, node._locals):
                v.grad += d * node.grad

    def zero_grad(self) -> None:
        """Set the gradient to zero here and in every value this one was computed from."""
        self.grad = 0.0
        for node in self._inputs_first():
            for v in node._prev:
                v.grad = 0.0

    def _inputs_first(self) -> list[Value]:
        """List the computed values of the graph, each one after its inputs; leaves have none."""
        order, seen = [], set()
        stack: list[Any] = [self]
        while stack:
            node = stack.pop()
            if node is None:  # all that the value below was computed from is in the list
                order.append(stack.pop())
            elif node._prev and node not in seen:
                seen.add(node)
                stack.append(node)
                stack.append(None)
                stack.extend(node._prev)
        return order

    def __neg__(self) -> Value:
        """Formula: d(-a)/da = -1."""
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __sub__(self, other: Value | float) -> Value:
        """Formula: d(a - b)/da = 1, d(a - b)/db = -1."""
        other = other if isinstance(other, Value) else Value(_real(other, "-"))
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __truediv__(self, other: Value | float) -> Value:
        """Formula: d(a / b)/da = 1 / b, d(a / b)/db = -(a / b) / b."""
        other = other if isinstance(other, Value) else Value(_real(other, "/"))
        q = self.data / other.data
        return Value(q, (self, other), "/", (1 / other.data, -q / other.data))

    __radd__ = __add__  # number + value; the order does not count

    def __rsub__(self, other: float) -> Value:
        return Value(_real(other, "-")) - self

    __rmul__ = __mul__  # number * value

    def __rtruediv__(self, other: float) -> Value:
        return Value(_real(other, "/")) / self


def _real(x: Any, operation: str, wanted: str = "a Value or a real number") -> float:
    """Return a real number as a float; refuse anything else in the name of the operation."""
    if isinstance(x, (float, Real)):  # float is here for speed: Real alone would do
        return float(x)
    raise TypeError(f"{operation} takes {wanted}, not {type(x).__name__}")
