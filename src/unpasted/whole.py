"""A whole book without a host: mkdocs.yml is read, every page is read, run and finished.

What plugin.py does within MkDocs, for commands that need no site.
"""

from __future__ import annotations

import os
import posixpath
import pydoc
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any

import markdown_exec
import yaml
from markdown import Markdown
from pathspec import GitIgnoreSpec
from yaml_env_tag import construct_env_tag

from unpasted import live, project
from unpasted.faults import Fault, Place
from unpasted.html import chapters, glossary
from unpasted.html.chapters import Chapter
from unpasted.kinds import FIRST, KINDS, drawing
from unpasted.page import Book, Page, name_of
from unpasted.read import source
from unpasted.rules import Rules
from unpasted.run.cache import Cache, packages_digest
from unpasted.run.pages import Pages
from unpasted.run.session import Refused

FRONT = re.compile(r"\A---[ \t]*\n(?P<data>.*?\n)(?:---|\.\.\.)[ \t]*\n", re.S)
TITLE = re.compile(r"<h1\b[^>]*>(?P<text>.*?)(?:<a class=\"headerlink\".*?)?</h1>", re.S)
TO_PAGE = re.compile(r'(?P<before><a\b[^>]*\shref="[^":#]+)\.md(?P<after>[#"])')
PYTHON_NAME = "tag:yaml.org,2002:python/name:"
LEFT_OUT = (".*", "/templates/")  # what MkDocs takes for no page and no file of the site
BUILT_IN = ("toc", "tables", "fenced_code")  # extensions that MkDocs adds to each book's


class Named(str):
    """What mkdocs.yml names with `!!python/name:`, for an extension of Markdown."""


class Settings(yaml.SafeLoader):  # type: ignore[misc]
    """mkdocs.yml, with its variables of the environment."""


Settings.add_constructor("!ENV", construct_env_tag)
Settings.add_multi_constructor(PYTHON_NAME, lambda loader, name, node: Named(name))


@dataclass
class One:
    """A page on its way.

    Arguments:
        path: of its file, in the folder of the pages.
        front, meta: its front matter, as it is written and as it is read.
        inside: whether the navigation has it.
        title, section: as the navigation has them, or as the page does.
        html: what Markdown and the marks came to; nothing that the other pages know of it.
    """

    path: str
    front: str
    meta: dict[str, Any]
    page: Page
    inside: bool = False
    title: str = ""
    section: str = ""
    html: str = ""

    @property
    def url(self) -> str:
        """Relative to the site."""
        return self.page.url


@dataclass
class Whole:
    """A book of which every page is finished.

    Arguments:
        root: the folder of mkdocs.yml.
        settings, own: what mkdocs.yml says, and what it says to `unpasted`.
        md: as the settings set it up.
        pages: by their paths; those of the navigation first, in its order.
        chapters: of these, in order.
    """

    root: Path
    settings: dict[str, Any]
    own: dict[str, Any]
    book: Book
    md: Markdown
    terms: dict[str, glossary.Term] = field(default_factory=dict)
    pages: dict[str, One] = field(default_factory=dict)
    chapters: list[Chapter] = field(default_factory=list)
    more: list[Fault] = field(default_factory=list)

    @property
    def docs(self) -> Path:
        """The folder of the pages."""
        return self.root / str(self.settings.get("docs_dir", "docs"))

    @property
    def files(self) -> list[str]:
        """What else lies there."""
        return [name for name in there(self.docs, self.settings) if not name.endswith(".md")]

    def place_of(self, path: str) -> Place:
        """Where the file of a page begins."""
        return Place(os.path.relpath(self.docs / path, self.root), 1)

    @property
    def faults(self) -> list[Fault]:
        """All that its authors must mend."""
        return [*self.more, *(fault for one in self.pages.values() for fault in one.page.faults)]

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each chapter, by its URL."""
        return {chapter.url: chapter.number for chapter in self.chapters}

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all pages, by URL; chapters with their numbers."""
        numbers = self.numbers
        return {
            one.url: f"{numbers[one.url]} · {one.title}" if one.url in numbers else one.title
            for one in self.pages.values()
        }

    def with_chapters(self, html: str, one: One, *, first: bool = True) -> str:
        """A piece of a page with what it shows of the chapters.

        Arguments:
            first: whether the page's first heading may be in it.
        """
        if first and (number := self.numbers.get(one.url)):
            html = chapters.numbered(html, number)
        return chapters.told(html, one.url, self.chapters, self.titles)

    def with_terms(self, html: str, one: One, seen: set[str] | None = None) -> str:
        """A piece of a page in which terms lead to the glossary; see glossary.first_only."""
        where = str(self.own.get("glossary", ""))
        if not where or one.path == where:
            return glossary.none(html, self.terms)
        page = posixpath.relpath(url_of(where), posixpath.dirname(one.url) or ".")
        return glossary.first_only(html, self.terms, page, seen)


