"""The finished engine beside two others, and compiled: how fast, and how big.

    python -m benchmarks.engine

The others are the published micrograd 0.1.0, which is installed into a folder of its own, and
`benchmarks/tape.py`, a Value in the style of microgpt's. Each runs the same programs, in processes
of its own, the engines in turn. Every figure is the median of seven runs. Times are those that the
processor spent on the run, so that other programs disturb little; garbage collection is as Python
has it by default, and nothing is collected between the calls. Nothing here passes or fails; tests
do not assert times.

    one point    forward and backward of a network of 2-16-16-1 on one point, in microseconds
    full batch   a training step of that network on 100 two-moons points, in milliseconds: scores,
                 max-margin loss, L2 regularisation, zeroing, backward, update of the parameters
    chain        900 operations in a row, + and * in turn, forward and backward, in microseconds
    GPT step     a training step of `micrograd.gpt` in microgpt's shape: 16 wide, 4 heads, 1 layer,
                 27 letters, 4,192 parameters; the mean of six names of 3 to 8 letters, in
                 milliseconds. micrograd 0.1.0 has no exp and no log, and so no GPT.
    memory       the most that Python had allocated during one full batch, and during one GPT step,
                 over what it had before (tracemalloc, which counts Python's own objects), in MB
    compiled     one point and the GPT step by `micrograd.compiled`; compiling a GPT's loss on a
                 name of six letters is measured apart, in seconds, and how much of it is Python's
                 own `compile`
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

ROOT = Path(__file__).parents[1]
PUBLISHED = "micrograd==0.1.0"
ROUNDS = 7
NAMES = ("ann", "emma", "maria", "sophia", "michael", "jonathan")
UNITS = {
    "one point": (1e6, "us"),
    "full batch": (1e3, "ms"),
    "chain": (1e6, "us"),
    "GPT step": (1e3, "ms"),
    "batch memory": (1e-6, "MB"),
    "GPT memory": (1e-6, "MB"),
}
ENGINES = ("published", "microgpt's", "ours", "compiled")
# How many times as fast as another, or what part of its memory: what issue 20 aims at.
AIMS = (
    ("one point", "published", "ours", "12"),
    ("full batch", "published", "ours", "12"),
    ("chain", "published", "ours", "6"),
    ("one point", "microgpt's", "ours", ""),
    ("full batch", "microgpt's", "ours", ""),
    ("chain", "microgpt's", "ours", ""),
    ("GPT step", "microgpt's", "ours", "2.5"),
    ("GPT step", "microgpt's", "compiled", "40"),
    ("one point", "published", "compiled", ""),
    ("one point", "ours", "compiled", ""),
    ("batch memory", "ours", "published", "0.28"),
    ("GPT memory", "ours", "microgpt's", "0.67"),
)


def main() -> None:
    runs: dict[str, list[dict[str, float]]] = {"published": [], "microgpt's": [], "ours": []}
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, "--no-deps", "--target", folder, PUBLISHED], check=True)
        for _ in range(ROUNDS):
            for name, measured in runs.items():
                measured.append(run(name, Path(folder) if name == "published" else ROOT / "src"))
    table = {
        name: {what: statistics.median(r[what] for r in measured) for what in measured[0]}
        for name, measured in runs.items()
    }
    ours = table["ours"]
    table["compiled"] = {what: ours[f"{what}, compiled"] for what in ("one point", "GPT step")}

    print(f"Python {platform.python_version()}, medians of {ROUNDS} processes each\n")
    print(f"{'':14}" + "".join(f"{name:>14}" for name in ENGINES))
    for what, (factor, unit) in UNITS.items():
        cells = (table[name].get(what) for name in ENGINES)
        shown = (f"{x * factor:11.1f} {unit}" if x else "" for x in cells)
        print(f"{what:14}" + "".join(f"{cell:>14}" for cell in shown))
    print("\nratios, and what is aimed at")
    for what, one, other, aim in AIMS:
        ratio = table[one][what] / table[other][what]
        print(f"{ratio:8.2f} {aim and f'({aim})':7} {what}: {one} / {other}")
    print(
        f"\nA GPT's loss on a name of six letters is compiled in {ours['compiling']:.2f} s, "
        f"of which Python's own compile takes {ours['compile']:.2f} s."
    )


def run(name: str, path: Path) -> dict[str, float]:
    """Measure an engine, in a process of its own."""
    command = [sys.executable, __file__, name]
    env = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def measure(name: str) -> dict[str, float]:
    """Run the programs with the engine of a name."""
    sys.setrecursionlimit(100_000)  # the others sort by recursion
    if name == "microgpt's":
        from benchmarks.tape import Value
    else:
        from micrograd.engine import Value
    rng = random.Random(1337)
    weights = [
        [[Value(rng.uniform(-1, 1)) for _ in range(nin + 1)] for _ in range(nout)]
        for nin, nout in ((2, 16), (16, 16), (16, 1))
    ]
    parameters = [p for layer in weights for neuron in layer for p in neuron]
    points, labels = two_moons(100)

    def model(x: list[Any]) -> Any:
        for layer in weights:
            sums = [
                sum((w * a for w, a in zip(neuron, x, strict=False)), neuron[-1])
                for neuron in layer
            ]
            x = [s.relu() for s in sums] if layer is not weights[-1] else sums
        return x[0]

    def one_point() -> None:
        model([Value(0.5), Value(-0.25)]).backward()

    def full_batch() -> None:
        scores = [model([Value(x) for x in point]) for point in points]
        losses = [(1 + -y * score).relu() for y, score in zip(labels, scores, strict=True)]
        loss = sum(losses) * (1.0 / len(losses)) + 1e-4 * sum(p * p for p in parameters)
        update(parameters, loss.backward)

    def chain() -> None:
        x = Value(1.0)
        for i in range(900):
            x = x * 1.001 if i % 2 else x + 0.001
        x.backward()

    measured = {
        "one point": seconds(one_point, 50),
        "full batch": seconds(full_batch, 3),
        "chain": seconds(chain, 20),
        "batch memory": peak(full_batch),
    }
    if name == "ours":
        measured |= measure_compiled(lambda *point: model([*point]))
    return measured if name == "published" else measured | measure_gpt(name, Value)


def measure_gpt(name: str, kind: Any) -> dict[str, float]:
    from micrograd import gpt

    gpt.Value = kind  # type: ignore[misc]  # of which the weights are made
    model = gpt.GPT(length=16, width=16, heads=4)
    parameters = model.parameters()
    inputs = [model.inputs(word) for word in NAMES]

    def step() -> None:
        for one in inputs:
            update(parameters, lambda one=one: model.loss(*one).backward())

    measured = {
        "GPT step": seconds(step, 2) / len(NAMES),
        "GPT memory": peak(lambda: model.loss(*inputs[-1]).backward()),
    }
    if name != "ours":
        return measured
    from micrograd.compiled import Compiled

    start = time.process_time()
    six = Compiled(model.loss, *inputs[3])
    measured["compiling"] = time.process_time() - start
    start = time.process_time()
    compile(six.source, "", "exec")
    measured["compile"] = time.process_time() - start
    fast = [Compiled(model.loss, *one) for one in inputs]

    def compiled_step() -> None:
        for run, one in zip(fast, inputs, strict=True):
            update(parameters, lambda run=run, one=one: run(*one))

    return measured | {"GPT step, compiled": seconds(compiled_step, 20) / len(NAMES)}


def measure_compiled(model: Callable[..., Any]) -> dict[str, float]:
    from micrograd.compiled import Compiled

    compiled = Compiled(model, 0.5, -0.25)
    return {"one point, compiled": seconds(lambda: compiled(0.5, -0.25), 500)}


def update(parameters: list[Any], backward: Callable[[], object]) -> None:
    """Zero, backward, step."""
    for p in parameters:
        p.grad = 0.0
    backward()
    for p in parameters:
        p.data -= 0.01 * p.grad


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


def peak(program: Callable[[], object]) -> float:
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
    if sys.argv[1:]:
        print(json.dumps(measure(sys.argv[1])))
    else:
        main()
