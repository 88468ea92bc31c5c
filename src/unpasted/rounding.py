"""How numbers are written: with as many digits as one would say aloud, and a minus that is one."""

import re
from math import isfinite
from typing import Any

RAISED = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")
EXPONENT = re.compile(r"(?<![\w.])(\d(?:\.\d+)?)e([+-]\d\d+)\b")
EXACT = 1e-4  # of a number: four digits


def formatted(value: Any, form: str) -> str:
    """A value as an f-string formats it; the form `~` rounds it, `~0.01` to within 0.01."""
    if not (form.startswith("~") and isinstance(value, float)):
        return format(value, "" if form.startswith("~") else form)
    return repr(rounded(float(value), float(form[1:] or EXACT * abs(value))))


def powered(text: str) -> str:
    """A text in which 10⁻⁷ stands for 1e-07, and 3 × 10⁻⁷ for 3e-07."""
    return EXPONENT.sub(lambda at: power_of_ten(at[1], int(at[2])), text)


def power_of_ten(factor: str, exponent: int) -> str:
    """A factor, unless it is 1, times a power of ten."""
    times = "" if factor in ("", "1") else f"{factor} × "
    return f"{times}10{str(exponent).translate(RAISED)}"


def signed(text: str) -> str:
    """A text in which the hyphens of negative numbers are minus signs."""
    return re.sub(r"(?<![\w.)\]^-])-(?=\.?\d)", "−", text)


def rounded(x: float, apart: float) -> float:
    """The number with the fewest decimals that is no further from `x` than `apart`."""
    if not isfinite(x):
        return x
    return next((near for n in range(17) if abs((near := round(x, n)) - x) <= apart), x)
