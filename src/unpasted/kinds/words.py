"""What a walk says of each of its steps. The browser says the same (assets/words.js)."""

from __future__ import annotations

import sys

from unpasted.kinds.graph import Graph, Node
from unpasted.kinds.numbers import short
from unpasted.kinds.told import Data, added, factor, passed


def sentences(graph: Graph) -> list[str]:
    """A sentence for each step: data is filled in, the output is seeded, nodes are visited."""
    nodes, names = graph.nodes, graph.names()
    leaves = filled_first(nodes)
    computed = [i for i, node in enumerate(nodes) if node.op]
    said = [_given(nodes, names, i) for i in leaves] + [
        _computed(nodes, names, i) for i in computed
    ]
    said[-1] += " All data is known."
    if not graph.backward:
        return said
    seed = f"Seed: the gradient of {names[-1]} is 1.0, for a value changes as fast as itself."
    grads: dict[int, Data] = {len(nodes) - 1: 1.0}
    return [*said, seed, *(_visited(nodes, names, grads, i) for i in reversed(computed))]


def filled_first(nodes: list[Node]) -> list[int]:
    """The leaves as the chapter made them; those of which no line is known last."""
    leaves = [i for i, node in enumerate(nodes) if not node.op]
    return sorted(leaves, key=lambda i: nodes[i].line or (sys.maxsize, 0))


def _given(nodes: list[Node], names: list[str], i: int) -> str:
    node = nodes[i]
    if node.label:
        return f"{names[i]} is given: {short(node.data)}."
    user = next(n for n, other in enumerate(nodes) if i in other.inputs)
    return f"The constant {short(node.data)} is given, for {names[user]}."


def _computed(nodes: list[Node], names: list[str], i: int) -> str:
    node = nodes[i]
    made = node.operation.says.format(*(short(nodes[j].data) for j in node.inputs))
    return f"{names[i]}: {made} = {short(node.data)}."


def _visited(nodes: list[Node], names: list[str], grads: dict[int, Data], i: int) -> str:
    """The sentence of a visit; `grads` is what has arrived, and gets what this visit adds."""
    upstream = grads[i]
    received = []
    for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=True):
        amount, before = passed(upstream, slope, nodes[j].data), grads.get(j, 0.0)
        grads[j] = added(before, amount) if before else amount
        more = f", added to {short(before)} makes {short(grads[j])}" if before else ""
        by = factor(slope) or short(slope)
        received.append(f"{names[j]} gets {short(upstream)} × {by} = {short(amount)}{more}")
    return f"Visit {names[i]}, whose gradient is {short(upstream)}: {'; '.join(received)}."
