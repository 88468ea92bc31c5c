"""A book as EPUB: what its pages may hold, and what lies beside them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from unpasted import whole
from unpasted.export import epub
from unpasted.faults import Fault

SETTINGS = """
site_name: Tiny
use_directory_urls: false
markdown_extensions: [admonition, attr_list, md_in_html, pymdownx.superfences]
plugins:
  - unpasted
"""


def written(folder: Path, pages: dict[str, str], files: dict[str, bytes]) -> dict[str, bytes]:
    """What lies in the EPUB of a book of these pages and files."""
    (folder / "mkdocs.yml").write_text(SETTINGS)
    for name, content in files.items() | {(k, v.encode()) for k, v in pages.items()}:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_bytes(content)
    book = whole.read(folder)
    assert book.faults == []
    epub.write(book, folder / "tiny.epub")
    with zipfile.ZipFile(folder / "tiny.epub") as made:
        return {name: made.read(name) for name in made.namelist()}


def body(html: str, *ids: str) -> str:
    """A page's HTML as XHTML, in an EPUB of this page and of `a b.html`."""
    return epub.xhtml(html, "page.html", {"page.html": {*ids}, "a b.html": {"café"}}, {})


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
    assert b'<a href="R&amp;D.xhtml#x">' in there["book/index.xhtml"]


def test_what_is_no_xhtml_is_a_fault_at_its_page(tmp_path):
    """And no archive that no reader can open."""
    with pytest.raises(Fault, match=r"^docs/index.md:1: this page cannot be written as XHTML"):
        written(tmp_path, {"index.md": '# A\n\n<math><mi 1="x">x</mi></math>\n'}, {})


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div><p>open", "<div><p>open</p></div>"),
        ("<select><option>A<option>B</select><p>rest</p>", "<p>rest</p>"),
        ("<form><input><form>x</form>y</form>z", "z"),
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
        ('<a href="//b.example/c.html">x</a>', '<a href="//b.example/c.html">x</a>'),
    ],
)  # fmt: skip
def test_html_becomes_xhtml(html, expected):
    """What is open is closed, what needs a script goes, what is left stays, links lead on."""
    assert expected == body(html, "here")
