"""Any graph is walked like one of Values: its data stands in lists, or is text."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.books import Site
from tests.browser.walking import UNKNOWN, Walker, static
from tests.built import ROOT, build, once


def small(name: str, served: Callable[[Path], Site], factory: pytest.TempPathFactory) -> Site:
    """A book of one page in `tests`, with a package of its own."""

    def make(folder: Path) -> None:
        copy = factory.mktemp(name) / "book"
        shutil.copytree(ROOT / "tests" / name, copy)
        build(copy, folder)

    return served(once(factory, name, make))


@pytest.fixture(scope="module")
def tensors(served: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """On the tests' own tensor engine."""
    return small("tensors", served, tmp_path_factory)


@pytest.fixture(scope="module")
def trees(served: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """On a search tree of words."""
    return small("trees", served, tmp_path_factory)


@pytest.mark.parametrize("number", [0, 1])
def test_every_step_is_the_builds(visit, tensors, number):
    """The same sentences, and at the end the same numbers; every step is taken back."""
    page = visit(tensors.url + "index.html")
    [graph] = static(page)[number]
    walker = Walker(page, number)
    on, back = walker.recorded()
    assert back == on[::-1]
    assert [state["phase"] for state in on] == graph.phases
    assert [state["says"] for state in on[1:-1]] == graph.steps
    assert set(on[0]["data"]) == set(on[0]["grad"]) == {UNKNOWN}
    assert (on[-1]["data"], on[-1]["grad"]) == (graph.data, graph.grad)
    assert [row[2] for row in graph.table] == graph.data
    assert [row[4] for row in graph.table] == graph.grad


def test_its_numbers_are_not_for_the_reader_to_change(visit, tensors):
    """Only its package could compute what follows."""
    page = visit(tensors.url + "index.html")
    walk = page.locator("graph-walk").first
    assert walk.locator(".leaves").is_hidden()
    assert walk.locator("input:not([type=range])").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_edge_says_its_matrix(visit, tensors):
    """The local derivative in full, and what it makes of the gradient."""
    page = visit(tensors.url + "index.html")
    said = page.locator("graph-walk").first.locator("svg g.edge[aria-label^='From W to']").first
    label = said.get_attribute("aria-label")
    assert label.startswith(
        "From W to W @ x: local derivative [[2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 1.0]]. It carries ["
    )
    assert "] × a 2×4 matrix = [[" in label


@pytest.mark.slow
def test_words_are_walked_forward_only(visit, trees):
    """The build's sentences, one by one, and text in the boxes."""
    page = visit(trees.url + "index.html")
    [graph] = static(page)[0]
    on, back = Walker(page, 0).recorded()
    assert back == on[::-1]
    assert [state["says"] for state in on[1:-1]] == graph.steps
    assert on[-1]["data"][-1] == "bee dog emu fox" and on[-1]["grad"] == []
    assert on[-1]["says"] == "Finished: all data is known."
