"""Maps of what a network says at each place of a plane, with examples on them."""

import math
from collections.abc import Sequence
from typing import Any

__all__ = ["mark", "shade"]

INK, BLUE = "#000000", "#1d4ed8"
TINTS = [(-math.inf, 0.0, INK, 0.09), (-math.inf, -1.0, INK, 0.11)]
TINTS += [(0.0, math.inf, BLUE, 0.14), (1.0, math.inf, BLUE, 0.22)]
"""Each over those before it: for outputs from here to there a colour, and how strong it is."""


def shade(
    ax: Any, across: Sequence[float], up: Sequence[float], outputs: Sequence[Sequence[float]]
) -> None:
    """Tint a map: blue where the output is positive, grey where it is negative; beyond 1, stronger.

    Args:
        ax: axes of matplotlib.
        across, up: where the outputs are known.
        outputs: a row for each of `up`.
    """
    for least, most, ink, strength in TINTS:
        ax.contourf(across, up, outputs, levels=[least, most], colors=[(ink, strength)])
    ax.contour(across, up, outputs, levels=[0], colors=[INK], linewidths=[1.8])
    ax.set_xlim(across[0], across[-1])
    ax.set_ylim(up[0], up[-1])


def mark(ax: Any, points: Sequence[Sequence[float]], labels: Sequence[int]) -> None:
    """Mark examples: circles where the label is positive, crosses where it is not."""
    for positive, sign, ink in ((True, "o", BLUE), (False, "x", INK)):
        group = [
            point for point, label in zip(points, labels, strict=True) if (label > 0) == positive
        ]
        ax.plot([x for x, _ in group], [y for _, y in group], sign, color=ink)
