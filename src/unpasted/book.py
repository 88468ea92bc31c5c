"""A book and its pages: begun, ordered, finished, linked and checked. It knows no host.

A host begins every page, orders them as its navigation does, finishes each with the HTML that
Markdown made of it, and links them; then the book is whole, and each page's tree is what a reader
sees of it.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from urllib.parse import unquote

from markdown_exec import formatters
from markupsafe import Markup

from unpasted.faults import Fault, Place, Refused, box, scrub
from unpasted.folders import UNTOUCHED
from unpasted.html import chapters, glossary, links, tree
from unpasted.html.glossary import Term
from unpasted.page import Page
from unpasted.read import brought, chapter, source
from unpasted.read.fence import BARE
from unpasted.run.execute import told
from unpasted.run.runner import Runner
from unpasted.run.session import Settings, internal
from unpasted.run.worker import Task

LONGEST_MARK = 3  # characters that fit its circle


@contextmanager
def _at(place: Place) -> Iterator[None]:
    """Tell an error of ours as ours, at the page that is read or finished."""
    try:
        yield
    except (OSError, Refused):
        raise
    except Exception as error:
        raise Refused(str(internal(error, "the page", place))) from None


@dataclass(kw_only=True)
class Book:
    """A book: what its pages share, and the pages.

    Arguments:
        settings: what of the book its cells can notice.
        runner: runs its cells.
        docs: the folder of the pages.
        progress: patterns of the pages, by URL, that have a progress and a reading time; without
            any, the pages that ask something.
        rules: what the book asks of its chapters, which are the pages with a progress.
        live: whether readers can run cells.
        markdown: the extensions with which what cells print is converted, and their settings.
        kinds: where the table of the kinds of fences is, as `module:name`.
        title, description, language, author: as they are published.
        address: of the published site, or nothing.
        glossary: the path of the page that defines the terms, or nothing.
        pages: by their paths; those of the navigation first, in its order.
        files: the paths of the other files among the pages.
        others: the URLs of all files of the site that are no pages.
        templates: gives the templates of the theme.
        more: faults of no page.
        rendering: the page whose Markdown is converted at the moment.
    """

    settings: Settings
    runner: Runner
    docs: Path
    progress: Collection[str] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    live: bool = False
    markdown: Mapping[str, Any] = field(default_factory=dict)
    kinds: str = "unpasted.kinds:KINDS"
    title: str = ""
    description: str = ""
    language: str = "en"
    author: str = ""
    address: str = ""
    glossary: str = ""
    terms: dict[str, Term] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    others: Collection[str] = ()
    templates: Callable[[], Collection[str]] = tuple
    more: list[Fault] = field(default_factory=list)
    rendering: Page | None = None

    @property
    def name(self) -> str:
        """By which files, and a reader's device, tell the book from others."""
        return re.sub(r"\W+", "-", self.title.lower()).strip("-")

    @property
    def chapters(self) -> list[Page]:
        """The pages that are counted, in order."""
        return [page for page in self.pages.values() if page.number]

    @property
    def faults(self) -> list[Fault]:
        """All that its authors must fix, page by page."""
        return [*self.more, *(fault for page in self.pages.values() for fault in page.faults)]

    def title_of(self, page: Page) -> str:
        """The title of a page; of a chapter, with its number."""
        return f"{page.number} · {page.title}" if page.number else page.title

    def place_of(self, path: str) -> Place:
        """Where the file of a page begins."""
        return Place(os.path.relpath(self.docs / path, self.settings.root), 1)

    def read(self, path: str, content: bytes) -> str:
        """The source of a page; what cannot be read of it is a fault, and is left out."""
        text, wrong = source.read(content, self.place_of(path))
        self._note(*wrong)
        return text

    def _note(self, *faults: Fault) -> None:
        """Keep faults of the book, each once."""
        for fault in faults:
            if str(fault) not in map(str, self.more):
                self.more.append(fault)

    def add(self, path: str, url: str, text: str, own: str, markdown: str) -> Page:
        """Read a page, and start to run it.

        Arguments:
            url: relative to the site.
            text: the source.
            own: what of it is to be read.
            markdown: what others made of that.
        """
        front = text.removesuffix(own) if text.endswith(own) else ""
        place = brought.located(own, markdown, self.place_of(path).below(front.count("\n")))
        if path == self.glossary:
            self.terms, wrong = glossary.read(markdown, place)
            self._note(*wrong)
            markdown = glossary.heads_only(markdown)
        begun = self.begin(markdown, place, url)
        begun.path, begun.front = path, front
        if known := self.pages.get(path):
            begun.number, begun.inside, begun.section = known.number, known.inside, known.section
        self.pages[path] = begun
        return begun

    def begin(self, markdown: str, start: Place, url: str) -> Page:
        """Start to run a page's text, without front matter, which begins at `start`."""
        table: chapter.Kinds = resolve_name(self.kinds)
        fences = self.markdown.get("pymdownx.superfences", {}).get("custom_fences", ())
        markdown, start, missing = brought.expanded(markdown, start, self.markdown)
        with _at(start):
            read = chapter.read(markdown, start, table, {fence["name"] for fence in fences})
        read = replace(read, faults=[*missing, *read.faults])
        task = Task(self.settings, tuple(read.jobs), self.kinds, self.markdown)
        wait = self.runner.start(task).result
        asks = any(table[job.kind].asks for job in read.jobs if job.kind in table)
        counts = any(fnmatch(url, one) for one in self.progress) if self.progress else asks
        engine = self.settings.steps.partition(".")[0]
        return Page(url, read, wait, self.rules, self.live, counts, engine)

    def run_ahead(self, url: str) -> None:
        """Let a page run that its author looks at, so that an edit of a late cell is quick."""
        for page in [page for page in self.pages.values() if unquote(page.url) == url]:
            self.runner.run_ahead(self.place_of(page.path).file)

    @property
    def custom_fences(self) -> list[dict[str, Any]]:
        """What the settings of SuperFences need, so that it finds what fences came to; and those of
        ours that an extension of Markdown brings so late that they would not run."""
        kinds = resolve_name(self.kinds)

        def known(language: str, inputs: Mapping[str, str], *_: Any) -> bool:
            words = {language, *(f"{language} {word}" for word in inputs)}
            return "exec" in inputs or not words.isdisjoint({chapter.PLACEHOLDER, *BARE, *kinds})

        names = {chapter.PLACEHOLDER, *formatters, *(name.split()[0] for name in kinds)}
        own = {"format": self._format, "validator": known}
        return [{"name": name, "class": name, **own} for name in names]

    def _format(self, source: str, language: str, css: str, options: Any, md: Any, **_: Any) -> str:
        page = self.rendering
        assert page
        if language == chapter.PLACEHOLDER:
            return page.placed(int(source), md)
        says = f"an extension of Markdown brings a fence of {language}, which would not run"
        cure = "write it here, or bring it by a hook or by pymdownx.snippets"
        page.faults.append(late := Fault(page.chapter.place, f"{says}; {cure}"))
        return Markup(box(late))

    def order(self, sections: Mapping[str, str]) -> None:
        """Put the pages in order, and number the chapters.

        Arguments:
            sections: for each page of the navigation, the part of the book in which it is.
        """
        inside = [self.pages[path] for path in sections if path in self.pages]
        rest = [self.pages[path] for path in sorted(self.pages) if path not in sections]
        self.pages = {page.path: page for page in [*inside, *rest]}
        for page in inside:
            page.inside, page.section = True, sections[page.path]
        for number, page in enumerate([page for page in inside if page.counts], 1):
            page.number = number
        for pattern in self.progress:
            if not any(fnmatch(page.url, pattern) for page in self.pages.values()):
                says = f"`progress: {pattern}` fits no page; write one that does, or leave it out"
                self._note(Fault(Place("mkdocs.yml", 1), says))

    def finish(self, page: Page, html: str, title: str, meta: MutableMapping[str, Any]) -> None:
        """Finish a page, but for what it shows of others.

        Arguments:
            html: what Markdown made of it.
            title: without a chapter's number.
            meta: its front matter, of which goes what the host could not follow.
        """
        page.title, page.meta = title, meta
        with _at(page.chapter.place):
            page.finish(html)
        if (template := meta.get("template")) and template not in self.templates():
            del meta["template"]
            page.note_in_front("template", f"the theme has no template {template}")
        mark = str(meta.get("mark", ""))
        chapters.begin_title(page.tree, page.number, mark, page.section)
        if "mark" in meta and (page.number or not 0 < len(mark) <= LONGEST_MARK):
            says = f"mark: is for a page that is no chapter, and has 1 to {LONGEST_MARK} characters"
            page.note_in_front("mark", says)
        if (engine := meta.get("engine", "book")) != "book":
            says = f"engine: {engine} is not known; write engine: book, or leave it out"
            page.note_in_front("engine", says)
        defining = self.pages.get(self.glossary, page)
        way = links.way_to(defining.url, page.url) if defining is not page else ""
        glossary.link_first(page.tree, self.terms, way)

    def link(self, pages: Sequence[Page]) -> None:
        """When all pages are finished, let these show what they show of the others.

        Arguments:
            pages: at first all; later those that are finished anew.
        """
        named = {page.url: (page.number, self.title_of(page)) for page in self.pages.values()}
        for page in pages:
            chapters.name_links(page.tree, page.url, named)
        for page in (one for one in pages if one.number):
            page.question = chapters.question_of(page.tree)
            wanted = page.meta.get("picture", 1)
            page.picture = chapters.picture_of(page.tree, wanted)
            page.shows = chapters.caption_of(page.tree, wanted)
            if "picture" in page.meta and not page.picture:
                says = f"picture: {wanted} is no figure of this page; write its number, such as 2"
                page.note_in_front("picture", says)
        ids = {unquote(page.url): {*page.ids} for page in self.pages.values()}
        inside = [page for page in self.pages.values() if page.inside]
        after = {one.number: then for one, then in pairwise(inside)}.get(len(self.chapters))
        for page in pages:
            chapters.tell(page.tree, page.url, self.chapters, after)
            about = page.meta.get("description")
            page.description = str(about or chapters.description_of(page.tree))
            page.check_links(ids, self.others)
            page.words = tree.without(page.tree, ".//svg/*[not(self::title)]")

    def unfinished(self, error: Exception, site: Path) -> str:
        """Why there is no site, after an error that nobody expected.

        Arguments:
            site: the folder in which it was made.
        """
        says = scrub(told(error), self.settings.root)
        if isinstance(error, OSError) and (error.filename is None or str(site) in str(error)):
            return f"cannot write the site: {says}; {UNTOUCHED}"
        place = self.rendering.chapter.place if self.rendering else Place("mkdocs.yml", 1)
        return str(Fault(place, f"this page cannot be rendered: {says}"))
