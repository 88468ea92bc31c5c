"""Small books and the real one, built by the real command and served on a port of their own."""

from __future__ import annotations

import fcntl
import functools
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.site.conftest import MKDOCS, ROOT, environment

NOWHERE = "http://127.0.0.1:9/"  # stands for a site's address until it has one

BOOK = Path(__file__).parent / "book"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
site_name: Small
nav:
  - index.md
  - loose.md
  - One: [{{A: chapters/walks.md}}, {{B: chapters/order.md}}, {{E: chapters/figures.md}}]
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

    def copy(self, once: Path) -> Site:
        """The real book; whichever process comes first builds it in `once`, for all."""
        with once.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not once.exists():
                built = Site(once.with_suffix(".built")).build(ROOT, NOWHERE)
                built.server.shutdown()
                built.folder.rename(once)
        shutil.copytree(once, self.folder, dirs_exist_ok=True)
        for page in [*self.folder.rglob("*.html"), self.folder / "sitemap.xml"]:
            page.write_text(page.read_text().replace(NOWHERE, self.url))
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
