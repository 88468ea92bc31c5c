"""Books served to a real Chromium, and pages that may not fail in silence."""

from __future__ import annotations

import functools
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.site.conftest import MKDOCS, ROOT, environment

BOOK = Path(__file__).parent / "book"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
site_name: Small
nav:
  - index.md
  - loose.md
  - One: [{{A: chapters/walks.md}}, {{B: chapters/order.md}}]
  - Two: [{{C: chapters/questions.md}}, {{D: chapters/more.md}}]
plugins:
  - search
  - markdown-exec: {{languages: [python]}}
  - authoring: {{packages: [micrograd], steps: micrograd.steps, drawing: micrograd.draw}}
"""
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
    """Serves files and says nothing."""

    def log_message(self, *_: Any) -> None:
        pass


class Site:
    """A built book, served on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def build(self, root: Path, site_url: str | None = None) -> Site:
        url = self.url if site_url is None else site_url
        done = subprocess.run(
            [*MKDOCS, "build", "--strict", "--quiet", "--site-dir", str(self.folder)],
            cwd=root, env=environment(SITE_URL=url, PYTHONPATH=str(ROOT / "src")),
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return self

    @property
    def pages(self) -> list[str]:
        """The paths of its pages."""
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*.html"))


def sources(root: Path) -> Path:
    """The small book's sources: the pages of tests/browser/book, the assets of the real one."""
    shutil.copytree(BOOK, root / "docs")
    shutil.copytree(ROOT / "docs" / "assets", root / "docs" / "assets")
    (root / "mkdocs.yml").write_text(SETTINGS)
    return root


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Site]]:
    """Makes a folder that is served."""
    sites: list[Site] = []

    def make(name: str) -> Site:
        sites.append(Site(tmp_path_factory.mktemp(name) / "site"))
        return sites[-1]

    yield make
    for site in sites:
        site.server.shutdown()


@pytest.fixture(scope="session")
def book(served: Callable[[str], Site]) -> Site:
    """The real book, built strictly."""
    return served("book").build(ROOT)


@pytest.fixture(scope="session")
def small(served: Callable[[str], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The small book of special pages."""
    return served("small").build(sources(tmp_path_factory.mktemp("small-sources")))


@pytest.fixture(scope="session")
def bare(served: Callable[[str], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two pages in Material's theme, without anything of ours: a heading, code, a note."""
    root = tmp_path_factory.mktemp("bare-sources")
    (root / "docs").mkdir()
    (root / "mkdocs.yml").write_text(BARE)
    for name in ("index.md", "two.md"):
        (root / "docs" / name).write_text(EMPTY)
    return served("bare").build(root)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    try:
        path = chromium.find()
    except chromium.NoChromiumError as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path or None, args=chromium.FLAGS)
        yield launched
        launched.close()


class Visits:
    """Opens pages, each in a context of its own unless one is given, and notes what they do wrong:
    errors in the console, exceptions, requests to another host."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.faults, self.contexts = browser, [], []

    def __call__(self, url: str, init: str = "", **options: Any) -> Page:
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        if init:
            context.add_init_script(init)
        page = context.new_page()
        host = url.split("/")[2]
        page.on("console", lambda m: self._note(m.type == "error", f"console: {m.text}"))
        page.on("pageerror", lambda error: self._note(True, f"exception: {error}"))
        page.on("request", lambda r: self._note(self._foreign(r.url, host), f"request: {r.url}"))
        page.goto(url)
        return page

    @staticmethod
    def _foreign(url: str, host: str) -> bool:
        scheme, _, rest = url.partition("://")
        return scheme in ("http", "https", "ws", "wss") and rest.split("/")[0] != host

    def _note(self, bad: bool, text: str) -> None:
        if bad:
            self.faults.append(text)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visits]:
    """Opens pages; afterwards none of them may have complained or called another host."""
    visits = Visits(browser)
    yield visits
    for context in visits.contexts:
        context.close()
    assert visits.faults == []
