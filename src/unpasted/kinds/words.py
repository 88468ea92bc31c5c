"""What a walk says of each of its steps. The browser says the same (assets/words.js)."""

from unpasted.kinds.graph import Graph, Node
from unpasted.kinds.numbers import said, short
from unpasted.kinds.operations import filled
from unpasted.words import say


def sentences(graph: Graph) -> list[str]:
    """Sentences for each step: data is filled in, the output is seeded, nodes are visited."""
    nodes, names = graph.nodes, graph.names()
    forward, back = graph.steps()
    steps = [_given(nodes, names, group) for group in forward]
    steps[-1] += f" {say('All data is known.')}"
    if not graph.backward:
        return steps
    seed = say(
        "Seed: the gradient of {name} is 1.0, for a value changes as fast as itself.",
        name=names[-1],
    )
    grads: dict[int, float] = {len(nodes) - 1: 1.0}
    visits = [
        _together(nodes, names, grads, group)
        if group[1:]
        else _visited(nodes, names, grads, *group)
        for group in back
    ]
    return [*steps, seed, *visits]


def _given(nodes: list[Node], names: list[str], group: list[int]) -> str:
    """The sentence of a step forward; leaves that are given together share one."""
    given = [i for i in group if nodes[i].label and not nodes[i].op]
    if len(given) < 2:
        return " ".join(_filled(nodes, names, i) for i in group)
    leaves = ", ".join(f"{names[i]} = {said(nodes[i].data)}" for i in given)
    rest = [_filled(nodes, names, i) for i in group if i not in given]
    return " ".join([say("Given: {leaves}.", leaves=leaves), *rest])


def _filled(nodes: list[Node], names: list[str], i: int) -> str:
    node = nodes[i]
    if node.op:
        made = filled(node.operation.says, [said(nodes[j].data) for j in node.inputs])
        return f"{names[i]}: {made} = {said(node.data)}."
    if node.label:
        return say("{name} is given: {data}.", name=names[i], data=said(node.data))
    user = next(n for n, other in enumerate(nodes) if i in other.inputs)
    return say("The constant {data} is given, for {name}.", data=said(node.data), name=names[user])


def _visited(nodes: list[Node], names: list[str], grads: dict[int, float], i: int) -> str:
    """The sentence of a visit; `grads` is what has arrived, and gets what this visit adds."""
    upstream = grads[i]
    received = []
    for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=True):
        amount, before = upstream * slope, grads.get(j, 0.0)
        grads[j] = before + amount
        got = {"name": names[j], "share": f"{short(upstream)} × {short(slope)} = {short(amount)}"}
        sums = got | {"before": short(before), "sum": short(grads[j])}
        received.append(
            say("{name} gets {share}, added to {before} makes {sum}", **sums)
            if before
            else say("{name} gets {share}", **got)
        )
    return say(
        "Visit {name}, whose gradient is {grad}: {passes}.",
        name=names[i], grad=short(upstream), passes="; ".join(received),
    )  # fmt: skip


def _together(
    nodes: list[Node], names: list[str], grads: dict[int, float], group: list[int]
) -> str:
    """The sentence of several visits at once: what each input gets from all of them."""
    gifts: dict[int, list[float]] = {}
    upstream = [grads[i] for i in group]
    before = dict(grads)
    for i, grad in zip(group, upstream, strict=True):
        for j, slope in zip(nodes[i].inputs, nodes[i].slopes, strict=True):
            gifts.setdefault(j, []).append(grad * slope)
            grads[j] = grads.get(j, 0.0) + grad * slope
    received = []
    for j, amounts in gifts.items():
        parts, total = " + ".join(map(short, amounts)), short(grads[j])
        if had := before.get(j, 0.0):
            sums = {"name": names[j], "share": parts, "before": short(had), "sum": total}
            received.append(say("{name} gets {share}, added to {before} makes {sum}", **sums))
        else:
            share = f"{parts} = {total}" if amounts[1:] else parts
            received.append(say("{name} gets {share}", name=names[j], share=share))
    return say("{count} visits: {passes}.", count=len(group), passes="; ".join(received))
