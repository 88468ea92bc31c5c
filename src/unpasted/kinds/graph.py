"""A graph as the browser steps it: nodes, edges, data, local derivatives, gradients.

The module that `drawing:` names has a function `nodes(root)`, which lists the graph that ends in
`root`, inputs before users. What it lists has the first attributes of `Node`; the package needs
nothing of ours for that."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby, zip_longest
from math import isclose, isfinite, nan
from numbers import Real
from types import ModuleType
from typing import Any

import graphviz

from unpasted import templating
from unpasted.faults import Refused
from unpasted.kinds.colours import PALETTE
from unpasted.kinds.operations import Operation, filled, operation, signed

LONGEST = 13  # characters of a name that fit into a box
ABREAST = 2  # nodes of a layer that a step takes: of no more a phone can tell at once
FROM_LEFT = {"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.2", "ranksep": "0.16"}
TEXT = {"fontname": "DejaVu Sans Mono", "fontsize": "11"}
ARROW = {"arrowsize": "0.6", "penwidth": "1.1"}
WENT = {"color": PALETTE["grad"], "penwidth": "1.8"}  # a gradient, back along this arrow
NONE = {"color": PALETTE["faint"], "penwidth": "0.75"}  # one of 0.0; the page dashes it
OVAL = {"shape": "oval", "width": "0.34", "height": "0.34", "margin": "0.04,0.02"}
same = partial(isclose, rel_tol=1e-9, abs_tol=1e-12)


@dataclass
class Node:
    """One node of a graph; what a drawing module lists has its attributes, up to `slopes`.

    Arguments:
        value: the package's own object, by which the line of the chapter is found that made it.
        label: its name, or nothing.
        op: what made it, such as "+" or "tanh"; nothing where it was given.
        inputs: the places, in the list, of what it was made of, as often as it uses them.
        data: a number, or a text.
        slopes: its local derivatives, one for each input; none where there are no rules.
        line: the line of the chapter that made it: a job of the page, and lines below its first.
        short: whether a short name stands for its expression.
    """

    value: Any
    label: str
    op: str
    inputs: list[int]
    data: Any
    slopes: list[float]
    line: tuple[int, int] | None
    grad: float = 0.0
    short: bool = False

    @property
    def operation(self) -> Operation:
        """What made it."""
        return operation(self.op, len(self.inputs))

    @property
    def constant(self) -> bool:
        """A number that entered an expression without a name."""
        return not self.inputs and not self.label


@dataclass
class Graph:
    """Nodes, inputs before users, the output last."""

    nodes: list[Node]
    layered: bool = False

    def steps(self) -> tuple[list[list[int]], list[list[int]]]:
        """The leaves, then the nodes of each step forward, one or some of a layer; those backward.

        Leaves come as the chapter made them; those of which no line is known, last.
        """
        leaves = [i for i, node in enumerate(self.nodes) if not node.op]
        leaves.sort(key=lambda i: self.nodes[i].line or (sys.maxsize, 0))
        made = [i for i, node in enumerate(self.nodes) if node.op]
        if not self.layered:
            return [leaves, *([i] for i in made)], [[i] for i in reversed(made)]
        depths = dict.fromkeys(leaves, 0)
        for i in made:
            depths[i] = 1 + max(depths[j] for j in self.nodes[i].inputs)
        layers = ([*one] for _, one in groupby(sorted(made, key=depths.__getitem__), depths.get))
        steps = [one[k : k + ABREAST] for one in layers for k in range(0, len(one), ABREAST)]
        return [leaves, *steps], [step[::-1] for step in reversed(steps)]

    @property
    def backward(self) -> bool:
        """Whether there are rules for a backward pass."""
        return bool(self.nodes[-1].slopes)

    @property
    def computed(self) -> bool:
        """Whether the browser can compute it anew, with other numbers."""
        known = all(node.operation.data for node in self.nodes if node.op)
        return known and not any(isinstance(node.data, str) for node in self.nodes)

    def backwards(self) -> list[int]:
        """The nodes from the output back, the inputs of one operation as they stand in it."""
        last: dict[int, tuple[int, int]] = {}  # of what uses it: a node, and as which input
        for i in range(len(self.nodes) - 1, -1, -1):
            last |= {j: (-i, slot) for slot, j in enumerate(self.nodes[i].inputs)}
        return [len(self.nodes) - 1, *sorted(last, key=lambda j: last[j])]

    def names(self, *, whole: bool = False) -> list[str]:
        """For each node its label, a constant's data, or its expression, as plain text.

        An expression that is too long for a box, or that names another node already, gives way to
        a short name: v and its place. With `whole` none does: an author knows no v7.
        """
        labels = {node.label for node in self.nodes}
        taken = " ".join(labels)
        letter = next((x for x in "vuts" if not re.search(rf"\b{x}\d", taken)), "node ")
        names: list[str] = []
        for i, node in enumerate(self.nodes):
            text = isinstance(node.data, str)
            name = node.label or (str(node.data) if text else f"{node.data:g}")
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
            negative = inner.constant and isinstance(inner.data, float) and inner.data < 0
            apart = binds < known.binds or again or (negative and known.binds > 1)
            parts.append(f"({words[i]})" if apart else words[i])
        return filled(known.infix, parts)

    def dot(self, *, graded: bool, words: bool = False) -> str:
        """The DOT text of the drawing, boxes and ovals from left to right.

        Arguments:
            graded: whether gradients are shown; the half of one that is not is hollow.
            words: whether "data" and "grad" stand beside the numbers.
        """
        drawing = graphviz.Digraph(graph_attr=FROM_LEFT, node_attr=TEXT, edge_attr=ARROW)
        for i, (node, name) in enumerate(zip(self.nodes, self.names(), strict=True)):
            rows = {"data": short(node.data)}
            if self.backward:
                rows["grad"] = short(node.grad) if graded else ""
            kinds = ["value", *["leaf"] * (not node.op), *["constant"] * node.constant]
            kinds += ["root"] * (node is self.nodes[-1]) + ["ungraded"] * (rows.get("grad") == "")
            shown = {"label": name if node.op else node.label, "texts": rows, "words": words}
            label = templating.filled("box.html", PALETTE=PALETTE, constant=node.constant, **shown)
            drawing.node(f"n{i}", label, _attributes={"class": " ".join(kinds)}, shape="plain")
            if node.op:
                sign = signed(node.op)
                large = not sign.isalpha() and len(sign) < 3
                oval = OVAL | ({"fontsize": "15", "fixedsize": "true"} if large else {})
                drawing.node(f"n{i}op", graphviz.escape(sign), _attributes={"class": "op"}, **oval)
                slopes = node.slopes if self.backward and graded else []
                # Two arrows of one value are seen as two where they have room to part.
                twice = len(node.inputs) == 2 and len({*node.inputs}) == 1
                apart = {"minlen": "2"} if twice else {}
                for j, slope in zip_longest(node.inputs, slopes):
                    look = _arrow(slope and node.grad * slope, "back")
                    drawing.edge(f"n{j}", f"n{i}op", tailport="box:e", _attributes=look, **apart)
                look = _arrow(node.grad if slopes else None, "none")
                drawing.edge(f"n{i}op", f"n{i}", headport="box", _attributes=look)
        return str(drawing.source)


def read(root: Any, drawing: ModuleType, lines: Mapping[int, tuple[int, int]]) -> Graph:
    """The graph that ends in `root`, with the gradients of a whole backward pass.

    Arguments:
        root: what `nodes` of `drawing` takes.
        lines: for the `id` of a value, the line of the chapter that made it.

    Raises Refused for what does not fit together, and what `nodes` raises for what is no graph.
    """
    if not hasattr(drawing, "nodes"):
        raise Refused(f"{drawing.__name__} has no `nodes(root)`, by which a graph is stepped")
    graph = Graph(_nodes(drawing.nodes(root), lines))
    _check(graph)
    _lend_lines(graph.nodes)
    if graph.backward:
        sweep(graph.nodes, [*range(len(graph.nodes) - 1, -1, -1)])
    return graph


def short(x: Any) -> str:
    """Data as figures and their scripts (numbers.js) show it: four decimals, or three digits."""
    if isinstance(x, str):
        return x
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"


def said(x: Any) -> str:
    """Data in a sentence, in which a text has quotation marks."""
    return f"“{x}”" if isinstance(x, str) else short(x)


def check_finite(data: Any, what: str) -> None:
    """Raise Refused, of `what`, for a number with which nothing can be computed."""
    if not (isinstance(data, str) or isfinite(data)):
        raise Refused(f"{what} is {data}; a figure that steps needs finite numbers")


def sweep(nodes: list[Node], order: Iterable[int]) -> None:
    """Visit the nodes in this order, each passing on what it has: gradient times slope.

    In reverse topological order these are the gradients; in another, what that order gives.
    """
    for node in nodes:
        node.grad = 0.0
    nodes[-1].grad = 1.0
    for i in order:
        for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=False):
            nodes[j].grad += nodes[i].grad * slope


def _arrow(carried: float | None, points: str) -> dict[str, str]:
    """How an arrow looks that carried so much back, if anything: the head is at the input."""
    if carried is None:
        return {"class": "edge"}
    if carried == 0:
        return {"class": "edge zero", "dir": "none"} | NONE
    return {"class": "edge", "dir": points} | WENT


def _nodes(listed: Sequence[Any], lines: Mapping[int, tuple[int, int]]) -> list[Node]:
    """What a module lists, as plain data; if it is a graph."""
    if not listed:
        raise Refused("`nodes` of the drawing module lists nothing; the last it lists is the root")
    nodes = []
    for place, one in enumerate(listed):
        inputs, slopes, text = [*one.inputs], [*one.slopes], isinstance(one.data, str)
        fits = bool(one.op) == bool(inputs) and len(slopes) in (0, len(inputs))
        fits = fits and all(0 <= i < place for i in inputs)
        if not (fits and all(isinstance(x, Real) for x in (*slopes, 0 if text else one.data))):
            says = f"{str(one.label) or f'node {place}'} does not fit together: inputs {inputs}"
            more = f"operation {one.op!r}, data {one.data!r}, local derivatives {slopes}"
            raise Refused(f"{says}, {more}")
        data = one.data if text else float(one.data)
        slopes, line = [*map(float, slopes)], lines.get(id(one.value))
        nodes.append(Node(one.value, str(one.label), str(one.op), inputs, data, slopes, line))
    return nodes


def _check(graph: Graph) -> None:
    """Raise Refused for data and local derivatives that cannot be, or that are not the rule's.

    Operations of the table have the table's slopes from here on: the browser has the same.
    """
    nodes, names = graph.nodes, graph.names(whole=True)
    for node, name in zip(nodes, names, strict=True):
        check_finite(node.data, f"the data of {name}")
        for i, slope in zip(node.inputs, node.slopes, strict=False):
            check_finite(slope, f"the local derivative of {name} for {names[i]}")
        inner = [nodes[i].data for i in node.inputs]
        if node.op and not any(isinstance(one, str) for one in [node.data, *inner]):
            _check_rule(node, inner, name, names)
    if not nodes[-1].op:
        raise Refused("there is nothing to step: this value was computed from no other")
    if not any(node.slopes for node in nodes):
        return
    for node, name in zip(nodes, names, strict=True):
        if isinstance(node.data, str) or (node.op and not node.slopes):
            raise Refused(f"{name} has no local derivatives, and other nodes have")


def _check_rule(node: Node, inner: Sequence[float], name: str, names: Sequence[str]) -> None:
    """Raise Refused where a node's data or its slopes are not those of its operation in the table.

    Arguments:
        inner: the data of its inputs.
        name: what it is called.
        names: what all nodes are called.
    """
    rule, right, table = node.operation, nan, [nan] * len(inner)
    if not rule.data:
        return
    with suppress(ArithmeticError, ValueError):  # what is not finite is told elsewhere
        right = rule.data(inner)
    if isfinite(right) and not same(node.data, right):
        given = " and ".join(map(repr, inner))
        says = f"the data of {name} is {node.data!r}, but `{node.op}` of {given} is {right!r}:"
        cure = "it was changed by hand, or the rule of the engine is wrong; build the graph anew"
        raise Refused(f"{says} {cure}")
    if not node.slopes:
        return
    with suppress(ArithmeticError, ValueError):  # there it has no finite derivative
        table = [*map(float, rule.slopes(inner, node.data))]
    for i in node.inputs:  # one that enters twice gets the sum of two
        both = (zip(node.inputs, slopes, strict=True) for slopes in (node.slopes, table))
        seen, right = (sum(slope for j, slope in pairs if j == i) for pairs in both)
        if not same(seen, right):
            says = f"the engine's rule for `{node.op}` passes {seen!r} to {names[i]} for each 1 it"
            raise Refused(f"{says} gets; its derivative is {right!r}")
    node.slopes = table


def _lend_lines(nodes: list[Node]) -> None:
    """Give a node that was made on the way to another the other's line."""
    for node in reversed(nodes):
        for i in node.inputs:
            own = nodes[i].line
            found = own and node.line and own > node.line  # later than its user was made
            if found or (own is None and nodes[i].op):
                nodes[i].line = node.line
