"""How each way writes the generated book down, builds it and serves it.

Each is set up as its manual says, no faster and no slower: Sphinx with its own plain theme and
with as many processes as it uses by default, one; the others with Material or Zensical's likeness
of it. Sphinx has no server; sphinx-autobuild is what its users take.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chapters import Cell, Figure

PEERS = Path(__file__).parents[1] / ".venv.bench" / "bin" / "python"

MATERIAL = """\
site_name: A generated book
use_directory_urls: false
theme: {name: material, font: false, language: en}
markdown_extensions:
  - admonition
  - attr_list
  - md_in_html
  - tables
  - pymdownx.highlight
  - pymdownx.superfences
plugins:
  - search
"""
MARKDOWN_EXEC = "  - markdown-exec: {languages: [python]}\n"
AUTHORING = "  - unpasted: {packages: [toy]}\n"

SPHINX = """\
project = "A generated book"
extensions = ["myst_nb"]
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_output_stderr = "remove"
"""
NOTEBOOK = "---\nfile_format: mystnb\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"
TOCTREE = "\n```{toctree}\n:glob:\n:hidden:\n\nchapter-*\n```\n"

Fence = Callable[[Cell | Figure, int], str]
"""How a cell or a figure of a chapter is written."""


@dataclass(frozen=True)
class Commands:
    """How a tool is called: to build, and to serve at `{host}` and `{port}`."""

    build: list[str]
    serve: list[str]


@dataclass(frozen=True)
class Way:
    """One way to build the book.

    Arguments:
        name: as the table shows it.
        config: its settings file, from the book's folder, and what that says.
        fence: how it writes cells and figures.
        head: what stands above each chapter.
        foot: what stands under the first page.
        runs: whether it runs the cells.
    """

    name: str
    config: tuple[str, str]
    fence: Fence
    commands: Commands
    head: str = ""
    foot: str = ""
    runs: bool = True

    def server(self, port: int) -> list[str]:
        """The command that serves the book at a port of this machine."""
        return [word.format(host="127.0.0.1", port=port) for word in self.commands.serve]


def for_authoring(part: Cell | Figure, chapter: int) -> str:
    """Fences of this project."""
    kind = "exec" if isinstance(part, Cell) else f'figure alt="{part.alt}"'
    return fenced(f"python {kind}", part.code)


def for_markdown_exec(part: Cell | Figure, chapter: int) -> str:
    """Fences of markdown-exec; what prints shows as text, what draws prints its SVG."""
    options = f'exec="on" source="above" session="{chapter}"'
    if isinstance(part, Cell):
        return fenced(f'python {options} result="text"', part.code)
    return fenced(f'python {options} html="on"', drawing("print(svg({}))", part))


def for_myst(part: Cell | Figure, chapter: int) -> str:
    """Cells of MyST-NB."""
    if isinstance(part, Cell):
        return fenced("{code-cell}", part.code)
    shown = "from IPython.display import HTML\n" + drawing("HTML(svg({}))", part)
    return fenced("{code-cell}", shown)


def not_run(part: Cell | Figure, chapter: int) -> str:
    """The code alone."""
    return fenced("python", part.code)


def drawing(show: str, figure: Figure) -> str:
    """Code that shows a figure's SVG."""
    return f"from toy.picture import svg\n{show.format(figure.code)}"


def fenced(head: str, code: str) -> str:
    """A fence."""
    return f"```{head}\n{code.rstrip()}\n```"


def commands(python: str | Path, tool: str) -> Commands:
    """The commands of a tool that builds and serves, as MkDocs and Zensical do."""
    command = [str(python), "-m", tool]
    return Commands([*command, "build"], [*command, "serve", "--dev-addr", "{host}:{port}"])


def sphinx() -> Commands:
    """The commands of Sphinx, and of sphinx-autobuild."""
    command, folders = [str(PEERS), "-m"], ["-b", "html", "docs", "site"]
    return Commands(
        [*command, "sphinx", *folders],
        [*command, "sphinx_autobuild", "--host", "{host}", "--port", "{port}", *folders],
    )


AUTHORED = Way(
    "this project",
    ("mkdocs.yml", MATERIAL + AUTHORING),
    for_authoring,
    commands(sys.executable, "mkdocs"),
)
PLAIN = Way(
    "mkdocs, markdown-exec",
    ("mkdocs.yml", MATERIAL + MARKDOWN_EXEC),
    for_markdown_exec,
    commands(PEERS, "mkdocs"),
)
WAYS = [
    AUTHORED,
    PLAIN,
    Way(
        "sphinx, myst-nb, cache",
        ("docs/conf.py", SPHINX),
        for_myst,
        sphinx(),
        head=NOTEBOOK,
        foot=TOCTREE,
    ),
    Way(
        "zensical, markdown-exec",
        ("mkdocs.yml", MATERIAL + MARKDOWN_EXEC),
        for_markdown_exec,
        commands(PEERS, "zensical"),
    ),
    Way(
        "mkdocs, nothing run",
        ("mkdocs.yml", MATERIAL),
        not_run,
        commands(PEERS, "mkdocs"),
        runs=False,
    ),
]
BARE = WAYS[-1]
