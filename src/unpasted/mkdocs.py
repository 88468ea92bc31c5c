"""The only module that knows MkDocs: its hooks, which build a book and serve it."""

import gc
import logging
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click
from jinja2 import Environment
from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.config.base import Config
from mkdocs.config.config_options import ListOfItems, Optional, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import meta

from unpasted import assets, fonts, outputs, serve, site
from unpasted.book import Book
from unpasted.faults import Refused, folded, log, tell
from unpasted.folders import UNTOUCHED, Stage, copy_changes, end_at_sigterm
from unpasted.html import search, tree
from unpasted.kinds import colours
from unpasted.project import WARNINGS, book_from
from unpasted.read.brought import AsElsewhere
from unpasted.templating import COMPILED
from unpasted.words import say


class UnpastedConfig(Config):  # type: ignore[no-untyped-call]
    """The settings of a book; docs/authoring/book.md says what each means."""

    packages = ListOfItems(Type(str), default=[])
    steps = Type(str, default="")
    drawing = Type(str, default="")
    glossary = Type(str, default="")
    progress = ListOfItems(Type(str), default=[])
    rules = Type(dict, default={})
    words = Type(dict, default={})
    twice = Optional(Type(bool))
    environment = ListOfItems(Type(str), default=[])
    outputs = Type(str, default="")


def book_of(root: Path, site: Path) -> Book:
    """The book whose mkdocs.yml lies in `root`, built by MkDocs in this process, into `site`.

    Raises Refused for a book with faults, with a line for each.
    """
    WARNINGS.said.clear()
    book: Book | None = None
    try:
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(site))
        config.plugins.on_startup(command="build", dirty=False)
        try:
            build.build(config)
        finally:
            config.plugins.on_shutdown()
            plugin = config.plugins.get("unpasted")
            book = vars(plugin).get("book") if plugin else None
    except (MkDocsException, SystemExit) as error:
        faults = folded(book.faults) if book else WARNINGS.said
        raise Refused("\n".join(faults or [str(error)])) from None
    if not isinstance(book, Book):
        raise Refused("add `unpasted` to the `plugins:` of mkdocs.yml")
    return book


