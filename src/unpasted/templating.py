"""Fills templates: parts of pages, the script, and the files of an EPUB and a PDF."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension

from unpasted.words import say

HERE = Path(__file__).parent
FOLDERS = ("assets", "export", "html", "templates/partials", "kinds")


class OneLine(Extension):
    """What a fence is made of stands on one line, where no blank between two tags shows."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template, its lines joined."""
        markup = filename and Path(filename).parent.name == "kinds" and "." in Path(filename).name
        return "".join(map(str.strip, source.splitlines())) if markup else source


ENVIRONMENT = Environment(
    loader=FileSystemLoader([HERE / folder for folder in FOLDERS]),
    autoescape=lambda name: "." in (name or "") and not (name or "").endswith(".txt"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[OneLine],
    auto_reload=False,  # a cell may have changed what looks at files
)
ENVIRONMENT.globals["say"] = say


def warm_up() -> None:
    """Read what fences are made of, before a cell runs that may change what reads it."""
    for file in (HERE / "kinds").glob("*.[hs]*"):
        ENVIRONMENT.get_template(file.name)


def filled(template: str, **values: object) -> str:
    """A template with these values, which are escaped; see the folders of ENVIRONMENT."""
    return ENVIRONMENT.get_template(template).render(values)
