"""How long one figure takes: drawn in process, and by the dot program where there is one.

    python -m benchmarks.figure

The neuron of chapter 05, in milliseconds: the median of five rounds of twenty.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import closing

from pygraphviz import AGraph

from benchmarks import clock
from micrograd.draw import draw_dot
from micrograd.engine import Value
from unpasted.kinds.drawing import rendered

ROUNDS = 5


def main() -> None:
    """Print the two times."""
    print(f"a figure, in process, ms  {seconds(in_process) * 1000:7.2f}")
    if dot := shutil.which("dot"):
        print(f"a figure, dot program, ms {seconds(by_program(dot)) * 1000:7.2f}")
    else:
        print("a figure, dot program, ms    none on the PATH")


def neuron() -> str:
    """The DOT text of the neuron of chapter 05."""
    x1, x2 = Value(2.0, label="x1"), Value(0.0, label="x2")
    w1, w2 = Value(-3.0, label="w1"), Value(1.0, label="w2")
    o = (x1 * w1 + x2 * w2 + 6.8813735870195432).tanh()
    o.backward()
    return str(draw_dot(o).source)


def in_process(source: str) -> str:
    """A drawing as a build makes it."""
    with closing(AGraph(string=source)) as graph:
        return rendered(graph, {}, [])


def by_program(dot: str) -> Callable[[str], str]:
    """A renderer that starts the dot program for each figure."""

    def render(source: str) -> str:
        command = [dot, "-Tsvg"]
        return subprocess.run(
            command, input=source, capture_output=True, text=True, check=True
        ).stdout

    return render


def seconds(render: Callable[[str], str]) -> float:
    """Median seconds to draw the neuron."""
    source = neuron()
    render(source)

    def twenty() -> float:
        start = time.perf_counter()
        for _ in range(20):
            render(source)
        return (time.perf_counter() - start) / 20

    return clock.median(twenty, ROUNDS)


if __name__ == "__main__":
    main()
