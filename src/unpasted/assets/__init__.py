"""What a page needs beside its HTML: files in their order, joined into one sheet and one script."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from unpasted import words
from unpasted.kinds import colours, rooms, svg

FIGURES = {
    "rooms": rooms.ROOMS,
    "smallest": rooms.SMALLEST,
    "least": rooms.LEAST,
    "pixels": svg.PIXELS,
    "character": svg.CHARACTER,
    "colours": colours.of_the_page({}),
}
"""What scripts have to know of drawings."""
STYLES = (
    "scale.css",
    "colours.css",
    "theme.css",
    "prose.css",
    "cells.css",
    "figures.css",
    "controls.css",
    "slider.css",
    "steppers.css",
    "questions.css",
    "exercise.css",
    "live.css",
    "chapters.css",
    "print.css",
)
SCRIPTS = (
    "elements.js",
    "site.js",
    "drawer.js",
    "search.js",
    "terms.js",
    "numbers.js",
    "operations.js",
    "stored.js",
    "kept.js",
    "undoing.js",
    "variants.js",
    "timeline.js",
    "walked.js",
    "words.js",
    "links.js",
    "sheet.js",
    "arithmetic.js",
    "drag.js",
    "drawing.js",
    "places.js",
    "walk.js",
    "order.js",
    "question.js",
    "review.js",
    "lines.js",
    "live.js",
    "exercise.js",
    "progress.js",
    "slider.js",
    "print.js",
    "copy.js",
)
MODULE = """\
((module) => {{
{text}
}})({{ set exports(made) {{ unpasted.{name} = made; }} }});"""
BUNDLE = """\
"use strict";
globalThis.unpasted = {{ texts: {texts}, figures: {figures} }};
(() => {{
const require = (name) => unpasted[name.slice(2, -3)];
{modules}
}})();"""


@dataclass(frozen=True)
class Bundle:
    """Several files as one.

    Arguments:
        name: holds a digest of the content, so that no cache gives an old one for a new one.
    """

    name: str
    content: bytes


def style() -> Bundle:
    """The style sheets, joined."""
    return _bundle("\n\n".join(_text(name) for name in STYLES), "css")


def script(names: Collection[str] = SCRIPTS) -> Bundle:
    """The scripts, joined: CommonJS modules, each after those that it requires.

    What a module exports is a part of `unpasted`, by the name of its file.

    Arguments:
        names: those that are wanted, in their order.
    """
    modules = "\n\n".join(MODULE.format(text=_text(name), name=Path(name).stem) for name in names)
    texts = json.dumps(words.overrides, ensure_ascii=False, sort_keys=True)
    whole = BUNDLE.format(texts=texts, figures=json.dumps(FIGURES), modules=modules)
    return _bundle(whole, "js")


def _text(name: str) -> str:
    return (Path(__file__).parent / name).read_text("utf-8").strip()


def _bundle(text: str, kind: str) -> Bundle:
    content = f"{text}\n".encode()
    return Bundle(f"book.{hashlib.sha256(content).hexdigest()[:8]}.{kind}", content)
