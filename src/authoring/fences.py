"""What an author may write after three backticks; anything else is a fault with a cure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches

from authoring.cells import TIMEOUT
from authoring.errors import Fault, Place

PLAIN = ("text", "sh", "markdown", "yaml", "toml", "html", "css", "javascript")
"""Languages that are shown and never run."""


@dataclass(frozen=True)
class Grammar:
    """What one kind of fence takes: bare words, `key="text"` options, and which it must have."""

    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    example: str = ""


GRAMMARS = {
    "python exec": Grammar(
        ("hide", "fold", "markdown"), ("raises", "timeout"), example="```python exec"
    ),
    "python figure": Grammar(
        ("hide", "fold"),
        ("alt", "caption", "timeout"),
        required=("alt",),
        example='```python figure alt="what the figure shows, in words"',
    ),
    "python frames": Grammar(
        ("hide", "fold"),
        ("alt", "caption", "timeout"),
        required=("alt",),
        example='```python frames alt="what changes from frame to frame"',
    ),
    "python walk": Grammar(
        ("hide", "fold"),
        ("alt", "caption", "timeout"),
        required=("alt",),
        example='```python walk alt="what the graph is, in words"',
    ),
    "python order": Grammar(
        ("hide", "fold"),
        ("alt", "caption", "timeout"),
        required=("alt",),
        example='```python order alt="what the graph is, in words"',
    ),
    "step": Grammar(example="```step"),
    "step-diff": Grammar(example="```step-diff"),
    "predict": Grammar(options=("timeout",), example="```predict"),
    "exercise": Grammar(options=("timeout", "raises"), example="```exercise"),
}
"""Every fence that the build acts on."""


@dataclass
class Fence:
    """One fence of a chapter, as written.

    Arguments:
        kind: a key of GRAMMARS, or the plain language.
        place: the line of the opening backticks.
        indent: what stands before the backticks on that line.
        body: the lines between, without the indent; the first is line `place.line + 1`.
        raw: all its lines as written, the backticks included.
    """

    kind: str
    place: Place
    indent: str = ""
    body: str = ""
    raw: str = ""
    flags: frozenset[str] = frozenset()
    options: dict[str, str] = field(default_factory=dict)

    @property
    def body_place(self) -> Place:
        """Where the body begins."""
        return Place(self.place.file, self.place.line + 1)

    @property
    def last_line(self) -> int:
        """The line of the closing backticks."""
        return self.place.line + self.raw.count("\n")

    @property
    def timeout(self) -> float:
        """How long its cell may run, in seconds."""
        return float(self.options.get("timeout", TIMEOUT))


WORD = re.compile(
    r"""\s*(?: (?P<key>[\w-]+) = (?P<quote>["'])(?P<text>.*?)(?P=quote) | (?P<word>[^\s=]+) )
        (?=\s|$)""",
    re.X,
)


def read_header(header: str, place: Place) -> Fence:
    """Read what stands after the backticks.

    Raises Fault for anything that GRAMMARS does not know.
    """
    words, options = _words(header, place)
    language = words.pop(0) if words else ""
    if language in PLAIN:
        if words or options:
            raise Fault(place, f"a {language} fence is shown as it is and takes no options")
        return Fence(language, place)
    kind = language
    if language == "python":
        kind = f"python {words.pop(0)}" if words else "python"
    if kind not in GRAMMARS:
        raise Fault(place, _unknown_kind(kind))
    grammar = GRAMMARS[kind]
    for word in words:
        if word not in grammar.flags:
            raise Fault(place, _unknown("option", word, kind))
    for key, text in options.items():
        if key not in grammar.options:
            raise Fault(place, _unknown("option", f"{key}=", kind))
        if not text.strip():
            raise Fault(place, f'{key}="{text}" is empty; write {grammar.example}')
    for key in grammar.required:
        if key not in options:
            raise Fault(place, f"a {kind} fence needs {key}=; write {grammar.example}")
    if "markdown" in words and "raises" in options:
        raise Fault(place, "an error is shown as text: leave out `markdown` or raises=")
    if "timeout" in options:
        _check_seconds(options["timeout"], place)
    return Fence(kind, place, flags=frozenset(words), options=options)


def _words(header: str, place: Place) -> tuple[list[str], dict[str, str]]:
    words: list[str] = []
    options: dict[str, str] = {}
    at = 0
    while header[at:].strip():
        match = WORD.match(header, at)
        if not match:
            raise Fault(
                place, f'cannot read `{header[at:].strip()}`; an option is written key="text"'
            )
        if match["key"]:
            if match["key"] in options:
                raise Fault(place, f"{match['key']}= is given twice")
            options[match["key"]] = match["text"]
        else:
            words.append(match["word"])
        at = match.end()
    return words, options


def _unknown_kind(kind: str) -> str:
    known = ", ".join(GRAMMARS)
    if kind == "python":
        return "python what? write ```python exec to run it, or ```text for what is not to be run"
    if not kind:
        return f"a fence needs a word after its backticks: {known}, or one of {', '.join(PLAIN)}"
    meant = get_close_matches(kind, [*GRAMMARS, *PLAIN], 1, 0.5)
    hint = f"did you mean {meant[0]}?" if meant else f"expected one of {known}"
    return f"unknown fence `{kind}`; {hint}"


def _unknown(what: str, given: str, kind: str) -> str:
    grammar = GRAMMARS[kind]
    allowed = [*grammar.flags, *(f"{key}=" for key in grammar.options)]
    if given.rstrip("=") in (word.rstrip("=") for word in allowed):
        cure = (
            f'write {given}="…"' if f"{given}=" in allowed else f"write {given.rstrip('=')} alone"
        )
        return f"`{given}` is not how this {what} is written; {cure}"
    meant = get_close_matches(given, allowed, 1, 0.7)
    hint = f"did you mean {meant[0]}? " if meant else ""
    takes = ", ".join(allowed) or "no options"
    return f"unknown {what} `{given}`; {hint}a {kind} fence takes {takes}"


def _check_seconds(text: str, place: Place) -> None:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        raise Fault(place, f'timeout="{text}" is not a time in seconds; write timeout="60"')
