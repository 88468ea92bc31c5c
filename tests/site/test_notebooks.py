"""Each chapter as a notebook: valid, and run in Jupyter it comes to what the build came to."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.browser.books import small_project
from tests.browser.chromium import program
from tests.browser.pages import of_both
from tests.built import ROOT, once
from unpasted import whole
from unpasted.export import notebook

CHAPTERS = [one for one in of_both("(predict|exercise)", one="") if "chapters/" in str(one)]


@pytest.fixture(params=CHAPTERS, ids=" ".join)
def book(request, tmp_path_factory) -> NotebookNode:
    """A chapter as a notebook; Jupyter draws graphs by Graphviz's own program."""
    program("dot", "graphviz")
    which, page = request.param

    def make(folder: Path) -> None:
        root = ROOT if which == "book" else small_project(folder)
        notebook.write(whole.read(root), folder / "all")

    folder = once(tmp_path_factory, f"notebooks-{which}", make) / "all"
    return nbformat.read((folder / page).with_suffix(".ipynb"), 4)


def came_to(cell: NotebookNode) -> tuple[str, str]:
    """What a cell printed, and the error it ended in."""
    printed = "".join(
        o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stdout"
    )
    raised = "".join(o.ename for o in cell.outputs if o.output_type == "error")
    return printed.rstrip("\n"), raised.rpartition(".")[2]


def test_a_notebook_comes_to_what_the_build_came_to(book):
    """Cell by cell, in the order in which they stand; no other cell ends in an error."""
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    wanted = [came_to(cell) for cell in code]
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(ROOT)}}).execute()
    for cell, expected in zip(code, wanted, strict=True):
        assert came_to(cell) == expected, cell.source


def test_a_notebook_reads_like_its_chapter(book):
    """It begins with its title, has no mark of ours, and no drawing without its words."""
    text = "\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
    assert book.cells[0].source.startswith("# ")
    assert not re.search("[\ue000\ue001]|<book-|markdown=|\\]\\([^)]*\\.md", text)
    drawings = [out.data for cell in book.cells for out in cell.get("outputs", []) if "data" in out]
    assert all("var(--" not in one["image/svg+xml"] and one["text/plain"] for one in drawings)
