"""Time the ways of chapters 10, 12 and 15 to find slopes, and write down what they took.

    PYTHONPATH=src python docs/recorded/speed/record.py

It takes about a minute on a slow core; a name behind it, such as `searches`, records that part
alone. The chapters show what `times.json` says.
"""

import gc
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from math import tanh
from pathlib import Path
from typing import Any

from micrograd.compiled import Compiled
from micrograd.engine import Value
from micrograd.nn import MLP
from micrograd.steps.step7_backward import Value as Sorted
from micrograd.steps.step8_complete import Value as Closure
from micrograd.steps.step8_complete import topological

PATH = Path(__file__).with_name("times.json")
SIZES = (2, 16, 16, 1)


def seconds(action: Callable[[], Any], times: int = 1) -> float:
    gc.collect()
    gc.freeze()  # what was there before is not searched
    start = time.process_time()
    for _ in range(times):
        action()
    took = (time.process_time() - start) / times
    gc.unfreeze()
    return took


def loss_of(kind: Any, numbers: list[Any], points: list[list[float]]) -> Any:
    """The graph of one training step, over all points, as in chapter 12."""
    net = [[[kind(w) for w in row] for row in rows] for rows in numbers]
    loss = kind(0.0)
    for point in points:
        outputs: list[Any] = point
        for rows in net:
            inputs, outputs = outputs, []
            for bias, *weights in rows:
                total = bias
                for w, x in zip(weights, inputs, strict=True):
                    total = total + w * x
                outputs.append(total.tanh())
        loss = loss + outputs[0] ** 2
    return loss


def drawn() -> tuple[list[Any], list[list[float]]]:
    """The weights and the points of the training step."""
    rng = random.Random(1)
    numbers = [
        [[rng.uniform(-1, 1) for _ in range(n + 1)] for _ in range(m)] for n, m in pairwise(SIZES)
    ]
    return numbers, [[rng.uniform(-1, 1) for _ in range(2)] for _ in range(100)]


def searches() -> dict[str, Any]:
    """How often the collector searches in that step, the youngest generation, the middle one and
    all objects, the same in every run; and, from the fastest of seven runs on the engine of step
    8, the milliseconds that the step takes, those that each of the three takes, and when each
    search through all objects begins, and how long it takes."""
    gc.set_threshold(700, 10, 10)  # as Python 3.11 sets it
    numbers, points = drawn()
    found: dict[str, Any] = {}
    for name, kind in (("closures", Closure), ("numbers", Value)):
        gc.collect()
        gc.freeze()  # what was there before is not searched
        before = gc.get_stats()
        loss_of(kind, numbers, points).backward()
        pairs = [*zip(gc.get_stats(), before, strict=True)]
        gc.unfreeze()
        found[name] = [one["collections"] - other["collections"] for one, other in pairs]
    return found | min((timeline(numbers, points) for _ in range(7)), key=lambda run: run["step"])


