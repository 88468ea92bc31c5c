"""The only module that knows MkDocs: its hooks, and under serve one page at a time."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from jinja2 import Environment, TemplateNotFound
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import meta

from unpasted import assets, formulas, live, outputs, project
from unpasted.faults import Fault, Place, annotated, box, folded, scrub, told
from unpasted.html import chapters, confusion, describe, glossary, plain, policy, search
from unpasted.html.chapters import Chapter
from unpasted.kinds import FIRST, KINDS, drawing
from unpasted.page import Book, Page, name_of
from unpasted.read import source
from unpasted.rules import Rules
from unpasted.run.cache import Cache, packages_digest
from unpasted.run.fences import settings_for
from unpasted.run.pages import OTHER, Pages
from unpasted.run.session import Refused
from unpasted.serve import Server
from unpasted.stage import CannotStageError, Stage, check_port, copy_changes

log = logging.getLogger("mkdocs.plugins.unpasted")

ASSETS = "assets/unpasted"  # of the site; site.js finds the site by it
TEMPLATES = Path(__file__).parent / "templates"


class UnpastedConfig(Config):  # type: ignore[no-untyped-call]
    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages of this project that the chapters import; they lie in `src/`."""
    steps = config_options.Type(str, default="")
    """The module whose STEPS is the ordered table of steps."""
    drawing = config_options.Type(str, default="")
    """The module that draws a graph of values: draw_dot, trace and operands."""
    glossary = config_options.Type(str, default="")
    """The page that defines the terms, relative to docs_dir."""
    progress = config_options.ListOfItems(config_options.Type(str), default=[])
    """Patterns of the pages, by URL, that show progress; by default those that ask something."""
    rules = config_options.Type(dict, default={})
    """What the book asks of its chapters; see unpasted.rules.Rules."""
    twice = config_options.Type(bool, default=False)
    """Whether every page runs a second time, under another hash seed, time zone and locale."""
    outputs = config_options.Type(str, default="")
    """A folder for what the pages' code came to, as text to be approved; see unpasted.outputs."""
    cache = config_options.Optional(config_options.Type(bool))
    """Whether results are kept between builds; by default everywhere but in CI."""


