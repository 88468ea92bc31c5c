"""A Value in the style of microgpt's, to measure ours beside: of our own writing.

Andrej Karpathy's microgpt (2026) has an engine of forty lines: slots, a tuple of inputs and a
tuple of local gradients for each node, and a recursive sort. This one has the same design.
"""

import math


class Value:
    __slots__ = ("data", "grad", "inputs", "slopes")

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0
        self.inputs = inputs
        self.slopes = slopes

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0, self.data), (self,), (float(self.data > 0),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return other + (-self)

    def __rtruediv__(self, other):
        return other * self**-1

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for v in node.inputs:
                    visit(v)
                order.append(node)

        visit(self)
        self.grad = 1
        for node in reversed(order):
            for v, slope in zip(node.inputs, node.slopes):  # noqa: B905
                v.grad += slope * node.grad
