"""All that a book is beside its site: a zip, PDF and EPUB of the whole, and each chapter alone."""

from __future__ import annotations

import sys
from pathlib import Path

from authoring import whole
from authoring.faults import Fault, folded
from authoring.publish import epub, notebook, pdf, zip
from authoring.run.cell import Refused
from authoring.staging import CannotStageError, Stage

USAGE = "Write python -m authoring archive SITE FOLDER, in the folder of the book's mkdocs.yml"


def main(arguments: list[str]) -> int:
    """Write the archives of this folder's book, which was built into SITE, into FOLDER."""
    if len(arguments) != 2 or not Path(arguments[0], "index.html").exists():
        print(USAGE, file=sys.stderr)
        return 2
    try:
        faults = archive(Path.cwd(), Path(arguments[0]), Path(arguments[1]))
    except (CannotStageError, Fault, Refused) as error:
        print(error, file=sys.stderr)
        return 1
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
    stage = Stage(folder)
    try:
        name = book.book.name
        zip.write(site, stage.folder / f"{name}.zip")
        epub.write(book, stage.folder / f"{name}.epub")
        notebook.write(book, stage.folder / "notebooks")
        (stage.folder / "pdf").mkdir()
        printed = []
        for one in book.pages.values():
            if one.inside:
                printed.append(
                    stage.folder / "pdf" / one.url.replace("/", "-").replace(".html", ".pdf")
                )
                pdf.write(site / one.url, printed[-1])
        pdf.join(printed, stage.folder / f"{name}.pdf")
    except Exception:
        stage.discard(and_the_old=False)
        raise
    stage.publish()
    return []
