"""A graph written out as straight-line Python, forward and backward, and compiled once.

The engine builds a graph for every point, sorts it, walks it and throws it away. Where each point
has the same graph, all that can be done once, and what is left to do for a point is arithmetic:
the engine's own sums and products, in the engine's order. So gradients agree to the last bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from micrograd.engine import Value

# How an operation on a and b writes its result c, and the derivative of c for each of them.
RULES: dict[str, tuple[str, ...]] = {
    "+": ("{a} + {b}", "1", "1"),
    "-": ("{a} - {b}", "1", "-1"),
    "*": ("{a} * {b}", "{b}", "{a}"),
    "/": ("{a} / {b}", "1 / {b}", "-{c} / {b}"),
    "neg": ("-{a}", "-1"),
    "tanh": ("tanh({a})", "(1 - {c} * {c})"),
    "exp": ("exp({a})", "{c}"),
    "log": ("log({a})", "1 / {a}"),
    "relu": ("0.0 if {a} < 0 else {a}", "(1.0 if {a} > 0 else 0.0)"),
}
LONG = 60  # characters: what is used once, in a sum, stands there itself unless it is longer
TERMS = 50  # a sum of more is written in several lines


class GraphError(ValueError):
    """The graph is not the one that was compiled, or none that can be."""


class Compiled:
    """A function of values that computes without a graph.

    A call adds to gradients what `f(*inputs).backward()` would add. It does not call `f`, which
    therefore has to build the same graph for every point: `check` tells whether it does.

    Args:
        f: takes Values and returns one. The leaves that it finds are parameters; what it makes
            itself, such as the 2 in `2 * a`, is a constant, and is written into the code.
        example: a point, as many numbers as `f` takes, any that `f` can compute with.

    Raises:
        GraphError: `f` builds two graphs from the same numbers, or does something with them that
            is no operation of the engine.

    Attributes:
        parameters: the leaves whose gradients a call adds to, besides its inputs.
        source: the Python that was compiled.
    """

    def __init__(self, f: Callable[..., Value], *example: float) -> None:
        self.f = f
        self.inputs = len(example)
        once, again = (_leaves(_build(f, example)[1]) for _ in range(2))
        self.parameters = [leaf for leaf in once if leaf in set(again)]
        self._forward, backward = self._write(example)
        self.check(*example)

        leaves = [f"x{i}" for i in range(self.inputs)]
        leaves += [f"p{i}" for i in range(len(self.parameters))]
        lines = [f"def run({', '.join(leaves)}):", *self._forward, *backward]
        self.source = "\n    ".join(lines) + "\n"
        names = {name: getattr(math, name) for name in ("exp", "log", "tanh", "inf", "nan")}
        space: dict[str, Any] = names | {"power": _power, "slope": _slope}
        exec(compile(self.source, "<compiled graph>", "exec"), space)
        self._run = space["run"]

    def __call__(self, *inputs: Value | float) -> float:
        """Compute the output, and add to the gradients of the parameters.

        Args:
            inputs: numbers, or leaves, which get their gradients, too.

        Returns:
            The output's data.

        Raises:
            GraphError: the inputs are too many or too few, or one is computed, or is a leaf that
                stands elsewhere in this graph.
            ValueError, OverflowError, ZeroDivisionError: as from `f`; no gradient has changed.
        """
        if len(inputs) != self.inputs:
            raise GraphError(f"the graph was compiled for {self.inputs} inputs, not {len(inputs)}")
        leaves = [x if isinstance(x, Value) else Value(x) for x in inputs]
        for x in inputs:
            if isinstance(x, Value) and (x._prev or leaves.count(x) > 1 or x in self.parameters):
                raise GraphError(f"{x!r} is no input of its own: it is computed, or stands twice")
        try:
            out: float = self._run(*leaves, *self.parameters)
        except (ArithmeticError, ValueError):
            self.f(*leaves)  # the engine says which operation is at fault
            raise
        return out

    def check(self, *inputs: float) -> None:
        """Build the graph of a point, and compare it with the one that was compiled.

        Raises:
            GraphError: they are not the same; the message has the first line that differs.
        """
        lines, _ = self._write(inputs)
        for i in range(max(len(lines), len(self._forward))):
            ours, theirs = (x[i] if i < len(x) else "nothing" for x in (self._forward, lines))
            if ours != theirs:
                raise GraphError(
                    f"the graph at {inputs} is not the one that was compiled: "
                    f"line {i + 1} is `{theirs}` in place of `{ours}`"
                )

    def _write(self, numbers: tuple[float, ...]) -> tuple[list[str], list[str]]:
        """Write what `f` does with a point: lines that go forward, and lines that go backward."""
        inputs, root = _build(self.f, numbers)
        leaves = {v: f"x{i}" for i, v in enumerate(inputs)}
        leaves |= {v: f"p{i}" for i, v in enumerate(self.parameters)}
        data = {v: _literal(v.data) for v in _leaves(root)}
        data |= {v: f"{name}.data" for v, name in leaves.items()}

        order = root._inputs_first()
        users = Counter(v for node in order for v in node._prev)
        summands = {
            v: place
            for node in order
            if node._op == "+"
            for place, v in enumerate(node._prev)
            if users[v] == 1
        }
        forward: list[str] = []
        slopes: dict[Value, list[str]] = {}
        for node in order:
            c = f"v{len(forward)}"
            letters = dict(zip("ab", [data[v] for v in node._prev], strict=False), c=c)
            text, *derivatives = (part.format(**letters) for part in _rule(node))
            slopes[node] = derivatives
            if node in summands and node._op in ("+", "*") and len(text) < LONG:
                data[node] = f"({text})" if node._op == "+" and summands[node] else text
            elif node._op.startswith("**"):  # too large a slope is an error of the forward pass
                data[node], slopes[node] = c, [f"s{c}"]
                forward.append(f"{c}, s{c} = {text}, {derivatives[0]}")
            else:
                data[node] = c
                forward.append(f"{c} = {text}")

        shares: dict[Value, list[str]] = {node: [] for node in order}
        shares[root] = ["1.0"]
        backward = [f"{leaves[root]}.grad += 1.0"] if root in leaves else []
        for number, node in enumerate(reversed(order)):
            g, *more = shares[node]
            if more or not g.isidentifier():  # else the gradient is a copy of one that has a name
                terms, g = shares[node], f"d{number}"
                backward.append(f"{g} = {' + '.join(terms[:TERMS])}")
                for k in range(TERMS, len(terms), TERMS):
                    backward.append(f"{g} = {' + '.join([g, *terms[k : k + TERMS]])}")
            for v, slope in zip(node._prev, slopes[node], strict=True):
                share = {"1": g, "-1": f"-{g}"}.get(slope, f"{slope} * {g}")
                if v in leaves:
                    backward.append(f"{leaves[v]}.grad += {share}")
                elif v in shares:  # and not a constant
                    shares[v].append(share)
        return forward, [*backward, f"return {data[root]}"]


def _build(f: Callable[..., Value], numbers: tuple[float, ...]) -> tuple[list[Value], Value]:
    inputs = [Value(x) for x in numbers]
    root = f(*inputs)
    if not isinstance(root, Value):
        raise TypeError(f"f must return a Value, not {type(root).__name__}")
    return inputs, root


def _leaves(root: Value) -> list[Value]:
    """List the leaves of a graph in the order of their first use."""
    found = [v for node in root._inputs_first() for v in node._prev if not v._prev]
    return list(dict.fromkeys(found)) if root._prev else [root]


def _literal(x: float) -> str:
    text = repr(x)
    return f"({text})" if text.startswith("-") else text


def _rule(node: Value) -> tuple[str, ...]:
    """Say how to write a result and its derivatives."""
    if node._op in RULES:
        return RULES[node._op]
    try:
        n = float(node._op.removeprefix("**"))
    except ValueError:
        raise GraphError(f"there is no rule to write the operation {node._op!r}") from None
    if n >= 1 and n.is_integer():
        return f"{{a}} ** {n}", f"{n} * {{a}} ** {n - 1}"
    return f"power({{a}}, {n})", f"slope({{a}}, {n})"


def _power(a: float, n: float) -> float:
    return (Value(a) ** n).data


def _slope(a: float, n: float) -> float:
    return (Value(a) ** n)._locals[0]
