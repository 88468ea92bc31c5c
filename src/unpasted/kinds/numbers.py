"""The data of a graph: a number, or a text. The browser writes it alike (numbers.js)."""

from math import isfinite
from typing import Any

from unpasted.faults import Refused

# A number, or a text.
Data = Any


def short(x: Data) -> str:
    """Data as the figures show it: four decimals, or three digits where that says nothing."""
    if isinstance(x, str):
        return x
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"


def said(x: Data) -> str:
    """Data in a sentence, in which a text has quotation marks."""
    return f"“{x}”" if isinstance(x, str) else short(x)


def check_finite(data: Data, what: str) -> None:
    """Raise Refused, of `what`, for a number with which nothing can be computed."""
    if not (isinstance(data, str) or isfinite(data)):
        raise Refused(f"{what} is {data}; a figure that steps needs finite numbers")
