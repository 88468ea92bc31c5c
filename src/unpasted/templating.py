"""Fills templates: parts of pages, the script, and the files of an EPUB and a PDF."""

import json
from contextlib import suppress
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
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


class Compiled(FileSystemBytecodeCache):
    """Keeps templates compiled, ours and a theme's, for all books: as Python keeps our modules."""

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """One for each name, valid for this file as this environment reads it."""
        escapes = environment.autoescape
        how = [filename, *sorted(environment.extensions), environment.trim_blocks]
        how += [environment.lstrip_blocks, escapes(name) if callable(escapes) else escapes]
        seen = f"{how}\n{environment.preprocess(source, name, filename)}"
        return super().get_bucket(environment, name, None, seen)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, unless the folder is somebody else's."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


COMPILED = Compiled(str(HERE / "__pycache__"))
ENVIRONMENT = Environment(
    loader=FileSystemLoader([HERE / folder for folder in FOLDERS]),
    autoescape=lambda name: Path(name or "").suffix not in PLAIN,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[OneLine],
    bytecode_cache=COMPILED,
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