def read(root: Path) -> Whole:
    """Read, run and finish the book whose mkdocs.yml lies in a folder.

    Raises unpasted.run.session.Refused for settings that name what is not there, and Fault for a
    mkdocs.yml that is no YAML.
    """
    if not (root / "mkdocs.yml").is_file():
        raise Refused("there is no mkdocs.yml here; call this in the folder of a book")
    settings = loaded(root / "mkdocs.yml", root)
    if not settings.get("site_name"):
        raise Fault(Place("mkdocs.yml", 1), "the book has no name; write `site_name: …`")
    own = named(settings.get("plugins") or []).get("unpasted", {})
    docs = root / str(settings.get("docs_dir", "docs"))
    project.check(
        extensions_of(settings), own.get("glossary", ""), docs,
        directory_urls=settings.get("use_directory_urls", True),
    )  # fmt: skip
    rules = Rules.of(own.get("rules") or {}, KINDS)
    packages = own.get("packages", [])
    of_cells = project.settings_of(root, packages, own.get("steps", ""), own.get("drawing", ""))
    settings["nav"] = settings.get("nav") or in_order(docs, settings)
    kept = project.kept_in(root, own.get("cache"))
    runner = Pages(Cache(kept) if kept else None, drawing.environment, FIRST)
    book = Book(
        of_cells, runner, None, packages_digest(of_cells.path), name_of(settings["site_name"]),
        tuple(own.get("progress", ())), rules, not live.missing(root),
    )  # fmt: skip
    whole = Whole(root, settings, own, book, Markdown())
    try:
        _read_glossary(whole)
        whole.md = markdown(settings, whole.terms)
        _finish(whole)
    finally:
        runner.close()
    return whole


def loaded(file: Path, root: Path) -> dict[str, Any]:
    """A file of settings, over the file that it inherits from."""
    name = os.path.relpath(file, root)
    try:
        settings = yaml.load(file.read_text("utf-8"), Settings)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Place(name, mark.line + 1 if mark else 1)
        raise Fault(place, f"this cannot be read: {getattr(error, 'problem', error)}") from None
    if not isinstance(settings, dict):
        raise Fault(Place(name, 1), "these are no settings; write `site_name: …`, and so on")
    if (below := settings.pop("INHERIT", None)) is None:
        return settings
    if not (file.parent / below).is_file():
        raise Fault(Place(name, 1), f"`INHERIT:` names {below}, which is not there")
    return merged(loaded(file.parent / below, root), settings)


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Settings over others: where both have a table, its rows are merged too."""
    tables = {
        name: merged(below[name], value)
        for name, value in above.items()
        if isinstance(value, dict) and isinstance(below.get(name), dict)
    }
    return below | above | tables


def there(docs: Path, settings: dict[str, Any]) -> list[str]:
    """The paths of all files of a book, without those that its settings leave out."""
    paths = (path for path in docs.rglob("*") if path.is_file())
    names = sorted(path.relative_to(docs).as_posix() for path in paths)
    return _without(_without(names, settings, "exclude_docs", LEFT_OUT), settings, "draft_docs")


def in_order(docs: Path, settings: dict[str, Any]) -> list[Any]:
    """The navigation of a book that writes none: a folder's pages, then its folders."""
    pages = [PurePosixPath(name) for name in there(docs, settings) if name.endswith(".md")]
    pages.sort(key=lambda page: (page.parent.parts, page.stem != "index", page.name))
    nav: list[Any] = []
    for name in _without(list(map(str, pages)), settings, "not_in_nav"):
        items = nav
        for folder in PurePosixPath(name).parent.parts:
            title = re.sub("[-_]", " ", folder)
            title = title.capitalize() if title == title.lower() else title
            section = next((one for one in items if isinstance(one, dict) and title in one), None)
            if section is None:
                items.append(section := {title: []})
            items = section[title]
        items.append(name)
    return nav


def _without(
    names: list[str], settings: dict[str, Any], setting: str, more: tuple[str, ...] = ()
) -> list[str]:
    """Paths without those that match the patterns of a setting, which are written as for Git."""
    patterns = GitIgnoreSpec.from_lines([*more, *str(settings.get(setting) or "").splitlines()])
    return [name for name in names if not patterns.match_file(name)]


