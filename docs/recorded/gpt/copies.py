"""Train the GPT of chapter 20 as it does, let it write, and count the names that are real.

    PYTHONPATH=src python docs/recorded/gpt/copies.py

It takes some four minutes on a slow core. The chapter shows what `copies.json` says.
"""

import json
import platform
import random
from pathlib import Path

from micrograd.compiled import Compiled
from micrograd.datasets import names
from micrograd.gpt import GPT
from micrograd.optim import Adam, cosine

PATH = Path(__file__).with_name("copies.json")
STEPS, WRITTEN = 1500, 4000


def main() -> None:
    data, model = names(), GPT(seed=1)
    fast = {n: Compiled(model.loss, *model.inputs("a" * n)) for n in range(3, 9)}
    optimizer = Adam(model.parameters(), rate=0.02)
    for step in range(STEPS):
        word = data.training[step]
        optimizer.zero_grad()
        fast[len(word)](*model.inputs(word))
        optimizer.step(cosine(step, STEPS, warmup=20))
    rng = random.Random(4)
    written = [model.sample(rng) for _ in range(WRITTEN)]
    sets = {
        "read": {*data.training[:STEPS]},
        "unread": {*data.training[STEPS:], *data.validation, *data.test},
    }
    counts = {
        name: {
            "names": len(known),
            "written": sum(one in known for one in written),
            "different": len(known.intersection(written)),
        }
        for name, known in sets.items()
    }
    content = {"python": platform.python_version(), "written": WRITTEN, **counts}
    PATH.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print(content)


if __name__ == "__main__":
    main()
