"""Time the engine against chapter 21's `Array`, by how many evenings it takes at a time.

    PYTHONPATH=src python docs/recorded/speed/evenings.py

It takes the functions from the chapter, and a minute on a slow core. The chapter prints what
`evenings.json` says: how many times as long the engine takes, the median of nine pairs of runs.
"""

import ast
import json
import platform
import re
from pathlib import Path
from statistics import median
from typing import Any

from micrograd.datasets import frost
from micrograd.engine import Value

HERE = Path(__file__).parent
CHAPTER = HERE.parents[1] / "chapters" / "21-to-pytorch.md"
NEEDED = {"add", "mul", "inputs_first", "Node", "Array", "repeat"}
NEEDED |= {"misses", "one_by_one", "seconds"}
SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 400, 800)


def defined() -> dict[str, Any]:
    """The functions and the class of the chapter, and the evenings they read."""
    evenings, labels = frost()
    garden = [1000 * list(column) for column in zip(*evenings, strict=True)]
    space: dict[str, Any] = {"garden": [*garden, [-float(y) for y in 1000 * labels]]}
    for cell in re.findall(r"^```python exec[^\n]*\n(.*?)^```$", CHAPTER.read_text(), re.M | re.S):
        for part in ast.parse(cell).body:
            taken = isinstance(part, ast.FunctionDef | ast.ClassDef) and part.name in NEEDED
            if taken or ast.unparse(part) == "from time import process_time":
                exec(compile(ast.Module([part], []), str(CHAPTER), "exec"), space)
    return space


def main() -> None:
    made = defined()
    seconds = made["seconds"]

    def ratio(n: int) -> float:
        engine, _ = seconds(Value, made["one_by_one"], 0.0, n)
        arrays, _ = seconds(made["Array"], made["misses"], [0.0], n)
        return engine / arrays

    ratios: dict[int, list[float]] = {n: [] for n in SIZES}
    for _ in range(9):
        for n, found in ratios.items():
            found.append(ratio(n))
    content = {
        "python": platform.python_version(),
        "ratios": {n: round(median(found), 2) for n, found in ratios.items()},
        "least and most": {n: [round(min(r), 2), round(max(r), 2)] for n, r in ratios.items()},
    }
    text = json.dumps(content, indent=1) + "\n"
    (HERE / "evenings.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
