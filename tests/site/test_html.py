"""The HTML of every page keeps the standard, whoever wrote it: an author, a kind, a cell, the theme."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.browser.pages import ONE
from tests.built import ROOT, mostly_slow

NODE = Path(sys.executable).with_name("node")
VALIDATE = ROOT / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
RULES = Path(__file__).with_name("validate.json")


class Wrong(NamedTuple):
    """What html-validate finds: by which rule, at which element."""

    rule: str
    element: str


THEME = {
    Wrong("attribute-allowed-values", "#__nav_"),  # a tabindex without a number
    Wrong("valid-autocomplete", "#__drawer"),  # a checkbox is not completed
    Wrong("valid-autocomplete", "#__search"),
}
"""Material's own faults: the rule, and a part of the path of the element."""


def wrong(folder: Path, *pages: str) -> list[tuple[str, Wrong, str]]:
    """What is wrong with pages of a folder: page and line, what, and in words."""
    with tempfile.TemporaryDirectory() as name:  # into a pipe it writes no more than fits
        report = Path(name) / "report.json"
        command = [NODE, VALIDATE, "--config", RULES, "--formatter", f"json={report}", *pages]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        assert report.exists(), done.stderr
        pages = json.loads(report.read_text())
    found = []
    for page in pages:
        name = Path(page["filePath"]).relative_to(folder.resolve())
        for one in page["messages"]:
            what = Wrong(one["ruleId"], one["selector"] or "")
            found.append((f"{name}:{one['line']}", what, one["message"]))
    return found


def by_theme(one: Wrong) -> set[Wrong]:
    """The known faults of the theme that a fault is one of."""
    return {known for known in THEME if known.rule == one.rule and known.element in one.element}


@pytest.fixture(scope="module", params=mostly_slow(["some", "every"], "some"))
def found(request, site: Path) -> list[tuple[str, Wrong, str]]:
    return wrong(site, *(["**/*.html"] if request.param == "every" else ["index.html", ONE]))


def test_every_page_is_valid(found):
    """Elements stand where they may, ids once, headings in order, images with their words."""
    assert [one for one in found if not by_theme(one[1])] == []


def test_the_theme_has_the_faults_that_are_named(found):
    """One that is mended goes from the list."""
    assert set().union(*(by_theme(one) for _, one, _ in found)) == THEME


FAULTS = [
    ("<p><div></div></p>", "close-order"),
    ("<h1>A</h1><h3>B</h3>", "heading-level"),
    ('<p id="a">A</p><p id="a">B</p>', "no-dup-id"),
    ('<p><img src="x.svg"></p>', "wcag/h37"),
    ('<label for="gone">A</label>', "no-missing-references"),
    ("<ul><p>A</p></ul>", "element-permitted-content"),
    ("<p class=a class=b>A</p>", "no-dup-attr"),
]


def test_a_fault_is_found(tmp_path):
    """Each kind that the tests above rest on."""
    head = '<!doctype html><html lang="en"><head><title>T</title></head>'
    for number, (body, _) in enumerate(FAULTS):
        (tmp_path / f"{number}.html").write_text(f"{head}<body>{body}</body></html>")
    found = {(page.partition(":")[0], one.rule) for page, one, _ in wrong(tmp_path, "*.html")}
    assert {(f"{number}.html", rule) for number, (_, rule) in enumerate(FAULTS)} <= found
