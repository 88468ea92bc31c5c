"""Fills templates: parts of pages, the script, and the files of an EPUB and a PDF."""

import json
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension

from unpasted.words import say

HERE = Path(__file__).parent
FOLDERS = ("assets", "export", "html", "templates/partials", "kinds")
PLAIN = ("", ".md", ".txt")  # nothing in these is escaped


class OneLine(Extension):
    """What a fence is made of stands on one line, where no blank between two tags shows."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template, its lines joined."""
        file = Path(filename or "")
        joins = file.parent.name == "kinds" and file.suffix not in PLAIN
        return "".join(map(str.strip, source.splitlines())) if joins else source


ENVIRONMENT = Environment(
    loader=FileSystemLoader([HERE / folder for folder in FOLDERS]),
    autoescape=lambda name: Path(name or "").suffix not in PLAIN,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[OneLine],
    auto_reload=False,  # a cell may have changed what looks at files
)
ENVIRONMENT.globals["say"], ENVIRONMENT.filters["json"] = say, json.dumps


def warm_up() -> None:
    """Read what fences are made of, before a cell runs that may change what reads it."""
    for file in (HERE / "kinds").glob("*.[hs]*"):
        ENVIRONMENT.get_template(file.name)


def filled(template: str, **values: object) -> str:
    """A template with these values, which are escaped; see the folders of ENVIRONMENT."""
    return ENVIRONMENT.get_template(template).render(values)
