"""Train larger GPTs than the chapter does, and write down what they cost and what they reach.

    PYTHONPATH=src python docs/recorded/gpt/record.py

It takes some ten minutes on a slow core. The chapter shows what `trained.json` says.
"""

import itertools
import json
import platform
import time
from pathlib import Path

from micrograd.compiled import Compiled
from micrograd.datasets import names
from micrograd.gpt import GPT
from micrograd.optim import Adam, cosine

PATH = Path(__file__).with_name("trained.json")
RUNS = [  # width, heads, steps, rate
    (8, 2, 1000, 0.02),
    (8, 2, 4000, 0.02),
    (16, 4, 4000, 0.01),
    (16, 4, 20000, 0.01),
]
SEEDS = (1, 2, 3)


def train(width: int, heads: int, steps: int, rate: float, seed: int) -> dict[str, float]:
    """Train one, with one word a step; how long it took, and its loss on unseen names."""
    data = names()
    model = GPT(width=width, heads=heads, seed=seed)
    begun = time.process_time()
    fast = {n: Compiled(model.loss, *model.inputs("x" * n)) for n in range(3, 9)}
    compiled = time.process_time()
    optimizer = Adam(model.parameters(), rate=rate)
    for step in range(steps):
        word = data.training[step % len(data.training)]
        optimizer.zero_grad()
        fast[len(word)](*model.inputs(word))
        optimizer.step(cosine(step, steps, warmup=20))
    trained = time.process_time()
    letters = sum(len(word) + 1 for word in data.validation)
    costs = (fast[len(w)].forward(*model.inputs(w)) * (len(w) + 1) for w in data.validation)
    return {
        "parameters": len(model.parameters()),
        "compiling": round(compiled - begun, 2),
        "training": round(trained - compiled, 1),
        "loss": round(sum(costs) / letters, 4),
    }


def step() -> dict[str, float]:
    """What a step with a name of six letters takes: on the engine and compiled in milliseconds,
    the compiling in seconds."""
    model = GPT(seed=1)
    given = model.inputs("monica")
    times = [time.process_time()]
    for _ in range(20):
        model.loss(*given).backward()
    times.append(time.process_time())
    fast = Compiled(model.loss, *given)
    times.append(time.process_time())
    for _ in range(200):
        fast(*given)
    times.append(time.process_time())
    engine, compiling, compiled = (b - a for a, b in itertools.pairwise(times))
    return {"engine": engine / 20 * 1e3, "compiled": compiled / 200 * 1e3, "compiling": compiling}


def main() -> None:
    content = {"python": platform.python_version(), "step": step()}  # before the rest is compiled
    runs = []
    for width, heads, steps, rate in RUNS:
        for seed in SEEDS:
            shape = {"width": width, "heads": heads, "steps": steps, "rate": rate, "seed": seed}
            runs.append(shape | train(width, heads, steps, rate, seed))
            print(runs[-1], flush=True)
    PATH.write_text(json.dumps(content | {"runs": runs}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
