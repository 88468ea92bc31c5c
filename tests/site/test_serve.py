"""Every hole that we know of is survived under serve: it shows in the page, and can be mended."""

from __future__ import annotations

import os
import time
import urllib.request
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from tests.site.conftest import SETTINGS, Server, TinyBook
from tests.site.holes import HOLES, OTHER, Hole
from tests.site.test_holes import said, write_holes

PAGES = [hole for hole in HOLES if not said(hole).startswith(("mkdocs.yml", "docs/glossary.md"))]
CELL = "# Page\n\n```python exec\nprint({})\n```\n"


class Served:
    """A book of all holes under serve, and what its pages showed."""

    def __init__(self, book: TinyBook) -> None:
        self.book = book
        write_holes(book)
        self.server = Server(book)
        self.server.wait_for("docs/0-index.md:4", "0-index.html", 60)
        self.shown = {hole.name: self.page(url_of(hole)) for hole in HOLES}
        for number in range(len(HOLES)):
            book.page(CELL.format(f"'mended {number}'"), f"{number}-index.md")
            if (book.folder / "docs" / f"{number}-other.md").exists():
                book.page(OTHER, f"{number}-other.md")

    def page(self, url: str) -> str:
        """A page, as it is at this moment."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}/{url}") as answer:
            return unescape(answer.read().decode())

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


def url_of(hole: Hole) -> str:
    """The page that shows a hole."""
    file = said(hole).partition(":")[0]
    return file.removeprefix("docs/").replace(".md", ".html") if "docs/" in file else "index.html"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    """All holes, served once; then all are mended, by one save each, while the server runs."""
    served = Served(TinyBook(tmp_path_factory.mktemp("served") / "book"))
    yield served
    served.server.stop()


@pytest.mark.parametrize("hole", PAGES, ids=[hole.name for hole in PAGES])
def test_serve_shows_it_and_recovers(served: Served, hole: Hole):
    """The fault stands in the page at its line; mended, the page is whole, from the same server."""
    place, _, message = said(hole).partition(": ")
    shown = served.shown[hole.name]
    assert place in shown
    assert message.split("\n")[0] in shown
    assert str(served.book.folder) not in shown
    url = url_of(hole)
    sign = "There" if "other" in url else f"mended {HOLES.index(hole)}"
    served.until(url, lambda page: place not in page and sign in page)


def test_what_is_wrong_beside_the_pages_stands_on_every_page(served: Served):
    """In the glossary and in mkdocs.yml."""
    for hole in HOLES:
        if hole not in PAGES:
            assert said(hole).partition(": ")[2] in served.shown[hole.name]


def test_broken_settings_are_shown_and_mended(served: Served):
    """YAML that cannot be read; the pages stay as they were until then."""
    settings = (served.book.folder / "mkdocs.yml").read_text()
    before = served.page("0-index.html")
    served.book.write("mkdocs.yml", settings.replace("site_name: Tiny", "site_name: [Tiny"))
    broken = served.until("0-index.html", lambda page: "mkdocs.yml" in page.split("0-index")[0])
    assert "mended 0" in broken and "mended 0" in before
    served.book.write("mkdocs.yml", settings)
    served.until("0-index.html", lambda page: "parsing the configuration" not in page)


def test_the_old_page_is_served_while_a_new_one_is_made(served: Served):
    """At once, though a cell runs for a second."""
    served.book.page(CELL.format("__import__('time').sleep(1) or 'slow'"), "1-index.md")
    time.sleep(0.4)
    start = time.monotonic()
    assert "mended 1" in served.page("1-index.html")
    assert "mended 2" in served.page("2-index.html")
    assert time.monotonic() - start < 0.5
    served.until("1-index.html", lambda page: "'slow'" in page)


def test_a_day_of_edits_costs_no_memory(served: Served):
    """Broken and mended, again and again; the same process answers."""
    bad = [hole for hole in HOLES if hole.name in ("a raising cell", "an exit past Python")]
    after: list[int] = []
    for number in range(12):
        hole = bad[number % 2]
        served.book.write("docs/3-index.md", str(hole.page))
        place = f"docs/3-{hole.said.partition(': ')[0]}"
        served.until("3-index.html", lambda page, place=place: place in page)
        served.book.page(CELL.format(f"'edit {number}'"), "3-index.md")
        served.until("3-index.html", lambda page, number=number: f"edit {number}" in page)
        after.append(served.memory)
    assert after[-1] < 2 * after[2]
    assert served.server.process.poll() is None
    descriptors = f"/proc/{served.server.process.pid}/fd"
    assert len(os.listdir(descriptors)) < 100


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
