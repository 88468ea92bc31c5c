"""Imports run one way."""

import ast
import sys
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"


def imports_of(file: Path) -> set[str]:
    """The top-level names that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            found.add((node.module or "").split(".")[0])
    return found


def test_micrograd_needs_the_standard_library_only():
    """Save draw.py, which needs graphviz."""
    for file in (SRC / "micrograd").rglob("*.py"):
        foreign = imports_of(file) - sys.stdlib_module_names - {"micrograd"}
        assert foreign == ({"graphviz"} if file.name == "draw.py" else set()), file


def test_authoring_does_not_know_micrograd():
    """It is told in mkdocs.yml which package to show."""
    for file in (SRC / "authoring").rglob("*.py"):
        assert "micrograd" not in imports_of(file), file


def test_one_module_knows_mkdocs():
    """The rest works on Markdown, and can move to another generator."""
    knowing = {f.name for f in (SRC / "authoring").rglob("*.py") if "mkdocs" in imports_of(f)}
    assert knowing == {"plugin.py"}
