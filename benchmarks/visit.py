"""What a first visit over a slow phone costs: requests, bytes, seconds until the page can be used.

    python -m benchmarks.visit [SITE]

SITE is a built folder, by default `site`; the heaviest of its pages is named last. 400 kbit/s,
400 ms, a processor four times slower, a server that compresses. Usable means that every element of
the page's scripts is built. Each time is the median of three.
"""

from __future__ import annotations

import functools
import gzip
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser import chromium

ROOT = Path(__file__).parents[1]
PAGES = ("index.html", "chapters/06-walk-it-backward.html", "chapters/14-training.html")
RUNS = 3
SLOW = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
CPU = 4
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SQUEEZED = (".html", ".css", ".js", ".json", ".xml", ".svg")
USABLE = """(() => {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.moved.push(one.value);
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const known = document.querySelector("book-progress");
    if (known && document.readyState !== "loading" && !document.querySelector(":not(:defined)"))
      window.usable = performance.now();
    else setTimeout(look, 10);
  };
  look();
})()"""


class Squeezing(SimpleHTTPRequestHandler):
    """Serves files compressed, over connections that stay open."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        if not file.is_file() or file.suffix not in SQUEEZED:
            super().do_GET()
            return
        body = gzip.compress(file.read_bytes(), mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass


@dataclass(frozen=True)
class Visit:
    """One first visit: how many requests, bytes over the wire, seconds, how far things moved."""

    asked: tuple[str, ...]
    bytes: int
    painted: float
    usable: float
    moved: float


def main() -> None:
    """Print a line for each page, and the heaviest of all."""
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    if not (site / "index.html").exists():
        raise SystemExit(f"there is no site in {site}; make build writes one")
    print("first visit, 400 kbit/s, 400 ms, CPU / 4    requests      kB   paint s  usable s  shift")
    with served(site) as url, browser() as phone:
        for page in PAGES:
            runs = [visit(phone, url + page) for _ in range(RUNS)]
            first = runs[0]
            print(
                f"{page:45} {len(first.asked):6} {first.bytes / 1000:7.0f} "
                f"{statistics.median(run.painted for run in runs):9.1f} "
                f"{statistics.median(run.usable for run in runs):9.1f} {first.moved:6.3f}"
            )
        chapters = (one for one in site.rglob("*.html") if "<book-progress" in one.read_text())
        every = (str(one.relative_to(site)) for one in chapters)
        weights = {page: visit(phone, url + page, slow=False).bytes for page in every}
        heaviest = max(weights, key=weights.__getitem__)
        print(f"heaviest of {len(weights)}: {heaviest}, {weights[heaviest] / 1000:.0f} kB")


@contextmanager
def served(site: Path) -> Iterator[str]:
    """A site on a port of its own; its address."""
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Squeezing, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium."""
    with sync_playwright() as playwright:
        path = chromium.find()
        launched = playwright.chromium.launch(executable_path=path or None, args=chromium.FLAGS)
        yield launched
        launched.close()


def visit(phone: Browser, url: str, *, slow: bool = True) -> Visit:
    """Visit a page for the first time; look at it until it is quiet.

    Arguments:
        slow: as over a slow phone.
    """
    context = phone.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(USABLE)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    asked: list[str] = []
    loaded: list[float] = []
    session.on("Network.requestWillBeSent", lambda e: asked.append(e["request"]["url"]))
    session.on("Network.loadingFinished", lambda e: loaded.append(e["encodedDataLength"]))
    page.goto(url, timeout=120_000)
    while not page.evaluate("window.usable"):  # the policy forbids what wait_for_function does
        page.wait_for_timeout(20)
    page.wait_for_load_state("networkidle", timeout=120_000)
    painted, usable, moved = page.evaluate(
        """[performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
            window.usable, window.moved.reduce((sum, one) => sum + one, 0)]"""
    )
    context.close()
    own = tuple(url for url in asked if not url.startswith("data:"))
    return Visit(own, int(sum(loaded)), painted / 1000, usable / 1000, moved)


if __name__ == "__main__":
    main()