class UnpastedPlugin(BasePlugin[UnpastedConfig]):  # type: ignore[no-untyped-call]
    """The hooks, in the order in which MkDocs calls them."""

    def on_startup(self, *, command: str, dirty: bool) -> None:
        gc.freeze()
        self.complete, called = False, click.get_current_context(silent=True)
        self.serving = "serve" in (command, called and called.info_name)  # --clean says "build"
        self.early = called is not None and called.params.get("livereload")
        vars(self).pop("book", None), vars(self).pop("stage", None)
        end_at_sigterm(serving=self.serving)

    @event_priority(-90)  # when other plugins have made up their minds
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self.host, before, place = config, vars(self).get("book"), Path(config.site_dir)
        published = None if self.serving else place
        self.book, markdown = book_from(self.config, config, site=published, before=before)
        if old := vars(self).get("stage"):
            old.clear()
        self.stage = Stage(place, f"{site.ASSETS}/*.css", ": mkdocs build --site-dir FOLDER")
        if self.early and not before:
            log.info("While the book is built, %s shows how far it is", self._server.url)
        config.edit_uri = config.edit_uri if config.repo_url else None  # there is nothing to edit
        config.site_dir, config.mdx_configs = str(self.stage.path), markdown
        config.markdown_extensions.append(AsElsewhere())
        if before:
            search.keep(config.plugins)
        self.fonts = f"{site.ASSETS}/" if fonts.of_text(self.book.settings.root) else ""
        script = assets.script(book=self.book.name)
        self.bundles = assets.style(config.theme.dirs, with_fonts=bool(self.fonts)), script
        style, self.script = (f"{site.ASSETS}/{name}" for name, _ in self.bundles)
        config.extra_css.insert(0, style)  # the script is loaded by templates/main.html
        config.theme.dirs.insert(bool(config.theme.custom_dir), site.TEMPLATES)
        config.theme.static_templates.add("notices.html")
        for level in ("not_found", "anchors", "absolute_links", "unrecognized_links"):
            config.validation.links[level] = logging.DEBUG  # Book.link tells them, with the line
        return config

    def on_files(self, files: Files, **_: Any) -> None:
        """Start to run every page, so that all cores are at work while Markdown is read."""
        self.begun: dict[str, str] = {}  # the Markdown with which each page runs
        pages = files.documentation_pages()  # those that say they run long first, lest one be last
        for file in sorted(pages, key=lambda one: -self._read(one).count(" timeout=")):
            self._begin(file)

    def _begin(self, file: File, markdown: str | None = None) -> None:
        """Begin a page, by its source or by what other plugins made of that."""
        text = self._read(file)
        own = meta.get_data(text)[0]
        self.begun[file.src_uri] = made = own if markdown is None else markdown
        self.book.add(file.src_uri, file.url, text, own, made)

    def _read(self, file: File) -> str:
        source = Path(file.src_dir, file.src_uri) if file.src_dir else None
        content = source.read_bytes() if source else file.content_bytes
        text = self.book.read(file.src_uri, content)
        if "\ufffd" in text or not file.abs_src_path:  # MkDocs reads nothing but UTF-8
            file.content_string = text
        return text

    def on_nav(self, nav: Navigation, **_: Any) -> None:
        self.nav, pages = nav, {page.file.src_uri: page for page in nav.pages}
        self.titles = {path: vars(page).get("title") for path, page in pages.items()}
        self.book.order({path: p.parent.title if p.parent else "" for path, p in pages.items()})

    def on_pre_page(self, page: Page, /, **_: Any) -> None:
        self._read(page.file)  # it may have been edited

    @event_priority(-100)  # what others bring to a page is read like the rest of it
    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> str:
        path = page.file.src_uri
        if self.begun.pop(path, None) != markdown:
            self._begin(page.file, markdown)
        self.book.rendering = self.book.pages[path]
        if self.titles.get(path) is None:
            vars(page).pop("title", None)  # then MkDocs takes the page's first heading
        return self.book.rendering.chapter.markdown

    @event_priority(-100)
    def on_env(self, env: Environment, /, files: Files, config: MkDocsConfig) -> None:
        """Finish the pages: only now is each one's Markdown read, and the others' ids known."""
        self.env, self.files = env, files
        env.bytecode_cache = COMPILED
        env.globals.update(say=say, colours=colours, site=site)  # for templates
        others = [file for file in files if not file.is_documentation_page()]
        self.book.others = {unquote(file.url) for file in others}
        self.book.files = [file.src_uri for file in others if file.src_dir == config.docs_dir]
        self.book.templates = env.list_templates
        found = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
        self._finish([one.page for one in found if one.page and one.src_uri in self.book.pages])
        self.book.more += (changes := self.book.runner.changes(self.book.settings.root))
        if changes and not self.serving:  # before anybody reads what a page has broken
            self._check()

    def _finish(self, pages: list[Page]) -> None:
        """Finish and link pages that are converted, and give MkDocs what search is to read."""
        made = [self.book.pages[page.file.src_uri] for page in pages]
        for page, one in zip(pages, made, strict=True):
            title = str(self.titles.get(one.path) or page.title)
            self.book.finish(one, page.content or "", title, page.meta)
        self.book.link(made)
        for page, one in zip(pages, made, strict=True):
            page.title, page.content = self.book.title_of(one), search.words_of(one.words)
            told = escape(one.description)  # themes write it as it is
            page.meta.update(description=told, card=site.card_of(one))

    def _check(self) -> None:
        """Tell the faults of the book. Raises PluginError where a build has any."""
        self.book.more += WARNINGS.taken(Path(self.host.config_file_path), dict(self.config_scheme))
        tell(self.book.faults)
        if (count := len(self.book.faults)) and not self.serving:
            raise PluginError(f"{count} fault{'s' * (count > 1)} in the book; {UNTOUCHED}")

    @event_priority(-100)  # when search has read it
    def on_page_context(self, context: Any, *, page: Page, **_: Any) -> None:
        page.content = tree.write(self.book.pages[page.file.src_uri].tree)

    @event_priority(-100)  # when search has written what it found
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        self._check()
        site.write(self.book, self.stage.path, self.bundles)
        if not self.serving:  # where pages change too often, and hold a script of the server's
            site.write_for_others(self.book, self.stage.path)
            if self.config.outputs:
                pages, folder = self.book.pages, self.book.settings.root / self.config.outputs
                outputs.write(folder, {path: outputs.of(page) for path, page in pages.items()})
        log.info("%s", self.book.runner.told())
        self.complete = True
        if self.serving:
            self.changed = copy_changes(self.stage.path, self.stage.site, ["search"])

    def on_build_error(self, *, error: Exception) -> None:
        self.complete = False
        if isinstance(error, Refused):
            raise PluginError(str(error)) from None
        if "stage" in vars(self) and not isinstance(error, MkDocsException):
            raise PluginError(self.book.unfinished(error, self.stage.path)) from None

    def on_shutdown(self) -> None:
        if "book" in vars(self):
            self.book.runner.close()
            WARNINGS.said.clear()  # another build in this process has its own
        if "stage" in vars(self):
            self.host.site_dir = str(self.stage.site)  # gh-deploy looks there
            try:
                self.stage.end(publish=self.complete and not self.serving)
            except Refused as error:
                raise PluginError(str(error)) from None

    @cached_property
    def _server(self) -> serve.Server:
        host, progress = self.host, self.book.runner.progress
        server = serve.Server(self.stage.site, host.dev_addr, host.site_url or "", progress)
        for path in (host.docs_dir, host.config_file_path, *self.book.settings.path):
            server.watch(path)
        return server

    def on_serve(self, server: Any, *, config: MkDocsConfig, builder: Any, **_: Any) -> Any:
        """A server of our own, which shows a page as soon as it is there."""

        def whole() -> tuple[Book, set[str]]:
            builder()
            return self.book, self.changed

        search.keep(config.plugins)
        self._server.edits = serve.Edits(self.book, self._again, whole)
        return self._server

    def _again(self, path: str) -> set[str]:
        """Build one page anew, into the folder that is served; gives its file."""
        page: Any = self.files.src_uris[path].page
        build._populate_page(page, self.host, self.files)
        self._finish([page])
        build._build_page(page, self.host, self.files.documentation_pages(), self.nav, self.env)
        site.write_of(self.book, [self.book.pages[path]], self.stage.site)
        Path(page.file.abs_dest_path).replace(self.stage.site / page.file.dest_uri)
        return {page.file.dest_uri}
