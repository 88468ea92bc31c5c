"""Markdown in, HTML out, without MkDocs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from textwrap import dedent

import pytest
from markdown import Markdown
from markdown_exec import markdown_config

from authoring import figures, listings, plots
from authoring.book import Book
from authoring.page import Page
from authoring.slots import custom_fence

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

    def __init__(self, root: Path) -> None:
        plots.use_own_style()
        self.book = Book(
            root, figures.find_renderer(), listings.Steps("micrograd.steps"), "micrograd.draw"
        )

    def built(self, markdown: str, first_line: int = 1, url: str = "page.html") -> Built:
        self.book.faults.clear()
        page = Page(self.book, "docs/page.md", url)
        configs = {
            "pymdownx.superfences": {
                "custom_fences": [custom_fence(lambda: page)],
                "disable_indented_code_blocks": True,
            }
        }
        markdown_config.save(EXTENSIONS, configs)
        md = Markdown(extensions=EXTENSIONS, extension_configs=configs)
        html = page.finish(md.convert(page.prepare(dedent(markdown).strip("\n"), first_line)))
        return Built(html, [str(fault) for fault in self.book.faults])

    def html(self, markdown: str) -> str:
        built = self.built(markdown)
        assert built.faults == []
        return built.html

    def faults(self, markdown: str, first_line: int = 1) -> list[str]:
        return self.built(markdown, first_line=first_line).faults


@pytest.fixture(scope="session")
def bench() -> Bench:
    """A book at the project's root, with the engine's steps."""
    return Bench(ROOT)


@pytest.fixture(scope="session")
def html(bench: Bench):
    """Markdown to HTML; the page must be without fault."""
    return bench.html


@pytest.fixture(scope="session")
def faults(bench: Bench):
    """Markdown to the list of its faults."""
    return bench.faults


@pytest.fixture
def text():
    """The text of a piece of HTML, tags taken out."""
    return lambda markup: unescape(re.sub(r"<[^>]+>", "", markup))
