"""What a walk says of each of its steps. The browser says the same (assets/words.js)."""

from unpasted.kinds.graph import Graph, Node, said, short
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
        "Seed: the gradient of {name} is 1.0, because a value changes as fast as itself.",
        name=names[-1],
    )
    grads: dict[int, float] = {len(nodes) - 1: 1.0}
    return [*steps, seed, *(_visited(nodes, names, grads, group) for group in back)]


def _given(nodes: list[Node], names: list[str], group: list[int]) -> str:
    """The sentence of a step forward; what is given together shares one."""
    given = [i for i in group if not nodes[i].op]
    if len(given) < 2:
        return " ".join(_filled(nodes, names, i) for i in group)
    leaves = ", ".join(
        f"{names[i]} = {said(nodes[i].data)}"
        if nodes[i].label
        else say("the {data} of {name}", data=said(nodes[i].data), name=names[_user(nodes, i)])
        for i in given
    )
    rest = [_filled(nodes, names, i) for i in group if nodes[i].op]
    return " ".join([say("Given: {leaves}.", leaves=leaves), *rest])


def _user(nodes: list[Node], i: int) -> int:
    """The first node that a constant is an input of."""
    return next(n for n, other in enumerate(nodes) if i in other.inputs)


def _filled(nodes: list[Node], names: list[str], i: int) -> str:
    node = nodes[i]
    if node.op:
        made = filled(node.operation.says, [said(nodes[j].data) for j in node.inputs])
        return f"{names[i]}: {made} = {said(node.data)}."
    if node.label:
        return say("{name} is given: {data}.", name=names[i], data=said(node.data))
    name = names[_user(nodes, i)]
    return say("The constant {data} is given, for {name}.", data=said(node.data), name=name)


def _visited(nodes: list[Node], names: list[str], grads: dict[int, float], group: list[int]) -> str:
    """The sentence of a visit, or of several at once: what each input gets from all of them.

    Arguments:
        grads: what has arrived; gets what this adds.
    """
    alone = len(group) == 1  # then an input that enters twice gets two shares
    gifts: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for i in group:
        for side, (j, slope) in enumerate(zip(nodes[i].inputs, nodes[i].slopes, strict=True)):
            gifts.setdefault((j, side * alone), []).append((grads[i], slope))
    received = []
    for (j, _), pairs in gifts.items():
        before = grads.get(j, 0.0)
        share = " + ".join(short(grad * slope) for grad, slope in pairs)
        for grad, slope in pairs:
            grads[j] = grads.get(j, 0.0) + grad * slope
            share = f"{short(grad)} × {short(slope)} = {share}" if alone else share
        got = {"name": names[j], "share": share}
        if before:
            sums = got | {"before": short(before), "sum": short(grads[j])}
            received.append(say("{name} gets {share}, added to {before} makes {sum}", **sums))
        else:
            got["share"] += f" = {short(grads[j])}" if pairs[1:] else ""
            received.append(say("{name} gets {share}", **got))
    passes = "; ".join(received)
    if alone:
        visited = {"name": names[group[0]], "grad": short(grads[group[0]])}
        return say("Visit {name}, whose gradient is {grad}: {passes}.", **visited, passes=passes)
    return say("{count} visits: {passes}.", count=len(group), passes=passes)
