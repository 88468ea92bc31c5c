"""Each chapter as a notebook: valid, and run in Jupyter it comes to what the build came to."""

from __future__ import annotations

import json
import re
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.browser.chromium import program
from tests.browser.pages import of_both
from tests.built import ROOT, once
from unpasted.export import notebook
from unpasted.mkdocs import book_of

CHAPTERS = [one for one in of_both("(predict|exercise)", one="") if "chapters/" in str(one)]


@pytest.fixture(params=CHAPTERS, ids=" ".join)
def file(request, tmp_path_factory, small_sources, small_site) -> Path:
    """A chapter as a notebook; Jupyter draws graphs by Graphviz's own program."""
    program("dot", "graphviz")
    which, page = request.param

    def make(folder: Path) -> None:
        root = ROOT if which == "book" else small_sources  # whose code ran for its site
        notebook.write(book_of(root, folder / "unwanted"), folder / "all")

    return (once(tmp_path_factory, f"notebooks-{which}", make) / "all" / page).with_suffix(".ipynb")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory) -> Iterator[str]:
    """The name of a kernel in an environment that has Jupyter and the libraries, and no book."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "env")
    [packages] = (folder / "env").glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    python, spec = folder / "env/bin/python", folder / "kernels/fresh/kernel.json"
    found = [subprocess.run([python, "-c", f"import {name}"]) for name in ("nbclient", "micrograd")]
    assert [one.returncode for one in found] == [0, 1]
    spec.parent.mkdir(parents=True)
    command = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": command, "display_name": "Fresh", "language": "python"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder))
        patch.delenv("PYTHONPATH", raising=False)
        yield "fresh"


def came_to(cell: NotebookNode) -> tuple[str, str]:
    """What a cell printed, as text or as HTML, and the error it ended in."""
    printed = "".join(
        o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stdout"
    )
    shown = [o.data for o in cell.outputs if o.output_type == "display_data"]
    printed += "".join(one.get("text/html", "") for one in shown)
    raised = "".join(o.ename for o in cell.outputs if o.output_type == "error")
    return printed.rstrip("\n"), raised.rpartition(".")[2]


def test_a_notebook_comes_to_what_the_build_came_to(file, kernel):
    """Cell by cell, where nothing of the project is but what lies beside it."""
    book = nbformat.read(file, 4)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    wanted = [came_to(cell) for cell in code]
    there = {"metadata": {"path": str(file.parent)}}
    NotebookClient(book, timeout=300, kernel_name=kernel, resources=there).execute()
    for cell, expected in zip(code, wanted, strict=True):
        assert came_to(cell) == expected, cell.source


def test_a_notebook_reads_like_its_chapter(file):
    """It begins with its title, has no mark of ours, and no drawing without its words."""
    book = nbformat.read(file, 4)
    text = "\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
    assert book.cells[0].source.startswith("# ")
    assert not re.search("[\ue000\ue001]|<book-|markdown=|\\]\\([^)]*\\.md", text)
    drawings = [out.data for cell in book.cells for out in cell.get("outputs", []) if "data" in out]
    for one in drawings:
        shown = one.get("image/svg+xml") or one["text/html"]
        unknown = {*re.findall(r"var\((--[\w-]+)", shown)} - {*re.findall(r"(--[\w-]+):", shown)}
        assert one["text/plain"] and not unknown
