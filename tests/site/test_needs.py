"""Cells of the real book, each run after only those that it needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.built import ROOT, environment, mostly_slow
from tests.site.test_copied import PAGES

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
    above = [(one["number"], one["code"]) for one in cells[:at]]
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
