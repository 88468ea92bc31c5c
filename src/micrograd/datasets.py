"""What the book trains on: points that are made here, and digits and names of its own files."""

import base64
import math
import random
import zlib
from typing import Any, NamedTuple


def moons(n: int, noise: float = 0.1, *, seed: int) -> tuple[list[list[float]], list[int]]:
    """Make two half circles of points, each with its end inside the other's arc.

    Formula: (cos t, sin t) for the upper moon and (1 - cos t, 1/2 - sin t) for the lower one,
    with t in equal steps from 0 to pi; then noise is added to both coordinates.

    Args:
        n: how many points, two or more; the moons take turns.
        noise: the standard deviation of the noise, in units of the circles' radius.
        seed: the same seed makes the same points on every machine.

    Returns:
        The points, each a list of two numbers, and their labels, 1 (upper) or -1 (lower).

    Raises:
        ValueError: fewer than two points, or noise below zero.

    Source: the shape is that of `make_moons` in scikit-learn.
    """
    if n < 2 or noise < 0:
        raise ValueError(f"moons needs n of 2 or more and noise of 0 or more, not {n}, {noise}")
    rng = random.Random(seed)
    points, labels = [], []
    for i in range(n):
        upper = i % 2 == 0
        size = (n + 1) // 2 if upper else n // 2
        t = math.pi * (i // 2) / max(1, size - 1)
        x, y = math.cos(t), math.sin(t)
        point = [x, y] if upper else [1 - x, 0.5 - y]
        # rounded, because the last digit of a cosine is not the same on every machine
        points.append([round(coordinate + rng.gauss(0, noise), 6) for coordinate in point])
        labels.append(1 if upper else -1)
    return points, labels


def frost() -> tuple[list[list[float]], list[int]]:
    """Eight evenings of a made-up garden: was there frost the next morning?

    Returns:
        inputs: the temperature at dusk in tens of degrees Celsius, and the share of the sky that
            is covered by clouds, from 0 to 1.
        labels: 1 for frost, -1 for none. Clouds keep the warmth of the ground, so a clear evening
            freezes from higher temperatures.
    """
    evenings = [
        (0.1, 0.9, 1),
        (0.2, 0.3, 1),
        (0.4, 0.1, 1),
        (0.5, 0.0, 1),
        (0.4, 0.9, -1),
        (0.6, 0.5, -1),
        (0.8, 0.2, -1),
        (0.9, 0.8, -1),
    ]
    return [[dusk, clouds] for dusk, clouds, _ in evenings], [label for *_, label in evenings]


class Split(NamedTuple):
    """Examples in three parts: to learn from, to choose by, and to judge by in the end."""

    training: list[Any]
    validation: list[Any]
    test: list[Any]


def digits() -> Split:
    """Handwritten digits, 600 of them, in an order that a fixed seed has drawn.

    Returns:
        400 examples for training, 100 for validation and 100 for the test. Each is a pair: 64
        numbers from 0 to 1, row by row, which are the ink of 8 by 8 pixels, and the digit.

    Source: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine
    Learning Repository (1998), https://doi.org/10.24432/C50P49; CC BY 4.0. The 600 are from
    scikit-learn's copy.
    """
    from micrograd.data.digits import PACKED

    raw = _unpacked(PACKED)
    examples = [([ink / 16 for ink in raw[i + 1 : i + 65]], raw[i]) for i in range(0, len(raw), 65)]
    return _split(examples, 100)


def names() -> Split:
    """First names of 3 to 8 small letters, from a to z, in an order that a fixed seed has drawn.

    Returns:
        400 names for validation, 400 for the test, and the others, about ten times as many, for
        training. No name is there twice.

    Source: US Census Bureau, Frequently Occurring Surnames and First Names (1990); public
    domain. From the package `names`.
    """
    from micrograd.data.names import PACKED

    return _split(_unpacked(PACKED).decode().split(), 400)


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b85decode(text))


def _split(examples: list[Any], size: int) -> Split:
    random.Random(1).shuffle(examples)
    return Split(examples[2 * size :], examples[:size], examples[size : 2 * size])
