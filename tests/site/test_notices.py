"""What a site holds that others made is named in it, with its licence."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from html import unescape
from pathlib import Path

import pytest

from tests.built import ROOT
from unpasted.site import licences, notices

OURS = (
    "assets/unpasted/book.*", "assets/unpasted/live/worker.js", "assets/unpasted/live/cells/*",
    "assets/unpasted/live/steps.json", "assets/unpasted/cards/*", "search/index.js",
    *(f"assets/{one.name}" for one in (ROOT / "docs" / "assets").iterdir()),
)  # fmt: skip
WORKS = [one for part in notices()["parts"] for one in part["works"]]
STARTER = ROOT / "src" / "unpasted" / "starter"


def test_every_file_that_no_page_of_the_book_is_has_its_notice(site: Path):
    """Scripts, styles, fonts and programs: ours by name, all others by a work that others made."""
    patterns = [pattern for one in WORKS for pattern in one["files"]]
    for folder in ("assets", "search"):
        for file in (site / folder).rglob("*"):
            name = file.relative_to(site).as_posix()
            known = any(fnmatch(name, pattern) for pattern in (*OURS, *patterns))
            assert file.is_dir() or known, name


def test_each_notice_names_files_that_are_there(site: Path):
    """A work that is shipped no more is named no more."""
    files = [file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()]
    for one in WORKS:
        for pattern in one["files"]:
            assert any(fnmatch(name, pattern) for name in files), (one["name"], pattern)


def test_all_that_is_bundled_has_its_notice():
    """What a book's package.json names for its readers, and all that those packages need."""
    own = json.loads((STARTER / "package.json").read_text())["devDependencies"].keys()
    lock = json.loads((STARTER / "package-lock.json").read_text())["packages"]
    wanted, left = set(), [*own - {"esbuild", "cspell"}]
    while left:
        if (name := left.pop()) not in wanted:
            wanted.add(name)
            left += lock[f"node_modules/{name}"].get("dependencies", {})
    bundled = {name for name in wanted if not name.startswith("@types/")} - {"ws"}  # node's alone
    assert bundled == {name for one in WORKS for name in one.get("packages", ())}


def test_the_page_names_each_work_and_holds_its_licence(site: Path):
    """With its copyright; every licence is that of some work."""
    page = (site / "notices.html").read_text()
    text = unescape(re.sub(r"<[^>]+>", "", page))
    for one in WORKS:
        for said in (one["name"], one["about"], *one["copyright"], licences()[one["licence"]]):
            assert said in text
        assert f'<a href="#{one["licence"]}">' in page and f'id="{one["licence"]}"' in page
    assert {one["licence"] for one in WORKS} == licences().keys() == notices()["licences"].keys()


def test_each_page_leads_to_the_notices(site: Path):
    """From its foot."""
    for page in ("index.html", "chapters/01-derivative.html", "notices.html"):
        foot = (site / page).read_text().partition("<footer")[2]
        [link] = re.findall(r'<a href="([^"]+)">Notices</a>', foot)
        assert (site / page).parent.joinpath(link).resolve() == (site / "notices.html").resolve()


@pytest.mark.parametrize("name", ["MIT", "MPL-2.0", "OFL-1.1", "PSF-2.0"])
def test_a_licence_is_whole(name):
    """As text, not as a link to it."""
    assert len(licences()[name]) > 1000
