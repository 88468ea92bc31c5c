"""Every page can be reached, and every link of a whole page leads somewhere, the theme's too."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import pytest

from tests.site.conftest import pages_of
from unpasted.html.links import problem_of

LEADS = ("href", "src", "xlink:href")


class Whole(HTMLParser):
    """The ids and the links of a whole page; those of 404.html begin at the site."""

    def __init__(self, name: str, html: str) -> None:
        super().__init__()
        self.name, self.ids, self.links = name, set[str](), dict[str, None]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key == "id":
                self.ids.add(value or "")
            elif key in LEADS and value:
                self.links[value.removeprefix("/") if self.name == "404.html" else value] = None

    @property
    def next(self) -> set[str]:
        """The files it leads to."""
        paths = (urlsplit(link).path for link in self.links if "://" not in link)
        return {normpath(join(dirname(self.name), unquote(path))) for path in paths if path}


def whole_pages(html: dict[str, str]) -> dict[str, Whole]:
    return {name: Whole(name, text) for name, text in html.items()}


def dead(pages: dict[str, Whole], files: set[str]) -> list[tuple[str, str]]:
    """The links that lead nowhere."""
    ids = {name: page.ids for name, page in pages.items()}
    every = [(name, link) for name, page in pages.items() for link in page.links]
    problems = ((name, problem_of(link, name, ids, files)) for name, link in every)
    return [(name, problem) for name, problem in problems if problem]


def orphans(pages: dict[str, Whole]) -> set[str]:
    """The pages to which no way leads from the first."""
    seen, ahead = set[str](), {"index.html"}
    while ahead:
        name = ahead.pop()
        seen.add(name)
        ahead |= pages[name].next & pages.keys() - seen
    return pages.keys() - seen - {"404.html"}


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Whole]:
    return whole_pages(pages_of(site))


def test_no_link_is_dead(site, pages):
    """Of text, navigation, drawings, styles and scripts; anchors too."""
    files = {str(file.relative_to(site)) for file in site.rglob("*") if file.is_file()}
    assert dead(pages, files - pages.keys()) == []


def test_no_page_is_an_orphan(pages):
    """From the first page a way leads to every other."""
    assert orphans(pages) == set()


def test_a_dead_link_and_an_orphan_are_found():
    """Beside those that are well."""
    pages = whole_pages(
        {
            "index.html": '<a href="in/a.html#x">A</a> <img src="gone.svg"> <a href="http://x/">',
            "in/a.html": '<p id="x"><a href="../index.html#y">home</a>',
            "in/b.html": '<a href="a.html">A</a>',
            "404.html": '<a href="/in/a.html">A</a>',
        }
    )
    assert [(name, said.partition(":")[0]) for name, said in dead(pages, set())] == [
        ("index.html", "the link gone.svg leads nowhere"),
        ("in/a.html", "the link ../index.html#y leads nowhere"),
    ]
    assert orphans(pages) == {"in/b.html"}
