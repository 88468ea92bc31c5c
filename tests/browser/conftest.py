"""Books served to a real Chromium, and pages that may not fail in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.books import Site, build_bare
from tests.browser.visits import Visits
from tests.built import once


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Site]]:
    """Serves a copy of a built book until the tests end."""
    sites: list[Site] = []

    def serve(built: Path) -> Site:
        sites.append(Site(built, tmp_path_factory.mktemp("served") / "site"))
        return sites[-1]

    yield serve
    for site in sites:
        site.server.shutdown()


@pytest.fixture(scope="session")
def book(served: Callable[[Path], Site], site: Path) -> Site:
    """The real book, built strictly."""
    return served(site)


@pytest.fixture(scope="session")
def small(served: Callable[[Path], Site], small_site: Path) -> Site:
    """The small book of special pages."""
    return served(small_site)


@pytest.fixture(scope="session")
def bare(served: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two pages in Material's theme, without anything of ours."""
    return served(once(tmp_path_factory, "bare", build_bare))


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """One Chromium for all tests of this process; in `make test-all` it runs Python as a reader's."""
    try:
        path, missing = chromium.find(), ""
    except chromium.NoBrowserError as error:
        path, missing = "", str(error)
    if missing:
        pytest.fail(missing, pytrace=False)
    quick = pytestconfig.getoption("markexpr") == "not slow"
    flags = [*chromium.FLAGS, *([chromium.PLAIN_WASM] if quick else [])]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path or None, args=flags)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def visits(browser: Browser) -> Visits:
    """The pages that the tests of this process open, one after the other."""
    return Visits(browser)


@pytest.fixture
def visit(visits: Visits) -> Iterator[Visits]:
    """Opens pages; afterwards none of them may have complained or called another host."""
    yield visits
    assert visits.leave() == []


@pytest.fixture
def anew(visit: Visits) -> Callable[..., Page]:
    """Opens pages that are put back instead of loaded again: for tests of what is in their article."""
    return visit.anew
