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
    "elements.js",  # makes the one name that all share: `unpasted`
    "site.js",
    "drawer.js",
    "search.js",
    "terms.js",
    "numbers.js",
    "operations.js",
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
    "exercise.js",
    "progress.js",
    "slider.js",
    "live.js",
    "print.js",
    "copy.js",
)
STRICT = '"use strict";'


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
    return _joined(STYLES, "css")


def script(without: Collection[str] = ()) -> Bundle:
    """The scripts, joined; each stands in a function of its own.

    Arguments:
        without: those that a host has no use for.
    """
    return _joined(tuple(name for name in SCRIPTS if name not in without), "js")


def _joined(names: tuple[str, ...], kind: str) -> Bundle:
    folder = Path(__file__).parent
    texts = [(folder / name).read_text("utf-8").removeprefix(STRICT).strip() for name in names]
    if kind == "js":
        own = json.dumps(words.overrides, ensure_ascii=False, sort_keys=True)
        known = f"unpasted.figures = {json.dumps(FIGURES)};"
        texts = [STRICT, f"globalThis.unpasted = {{ texts: {own} }};", texts[0], known, *texts[1:]]
    whole = "\n\n".join(texts) + "\n"
    content = whole.encode()
    return Bundle(f"book.{hashlib.sha256(content).hexdigest()[:8]}.{kind}", content)
