"""Random graphs over all operations of an engine, as programs that can be run again.

A program is a list of operations on earlier values. It is run with the leaves as they are, and
again with other leaves. Graphs are kept to where a difference in the last digit of an exp or a
tanh (two mathematics libraries may differ there) cannot grow past 1e-12.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from math import isfinite
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

BINARY = {"+": "__add__", "*": "__mul__", "-": "__sub__", "/": "__truediv__"}
REFLECTED = {"+": "__radd__", "*": "__rmul__", "-": "__rsub__", "/": "__rtruediv__"}
UNARY = ("tanh", "exp", "log", "relu", "__neg__")
POWERS = (-2, -1, 0, 1, 2, 3, 0.5, 1.5, 2.0)
GROWTH = 1e3  # how much larger the parts of a sum may be than the sum


class UnfitError(Exception):
    """Leaves for which this program has no value, or none that two libraries agree on."""


@dataclass
class Program:
    """Leaves by name, then operations: a name and its operands, places or plain numbers."""

    leaves: dict[str, float]
    steps: list[tuple[str, list[Any]]]

    def run(self, engine: ModuleType, leaves: dict[str, float]) -> list[Any]:
        """Every value the engine made, inputs first, the output last, with gradients."""
        with recorded(engine) as made, unfit():
            named = [engine.Value(data, label=name) for name, data in leaves.items()]
            for name, operands in self.steps:
                words = [named[i.place] if isinstance(i, Place) else i for i in operands]
                named.append(getattr(words[0], name)(*words[1:]))
            backward(named[-1], made)
        return made


@dataclass
class Place:
    """Of an earlier value among a program's leaves and results."""

    place: int


@contextmanager
def recorded(engine: ModuleType):
    """The list of all values that the engine makes meanwhile."""
    made: list[Any] = []
    make = engine.Value.__init__

    def noting(self, data, *arguments, **options):
        if isinstance(data, complex) or not isfinite(data):
            raise UnfitError
        make(self, data, *arguments, **options)
        made.append(self)

    def noted(data, *arguments):
        value = result(data, *arguments)
        if not isfinite(data):
            raise UnfitError
        made.append(value)
        return value

    result = getattr(engine, "_node", None)  # which the finished engine makes results by
    results = patch.object(engine, "_node", noted) if result else nullcontext()
    with results, patch.object(engine.Value, "__init__", noting):
        yield made


@contextmanager
def unfit():
    """Where there is no number, such as 1 / 0, the leaves do not fit."""
    try:
        yield
    except (ArithmeticError, ValueError) as error:
        raise UnfitError from error


def backward(root: Any, made: list[Any]) -> None:
    """The engine's own backward pass; by hand where a step has none."""
    if hasattr(root, "backward"):
        root.backward()
        return
    root.grad = 1.0
    for value in reversed(made):
        value._backward()


def random_program(random: Random, engine: ModuleType, reuse: bool = True) -> Program:
    """A program of one to ten operations over one to four leaves.

    Arguments:
        reuse: whether a value may be used twice.
    """
    leaves = {f"x{n}": number(random) for n in range(random.randint(1, 4))}
    free = [Place(n) for n in range(len(leaves))]
    steps: list[tuple[str, list[Any]]] = []
    known = [name for name in UNARY if hasattr(engine.Value, name)]
    binary = [name for name in BINARY.values() if hasattr(engine.Value, name)]
    reflected = [name for name in REFLECTED.values() if hasattr(engine.Value, name)]

    def one() -> Place:
        chosen = random.choice(free[-6:])
        if not reuse:
            free.remove(chosen)
        return chosen

    for at in range(len(leaves), len(leaves) + random.randint(1, 10)):
        kind = random.choice(["unary", "binary", "binary", "binary", "constant", "power"])
        if kind == "binary" and (reuse or len(free) > 1):
            steps.append((random.choice(binary), [one(), one()]))
        elif kind == "constant":
            steps.append((random.choice(binary + reflected), [one(), number(random) or 1.0]))
        elif kind == "power" and hasattr(engine.Value, "__pow__"):
            steps.append(("__pow__", [one(), random.choice(POWERS)]))
        else:
            steps.append((random.choice(known), [one()]))
        free.append(Place(at))
    return Program(leaves, steps)


def number(random: Random) -> float:
    """A number as a reader types one; sometimes 0, the kink of ReLU."""
    return random.choice([0.0, *(random.randint(-12, 12) / 4 for _ in range(7))])


def steady(graph: Any) -> bool:
    """Whether no difference in a last digit grows much on its way through a graph.

    Arguments:
        graph: an unpasted.walk.Graph with its gradients.
    """
    parts = [0.0] * len(graph.nodes)
    parts[-1] = 1.0
    for i in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[i]
        if not all(isfinite(x) for x in (node.data, node.grad, *node.slopes)):
            return False
        inputs = [graph.nodes[j] for j in node.inputs]
        exact = all(not leaf.op for leaf in inputs)
        size = sum(abs(x.data) for x in inputs)
        if node.op in ("+", "-") and not exact and size > 30 * abs(node.data):
            return False
        if node.op == "tanh" and not 1e-2 < abs(inputs[0].data) < 2.5:
            return False
        if node.op == "log" and abs(node.data) < 1e-2:
            return False
        if not abs(node.data) < 1e6:
            return False
        for j, slope in zip(node.inputs, node.slopes, strict=True):
            parts[j] += parts[i] * abs(slope)
        if parts[i] > GROWTH * abs(node.grad):
            return parts[i] == 0
    return True
