"""A graph as the browser steps it: nodes, edges, data, slopes, gradients.

All of it comes from the engine; values from before there were rules are stepped forward only.
Values are read here; of other graphs their package tells, see told.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from unpasted.kinds import boxes, told
from unpasted.kinds.numbers import short
from unpasted.kinds.operations import (
    Operation,
    check_data,
    check_finite,
    named,
    operation,
    slopes,
)
from unpasted.kinds.told import Data
from unpasted.run.session import Refused

LONGEST = 13  # characters of a name that fit into a box


@dataclass
class Node:
    """One value of a graph.

    Arguments:
        inputs: their places in the list of nodes.
        line: the line of the chapter that made it: a job of the page, and lines below its first.
        short: whether a short name stands for its expression.
        told: whether its package told of it: then nobody else can compute it anew.
    """

    value: Any
    label: str
    op: str
    inputs: list[int]
    data: Data
    slopes: list[Any] = field(default_factory=list)
    grad: Data = 0.0
    line: tuple[int, int] | None = None
    short: bool = False
    told: bool = False

    @property
    def operation(self) -> Operation:
        """What made it."""
        return named(self.op, len(self.inputs)) if self.told else operation(self.op)

    @property
    def constant(self) -> bool:
        """A number that entered an expression without a name."""
        return not self.inputs and not self.label


@dataclass
class Graph:
    """Nodes, inputs before users, the output last."""

    nodes: list[Node]
    backward: bool  # whether the engine has rules for a backward pass
    drawing: ModuleType = field(repr=False)

    def names(self, *, whole: bool = False) -> list[str]:
        """For each node its label, a constant's number, or its expression, as plain text.

        An expression that is too long for a box, or that names another node already, gives way to
        a short name: v and its place. With `whole` none does: an author knows no v7.
        """
        labels = {node.label for node in self.nodes}
        taken = " ".join(labels)
        letter = next((x for x in "vuts" if not re.search(rf"\b{x}\d", taken)), "node ")
        names: list[str] = []
        for i, node in enumerate(self.nodes):
            name = node.label or (short(node.data) if node.told else f"{node.data:g}")
            if node.op and not node.label:
                name = self.expression(node, names)
                unfit = len(name) > LONGEST or name in labels or name in names
                node.short = unfit and not whole
                name = f"{letter}{i}" if node.short else name
            names.append(name)
        return names

    def expression(self, node: Node, words: list[str]) -> str:
        """The operation of a node on `words`, one for each node, in brackets where they need it."""
        known = node.operation
        parts = []
        for side, i in enumerate(node.inputs):
            inner = self.nodes[i]
            titled = inner.label or inner.short
            loose = bool(inner.op) and not titled and known.binds < 4
            binds = inner.operation.binds if loose else 9
            again = binds == known.binds and (known.binds == 3 or (side > 0 and node.op in "-/"))
            number = not (inner.op or inner.label or told.shape(inner.data))
            negative = number and inner.data < 0
            apart = binds < known.binds or again or (negative and known.binds > 1)
            parts.append(f"({words[i]})" if apart else words[i])
        return known.infix.format(*parts)

    def dot(self, *, graded: bool) -> str:
        """The DOT text of the drawing, with this graph's gradients and names in it.

        Arguments:
            graded: whether gradients are shown.
        """
        if self.told:
            return self._boxes(graded)
        drawn = stand_ins(self.nodes, self.names())
        shown = {"with_grad": drawn if graded else []} if self.backward else {}
        return str(self.drawing.draw_dot(drawn[-1], **shown).source)

    @property
    def told(self) -> bool:
        """Whether its package told of it."""
        return self.nodes[-1].told

    def _boxes(self, graded: bool) -> str:
        rows = [{"data": short(node.data)} for node in self.nodes]
        for node, row in zip(self.nodes, rows, strict=True):
            if self.backward:
                row["grad"] = short(node.grad) if graded else ""
        labels = [
            name if node.op else node.label
            for node, name in zip(self.nodes, self.names(), strict=True)
        ]
        inputs = [node.inputs for node in self.nodes]
        return boxes.dot(labels, [node.op for node in self.nodes], inputs, rows)


class Drawn:
    """A value as it is drawn, in place of the engine's own: named, and with this graph's gradient.

    Its inputs are a tuple: the members of a set are numbered by what they look like, and with
    another name or gradient they look otherwise.
    """

    def __init__(self, node: Node, name: str, earlier: list[Drawn]) -> None:
        self.data, self.label, self._op = node.value.data, name, node.op
        self._prev = tuple(earlier[i] for i in node.inputs)
        if hasattr(node.value, "grad"):
            self.grad = node.grad


def stand_ins(nodes: list[Node], names: list[str]) -> list[Drawn]:
    """Each value as it is drawn; a leaf without a label stays without one."""
    drawn: list[Drawn] = []
    for node, name in zip(nodes, names, strict=True):
        drawn.append(Drawn(node, name if node.op else node.label, drawn))
    return drawn


def read(root: Any, drawing: ModuleType, lines: Mapping[int, tuple[int, int]]) -> Graph:
    """The graph that ends in `root`, with the gradients of a whole backward pass.

    Arguments:
        root: a Value of any step that remembers its inputs, or what `nodes` of `drawing` takes.
        drawing: has `nodes`, or `trace`, `operands` and `draw_dot`; see authoring.md in the docs.
        lines: for the `id` of a value, the line of the chapter that made it.

    Raises Refused.
    """
    if hasattr(drawing, "nodes"):
        return _of_told(root, drawing, lines)
    try:
        values = drawing.trace(root)
    except (TypeError, ValueError) as error:
        raise Refused(str(error)) from None
    place = {id(value): i for i, value in enumerate(values)}
    nodes = _as_drawn([_node(value, place, drawing, lines) for value in values], drawing)
    _lend_lines(nodes)
    graph = Graph(nodes, False, drawing)
    names = graph.names(whole=True)
    for node, name in zip(nodes, names, strict=True):
        check_finite(f"the data of {name}", node.data)
        inputs = [nodes[i].value for i in node.inputs]
        if node.op:
            check_data(node.op, node.data, [nodes[i].data for i in node.inputs], name)
        node.slopes = slopes(node.op, node.value, inputs, [names[i] for i in node.inputs])
    if not any(node.op for node in nodes):
        raise Refused("there is nothing to step: this value was computed from no other")
    graph.backward = all(hasattr(v, "grad") for v in values) and any(n.slopes for n in nodes)
    if graph.backward:
        sweep(nodes, [*range(len(nodes) - 1, -1, -1)])
    return graph


def _of_told(root: Any, drawing: ModuleType, lines: Mapping[int, tuple[int, int]]) -> Graph:
    """The graph that the package tells of."""
    listed = drawing.nodes(root)
    nodes = [
        Node(
            one.value, str(one.label), str(one.op), list(one.inputs), data, slopes,
            line=lines.get(id(one.value)), told=True,
        )
        for one, (data, slopes) in zip(listed, told.checked(listed), strict=True)
    ]  # fmt: skip
    _lend_lines(nodes)
    if not nodes[-1].op:
        raise Refused("there is nothing to step: this value was computed from no other")
    graph = Graph(nodes, any(node.slopes for node in nodes), drawing)
    if graph.backward:
        sweep(nodes, [*range(len(nodes) - 1, -1, -1)])
    return graph


def _lend_lines(nodes: list[Node]) -> None:
    """Give a node that was made on the way to another the other's line."""
    for node in reversed(nodes):
        for i in node.inputs:
            own = nodes[i].line
            found = own and node.line and own > node.line  # later than its user was made
            if found or (own is None and nodes[i].op):
                nodes[i].line = node.line


