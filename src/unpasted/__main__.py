"""python -m unpasted COMMAND: what a book needs beside its build."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from unpasted import new
from unpasted.export import archive, host
from unpasted.faults import Fault, Refused
from unpasted.live import bundle
from unpasted.mkdocs import book_of


def write_archives(site: Path, folder: Path) -> None:
    """Build the book of this folder, and its archives. Raises Refused where it has a fault."""
    archive.run(book_of(Path.cwd(), site), site, folder)


def render(folder: Path) -> None:
    """Write the book of this folder into another one. Raises Refused where it has a fault."""
    with TemporaryDirectory() as unwanted:
        site = Path(unwanted, "site")
        host.run(book_of(Path.cwd(), site), site, folder)


SITE, FOLDER = "where the site is to stand", "where it is to stand"
SOURCE = (
    "where the book gets unpasted from, such as git+https://…; else from where this one was "
    "installed"
)
COMMANDS = {
    "archive": (archive, write_archives, {"site": SITE, "folder": FOLDER}),
    "live": (bundle, bundle.run, {}),
    "new": (new, new.run, {"folder": FOLDER, "--source": SOURCE}),
    "render": (host, render, {"folder": FOLDER}),
}
"""By their names: the module that says what each does, what does it, and what it is told."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m unpasted", description=__doc__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (module, run, takes) in COMMANDS.items():
        says = (module.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(name, help=says, description=says)
        for argument, means in takes.items():
            kind: Any = str if argument.startswith("--") else Path
            command.add_argument(argument, type=kind, help=means, default="")
        command.set_defaults(run=run)
    given = vars(parser.parse_args(arguments))
    try:
        given.pop("run")(**given)
    except (Refused, Fault) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
