"""Every hole that we know of turns the build red, with file and line."""

from __future__ import annotations

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from tests.site.broken import ALL, CASES, NAMES, Built, built, by_parts, part_of, said
from tests.site.conftest import SETTINGS
from tests.site.holes import HOLES, SETTINGS_HOLES, Hole, WrongSettings
from tests.site.holes_by_class import Case


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory)


def red_or_right(case: Case, log: str) -> None:
    number = NAMES.index(case.name)
    lines = [line for line in log.split("\n") if f"  -  docs/{number}-index.md:" in line]
    if case.said:
        assert f"ERROR   -  {said(ALL[number])}" in "\n".join(lines), lines
    else:
        assert [line for line in lines if line.startswith("ERROR")] == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_page_is_red_or_right(broken, case: Case):
    """A fault where it is, or none."""
    red_or_right(case, broken.stderr)


@pytest.mark.parametrize("case", by_parts(CASES))
def test_a_page_is_red_or_right_under_serve(under_serve, case: Case):
    """And shows what it should."""
    book = under_serve(part_of(case))
    red_or_right(case, book.said)
    assert case.shows in book.shown[f"{NAMES.index(case.name)}-index.html"]


@pytest.mark.parametrize("hole", HOLES, ids=[hole.name for hole in HOLES])
def test_a_strict_build_fails_and_says_where(broken, hole: Hole):
    """A line of the log begins with file and line, whatever else is wrong with the book."""
    number, log = ALL.index(hole), f"\n{broken.stderr}\n"
    assert f"\nERROR   -  {said(hole)}" in log, [
        line for line in log.split("\n") if f"docs/{number}-" in line
    ] or log[-1000:]


def test_there_are_at_least_three_hundred():
    """Each has a name of its own."""
    names = [hole.name for hole in (*ALL, *SETTINGS_HOLES)]
    assert len(set(names)) == len(names) >= 300


def test_a_broken_book_leaves_no_site(broken):
    """Exit status 1, no page, no traceback, no folder of this machine."""
    assert broken.returncode == 1
    assert broken.folder not in broken.stderr.replace(f"directory: {broken.folder}", "")
    assert "Traceback" not in broken.stderr
    assert [path for path in broken.published if path.endswith(".html")] == []


def test_no_fault_names_a_line_of_ours(broken):
    """An author can mend none."""
    assert "unpasted/" not in broken.stderr


def test_a_cause_is_told_once(broken):
    """A module that many cells import is one fault; so is a name that a failed cell gives."""
    lines = [line for line in broken.stderr.split("\n") if line.startswith("ERROR")]
    assert sum("toy/broken.py" in line for line in lines) == 1
    number = next(n for n, hole in enumerate(ALL) if "cells above" in hole.name)
    assert sum(f"docs/{number}-index.md" in line for line in lines) == 1


@pytest.mark.parametrize("hole", SETTINGS_HOLES, ids=[hole.name for hole in SETTINGS_HOLES])
def test_wrong_settings_are_told_before_anything_is_built(tiny, hole: WrongSettings):
    """With what to write instead."""
    text = SETTINGS
    for old, new in hole.changes.items():
        assert old in text
        text = text.replace(old, new)
    tiny.write("mkdocs.yml", text)
    with pytest.raises(MkDocsException) as raised:
        config = load_config(str(tiny.folder / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        try:
            build(config)
        finally:
            config.plugins.on_shutdown()
    assert str(raised.value).startswith(hole.said)
    assert tiny.published() == []


def test_what_markdown_itself_chokes_on_is_one_line(tiny):
    """An exception of a tool that we build on names the page; there is no traceback."""
    tiny.page("# Page\n\n[x](http://[bad)\n")
    done = tiny.build()
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "Error: docs/index.md:1: this page cannot be rendered: ValueError" in done.stderr
    assert tiny.published() == []


def test_a_page_in_another_encoding_has_its_place(tiny):
    """Also for what else is wrong with it."""
    (tiny.folder / "docs" / "index.md").write_bytes(b"# na\xefve\n\n```python exec\n1 / 0\n```\n")
    said = tiny.build().stderr
    assert "docs/index.md:1: byte 0xef" in said and "docs/index.md:4: ZeroDivisionError" in said
