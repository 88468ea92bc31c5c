"""python -m unpasted COMMAND: what a book needs beside its build."""

from __future__ import annotations

import argparse
import sys

from unpasted import new, questions
from unpasted.export import archive, host
from unpasted.faults import Fault
from unpasted.live import bundle
from unpasted.run.session import Refused
from unpasted.stage import CannotStageError

COMMANDS = {
    "archive": archive,
    "live": bundle,
    "new": new,
    "questions": questions,
    "render": host,
}
"""By their names; each has `arguments`, which tells a parser of them, and `run`."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m unpasted", description=__doc__)
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
