"""The only module that knows MkDocs: its hooks, which build a book and serve it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import tempfile
import threading
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import config_options, load_config
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import meta

from unpasted import assets, notices, outputs, site
from unpasted.book import Book
from unpasted.edits import Edits
from unpasted.faults import Fault, Place, Refused, folded, scrub, tell
from unpasted.html import search, tree
from unpasted.page import Page
from unpasted.project import Project, Warnings
from unpasted.run.execute import told
from unpasted.serve import Server
from unpasted.stage import CannotStageError, Stage, check_port, copy_changes
from unpasted.words import say

log = logging.getLogger("mkdocs.plugins.unpasted")

WARNINGS = Warnings()
TEMPLATES = Path(__file__).parent / "templates"
OURS = f"{site.ASSETS}/*.css"
UNTOUCHED = "the last good site stays as it was"
OTHER_FOLDER = ": mkdocs build --site-dir FOLDER"

logging.getLogger("mkdocs").addHandler(WARNINGS)  # now: they begin as soon as settings are read


class UnpastedConfig(Config):  # type: ignore[no-untyped-call]
    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages of this project that the chapters import; they lie in `src/`."""
    steps = config_options.Type(str, default="")
    """The module whose STEPS is the ordered table of steps."""
    drawing = config_options.Type(str, default="")
    """The module that lists the nodes of a graph, by its function `nodes(root)`."""
    glossary = config_options.Type(str, default="")
    """The page that defines the terms, relative to docs_dir."""
    progress = config_options.ListOfItems(config_options.Type(str), default=[])
    """Patterns of the pages, by URL, that show progress; by default those that ask something."""
    rules = config_options.Type(dict, default={})
    """What the book asks of its chapters; see unpasted.rules.Rules."""
    words = config_options.Type(dict, default={})
    """What the interface says otherwise, by the English; see unpasted.words."""
    twice = config_options.Optional(config_options.Type(bool))
    """Whether every page that runs does so again, under another hash seed, time zone, locale and
    clock; by default in CI. Not under serve."""
    environment = config_options.ListOfItems(config_options.Type(str), default=[])
    """The variables of the build's environment that cells see; they see no other."""
    outputs = config_options.Type(str, default="")
    """A folder for what the pages' code came to, as text to be approved; see unpasted.outputs."""
    cache = config_options.Optional(config_options.Type(bool))
    """Whether results are kept between builds; by default everywhere but in CI."""


def book_of(root: Path, folder: Path | None = None) -> Book:
    """The book whose mkdocs.yml lies in `root`, built by MkDocs in this process.

    Arguments:
        folder: for its site, if that is wanted.

    Raises Refused for a book with faults, with a line for each.
    """
    if not (root / "mkdocs.yml").is_file():
        raise Refused("there is no mkdocs.yml here; call this in the folder of a book")
    WARNINGS.said.clear()
    with tempfile.TemporaryDirectory() as unwanted:
        book: Book | None = None
        try:
            place = str(folder or Path(unwanted, "site"))
            config = load_config(str(root / "mkdocs.yml"), site_dir=place)
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
                plugin: Any = config.plugins.get("unpasted")
                book = plugin and plugin.book
        except (MkDocsException, SystemExit) as error:
            faults = folded(book.faults) if book else WARNINGS.said
            raise Refused("\n".join(faults or [str(error)])) from None
    if not isinstance(book, Book):
        raise Refused("add `unpasted` to the `plugins:` of mkdocs.yml")
    return book


