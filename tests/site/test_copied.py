"""What a reader copies from a page, cell after cell, into a file of their own."""

from __future__ import annotations

import builtins
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.built import ROOT, environment, mostly_slow
from unpasted.faults import Place
from unpasted.kinds import KINDS
from unpasted.kinds.cell import HIDE
from unpasted.read.chapter import read
from unpasted.read.fence import Fence
from unpasted.run.names import names_bound, names_read

BESIDE = [
    ROOT / "docs" / name for name in ("how-to-use.md", "short-road.md", "trusting-a-nudge.md")
]
PAGES = sorted([*(ROOT / "docs" / "chapters").glob("*.md"), *BESIDE])
SHOWN = ("python exec", "python figure", "python train", "python slider", "predict")
MARK = "—— {} ——"
RAISES = """
try:
{}
except Exception as error:
    assert type(error).__name__ == "{}"
else:
    raise AssertionError("no error")
"""


def copied(file: Path) -> dict[int, str]:
    """By the line where it begins, each piece of code that its reader sees; a question's too, which
    is seen when it is answered. A listing that is wrong on purpose is no part of the program."""
    text = file.read_text()
    head = re.match(r"---\n.*?\n---\n", text, re.S)
    skipped = head[0].count("\n") if head else 0
    chapter = read(text[head.end() if head else 0 :], Place(file.name, 1 + skipped), KINDS)
    found = {}
    for job in chapter.jobs:
        if not isinstance(job, Fence) or job.kind not in SHOWN:
            continue
        if (job.kind != "predict" and "hide" in job.flags) or getattr(job.content, "faulty", ()):
            continue
        lines = KINDS[job.kind].code(job).split("\n")
        code = "\n".join(line for line in lines if not HIDE.search(line))
        if error := job.options.get("raises"):
            code = RAISES.format("\n".join(f"    {line}" for line in code.split("\n")), error)
        if code.strip():
            found[job.body_place.line] = code
    return found


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_what_a_reader_sees_needs_no_name_of_hidden_code(file):
    pieces = {line: compile(code, file.name, "exec") for line, code in copied(file).items()}
    bound = {*dir(builtins), "__name__"}.union(*map(names_bound, pieces.values()))
    assert {
        line: names for line, code in pieces.items() if (names := names_read(code) - bound)
    } == {}


@pytest.mark.parametrize(
    "file",
    mostly_slow(PAGES, ROOT / "docs" / "chapters/06-walk-it-backward.md"),
    ids=lambda file: file.stem,
)
def test_a_copied_page_runs_and_prints_what_the_page_shows(site, tmp_path, file):
    """All visible code of a page, in order, in one file; the hidden lines are not needed."""
    url = file.relative_to(ROOT / "docs").with_suffix(".json")
    built = json.loads((site / "assets/unpasted/live/cells" / url).read_text())["cells"]
    shown = {one["line"]: one["printed"] for one in built}
    pieces = copied(file)
    script = tmp_path / "copied.py"
    script.write_text(
        "\n".join(f"print({MARK.format(line)!r})\n{code}" for line, code in pieces.items())
    )
    done = subprocess.run(
        [sys.executable, str(script)], cwd=ROOT, env=environment(MPLBACKEND="Agg"),
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = re.split(MARK.format(r"(\d+)") + "\n", done.stdout)[1:]
    said = dict(zip(map(int, printed[::2]), printed[1::2], strict=True))
    raised = {line for line, code in pieces.items() if code.startswith("\ntry:")}
    assert [
        (line, said[line].strip(), shown[line].strip())
        for line in pieces
        if not shown[line].strip().startswith(said[line].strip())
        or (said[line].strip() != shown[line].strip() and line not in raised)
    ] == []
