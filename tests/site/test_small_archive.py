"""What `python -m unpasted archive` writes of a tiny book that has what the real one has not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pypdfium2
import pytest

from tests.browser import chromium
from tests.built import environment, once
from tests.site.archives import epubcheck, links, words
from unpasted.export import pdf
from unpasted.mkdocs import book_of

SETTINGS = """
site_name: Tiny
site_url: https://tiny.example/book/
use_directory_urls: false
extra_css: [own.css]
theme: {name: material, font: false}
markdown_extensions:
  [abbr, admonition, attr_list, md_in_html, tables, pymdownx.details, pymdownx.superfences]
plugins:
  - unpasted: {progress: ["*.html"], environment: [RAN], twice: false}
nav:
  - index.md
  - One: [one/01-intro.md, R&D.md]
  - Two: [Deeper: [two/01-intro.md, two/more.md]]
"""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360"
    "6060f80f00010401005fe5c34b0000000049454e44ae426082"
)
PAGES = {
    "index.md": "The HTML stands here, and no heading.\n\n*[HTML]: the language of pages\n",
    "one/01-intro.md": (
        "# First\n\n![A picture](../two/pic.png)\n\n[](../two/01-intro.md)\n\n"
        '<article markdown="block">\n\nWithin.\n\n</article>\n\nBehind it.\n\n'
        '<p title="a > b" id="x">Here</p>\n\n[Beside](//other.example/x)\n\n'
        "[To it](../two/more.html?q=1#caf%C3%A9)\n\n[Away](../two/data.txt?q=1#z)\n"
    ),
    "R&D.md": '# Work\n\n<p title="a > b" id="x">Here too</p>\n\n# Play\n',
    "two/01-intro.md": "# Second\n\n[Back](../one/01-intro.md#x), [Work](../R&D.md#x)\n\n```python exec\nimport os\nprint(2)\nwith open(os.environ['RAN'], 'a') as file:\n    print('once', file=file)\n```\n",
    "two/more.md": '<h1 style="display: none">Third</h1>\n\nUnder no heading.\n\n## Café {: #café }\n\n??? note\n    Seen.\n\n<button>Press</button>\n',
}
OWN_COLOUR = b":root {\n  --ink: #0f6b62;\n}\n"
URLS = ["index", "one/01-intro", "R&D", "two/01-intro", "two/more"]


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """The book's folder, with its site and its archives in `all`."""
    chromium.find()

    def make(outside: Path) -> None:
        folder = outside / "book"
        folder.mkdir()
        (folder / "mkdocs.yml").write_text(SETTINGS)
        beside = {"two/pic.png": PIXEL, "two/data.txt": b"1\n", "own.css": OWN_COLOUR}
        for name, content in beside.items() | {
            (name, text.encode()) for name, text in PAGES.items()
        }:
            (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "docs" / name).write_bytes(content)
        done = archived(folder, RAN=str(outside / "ran"))
        assert done.returncode == 0, done.stdout + done.stderr

    return once(tmp_path_factory, "small-archive", make) / "book"


def archived(folder: Path, to: str = "all", **env: str) -> subprocess.CompletedProcess[str]:
    """The command, in the folder of a book."""
    command = [sys.executable, "-m", "unpasted", "archive", "site", to]
    env = environment(CI="1", **env)  # nothing is kept from another build
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)


def test_site_and_archives_come_of_one_run(small):
    """Each cell of the book runs once."""
    assert (small / "site/index.html").exists()
    assert (small.parent / "ran").read_text() == "once\n"


def test_the_pdf_has_the_text_of_each_page(small):
    """Whatever headings it has, and nothing of what is pressed."""
    with pypdfium2.PdfDocument(small / "all/tiny.pdf") as whole:
        said = "\n".join(map(words, whole))
    for text in ("no heading", "Within.", "Behind it.", "Work", "Play", "First", "Second"):
        assert text in said, text
    assert "Under no heading." in said and "Press" not in said


def files(folder: Path) -> list[str]:
    """What lies in a folder and below it."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_links_of_the_pdf_lead_where_those_of_the_site_lead(small):
    """To another host, to a page of the book, to a file with its query."""
    with pypdfium2.PdfDocument(small / "all/tiny.pdf") as whole:
        inside, outside = links(whole)
    assert "https://tiny.example/book/two/data.txt?q=1#z" in outside
    assert "https://other.example/x" in outside
    assert not any("more" in one or "intro" in one for one in outside)
    assert inside >= 3


def test_an_id_that_two_pages_have_stands_once_in_the_pdf(small, monkeypatch, tmp_path):
    """Also where an attribute before it has a sign of HTML."""
    monkeypatch.setenv("RAN", str(tmp_path / "ran"))
    html = pdf.document(book_of(small, small.parent / "unwanted"), small / "site")
    assert len(re.findall(r'\sid="page-\d-x"', html)) == 2
    assert 'href="#page-5-caf%C3%A9"' in html and 'href="#page-2-x"' in html
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len({*ids})


def test_epubcheck_finds_nothing_in_a_book_with_pictures_and_odd_names(small):
    """Neither an error nor a warning."""
    assert epubcheck(small / "all/tiny.epub") == []
    with zipfile.ZipFile(small / "all/tiny.epub") as book:
        assert book.read("book/two/pic.png") == PIXEL


def test_the_books_own_colours_are_those_of_its_epub_and_notebooks(small):
    """A style sheet of `extra_css:` sets them, in place of those of tokens.css."""
    with zipfile.ZipFile(small / "all/tiny.epub") as book:
        assert b"#0f6b62" in book.read("book/style.css")
    assert "--ink: #0f6b62" in sources(small / "all/notebooks/two/01-intro.ipynb")


def test_each_chapter_is_a_notebook_where_it_is_in_the_site(small):
    """Two of one name are two, and lead to each other."""
    folder = small / "all/notebooks"
    there = [name for name in files(folder) if not name.startswith("packages/")]
    assert there == sorted(f"{url}.ipynb" for url in URLS)
    text = {name: sources(folder / name) for name in there}
    assert "](../two/01-intro.ipynb)" in text["one/01-intro.ipynb"]
    assert "](../one/01-intro.ipynb)" in text["two/01-intro.ipynb"]
    assert "> Seen." in text["two/more.ipynb"] and "???" not in text["two/more.ipynb"]


def sources(file: Path) -> str:
    """The sources of a notebook's cells."""
    book = nbformat.read(file, 4)
    nbformat.validate(book)
    return "\n\n".join(cell.source for cell in book.cells)


def test_what_fails_half_way_leaves_nothing(small, tmp_path):
    """Without a browser there is no PDF, and then no archive; the message says what is missing."""
    path, to = os.path.dirname(sys.executable), str(tmp_path / "all")
    done = archived(small, to, RAN=str(tmp_path / "ran"), PATH=path)
    assert done.returncode == 1 and "a PDF is printed by Chromium" in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["ran"]