def timeline(numbers: list[Any], points: list[list[float]]) -> dict[str, Any]:
    """One training step on the engine of step 8, and when the collector searches."""
    seen: list[tuple[int, float, float]] = []
    gc.collect()
    gc.freeze()  # what was there before is not searched
    start = begun = time.process_time()

    def clock(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        now = time.process_time()
        if phase == "stop":
            seen.append((info["generation"], 1000 * (begun - start), 1000 * (now - begun)))
        begun = now

    gc.callbacks.append(clock)
    loss_of(Closure, numbers, points).backward()
    step = 1000 * (time.process_time() - start)
    gc.callbacks.clear()
    gc.unfreeze()
    return {
        "step": round(step),
        "spent": [round(sum(took for g, _, took in seen if g == kind)) for kind in range(3)],
        "whole": [[round(at), round(took)] for g, at, took in seen if g == 2],
    }


def closures_and_numbers() -> dict[str, list[int]]:
    """A training step of step 8 and of the finished engine, with the garbage collector and without
    it: milliseconds for making the graph, sorting it and walking it back; the fastest of seven."""
    gc.set_threshold(700, 10, 10)
    numbers, points = drawn()
    clock = time.process_time
    found: dict[str, list[list[float]]] = {}
    for _ in range(7):
        for collector in ("on", "off"):
            for name, kind in (("closures", Closure), ("numbers", Value)):
                gc.collect()
                gc.freeze()  # what was there before is not searched
                if collector == "off":
                    gc.disable()
                begun = clock()
                loss = loss_of(kind, numbers, points)
                made = clock()
                topological(loss) if kind is Closure else loss._inputs_first()
                listed = clock()
                loss.backward()  # which sorts again
                sorting, walking = listed - made, clock() - listed - (listed - made)
                gc.enable()
                gc.unfreeze()
                took = [1000 * part for part in (made - begun, sorting, walking)]
                found.setdefault(f"{name}, collector {collector}", []).append(took)
    return {name: [round(part) for part in min(runs, key=sum)] for name, runs in found.items()}


def one_point() -> dict[str, float]:
    """One point forward and backward, in microseconds: bare products and sums, as many as the
    graph asks for, the loop around them alone, the engine, making and sorting alone, and the
    compiled graph; and compiling it, in milliseconds."""
    net = MLP(2, [16, 16, 1], seed=1)
    out = net([0.5, -0.25])
    computed = out._inputs_first()
    pairs = len(computed) // 2 + sum(len(v._prev) for v in computed)
    begun = time.process_time()
    fast = Compiled(lambda a, b: net([a, b]), Value(0.5), Value(-0.25))
    compiling = time.process_time() - begun

    def bare() -> None:
        a, b = 1.5, 0.25
        for _ in range(pairs):
            b = a * b
            b = a + b

    def loop() -> None:
        for _ in range(pairs):
            pass

    ways = {
        "bare": bare,
        "loop": loop,
        "engine": lambda: net([0.5, -0.25]).backward(),
        "making": lambda: net([0.5, -0.25]),
        "sorting": out._inputs_first,
        "compiled": lambda: fast(0.5, -0.25),
    }
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(7):
        for name, way in ways.items():
            found[name].append(seconds(way, 200))
    times = {name: round(1e6 * min(times), 1) for name, times in found.items()}
    return {**times, "compiling": round(1000 * compiling, 1)}


def race() -> dict[str, float]:
    """How many times as fast one call of step 7 finds the slopes of a neuron as nudging does, by
    the number of its weights: the least of seven times each, as in chapter 10."""

    def weigh(numbers: list[Any]) -> Any:
        *weights, total = numbers
        for i, w in enumerate(weights):
            total = total + w * (0.001 * i)
        return total

    def nudge(point: list[float], h: float = 0.0001) -> None:
        for i, number in enumerate(point):
            point[i] = number + h
            above = tanh(weigh(point))
            point[i] = number - h
            _ = (above - tanh(weigh(point))) / (2 * h)
            point[i] = number

    found = {}
    for weights in (10, 30, 100, 300):
        point, rounds = [0.01] * (weights + 1), 3000 // weights
        ways = (
            lambda point=point: nudge(point),
            lambda point=point: weigh([Sorted(number) for number in point]).tanh().backward(),
        )
        nudging, call = (min(seconds(way, rounds) for _ in range(7)) for way in ways)
        found[str(weights)] = round(nudging / call, 2)
    return found


if __name__ == "__main__":
    ways: dict[str, Callable[[], Any]] = {
        "searches": searches,
        "step": closures_and_numbers,
        "point": one_point,
        "race": race,
    }
    chosen = sys.argv[1:]
    times = json.loads(PATH.read_text()) if chosen else {"python": platform.python_version()}
    assert times["python"] == platform.python_version(), "record all of it, in one Python"
    times |= {name: ways[name]() for name in chosen or ways}
    PATH.write_text(json.dumps(times, indent=1) + "\n")
    print(json.dumps(times, indent=1))
