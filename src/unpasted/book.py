"""A book and its pages: begun, ordered, finished, linked and checked. It knows no host.

A host begins every page, orders them as its navigation does, finishes each with the HTML that
Markdown made of it, and links them; then the book is whole, and each page's tree is what a reader
sees of it.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from unpasted import outputs
from unpasted.faults import Fault, Place
from unpasted.html import chapters, confusion, glossary
from unpasted.html.chapters import Chapter
from unpasted.html.glossary import Term
from unpasted.page import Build, Page
from unpasted.read import source
from unpasted.read.brought import located


@dataclass(kw_only=True)
class Book(Build):
    """A book: what its pages share, and the pages.

    Arguments:
        docs: the folder of the pages.
        title, description, language, author: as they are published.
        address, repository: of the published site, and of its sources; or nothing.
        glossary: the path of the page that defines the terms, or nothing.
        pages: by their paths; those of the navigation first, in its order.
        chapters: the pages that are counted, in order.
        files: the paths of the other files among the pages.
        others: the URLs of all files of the site that are no pages.
        more: faults of no page.
    """

    docs: Path
    title: str = ""
    description: str = ""
    language: str = "en"
    author: str = ""
    address: str = ""
    repository: str = ""
    glossary: str = ""
    terms: dict[str, Term] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    chapters: list[Chapter] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    others: Collection[str] = ()
    more: list[Fault] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """All that its authors must mend, page by page."""
        return [*self.more, *(fault for page in self.pages.values() for fault in page.faults)]

    @property
    def outputs(self) -> dict[str, str]:
        """What the code of each page came to, to be approved; by their paths."""
        return {
            path: outputs.text_of(page.chapter.jobs, page.results)
            for path, page in self.pages.items()
        }

    @property
    def titles(self) -> dict[str, str]:
        """Of all pages, by URL; chapters with their numbers."""
        return {page.url: self.title_of(page) for page in self.pages.values()}

    def title_of(self, page: Page) -> str:
        """The title of a page; of a chapter, with its number."""
        return f"{page.number} · {page.title}" if page.number else page.title

    def address_of(self, page: Page) -> str:
        """The whole address of a page, or nothing."""
        return urljoin(self.address, page.url) if self.address else ""

    def place_of(self, path: str) -> Place:
        """Where the file of a page begins."""
        return Place(os.path.relpath(self.docs / path, self.settings.root), 1)

    def read(self, path: str, content: bytes) -> str:
        """The source of a page; what cannot be read of it is a fault, and is left out."""
        text, wrong = source.read(content, self.place_of(path))
        self.more += [fault for fault in wrong if str(fault) not in map(str, self.more)]
        return text

    def add(self, path: str, url: str, text: str, own: str, markdown: str) -> Page:
        """Read a page, and start to run it.

        Arguments:
            url: relative to the site.
            text: the source.
            own: what of it is to be read.
            markdown: what others made of that.
        """
        front = text.removesuffix(own) if text.endswith(own) else ""
        place = located(own, markdown, self.place_of(path).below(front.count("\n")))
        if path == self.glossary:
            markdown = glossary.heads_only(markdown)
        begun = self.begin(markdown, place, url)
        begun.path, begun.front = path, front
        if known := self.pages.get(path):
            begun.number, begun.inside, begun.section = known.number, known.inside, known.section
        self.pages[path] = begun
        return begun

    def order(self, sections: Mapping[str, str]) -> None:
        """Put the pages in order, and number the chapters.

        Arguments:
            sections: for each page of the navigation, the part of the book in which it is.
        """
        inside = [self.pages[path] for path in sections if path in self.pages]
        rest = [self.pages[path] for path in sorted(self.pages) if path not in sections]
        self.pages = {page.path: page for page in [*inside, *rest]}
        count = 0
        for page in inside:
            page.inside, page.section = True, sections[page.path]
            if page.counts:
                count += 1
                page.number = count

    def finish(self, page: Page, html: str, title: str, meta: dict[str, Any]) -> None:
        """Finish a page, but for what it shows of others.

        Arguments:
            html: what Markdown made of it.
            title: without a chapter's number.
            meta: its front matter.
        """
        page.title, page.meta = title, meta
        page.finish(html)
        if page.counts:
            where = self.address_of(page)
            confusion.add_links(page.tree, self.repository, self.title_of(page), where)
        if page.number:
            chapters.add_number(page.tree, page.number)
        defining = self.pages.get(self.glossary)
        elsewhere = defining is not None and page is not defining
        folder = posixpath.dirname(page.url) or "."
        way = posixpath.relpath(defining.url, folder) if defining and elsewhere else ""
        glossary.link_first(page.tree, self.terms, way)

    def link(self, again: Page | None = None) -> None:
        """When all pages are finished, let each show what it shows of the others.

        Arguments:
            again: the only one that is finished anew.
        """
        pages = [again] if again else [*self.pages.values()]
        titles = self.titles
        numbers = {page.url: page.number for page in self.pages.values() if page.number}
        for page in pages:
            chapters.name_links(page.tree, page.url, numbers, titles)
        if not again:
            self.chapters = [self._chapter(page) for page in pages if page.number]
        ids = {unquote(page.url): {*page.found.ids} for page in self.pages.values()}
        for page in pages:
            chapters.tell(page.tree, page.url, self.chapters)
            about = page.meta.get("description")
            page.description = str(about or chapters.description_of(page.tree))
            page.check_links(ids, self.others)

    def _chapter(self, page: Page) -> Chapter:
        wanted = page.meta.get("picture", 1)
        picture = chapters.picture_of(page.tree, wanted)
        if "picture" in page.meta and not picture:
            says = f"picture: {wanted} is no figure of this page; write its number, such as 2"
            page.note([page.fault_in_front("picture", says)])
        return Chapter(
            page.number, page.url, page.title, page.section, chapters.question_of(page.tree),
            str(page.meta.get("built", "")), page.minutes, page.asked, picture,
        )  # fmt: skip
