"""A graph of Values as the browser steps it: nodes, edges, data, slopes, gradients.

All of it comes from the engine; values from before there were rules are stepped forward only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from authoring.kinds.operations import check_data, check_finite, operation, slopes
from authoring.run.cell import Refused

LONGEST = 13  # characters of a name that fit into a box


@dataclass
class Node:
    """One value of a graph.

    Arguments:
        inputs: their places in the list of nodes.
        line: the line of the chapter that made it: a job of the page, and lines below its first.
        short: whether a short name stands for its expression.
    """

    value: Any
    label: str
    op: str
    inputs: list[int]
    data: float
    slopes: list[float] = field(default_factory=list)
    grad: float = 0.0
    line: tuple[int, int] | None = None
    short: bool = False

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
            name = node.label or f"{node.data:g}"
            if node.op and not node.label:
                name = self.expression(node, names)
                unfit = len(name) > LONGEST or name in labels or name in names
                node.short = unfit and not whole
                name = f"{letter}{i}" if node.short else name
            names.append(name)
        return names

    def expression(self, node: Node, words: list[str]) -> str:
        """The operation of a node on `words`, one for each node, in brackets where they need it."""
        known = operation(node.op)
        parts = []
        for side, i in enumerate(node.inputs):
            inner = self.nodes[i]
            named = inner.label or inner.short
            loose = bool(inner.op) and not named and known.binds < 4
            binds = operation(inner.op).binds if loose else 9
            again = binds == known.binds and (known.binds == 3 or (side > 0 and node.op in "-/"))
            negative = not inner.op and not inner.label and inner.data < 0
            apart = binds < known.binds or again or (negative and known.binds > 1)
            parts.append(f"({words[i]})" if apart else words[i])
        return known.infix.format(*parts)

    def dot(self, *, graded: bool) -> str:
        """The DOT text of the drawing, with this graph's gradients and names in it.

        Arguments:
            graded: whether gradients are shown.
        """
        drawn = stand_ins(self.nodes, self.names())
        shown = {"with_grad": drawn if graded else []} if self.backward else {}
        return str(self.drawing.draw_dot(drawn[-1], **shown).source)


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
        root: a Value of any step that remembers its inputs.
        drawing: has `trace`, `operands` and `draw_dot`; see authoring.md in the docs.
        lines: for the `id` of a Value, the line of the chapter that made it.

    Raises Refused.
    """
    try:
        values = drawing.trace(root)
    except (TypeError, ValueError) as error:
        raise Refused(str(error)) from None
    place = {id(value): i for i, value in enumerate(values)}
    nodes = _as_drawn([_node(value, place, drawing, lines) for value in values], drawing)
    for node in reversed(nodes):
        for i in node.inputs:
            own = nodes[i].line
            found = own and node.line and own > node.line  # later than its user was made
            if found or (own is None and nodes[i].op):
                nodes[i].line = node.line
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


def sweep(nodes: list[Node], order: list[int]) -> None:
    """Visit the nodes in this order, each passing on what it has: gradient times slope.

    In reverse topological order these are the gradients; in another, what that order gives.
    """
    for node in nodes:
        node.grad = 0.0
    nodes[-1].grad = 1.0
    for i in order:
        for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=False):
            nodes[j].grad += nodes[i].grad * slope


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
