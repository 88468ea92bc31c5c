"""What a browser loads when its reader asks to run something: written beside the site's pages.

The scripts come from the project's node_modules, where `make` bundles them; without them a site
has no live cells.
"""

import json
import shutil
from pathlib import Path

import graphviz

from unpasted import folders
from unpasted.run.session import Settings

FOLDER = "live"  # in the site, beside the style sheet and the script
BUNDLE = Path("node_modules", ".live")  # of the project: what `make` made of client.js
RUNTIME = Path("node_modules", "pyodide")
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
OWN = ("live/inside.py", "run/attempt.py", "run/execute.py", "run/names.py")  # of this package
DATA = (".json", ".csv", ".tsv", ".txt")  # kinds of files that cells read


def missing(root: Path) -> str:
    """Why the cells of a project's site cannot be live, or nothing."""
    needed = [BUNDLE / "client.js", BUNDLE / "worker.js", *(RUNTIME / name for name in FILES)]
    for path in needed:
        if not (root / path).exists():
            cure = "`make live` sets it up, by npm and `python -m unpasted live`, and says why"
            return f"The site has no live cells: {path} is not there. {cure} where it cannot."
    return ""


def write(site: Path, used: Settings, docs: Path) -> None:
    """Write what is the same for all pages.

    Arguments:
        site: the folder for what comes with `unpasted`.
        docs: the folder of the pages.
    """
    folder = site / FOLDER
    ready = shutil.ignore_patterns("ready")
    shutil.copytree(used.root / BUNDLE, folder, dirs_exist_ok=True, ignore=ready)
    runtime = {name: (used.root / RUNTIME / name).read_bytes() for name in FILES}
    folders.write(folder / "pyodide", runtime)
    folders.pack(folder / "packages.zip", packages(used, docs).items())


def packages(used: Settings, docs: Path) -> dict[str, bytes]:
    """The project's packages, and what they and the cells need, by paths: data among the pages too.

    Arguments:
        docs: the folder of the pages.
    """
    here = Path(__file__).parents[1]
    found = {f"unpasted/{name}": (here / name).read_bytes() for name in OWN}
    found["book.json"] = json.dumps({"drawing": used.drawing}).encode()
    data = (file for file in docs.rglob("*") if file.suffix in DATA)
    found |= {file.relative_to(used.root).as_posix(): file.read_bytes() for file in data}
    beside = [Path(folder, name) for name in used.packages for folder in used.path]
    for package in [*beside, Path(graphviz.__file__).parent]:  # drawing modules may import it
        for file in package.rglob("*.py"):
            found.setdefault(file.relative_to(package.parent).as_posix(), file.read_bytes())
    return dict(sorted(found.items()))
