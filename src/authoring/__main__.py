"""python -m authoring COMMAND: what a book needs beside its build."""

from __future__ import annotations

import argparse
import sys

from authoring import archive, new, questions, render
from authoring.faults import Fault
from authoring.live import bundle
from authoring.run.cell import Refused
from authoring.staging import CannotStageError

COMMANDS = {
    "archive": archive,
    "live": bundle,
    "new": new,
    "questions": questions,
    "render": render,
}
"""By their names; each has `arguments`, which tells a parser of them, and `run`."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m authoring", description=__doc__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        says = (module.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(name, help=says, description=says)
        module.arguments(command)
        command.set_defaults(run=module.run)
    given = parser.parse_args(arguments)
    try:
        return given.run(given) or 0
    except (Refused, CannotStageError, Fault) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
