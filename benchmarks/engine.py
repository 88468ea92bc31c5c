"""The finished engine beside the published micrograd 0.1.0: how fast, and how big.

    python -m benchmarks.engine

Installs `micrograd==0.1.0` into a folder of its own, then runs the same four programs on either
engine, each run in a process of its own, the engines in turn. Every figure is the median of
seven runs. Times are those that the processor spent on the run, so that other programs disturb
little. Garbage collection is as Python has it by default. Nothing here passes or fails; tests do
not assert times.

    one point    forward and backward of MLP(2, [16, 16, 1]) on one point, in microseconds
    full batch   a training step of that network on 100 two-moons points, in milliseconds: scores,
                 max-margin loss, L2 regularisation, zero_grad, backward, update of the parameters
    chain        900 operations in a row, + and * in turn, forward and backward, in microseconds
    peak memory  the most that Python had allocated during one full-batch step over what it had
                 before (tracemalloc, which counts Python's own objects, byte by byte), in MB
    compiled     the same one point by `micrograd.compiled`, beside either engine; compiling it is
                 measured apart
"""

from __future__ import annotations

import gc
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

OURS = Path(__file__).parents[1] / "src"
PUBLISHED = "micrograd==0.1.0"
ROUNDS = 7
AIMS = {"one point": 3.5, "full batch": 8.0, "chain": 3.0, "peak memory": 3.0}
COMPILED_AIMS = {"published": 25.0, "ours": 12.0}
UNITS = {"one point": (1e6, "us"), "full batch": (1e3, "ms"), "chain": (1e6, "us")}
UNITS["peak memory"] = (1e-6, "MB")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "--target", folder, PUBLISHED], check=True)
        engines = {"published": Path(folder), "ours": OURS}
        runs: dict[str, list[dict[str, float]]] = {name: [] for name in engines}
        for _ in range(ROUNDS):
            for name, path in engines.items():
                runs[name].append(run(path))
    print(f"Python {platform.python_version()}, medians of {ROUNDS} processes each\n")
    print(f"{'':12}  {'published':>12}  {'ours':>12}  {'ratio':>6}  {'aim':>5}")
    for what, aim in AIMS.items():
        theirs, ours = (statistics.median(r[what] for r in runs[name]) for name in engines)
        factor, unit = UNITS[what]
        print(
            f"{what:12}  {theirs * factor:9.1f} {unit}  {ours * factor:9.1f} {unit}"
            f"  {theirs / ours:6.2f}  {aim:5.1f}"
        )
    compiled, compiling = (
        statistics.median(r[what] for r in runs["ours"]) for what in ("compiled", "compiling")
    )
    print(f"\none point compiled: {compiled * 1e6:.1f} us, after {compiling:.3f} s of compiling")
    for name, aim in COMPILED_AIMS.items():
        ratio = statistics.median(r["one point"] for r in runs[name]) / compiled
        print(f"{ratio:6.2f} times as fast as {name} (aim {aim:.1f})")


def run(path: Path) -> dict[str, float]:
    """Measure the micrograd that lies in a folder, in a process of its own."""
    command = [sys.executable, __file__, "--measure"]
    env = os.environ | {"PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def measure() -> dict[str, float]:
    from micrograd.engine import Value
    from micrograd.nn import MLP

    random.seed(1337)
    model = MLP(2, [16, 16, 1])
    points, labels = two_moons(100)

    def one_point() -> None:
        model([Value(0.5), Value(-0.25)]).backward()

    def full_batch() -> None:
        inputs = [[Value(x) for x in point] for point in points]
        scores = [model(x) for x in inputs]
        losses = [(1 + -y * score).relu() for y, score in zip(labels, scores, strict=True)]
        loss = sum(losses) * (1.0 / len(losses)) + 1e-4 * sum(p * p for p in model.parameters())
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.01 * p.grad

    def chain() -> None:
        x = Value(1.0)
        for i in range(900):
            x = x * 1.001 if i % 2 else x + 0.001
        x.backward()

    return measure_compiled(model) | {
        "one point": seconds(one_point, 50),
        "full batch": seconds(full_batch, 3),
        "chain": seconds(chain, 20),
        "peak memory": peak(full_batch),
    }


def measure_compiled(model: Callable[..., Any]) -> dict[str, float]:
    try:
        from micrograd.compiled import Compiled
    except ImportError:
        return {}  # the published engine has none
    start = time.process_time()
    compiled = Compiled(lambda *point: model(point), 0.5, -0.25)
    compiling = time.process_time() - start
    return {"compiled": seconds(lambda: compiled(0.5, -0.25), 500), "compiling": compiling}


def seconds(program: Callable[[], None], times: int) -> float:
    """Median of five rounds, each the mean of some calls, after one call to warm up."""
    program()
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            program()
        rounds.append((time.process_time() - start) / times)
    return statistics.median(rounds)


def peak(program: Callable[[], None]) -> float:
    """Bytes that one call has at most, over what there was before it."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    program()
    _, highest = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return highest - before


def two_moons(n: int) -> tuple[list[list[float]], list[int]]:
    """Points on two half circles, one upside down, with noise; labels 1 and -1 in turn."""
    rng = random.Random(0)
    points, labels = [], []
    for i in range(n):
        angle = math.pi * (i // 2) / (n // 2 - 1)
        x, y = math.cos(angle), math.sin(angle)
        point = [1 - x, 0.5 - y] if i % 2 else [x, y]
        points.append([coordinate + rng.gauss(0, 0.1) for coordinate in point])
        labels.append(-1 if i % 2 else 1)
    return points, labels


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        print(json.dumps(measure()))
    else:
        main()
