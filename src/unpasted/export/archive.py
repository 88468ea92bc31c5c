"""All that a book is beside its site: a zip, PDF, EPUB and notebooks."""

from pathlib import Path

from unpasted import zips
from unpasted.book import Book
from unpasted.export import epub, notebook, pdf
from unpasted.stage import Stage


def run(book: Book, site: Path, folder: Path) -> None:
    """Write a book's archives into a folder, in the place of what is there.

    Arguments:
        site: into which the book was built.
    """
    with Stage(folder, ours=f"{book.name}.epub") as made:
        zips.write(site, made / f"{book.name}.zip")
        epub.write(book, made / f"{book.name}.epub")
        notebook.write(book, made / "notebooks")
        pdf.write(book, site, made / f"{book.name}.pdf")
