"""What the book's code comes to is what somebody has looked at: the files in approved/."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from tests.built import ROOT
from tests.site.conftest import SETTINGS

APPROVED = ROOT / "approved"
PAGES = sorted(
    {str(page.relative_to(ROOT / "docs").with_suffix("")) for page in (ROOT / "docs").rglob("*.md")}
    | {str(file.relative_to(APPROVED).with_suffix("")) for file in APPROVED.rglob("*.txt")}
)
CELL = "# Page\n\n```python exec\nfrom toy.first import Value\nprint('data', Value().data)\n```\n"


def lines(folder: Path, page: str) -> list[str]:
    file = folder / f"{page}.txt"
    return file.read_text("utf-8").splitlines() if file.exists() else []


def drift(approved: Path, found: Path, page: str) -> str:
    """What a reviewer would read of a page whose outputs are not those that were approved."""
    pair = lines(approved, page), lines(found, page)
    return "\n".join(unified_diff(*pair, "approved", "found", lineterm="", n=2))


@pytest.mark.parametrize("page", PAGES)
def test_the_outputs_of_a_page_are_approved(outputs, page):
    """Each printed line, value, answer and figure's text; no file is left of a page that is gone."""
    changed = drift(APPROVED, outputs, page)
    if changed:
        says = f"the outputs of docs/{page}.md are not the approved ones"
        pytest.fail(f"{says}; look at them, then `make approve`:\n{changed}", pytrace=False)


def test_a_change_of_the_engine_shows_as_changed_lines(tiny, tmp_path):
    """In each page that prints what it gives, below the line that was written; and nowhere else."""
    tiny.write(
        "mkdocs.yml", SETTINGS.replace("{packages", '{outputs: !ENV [OUTPUTS, ""], packages')
    )
    tiny.page(CELL)
    tiny.page("# Other\n\n## There\n\nIt is `= 1 + 1`.\n", "other.md")
    assert tiny.build(OUTPUTS="approved").returncode == 0
    tiny.write("src/toy/first.py", "class Value:\n    data = 2\n")
    assert tiny.build(OUTPUTS="found").returncode == 0
    approved, found = tiny.folder / "approved", tiny.folder / "found"
    assert drift(approved, found, "other") == ""
    assert drift(approved, found, "index").split("\n") == [
        "--- approved", "+++ found", "@@ -1,2 +1,2 @@",
        " python exec | from toy.first import Value", "-    data 1", "+    data 2",
    ]  # fmt: skip


def test_a_folder_of_other_files_is_named_and_kept(tiny):
    """In one sentence, and no site is left."""
    tiny.write(
        "mkdocs.yml", SETTINGS.replace("{packages", '{outputs: !ENV [OUTPUTS, ""], packages')
    )
    tiny.page(CELL)
    done = tiny.build(OUTPUTS="docs")
    assert done.returncode == 1 and "docs/index.md tells no outputs of a page" in done.stderr
    assert "Traceback" not in done.stderr and tiny.published() == []
    assert (tiny.folder / "docs" / "index.md").exists()


def test_without_the_setting_nothing_is_written(tiny):
    """Outputs are written where they are asked for."""
    tiny.page(CELL)
    assert tiny.build().returncode == 0
    assert list(tiny.folder.rglob("index.txt")) == []
