"""Cells of the real book, each run after only those that it needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.built import ROOT, environment, mostly_slow
from tests.site.test_copied import PAGES
from unpasted.run.names import needs

# The pages whose cells take long are looked at by `make test-all`.
SCRIPT = """
import json, sys
import matplotlib
from unpasted.run.execute import Sandbox
from unpasted.run.names import needs

matplotlib.rcParams["figure.max_open_warning"] = 0  # as kinds/matplotlibrc has it
other = []
cells = json.load(open(sys.argv[1]))["cells"]
for at, cell in enumerate(cells):
    above = [
        (one["number"], one["code"])
        for one in cells[:at]
        if not (cell["live"] and one.get("still"))
    ]
    needed = needs(above, cell["code"])
    page = Sandbox("micrograd.draw")
    for number, code in above:
        if number in needed:
            page.run(number, code)
    came = page.run(cell["number"], cell["code"])
    page.renew()
    if (came["printed"] + came["raised"]).strip() != cell["printed"].strip():
        other.append([cell["number"], needed, came["printed"] + came["raised"]])
print(json.dumps(other))
"""


@pytest.mark.parametrize(
    "file",
    mostly_slow(PAGES, ROOT / "docs" / "chapters/08-accumulate.md"),
    ids=lambda file: file.stem,
)
def test_a_cell_gives_what_the_book_shows_after_only_what_it_needs(site, file):
    """So does it after all the cells above, as in the build."""
    url = file.relative_to(ROOT / "docs").with_suffix(".json")
    cells = site / "assets/unpasted/live/cells" / url
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(cells)], cwd=ROOT, env=environment(MPLBACKEND="Agg"),
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == []


def _needed(site, page):
    """The loops of a page that readers train, and of each live cell below, what each needs."""
    cells = json.loads((site / f"assets/unpasted/live/cells/{page}.json").read_text())["cells"]
    run = [(one["number"], one["code"]) for one in cells if not one.get("still")]
    live = [one for one in cells if one["live"]]
    found = {}
    for one in live:
        above = [cell for cell in run if cell[0] < one["number"]]
        found[one["number"]] = needs(above, one["code"])
    return [one["number"] for one in live if one["kind"] == "python train"], found


def test_the_gpt_is_trained_without_what_the_page_trained_before(site):
    """Its own names are all that it needs; whoever brings words waits for those alone."""
    (names, words), needed = _needed(site, "chapters/20-gpt")
    assert needed[names] == []
    assert len(needed[words]) == 2 and names not in needed[words]


@pytest.mark.parametrize("page", ["chapters/19-attention", "chapters/20-gpt", "graduation"])
def test_no_cell_below_a_loop_needs_what_the_loop_did_without(site, page):
    """It would run first, and then the loop anew: what its reader trained would be gone."""
    loops, needed = _needed(site, page)
    for loop in loops:
        had = {*needed[loop], loop}
        for number in (one for one, above in needed.items() if loop in above):
            assert {one for one in needed[number] if one < loop} <= had
