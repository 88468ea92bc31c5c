"""Every hole that we know of turns the build red, with file and line."""

from __future__ import annotations

import shutil

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from tests.built import ROOT
from tests.site.conftest import SETTINGS, Server, TinyBook
from tests.site.holes import GLOSSARY, HOLES, OTHER, SETTINGS_HOLES, Hole, WrongSettings
from tests.site.holes_by_class import CLASSES, HOOKS, SNIPPETS, Case

SLOW_THEME = "theme: {name: mkdocs, highlightjs: false}"
BROKEN = SETTINGS.replace(SLOW_THEME, "theme: {name: null, custom_dir: theme}").replace(
    "steps: toy.steps", "steps: toy.steps, rules: {shown: [text, py, sh, markdown, yaml]}"
)
BROKEN = BROKEN.replace("admonition,", "abbr, def_list, admonition,").replace(
    "packages: [toy]", "packages: [toy, micrograd], drawing: micrograd.draw, glossary: glossary.md"
)
BROKEN = BROKEN.replace("pymdownx.superfences]", "pymdownx.superfences, pymdownx.snippets]")
CASES = [case for cases in CLASSES.values() for case in cases]
ALL = [*HOLES, *(Hole(one.name, one.page, one.said, one.other or OTHER) for one in CASES)]
RIGHT = [one for one in CASES if one.shows]


def in_book(number: int, text: str) -> str:
    """A text of a hole's, with the names that its pages have in the one book."""
    return text.replace("other.", f"{number}-other.")


def said(hole: Hole) -> str:
    """How the line of the log begins."""
    if hole.said.startswith(("docs/", "mkdocs.yml")):
        return hole.said
    number = ALL.index(hole)
    return f"docs/{number}-{in_book(number, hole.said).removeprefix(f'{number}-')}"


def write_holes(book: TinyBook) -> None:
    """Put every hole into one book: a page for each, or two."""
    (book.folder / "theme").mkdir()
    book.write("theme/main.html", "<html><body><article>{{ page.content }}</article></body></html>")
    shutil.copytree(ROOT / "src" / "micrograd", book.folder / "src" / "micrograd")
    book.page(GLOSSARY, "glossary.md")
    names = ["index.md", "gone.md", "other.md", "glossary.md"]
    for name, text in SNIPPETS.items():
        book.write(name, text)
    book.write("hooks.py", HOOKS)
    for number, hole in enumerate(ALL):
        page = hole.page if isinstance(hole.page, bytes) else in_book(number, hole.page).encode()
        (book.folder / "docs" / f"{number}-index.md").write_bytes(page)
        names.append(f"{number}-index.md")
        if hole.other != OTHER or b"other." in page:
            book.page(hole.other, f"{number}-other.md")
            names.append(f"{number}-other.md")
    nav = "".join(f"  - {name}\n" for name in names)
    checks = "validation: {nav: {omitted_files: warn}}"
    book.page("# Left out\n", "left-out.md")
    hooks = "hooks: [hooks.py]"
    book.write("mkdocs.yml", f"{BROKEN.strip()}\nnav:\n{nav}{checks}\n{hooks}\n")


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory):
    """One book of all holes, and what its strict build said under python -O."""
    book = TinyBook(tmp_path_factory.mktemp("broken") / "book")
    write_holes(book)
    book.env |= {"LEAKED": "yes"}
    return book, book.build("--strict", PYTHONOPTIMIZE="1")


@pytest.fixture(scope="module")
def served(broken):
    """The same book as its author sees it: what the log said, and a page by its number."""
    running = Server(broken[0])
    running.wait_for("<article>", page="index.html", seconds=120)
    pages = {}
    for one in RIGHT:
        number = [case.name for case in ALL].index(one.name)
        pages[one.name] = running.wait_for("<article>", page=f"{number}-index.html")
    yield running.said(), pages
    running.stop()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_page_is_red_or_right(broken, served, case: Case):
    """Under build and under serve: a fault where it is, or none and what the page should show."""
    number = [one.name for one in ALL].index(case.name)
    told, pages = served
    for log in (broken[1].stderr, told):
        lines = [line for line in log.split("\n") if f"  -  docs/{number}-index.md:" in line]
        if case.said:
            assert f"ERROR   -  {said(ALL[number])}" in "\n".join(lines), lines
        else:
            assert [line for line in lines if line.startswith("ERROR")] == []
    if case.shows:
        assert case.shows in pages[case.name]


@pytest.mark.parametrize("hole", HOLES, ids=[hole.name for hole in HOLES])
def test_a_strict_build_fails_and_says_where(broken, hole: Hole):
    """A line of the log begins with file and line, whatever else is wrong with the book."""
    _, done = broken
    number, log = ALL.index(hole), f"\n{done.stderr}\n"
    assert f"\nERROR   -  {said(hole)}" in log, [
        line for line in log.split("\n") if f"docs/{number}-" in line
    ] or log[-1000:]


def test_there_are_at_least_three_hundred():
    """Each has a name of its own."""
    names = [hole.name for hole in (*ALL, *SETTINGS_HOLES)]
    assert len(set(names)) == len(names) >= 300


def test_a_broken_book_leaves_no_site(broken):
    """Exit status 1, no page, no traceback, no folder of this machine."""
    book, done = broken
    assert done.returncode == 1
    assert str(book.folder) not in done.stderr.replace(f"directory: {book.folder}", "")
    assert "Traceback" not in done.stderr
    assert [path for path in book.published() if path.endswith(".html")] == []


def test_no_fault_names_a_line_of_ours(broken):
    """An author can mend none."""
    assert "unpasted/" not in broken[1].stderr


def test_a_cause_is_told_once(broken):
    """A module that many cells import is one fault; so is a name that a failed cell gives."""
    lines = [line for line in broken[1].stderr.split("\n") if line.startswith("ERROR")]
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
