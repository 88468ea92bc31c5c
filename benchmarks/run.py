"""How long the book takes, beside an empty Material site in the same run.

    make bench

Each figure is the median of five, in seconds unless it says otherwise. Nothing here passes or
fails; tests do not assert times.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUNS = 5
PORT = 8765
MKDOCS = [sys.executable, "-m", "mkdocs"]
ENV = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
EMPTY = "site_name: Empty\ntheme: {name: material, font: false}\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        book, empty = Path(folder) / "book", Path(folder) / "empty"
        shutil.copytree(ROOT / "docs", book / "docs")
        shutil.copy(ROOT / "mkdocs.yml", book)
        (empty / "docs").mkdir(parents=True)
        (empty / "docs" / "index.md").write_text("# Empty\n")
        (empty / "mkdocs.yml").write_text(EMPTY)

        cells: list[float] = []
        cold_book = median(lambda: cold(book, cells))
        cold_empty = median(lambda: cold(empty, []))
        ran = statistics.median(cells)
        allowed = 4 * cold_empty + ran
        print(f"cold build, book          {cold_book:7.2f}")
        print(f"cold build, empty site    {cold_empty:7.2f}   x {cold_book / cold_empty:.2f}")
        print(f"  its cells' own run time {ran:7.2f}")
        print(f"  aim: 4 x empty + cells  {allowed:7.2f}   {cold_book / allowed:.0%} of it used")

        prose_book = rebuilds(book, book / "docs" / "chapters" / "04-manual-backprop.md")
        prose_empty = rebuilds(empty, empty / "docs" / "index.md")
        print(f"after a prose edit, book  {prose_book:7.2f}")
        print(f"after a prose edit, empty {prose_empty:7.2f}   x {prose_book / prose_empty:.2f}")

    print(f"a figure, in process, ms  {figure(in_process()) * 1000:7.2f}")
    if dot := shutil.which("dot"):
        print(f"a figure, dot program, ms {figure(by_program(dot)) * 1000:7.2f}")
    else:
        print("a figure, dot program, ms    none on the PATH")


def median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(RUNS))


def cold(site: Path, cells: list[float]) -> float:
    """Seconds for a build in a process of its own; adds what its cells took to `cells`."""
    start = time.perf_counter()
    done = subprocess.run(
        [*MKDOCS, "build"], cwd=site, env=ENV, check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - start
    cells += [float(found) for found in re.findall(r"Cells ran for ([\d.]+)", done.stderr)]
    return seconds


def rebuilds(site: Path, page: Path) -> float:
    """Median seconds from one prose edit under serve until the page shows it."""
    path = page.relative_to(site / "docs").with_suffix(".html")
    address = f"127.0.0.1:{PORT}"
    server = subprocess.Popen(
        [*MKDOCS, "serve", "--dev-addr", address],
        cwd=site, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip

    def edit(text: str) -> float:
        start = time.perf_counter()
        page.write_text(f"{page.read_text()}\n{text}\n")
        until_shown(f"http://{address}/{path}", text)
        return time.perf_counter() - start

    try:
        until_shown(f"http://{address}/{path}", "</html>")
        return statistics.median([edit(f"A sentence more, number {run}.") for run in range(RUNS)])
    finally:
        server.terminate()
        server.wait()


def until_shown(url: str, text: str, seconds: float = 120) -> None:
    """Wait until a page holds a text."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(url) as answer:
            if text in answer.read().decode():
                return
        time.sleep(0.02)
    raise SystemExit(f"{url} did not show {text!r} in {seconds:.0f} s")


def neuron() -> str:
    """The DOT text of the neuron of chapter 05."""
    from micrograd.draw import draw_dot
    from micrograd.engine import Value

    x1, x2 = Value(2.0, label="x1"), Value(0.0, label="x2")
    w1, w2 = Value(-3.0, label="w1"), Value(1.0, label="w2")
    o = (x1 * w1 + x2 * w2 + 6.8813735870195432).tanh()
    o.backward()
    return str(draw_dot(o).source)


def in_process() -> Callable[[str], str]:
    from authoring.figures import find_renderer

    return find_renderer()


def by_program(dot: str) -> Callable[[str], str]:
    def render(source: str) -> str:
        command = [dot, "-Tsvg"]
        return subprocess.run(
            command, input=source, capture_output=True, text=True, check=True
        ).stdout

    return render


def figure(render: Callable[[str], str]) -> float:
    """Median seconds to draw the neuron, of five rounds of twenty."""
    source = neuron()
    render(source)

    def twenty() -> float:
        start = time.perf_counter()
        for _ in range(20):
            render(source)
        return (time.perf_counter() - start) / 20

    return median(twenty)


if __name__ == "__main__":
    main()
