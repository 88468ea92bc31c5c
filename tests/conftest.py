"""The real book, built for all tests that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.built import ADDRESS, ROOT, build, once


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book, built strictly, as `make build` does, once for all processes of a run."""
    return once(tmp_path_factory, "real", lambda folder: build(ROOT, folder))


@pytest.fixture(scope="session")
def addressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real book once more, from another seed for hashing, as the site of an address."""
    settings = {"SITE_URL": ADDRESS, "PYTHONHASHSEED": "12345"}
    return once(tmp_path_factory, "addressed", lambda folder: build(ROOT, folder, **settings))
