"""Numbers as figures write them. The browser writes the same (assets/numbers.js)."""


def short(x: float) -> str:
    """A number as the figures show it: four decimals, or three digits where that says nothing."""
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"
