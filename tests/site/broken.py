"""One book of all holes, as a strict build told them; and books of a quarter of them each, as their
author sees and mends them under serve. Each is made once for all processes of a run, and kept as
data."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from tests.built import ROOT, once
from tests.site.conftest import SETTINGS, Server, TinyBook
from tests.site.holes import GLOSSARY, HOLES, OTHER, Hole
from tests.site.holes_by_class import CLASSES, HOOKS, SNIPPETS, Case

SLOW_THEME = "theme: {name: mkdocs, highlightjs: false}"
BARE_THEME = "theme: {name: null, custom_dir: theme}"
BROKEN = SETTINGS.replace(SLOW_THEME, BARE_THEME).replace(
    "steps: toy.steps", "steps: toy.steps, rules: {shown: [text, py, sh, markdown, yaml]}"
)
BROKEN = BROKEN.replace("admonition,", "abbr, def_list, admonition,").replace(
    "packages: [toy]", "packages: [toy, micrograd], drawing: micrograd.draw, glossary: glossary.md"
)
BROKEN = BROKEN.replace("pymdownx.superfences]", "pymdownx.superfences, pymdownx.snippets]")
CASES = [case for cases in CLASSES.values() for case in cases]
ALL = [*HOLES, *(Hole(one.name, one.page, one.said, one.other or OTHER) for one in CASES)]
PAGES = [hole for hole in HOLES if not hole.said.startswith(("mkdocs.yml", "docs/glossary.md"))]
"""Those that stand in a page."""
NAMES = [hole.name for hole in ALL]
RIGHT = {NAMES.index(case.name) for case in CASES if case.shows}
CELL = "# Page\n\n```python exec\nprint({})\n```\n"


def in_book(number: int, text: str) -> str:
    """A text of a hole's, with the names that its pages have in the one book."""
    return text.replace("other.", f"{number}-other.")


def said(hole: Hole) -> str:
    """How the line of the log begins."""
    if hole.said.startswith(("docs/", "mkdocs.yml")):
        return hole.said
    number = ALL.index(hole)
    return f"docs/{number}-{in_book(number, hole.said).removeprefix(f'{number}-')}"


def bare_theme(book: TinyBook) -> None:
    """Pages of no more than their text."""
    (book.folder / "theme").mkdir()
    book.write("theme/main.html", "<html><body><article>{{ page.content }}</article></body></html>")
    book.write("mkdocs.yml", SETTINGS.replace(SLOW_THEME, BARE_THEME))


def part_of(one: Hole | Case) -> int:
    """Which of the served books has it; the first one also has whatever comes out right."""
    number = NAMES.index(one.name)
    return 0 if number in RIGHT else number % 4


def by_parts(holes: Iterable[Hole | Case]) -> list[ParameterSet]:
    """`make test` serves the first part: a fault comes into a served page in one way for all."""
    slow = pytest.mark.slow
    return [pytest.param(one, id=one.name, marks=[slow] if part_of(one) else []) for one in holes]


def write_holes(book: TinyBook, part: int | None = None) -> None:
    """Put every hole into one book, or those of a part: a page for each, or two."""
    book.env |= {"LEAKED": "yes"}
    bare_theme(book)
    shutil.copytree(ROOT / "src" / "micrograd", book.folder / "src" / "micrograd")
    book.page(GLOSSARY, "glossary.md")
    names = ["index.md", "gone.md", "other.md", "glossary.md"]
    for name, text in SNIPPETS.items():
        book.write(name, text)
    book.write("hooks.py", HOOKS)
    for number, hole in enumerate(ALL):
        if part not in (None, part_of(hole)):
            continue
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


class Built(NamedTuple):
    """What a strict build of it, under python -O, came to: `folder` is that of the book."""

    folder: str
    returncode: int
    stderr: str
    published: list[str]


class Served(NamedTuple):
    """What the server of it said, and its pages by their address: broken, and after all of them
    were mended while the server ran, by one save each."""

    folder: str
    said: str
    shown: dict[str, str]
    mended: dict[str, str]


def built(temporary: pytest.TempPathFactory) -> Built:
    def make(folder: Path) -> None:
        book = TinyBook(folder / "book")
        write_holes(book)
        done = book.build("--strict", PYTHONOPTIMIZE="1")
        told = Built(str(book.folder), done.returncode, done.stderr, book.published())
        (folder / "told.json").write_text(json.dumps(told))

    return Built(*json.loads((once(temporary, "broken", make) / "told.json").read_text()))


def served(temporary: pytest.TempPathFactory, part: int) -> Served:
    def make(folder: Path) -> None:
        book = TinyBook(folder / "book")
        write_holes(book, part)
        server = Server(book)
        try:
            server.wait_for(f"docs/{part}-index.md:", f"{part}-index.html", 120)
            urls = [f"{page.stem}.html" for page in (book.folder / "docs").glob("*.md")]
            shown, said = {url: server.page(url) for url in urls}, server.said()
            told = Served(str(book.folder), said, shown, mended(book, server, part))
        finally:
            server.stop()
        (folder / "told.json").write_text(json.dumps(told))

    return Served(*json.loads((once(temporary, f"served-{part}", make) / "told.json").read_text()))


def mended(book: TinyBook, server: Server, part: int) -> dict[str, str]:
    """Mends each page of a part; returns them as soon as they are whole, or as they are when that
    took too long."""
    there = [hole for hole in PAGES if part_of(hole) == part]
    for number in map(HOLES.index, there):
        book.page(f"# Page\n\nmended {number}\n", f"{number}-index.md")
        if (book.folder / "docs" / f"{number}-other.md").exists():
            book.page(OTHER, f"{number}-other.md")
    end, pages = time.monotonic() + 120, dict[str, str]()
    for hole in there:
        while not whole(hole, pages.setdefault(url_of(hole), "")):
            time.sleep(0.1)  # the server needs the processor more than who asks
            pages[url_of(hole)] = server.page(url_of(hole))
            if time.monotonic() > end:
                break
    return pages


def whole(hole: Hole, page: str) -> bool:
    """Whether a page shows that its hole was mended."""
    sign = "There" if "other" in url_of(hole) else f"mended {HOLES.index(hole)}"
    return said(hole).partition(": ")[0] not in page and sign in unescape(page)


def url_of(hole: Hole) -> str:
    """The page that shows a hole."""
    file = said(hole).partition(":")[0]
    return file.removeprefix("docs/").replace(".md", ".html") if "docs/" in file else "index.html"
