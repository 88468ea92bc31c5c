"""How numbers are written: with as many digits as one would say aloud, and a minus that is one."""

import re
from math import isfinite
from typing import Any

EXACT = 1e-4  # of a number: four digits


def formatted(value: Any, form: str) -> str:
    """A value as an f-string formats it; the form `~` rounds it, `~0.01` to within 0.01."""
    if not (form.startswith("~") and isinstance(value, float)):
        return format(value, "" if form.startswith("~") else form)
    return repr(rounded(float(value), float(form[1:] or EXACT * abs(value))))


def signed(text: str) -> str:
    """A text in which the hyphens of negative numbers are minus signs."""
    return re.sub(r"(?<![\w.)\]^-])-(?=\.?\d)", "−", text)


def rounded(x: float, apart: float) -> float:
    """The number with the fewest decimals that is no further from `x` than `apart`."""
    if not isfinite(x):
        return x
    return next((near for n in range(17) if abs((near := round(x, n)) - x) <= apart), x)