class Warnings(logging.Handler):
    """Takes down what MkDocs and its other plugins warn of: each is a fault of the book."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != log.name:
            self.said.append(record.getMessage())


class UnpastedPlugin(BasePlugin[UnpastedConfig]):  # type: ignore[no-untyped-call]
    def on_startup(self, *, command: str, dirty: bool) -> None:
        self.serving = command == "serve"
        self.builds = 0
        self.stage: Stage | None = None
        self.reading: File | None = None
        self.state = "interrupted"
        self.runner: Pages | None = None
        self.second: Pages | None = None
        self.warnings = Warnings()
        logging.getLogger("mkdocs").addHandler(self.warnings)
        self.broken = ""  # why the last rebuild under serve came to nothing

    # A build

    @event_priority(-90)  # when other plugins have made up their minds
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self.warnings.said.clear()
        self.docs_dir = config.docs_dir
        root = Path(config.config_file_path).resolve().parent
        if not config.repo_url:
            config.edit_uri = None  # there is nothing to edit
        try:
            project.check(
                config.markdown_extensions, self.config.glossary, Path(config.docs_dir),
                directory_urls=config.use_directory_urls,
            )  # fmt: skip
            rules = Rules.of(self.config.rules, KINDS)
            if self.serving and self.builds == 0:
                check_port(*config.dev_addr)
            drawing.renderer()
            settings = project.settings_of(
                root, self.config.packages, self.config.steps, self.config.drawing
            )
            self._stage(config)
        except (CannotStageError, Refused) as error:
            raise PluginError(str(error)) from None
        if self.serving and self.builds:
            _without_search(config)
        if self.runner is None:
            self.kept = project.kept_in(root, self.config.cache)
            cache = Cache(self.kept) if self.kept else None
            self.runner = Pages(cache, drawing.environment, FIRST)
        if self.second is None and self.config.twice:
            self.second = Pages(None, drawing.environment, FIRST, OTHER)
        name, digest = name_of(config.site_name), packages_digest(settings.path)
        self.book = Book(
            settings, self.runner, self.second, digest, name, tuple(self.config.progress),
            rules, not (without := live.missing(root)),
        )  # fmt: skip
        if without:
            log.info("%s", without)
        self.pages: dict[str, Page] = {}
        self.terms: dict[str, glossary.Term] = {}
        self.more: list[Fault] = []  # faults of no page of ours
        self._set_up_markdown(config, root)
        self.bundles = assets.style(), assets.script()
        style, script = (f"{ASSETS}/{bundle.name}" for bundle in self.bundles)
        config.extra_css.insert(0, style)
        self.script = script  # templates/main.html loads it, before the theme's own
        config.theme.dirs.insert(bool(config.theme.custom_dir), str(TEMPLATES))
        for level in ("not_found", "anchors", "absolute_links", "unrecognized_links"):
            config.validation.links[level] = logging.DEBUG  # check_links tells them, with the line
        return config

    def _stage(self, config: MkDocsConfig) -> None:
        if self.stage and not self.serving:
            return
        if self.stage:
            self.stage.discard(and_the_old=False)
        try:
            self.stage = Stage(Path(config.site_dir))
        except CannotStageError as error:
            raise PluginError(f"{error}: mkdocs build --site-dir FOLDER") from None
        config.site_dir = str(self.stage.folder)

    def _set_up_markdown(self, config: MkDocsConfig, root: Path) -> None:
        if self.config.glossary:
            file = Path(config.docs_dir) / self.config.glossary
            self.terms, wrong = project.terms_of(root, file)
            self.more += wrong
            meanings = {word: term.text for word, term in self.terms.items()}
            config.mdx_configs["abbr"] = {"glossary": meanings}
        self.book.markdown = settings_for(config.markdown_extensions, config.mdx_configs)
        superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        superfences["custom_fences"] = [
            *superfences.get("custom_fences", []),
            self.book.custom_fence,
        ]

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Start to run every page, so that all cores are at work while Markdown is read."""
        for bundle in self.bundles:
            path = f"{ASSETS}/{bundle.name}"
            files.append(File.generated(config, path, content=bundle.content))
        self.started: dict[str, tuple[str, Page]] = {}
        for file in files.documentation_pages():
            text = self._checked_source(file)
            markdown, _ = meta.get_data(text)
            self.started[file.src_uri] = markdown, self._begin(file, text, markdown)
        return files

    @event_priority(100)  # before any plugin that adds or removes lines
    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, **_: Any) -> str:
        file = page.file
        read, begun = self.started.pop(file.src_uri, (None, None))
        if begun is None or read != markdown:
            begun = self._begin(file, self._checked_source(file), markdown)
        self.pages[file.src_uri] = begun
        self.reading, self.book.rendering = file, begun
        if number := self.numbers.get(file.src_uri):
            if (own := self.titles[file.src_uri]) is None:
                vars(page).pop("title", None)  # then MkDocs takes the page's first heading
            page.title = f"{number} · {own or page.title}"
        return begun.chapter.markdown

    @event_priority(-100)
    def on_env(
        self, env: Environment, *, files: Files, config: MkDocsConfig, **_: Any
    ) -> Environment:
        """Finish the pages: only now is each one's Markdown read, and the others' ids known."""
        self.files, self.site_config, self.env = files, config, env
        for file in files.documentation_pages():
            if file.page is not None and file.src_uri in self.pages:
                self._finish(file.page)
        self.chapters = self._read_chapters()
        for file in files.documentation_pages():
            if file.page is not None and file.src_uri in self.pages:
                self._tell_chapters(file.page)
        self._check_links([*self.pages])
        return env

    def on_nav(self, nav: Navigation, **_: Any) -> Navigation:
        """Count the chapters."""
        self.nav = nav
        urls = [page.file.src_uri for page in nav.pages]
        counted = [name for name in urls if name in self.started and self.started[name][1].counts]
        self.numbers = {name: number for number, name in enumerate(counted, 1)}
        self.titles = {page.file.src_uri: vars(page).get("title") for page in nav.pages}
        return nav

    @event_priority(100)
    def _before_search(self, /, context: Any, *, page: MkDocsPage, **_: Any) -> Any:
        """Let search read the words of a page, and neither its code nor its drawings."""
        self.whole = page.content
        page.content = search.words_of(page.content or "")
        return context

    @event_priority(-100)
    def _after_search(self, /, context: Any, *, page: MkDocsPage, **_: Any) -> Any:
        page.content = self.whole
        return context

    on_page_context = CombinedEvent(_before_search, _after_search)

    @event_priority(-100)  # when search has written what it found
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        for said in self.warnings.said:
            self.more.append(Fault(_place_in_settings(config, said), said))
        faults = self.faults
        for line in folded(faults):
            log.error("%s", line)
        if os.environ.get("GITHUB_ACTIONS"):
            for line in annotated(faults):
                print(line, flush=True)
        if faults and not self.serving:
            count = len(faults)
            raise PluginError(f"{count} fault{'s' * (count > 1)} in the book; no site was written")
        site = Path(config.site_dir)
        self._write_font(site)
        search.move(site)
        if not self.serving:
            self._write_for_others(site, config)
        if self.book.live:
            settings = self.book.settings
            cells = {page.url: page.cells for page in self.pages.values() if page.cells}
            data = live.data_of(settings.root, Path(config.docs_dir))
            packages = live.pack(
                settings.packages, settings.path, settings.drawing, data, settings.root
            )
            live.write(site / ASSETS, settings.root, packages, cells)
        if self.config.outputs and not self.serving:
            texts = {name: page.outputs for name, page in self.pages.items()}
            try:
                outputs.write(self.book.settings.root / self.config.outputs, texts)
            except Refused as error:
                raise PluginError(str(error)) from None
        if not self.serving:  # under serve, pages hold a script of the server's
            _tell_policy(site)
        assert self.runner
        log.info("Cells ran for %.2f seconds", self.runner.seconds)
        self.builds += 1
        self.state = "whole"

    def on_build_error(self, *, error: Exception) -> None:
        self.state = "faulty"
        if not isinstance(error, MkDocsException):  # such as Markdown's own, at a strange address
            place = self._place(self.reading) if self.reading else Place("mkdocs.yml", 1)
            says = f"this page cannot be rendered: {scrub(told(error), self.book.settings.root)}"
            raise PluginError(str(Fault(place, says))) from None

    def on_shutdown(self) -> None:
        for pages in filter(None, (self.runner, self.second)):
            pages.close()
        logging.getLogger("mkdocs").removeHandler(self.warnings)
        if not self.stage:
            return
        if self.state == "whole" and not self.serving:
            self.stage.publish()
        else:
            self.stage.discard(and_the_old=self.state == "faulty" and not self.serving)

    # One page

    @property
    def faults(self) -> list[Fault]:
        """All faults of the book, page by page."""
        return [*self.more, *(fault for page in self.pages.values() for fault in page.faults)]

    def _checked_source(self, file: File) -> str:
        """A page's source; what cannot be read of it is a fault, and is left out."""
        text, wrong = source.read(file.content_bytes, self._place(file))
        if any("UTF-8" in fault.message for fault in wrong):
            file.content_string = text
        self.more += wrong
        return text

    def _begin(self, file: File, text: str, markdown: str) -> Page:
        first = text.count("\n") - markdown.count("\n") if text.endswith(markdown) else 0
        if self._is_glossary(file):
            markdown = glossary.heads_only(markdown)
        return self.book.begin(markdown, self._place(file).below(first), file.url)

    def _place(self, file: File) -> Place:
        path = os.path.join(self.docs_dir, file.src_uri)
        return Place(os.path.relpath(path, self.book.settings.root), 1)

    def _finish(self, page: MkDocsPage) -> None:
        made = self.pages[page.file.src_uri]
        html = made.finish(page.content or "")
        if made.counts:
            repository = self.site_config.repo_url or ""
            html = confusion.with_links(html, repository, str(page.title), page.canonical_url or "")
        if number := self.numbers.get(page.file.src_uri):
            html = chapters.numbered(html, number)
        page.content = self._with_terms(html, page)
        template = page.meta.get("template")
        if template:
            try:
                self.env.get_template(str(template))
            except TemplateNotFound:
                del page.meta["template"]
                lines = page.file.content_string.split("\n")
                line = next((n for n, text in enumerate(lines) if "template" in text), 0)
                says = f"the theme has no template {template}"
                fault = Fault(self._place(page.file).below(line), says)
                made.faults.append(fault)
                page.content = box(fault) + (page.content or "")

    def _read_chapters(self) -> list[Chapter]:
        """The chapters, when all pages are finished."""
        found = [
            (page, number)
            for page in self.nav.pages
            if (number := self.numbers.get(page.file.src_uri))
        ]
        numbers = {page.url: number for page, number in found}
        return [self._chapter(page, number, numbers) for page, number in found]

    def _chapter(self, page: MkDocsPage, number: int, numbers: dict[str, int]) -> Chapter:
        made, html = self.pages[page.file.src_uri], page.content or ""
        picture, wrong = chapters.picture_for(page.meta, html)
        if wrong:
            made.faults.append(Fault(self._place(page.file), wrong))
        return Chapter(
            number,
            page.url,
            str(page.title).partition(" · ")[2],
            page.parent.title if page.parent else "",
            chapters.question_of(html, page.url, numbers, self._titles()),
            str(page.meta.get("built", "")),
            made.minutes,
            made.asked,
            picture,
        )

    def _titles(self) -> dict[str, str]:
        """Of all pages, by URL."""
        pages = [file.page for file in self.files.documentation_pages() if file.page]
        return {one.url: str(one.title) for one in pages}

    def _tell_chapters(self, page: MkDocsPage) -> None:
        """Show on a page what it shows of the chapters."""
        html = chapters.told(page.content or "", page.url, self.chapters, self._titles())
        page.content = chapters.continued(html, self.chapters)
        about = str(page.meta.get("description") or describe.description_of(page.content))
        page.meta["description"] = escape(about)  # themes write it as it is
        page.meta["card"] = f"{ASSETS}/cards/{page.url.removesuffix('.html').replace('/', '-')}.png"

    def _with_terms(self, html: str, page: MkDocsPage) -> str:
        file = self.files.get_file_from_path(self.config.glossary)
        if file is None or self._is_glossary(page.file):
            return glossary.none(html, self.terms)
        return glossary.first_only(html, self.terms, file.url_relative_to(page.file))

    def _check_links(self, names: list[str]) -> None:
        """Note each link of these pages that leads nowhere, and show it at their top."""
        ids = {unquote(page.url): set(page.found.ids) for page in self.pages.values()}
        others = {unquote(file.url) for file in self.files if not file.is_documentation_page()}
        for name in names:
            wrong = self.pages[name].dangling(ids, others)
            file = self.files.get_file_from_path(name)
            if wrong and file and file.page:
                file.page.content = "".join(map(box, wrong)) + (file.page.content or "")

    def _write_for_others(self, site: Path, config: MkDocsConfig) -> None:
        """Write what is not for the site's own pages: Markdown, llms.txt, and cards.

        A card is found by its whole address only, so a site without one has none.
        """
        pictures = {chapter.url: chapter.picture for chapter in self.chapters}
        listed: dict[str, tuple[str, str, str, str]] = {}
        for page in (file.page for file in self.files.documentation_pages()):
            assert page is not None
            made, about = self.pages[page.file.src_uri], unescape(page.meta["description"])
            address, number = page.canonical_url or "", self.numbers.get(page.file.src_uri, 0)
            text = plain.markdown_of(page.content or "", made.tex, address)
            beside = page.url.removesuffix(".html") + ".md"
            (site / beside).write_text(text, "utf-8")
            part = str(page.parent.title) if page.parent else ""
            where = urljoin(config.site_url or "", beside)
            listed[page.url] = part, str(page.title), where, about
            if address:
                from unpasted.html import cards  # and matplotlib, which takes its time

                title = config.site_name if page.is_homepage else str(page.title)
                title = title.removeprefix(f"{number} · ")
                picture = pictures.get(page.url, "")
                file = site / page.meta["card"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(cards.card(config.site_name, number, title, about, picture))
        about = config.site_description or ""
        in_order = [listed[page.url] for page in self.nav.pages]
        (site / "llms.txt").write_text(plain.contents(config.site_name, about, in_order), "utf-8")

    def _write_font(self, site: Path) -> None:
        needed: set[str] = set()
        for file in self.files.documentation_pages():
            if file.page:
                needed |= formulas.characters(file.page.content or "")
        formulas.write(site / ASSETS / "math.woff2", needed, self.kept)

    # Under serve

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any, **_: Any
    ) -> Any:
        """A server of our own, which shows a page as soon as it is there."""
        self.builder, self.root = builder, Path(server.root)
        assert self.stage
        copy_changes(self.stage.folder, self.root, "search")
        _without_search(config)
        host, port = config.dev_addr
        self.server = Server(
            self.root, host, port, server.mount_path, self._rebuild, self._problems
        )
        for path in (config.docs_dir, config.config_file_path, *self.book.settings.path):
            self.server.watch(path)
        return self.server

    def _rebuild(self, changed: set[Path]) -> Iterator[set[str]]:
        """Build what changed: at once the pages that show it, then the rest if it concerns them."""
        start, shown, failed = time.perf_counter(), self._problems(), bool(self.broken)
        try:
            known = {Path(f.abs_src_path or ""): f for f in self.files.documentation_pages()}
            edited = [known[path] for path in sorted(changed) if path in known and _is_text(path)]
            whole = len(edited) < len(changed) or any(self._is_glossary(file) for file in edited)
            self.book.packages = packages_digest(self.book.settings.path)
            if not edited and not any(path.suffix == ".yml" for path in changed):
                edited = [file for file in known.values() if file.url == self.server.viewed]
            if failed:  # what the last build left behind is half new
                edited, whole = [], True
            for file in edited:
                before = self._shape(file)
                yield self._again(file)
                whole |= self._shape(file) != before
                log.info("%s: %.2f seconds", file.src_uri, time.perf_counter() - start)
            if whole:
                self.builder()
                assert self.stage
                yield copy_changes(self.stage.folder, self.root, "search")
            self.broken = ""
        except (Exception, SystemExit) as error:
            self.broken = scrub(str(error) or type(error).__name__, self.book.settings.root)
            log.error("%s\nThe pages stay as they were until this is mended.", self.broken)
        if self._problems() != shown:  # they stand on every page
            yield {"*"}

    def _again(self, file: File) -> set[str]:
        """One page anew, from its source to its file."""
        config, page = self.site_config, file.page
        assert page is not None and self.stage
        self.warnings.said.clear()
        self.more = [fault for fault in self.more if fault.place.file != self._place(file).file]
        mkdocs_build._populate_page(page, config, self.files)
        self._finish(page)
        self._tell_chapters(page)
        self._check_links([file.src_uri])
        made = self.pages[file.src_uri]
        made.faults += [Fault(made.chapter.place, said) for said in self.warnings.said]
        pages = self.files.documentation_pages()
        mkdocs_build._build_page(page, config, pages, self.nav, self.env)
        for line in folded(made.faults):
            log.error("%s", line)
        self._write_font(self.root)
        if self.book.live:
            live.write_cells(self.root / ASSETS, made.url, made.cells)
        os.replace(file.abs_dest_path, self.root / file.dest_uri)
        return {file.dest_uri}

    def _shape(self, file: File) -> object:
        """What other pages show of a page, or link to."""
        page = file.page
        assert page is not None
        told = {key: text for key, text in page.meta.items() if key != "description"}
        return page.title, told, set(self.pages[file.src_uri].found.ids), len(self.more)

    def _is_glossary(self, file: File) -> bool:
        return file.src_uri == self.config.glossary

    def _problems(self) -> str:
        """What is wrong with the book as a whole, for the top of every page."""
        line = re.search(r"line (\d+)", self.broken)
        place = Place("mkdocs.yml", int(line[1]) if line else 1)
        said = [Fault(place, self.broken)] if self.broken else []
        return "".join(box(fault) for fault in [*said, *self.more])


def _tell_policy(site: Path) -> None:
    """Let every page of a site say what it may load and run."""
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    allowed = set[str]().union(*map(policy.hashes, pages.values()))
    for path, html in pages.items():
        path.write_text(policy.with_policy(html, allowed), "utf-8")


def _is_text(path: Path) -> bool:
    """Whether a page is there and is text; if not, a whole build tells what is wrong."""
    try:
        path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return True


def _place_in_settings(config: MkDocsConfig, said: str) -> Place:
    """The line of mkdocs.yml that a warning speaks of, as far as it can be told."""
    file = Path(config.config_file_path)
    quoted = re.findall(r"'([^']+)'", said)
    lines = file.read_text("utf-8").split("\n")
    line = next((n for q in quoted for n, line in enumerate(lines, 1) if q in line), 1)
    return Place(file.name, line)


def _without_search(config: MkDocsConfig) -> None:
    """Let search keep the index of the first build: to make it takes longer than all the rest."""
    for event in ("page_context", "post_build"):
        methods = config.plugins.events[event]
        methods[:] = [
            m for m in methods if "search" not in type(getattr(m, "__self__", m)).__module__
        ]
