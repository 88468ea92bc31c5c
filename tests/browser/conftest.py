"""Books served to a real Chromium, and pages that may not fail in silence."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.books import BARE, EMPTY, Site, sources


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Site]]:
    """Makes a folder that is served."""
    sites: list[Site] = []

    def make(name: str) -> Site:
        sites.append(Site(tmp_path_factory.mktemp(name) / "site"))
        return sites[-1]

    yield make
    for site in sites:
        site.server.shutdown()


@pytest.fixture(scope="session")
def book(served: Callable[[str], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The real book, built strictly, once for all processes of a run."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return served("book").copy(folder / "book-once")


@pytest.fixture(scope="session")
def small(served: Callable[[str], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The small book of special pages."""
    return served("small").build(sources(tmp_path_factory.mktemp("small-sources")))


@pytest.fixture(scope="session")
def bare(served: Callable[[str], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two pages in Material's theme, without anything of ours: a heading, code, a note."""
    root = tmp_path_factory.mktemp("bare-sources")
    (root / "docs").mkdir()
    (root / "mkdocs.yml").write_text(BARE)
    for name in ("index.md", "two.md"):
        (root / "docs" / name).write_text(EMPTY)
    return served("bare").build(root)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    try:
        path, missing = chromium.find(), ""
    except chromium.NoChromiumError as error:
        path, missing = "", str(error)
    if missing:
        pytest.fail(missing, pytrace=False)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path or None, args=chromium.FLAGS)
        yield launched
        launched.close()


class Visits:
    """Opens pages, each in a context of its own unless one is given, and notes what they do wrong:
    errors in the console, exceptions, requests to another host."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.faults, self.contexts = browser, [], []

    def __call__(self, url: str, init: str = "", **options: Any) -> Page:
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        self.contexts.append(context)
        if init:
            context.add_init_script(init)
        page = context.new_page()
        host = url.split("/")[2]
        page.on("console", lambda m: self._note(m.type == "error", f"console: {m.text}"))
        page.on("pageerror", lambda error: self._note(True, f"exception: {error}"))
        page.on("request", lambda r: self._note(self._foreign(r.url, host), f"request: {r.url}"))
        page.goto(url)
        return page

    @staticmethod
    def _foreign(url: str, host: str) -> bool:
        scheme, _, rest = url.partition("://")
        return scheme in ("http", "https", "ws", "wss") and rest.split("/")[0] != host

    def _note(self, bad: bool, text: str) -> None:
        if bad:
            self.faults.append(text)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visits]:
    """Opens pages; afterwards none of them may have complained or called another host."""
    visits = Visits(browser)
    yield visits
    for context in visits.contexts:
        context.close()
    assert visits.faults == []
