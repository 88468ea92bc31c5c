"""Write down the graph that PyTorch builds for the GPT's loss on two names.

    PYTHONPATH=src python docs/recorded/gpt/graph.py

It needs torch. Chapter 21 draws what `graph.json` says.
"""

import json
import runpy
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("graph.json")
PROGRAM = Path(__file__).parents[1] / "pytorch" / "gpt.py"


def inputs_first(node: Any, order: list[Any]) -> list[Any]:
    """The nodes from which `node` was made, and itself, each after its inputs."""
    if node not in order:
        for one, _ in node.next_functions:
            if one:
                inputs_first(one, order)
        order.append(node)
    return order


def main() -> None:
    import torch

    order = inputs_first(runpy.run_path(str(PROGRAM))["loss"].grad_fn, [])
    nodes = [
        {
            "name": type(node).__name__,
            "inputs": [order.index(one) for one, _ in node.next_functions if one],
        }
        for node in order
    ]
    version = torch.__version__.partition("+")[0]
    lines = ",\n  ".join(json.dumps(node) for node in nodes)
    text = f'{{\n "torch": "{version}",\n "nodes": [\n  {lines}\n ]\n}}\n'
    PATH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
