"""What it costs a reader to run a cell: seconds from the click, and bytes over the wire.

    python -m benchmarks.live [SITE]

SITE is a built folder, by default `site`. Beside it stands markdown-exec's own pyodide fence,
served from the same folder with the same Pyodide: its own script, but neither its editor nor its
highlighter nor micropip, which it loads from other hosts. What it costs is more than what is told.
It runs as soon as its page is open; its seconds count from there. Each time is the median of three
visits; a warm one finds what the browser kept.
"""

from __future__ import annotations

import functools
import gzip
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks.visit import ROOT, RUNS, Squeezing, browser

OURS = "chapters/01-derivative.html"
FENCE = "fence.html"
LATER = 20  # runs of a small cell
PEER = """<!DOCTYPE html>
<meta charset="utf-8">
<title>pyodide fence</title>
<body data-md-color-scheme="default">
<span id="x-run">Run</span><span id="x-clear">Clear</span>
<div><pre id="x-editor"></pre><pre><code id="x-output"></code></pre></div>
<script>
var ace = { edit: () => ({ session: { setMode() {} }, setTheme() {}, setOption() {}, resize() {},
  getValue: () => "print(2 + 2)" }) };
var hljs = { highlightElement() {} };
var setTheme;
</script>
<script src="assets/unpasted/live/pyodide/pyodide.js"></script>
<script>
const load = loadPyodide;
loadPyodide = async () => {
  const made = await load({ indexURL: "assets/unpasted/live/pyodide/" });
  made.loadPackage = async () => {};
  return made;
};
</script>
<script src="fence.js"></script>
<script>
setTheme = () => {};
setupPyodide("x-");
</script>
"""


class Counting(Squeezing):
    """Serves files, compressed once, and counts the bytes of their bodies."""

    sent = 0
    squeezed = functools.cache(lambda path, when: gzip.compress(path.read_bytes(), mtime=0))

    def do_GET(self) -> None:  # noqa: N802
        file = Path(self.translate_path(self.path))
        if not file.is_file():
            self.send_error(404)
            return
        stat = file.stat()
        tag = f'"{stat.st_mtime_ns}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        small = file.suffix in (".snapshot", ".zip")  # is compressed as it is
        body = file.read_bytes() if small else Counting.squeezed(file, stat.st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        if not small:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(body)
        Counting.sent += len(body)


def main() -> None:
    """Print a line for the book, and one for the fence."""
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    if not (site / "assets" / "unpasted" / "live").exists():
        raise SystemExit(f"there is no site with live cells in {site}; make build writes one")
    with tempfile.TemporaryDirectory() as name:
        served = _with_fence(Path(name) / "served", site)
        server = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Counting, directory=str(served))
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        print("running a cell                              cold s  warm s  later ms  over the wire")
        with browser() as chromium:
            told = {
                "this book: editor, Python, this package": _measured(chromium, url + OURS, _ours),
                "markdown-exec: Python alone": _measured(chromium, url + FENCE, _fence),
            }
        for what, (cold, warm, later, sent) in told.items():
            print(f"{what:44}{cold:6.2f}{warm:8.2f}{later * 1000:10.0f}{sent / 1e6:12.1f} MB")
        ours, fence = told.values()
        ratios = [mine / theirs for mine, theirs in zip(ours, fence, strict=True)]
        print(f"{'ratio':44}{ratios[0]:6.2f}{ratios[1]:8.2f}{ratios[2]:10.2f}{ratios[3]:12.2f}")
        for file in sorted((site / "assets" / "unpasted" / "live").rglob("*.*")):
            if file.suffix in (".js", ".mjs", ".wasm", ".zip", ".snapshot"):
                size = len(gzip.compress(file.read_bytes(), mtime=0))
                print(f"  {file.name:30} {size / 1000:8.0f} kB compressed")
        server.shutdown()


def _with_fence(served: Path, site: Path) -> Path:
    """The site's files, and a page with markdown-exec's fence among them."""
    shutil.copytree(site, served)
    (served / FENCE).write_text(PEER)
    (served / "fence.js").write_text((files("markdown_exec") / "assets" / "pyodide.js").read_text())
    runtime = ROOT / "node_modules" / "pyodide"
    for name in ("pyodide.js", "pyodide-lock.json"):
        shutil.copyfile(runtime / name, served / "assets" / "unpasted" / "live" / "pyodide" / name)
    return served


def _measured(
    chromium: Browser, url: str, run: Callable[[Page, str], tuple[float, float]]
) -> tuple[float, float, float, float]:
    """Seconds of a cold first run, of a warm one, of a later run; bytes of the cold one."""
    colds, warms, laters, sent = [], [], [], 0
    for _ in range(RUNS):
        context = chromium.new_context()
        before = Counting.sent
        cold, later = run(context.new_page(), url)
        sent = Counting.sent - before
        warm, _ = run(context.new_page(), url)
        colds.append(cold)
        warms.append(warm)
        laters.append(later)
        context.close()
    median: Callable[[list[float]], Any] = statistics.median
    return median(colds), median(warms), median(laters), sent


def _ours(page: Page, url: str) -> tuple[float, float]:
    page.goto(url, wait_until="networkidle")
    return first_cell(page)


def first_cell(page: Page) -> tuple[float, float]:
    """Seconds of the first run of a page's first cell, and of a later one."""
    cell = page.locator("live-cell").first
    start = time.perf_counter()
    cell.get_by_role("button", name="Edit and run").click()
    cell.get_by_role("button", name="Run", exact=True).click()
    cell.locator(".status", has_text="Ran in").wait_for(timeout=120_000)
    first = time.perf_counter() - start
    later: float = page.evaluate(
        f"""async () => {{
          const one = document.querySelector("live-cell").made, times = [];
          for (let n = 0; n < {LATER}; n++) {{
            const start = performance.now();
            await one.start();
            times.push(performance.now() - start);
          }}
          return times.sort((a, b) => a - b)[{LATER // 2}] / 1000;
        }}"""
    )
    return first, later


def _fence(page: Page, url: str) -> tuple[float, float]:
    start = time.perf_counter()
    page.goto(url)
    page.wait_for_function("document.getElementById('x-run').onclick")
    page.evaluate("document.getElementById('x-run').click()")
    page.wait_for_function("document.getElementById('x-output').textContent.includes('4')")
    first = time.perf_counter() - start
    later: float = page.evaluate(
        f"""async () => {{
          const out = document.getElementById("x-output"), times = [];
          for (let n = 0; n < {LATER}; n++) {{
            const start = performance.now();
            out.textContent = "";
            document.getElementById("x-run").click();
            while (!out.textContent.includes("4")) await new Promise((done) => setTimeout(done));
            times.push(performance.now() - start);
          }}
          return times.sort((a, b) => a - b)[{LATER // 2}] / 1000;
        }}"""
    )
    return first, later


if __name__ == "__main__":
    main()
