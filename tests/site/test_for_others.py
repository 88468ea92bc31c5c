"""What a site says of itself to those who link to it, search it, or read it by machine."""

from __future__ import annotations

import re
import struct
from urllib.parse import unquote

import pytest

from tests.built import ROOT
from tests.site.conftest import TinyBook

ADDRESS = "https://x.test/some/folder/"
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
nav: [index.md, {{Part: [other.md]}}]
extra_css: []
plugins: [unpasted: {{packages: [toy]}}]
not_in_nav: /loose.md
"""


@pytest.fixture
def book(tiny: TinyBook) -> TinyBook:
    (tiny.folder / "mkdocs.yml").write_text(SETTINGS)
    tiny.page(
        '# Page\n\nA "first" sentence & more, in [](other.md).\n\n```python exec\nprint(2 * 3)\n```\n'
    )
    tiny.page("---\ndescription: Its own.\n---\n\n# Other\n\nWords.\n", "other.md")
    tiny.page("# Loose\n\nIn no list.\n", "loose.md")
    return tiny


def built(book: TinyBook, **env: str) -> dict[str, str]:
    """The pages of the built book."""
    done = book.build("--strict", **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return {name: (book.site / f"{name}.html").read_text() for name in ("index", "other", "loose")}


def told(html: str, name: str) -> str:
    """What a page says in a meta element."""
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)">', html)
    return found[1] if found else ""


def test_each_page_says_what_it_is_about(book):
    """In its first sentences, or in what its author wrote for that."""
    pages = built(book)
    assert told(pages["index"], "description") == "A “first” sentence &amp; more, in Other."
    assert told(pages["other"], "description") == "Its own."


def test_a_site_with_an_address_gives_it_with_each_page(book):
    """The canonical one, in the sitemap too, and under a folder of the host."""
    pages = built(book, SITE_URL=ADDRESS)
    assert f'<link rel="canonical" href="{ADDRESS}other.html">' in pages["other"]
    listed = re.findall("<loc>(.*?)</loc>", (book.site / "sitemap.xml").read_text())
    assert set(listed) == {f"{ADDRESS}{name}.html" for name in pages}


def test_each_page_has_a_card(book):
    """A PNG of the size that is promised, at the address that its page gives."""
    for name, html in built(book, SITE_URL=ADDRESS).items():
        image = told(html, "og:image")
        assert image.startswith(ADDRESS), name
        data = (book.site / image.removeprefix(ADDRESS)).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        size = struct.unpack(">II", data[16:24])
        assert [told(html, f"og:image:{side}") for side in ("width", "height")] == [*map(str, size)]
        assert told(html, "og:url") == f"{ADDRESS}{name}.html"
        assert told(html, "og:description") == told(html, "description") != ""


def test_cards_are_the_same_in_every_build(book):
    """And differ from page to page."""
    first = cards(book)
    assert len({*first.values()}) == 3 and cards(book) == first


def cards(book: TinyBook) -> dict[str, bytes]:
    built(book, SITE_URL=ADDRESS)
    return {path.name: path.read_bytes() for path in book.site.rglob("cards/*.png")}


def test_a_site_without_an_address_has_none_of_it(book):
    """A card is found by its whole address only."""
    pages = built(book)
    assert "og:" not in pages["index"] and "canonical" not in pages["index"]
    assert cards_of(book) == []


def cards_of(book: TinyBook) -> list[str]:
    return [path.name for path in book.site.rglob("cards/*")]


def test_each_page_lies_beside_its_markdown(book):
    """With its outputs, and linked from the page; llms.txt lists those of the navigation."""
    pages = built(book, SITE_URL=ADDRESS)
    text = (book.site / "index.md").read_text()
    assert f"sentence & more, in [Other]({ADDRESS}other.html)." in text
    assert text.endswith("```python\nprint(2 * 3)\n```\n\n```text\n6\n```\n")
    for name, html in pages.items():
        button = f'<a href="{name}.md" title="Copy page as Markdown"'
        assert (button in html) == (name != "index")  # the front page is for reading only
        assert (book.site / f"{name}.md").exists()
    listed = (book.site / "llms.txt").read_text()
    assert f"- [Page]({ADDRESS}index.md): A “first” sentence & more, in Other.\n" in listed
    assert f"## Part\n\n- [Other]({ADDRESS}other.md): Its own.\n" in listed
    assert "loose" not in listed


def test_the_list_of_a_site_without_an_address_leads_beside_it(book):
    """It works from a folder."""
    built(book)
    assert "](other.md)" in (book.site / "llms.txt").read_text()


def test_a_strange_name_is_found_at_its_address(tiny):
    """Of a page's Markdown and of its card: as the page's own links name them."""
    nav = "nav: [index.md, other.md, naïve page.md]"
    (tiny.folder / "mkdocs.yml").write_text(re.sub("(?m)^nav: .*", nav, SETTINGS))
    tiny.page("# Naïve\n\nWords.\n", "naïve page.md")
    done = tiny.build("--strict", SITE_URL=ADDRESS)
    assert done.returncode == 0, done.stderr
    html = (tiny.site / "naïve page.html").read_text()
    copied = re.search(r'<a href="([^"]+)" title="Copy page as Markdown"', html)[1]
    assert (tiny.site / unquote(copied)).read_text().startswith("# Naïve")
    card = told(html, "og:image").removeprefix(ADDRESS)
    assert (tiny.site / unquote(card)).exists()


def test_an_authors_own_list_stays(book):
    """Of what machines may read."""
    book.write("docs/llms.txt", "Mine.\n")
    built(book)
    assert (book.site / "llms.txt").read_text() == "Mine.\n"
