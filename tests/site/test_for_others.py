"""What a site says of itself to those who link to it, search it, or read it by machine."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple
from urllib.parse import unquote

import pytest

from tests.built import ROOT
from tests.site.conftest import TinyBook

ADDRESS = "https://x.test/some/folder/"
STRANGE = "naïve page"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
nav: [index.md, {{Part: [other.md, {STRANGE}.md]}}]
extra_css: []
plugins: [unpasted: {{packages: [toy]}}]
not_in_nav: /loose.md
"""


class Others(NamedTuple):
    """A built book, and its pages."""

    book: TinyBook
    pages: dict[str, str]


def written(tiny: TinyBook) -> TinyBook:
    (tiny.folder / "mkdocs.yml").write_text(SETTINGS)
    tiny.page(
        '# Page\n\nA "first" sentence & more, in [](other.md).\n\n```python exec\nprint(2 * 3)\n```\n'
    )
    tiny.page("---\ndescription: Its own.\n---\n\n# Other\n\nWords.\n", "other.md")
    tiny.page("# Loose\n\nIn no list.\n", "loose.md")
    tiny.page("# Naïve\n\nWords.\n", f"{STRANGE}.md")
    return tiny


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Others:
    """Of a site with an address."""
    book = written(TinyBook(tmp_path_factory.mktemp("known") / "book"))
    return Others(book, built(book, SITE_URL=ADDRESS))


@pytest.fixture(scope="module")
def unknown(tmp_path_factory) -> Others:
    """Of one without."""
    book = written(TinyBook(tmp_path_factory.mktemp("unknown") / "book"))
    return Others(book, built(book))


def built(book: TinyBook, **env: str) -> dict[str, str]:
    """The pages of the built book."""
    done = book.build("--strict", **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return {
        name: (book.site / f"{name}.html").read_text()
        for name in ("index", "other", "loose", STRANGE)
    }


def told(html: str, name: str) -> str:
    """What a page says in a meta element."""
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)">', html)
    return found[1] if found else ""


def test_each_page_says_what_it_is_about(unknown):
    """In its first sentences, or in what its author wrote for that."""
    pages = unknown.pages
    assert told(pages["index"], "description") == "A “first” sentence &amp; more, in Other."
    assert told(pages["other"], "description") == "Its own."


def test_a_site_with_an_address_gives_it_with_each_page(known):
    """The canonical one, in the sitemap too, and under a folder of the host."""
    book, pages = known
    assert f'<link rel="canonical" href="{ADDRESS}other.html">' in pages["other"]
    listed = re.findall("<loc>(.*?)</loc>", (book.site / "sitemap.xml").read_text())
    assert {*map(unquote, listed)} == {f"{ADDRESS}{name}.html" for name in pages}


def test_each_page_has_a_card(known):
    """A PNG of the size that is promised, at the address that its page gives."""
    for name, html in known.pages.items():
        image = told(html, "og:image")
        assert image.startswith(ADDRESS), name
        data = (known.book.site / unquote(image.removeprefix(ADDRESS))).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        size = struct.unpack(">II", data[16:24])
        assert [told(html, f"og:image:{side}") for side in ("width", "height")] == [*map(str, size)]
        assert unquote(told(html, "og:url")) == f"{ADDRESS}{name}.html"
        assert told(html, "og:description") == told(html, "description") != ""


def test_cards_and_an_authors_own_list_are_the_same_in_every_build(known, tiny):
    """Cards differ from page to page; what machines may read is as its author wrote it."""
    again = written(tiny)
    again.write("docs/llms.txt", "Mine.\n")
    built(again, SITE_URL=ADDRESS)
    first = cards(known.book)
    assert len({*first.values()}) == 4 and cards(again) == first
    assert (again.site / "llms.txt").read_text() == "Mine.\n"


def cards(book: TinyBook) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in book.site.rglob("cards/**/*.png")}


def test_a_site_without_an_address_has_none_of_it(unknown):
    """A card is found by its whole address only."""
    page = unknown.pages["index"]
    assert "og:" not in page and "canonical" not in page
    assert cards(unknown.book) == {}


def test_each_page_lies_beside_its_markdown(known):
    """With its outputs, and linked from the page; llms.txt lists those of the navigation."""
    book, pages = known
    text = (book.site / "index.md").read_text()
    assert f"sentence & more, in [Other]({ADDRESS}other.html)." in text
    assert text.endswith("```python\nprint(2 * 3)\n```\n\n```text\n6\n```\n")
    for name, html in pages.items():
        button = f'<a href="{name}.md" title="This page as Markdown"'
        assert (button in unquote(html)) == (name != "index")  # the front page is for reading only
        assert (book.site / f"{name}.md").exists()
    listed = (book.site / "llms.txt").read_text()
    assert f"- [Page]({ADDRESS}index.md): A “first” sentence & more, in Other.\n" in listed
    assert f"## Part\n\n- [Other]({ADDRESS}other.md): Its own.\n" in listed
    assert "loose" not in listed


def test_the_list_of_a_site_without_an_address_leads_beside_it(unknown):
    """It works from a folder."""
    assert "](other.md)" in (unknown.book.site / "llms.txt").read_text()


def test_a_strange_name_is_found_at_its_address(known):
    """Of a page's Markdown and of its card: as the page's own links name them."""
    html = known.pages[STRANGE]
    copied = re.search(r'<a href="([^"]+)" title="This page as Markdown"', html)[1]
    assert (known.book.site / unquote(copied)).read_text().startswith("# Naïve")
    card = told(html, "og:image").removeprefix(ADDRESS)
    assert (known.book.site / unquote(card)).exists()
