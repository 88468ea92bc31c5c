"""What an author may write after three backticks; anything else is a fault with a cure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from unpasted.faults import Fault, Place

TIMEOUT = 30.0  # seconds
DIGITS = tuple(map(str, range(1, 16)))  # of a float, those that can be told apart for sure
PLAIN = ("text", "py", "sh", "markdown", "yaml", "toml", "html", "css", "javascript")
"""Languages that are shown and never run."""


@dataclass(frozen=True)
class Grammar:
    """What one kind of fence takes: bare words, `key="text"` options, and which it must have."""

    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class Fence:
    """One fence of a chapter, as written.

    Arguments:
        kind: what the header names, such as `python exec`, or the plain language.
        place: the line of the opening backticks.
        indent: what stands before the backticks on that line.
        body: the lines between, without the indent; the first is line `place.line + 1`.
        raw: all its lines as written, the backticks included.
        content: what its kind reads in the body, where that has a grammar of its own.
    """

    kind: str
    place: Place
    flags: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    indent: str = ""
    body: str = ""
    raw: str = ""
    content: Any = None

    @property
    def body_place(self) -> Place:
        """Where the body begins."""
        return self.place.below(1)

    @property
    def timeout(self) -> float:
        """How long its cell may run, in seconds."""
        return float(self.options.get("timeout", TIMEOUT))

    def with_option(self, key: str, text: str) -> Fence:
        """The same fence with another text for an option."""
        return replace(self, options=MappingProxyType({**self.options, key: text}))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "options": dict(self.options)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, options=MappingProxyType(state["options"]))


WORD = re.compile(
    r"""\s*(?: (?P<key>[\w-]+) = (?P<quote>["'])(?P<text>.*?)(?P=quote) | (?P<word>[^\s="'“”]+) )
        (?=\s|$)""",
    re.X,
)


def read_header(header: str, place: Place, grammars: Mapping[str, Grammar]) -> Fence:
    """Read what stands after the backticks.

    Raises Fault for anything that `grammars` does not know.
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
    if kind not in grammars:
        raise Fault(place, _unknown_kind(kind, tuple(grammars)))
    grammar = grammars[kind]
    for word in words:
        if word not in grammar.flags:
            raise Fault(place, _unknown_option(word, kind, grammar))
    for key, text in options.items():
        if key not in grammar.options:
            raise Fault(place, _unknown_option(f"{key}=", kind, grammar))
        if not text.strip():
            raise Fault(place, f'{key}="{text}" is empty; write its text, or leave it out')
    for key in grammar.required:
        if key not in options:
            raise Fault(place, f"a {kind} fence needs {key}=; write {grammar.example}")
    if "markdown" in words and "raises" in options:
        raise Fault(place, "an error is shown as text: leave out `markdown` or raises=")
    if "timeout" in options:
        _check_seconds(options["timeout"], place)
    if "digits" in options and options["digits"] not in DIGITS:
        says = f'digits="{options["digits"]}" is how many digits of a number all machines give'
        raise Fault(place, f'{says}; write digits="12", or another from 1 to 15')
    return Fence(kind, place, frozenset(words), MappingProxyType(options))


def _words(header: str, place: Place) -> tuple[list[str], dict[str, str]]:
    words: list[str] = []
    options: dict[str, str] = {}
    at = 0
    while header[at:].strip():
        match = WORD.match(header, at)
        if not match:
            raise Fault(
                place,
                f'cannot read `{header[at:].strip()}`; an option is written key="text", or '
                "key='text' where its text holds a \"",
            )
        if match["key"]:
            if match["key"] in options:
                raise Fault(place, f"{match['key']}= is given twice")
            options[match["key"]] = match["text"]
        else:
            words.append(match["word"])
        at = match.end()
    return words, options


def _unknown_kind(kind: str, kinds: tuple[str, ...]) -> str:
    known = ", ".join(kinds)
    if kind == "python":
        return "python what? write ```python exec to run it, or ```text for what is not to be run"
    if not kind:
        return f"a fence needs a word after its backticks: {known}, or one of {', '.join(PLAIN)}"
    meant = get_close_matches(kind, [*kinds, *PLAIN], 1, 0.5)
    hint = f"did you mean {meant[0]}?" if meant else f"expected one of {known}"
    return f"unknown fence `{kind}`; {hint}"


def _unknown_option(given: str, kind: str, grammar: Grammar) -> str:
    allowed = [*grammar.flags, *(f"{key}=" for key in grammar.options)]
    if given.rstrip("=") in (word.rstrip("=") for word in allowed):
        cure = (
            f'write {given}="…"' if f"{given}=" in allowed else f"write {given.rstrip('=')} alone"
        )
        return f"`{given}` is not how this option is written; {cure}"
    meant = get_close_matches(given, allowed, 1, 0.7)
    hint = f"did you mean {meant[0]}? " if meant else ""
    takes = ", ".join(allowed) or "no options"
    return f"unknown option `{given}`; {hint}a {kind} fence takes {takes}"


def _check_seconds(text: str, place: Place) -> None:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 3600:
        says = f'timeout="{text}" is not a time in seconds, below 3600; write timeout="60"'
        raise Fault(place, says)
