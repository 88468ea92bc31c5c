"""A book as EPUB: what its pages may hold, and what lies beside them."""

from __future__ import annotations

import re
import struct
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from unpasted.export import epub
from unpasted.export.still import still
from unpasted.faults import Fault
from unpasted.html.tree import parse
from unpasted.mkdocs import book_of

SETTINGS = """
site_name: Tiny
use_directory_urls: false
markdown_extensions: [admonition, attr_list, md_in_html, pymdownx.superfences]
plugins:
  - unpasted
"""


def written(
    folder: Path, pages: dict[str, str], files: dict[str, bytes], more: str = ""
) -> dict[str, bytes]:
    """What lies in the EPUB of a book of these pages, files and settings."""
    (folder / "mkdocs.yml").write_text(SETTINGS + more)
    for name, content in files.items() | {(k, v.encode()) for k, v in pages.items()}:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_bytes(content)
    epub.write(book_of(folder, folder / "site"), folder / "tiny.epub")
    with zipfile.ZipFile(folder / "tiny.epub") as made:
        return {name: made.read(name) for name in made.namelist()}


def body(html: str, *ids: str) -> str:
    """A page's HTML as XHTML, in an EPUB of this page and of `a b.html`."""
    tree = still(parse(html))
    return epub.xhtml(tree, "page.html", {"page.html": {*ids}, "a b.html": {"café"}}, {})


def test_what_a_page_shows_lies_in_the_epub(tmp_path):
    """Each file once, by its path in the site, and declared with its type."""
    pages = {
        "index.md": "# A\n\n![A picture](one/my%20pic.png)\n",
        "one/b.md": '# B\n\n![A picture](my%20pic.png)\n\n<img src="../R&D.svg" alt="A sign">\n',
    }
    files = {"one/my pic.png": b"png", "R&D.svg": b"<svg/>", "unseen.png": b"png"}
    there = written(tmp_path, pages, files)
    assert there["book/one/my pic.png"] == b"png"
    assert "book/unseen.png" not in there
    assert b'<img alt="A picture" src="my%20pic.png"/>' in there["book/one/b.xhtml"]
    package = there["book/book.opf"].decode()
    items = re.findall(r'<item id="file-\d+" href="([^"]+)" media-type="([^"]+)"', package)
    assert items == [("one/my%20pic.png", "image/png"), ("R%26D.svg", "image/svg+xml")]


def test_a_name_with_a_sign_of_xml_is_a_name(tmp_path):
    """In the package, in the contents and in links."""
    pages = {"index.md": "# A\n\n[Work](R&D.md#x)\n", "R&D.md": "# Work\n\n## X {: #x }\n"}
    there = written(tmp_path, pages, {})
    for name in ("book/book.opf", "book/nav.xhtml", "book/index.xhtml", "book/R&D.xhtml"):
        ElementTree.fromstring(there[name])
    assert b'<a href="R%26D.xhtml">Work' in there["book/nav.xhtml"]
    assert b'<a href="R%26D.xhtml#x">' in there["book/index.xhtml"]


def test_what_is_no_xhtml_is_a_fault_at_its_page(tmp_path):
    """And no archive that no reader can open."""
    with pytest.raises(Fault, match=r"^docs/index.md:1: this page cannot be written as XHTML"):
        written(tmp_path, {"index.md": '# A\n\n<math><mi 1="x">x</mi></math>\n'}, {})


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div><p>open", "<div><p>open</p></div>"),
        ("<select><option>A<option>B</select><p>rest</p>", "<p>rest</p>"),
        ("<form><input>x</form>z", "z"),
        ("<p>a<br>b</p>", "<p>a<br/>b</p>"),
        ("<p><book-x>a</book-x></p><book-x>b</book-x>", "<p><span>a</span></p><div>b</div>"),
        ('<p><input type="range">rest</p>', "<p>rest</p>"),
        ('<p class="bar leaves placing opened">mine</p>',
         '<p class="bar leaves placing opened">mine</p>'),
        ('<details><summary><span class="shut">Open</span><span class="opened">Close</span>'
         "</summary></details>",
         '<details><summary><span class="shut">Open</span></summary></details>'),
        ('<a href="a%20b.html#caf%C3%A9">x</a>', '<a href="a%20b.xhtml#caf%C3%A9">x</a>'),
        ('<a href="a%20b.html#no">x</a>', '<a href="a%20b.xhtml">x</a>'),
        ('<a href="a%20b.html?q=1">x</a>', '<a href="a%20b.xhtml?q=1">x</a>'),
        ('<a href="#here">x</a>', '<a href="#here">x</a>'),
        ('<a href="#no">x</a>', "<span>x</span>"),
        ('<a href="c.html">x</a>', "<span>x</span>"),
        ('<a href="//b.example/c.html">x</a>', '<a href="https://b.example/c.html">x</a>'),
    ],
)  # fmt: skip
def test_html_becomes_xhtml(html, expected):
    """What is open is closed, what needs a script goes, what is left stays, links lead on."""
    assert expected == body(html, "here")


