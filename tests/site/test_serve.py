"""Every hole that we know of is survived under serve: it shows in the page, and can be mended."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from tests.site.broken import CELL, PAGES, bare_theme, by_parts, part_of, said, url_of, whole
from tests.site.conftest import SETTINGS, Server, TinyBook
from tests.site.holes import HOLES, Hole


class Edited:
    """A book of four small pages under serve."""

    def __init__(self, book: TinyBook) -> None:
        self.book = book
        bare_theme(book)
        for number in range(4):
            book.page(CELL.format(f"'as it was {number}'"), f"{number}-index.md")
        self.server = Server(book)
        self.server.wait_for("as it was 3", "3-index.html")

    def page(self, url: str) -> str:
        """A page, as it is at this moment."""
        return unescape(self.server.page(url))

    def until(self, url: str, wanted: Callable[[str], bool], seconds: float = 60) -> str:
        """A page, as soon as it is as wanted."""
        end = time.monotonic() + seconds
        while not wanted(seen := self.page(url)):
            assert time.monotonic() < end, f"{url} stayed as it was:\n{seen}"
            time.sleep(0.05)
        return seen

    @property
    def memory(self) -> int:
        """What the server's process holds, in pages."""
        return int(Path(f"/proc/{self.server.process.pid}/statm").read_text().split()[1])


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory):
    book = Edited(TinyBook(tmp_path_factory.mktemp("edited") / "book"))
    yield book
    book.server.stop()


@pytest.mark.parametrize("hole", by_parts(PAGES))
def test_serve_shows_it_and_recovers(under_serve, hole: Hole):
    """The fault stands in the page at its line; mended, the page is whole, from the same server."""
    broken = under_serve(part_of(hole))
    place, _, message = said(hole).partition(": ")
    shown = unescape(broken.shown[url_of(hole)])
    assert place in shown
    assert message.split("\n")[0] in shown
    assert broken.folder not in shown
    assert whole(hole, broken.mended[url_of(hole)]), broken.mended[url_of(hole)]


def test_what_is_wrong_beside_the_pages_stands_on_every_page(under_serve):
    """In the glossary and in mkdocs.yml."""
    broken = under_serve(0)
    for hole in HOLES:
        if hole not in PAGES:
            assert said(hole).partition(": ")[2] in unescape(broken.shown[url_of(hole)])


def test_broken_settings_are_shown_and_mended(edited: Edited):
    """YAML that cannot be read; the pages stay as they were until then."""
    settings = (edited.book.folder / "mkdocs.yml").read_text()
    before = edited.page("0-index.html")
    edited.book.write("mkdocs.yml", settings.replace("site_name: Tiny", "site_name: [Tiny"))
    broken = edited.until("0-index.html", lambda page: "mkdocs.yml" in page.split("0-index")[0])
    assert "as it was 0" in broken and "as it was 0" in before
    edited.book.write("mkdocs.yml", settings)
    edited.until("0-index.html", lambda page: "parsing the configuration" not in page)


def test_the_old_page_is_served_while_a_new_one_is_made(edited: Edited):
    """At once, though a cell runs for a second."""
    edited.book.page(CELL.format("__import__('time').sleep(1) or 'slow'"), "1-index.md")
    time.sleep(0.4)
    start = time.monotonic()
    assert "as it was 1" in edited.page("1-index.html")
    assert "as it was 2" in edited.page("2-index.html")
    assert time.monotonic() - start < 0.5
    edited.until("1-index.html", lambda page: "'slow'" in page)


def test_the_page_in_view_may_be_renamed(edited: Edited):
    """It is served by its new name, and nothing is said of the old one."""
    edited.page("2-index.html")
    docs = edited.book.folder / "docs"
    (docs / "2-index.md").rename(docs / "2-renamed.md")
    edited.server.wait_for("as it was 2", "2-renamed.html", 10)
    assert "No such file" not in edited.server.said()
    (docs / "2-renamed.md").rename(docs / "2-index.md")
    edited.server.wait_for("as it was 2", "2-index.html", 10)


def test_a_day_of_edits_costs_no_memory(edited: Edited):
    """Broken and mended, again and again; the same process answers."""
    bad = [hole for hole in HOLES if hole.name in ("a raising cell", "an exit past Python")]
    after: list[int] = []
    for number in range(12):
        hole = bad[number % 2]
        edited.book.write("docs/3-index.md", str(hole.page))
        place = f"docs/3-{hole.said.partition(': ')[0]}"
        edited.until("3-index.html", lambda page, place=place: place in page)
        edited.book.page(CELL.format(f"'edit {number}'"), "3-index.md")
        edited.until("3-index.html", lambda page, number=number: f"edit {number}" in page)
        after.append(edited.memory)
    assert after[-1] < 2 * after[2]
    assert edited.server.process.poll() is None
    descriptors = f"/proc/{edited.server.process.pid}/fd"
    assert len(os.listdir(descriptors)) < 100


def test_a_page_that_was_edited_goes_on_from_its_slow_cell(tiny: TinyBook):
    """The first build leaves no checkpoints, which take its time; the first edit does. A process is
    known by its number."""
    slow = "import os, time\ntime.sleep(0.6)\nran = os.getpid()"
    page = f"# One\n\n```python exec\n{slow}\n```\n\n```python exec\nprint('edit', {{n}}, 'ran in', ran)\n```\n"
    tiny.page(page.format(n=0))
    server = Server(tiny)
    ran = []
    try:
        for n in range(3):
            tiny.page(page.format(n=n))
            ran.append(re.findall(rf"edit {n} ran in (\d+)", server.wait_for(f"edit {n} ran in")))
    finally:
        server.stop()
    assert ran[0] != ran[1] == ran[2]


def test_a_typo_of_a_setting_is_shown_in_the_page(tiny: TinyBook):
    """From the start, and after an edit; so is a setting that cannot be; mended, it is gone."""
    typo, wrong = SETTINGS.replace("packages:", "pakages:"), SETTINGS.replace("[toy]", "[tyo]")
    no_list = SETTINGS.replace("[toy]", "1")
    tiny.write("mkdocs.yml", typo)
    server = Server(tiny)
    try:
        seen = server.wait_for("did you mean packages?")
        assert "mkdocs.yml:7" in seen and "Page" in seen
        for text, says in (
            (SETTINGS, "<h1"),
            (wrong, "there is no package src/tyo"),
            (no_list, "Expected a list of items"),
            (typo, "did you mean packages?"),
            (SETTINGS, "<h1"),
        ):
            tiny.write("mkdocs.yml", text)
            seen = server.wait_for(says)
            while text == SETTINGS and 'class="fault"' in seen:
                seen = server.wait_for("<h1")
    finally:
        server.stop()


def test_every_build_has_the_field_of_the_search(tiny: TinyBook):
    """Its index is made once; an edited page, and a book built anew, can still be searched."""
    settings = SETTINGS.replace("{name: mkdocs, highlightjs: false}", "material")
    settings = settings.replace("plugins:\n", "plugins:\n  - search\n")
    tiny.write("mkdocs.yml", settings)
    server = Server(tiny)
    try:
        assert 'name="search"' in server.wait_for("<h1")
        tiny.page("# Page\n\nEdited.\n")
        assert 'name="search"' in server.wait_for("Edited.")
        tiny.write("mkdocs.yml", settings.replace("Tiny", "Another"))
        assert 'name="search"' in server.wait_for("Another")
        assert "There" in server.page("search/index.js")
    finally:
        server.stop()
