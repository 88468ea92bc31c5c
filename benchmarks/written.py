"""The generated book on the disk, written down one way: its edits, and what its pages must show."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import chapters
from benchmarks.chapters import Part
from benchmarks.ways import Way


@dataclass
class Book:
    """The generated book, written down one way; it knows what its pages should say.

    Arguments:
        folder: where it stands; its site is in `site`.
        size: how many chapters it has.
        edition: which engine it has.
        sentence: the newest one of the chapter that is edited.
    """

    folder: Path
    way: Way
    size: int
    edition: int = 1
    sentence: str = ""
    edited: int = field(init=False)

    def __post_init__(self) -> None:
        self.edited = (self.size + 1) // 2
        name, settings = self.way.config
        chapters.write_engine(self.folder / "src")
        docs = self.folder / "docs"
        docs.mkdir()
        (self.folder / name).write_text(settings)
        (docs / "index.md").write_text(chapters.contents(self.size) + self.way.foot)
        for chapter in range(1, self.size + 1):
            self._source(chapter).write_text(self._written(chapter))

    def _source(self, chapter: int) -> Path:
        return self.folder / "docs" / f"{chapters.page_name(chapter)}.md"

    def _written(self, chapter: int) -> str:
        def text(part: Part) -> str:
            return part if isinstance(part, str) else self.way.fence(part, chapter)

        return self.way.head + "\n\n".join(map(text, chapters.parts(chapter))) + "\n"

    def edit_prose(self, sentence: str) -> None:
        """Add a sentence to the end of one chapter, in place of the one added before."""
        self.sentence = sentence
        self._source(self.edited).write_text(f"{self._written(self.edited)}\n{sentence}\n")

    def edit_engine(self) -> None:
        """Change the engine, so that every cell has another output."""
        self.edition += 1
        chapters.set_edition(self.folder / "src", self.edition)

    def url(self, chapter: int) -> str:
        """Where the site has a chapter."""
        return f"{chapters.page_name(chapter)}.html"

    def stale_pages(self) -> int:
        """How many pages show what an earlier engine printed.

        Any other fault ends all: a number or a figure that is missing, a sentence that is not
        there. What is measured would not be the same work.
        """
        return sum(self._is_stale(chapter) for chapter in range(1, self.size + 1))

    def _is_stale(self, chapter: int) -> bool:
        html = (self.folder / "site" / self.url(chapter)).read_text("utf-8")
        name = f"{self.way.name}, chapter {chapter}"
        if chapter == self.edited and self.sentence not in html:
            raise SystemExit(f"{name}: the page does not show the newest sentence")
        figures = drawings(html)
        if figures != (chapters.FIGURES if self.way.runs else 0):
            raise SystemExit(f"{name}: the page has {figures} figures")
        if not self.way.runs or shows(html, chapters.expected(chapter, self.edition)):
            return False
        for earlier in range(1, self.edition):
            if shows(html, chapters.expected(chapter, earlier)):
                return True
        raise SystemExit(f"{name}: the page does not show what its cells print")


def drawings(html: str) -> int:
    """How many graphs a page has: SVG with text in it, which no icon has.

    A figure may have one for each width of the screen: they are one.
    """
    found = re.findall(r"<figure\b.*?</figure>|<svg\b.*?</svg>", html, re.S)
    return sum("<text" in one for one in found)


def shows(html: str, lines: list[str]) -> bool:
    """Whether a page has all of these lines."""
    return all(line in html for line in lines)
