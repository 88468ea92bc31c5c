"""The finished engine: a number that remembers how it was made and finds its gradients."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any


class Value:
    """A number, the values it was computed from, and its gradient.

    Values combine with values and with real numbers by + - * / and with a constant by **.
    Errors are those of Python's floats, in the operation at fault: division by zero, a power or
    an exponential too large, a logarithm of 0 or below. A sum, product, quotient or slope that is
    too large is inf. An exponent is finite, and no result is complex. nan in, nan out, except
    that nan**0 is 1. What you assign to `data` yourself is not checked: keep it a float.

    Args:
        data: a real number, kept as a float; True is 1.0, and NumPy's numbers will do.
        label: the name that drawings show.

    Raises:
        TypeError: something other than a real number.
    """

    __slots__ = ("_a", "_b", "_da", "_db", "_op", "data", "grad", "label")
    __array_ufunc__ = None  # NumPy's numbers and arrays leave arithmetic with a Value to it

    def __init__(self, data: float | Real, label: str = "") -> None:
        if not isinstance(data, (float, Real)):  # float is here for speed: Real alone would do
            raise TypeError(f"Value takes a real number, not {type(data).__name__}")
        self.data = float(data)
        self.grad = 0.0
        self.label = label
        self._op = ""
        self._a: Any = None  # the inputs: a leaf, made by hand, has none; exp(a) has no _b
        self._b: Any = None
        self._da = 0.0  # the local derivatives: of this value with respect to _a, and to _b
        self._db = 0.0

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    @property
    def _prev(self) -> tuple[Value, ...]:
        """The inputs: none for a leaf, and a twice for a + a."""
        if self._b is None:
            return () if self._a is None else (self._a,)
        return (self._a, self._b)

    @property
    def _locals(self) -> tuple[float, ...]:
        """The derivative of this value with respect to each input."""
        return (self._da, self._db)[: len(self._prev)]

    def __add__(self, other: Value | float) -> Value:
        """Formula: d(a + b)/da = 1, d(a + b)/db = 1."""
        b = other if isinstance(other, Value) else _leaf(other)
        if b is None:
            return NotImplemented  # neither value nor number: Python asks the other operand
        return _node(self.data + b.data, "+", self, 1.0, b, 1.0)

    __radd__ = __add__  # 1 + a is a + 1: order does not count

    def __mul__(self, other: Value | float) -> Value:
        """Formula: d(a * b)/da = b, d(a * b)/db = a."""
        b = other if isinstance(other, Value) else _leaf(other)
        if b is None:
            return NotImplemented
        return _node(self.data * b.data, "*", self, b.data, b, self.data)

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        """Formula: d(-a)/da = -1."""
        return _node(-self.data, "neg", self, -1.0)

    def __sub__(self, other: Value | float) -> Value:
        """Formula: d(a - b)/da = 1, d(a - b)/db = -1."""
        b = other if isinstance(other, Value) else _leaf(other)
        if b is None:
            return NotImplemented
        return _node(self.data - b.data, "-", self, 1.0, b, -1.0)

    def __rsub__(self, other: float) -> Value:  # 1 - a is not a - 1: here order counts
        a = _leaf(other)
        return NotImplemented if a is None else a - self

    def __truediv__(self, other: Value | float) -> Value:
        """Formula: d(a / b)/da = 1 / b, d(a / b)/db = -(a / b) / b."""
        b = other if isinstance(other, Value) else _leaf(other)
        if b is None:
            return NotImplemented
        q = self.data / b.data
        return _node(q, "/", self, 1 / b.data, b, -q / b.data)

    def __rtruediv__(self, other: float) -> Value:
        a = _leaf(other)
        return NotImplemented if a is None else a / self

    def __pow__(self, exponent: float) -> Value:
        """Formula: d(a**n)/da = n * a**(n-1), for a constant n."""
        if isinstance(exponent, Value):
            raise TypeError("a**b takes a number for b: a**3, a**b.data, or (a.log() * b).exp()")
        if not isinstance(exponent, Real):
            return NotImplemented
        n = float(exponent)
        if not math.isfinite(n):
            raise ValueError(f"an exponent is a finite number, not {n}")
        if self.data < 0 and not n.is_integer():
            raise ValueError(f"({self.data})**{n} is not a real number")
        try:
            power = self.data**n
        except OverflowError:
            raise OverflowError(f"({self.data})**{n} is too large for a float") from None
        slope = n * self.data ** (n - 1) if n >= 1 else _steep(self.data, n)
        return _node(power, f"**{n}".removesuffix(".0"), self, slope)  # a**3.0 is called **3

    def __rpow__(self, base: float) -> Value:
        if not isinstance(base, Real):
            return NotImplemented
        raise TypeError(f"{base}**a has no rule: write (a * math.log({base})).exp()")

    def tanh(self) -> Value:
        """Formula: d(tanh a)/da = 1 - (tanh a)**2."""
        t = math.tanh(self.data)
        return _node(t, "tanh", self, 1 - t * t)

    def exp(self) -> Value:
        """Formula: d(exp a)/da = exp a."""
        try:
            e = math.exp(self.data)
        except OverflowError:
            raise OverflowError(f"exp({self.data}) is too large for a float") from None
        return _node(e, "exp", self, e)

    def log(self) -> Value:
        """Formula: d(log a)/da = 1 / a, for the natural logarithm of a number above 0."""
        if self.data <= 0:
            raise ValueError(f"log({self.data}) is not a real number: log takes one above 0")
        return _node(math.log(self.data), "log", self, 1 / self.data)

    def relu(self) -> Value:
        """Formula: d(relu a)/da = 1 for a > 0, else 0; the kink at 0 has no slope, and gets 0."""
        a = self.data  # not max(0.0, a): where a is nan, that is 0
        return _node(0.0 if a < 0 else a, "relu", self, 1.0 if a > 0 else 0.0)

    def backward(self) -> None:
        """Find the derivative of this value with respect to every value it was computed from.

        Computed values start afresh in every call, so that nothing is passed on twice. Leaves
        add what they receive to what they have, until somebody sets that to zero.
        """
        order = self._inputs_first()
        for node in order:
            node.grad = 0.0
        self.grad += 1.0  # where this value is itself a leaf, it adds up like the others
        for node in reversed(order):
            a, b, grad = node._a, node._b, node.grad  # chain rule: local times upstream gradient
            a.grad += node._da * grad
            if b is not None:
                b.grad += node._db * grad

    def _inputs_first(self) -> list[Value]:
        """List the computed values of the graph, each one after its inputs; leaves have none."""
        order, done = [], set()  # done has what order has: a set is quicker to ask
        path = [self] if self._a is not None else []
        while path:  # it leads from this value down to the node at hand
            node = path[-1]
            a, b = node._a, node._b
            if b is not None and b._a is not None and b not in done:
                path.append(b)
            elif a._a is not None and a not in done:
                path.append(a)
            else:  # all that this node was computed from is in the list
                done.add(node)
                order.append(path.pop())
        return order


def _leaf(x: Any) -> Value | None:
    """Return a real number as a leaf; None stands for anything else."""
    return Value(x) if isinstance(x, (float, Real)) else None


_new = object.__new__  # without __init__ and its check, which take half as long again


def _node(
    data: float, op: str, a: Value, da: float, b: Value | None = None, db: float = 0.0
) -> Value:
    """Make a result: its data, the operation's name, and each input with its local derivative."""
    node: Value = _new(Value)
    node.data = data if type(data) is float else float(data)
    node.grad = 0.0
    node.label = ""
    node._op = op
    node._a, node._da = a, da
    node._b, node._db = b, db
    return node


def _steep(a: float, n: float) -> float:
    """Return n * a**(n-1) for n below 1, where it may be infinite: at 0, and near it."""
    if n == 0:
        return 0.0
    if a == 0:
        return math.inf
    try:
        return float(n * a ** (n - 1))
    except OverflowError:
        return float(n * a**n / a)  # a quotient is inf there, with the right sign
