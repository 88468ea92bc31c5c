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

NAME = "the-micrograd-book"


@pytest.fixture(scope="module")
def archive(site, tmp_path_factory) -> Path:
    """All archives of the real book."""
    chromium.find()

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "authoring", "archive", str(site), str(folder / "all")]
        env = environment()
        done = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return once(tmp_path_factory, "archive", make) / "all"


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
    chromium.program("java", "default-jre-headless")
    command = [sys.executable, "-m", "epubcheck", str(archive / f"{NAME}.epub")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not re.search(r"^(ERROR|WARNING|FATAL)", done.stdout + done.stderr, re.M)


def test_the_epub_has_every_page_with_its_formulas_and_figures(archive):
    """In the order of the navigation, and nothing that only a script could press."""
    with zipfile.ZipFile(archive / f"{NAME}.epub") as book:
        assert book.namelist()[0] == "mimetype"
        pages = {name: book.read(name).decode() for name in book.namelist() if "/chapters/" in name}
    assert len(pages) == len(list((ROOT / "docs/chapters").glob("*.md")))
    for name, text in pages.items():
        assert "<svg" in text and "<button" not in text and "<graph-walk" not in text, name
    assert sum(text.count("<math") for text in pages.values()) > 50


def test_every_chapter_is_printed(archive):
    """Alone, and within the whole; no page is empty."""
    files = sorted((archive / "pdf").glob("*.pdf"))
    pages = 0
    for file in files:
        with pypdfium2.PdfDocument(file) as one:
            texts = [page.get_textpage().get_text_range() for page in one]
        assert all(len(text.strip()) > 20 for text in texts[:-1]), file.name
        pages += len(texts)
    with pypdfium2.PdfDocument(archive / f"{NAME}.pdf") as whole:
        assert len(whole) == pages > 100


def test_a_fault_of_the_book_leaves_no_archive(tiny):
    """And the exit status says so."""
    assert tiny.build().returncode == 0
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n")
    command = [sys.executable, "-m", "authoring", "archive", "site", "all"]
    done = subprocess.run(command, cwd=tiny.folder, env=tiny.env, capture_output=True, text=True)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert not (tiny.folder / "all").exists()
