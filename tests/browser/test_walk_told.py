"""Any graph is walked like one of Values: its data may be text."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.books import Site
from tests.browser.walking import Walker, static
from tests.built import ROOT, build, once


def small(name: str, served: Callable[[Path], Site], factory: pytest.TempPathFactory) -> Site:
    """A book of one page in `tests`, with a package of its own."""

    def make(folder: Path) -> None:
        copy = factory.mktemp(name) / "book"
        shutil.copytree(ROOT / "tests" / name, copy)
        build(copy, folder)

    return served(once(factory, name, make))


@pytest.fixture(scope="module")
def trees(served: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """On a search tree of words."""
    return small("trees", served, tmp_path_factory)


@pytest.mark.slow
def test_words_are_walked_forward_only(visit, trees):
    """The build's sentences, one by one, and text in the boxes."""
    page = visit(trees.url + "index.html")
    [graph] = static(page)[0]
    on, back = Walker(page, 0).recorded()
    assert back == on[::-1]
    assert [state["says"] for state in on[:-1]] == graph.steps
    assert on[-1]["data"][-1] == "bee dog emu fox" and on[-1]["grad"] == []
    assert on[-1]["says"] == "Finished: all data is known."
