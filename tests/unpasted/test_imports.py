"""Imports run one way."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
STARTER = SRC / "unpasted" / "starter"  # a book of its own


def files_of_authoring() -> list[Path]:
    """Its modules."""
    return [file for file in (SRC / "unpasted").rglob("*.py") if STARTER not in file.parents]


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
    """Save the two modules that draw."""
    needed = {"draw.py": {"graphviz"}, "maps.py": {"contourpy", "matplotlib"}}
    for file in (SRC / "micrograd").rglob("*.py"):
        foreign = imports_of(file) - sys.stdlib_module_names - {"micrograd"}
        assert foreign == needed.get(file.name, set()), file


def test_authoring_does_not_know_micrograd():
    """It is told in mkdocs.yml which package to show."""
    for file in files_of_authoring():
        assert "micrograd" not in imports_of(file), file


def test_authoring_says_nothing_of_this_book():
    """Neither its package nor its folders: it serves others as well."""
    for file in (SRC / "unpasted").rglob("*"):
        if file.is_file() and file.suffix in (".py", ".js", ".css"):
            text = file.read_text()
            assert "micrograd" not in text.lower() and "chapters/" not in text, file


def test_one_module_knows_mkdocs():
    """The rest works on Markdown, and can move to another generator."""
    knowing = {f.name for f in files_of_authoring() if "mkdocs" in imports_of(f)}
    assert knowing == {"mkdocs.py", "host.py"}  # host.py writes a mkdocs.yml for another host


def test_what_is_imported_is_declared():
    """Every foreign package that `unpasted` imports stands in pyproject.toml."""
    project = tomllib.loads((SRC.parent / "pyproject.toml").read_text())["project"]
    names = {
        "yaml": "pyyaml",
        "math_core": "math-core",
        "markdown_exec": "markdown-exec",
        "pymdownx": "pymdown-extensions",
    }
    names |= {"fontTools": "fonttools"}
    wanted = " ".join(project["dependencies"]).lower()
    for file in files_of_authoring():
        for foreign in imports_of(file) - sys.stdlib_module_names - {"unpasted"}:
            assert names.get(foreign, foreign).lower() in wanted, (file, foreign)


def test_rooms_import_one_way():
    """No room of unpasted needs, by whatever way, a room that needs it; types count."""
    rooms = {name_of(file): file for file in files_of_authoring()}
    needs = {name: needed_by(file, rooms) - {name} for name, file in rooms.items()}
    while needs:
        free = [name for name, needed in needs.items() if not needed & needs.keys()]
        assert free, needs
        for name in free:
            del needs[name]


@pytest.mark.parametrize(
    ("folder", "below"),
    [
        ("read", {"read"}),
        ("run", {"read", "run"}),
        ("html", {"html"}),
        ("live", {"live", "run"}),
        ("kinds", {"read", "run", "live", "kinds"}),
    ],
)
def test_folders_stand_one_on_another(folder, below):
    """read knows neither run nor kinds; run knows no kind, html no fence; live runs the executor."""
    rooms = {name_of(file): file for file in files_of_authoring()}
    for name, file in rooms.items():
        if name.startswith(f"unpasted.{folder}."):
            folders = {one.split(".")[1] for one in needed_by(file, rooms) if one.count(".") > 1}
            assert folders <= below, (name, folders)


def name_of(file: Path) -> str:
    """The dotted name of a module."""
    parts = file.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def needed_by(file: Path, rooms: dict[str, Path]) -> set[str]:
    """The rooms that a room names in an import, wherever it stands."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("unpasted"):
            members = {f"{node.module}.{name.name}" for name in node.names} & rooms.keys()
            found |= members or {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & rooms.keys()
    return found & rooms.keys()