class UnpastedPlugin(BasePlugin[UnpastedConfig]):  # type: ignore[no-untyped-call]
    def on_startup(self, *, command: str, dirty: bool) -> None:
        gc.freeze()
        self.serving = command == "serve"
        if not self.serving and threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGTERM, self._ended)
        self.book: Any = None  # a Book, as soon as the settings are read; so are its
        self.project: Any = None  # Project, and
        self.stage: Any = None  # the Stage where its site is built
        self.reading: Page | None = None
        self.complete = False

    def _ended(self, *_: Any) -> None:
        """End as after a fault; what was asked for once is not asked for again."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(f"The build was ended by SIGTERM; {UNTOUCHED}.")

    @event_priority(-90)  # when other plugins have made up their minds
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        again = self.project is not None
        folder = Path(config.config_file_path).resolve().parent
        site_dir = None if self.serving else Path(config.site_dir)
        self.project = self.project or Project(folder, serving=self.serving, site=site_dir)
        config.edit_uri = config.edit_uri if config.repo_url else None  # there is nothing to edit
        markdown = {name: config.mdx_configs.get(name, {}) for name in config.markdown_extensions}
        about = {
            "title": config.site_name, "description": config.site_description,
            "language": config.theme.get("language", "en"), "address": config.site_url,
            "author": config.site_author, "repository": config.repo_url,
        }  # fmt: skip
        try:
            if config.use_directory_urls:
                raise Refused("set `use_directory_urls: false`: the book must work from its files")
            self.book = self.project.book(self.config, Path(config.docs_dir), markdown, about)
            if self.serving and not again:
                check_port(*config.dev_addr)
            if self.serving or not again:
                place, self.config_of_host = Path(config.site_dir), config
                self.stage = Stage(place, OURS, before=self.stage, cure=OTHER_FOLDER)
        except (CannotStageError, Refused) as error:
            raise PluginError(str(error)) from None
        config.site_dir, config.mdx_configs = str(self.stage.folder), markdown
        config.markdown_extensions.append(self.book.last)
        if again:
            _without_search(config)
        self.bundles = assets.style(), assets.script()
        style, self.script = (f"{site.ASSETS}/{bundle.name}" for bundle in self.bundles)
        config.extra_css.insert(0, style)  # the script is loaded by templates/main.html
        config.theme.dirs.insert(bool(config.theme.custom_dir), str(TEMPLATES))
        config.theme.static_templates.add("notices.html")
        for level in ("not_found", "anchors", "absolute_links", "unrecognized_links"):
            config.validation.links[level] = logging.DEBUG  # Book.link tells them, with the line
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Start to run every page, so that all cores are at work while Markdown is read."""
        for bundle in self.bundles:
            path = f"{site.ASSETS}/{bundle.name}"
            files.append(File.generated(config, path, content=bundle.content))
        self.begun: dict[str, str] = {}  # the Markdown of each page that runs
        for file in files.documentation_pages():
            self._begin(file, None)
        return files

    def _begin(self, file: File, markdown: str | None) -> None:
        """Begin a page, by its source or by what other plugins made of that."""
        text = self.book.read(file.src_uri, file.content_bytes)
        if "\ufffd" in text:
            file.content_string = text
        own = meta.get_data(text)[0]
        self.begun[file.src_uri] = made = own if markdown is None else markdown
        self.book.add(file.src_uri, file.url, text, own, made)

    def on_nav(self, nav: Navigation, **_: Any) -> Navigation:
        self.nav = nav
        pages = {page.file.src_uri: page for page in nav.pages}
        self.titles = {path: vars(page).get("title") for path, page in pages.items()}
        parts = {path: page.parent.title if page.parent else "" for path, page in pages.items()}
        self.book.order(parts)
        return nav

    @event_priority(-100)  # what others bring to a page is read like the rest of it
    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, **_: Any) -> str:
        path = page.file.src_uri
        if self.begun.pop(path, None) != markdown:
            self._begin(page.file, markdown)
        self.reading = self.book.rendering = made = self.book.pages[path]
        if self.titles.get(path) is None:
            vars(page).pop("title", None)  # then MkDocs takes the page's first heading
        return str(made.chapter.markdown)

    @event_priority(-100)
    def on_env(self, env: Environment, /, files: Files, config: MkDocsConfig) -> Environment:
        """Finish the pages: only now is each one's Markdown read, and the others' ids known."""
        self.host = config, files, env
        env.globals.update(say=say, notices=notices)  # for our templates
        others = [file for file in files if not file.is_documentation_page()]
        self.book.others = {unquote(file.url) for file in others}
        self.book.files = [file.src_uri for file in others if file.src_dir == config.docs_dir]
        found = files.documentation_pages(inclusion=InclusionLevel.is_in_serve)
        pages = [file.page for file in found if file.page and file.src_uri in self.book.pages]
        for page in pages:
            self._finish(page)
        self.book.link()
        if changes := self.project.changes():  # before anybody reads what a page has broken
            self.book.more += changes
            self._check()
        for page in pages:
            self._show(page)
        return env

    def _check(self) -> None:
        """Tell the faults of the book. Raises PluginError where a build has any."""
        settings = Path(self.host[0].config_file_path)
        self.book.more += WARNINGS.taken(settings, dict(self.config_scheme))
        tell(self.book.faults)
        if self.book.faults and not self.serving:
            count = len(self.book.faults)
            raise PluginError(f"{count} fault{'s' * (count > 1)} in the book; {UNTOUCHED}")

    def _finish(self, page: MkDocsPage) -> None:
        made = self.book.pages[page.file.src_uri]
        title = str(self.titles.get(made.path) or page.title)
        self.book.finish(made, page.content or "", title, page.meta)
        template = page.meta.get("template")
        if template and template not in self.host[2].list_templates():
            del page.meta["template"]
            made.note([made.fault_in_front("template", f"the theme has no template {template}")])

    def _show(self, page: MkDocsPage) -> None:
        """Give MkDocs a page that is finished and linked, at first with what search is to read."""
        made = self.book.pages[page.file.src_uri]
        page.title, page.content = self.book.title_of(made), search.words_of(made.tree)
        page.meta["description"] = escape(made.description)  # themes write it as it is
        page.meta["card"] = site.card_of(made)

    @event_priority(-100)  # when search has read it
    def on_page_context(self, context: Any, *, page: MkDocsPage, **_: Any) -> Any:
        page.content = tree.write(self.book.pages[page.file.src_uri].tree)
        return context

    @event_priority(-100)  # when search has written what it found
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        self._check()
        folder = Path(config.site_dir)
        site.write(self.book, folder, self.project.kept)
        if not self.serving:  # where pages change too often, and hold a script of the server's
            site.write_for_others(self.book, folder)
            try:
                if self.config.outputs:
                    outputs.write(self.project.root / self.config.outputs, self.book.outputs)
            except Refused as error:
                raise PluginError(str(error)) from None
        log.info("%s", self.project.told())
        self.complete = True

    def on_build_error(self, *, error: Exception) -> None:
        self.complete = False
        if not self.project:  # another plugin's, before there was a book
            return
        ours = str(self.stage.folder) if self.stage else ""
        if isinstance(error, OSError) and (error.filename is None or ours in str(error)):
            says = f"cannot write the site: {scrub(told(error), self.project.root)}"
            raise PluginError(f"{says}; {UNTOUCHED}") from None
        if not isinstance(error, MkDocsException):  # such as Markdown's own, at a strange address
            place = self.reading.chapter.place if self.reading else Place("mkdocs.yml", 1)
            says = f"this page cannot be rendered: {scrub(told(error), self.project.root)}"
            raise PluginError(str(Fault(place, says))) from None

    def on_shutdown(self) -> None:
        if self.project:
            self.project.close()
        if hasattr(self, "before"):
            signal.signal(signal.SIGTERM, self.before)
        if not self.stage:
            return
        self.config_of_host.site_dir = str(self.stage.site)  # gh-deploy looks there
        try:
            if self.complete and not self.serving:
                self.stage.publish()
        except OSError as error:
            says = f"cannot put the site in its place: {error.strerror or error}"
            raise PluginError(f"{says}; {UNTOUCHED}") from None
        finally:
            self.stage.discard()

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any, **_: Any
    ) -> Any:
        """A server of our own, which shows a page as soon as it is there."""
        root, (host, port) = Path(server.root), config.dev_addr

        def whole() -> tuple[Book, set[str]]:
            try:
                builder()
            except (Exception, SystemExit) as error:
                raise PluginError("\n".join([*WARNINGS.said, str(error)])) from None
            return self.book, copy_changes(self.stage.folder, root, ["search"])

        copy_changes(self.stage.folder, root, ["search"])
        _without_search(config)
        edits = Edits(self.book, lambda path: self._again(path, root), whole)
        served = Server(root, host, port, server.mount_path, edits.build, edits.problems)
        for path in (config.docs_dir, config.config_file_path, *self.book.settings.path):
            served.watch(path)
        return served

    def _again(self, path: str, root: Path) -> set[str]:
        """Build one page anew, into the folder that is served; gives its file."""
        config, files, env = self.host
        file = files.src_uris[path]
        page: Any = file.page
        place = self.book.place_of(path)
        self.book.more = [fault for fault in self.book.more if fault.place.file != place.file]
        mkdocs_build._populate_page(page, config, files)
        self._finish(page)
        made = self.book.pages[path]
        self.book.link(made)
        self._show(page)
        made.faults += [Fault(place, said) for said in WARNINGS.said]
        WARNINGS.said.clear()
        mkdocs_build._build_page(page, config, files.documentation_pages(), self.nav, env)
        site.write_again(self.book, made, root, self.project.kept)
        os.replace(file.abs_dest_path, root / file.dest_uri)
        return {file.dest_uri}


def _without_search(config: MkDocsConfig) -> None:
    """Let search keep the index of the first build: to make it takes longer than all the rest."""
    for name, plugin in config.plugins.items():
        if name.endswith("search"):
            plugin.config["enabled"] = False
