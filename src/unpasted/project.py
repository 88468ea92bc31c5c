"""The project around the pages: whether what its mkdocs.yml names is there, and what it needs."""

from __future__ import annotations

import logging
import os
import pkgutil
import re
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from unpasted import live, words
from unpasted.book import Book
from unpasted.faults import Fault, Place, Refused
from unpasted.html import glossary
from unpasted.kinds import FIRST, KINDS, drawing
from unpasted.page import name_of
from unpasted.rules import rules_of
from unpasted.run.cache import Cache, owned, packages_digest
from unpasted.run.fences import settings_for
from unpasted.run.pages import Pages
from unpasted.run.session import Settings

log = logging.getLogger("mkdocs.plugins.unpasted")

NEEDED = {
    "admonition": "notes that hold fences",
    "attr_list": "classes and ids",
    "md_in_html": "questions",
    "tables": "tables",
    "pymdownx.superfences": "fences that are shown",
}
FOR_GLOSSARY = {"def_list": "terms and definitions"}


class Warnings(logging.Handler):
    """Takes down what a host and its plugins warn of: each is a fault of the book."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != log.name:
            self.said.append(record.getMessage())

    def taken(self, file: Path, known: Collection[str]) -> list[Fault]:
        """What was said since the last time, at the lines of a file of settings that it quotes.

        Arguments:
            known: the names of our own settings.
        """
        lines = file.read_text("utf-8").split("\n")
        faults = []
        for said in self.said:
            quoted = re.findall(r"'([^']+)'", said)
            found = [next((n for n, line in enumerate(lines, 1) if q in line), 1) for q in quoted]
            meant = get_close_matches(quoted[-1], known, 1) if "'unpasted' option" in said else []
            hint = f"; did you mean {meant[0]}?" if meant else ""
            faults.append(Fault(Place(file.name, max(found, default=1)), said + hint))
        self.said.clear()
        return faults


class Project:
    """A book's project, with the processes that run its pages, build after build.

    Arguments:
        root: the folder of its mkdocs.yml.
        serving: whether pages run again and again.
        site: where the site stands.
    """

    def __init__(self, root: Path, *, serving: bool = False, site: Path | None = None) -> None:
        self.root, self.serving, self.site = root, serving, site
        self.kept: Path | None = None
        """Where results are kept between builds, if they are."""
        self._runner: Pages | None = None

    def book(
        self, own: Any, docs: Path, markdown: MutableMapping[str, Any], about: Mapping[str, str]
    ) -> Book:
        """A book without pages.

        Arguments:
            own: the settings, see unpasted.mkdocs.UnpastedConfig.
            docs: the folder of the pages.
            markdown: the extensions of Markdown, each with its settings, to which ours are added.
            about: how it is published, see Book.

        Raises Refused for what cannot be.
        """
        defining = own.glossary
        check(markdown, defining, docs)
        rules = rules_of(own.rules, KINDS)
        settings = settings_of(self.root, own.packages, own.steps, own.drawing, own.words)
        seen = [(name, os.environ[name]) for name in own.environment if name in os.environ]
        settings = replace(settings, environment=tuple(seen))
        drawing.renderer()
        if self._runner is None:
            self._runner = self._pages(own, docs, settings)
        if lacks := live.missing(self.root):
            log.info("%s", lacks)
        published: Any = {key: text or "" for key, text in about.items()}
        book = Book(
            settings, self._runner, packages_digest(settings.path),
            name_of(about["title"]), tuple(own.progress), rules, not lacks,
            settings_for([*markdown], markdown), docs=docs, glossary=defining, **published,
        )  # fmt: skip
        if defining:
            text = (docs / defining).read_text("utf-8", "replace")
            book.terms, book.more = glossary.read(text, book.place_of(defining))
        superfences = markdown["pymdownx.superfences"]
        superfences["custom_fences"] = [*superfences.get("custom_fences", []), book.custom_fence]
        return book

    def _pages(self, own: Any, docs: Path, settings: Settings) -> Pages:
        """What runs the pages of this book."""
        in_ci = bool(os.environ.get("CI"))
        kept = self.root / ".cache" / "unpasted"
        if (not in_ci) if own.cache is None else own.cache:
            self.kept = kept if owned(kept) else None
            if not self.kept:
                log.info(".cache/unpasted is no cache of ours, so nothing is kept; remove it")
        twice, guarded = False, list[Path]()
        if not self.serving:  # where authors wait, and write
            twice = in_ci if own.twice is None else own.twice
            sources = [Path(path) for path in settings.path if Path(path) != self.root]
            beside = [self.root / name for name in (*own.packages, "mkdocs.yml")]
            guarded = [docs, *sources, *beside, *filter(None, [self.site]), Path(__file__).parent]
        return Pages(
            Cache(self.kept, twice=twice), drawing.environment, FIRST,
            resumable=self.serving, twice=twice, guarded=guarded,
        )  # fmt: skip

    def told(self) -> str:
        """How long the cells ran, in a sentence."""
        return self._runner.told() if self._runner else ""

    def changes(self) -> list[Fault]:
        """What the code of the pages changed that is not theirs."""
        return self._runner.changes(self.root) if self._runner else []

    def close(self) -> None:
        """End all that runs."""
        if self._runner:
            self._runner.close()


def check(extensions: Collection[str], defining: str, docs: Path) -> None:
    """Raise Refused for what the book needs and mkdocs.yml does not give, with the cure.

    Arguments:
        extensions: of Markdown, by their names.
        defining: the page that defines the terms, relative to `docs`, or nothing.
    """
    needed = NEEDED | (FOR_GLOSSARY if defining else {})
    missing = [name for name in needed if name not in extensions]
    if missing:
        lines = "\n".join(f"  - {name}  # {needed[name]}" for name in missing)
        raise Refused(f"add to mkdocs.yml:\n\nmarkdown_extensions:\n{lines}\n")
    if defining and not (docs / defining).exists():
        raise Refused(f"the glossary {defining} is not in {docs.name}")


def settings_of(
    root: Path,
    packages: list[str],
    steps: str = "",
    drawing: str = "",
    own: Mapping[str, str] | None = None,
) -> Settings:
    """The settings of a project whose packages lie in `src/`, or beside its mkdocs.yml.

    Arguments:
        own: the words of the interface that the book overrides, which are said from now on.

    Raises Refused for a package or a module that is not there: cells would import another one of
    that name, or none; and for words that no page says.
    """
    if wrong := words.wrong_with(own := own or {}):
        raise Refused(wrong)
    words.use(own)
    folders = [folder for folder in (root / "src", root) if folder.is_dir()]
    named = [("packages", name) for name in packages] + [("steps", steps), ("drawing", drawing)]
    for setting, name in named:
        parent, dot, last = name.rpartition(".")
        beside = [str(folder / parent.replace(".", "/")) for folder in folders]
        there = {one.name: one.ispkg for one in pkgutil.iter_modules(beside)}
        is_package = setting == "packages"
        if name and not (there.get(last) if is_package else last in there):
            file = f"src/{name.replace('.', '/')}"
            what = f"package {file}" if is_package else f"module {file}.py"
            meant = get_close_matches(last, there, 1, 0.5)
            hint = f"; did you mean {parent}{dot}{meant[0]}?" if meant else ""
            says = f"`{setting}:` names {name}; there is no {what} in this project{hint}"
            raise Refused(says)
    tops = {name.partition(".")[0] for name in (*packages, steps, drawing) if name}
    used = [
        folder
        for folder in folders
        if folder.name == "src"
        or any((folder / top).is_dir() or (folder / f"{top}.py").exists() for top in tops)
    ]
    return Settings(root, tuple(map(str, used)), tuple(packages), steps, drawing, (*own.items(),))