def drawing(kind: str) -> str:
    """A drawing of a class."""
    return f'<svg class="{kind}"><circle fill="var(--data)" data-x="1"/><path/></svg>'


@pytest.mark.parametrize(
    ("kinds", "kept"),
    [
        (["room-l", "room-m", "room-s"], ["room-m"]),
        (["room-l", "room-m room-s"], ["room-m room-s"]),
        (["room-l", "room-s"], ["room-l"]),
        (["own", "own"], ["own", "own"]),
        (["plot room-m", "plot room-s"], ["plot room-m"]),
        (["plot room-m", "plot room-s low"], ["plot room-s low"]),
    ],
)
def test_a_figure_has_one_drawing(kinds, kept):
    """The one whose layout is for the width of paper; drawings of the author's own stay.

    A plot has its small one where that is low.
    """
    html = body(f"<figure>{''.join(map(drawing, kinds))}</figure>")
    assert re.findall(r'<svg class="([^"]*)"', html) == kept


def test_a_drawing_stands_alone():
    """In colours that no style sheet has to name, and without what a script would fill."""
    html = body(drawing("room-m"))
    assert re.search(r'<circle fill="#[0-9a-f]{6}"/>', html)
    assert "<path" not in html and 'xmlns="http://www.w3.org/2000/svg"' in html


def test_the_author_is_in_the_metadata(tmp_path):
    """As the settings name them."""
    there = written(tmp_path, {"index.md": "# A\n\nWords.\n"}, {}, "site_author: Ada & Co\n")
    assert b"<dc:creator>Ada &amp; Co</dc:creator>" in there["book/book.opf"]


def test_a_page_with_nothing_to_read_is_left_out(tmp_path):
    """And links to it are none."""
    pages = {"index.md": "# A\n\n[It](b.md)\n", "b.md": "# B\n\n<book-review></book-review>\n"}
    there = written(tmp_path, pages, {})
    assert "book/b.xhtml" not in there and b"b.xhtml" not in there["book/nav.xhtml"]
    assert b"<span>It</span>" in there["book/index.xhtml"]


def test_an_epub_has_a_cover(tmp_path):
    """A picture on its end, which its package names."""
    made = written(tmp_path, {"index.md": "# One\n\nText."}, {})
    width, height = struct.unpack(">II", made["book/cover.png"][16:24])
    assert (width, height) == (1440, 2160)
    assert (
        b'href="cover.png" media-type="image/png" properties="cover-image"' in made["book/book.opf"]
    )


def test_what_only_a_screen_can_follow_is_left_out():
    assert body('<p>Look. <span class="on-screen">Drag it.</span> See?</p>') == "<p>Look.  See?</p>"


def test_what_stands_still_has_one_layout_and_no_signs_apart():
    """The layout that its room asks for; of code, only what has a colour of its own."""
    layouts = '<svg class="room-x room-l"></svg><svg class="room-m"></svg>'
    html = f'<div>{layouts}</div><pre><code><span class="n">a</span><span class="c1">#b</span></code></pre>'
    ours, wide = still(parse(html)), still(parse(html), "room-l")
    assert [one.get("class") for one in ours.iter("svg")] == ["room-m"]
    assert [one.get("class") for one in wide.iter("svg")] == ["room-x room-l"]
    assert [(one.get("class"), one.text) for one in ours.iter("span")] == [("c1", "#b")]
    assert ours.find(".//code").text == "a"
