"""Maps of what a network says at each place of a plane, with examples on them."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

__all__ = ["TINTS", "fade", "mark", "shade"]

INK, BLUE = "#000000", "#1d4ed8"
TINTS = ((0.05, 0.16), (0.14, 0.42))
"""How strong ink and blue are where the network is not sure at all, and where it is most sure."""
FINER = 4  # parts of a step of the grid, so that a line through it has no corners
SPLINE = [
    (s**3, 4 - 3 * t * t * (2 - t), 4 - 3 * s * s * (2 - s), t**3)
    for t, s in ((k / FINER, 1 - k / FINER) for k in range(FINER))
]
"""By part, six times the weights of the four numbers around it."""


def shade(
    ax: Any,
    across: Sequence[float],
    up: Sequence[float],
    outputs: Sequence[Sequence[float]],
    sure: float = 1.0,
    bands: int = 6,
    names: Sequence[str] = (),
) -> None:
    """Tint a map, blue where the output is positive, grey where it is negative, and draw the line.

    Args:
        ax: axes of matplotlib.
        across, up: where the outputs are known.
        outputs: a row for each of `up`.
        sure: the output, of either sign, from which on the tint is strongest.
        bands: how many tints a side has; with more, it fades more softly.
        names: of the positive side and of the negative one, each written in its surest corner.
    """
    from contourpy import contour_generator  # a notebook without maps needs no matplotlib
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path

    smooth = [_finer(row) for row in outputs]
    outputs = [*zip(*(_finer(column) for column in zip(*smooth, strict=True)), strict=True)]
    across, up = _finer(across), _finer(up)
    known = contour_generator(across, up, outputs, name="mpl2014")
    for sign, ink, (faint, strong) in zip((-1, 1), (INK, BLUE), TINTS, strict=True):
        before = 0.0
        for band in range(bands):  # each over those before it, so that no seam is seen
            share = band / (bands - 1)
            strength = faint + share * (strong - faint)
            # ax.contourf prepares all anew for each tint, which takes most of its time
            parts = zip(*known.filled(*sorted((sign * share * sure, sign * math.inf))), strict=True)
            outline = Path.make_compound_path(*(Path(*part) for part in parts))
            colour = (ink, (strength - before) / (1 - before))
            tint = PathCollection([outline], facecolor=colour, linewidth=0)
            ax.add_collection(tint, autolim=False)
            before = strength
    ax.contour(across, up, outputs, levels=[0], colors=[INK], linewidths=[1.8])
    ax.set_xlim(across[0], across[-1])
    ax.set_ylim(up[0], up[-1])
    corners = [(outputs[-v][-h], h, v) for v in (1, 0) for h in (0, 1)]
    for name, sign in zip(names, (1, -1), strict=False):
        most, h, v = max(corners, key=lambda corner: sign * corner[0])
        if sign * most > 0:
            sides = {"ha": ("left", "right")[h], "va": ("bottom", "top")[v]}
            place = {"transform": ax.transAxes, "weight": "bold"}
            ax.text(0.02 + 0.96 * h, 0.03 + 0.94 * v, name, **sides, **place)


def fade(
    ax: Any, along: Sequence[float], outputs: Sequence[float], sure: float, turn: float
) -> None:
    """Tint a map as `shade` does, without bands, where the output changes along one way only.

    Args:
        ax: axes of matplotlib; who calls sets their limits.
        along: where along the way the outputs are known.
        outputs: one for each of `along`.
        sure: the output, of either sign, from which on the tint is strongest.
        turn: the way, in radians; it leads through 0.
    """
    known = [*zip(along, outputs, strict=True)]
    zeros = [
        u + (w - u) * one / (one - two)
        for (u, one), (w, two) in pairwise(known)
        if (one > 0) != (two > 0)
    ]

    def at(u: float, v: float) -> tuple[float, float]:
        return u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)

    begin, end = along[0], along[-1]
    corners = at(begin, -2), at(end, -2), at(end, 2), at(begin, 2)
    for sign, ink, (faint, strong) in zip((-1, 1), (INK, BLUE), TINTS, strict=True):
        tint = [
            (u, faint + min(1, sign * one / sure) * (strong - faint) if sign * one > 0 else 0.0)
            for u, one in known
        ]
        for zero in zeros:  # there it begins, or ends, at once
            after = next(n for n, (u, _) in enumerate(tint) if u > zero)
            tint[after:after] = sorted(((zero, 0.0), (zero, faint)), reverse=tint[after - 1][1] > 0)
        stops = (f"{(u - begin) / (end - begin):.4f} {strength:.3f}" for u, strength in tint)
        ax.fill(*zip(*corners, strict=True), color=ink, linewidth=0, gid=f"fade {' '.join(stops)}")
    for zero in zeros:
        ax.plot(*zip(at(zero, -2), at(zero, 2), strict=True), color=INK, linewidth=1.8)


def _finer(row: Sequence[float]) -> list[float]:
    """A row with FINER - 1 more numbers between each two, on a spline that rounds corners."""
    first, *between, last = row
    known = [2 * first - row[1], first, *between, last, 2 * last - row[-2]]
    return [
        (p * a + q * b + r * c + s * d) / 6
        for a, b, c, d in zip(known, known[1:], known[2:], known[3:], strict=False)
        for p, q, r, s in SPLINE
    ] + [last]


def mark(ax: Any, points: Sequence[Sequence[float]], labels: Sequence[int], **look: Any) -> None:
    """Mark examples: circles where the label is positive, crosses where it is not."""
    for positive, sign, ink in ((True, "o", BLUE), (False, "x", INK)):
        group = [
            point for point, label in zip(points, labels, strict=True) if (label > 0) == positive
        ]
        ax.plot([x for x, _ in group], [y for _, y in group], sign, color=ink, **look)