def sweep(nodes: list[Node], order: list[int]) -> None:
    """Visit the nodes in this order, each passing on what it has: gradient times slope.

    In reverse topological order these are the gradients; in another, what that order gives.
    """
    for node in nodes:
        node.grad = told.zero(node.data)
    nodes[-1].grad = 1.0
    for i in order:
        for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=False):
            amount = told.passed(nodes[i].grad, slope, nodes[j].data)
            nodes[j].grad = told.added(nodes[j].grad, amount)


def _as_drawn(nodes: list[Node], drawing: ModuleType) -> list[Node]:
    """The nodes in the order in which the drawing numbers what stands for them."""
    drawn = stand_ins(nodes, [""] * len(nodes))
    place = {id(one): i for i, one in enumerate(drawing.trace(drawn[-1]))}
    for node in nodes:
        node.inputs = [place[id(drawn[i])] for i in node.inputs]
    return [nodes[i] for i in sorted(range(len(nodes)), key=lambda i: place[id(drawn[i])])]


def _node(
    value: Any, place: dict[int, int], drawing: ModuleType, lines: Mapping[int, tuple[int, int]]
) -> Node:
    label, op = str(value.label), str(value._op)
    inputs = [place[id(v)] for v in drawing.operands(value, place)] if value._prev else []
    if inputs and len(inputs) != operation(op).arity:
        raise Refused(f"`{op}` takes {operation(op).arity} inputs; here it has {len(inputs)}")
    try:
        data = float(value.data)
    except TypeError:
        kind = type(value.data).__name__
        raise Refused(f"a figure that steps needs real numbers; here is a {kind}") from None
    line = lines.get(id(value))
    return Node(value, label, op if inputs else "", inputs, data, line=line)
