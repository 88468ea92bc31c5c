"""The data of a graph: numbers, lists of numbers, text. The browser has the same (numbers.js)."""

from collections.abc import Iterable, Iterator
from math import isfinite
from operator import add, mul
from typing import Any

from unpasted.faults import Refused

# A number, a list of as many Data of one shape, or a text.
Data = Any


def short(x: Data) -> str:
    """Data as the figures show it: four decimals, or three digits where that says nothing.

    Numbers in lists stand in brackets, as Python writes lists; a text is shown as it is.
    """
    if isinstance(x, str):
        return x
    if isinstance(x, list):
        return f"[{', '.join(map(short, x))}]"
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"


def said(x: Data) -> str:
    """Data in a sentence, in which a text has quotation marks."""
    return f"“{x}”" if isinstance(x, str) else short(x)


def plain(data: Data, what: str) -> Data:
    """Numbers as floats, lists as lists, text as text. Raises Refused, of `what`, for the rest."""
    if isinstance(data, str):
        return data
    if isinstance(data, list | tuple):
        parts = [plain(part, what) for part in data]
        if not parts or len({shape(part) for part in parts}) > 1 or str in map(type, parts):
            raise Refused(f"{what} is a list of no shape: {data}; its rows are equally long")
        return parts
    try:
        return float(data)
    except (TypeError, ValueError):
        cure = "write a number, text, or lists of numbers (tolist())"
        raise Refused(f"{what} is a {type(data).__name__}; {cure}") from None


def check_finite(data: Data, what: str) -> None:
    """Raise Refused, of `what`, for a number with which nothing can be computed."""
    for number in flat(data):
        if not (isinstance(number, str) or isfinite(number)):
            raise Refused(f"{what} is {number}; a figure that steps needs finite numbers")


def check_slope(slope: Data, data: Data, of: Data, what: str) -> None:
    """Raise Refused where a local derivative is neither one number nor a matrix that fits."""
    wanted = f"{size(data)}×{size(of)}"
    if shape(slope) and shape(slope) != (size(data), size(of)):
        here = "×".join(map(str, shape(slope)))
        raise Refused(f"{what} is a matrix of {here}; it has to be {wanted}")
    if not shape(slope) and shape(data) != shape(of):
        says = f"{what} is one number, and their shapes differ, {shape(data)} and {shape(of)}"
        raise Refused(f"{says}; write a matrix of {wanted}")


def shape(data: Data) -> tuple[int, ...]:
    """How long its lists are, from the outermost in; of a number or a text nothing."""
    return (len(data), *shape(data[0])) if isinstance(data, list) else ()


def size(data: Data) -> int:
    """How many numbers it has."""
    return len(list(flat(data)))


def flat(data: Data) -> Iterator[Any]:
    """Its numbers, row by row."""
    if isinstance(data, list):
        for part in data:
            yield from flat(part)
    else:
        yield data


def shaped(numbers: Iterable[float], like: Data) -> Data:
    """Numbers, row by row, in the shape of other data."""
    left = iter(numbers)

    def next_like(one: Data) -> Data:
        return [next_like(part) for part in one] if isinstance(one, list) else next(left)

    return next_like(like)


def added(a: Data, b: Data) -> Data:
    """The sum of two of one shape."""
    return shaped(map(add, flat(a), flat(b)), a)


def passed(upstream: Data, slope: Data, like: Data) -> Data:
    """What a visit passes on to an input: gradient times local derivative, shaped `like` it.

    Formula: dL/dx = J^T dL/dy; for a number J this is J dL/dy.
    """
    above = list(flat(upstream))
    if not isinstance(slope, list):
        return shaped((u * slope for u in above), upstream)
    columns = zip(*slope, strict=True)
    return shaped((sum(map(mul, above, column)) for column in columns), like)


def factor(slope: Data) -> str:
    """How a local derivative is said as a factor."""
    return f"a {len(slope)}×{len(slope[0])} matrix" if isinstance(slope, list) else short(slope)
