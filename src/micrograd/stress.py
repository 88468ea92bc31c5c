"""Tests that try to break `backward`: each returns "", or a sentence with a first counterexample.

A page runs the lines in its `trial` with both engines, and finds where they part.
The tests take the class to be tested, need `+` and `*` of it, and use `tanh` where it has one.
"""

import math
import random
import time
from typing import Any

SECONDS = 1.0
H = 1e-5  # the nudge, to either side
TRAINING = """w, b = Value(2.0), Value(-1.0)
for step in range({steps}):
    w.data -= 0.01 * w.grad
    b.data -= 0.01 * b.grad
    w.grad = b.grad = 0.0
    out = w * 3.0 + b
    loss = out * out
    loss.backward()
"""


class Counterexample(str):
    """A sentence on what was found.

    Args:
        trial: the lines that show it, for a class `Value`.
    """

    def __new__(cls, says: str, trial: str) -> "Counterexample":
        made = super().__new__(cls, says)
        made.trial = trial
        return made

    trial: str


def random_graphs(kind: Any, count: int = 300, seed: int = 7) -> str:
    """Compare the gradients of random graphs with nudges.

    Each graph has three leaves and up to eight operations, which may use a value many times over.
    The sentence leaves out the wrong gradient: it may depend on the order of a set.

    Args:
        kind: the class of the values.
        count: how many graphs.
        seed: of the random numbers: the same graphs for the same seed.
    """
    rng = random.Random(seed)
    signs = ["+", "*", *(["tanh"] if hasattr(kind, "tanh") else [])]
    for _ in range(count):
        point = [round(rng.uniform(-1.5, 1.5), 2) for _ in range(3)]
        lines = [
            (rng.choice(signs), rng.randrange(3 + n), rng.randrange(3 + n))
            for n in range(rng.randint(2, 8))
        ]
        leaves = [kind(x) for x in point]
        _computed(leaves, lines).backward()
        for n, leaf in enumerate(leaves):
            ends = []
            for h in (H, -H):
                nudged = [kind(x + h * (i == n)) for i, x in enumerate(point)]
                ends.append(_computed(nudged, lines).data)
            nudge = (ends[0] - ends[1]) / (2 * H)
            if not math.isclose(leaf.grad, nudge, rel_tol=1e-4, abs_tol=1e-4):
                names = "abc"
                at = ", ".join(f"{name} = {x}" for name, x in zip(names, point, strict=True))
                return Counterexample(
                    f"at {at}: for {_written(lines)} the gradient of {names[n]} "
                    f"is wrong: a nudge says {nudge:.6g}",
                    _trial(point, lines),
                )
    return ""


def training_steps(kind: Any) -> str:
    """Make three steps downhill on the same two leaves, for loss = (w*3 + b) * (w*3 + b).

    The gradients are set to 0 between the steps; what else a graph leaves behind comes to light.

    Args:
        kind: the class of the values.
    """
    w, b = kind(2.0), kind(-1.0)
    for step in (1, 2, 3):
        w.grad = b.grad = 0.0
        out = w * 3.0 + b
        expected = 2.0 * (3.0 * w.data + b.data)
        loss = out * out
        loss.backward()
        for name, leaf, slope in (("w", w, 3.0 * expected), ("b", b, expected)):
            if not math.isclose(leaf.grad, slope, rel_tol=1e-9):
                return Counterexample(
                    f"in step {step} the gradient of {name} is {leaf.grad:g}, and not {slope:g}",
                    TRAINING.format(steps=step),
                )
        w.data -= 0.01 * w.grad
        b.data -= 0.01 * b.grad
    return ""


def many_leaves(kind: Any, count: int = 10_000, seconds: float = SECONDS) -> str:
    """Add up a quarter of the leaves, then all, in pairs and pairs of pairs, and time `backward`.

    Args:
        kind: the class of the values.
        count: how many leaves.
        seconds: the time that it may take; on a slow machine, five times as long as the additions.
    """
    for some in (count // 4, count):
        begun = time.perf_counter()
        row = leaves = [kind(1.0) for _ in range(some)]
        while len(row) > 1:
            sums = [a + b for a, b in zip(row[::2], row[1::2], strict=False)]
            row = sums + row[len(sums) * 2 :]
        added = time.perf_counter()
        row[0].backward()
        took = time.perf_counter() - added
        wrong = [leaf.grad for leaf in leaves if leaf.grad != 1.0]
        if wrong:
            return f"in a sum of {some} leaves, a leaf has the gradient {wrong[0]:g}, and not 1"
        if took > max(seconds, 5 * (added - begun)):
            return f"for {some} leaves it takes far longer than to add them up"
    return ""


def _computed(leaves: list[Any], lines: list[tuple[str, int, int]]) -> Any:
    """The last value of a graph; the leaves come first in the numbering of the values."""
    values = [*leaves]
    for sign, i, j in lines:
        a, b = values[i], values[j]
        values.append(a + b if sign == "+" else a * b if sign == "*" else a.tanh())
    return values[-1]


def _trial(point: list[float], lines: list[tuple[str, int, int]]) -> str:
    """A graph as a program, one value in each line."""
    names = "abcdefghijk"
    made = [f"Value({x})" for x in point]
    for sign, i, j in lines:
        made.append(f"{names[i]}.tanh()" if sign == "tanh" else f"{names[i]} {sign} {names[j]}")
    program = [f"{name} = {one}" for name, one in zip(names, made, strict=False)]
    return "\n".join([*program, f"{names[len(made) - 1]}.backward()"])


def _written(lines: list[tuple[str, int, int]]) -> str:
    """A graph as one expression."""
    texts = ["a", "b", "c"]
    for sign, i, j in lines:
        shown = f"tanh({texts[i]})" if sign == "tanh" else f"({texts[i]} {sign} {texts[j]})"
        texts.append(shown)
    return texts[-1]
