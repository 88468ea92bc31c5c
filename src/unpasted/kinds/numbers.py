"""Numbers as figures write them. The browser writes the same (assets/numbers.js)."""

from typing import Any


def short(x: Any) -> str:
    """A number as the figures show it: four decimals, or three digits where that says nothing.

    Numbers in lists stand in brackets, as Python writes lists.
    """
    if isinstance(x, list):
        return f"[{', '.join(map(short, x))}]"
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"
