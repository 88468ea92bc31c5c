"""Fills templates: parts of pages, the script, and the files of an EPUB and a PDF."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from unpasted.words import say

HERE = Path(__file__).parent
FOLDERS = ("assets", "export", "html", "templates/partials")
ENVIRONMENT = Environment(
    loader=FileSystemLoader([HERE / folder for folder in FOLDERS]),
    autoescape=lambda name: not (name or "").endswith(".txt"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.globals["say"] = say


def filled(template: str, **values: object) -> str:
    """A template with these values, which are escaped; see the folders of ENVIRONMENT."""
    return ENVIRONMENT.get_template(template).render(values)
