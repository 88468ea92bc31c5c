"""What `make archive` writes: a zip, PDF and EPUB of the real book."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from tests.browser import chromium
from tests.built import ROOT, environment, once
from tests.site.archives import empty_foot, epubcheck, links, smallest, words
from tests.site.conftest import article
from unpasted.html.tree import parse, words_of

NAME = "the-micrograd-book"
pytestmark = pytest.mark.slow  # a small book's are in test_small_archive.py


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """The real book's site, in `site`, and all of its archives, in `all`."""
    chromium.find()

    def make(folder: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "unpasted",
            "archive",
            str(folder / "site"),
            str(folder / "all"),
        ]
        env = environment()
        done = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return once(tmp_path_factory, "archive", make)


@pytest.fixture(scope="module")
def site(made) -> Path:
    """Its site."""
    return made / "site"


@pytest.fixture(scope="module")
def archive(made) -> Path:
    """Its archives."""
    return made / "all"


def test_the_zip_is_the_site(archive, site):
    """Every file that a page may ask for, in one folder."""
    with zipfile.ZipFile(archive / f"{NAME}.zip") as whole:
        assert whole.testzip() is None
        names = set(whole.namelist())
    wanted = {f"{NAME}/{path.relative_to(site)}" for path in site.rglob("*") if path.is_file()}
    assert f"{NAME}/index.html" in names
    assert {Path(name).name for name in wanted - names} <= {"sitemap.xml", "sitemap.xml.gz"}


def test_epubcheck_finds_nothing(archive):
    """Neither an error nor a warning, under the rules of EPUB 3.3."""
    assert epubcheck(archive / f"{NAME}.epub") == []


def test_the_epub_has_every_page_with_its_formulas_and_figures(archive):
    """In the order of the navigation, and nothing that only a script could press; and an author."""
    with zipfile.ZipFile(archive / f"{NAME}.epub") as book:
        assert book.namelist()[0] == "mimetype"
        assert b"<dc:creator>The maintainers of" in book.read("book/book.opf")
        pages = {name: book.read(name).decode() for name in book.namelist() if "/chapters/" in name}
    assert len(pages) == len(list((ROOT / "docs/chapters").glob("*.md")))
    for name, text in pages.items():
        assert "<svg" in text and "<button" not in text and "<graph-walk" not in text, name
        figures = [*parse(text).iter("figure")]
        assert [len([*one.iter("svg")]) for one in figures] == [1] * len(figures), name
    assert sum(text.count("<math") for text in pages.values()) > 50


@pytest.fixture(scope="module")
def printed(archive):
    """The PDF of the whole book, open."""
    with pypdfium2.PdfDocument(archive / f"{NAME}.pdf") as whole:
        yield whole


def test_every_sheet_has_its_number_and_its_page(printed):
    """Above the title of the page of the site, below the number of the sheet; none is empty."""
    assert len(printed) > 100
    assert "The micrograd book" in words(printed[0]) and starts(printed)[0] == 1
    for number, sheet in [*enumerate(printed, 1)][1:]:
        lines = words(sheet).split("\r\n")
        assert str(number) in (lines[-1].strip(), lines[1].strip()), number
        assert len("".join(lines)) > 60, number
    assert "8 · When a value is used twice" in words(printed[starts(printed)[9]])


def starts(printed) -> list[int]:
    """The sheets on which the pages of the site begin."""
    return [item.get_dest().get_index() for item in printed.get_toc() if item.level == 0]


def test_the_outline_has_every_heading_under_its_page(printed, site):
    """In the order of the book, by their words."""
    pages = re.findall(r"- \[[^]]*\]\(([^)]+)\.md\)", (site / "llms.txt").read_text("utf-8"))
    told = [
        (item.level + 1, letters(item.get_title())) for item in printed.get_toc() if item.level < 2
    ]
    headings = [one for page in pages for one in headings_of(site / f"{page}.html")]
    assert len(pages) > 20 and len(headings) > 200
    assert [one for one in told if one not in ((2, "Answers"), (2, "Links"))] == headings


def test_no_heading_stands_alone_at_the_foot_of_a_sheet(printed):
    """What it heads begins below it. The title of a page begins its sheet, and stands above it, too."""
    within = [item for item in printed.get_toc() if item.level]
    headings = {item.get_dest().get_index(): item.get_title() for item in within}
    for number, last in headings.items():  # the last of each sheet
        said = letters(words(printed[number]).replace(f"{number + 1}\r\n", ""))
        assert not said.endswith(letters(last)), number + 1


def test_a_card_stands_whole_on_a_sheet(printed, site):
    """With its title, its question and the number of the sheet on which its chapter begins."""
    sheets = [letters(words(printed[number])) for number in range(starts(printed)[1])]
    cards = parse((site / "index.html").read_text("utf-8")).find_class("card")
    assert len(cards) > 15
    pages = [item for item in printed.get_toc() if item.level == 0]
    begins = {letters(item.get_title()): item.get_dest().get_index() + 1 for item in pages}
    for card in cards:
        said = letters(words_of(card))
        [begin] = [number for title, number in begins.items() if said.startswith(title)]
        said = letters(re.sub(r"\d+ min$", str(begin), words_of(card).strip()))
        said = said.lstrip("0123456789")  # its number is drawn on its own
        assert any(said in sheet for sheet in sheets), said


def test_few_sheets_end_early(printed):
    """Except the last of a page: what does not fit breaks, or is drawn smaller; a figure may not."""
    last = {start - 1 for start in [*starts(printed), len(printed)]}
    empty = [
        n + 1 for n in range(1, len(printed)) if n not in last and empty_foot(printed[n]) > 0.25
    ]
    assert len(empty) < 0.01 * len(printed), empty


def test_code_and_drawings_can_be_read_on_paper(printed):
    """None of their letters is smaller than 6.5 points."""
    assert [n + 1 for n in range(len(printed)) if smallest(printed[n]) < 6.495] == []


def letters(text: str) -> str:
    """A text without what is set, such as blanks, signs and formulas."""
    return re.sub(r"[\W_]", "", text)


def headings_of(page: Path) -> list[tuple[int, str]]:
    """The first and second headings of a page, each with its level."""
    headings = parse(article(page.read_text("utf-8"))).iter("h1", "h2")
    return [(int(one.tag[1]), letters(words_of(one))) for one in headings]


def test_links_of_the_pdf_lead_into_it_or_into_the_world(printed):
    """Never to the machine on which it was printed."""
    inside, outside = links(printed)
    assert inside > 100
    assert len(outside) > 10
    assert [one for one in outside if one.startswith("file:")] == []


def test_a_fault_of_the_book_leaves_no_archive(tiny):
    """And the exit status says so."""
    assert tiny.build().returncode == 0
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n")
    command = [sys.executable, "-m", "unpasted", "archive", "site", "all"]
    done = subprocess.run(command, cwd=tiny.folder, env=tiny.env, capture_output=True, text=True)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert not (tiny.folder / "all").exists()
