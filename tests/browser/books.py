"""Small books and the real one, built once for all processes and served on a port of their own."""

from __future__ import annotations

import contextlib
import functools
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.built import ADDRESS, ROOT, build

[_AXE_FOLDER] = find_spec("axe_playwright_python").submodule_search_locations
AXE = "axe.min.js"
AXE_FILE = Path(_AXE_FOLDER) / AXE

BOOK = Path(__file__).parent / "book"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
site_name: Small
nav:
  - index.md
  - loose.md
  - train.md
  - One: [{{H: chapters/live.md}}, {{A: chapters/walks.md}}, {{B: chapters/order.md}}, {{E: chapters/figures.md}}, {{L: chapters/large.md}}]
  - Two:
    - {{C: chapters/questions.md}}
    - {{D: chapters/more.md}}
    - {{G: chapters/again.md}}
    - {{F: chapters/exercises.md}}
  - review.md
plugins:
  - search
  - unpasted: {{packages: [micrograd], steps: micrograd.steps, drawing: micrograd.draw, twice: false}}
"""
REPOSITORY = "https://github.com/someone/book"
BARE = """
site_name: Bare
use_directory_urls: false
nav: [index.md, {One: [{Two: two.md}]}]
theme:
  name: material
  font: false
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle: {icon: material/weather-night, name: Dark}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle: {icon: material/weather-sunny, name: Light}
  features: [navigation.sections, navigation.footer, navigation.top, toc.integrate, content.code.copy]
extra: {generator: false}
markdown_extensions: [tables, admonition, pymdownx.details, pymdownx.highlight, pymdownx.superfences]
"""
CODE = """
```python
import math  # words

class Value:
    @property
    def f(self, x=1.5, *, y=None):
        \"\"\"Words.\"\"\"
        if x not in (1, "two") and not y:
            raise ValueError(f"{x!r} words")
        return [-x ** 20 for _ in range(300) if True] is math.pi
```
"""
EMPTY = f"# Empty\n\n## Part\n\nWords, `code`.\n{CODE}{CODE}\n??? note\n\n    Words.\n"


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder's files, and axe, over connections that stay open; says nothing."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet
    disable_nagle_algorithm = True

    def translate_path(self, path: str) -> str:
        return str(AXE_FILE) if path == f"/{AXE}" else super().translate_path(path)

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # a page that was left asks for no more
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass


class Host(Quiet):
    """Serves a site in a folder of the host, and its 404 page for all else, as static hosts do."""

    folder = "/books/micrograd/"

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self.folder) if path.startswith(self.folder) else "nowhere"
        return super().translate_path(f"/{inside}")

    def send_error(self, code: int, *_: object) -> None:
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@contextlib.contextmanager
def hosted(site: Path) -> Iterator[str]:
    """The address of a site in a folder of a host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{Host.folder}"
    server.shutdown()


class Site:
    """A copy of a built book, served on a port of its own."""

    def __init__(self, built: Path, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(built, folder)
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        for page in [*folder.rglob("*.html"), folder / "sitemap.xml"]:
            page.write_text(page.read_text().replace(ADDRESS, self.url))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def alone(self, path: str, number: int = 0, tag: str = "graph-walk") -> str:
        """The address of a page that keeps one element of a kind, from 0: to load the others takes
        longer than most tests."""
        file = self.folder / path
        own = file.with_stem(f"{file.stem}-{tag}-{number}")
        if not own.exists():
            first, *others = re.split(rf"(?=<{tag}\b)", file.read_text())
            kept = [
                text if n == number else text.partition(f"</{tag}>")[2]
                for n, text in enumerate(others)
            ]
            own.write_text("".join([first, *kept]))
        return self.url + str(own.relative_to(self.folder))

    @property
    def pages(self) -> list[str]:
        """The paths of its pages."""
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*.html"))


def small_project(root: Path) -> Path:
    """The sources of the small book: the pages of tests/browser/book, the assets of the real one."""
    shutil.copytree(BOOK, root / "docs")
    shutil.copytree(ROOT / "docs" / "assets", root / "docs" / "assets")
    (root / "mkdocs.yml").write_text(SETTINGS)
    for shared in ("src", "node_modules"):
        (root / shared).symlink_to(ROOT / shared)
    return root


def build_bare(folder: Path) -> None:
    """Two pages in Material's theme, without anything of ours: a heading, code, a note."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "docs").mkdir()
        (root / "mkdocs.yml").write_text(BARE)
        for page in ("index.md", "two.md"):
            (root / "docs" / page).write_text(EMPTY)
        build(root, folder, SITE_URL=ADDRESS)
