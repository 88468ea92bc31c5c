"""Tiny books, built and served by the real commands."""

from __future__ import annotations

import contextlib
import functools
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.built import MKDOCS, environment

SETTINGS = """
site_name: Tiny
use_directory_urls: false
theme: {name: mkdocs, highlightjs: false}
markdown_extensions: [admonition, attr_list, md_in_html, tables, pymdownx.superfences]
plugins:
  - unpasted: {packages: [toy], steps: toy.steps}
"""
PACKAGE = {
    "__init__.py": "",
    "broken.py": "def f(:\n",
    "first.py": "class Value:\n    def __init__(self):\n        self.data = 1\n",
    "steps.py": """
        from types import SimpleNamespace
        STEPS = (SimpleNamespace(name="first", module="toy.first"),)
    """,
}


class TinyBook:
    """A book of two pages in a folder of its own, with a package `toy` to import."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder, folder / "site"
        (folder / "docs").mkdir(parents=True)
        (folder / "src" / "toy").mkdir(parents=True)
        (folder / "mkdocs.yml").write_text(SETTINGS)
        for name, text in PACKAGE.items():
            self.write(f"src/toy/{name}", text)
        self.page("# Page\n")
        self.page("# Other\n\n## There\n", "other.md")
        self.env = environment()

    def write(self, path: str, text: str) -> None:
        (self.folder / path).write_text(dedent(text))

    def page(self, markdown: str, name: str = "index.md") -> None:
        (self.folder / "docs" / name).write_text(markdown)

    def build(self, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*MKDOCS, "build", *arguments],
            cwd=self.folder,
            env=self.env | env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def started(self, **options: Any) -> subprocess.Popen[str]:
        """A build at the moment when its cells begin to run."""
        process = subprocess.Popen(
            [*MKDOCS, "build"],
            cwd=self.folder,
            env=self.env,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        while "Building documentation" not in process.stderr.readline():
            pass
        time.sleep(1)
        return process

    def published(self) -> list[str]:
        """The files that could be deployed."""
        return [str(p.relative_to(self.folder)) for p in self.folder.glob("site*/**/*")]


class Server:
    """`mkdocs serve` of a tiny book."""

    def __init__(self, book: TinyBook, *options: str) -> None:
        self.book, self.port = book, free_port()
        self.log = (book.folder / "serve.log").open("w")
        self.process = subprocess.Popen(
            [*MKDOCS, "serve", "--dev-addr", f"127.0.0.1:{self.port}", *options],
            cwd=book.folder,
            env=book.env,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def wait_for(self, text: str, page: str = "index.html", seconds: float = 30) -> str:
        """The page's text, as soon as it holds `text`."""
        end, seen = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            assert self.process.poll() is None, f"the server ended:\n{self.said()}"
            with contextlib.suppress(OSError):
                seen = self.page(page)
            if text in seen:
                return seen
            time.sleep(0.02)
        raise AssertionError(f"{text!r} did not show; the log:\n{self.said()}\nthe page:\n{seen}")

    def page(self, url: str) -> str:
        """A page, as it is at this moment."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{url}") as answer:
            return answer.read().decode()

    def said(self) -> str:
        return (self.book.folder / "serve.log").read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.log.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def tiny(tmp_path: Path) -> TinyBook:
    """A tiny book without fault."""
    return TinyBook(tmp_path / "book")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):
    """A served tiny book."""
    running = Server(TinyBook(tmp_path_factory.mktemp("served") / "book"))
    running.wait_for("Page")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def under_serve(tmp_path_factory: pytest.TempPathFactory):
    """From a part of the holes to what the server of their book said and showed."""
    from tests.site.broken import served  # which has books of the sort above

    return functools.cache(functools.partial(served, tmp_path_factory))


def pages_of(site: Path) -> dict[str, str]:
    """The HTML of every page of a site, by its path."""
    return {str(p.relative_to(site)): p.read_text() for p in sorted(site.rglob("*.html"))}


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, byte for byte."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def article(html: str) -> str:
    """The part of a page that its Markdown wrote."""
    match = re.search(r"<article.*?</article>", html, re.S)
    return match[0] if match else html
