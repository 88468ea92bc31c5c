"""Time the GPT of chapter 20, compiled by our engine and in PyTorch, and write down what it took.

    PYTHONPATH=src python docs/recorded/speed/race.py

It needs torch, and takes a minute on a slow core. Chapter 21 shows what `race.json` says.
"""

import json
import platform
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from micrograd.compiled import Compiled
from micrograd.datasets import names
from micrograd.gpt import tokens

HERE = Path(__file__).parent
SIZES = (1, 400)


def milliseconds(action: Callable[[], Any]) -> float:
    """The least of seven, by the processor's clock."""
    action()
    took = []
    for _ in range(7):
        start = time.process_time()
        for _ in range(10):
            action()
        took.append((time.process_time() - start) / 10)
    return min(took) * 1e3


def main() -> None:
    import torch

    torch.set_num_threads(1)
    chapter = runpy.run_path(str(HERE.parent / "pytorch" / "gpt.py"))  # in double precision
    scores, ours = chapter["scores"], chapter["ours"]
    words = [word for word in names().training if len(word) == 6]
    fast = Compiled(ours.loss, *ours.inputs(words[0]))

    def on_ours(given: list[list[Any]]) -> None:
        for one in given:
            fast(*one)

    def on_torch(known: Any) -> None:
        found = scores(known[:, :-1]).flatten(0, 1)
        torch.nn.functional.cross_entropy(found, known[:, 1:].flatten()).backward()

    race = {"names": SIZES, "compiled": [], "torch": []}
    for n in SIZES:
        given = [ours.inputs(word) for word in words[:n]]
        known = torch.tensor([tokens(word) for word in words[:n]])
        race["compiled"].append(round(milliseconds(lambda given=given: on_ours(given)), 2))
        race["torch"].append(round(milliseconds(lambda known=known: on_torch(known)), 2))
    versions = {"python": platform.python_version(), "pytorch": torch.__version__.split("+")[0]}
    text = json.dumps(versions | race, indent=1) + "\n"
    (HERE / "race.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
