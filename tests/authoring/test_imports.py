"""Imports run one way."""

import ast
import re
import sys
from pathlib import Path

import authoring

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


def test_rooms_import_one_way():
    """No room of authoring needs, by whatever way, a room that needs it."""
    rooms = {file.stem: file for file in (SRC / "authoring").glob("*.py")}
    needs = {name: needed_by(file) & rooms.keys() for name, file in rooms.items()}
    while needs:
        free = [name for name, needed in needs.items() if not needed & needs.keys()]
        assert free, needs
        for name in free:
            del needs[name]


def needed_by(file: Path) -> set[str]:
    """The rooms that a room imports when it runs; what it names in annotations does not count."""
    tree = ast.parse(file.read_text())
    tree.body = [node for node in tree.body if not isinstance(node, ast.If)]
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    direct = {node.module.removeprefix("authoring.") for node in found}
    return direct | {
        name.name for node in found if node.module == "authoring" for name in node.names
    }


def test_every_room_is_in_the_list():
    """The docstring of the package names each module; isolation stands beside cells."""
    listed = set(re.findall(r"^    (\w+) ", authoring.__doc__, re.M)) | {"isolation"}
    assert listed == {f.stem for f in (SRC / "authoring").glob("*.py")} - {"__init__"}
