"""All that a book is beside its site: a zip, PDF and EPUB of the whole, and each chapter alone."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from unpasted import whole
from unpasted.export import epub, notebook, pdf, zip
from unpasted.faults import Fault, folded
from unpasted.run.session import Refused
from unpasted.stage import Stage


def arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what the command takes."""
    parser.add_argument("site", type=Path, help="the folder into which the book was built")
    parser.add_argument("folder", type=Path, help="where the archives are to stand")


def run(given: argparse.Namespace) -> int:
    """Write the archives of this folder's book; 1 when it has a fault, and then nothing."""
    if not (given.site / "index.html").exists():
        raise Refused(f"there is no site in {given.site}; build the book first")
    faults = archive(Path.cwd(), given.site, given.folder)
    for line in folded(faults):
        print(line, file=sys.stderr)
    return 1 if faults else 0


def archive(root: Path, site: Path, folder: Path) -> list[Fault]:
    """Write a book's archives into a folder, in the place of what is there.

    Returns the faults of the book. With one, nothing is written.
    """
    book = whole.read(root)
    if book.faults:
        return book.faults
    name = book.book.name
    titles = {one.url: book.titles[one.url] for one in book.pages.values() if one.inside}
    address = book.settings.get("site_url") or ""
    with Stage(folder, ours=f"{name}.epub") as made:
        zip.write(site, made / f"{name}.zip")
        epub.write(book, made / f"{name}.epub")
        notebook.write(book, made / "notebooks")
        pdf.write(site, titles, made / f"{name}.pdf", book.settings["site_name"], address)
        (made / "pdf").mkdir()
        pdf.split(made / f"{name}.pdf", made / "pdf", [*titles])
    return []
