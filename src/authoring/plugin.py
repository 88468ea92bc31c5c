"""The only module that knows MkDocs: a build begins, a page begins and ends, the build ends."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import re
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils import clean_directory

from authoring import assets, figures, glossary, mathfont, plots
from authoring.book import Book
from authoring.errors import scrub, told
from authoring.isolation import page_kept
from authoring.listings import Steps
from authoring.memory import Memory, fingerprint
from authoring.page import Page
from authoring.slots import custom_fence

ASSETS = "assets/authoring"  # of the site; progress.js finds the site by it

log = logging.getLogger("mkdocs.plugins.authoring")


class AuthoringConfig(Config):  # type: ignore[no-untyped-call]
    packages = config_options.ListOfItems(config_options.Type(str), default=[])
    """Packages the chapters import; each page of each build gets them fresh."""
    steps = config_options.Type(str, default="")
    """The module whose STEPS is the ordered table of steps."""
    drawing = config_options.Type(str, default="")
    """The module that draws a graph of values: draw_dot, trace and operands."""
    glossary = config_options.Type(str, default="")
    """The page that defines the terms, relative to docs_dir."""


class AuthoringPlugin(BasePlugin[AuthoringConfig]):  # type: ignore[no-untyped-call]
    def on_startup(self, *, command: str, dirty: bool) -> None:
        self.serving = command == "serve"
        self.finished = False
        self.bound = False
        self.memory: Memory | None = {} if self.serving else None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if config.use_directory_urls:
            raise PluginError("set `use_directory_urls: false`: the book must work from its files")
        if not self.serving:
            self._stage_site(config)
        elif not self.bound:
            _check_port(*config.dev_addr)
            self.bound = True
        try:
            plots.use_own_style()
            render = figures.find_renderer()
        except figures.NoRendererError as error:
            raise PluginError(str(error)) from None
        _forget(self.config.packages)
        root = Path(config.config_file_path).parent
        self.book = Book(root, render, drawing=self.config.drawing, memory=self.memory)
        self.book.name = re.sub(r"\W+", "-", config.site_name.lower()).strip("-")
        config.extra_css[:0] = [f"{ASSETS}/{name}" for name in assets.STYLES]
        config.extra_javascript[:0] = [f"{ASSETS}/{name}" for name in assets.SCRIPTS]
        if self.config.steps:
            self._read_steps()
        if self.serving:
            self.book.packages = fingerprint(self.config.packages)
        self.math_characters: set[str] = set()
        self._set_up_markdown(config)
        return config

    def _read_steps(self) -> None:
        try:
            self.book.steps = Steps(self.config.steps)
        except Exception as error:
            self.book.no_steps = f"the table of steps {self.config.steps} fails: {told(error)}"
            if not self.serving:
                raise PluginError(scrub(self.book.no_steps, self.book.root)) from None

    def _set_up_markdown(self, config: MkDocsConfig) -> None:
        superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        superfences.setdefault("custom_fences", []).append(custom_fence(lambda: self.page))
        if self.config.glossary:
            file = Path(config.docs_dir) / self.config.glossary
            if not file.exists():
                raise PluginError(
                    f"the glossary {self.config.glossary} is not in {config.docs_dir}"
                )
            config.mdx_configs["abbr"] = {"glossary": glossary.read(file.read_text("utf-8"))}

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:
        for package in self.config.packages:
            spec = importlib.util.find_spec(package)
            for folder in (spec.submodule_search_locations or []) if spec else []:
                server.watch(folder)
        return server

    @event_priority(100)  # before any plugin that adds or removes lines
    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, **_: Any) -> str:
        _forget(self.config.packages)
        source = Path(page.file.abs_src_path or "")
        try:
            written = source.read_text("utf-8-sig")
        except OSError:
            written = markdown  # a page that a plugin made
        front_matter = max(0, written.count("\n") - markdown.count("\n"))
        self.page = Page(self.book, os.path.relpath(source, self.book.root), page.file.url)
        self.kept = contextlib.ExitStack()
        self.kept.enter_context(page_kept())
        if page.file.src_uri == self.config.glossary:
            markdown = glossary.heads_only(markdown)
        return self.page.prepare(markdown, 1 + front_matter)

    @event_priority(-100)
    def on_page_content(self, html: str, *, page: MkDocsPage, **_: Any) -> str:
        html = self.page.finish(html)
        self.kept.close()
        if page.file.src_uri == self.config.glossary:
            html = glossary.ABBR.sub(r"\g<word>", html)
        html = glossary.first_only(html)
        self.math_characters |= mathfont.characters(html)
        return html

    @event_priority(-100)
    def on_env(self, env: Environment, *, files: Files, **_: Any) -> Environment:
        others = {file.url for file in files if not file.is_documentation_page()}
        for file in files.documentation_pages():
            if file.page and file.page.content:
                file.page.content = self.book.check_links(file.url, file.page.content, others)
        return env

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        for fault in self.book.faults:
            log.error("%s", fault)
        if self.book.faults and not self.serving:
            count = len(self.book.faults)
            raise PluginError(f"{count} fault{'s' * (count > 1)} in the book; no site was written")
        folder = Path(config.site_dir) / ASSETS
        folder.mkdir(parents=True, exist_ok=True)
        for name in assets.STYLES + assets.SCRIPTS:
            shutil.copyfile(Path(assets.__file__).parent / name, folder / name)
        mathfont.write(folder / "math.woff2", self.math_characters)
        log.info("Cells ran for %.2f seconds", self.book.seconds)
        self.finished = True

    def on_build_error(self, *, error: Exception) -> None:
        self.finished = False

    # A site is built beside its place and moved there when it is whole.

    def _stage_site(self, config: MkDocsConfig) -> None:
        self.site_config = config
        self.site = Path(config.site_dir)
        self.stage = self.site.with_name(f"{self.site.name}.unfinished")
        try:
            for folder in (self.site, self.stage):
                folder.mkdir(parents=True, exist_ok=True)
                clean_directory(str(folder))
        except OSError as error:
            raise PluginError(
                f"cannot write the site to {os.path.relpath(self.site)}: {error.strerror}. "
                "Remove what is there, or name another folder: mkdocs build --site-dir FOLDER"
            ) from None
        config.site_dir = str(self.stage)

    def on_shutdown(self) -> None:
        if self.serving or not hasattr(self, "stage"):
            return
        self.site_config.site_dir = str(self.site)
        if self.finished:
            for made in self.stage.iterdir():
                shutil.move(made, self.site / made.name)
        shutil.rmtree(self.stage, ignore_errors=True)


def _forget(packages: list[str]) -> None:
    """Let the next import read the packages' modules anew, as they are on the disk now."""
    importlib.invalidate_caches()
    for name in list(sys.modules):
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            del sys.modules[name]


def _check_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PluginError(
                f"cannot serve at {host}:{port}: {error.strerror}. Stop what runs there, or choose "
                f"another port: make serve PORT={port + 1}"
            ) from None
