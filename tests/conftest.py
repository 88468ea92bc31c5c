"""The real book, built for all tests that look at it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.built import ADDRESS, ROOT, build, copy_of_project, once


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book, built strictly, as `make build` does, once for all processes of a run.

    Its cells run twice: what differs under another hash seed, zone and locale is a fault.
    """

    def make(folder: Path) -> None:
        build(ROOT, folder / "site", TWICE="true", OUTPUTS=str(folder / "outputs"))

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
def addressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book once more, as the site of an address: from a copy in another folder, with
    another hash seed, time zone and locale, on one core."""
    others = {"PYTHONHASHSEED": "12345", "TZ": "Asia/Kolkata", "LC_ALL": "C", "CORES": "1"}

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory() as name:
            copy = copy_of_project(Path(name) / "elsewhere")
            (copy / "node_modules").symlink_to(ROOT / "node_modules")
            build(copy, folder, SITE_URL=ADDRESS, **others)

    return once(tmp_path_factory, "addressed", make)
