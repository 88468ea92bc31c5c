"""Points to train on, from the standard library alone."""

import math
import random


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
