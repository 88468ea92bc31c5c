"""The project around the pages: whether what its mkdocs.yml names is there, and what it needs."""

from __future__ import annotations

import os
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

from unpasted.faults import Fault, Place
from unpasted.html import glossary
from unpasted.html.glossary import Term
from unpasted.run.session import Refused, Settings

NEEDED = {
    "admonition": "notes that hold fences",
    "attr_list": "classes and ids",
    "md_in_html": "questions and views",
    "tables": "tables",
    "pymdownx.superfences": "fences that are shown",
}
FOR_GLOSSARY = {"abbr": "tooltips", "def_list": "terms and definitions"}


def check(extensions: Collection[str], defining: str, docs: Path, *, directory_urls: bool) -> None:
    """Raise Refused for what the book needs and mkdocs.yml does not give, with the cure.

    Arguments:
        extensions: of Markdown, by their names.
        defining: the page that defines the terms, relative to `docs`, or nothing.
    """
    if directory_urls:
        raise Refused("set `use_directory_urls: false`: the book must work from its files")
    needed = NEEDED | (FOR_GLOSSARY if defining else {})
    missing = [name for name in needed if name not in extensions]
    if missing:
        lines = "\n".join(f"  - {name}  # {needed[name]}" for name in missing)
        raise Refused(f"add to mkdocs.yml:\n\nmarkdown_extensions:\n{lines}\n")
    if defining and not (docs / defining).exists():
        raise Refused(f"the glossary {defining} is not in {docs.name}")


def terms_of(root: Path, file: Path) -> tuple[dict[str, Term], list[Fault]]:
    """The terms that a glossary defines, and its faults."""
    place = Place(os.path.relpath(file, root), 1)
    return glossary.read(file.read_text("utf-8", "replace"), place)


def kept_in(root: Path, wanted: bool | None) -> Path | None:
    """Where results are kept between builds, if they are; by default everywhere but in CI."""
    kept = not os.environ.get("CI") if wanted is None else wanted
    return root / ".cache" / "unpasted" if kept else None


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
