"""The project around the pages: where its packages lie, and whether they are there."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from authoring.run.cell import Refused, Settings


def settings_of(root: Path, packages: list[str], steps: str = "", drawing: str = "") -> Settings:
    """The settings of a project whose packages lie in `src/`, or beside its mkdocs.yml.

    Raises Refused for a package or a module that is not there: cells would import another one of
    that name, or none.
    """
    folders = [folder for folder in (root / "src", root) if folder.is_dir()]
    for name in packages:
        if not any((folder / name / "__init__.py").exists() for folder in folders):
            there = sorted(p.parent.name for f in folders for p in f.glob("*/__init__.py"))
            raise Refused(_missing("packages", name, f"no package src/{name}", there))
    for setting, name in (("steps", steps), ("drawing", drawing)):
        path = name.replace(".", "/")
        files = [folder / f"{path}{end}" for folder in folders for end in (".py", "/__init__.py")]
        if name and not any(file.exists() for file in files):
            beside = (folder / Path(path).parent for folder in folders)
            modules = [p.stem for folder in beside for p in folder.glob("*.py")]
            there = [f"{name.rpartition('.')[0]}.{module}" for module in modules]
            raise Refused(_missing(setting, name, f"no module src/{path}.py", there))
    tops = {name.partition(".")[0] for name in (*packages, steps, drawing) if name}
    used = [
        folder
        for folder in folders
        if folder.name == "src"
        or any((folder / top).is_dir() or (folder / f"{top}.py").exists() for top in tops)
    ]
    return Settings(root, tuple(map(str, used)), tuple(packages), steps, drawing)


def _missing(setting: str, name: str, what: str, there: list[str]) -> str:
    meant = get_close_matches(name, there, 1, 0.5)
    hint = f"; did you mean {meant[0]}?" if meant else ""
    return f"`{setting}:` names {name}; there is {what} in this project{hint}"
