"""Markdown in, HTML out, without MkDocs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from markdown import Markdown

from unpasted.book import Book
from unpasted.faults import Place
from unpasted.html import tree
from unpasted.kinds import drawing
from unpasted.mkdocs import UnpastedConfig
from unpasted.page import Page
from unpasted.project import settings_of
from unpasted.run.cache import Cache
from unpasted.run.fences import sendable
from unpasted.run.runner import Runner

ROOT = Path(__file__).parents[2]
EXTENSIONS = [
    "abbr", "admonition", "attr_list", "md_in_html", "tables", "toc",
    "pymdownx.details", "pymdownx.highlight", "pymdownx.superfences",
]  # fmt: skip


@dataclass
class Built:
    """A page's HTML and the faults that were noted, as the log would say them."""

    html: str
    faults: list[str] = field(default_factory=list)


class Bench:
    """Builds pages of one book: `html(markdown)` for a sound one, `built` for any."""

    def __init__(self, root: Path, packages: list[str], steps: str, drawing_by: str) -> None:
        own = UnpastedConfig()
        own.load_dict({"packages": packages, "steps": steps, "drawing": drawing_by})
        own.validate()
        settings = settings_of(root, own)
        self.pages = Runner(Cache(None), drawing.environment, drawing.FIRST)
        self.book = Book(
            settings=settings, runner=self.pages, docs=root / "docs", title="Book",
            progress=["chapters/*"],
        )  # fmt: skip
        configs: dict = {
            "pymdownx.highlight": {"pygments_lang_class": True},
            "pymdownx.superfences": {"disable_indented_code_blocks": True},
        }
        self.book.markdown = sendable({name: configs.get(name, {}) for name in EXTENSIONS})
        fences = {"custom_fences": self.book.custom_fences}
        configs["pymdownx.superfences"] |= fences
        self.md = Markdown(extensions=EXTENSIONS, extension_configs=configs)

    def page(self, markdown: str, first_line: int = 1, url: str = "page.html") -> Page:
        text = dedent(markdown).strip("\n")
        page = self.book.begin(text, Place("docs/page.md", first_line), url)
        self.finish(page)
        self.last = tree.write(page.tree)
        return page

    def finish(self, page: Page) -> None:
        """Let Markdown convert a page that was begun, as its host does."""
        self.book.rendering = page
        page.finish(self.md.reset().convert(page.chapter.markdown))

    def built(self, markdown: str, first_line: int = 1, url: str = "page.html") -> Built:
        page = self.page(markdown, first_line, url)
        return Built(self.last, [str(fault) for fault in page.faults])

    def html(self, markdown: str) -> str:
        built = self.built(markdown)
        assert built.faults == []
        return built.html

    def faults(self, markdown: str, first_line: int = 1) -> list[str]:
        return self.built(markdown, first_line=first_line).faults


def examples(count: int) -> settings:
    """So many of what hypothesis makes up, each of which may take as long as it takes."""
    allowed = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(
        max_examples=count,
        deadline=None,
        suppress_health_check=allowed,
        print_blob=True,
        database=None,
    )


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """A book at the project's root, with the engine's steps."""
    bench = Bench(ROOT, ["micrograd"], "micrograd.steps", "micrograd.draw")
    yield bench
    bench.pages.close()


@pytest.fixture(scope="session")
def html(bench: Bench):
    """Markdown to HTML; the page must be without fault."""
    return bench.html


@pytest.fixture(scope="session")
def faults(bench: Bench):
    """Markdown to the list of its faults."""
    return bench.faults


@pytest.fixture
def live(bench: Bench):
    """Markdown to HTML, in a book whose readers can run code."""
    bench.book.live = True
    yield bench.html
    bench.book.live = False


def data_in(page: str, name: str) -> Any:
    """What a page hands to the browser in its first attribute `data-NAME`."""
    return json.loads(unescape(re.search(f'data-{name}="([^"]*)"', page)[1]))


@pytest.fixture
def text():
    """The text of a piece of HTML, tags taken out."""
    return lambda markup: unescape(re.sub(r"<[^>]+>", "", markup))