def markdown(settings: dict[str, Any], terms: dict[str, glossary.Term]) -> Markdown:
    """Markdown as the settings want it; with terms, each stands in an <abbr>."""
    extensions = extensions_of(settings)
    names = [*extensions]
    configs = {name: with_functions(config) for name, config in extensions.items() if config}
    if terms:
        configs["abbr"] = {"glossary": {word: term.text for word, term in terms.items()}}
    markdown_exec.markdown_config.save(names, configs)
    return Markdown(extensions=names, extension_configs=configs)


def extensions_of(settings: dict[str, Any]) -> dict[str, Any]:
    """The extensions of Markdown, each with its own settings."""
    return {name: {} for name in BUILT_IN} | named(settings.get("markdown_extensions") or [])


def with_functions(config: Any) -> Any:
    """The settings of an extension, with the functions that they name."""
    if isinstance(config, dict):
        return {key: with_functions(value) for key, value in config.items()}
    if isinstance(config, list):
        return [with_functions(value) for value in config]
    if not isinstance(config, Named):
        return config
    if (function := pydoc.locate(config)) is None:
        raise Refused(f"mkdocs.yml names {config}, and there is none; install what has it")
    return function


def named(items: list[Any] | dict[str, Any]) -> dict[str, Any]:
    """A list of names, some with settings, as a dict."""
    if isinstance(items, dict):
        return items
    pairs = (next(iter(one.items())) if isinstance(one, dict) else (one, {}) for one in items)
    return {name: config or {} for name, config in pairs}


def url_of(path: str) -> str:
    """The address of a page, relative to the site."""
    return re.sub(r"\.md$", ".html", path)


def led(html: str) -> str:
    """HTML whose links to the files of pages lead to the pages."""
    return TO_PAGE.sub(r"\g<before>.html\g<after>", html)


def navigation(nav: list[Any], section: str = "") -> Iterator[tuple[str, str, str]]:
    """For each page of a navigation: its path, its title if it has one there, its section."""
    for item in nav:
        title, what = next(iter(item.items())) if isinstance(item, dict) else ("", item)
        if isinstance(what, list):
            yield from navigation(what, title)
        elif str(what).endswith(".md"):
            yield str(what), title, section


def _read_glossary(whole: Whole) -> None:
    if where := whole.own.get("glossary"):
        whole.terms, wrong = project.terms_of(whole.root, whole.docs / where)
        whole.more += wrong


def _finish(whole: Whole) -> None:
    """Begin all pages, so that they run side by side; finish each; number the chapters."""
    paths = {name for name in there(whole.docs, whole.settings) if name.endswith(".md")}
    nav = navigation(whole.settings["nav"])
    inside = {path: (title, part) for path, title, part in nav}
    for path in [*(path for path in inside if path in paths), *sorted(paths - {*inside})]:
        whole.pages[path] = _begun(whole, path)
    for path, one in whole.pages.items():
        one.html = one.page.finish(led(one.page.rendered(whole.md)))
        one.inside = path in inside
        title, one.section = inside.get(path, ("", ""))
        heading = TITLE.search(one.html)
        words = re.sub(r"<[^>]+>", "", heading["text"]) if heading else path
        one.title = title or str(one.meta.get("title", "")) or unescape(words)
    told = [whole.pages[path] for path in inside if path in whole.pages]
    told = [one for one in told if one.page.counts]
    numbers = {one.url: number for number, one in enumerate(told, 1)}
    whole.chapters += [_chapter(whole, one, numbers) for one in told]
    ids = {one.url: set(one.page.found.ids) for one in whole.pages.values()}
    for one in whole.pages.values():
        one.page.dangling(ids, whole.files)


def _begun(whole: Whole, path: str) -> One:
    file, place = whole.docs / path, whole.place_of(path)
    text, wrong = source.read(file.read_bytes(), place)
    whole.more += wrong
    if file.stem == "README":
        whole.more.append(Fault(place, "this becomes no page here; name it index.md"))
    front = FRONT.match(text)
    meta = yaml.safe_load(front["data"]) or {} if front and not wrong else {}
    head = front[0] if front else ""
    body = text.removeprefix(head).lstrip("\n")
    place = place.below(text.count("\n") - body.count("\n"))
    if path == whole.own.get("glossary"):
        body = glossary.heads_only(body)
    return One(path, head, meta, whole.book.begin(body, place, url_of(path)))


def _chapter(whole: Whole, one: One, numbers: dict[str, int]) -> Chapter:
    html = whole.with_terms(one.html, one)
    picture, wrong = chapters.picture_for(one.meta, html)
    if wrong:
        one.page.faults.append(Fault(whole.place_of(one.path), wrong))
    return Chapter(
        numbers[one.url], one.url, one.title, one.section,
        chapters.question_of(html, one.url, numbers, whole.titles),
        str(one.meta.get("built", "")), one.page.minutes, one.page.asked,
        picture,
    )  # fmt: skip
