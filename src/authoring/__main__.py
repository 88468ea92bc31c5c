"""python -m authoring COMMAND …: what a book can do beside being built and served."""

from __future__ import annotations

import sys

from authoring import archive, render

COMMANDS = {"archive": archive.main, "render": render.main}


def main(arguments: list[str]) -> int:
    """Run a command; its exit status."""
    if not arguments or arguments[0] not in COMMANDS:
        print(f"Write python -m authoring and one of: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
