"""A graph written out as straight-line Python, forward and backward, and compiled once.

The engine builds a graph for every point, sorts it, walks it and throws it away. Where each point
has the same graph, all that can be done once, and what is left to do for a point is arithmetic:
the engine's own sums and products, in the engine's order. So gradients agree to the last bit.

No operation is defined here: rules.py reads each from its method in the engine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain, compress, islice
from typing import Any

from micrograd import engine
from micrograd.engine import Value
from micrograd.order import operands, trace
from micrograd.rules import Writer, rule

LONG = 60  # characters: what is used once, in a sum, stands there itself unless it is longer
TERMS = 50  # a sum of more is written in several lines

Input = Value | float | Sequence[Value | float]


class GraphError(ValueError):
    """The graph is not the one that was compiled, or none that can be."""


class Compiled:
    """A function of values that computes without a graph.

    A call adds to gradients what `f(*inputs).backward()` would add, and raises what that would
    raise; an operation that the output does not depend on is left out, and so are its errors. A
    call does not call `f`, which therefore has to build the same graph for every point: `check`
    tells whether it does.

    Args:
        f: takes Values, or lists of them, and returns one. The leaves that it finds are
            parameters; what it makes itself, such as the 2 in `2 * a`, is a constant, and is
            written into the code. Values of a class of your own will do, from their `data`,
            `_prev` and `_op` alone: the operations are compiled by the engine's rules.
        example: a point, any that `f` can compute with: for each argument a number, a leaf, or a
            list of these. So one graph serves all rows of an embedding: a row is an input, and
            in a call the same row may stand in several places. Only leaves get gradients: for a
            number, such as a pixel, nothing goes backward. While `f` is recorded, it is a leaf, of
            the class of the example's first leaf, or else of the engine's.

    Raises:
        GraphError: `f` builds two graphs from the same numbers, or uses a value that was computed
            outside it, or does something that is no operation of the engine.

    Attributes:
        parameters: the leaves whose gradients a call adds to, besides its inputs.
        source: the Python that was compiled.
    """

    def __init__(self, f: Callable[..., Any], *example: Input) -> None:
        self.f = f
        self.lengths = _lengths(example)
        self._leaf = [hasattr(x, "_prev") for x in _flat(example)]
        self._floats = [] if any(self._leaf) else [float] * len(self._leaf)
        self.kind: Callable[[float], Any] = next(
            map(type, compress(_flat(example), self._leaf)), Value
        )
        graph, again = self._build(example), self._build(example)
        self._found = set(graph.leaves) & set(again.leaves)
        self.parameters = [leaf for leaf in graph.leaves if leaf in self._found]
        _with_gradients(self.parameters)
        if outside := graph.operands.keys() & again.operands.keys():
            last = next(v for v in reversed(graph.order) if v in outside)
            raise GraphError(
                f"f uses {last!r}, label {last.label!r}, which was computed outside it, once: "
                "compute it in f"
            )
        names = self._names(graph)
        self._shape = graph.shape(names)
        known = self._shape, self.kind, *self._leaf, len(self.parameters)
        self._program = PROGRAMS.get(known) or Program(graph, names)
        self._compare(again, example)
        PROGRAMS[known] = self._program
        self.source = self._program.source

    def __call__(self, *inputs: Input) -> float:
        """Compute the output, and add to the gradients of the parameters.

        Args:
            inputs: numbers where the example has numbers; leaves, or numbers, where it has
                leaves; lists where it has lists.

        Returns:
            The output's data.

        Raises:
            GraphError: the inputs are too many or too few, or one is computed, or is a leaf that
                `f` finds by itself, or stands where the example has a number.
            ValueError, OverflowError, ZeroDivisionError: as from `f`; no gradient has changed.
        """
        given = self._given(inputs)
        _with_gradients(compress(given, self._leaf))
        return self._computed(self._program.run, given)

    def forward(self, *inputs: Input) -> float:
        """Compute the output alone, as a call does, in half its time: no gradient changes."""
        return self._computed(self._program.forward, self._given(inputs))

    def check(self, *inputs: Input) -> None:
        """Build the graph of a point, and compare it with the one that was compiled.

        Raises:
            GraphError: they are not the same; the message has the first line that differs.
        """
        self._compare(self._build(inputs), inputs)

    def _given(self, inputs: tuple[Input, ...]) -> list[Any]:
        """List the inputs of a call, each as the program takes it."""
        if _lengths(inputs) != self.lengths:
            raise GraphError(
                f"the graph was compiled for {len(self.lengths)} inputs, not {len(inputs)}"
                if len(inputs) != len(self.lengths)
                else f"the graph was compiled for lists of {self.lengths}, not {_lengths(inputs)}"
            )
        flat = _flat(inputs)
        if [*map(type, flat)] == self._floats:
            return flat  # as nearly all calls are
        given: list[Any] = []
        for x, leaf in zip(flat, self._leaf, strict=True):
            if isinstance(x, float) or not hasattr(x, "_prev"):
                if leaf or not isinstance(x, float):
                    x = self.kind(x) if leaf else self.kind(x).data
            elif not leaf:
                raise GraphError(f"{x!r} stands where the example has a number")
            elif x._prev or x in self._found:
                raise GraphError(f"{x!r} is no input: it is computed, or f finds it by itself")
            given.append(x)
        return given

    def _computed(self, run: Callable[..., float], given: list[Any]) -> float:
        try:
            return run(*given, *self.parameters)
        except (ArithmeticError, ValueError):
            self._build(tuple(self._arranged(given)))  # the engine says which operation it was
            raise

    def _compare(self, graph: Graph, inputs: tuple[Input, ...]) -> None:
        if graph.shape(self._names(graph)) == self._shape:
            return
        both = self._program.lines, _forward(graph, self._names(graph))[1]
        for i in range(max(map(len, both))):
            ours, theirs = (x[i] if i < len(x) else "nothing" for x in both)
            if ours != theirs:
                raise GraphError(
                    f"the graph at {inputs} is not the one that was compiled: "
                    f"line {i + 1} is `{theirs}` in place of `{ours}`"
                )
        raise GraphError(f"the graph at {inputs} is not the one that was compiled")

    def _build(self, point: tuple[Input, ...]) -> Graph:
        """Call `f` with new leaves, which hold the numbers of a point."""
        inputs = [self.kind(x.data if hasattr(x, "_prev") else x) for x in _flat(point)]
        root = self.f(*self._arranged(inputs))
        if not hasattr(root, "_prev"):
            raise TypeError(f"f must return a Value, not {type(root).__name__}")
        numbers = {x for x, leaf in zip(inputs, self._leaf, strict=True) if not leaf}
        return Graph(inputs, root, numbers)

    def _arranged(self, leaves: list[Any]) -> list[Any]:
        """Put leaves into lists where the example has lists."""
        rest = iter(leaves)
        return [next(rest) if n is None else list(islice(rest, n)) for n in self.lengths]

    def _names(self, graph: Graph) -> dict[Any, str]:
        names = {v: f"x{i}" for i, v in enumerate(graph.inputs)}
        return names | {v: f"p{i}" for i, v in enumerate(self.parameters)}


class Graph:
    """What `f` made of a point.

    Attributes:
        order: the computed values, each one after its inputs, in the engine's own order.
        operands: for each of them its inputs, a value as often as it is used.
        users: how often each value is used.
        leaves: what is not computed, in the order of first use.
        numbers: the inputs that get no gradient.
    """

    def __init__(self, inputs: list[Any], root: Any, numbers: set[Any]) -> None:
        self.inputs, self.root, self.numbers = inputs, root, numbers
        if hasattr(root, "_inputs_first"):
            self.order: list[Any] = root._inputs_first()
            self.operands: dict[Any, Sequence[Any]] = {v: v._prev for v in self.order}
        else:
            listed = trace(root)
            place = {id(v): i for i, v in enumerate(listed)}
            self.order = [v for v in listed if v._prev]
            self.operands = {v: operands(v, place) for v in self.order}
        self.users = Counter(chain.from_iterable(self.operands.values()))
        self.leaves = [v for v in self.users if v not in self.operands] or [root][: not self.order]

    def shape(self, names: dict[Any, str]) -> str:
        """Say which operation has which inputs, all that `f` may not change from call to call."""
        place: dict[Any, Any] = {v: i for i, v in enumerate(self.order)}
        place |= {v: names.get(v) or repr(v.data) for v in self.leaves}
        used = [tuple(map(place.__getitem__, self.operands[v])) for v in self.order]
        return repr([place[self.root], [v._op for v in self.order], used])


class Program:
    """What graphs of one shape are written as: both ways, or forward alone.

    Args:
        names: of the inputs and the parameters.
    """

    def __init__(self, graph: Graph, names: dict[Any, str]) -> None:
        copies, self.lines, data = _forward(graph, names)
        backward, end = _backward(graph, names, data), f"return {data[graph.root]}"
        begin = [f"def run({', '.join(names.values())}):", *copies, *self.lines]
        self.alone, self.source = (
            "\n    ".join(lines) + "\n" for lines in ([*begin, end], [*begin, *backward, end])
        )
        self.run = _function(self.source)

    @cached_property
    def forward(self) -> Callable[..., float]:
        return _function(self.alone)


# Of each shape that was compiled: a network of the same layers needs no second program.
PROGRAMS: dict[tuple[Any, ...], Program] = {}


def _function(source: str) -> Callable[..., float]:
    space = vars(getattr(engine, "book", engine)) | vars(math)  # the rules are the book's
    space["pow"] = _pow
    exec(compile(source, "<compiled graph>", "exec"), space)
    run: Callable[..., float] = space["run"]
    return run


def _forward(graph: Graph, names: dict[Any, str]) -> tuple[list[str], list[str], dict[Any, str]]:
    """Write the lines that go forward, and of each value where its data stands.

    What is used often is read into a local name first, by lines of their own.
    """
    data = {v: _literal(v.data) for v in graph.leaves}
    data |= {v: name if v in graph.numbers else f"{name}.data" for v, name in names.items()}
    often = [v for v in names if graph.users[v] > 1 and v not in graph.numbers]
    copies = [f"{names[v]}_ = {data[v]}" for v in often]
    data |= {v: f"{names[v]}_" for v in often}
    lines: list[str] = []
    summands = {
        v: place
        for node in graph.order
        if node._op == "+"
        for place, v in enumerate(graph.operands[node])
        if graph.users[v] == 1
    }
    for node in graph.order:
        write = _rule(node, graph.operands[node])[0]
        text = write(*[data[v] for v in graph.operands[node]])
        if node in summands and node._op in ("+", "*") and len(text) < LONG:
            data[node] = f"({text})" if node._op == "+" and summands[node] else text
        else:
            data[node] = name = f"v{len(lines)}"
            lines.append(f"{name} = {text}")
    return copies, lines, data


def _backward(graph: Graph, names: dict[Any, str], data: dict[Any, str]) -> list[str]:
    """Write the lines that go backward: of each node its gradient, the sum of its shares.

    A parameter that is used often gets its shares in one sum, at the end; any other leaf at once,
    since one leaf may be several inputs. Either way it adds them up in the engine's order.
    What depends on numbers alone gets no gradient.
    """
    names = {v: name for v, name in names.items() if v not in graph.numbers}
    if graph.root in names:
        return [f"{names[graph.root]}.grad += 1.0"]
    lines = []
    shares: dict[Any, list[str]] = {}
    for node in graph.order:
        if any(v in names or v in shares for v in graph.operands[node]):
            shares[node] = []
    late = {v: name for v, name in names.items() if name[0] == "p" and graph.users[v] > 1}
    shares |= {v: [f"{name}.grad"] for v, name in late.items()}
    if graph.root in shares:
        shares[graph.root] = ["1.0"]
    for number, node in enumerate(v for v in reversed(graph.order) if v in shares):
        g, *more = shares[node]
        if more or not g.isidentifier():  # else the gradient is a copy of one that has a name
            g = f"d{number}"
            lines += _sum(g, shares[node])
        used = graph.operands[node]
        letters = [data[v] for v in used]
        for v, write in zip(used, _rule(node, used)[1:], strict=True):
            if v in shares or v in names:  # and is no constant
                slope = write(*letters, c=data[node])
                share = {"1.0": g, "-1.0": f"-{g}"}.get(slope, f"{slope} * {g}")
                if v in shares:
                    shares[v].append(share)
                else:
                    lines.append(f"{names[v]}.grad += {share}")
    for v, name in late.items():
        lines += _sum(f"{name}.grad", shares[v])
    return lines


def _sum(name: str, terms: list[str]) -> list[str]:
    """Write a sum, a long one in several lines."""
    lines = [f"{name} = {' + '.join(terms[:TERMS])}"]
    for k in range(TERMS, len(terms), TERMS):
        lines.append(f"{name} = {' + '.join([name, *terms[k : k + TERMS]])}")
    return lines


def _rule(node: Any, used: Sequence[Any]) -> list[Writer]:
    try:
        written = rule(node._op)
    except KeyError:
        raise GraphError(f"the engine has no operation {node._op!r}") from None
    except ValueError:
        raise GraphError(f"{node._op!r} names no power: write '**3' for a cube") from None
    if len(written) != len(used) + 1:
        raise GraphError(f"{node._op!r} has {len(written) - 1} inputs, not {len(used)}")
    if node._op in ("-", "/") and isinstance(node._prev, (set, frozenset)):
        raise GraphError(f"a set of inputs does not say which comes first in {node._op!r}")
    return written


def _pow(base: float, exponent: float) -> float:
    """`math.pow`, but no root of minus infinity: the engine has none."""
    if base < 0:
        raise ValueError
    return math.pow(base, exponent)


def _with_gradients(leaves: Iterable[Any]) -> None:
    """Give leaves of a class that knows no gradient a place for one."""
    for x in leaves:
        if not hasattr(x, "grad"):
            x.grad = 0.0


def _lengths(inputs: tuple[Input, ...]) -> list[int | None]:
    return [len(x) if isinstance(x, (list, tuple)) else None for x in inputs]


def _flat(inputs: tuple[Input, ...]) -> list[Any]:
    flat: list[Any] = []
    for x in inputs:
        flat += x if isinstance(x, (list, tuple)) else (x,)
    return flat


def _literal(x: float) -> str:
    text = repr(x)
    return f"({text})" if text.startswith("-") else text
