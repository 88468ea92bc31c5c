"""Train the GPT of chapter 20 without one of its pieces, and write down what it reaches.

    PYTHONPATH=src python docs/recorded/gpt/without.py

It takes about four minutes on a slow core. The chapter shows what `without.json` says.
"""

import json
import math
import platform
from collections import Counter
from pathlib import Path

from micrograd.compiled import Compiled
from micrograd.datasets import names
from micrograd.gpt import GPT, add, linear, norm
from micrograd.optim import Adam, cosine

PATH = Path(__file__).with_name("without.json")
STEPS, SEEDS = 1500, (1, 2, 3)
LEFT_OUT = ("nothing", "attend", "places", "attend and places", "think", "norm", "bypass")
LONGER = [  # as record.py trains the whole one, without attend
    {"width": 8, "heads": 2, "steps": 4000, "rate": 0.02},
    {"width": 16, "heads": 4, "steps": 4000, "rate": 0.01},
]
DATA = names()


class Without(GPT):
    """The chapter's GPT, less what `left_out` names."""

    left_out = "nothing"

    def scores(self, rows):
        out = self.left_out
        scaled = (lambda x: x) if out == "norm" else norm  # the first norm, of the sum, stays
        places = zip(rows, self.places, strict=False)
        xs = [norm(row if "places" in out else add(row, place)) for row, place in places]
        for block in self.blocks:
            if "attend" not in out:
                seen = block.attend([scaled(x) for x in xs])
                xs = seen if out == "bypass" else [add(x, y) for x, y in zip(xs, seen, strict=True)]
            if out != "think":
                made = [block.think(scaled(x)) for x in xs]
                xs = made if out == "bypass" else [add(x, y) for x, y in zip(xs, made, strict=True)]
        return [linear(self.out, x) for x in xs]


def loss_without(left_out, seed, width=8, heads=2, steps=STEPS, rate=0.02) -> float:
    model = Without(width=width, heads=heads, seed=seed)
    model.left_out = left_out
    fast = {n: Compiled(model.loss, *model.inputs("a" * n)) for n in range(3, 9)}
    optimizer = Adam(model.parameters(), rate=rate)
    for step in range(steps):
        word = DATA.training[step]
        optimizer.zero_grad()
        fast[len(word)](*model.inputs(word))
        optimizer.step(cosine(step, steps, warmup=20))
    letters = sum(len(word) + 1 for word in DATA.validation)
    costs = (fast[len(w)].forward(*model.inputs(w)) * (len(w) + 1) for w in DATA.validation)
    return round(sum(costs) / letters, 4)


def placed_pairs(extra: float = 10.0) -> float:
    """A table of pairs for each place, each leaning on the table of all places (add-one)."""
    here, begun, pairs, firsts = Counter(), Counter(), Counter(), Counter()
    for word in DATA.training:
        for place, (a, b) in enumerate(zip(f".{word}", f"{word}.", strict=True)):
            here[place, a, b] += 1
            begun[place, a] += 1
            pairs[a, b] += 1
            firsts[a] += 1
    costs = []
    for word in DATA.validation:
        for place, (a, b) in enumerate(zip(f".{word}", f"{word}.", strict=True)):
            anywhere = (pairs[a, b] + 1) / (firsts[a] + 27)
            known = here[place, a, b] + extra * anywhere
            costs.append(-math.log(known / (begun[place, a] + extra)))
    return round(sum(costs) / len(costs), 4)


def main() -> None:
    without = {piece: [loss_without(piece, seed) for seed in SEEDS] for piece in LEFT_OUT}
    longer = [
        run | {"attend": [loss_without("attend", seed, **run) for seed in SEEDS]} for run in LONGER
    ]
    content = {
        "python": platform.python_version(),
        "steps": STEPS,
        "pairs by place": placed_pairs(),
        "longer": longer,
        "without": without,
    }
    PATH.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print(content)


if __name__ == "__main__":
    main()
