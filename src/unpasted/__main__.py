"""python -m unpasted COMMAND: what a book needs besides its build."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from unpasted import new
from unpasted.export import epub, host, notebook, pdf
from unpasted.faults import Fault, Refused
from unpasted.folders import Stage, write_zip
from unpasted.live import bundle
from unpasted.mkdocs import book_of


def archive(site: Path, folder: Path) -> None:
    """Writes the book's other forms: a zip, PDF, EPUB and notebooks.

    Builds the book of this folder. Raises Refused where it has a fault, or cannot be printed.
    """
    book = book_of(Path.cwd(), site)
    with Stage(folder, ours=f"{book.name}.epub") as made:
        write_zip(site, made / f"{book.name}.zip")
        epub.write(book, made / f"{book.name}.epub")
        notebook.write(book, made / "notebooks")
        pdf.write(book, site, made / f"{book.name}.pdf")


def render(folder: Path) -> None:
    """A book as Markdown for another host, with the output of its code.

    Builds the book of this folder. Raises Refused where it has a fault.
    """
    with TemporaryDirectory() as unwanted:
        site = Path(unwanted, "site")
        host.write(book_of(Path.cwd(), site), site, folder)


SITE, FOLDER = "where the site is to stand", "where it is to stand"
SOURCE = (
    "where the book gets unpasted from, such as git+https://…; by default where this one is from"
)
# What does each, and what it is told; the first line of its docstring says what it does.
COMMANDS = {
    archive: {"site": SITE, "folder": FOLDER},
    bundle.live: {},
    new.new: {"folder": FOLDER, "--source": SOURCE},
    render: {"folder": FOLDER},
}


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m unpasted", description=__doc__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for run, takes in COMMANDS.items():
        says = (run.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(run.__name__, help=says, description=says)
        for argument, means in takes.items():
            kind: Any = str if argument.startswith("--") else Path
            command.add_argument(argument, type=kind, help=means, default="")
        command.set_defaults(run=run)
    given = vars(parser.parse_args())
    try:
        given.pop("run")(**given)
    except (Refused, Fault) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
