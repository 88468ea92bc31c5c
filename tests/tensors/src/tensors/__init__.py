"""A tiny engine whose values are arrays: each remembers how it was made and what to pass on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike


class Tensor:
    """An array, the tensors it was computed from, and its gradient.

    Arguments:
        rule: from the gradient of this tensor, that of each input.
        slopes: the local derivative for each input, a number or a matrix; what a walk is told.
    """

    def __init__(
        self,
        data: ArrayLike,
        inputs: tuple[Tensor, ...] = (),
        op: str = "",
        rule: Callable | None = None,
        slopes: tuple = (),
        label: str = "",
    ) -> None:
        self.data, self.grad = np.asarray(data, float), np.zeros(np.shape(data))
        self.inputs, self.op, self.rule, self.slopes = inputs, op, rule, slopes
        self.label = label

    def __add__(self, other: Tensor) -> Tensor:
        return Tensor(self.data + other.data, (self, other), "+", lambda g: (g, g), (1.0, 1.0))

    def __mul__(self, other: Tensor) -> Tensor:
        a, b = self.data, other.data
        slopes = np.diag(b.ravel()), np.diag(a.ravel())
        return Tensor(a * b, (self, other), "*", lambda g: (g * b, g * a), slopes)

    def __matmul__(self, other: Tensor) -> Tensor:
        w, x = self.data, other.data
        slopes = np.kron(np.eye(len(w)), x), w
        return Tensor(w @ x, (self, other), "@", lambda g: (np.outer(g, x), w.T @ g), slopes)

    def tanh(self) -> Tensor:
        y = np.tanh(self.data)
        by = 1 - y**2
        return Tensor(y, (self,), "tanh", lambda g: (g * by,), (np.diag(by.ravel()),))

    def sum(self) -> Tensor:
        ones = np.ones_like(self.data)
        slopes = (ones.reshape(1, -1),)
        return Tensor(self.data.sum(), (self,), "sum", lambda g: (g * ones,), slopes)

    def backward(self) -> None:
        """The gradient of every tensor that this one was computed from, by the rules alone."""
        order = inputs_first(self)
        for tensor in order:
            tensor.grad = np.zeros_like(tensor.data)
        self.grad = np.ones_like(self.data)
        for tensor in reversed(order):
            if tensor.rule:
                for x, g in zip(tensor.inputs, tensor.rule(tensor.grad), strict=True):
                    x.grad = x.grad + g


def inputs_first(root: Tensor) -> list[Tensor]:
    """All of the graph, each tensor after its inputs."""
    found: list[Tensor] = []

    def visit(tensor: Tensor) -> None:
        if not any(tensor is one for one in found):
            for x in tensor.inputs:
                visit(x)
            found.append(tensor)

    visit(root)
    return found
