"""How a graph is pickled and copied, however long: as a list, its values after their inputs.

Python's own way goes from a value to its inputs by calls within calls, and ends near a thousand.
`import micrograd` is enough: `pickle.dumps`, `copy.copy` and `copy.deepcopy` find this by
themselves. What two values of one pickle share, they share again when it is read.
"""

from __future__ import annotations

import copyreg
from typing import Any
from weakref import WeakValueDictionary

from micrograd.engine import Value


class Cell:
    """Stands for a value in a pickle, and is read as one: its inputs are cells that came before."""

    __slots__ = ("__weakref__", "inputs", "value")

    def __init__(self, value: Value, inputs: tuple[Any, Any]) -> None:
        self.value = value
        self.inputs = inputs

    def __reduce__(self) -> tuple[Any, ...]:
        v = self.value
        return _restored, (v.data, v.grad, v.label, v._op, v._da, v._db, *self.inputs)


# The cells of pickles that are being written: of a value that two graphs share there is one.
_cells: WeakValueDictionary[int, Cell] = WeakValueDictionary()


def _as_list(root: Value) -> tuple[Any, ...]:
    """List the cells of a graph, each after its inputs; those of its pickle are used again."""
    listed: list[Cell] = []
    seen: set[int] = set()
    path = [root]
    while path:
        v = path[-1]
        inputs = (v._a, v._b)  # one of a subclass is pickled by its own way
        waiting = [i for i in inputs if type(i) is Value and id(i) not in seen]
        if waiting:
            path.append(waiting[0])
            continue
        path.pop()
        if id(v) not in seen:
            a, b = (_cells[id(i)] if type(i) is Value else i for i in inputs)
            _cells[id(v)] = cell = _cells.get(id(v)) or Cell(v, (a, b))
            listed.append(cell)
            seen.add(id(v))
    return _last, (listed,)


def _last(values: list[Any]) -> Value:
    last: Any = values[-1]
    if not isinstance(last, Cell):
        return last  # type: ignore[no-any-return]
    v = last.value  # a shallow copy: nobody has read the cells
    return _restored(v.data, v.grad, v.label, v._op, v._da, v._db, v._a, v._b)


def _restored(
    data: float, grad: float, label: str, op: str, da: float, db: float, a: Any, b: Any
) -> Value:
    v = Value(data, label)
    v.grad, v._op, v._da, v._db, v._a, v._b = grad, op, da, db, a, b
    return v


if hasattr(Value, "_da"):  # a reader's own Value, in the place of this book's, has another form
    copyreg.pickle(Value, _as_list)
