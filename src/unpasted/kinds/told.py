"""A graph as a package tells of it: nodes, their inputs, their data, their local derivatives.

The module that `drawing:` names has a function `nodes(root)`, which lists the graph that ends in
`root`, inputs before users. What it lists has the attributes of `Told`; the package needs nothing
of ours for that. Data is a number, or numbers in lists, as `tolist()` of an array gives them.

A local derivative is a number where the input has the shape of the node, and each of its numbers
goes into one of the node's with that factor: `1.0` for a sum. Else it is a matrix, a list of rows:
a row for each number of the node, a column for each number of the input, both read row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Protocol

from unpasted.run.session import Refused

Data = Any
"""A number, or a list of as many Data of one shape."""


class Told(Protocol):
    """A node as a package tells of it.

    Arguments:
        value: the package's own object, by which the line of the chapter is found that made it.
        label: its name, or nothing.
        op: what made it, such as "+" or "matmul"; nothing where it was given.
        inputs: the places, in the list, of what it was made of, as often as it uses them.
        data: its numbers.
        slopes: its local derivatives, one for each input; none where there are no rules yet.
    """

    value: Any
    label: str
    op: str
    inputs: Sequence[int]
    data: Data
    slopes: Sequence[Any]


def checked(nodes: Sequence[Told]) -> list[tuple[Data, list[Data]]]:
    """The data and the local derivatives of each node, as plain numbers, if they fit together.

    Raises Refused.
    """
    if not nodes:
        raise Refused("`nodes` of the drawing module lists nothing; the last it lists is the root")
    names = [str(node.label) or f"node {place}" for place, node in enumerate(nodes)]
    data: list[Data] = []
    found: list[tuple[Data, list[Data]]] = []
    for place, (node, name) in enumerate(zip(nodes, names, strict=True)):
        if any(not 0 <= i < place for i in node.inputs):
            given = list(node.inputs)
            raise Refused(f"{name} has the inputs {given}; each is the place of a node before it")
        if bool(node.op) != bool(node.inputs):
            raise Refused(f"{name} has inputs and no `op`, or an `op` and no inputs")
        if node.slopes and len(node.slopes) != len(node.inputs):
            counts = f"{len(node.inputs)} inputs and {len(node.slopes)} local derivatives"
            raise Refused(f"{name} has {counts}; write one for each, or none")
        data.append(plain(node.data, f"the data of {name}"))
        slopes = []
        for i, slope in zip(node.inputs, node.slopes, strict=False):
            what = f"the local derivative of {name} for {names[i]}"
            slopes.append(plain(slope, what))
            _check_shape(slopes[-1], data[place], data[i], what)
        found.append((data[place], slopes))
    ruled = [bool(slopes) for node, (_, slopes) in zip(nodes, found, strict=True) if node.op]
    if any(ruled) and not all(ruled):
        lacking = next(n for n, one in zip(names, nodes, strict=True) if one.op and not one.slopes)
        raise Refused(f"{lacking} has no local derivatives, and other nodes have")
    if any(ruled) and shape(data[-1]):
        raise Refused(
            f"a walk backward begins at one number, and the root has {size(data[-1])}: end in a "
            "sum or a loss"
        )
    return found


def plain(data: Data, what: str) -> Data:
    """Numbers as floats, lists as lists. Raises Refused, of `what`, for anything else."""
    if isinstance(data, list | tuple):
        parts = [plain(part, what) for part in data]
        if not parts or len({shape(part) for part in parts}) > 1:
            raise Refused(f"{what} is a list of no shape: {data}; its rows are equally long")
        return parts
    try:
        number = float(data)
    except (TypeError, ValueError):
        kind = type(data).__name__
        raise Refused(f"{what} is a {kind}; write a number, or lists of them (tolist())") from None
    if not isfinite(number):
        raise Refused(f"{what} is {number}; a figure that steps needs finite numbers")
    return number


def shape(data: Data) -> tuple[int, ...]:
    """How long its lists are, from the outermost in; of a number nothing."""
    return (len(data), *shape(data[0])) if isinstance(data, list) else ()


def size(data: Data) -> int:
    """How many numbers it has."""
    return sum(1 for _ in flat(data))


def flat(data: Data) -> Iterator[float]:
    """Its numbers, row by row."""
    if isinstance(data, list):
        for part in data:
            yield from flat(part)
    else:
        yield data


def added(a: Data, b: Data) -> Data:
    """The sum of two of one shape."""
    if isinstance(a, list):
        return [added(x, y) for x, y in zip(a, b, strict=True)]
    return a + b


def passed(upstream: Data, slope: Data, like: Data) -> Data:
    """What a visit passes on to an input: gradient times local derivative, shaped `like` it.

    Formula: dL/dx = J^T dL/dy; for a number J this is J dL/dy.
    """
    if not isinstance(slope, list):
        return _scaled(upstream, slope)
    above = list(flat(upstream))
    columns = zip(*slope, strict=True)
    sums = iter([sum(u * s for u, s in zip(above, column, strict=True)) for column in columns])
    return _shaped(sums, like)


def factor(slope: Data) -> str | None:
    """How a local derivative that is a matrix is said; nothing for a number."""
    return f"a {len(slope)}×{len(slope[0])} matrix" if isinstance(slope, list) else None


def zero(like: Data) -> Data:
    """As many zeros."""
    return [zero(part) for part in like] if isinstance(like, list) else 0.0


def _scaled(data: Data, by: float) -> Data:
    return [_scaled(part, by) for part in data] if isinstance(data, list) else data * by


def _shaped(numbers: Iterator[float], like: Data) -> Data:
    return [_shaped(numbers, x) for x in like] if isinstance(like, list) else next(numbers)


def _check_shape(slope: Data, data: Data, of: Data, what: str) -> None:
    wanted = f"{size(data)}×{size(of)}"
    if shape(slope):
        if shape(slope) != (size(data), size(of)):
            here = "×".join(map(str, shape(slope)))
            raise Refused(f"{what} is a matrix of {here}; it has to be {wanted}")
    elif shape(data) != shape(of):
        raise Refused(
            f"{what} is one number, and their shapes differ, {shape(data)} and {shape(of)}; "
            f"write a matrix of {wanted}"
        )
