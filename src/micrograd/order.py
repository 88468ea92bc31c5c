"""The order in which a graph is drawn: the same for the same graph, in every process.

Up to its eighth step `Value` keeps its inputs in a set, and Python hands out the members of such
a set in an order that changes from run to run.
Here the order comes from what the graph looks like, never from where Python put it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby
from typing import Any, Protocol

BINARY = ("+", "*")


class Node(Protocol):
    """What a graph is made of: `Value`, from `micrograd.steps.step3_graph` on."""

    data: Any
    label: str
    _op: str
    _prev: Collection[Any]


def trace(root: Node, *, look: Callable[[Any], str] | None = None) -> list[Any]:
    """List every value that `root` was computed from, each one after its inputs, `root` last.

    Where a value keeps its inputs in a tuple, they are visited in that order.
    Where it keeps them in a set, those with the longest way to a leaf go first, then those with a
    label, then those whose label, operation and data sort first, then by their users and inputs.

    Args:
        root: the output of the graph.
        look: tells apart values that are alike in all of that: what else a drawing shows of a
            value, as a text. Default: its gradient, if it has one.

    Returns:
        The values, each once. Values that are alike in every respect may swap places, which
        leaves a drawing unchanged.

    Raises:
        TypeError: `root` is not a value that remembers its inputs.
        ValueError: a value is among the values it was computed from.
    """
    if not all(hasattr(root, name) for name in ("data", "label", "_op", "_prev")):
        raise TypeError(
            "expected a Value that remembers its inputs "
            f"(micrograd.engine, or micrograd.steps.step3_graph and later), got {root!r} "
            f"of type {type(root).__module__}.{type(root).__qualname__}"
        )
    values = _inputs_first(root, lambda value: value._prev)
    if all(isinstance(value._prev, (tuple, list)) for value in values):
        return values
    place = _places(values, look or (lambda value: repr(getattr(value, "grad", None))))
    return _inputs_first(root, lambda value: _sorted_inputs(value, place))


def operands(value: Any, number: dict[int, int]) -> list[Any]:
    """List the inputs of an operation as often as it uses them, in the order of a drawing.

    Args:
        value: the result of the operation.
        number: for the `id` of each value, its place in `trace`; it orders the members of a set.

    A set holds `a` once for `a * a`: when one input is all that `+` or `*` has, it is both.
    """
    if not isinstance(value._prev, (set, frozenset)):
        return list(value._prev)
    members = sorted(value._prev, key=lambda member: number[id(member)])
    return members * 2 if value._op in BINARY and len(members) == 1 else members


def _sorted_inputs(value: Node, place: dict[int, int]) -> Iterable[Any]:
    if isinstance(value._prev, (tuple, list)):
        return value._prev
    return sorted(value._prev, key=lambda member: place[id(member)])


def _inputs_first(root: Any, inputs: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """Depth-first search without recursion, so that the length of a chain has no limit."""
    done: list[Any] = []
    open_: set[int] = set()
    closed: set[int] = set()
    stack: list[tuple[Any, Iterator[Any]]] = []

    def enter(value: Any) -> None:
        open_.add(id(value))
        stack.append((value, iter(inputs(value))))

    enter(root)
    while stack:
        value, rest = stack[-1]
        for member in rest:
            if id(member) in open_:
                raise ValueError(f"the graph has a cycle: {member!r} is computed from itself")
            if id(member) not in closed:
                enter(member)
                break
        else:
            stack.pop()
            open_.remove(id(value))
            closed.add(id(value))
            done.append(value)
    return done


def _places(values: list[Any], look: Callable[[Any], str]) -> dict[int, int]:
    """Rank the values (given inputs first) by what they are and where they stand in the graph.

    The values start in cells of those that look alike, users before their inputs.
    A cell is split wherever its members differ in the cells of their users or of their inputs,
    until nothing changes: colour refinement (Weisfeiler and Leman, 1968). Then one member of a
    cell that is still whole is set apart, and so on until each value has a cell of its own.
    """
    inputs: dict[int, list[Any]] = {id(value): list(value._prev) for value in values}
    users: dict[int, list[Any]] = {id(value): [] for value in values}
    height: dict[int, int] = {}
    for value in values:
        height[id(value)] = 1 + max((height[id(v)] for v in inputs[id(value)]), default=-1)
        for member in inputs[id(value)]:
            users[id(member)].append(value)

    def looks(value: Any) -> tuple[Any, ...]:
        label = str(value.label)
        return -height[id(value)], not label, label, value._op, repr(value.data)

    cells = _stable(_split([values], looks), users, inputs)
    cells = _stable(_split(cells, look), users, inputs)
    while len(cells) < len(values):
        tied = next(i for i, cell in enumerate(cells) if len(cell) > 1)
        cells[tied : tied + 1] = [cells[tied][:1], cells[tied][1:]]
        cells = _stable(cells, users, inputs)
    return {id(value): place for place, (value,) in enumerate(cells)}


def _split(cells: list[list[Any]], key: Callable[[Any], Any]) -> list[list[Any]]:
    return [list(group) for cell in cells for _, group in groupby(sorted(cell, key=key), key=key)]


def _stable(
    cells: list[list[Any]], users: dict[int, list[Any]], inputs: dict[int, list[Any]]
) -> list[list[Any]]:
    """Split the cells until the members of each agree in the cells of their users and inputs."""
    while True:
        before = len(cells)
        cells = _sweep(cells, users)
        cells = _sweep(cells[::-1], inputs)[::-1]
        if len(cells) == before:
            return cells


def _sweep(cells: list[list[Any]], neighbours: dict[int, list[Any]]) -> list[list[Any]]:
    """Split each cell by its neighbours' cells, which stand before it and so are split already."""
    place: dict[int, int] = {}
    swept: list[list[Any]] = []

    def places(value: Any) -> list[int]:
        return sorted(place[id(neighbour)] for neighbour in neighbours[id(value)])

    for cell in cells:
        for group in [cell] if len(cell) == 1 else _split([cell], places):
            place.update((id(value), len(swept)) for value in group)
            swept.append(group)
    return swept
