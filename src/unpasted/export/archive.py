"""All that a book is beside its site: a zip, PDF and EPUB of the whole, and each chapter alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from unpasted import mkdocs
from unpasted.book import Book
from unpasted.export import epub, notebook, pdf, zip
from unpasted.stage import Stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what the command takes."""
    parser.add_argument("site", type=Path, help="where the site is to stand")
    parser.add_argument("folder", type=Path, help="where the archives are to stand")


def run(given: argparse.Namespace) -> int:
    """Build this folder's book, and write its archives; 1 when it has a fault, and then nothing."""
    book = mkdocs.built(Path.cwd(), given.site)
    if book is None:
        return 1
    archive(book, given.site, given.folder)
    return 0


def archive(book: Book, site: Path, folder: Path) -> None:
    """Write a book's archives into a folder, in the place of what is there.

    Arguments:
        site: into which the book was built.
    """
    with Stage(folder, ours=f"{book.name}.epub") as made:
        zip.write(site, made / f"{book.name}.zip")
        epub.write(book, made / f"{book.name}.epub")
        notebook.write(book, made / "notebooks")
        pdf.write(book, site, made / f"{book.name}.pdf")
        (made / "pdf").mkdir()
        inside = [page.url for page in book.pages.values() if page.inside]
        pdf.split(made / f"{book.name}.pdf", made / "pdf", inside)
