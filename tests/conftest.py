"""The real book, built for all tests that look at it."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

import pytest

from tests.browser.books import REPOSITORY, small_project
from tests.built import ADDRESS, OTHERWISE, ROOT, build, copy_of_project, once


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book with an address, built strictly, once for all processes of a run.

    No other test of `make test` runs the whole book's code: what it comes to is compared with what
    was approved before. In `make test-all` its cells run twice, as in CI's own build: what differs
    under another hash seed, zone and locale is a fault.
    """

    def make(folder: Path) -> None:
        env = {"TWICE": os.environ.get("TWICE", "false"), "OUTPUTS": str(folder / "outputs")}
        build(ROOT, folder / "site", SITE_URL=ADDRESS, **env)

    return once(tmp_path_factory, "real", make)


@pytest.fixture(scope="session")
def site(real: Path) -> Path:
    """The real book's site."""
    return real / "site"


@pytest.fixture(scope="session")
def outputs(real: Path) -> Path:
    """What the code of the real book's pages came to."""
    return real / "outputs"


@pytest.fixture(scope="session")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book once more, without an address: from a copy in another folder, with another
    hash seed, time zone and locale, on one core."""

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory() as name:
            copy = copy_of_project(Path(name) / "elsewhere")
            (copy / "node_modules").symlink_to(ROOT / "node_modules")
            build(copy, folder, **OTHERWISE)

    return once(tmp_path_factory, "again", make)


@pytest.fixture(scope="session")
def small_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the small book, and what its code came to as the first host built it: others
    take that from there."""
    return once(tmp_path_factory, "small-sources", small_project)


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory, small_sources: Path) -> Path:
    """The small book of special pages, with an address."""
    make = partial(build, small_sources, SITE_URL=ADDRESS, REPO_URL=REPOSITORY, CI="")
    return once(tmp_path_factory, "small", make)


@pytest.fixture(scope="session")
def small_again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book once more, without an address, where all else is otherwise too."""

    def make(folder: Path) -> None:
        root = small_project(tmp_path_factory.mktemp("elsewhere"))
        build(root, folder, SITE_URL="", REPO_URL=REPOSITORY, **OTHERWISE)

    return once(tmp_path_factory, "small-again", make)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at the real book comes first: one process builds it, while another one begins in
    the middle, with what need not wait for it."""
    items.sort(key=lambda item: "real" not in getattr(item, "fixturenames", ()))
