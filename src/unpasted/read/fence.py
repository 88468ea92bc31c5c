"""What an author may write after three backticks; anything else is a fault with a cure."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from markdown.extensions.attr_list import get_attrs
from markdown_exec import formatters, validator
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from unpasted.faults import Fault, Place, did_you_mean
from unpasted.read.prose import Value, name_of

LANGUAGES = ("text", "python", "py", "sh", "markdown", "yaml", "toml", "html", "css", "javascript")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
BRACES = re.compile(r"\.?(?P<lang>[\w#.+-]*)\s*\{(?P<attrs>.*)\}")
TIMEOUT = 30.0  # seconds
DIGITS = tuple(map(str, range(1, 16)))  # of a float, those that can be told apart for sure
# The kind of a fence whose header is written as markdown-exec documents it.
DOCUMENTED = "exec="
# The kind of a fence that is shown and never runs.
SHOWN = "shown"
# The kind of a value that stands in a sentence: it has no header and no body.
INLINE = "value"
BARE = ("tree", "pyodide")  # what markdown-exec runs without exec=
SHOWN_OPTIONS = ("title", "linenums", "hl_lines")  # of SuperFences
SOURCES = ("above", "below", "block", "console", "material-block", "tabbed-left", "tabbed-right")
OURS = ("timeout", "reads", "differs")  # options of whatever runs
# What markdown-exec documents, and what is ours.
OPTIONS = (
    "exec", "html", "source", "result", "session", "id", "idprefix", "tabs", "title", "returncode",
    "workdir", "width", "updatetoc", *OURS,
)  # fmt: skip
# How often a field that is words and no expression may stand in a body.
ONCE, MANY = "once", "many"


@dataclass(frozen=True)
class Grammar:
    """What one kind of fence takes: bare words, and `key="text"` options.

    Arguments:
        required: the options that it must have, each with an example of the whole line.
        fields: what may begin a line of its body, such as `answer`: ONCE, MANY, or, where an
            expression stands before the colon, an example.
        values: what the text of an option may be, where only a few are known.
    """

    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    required: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)


Grammars = Mapping[str, Grammar]  # by what stands behind the backticks
Options = Mapping[str, str]  # the texts of options, by their names


@dataclass(frozen=True)
class Fence:
    """One fence of a chapter, as written; or a value in a sentence, which runs like one.

    Arguments:
        kind: what the header names, such as `python exec`; DOCUMENTED, SHOWN or INLINE.
        language: of a documented or a shown fence.
        place: the line of the opening backticks.
        indent: what stands before the backticks on that line.
        body: the lines between, without the indent; the first is line `place.line + 1`.
        raw: all its lines as written, the backticks included.
        content: what its kind reads in the body, where that has a grammar of its own.
        values: those in its own words, in order.
    """

    kind: str
    place: Place
    language: str = ""
    flags: frozenset[str] = frozenset()
    options: Options = field(default_factory=dict)
    indent: str = ""
    body: str = ""
    raw: str = ""
    content: Any = field(default=None, compare=False)  # it follows from the rest
    values: tuple[Value, ...] = ()

    @property
    def body_place(self) -> Place:
        """Where the body begins."""
        return self.place.below(1)

    def says(self, option: str) -> bool:
        """Whether it has an option, or a word, of this name."""
        return option in {*self.options, *self.flags}

    @property
    def timeout(self) -> float:
        """How long its cell may run, in seconds."""
        return float(self.options.get("timeout", TIMEOUT))


WORD = re.compile(
    r"""\s*(?: (?P<key>[\w-]+) = (?P<quote>["'])(?P<text>.*?)(?P=quote) | (?P<word>[^\s="'“”]+) )
        (?=\s|$)""",
    re.X,
)


def read_header(header: str, place: Place, grammars: Grammars, shown: Collection[str]) -> Fence:
    """Read what stands after the backticks.

    Arguments:
        shown: languages that Markdown is set up to show by other means.

    Raises Fault for a header that nobody knows.
    """
    header = header.strip(" \t")
    if re.match(r"\{[a-z-]+\}", header):
        raise Fault(place, f"`{header}` is a block of MyST; write `!!! note`, or a fence")
    if odd := re.search(r"[^\S \t]", QUOTED.sub("", header)):
        says = f"{name_of(odd[0])} stands between the options, and is no ordinary blank"
        raise Fault(place, f"{says}; type a blank in its place")
    words, options = _in_braces(header, place) or _words(header, place)
    language, *more = words or [""]
    documented = "exec" in options or language in BARE
    if documented and (runs := _documented(language, options, place)):
        return runs
    kind = language
    if kind == "python" and more and re.fullmatch("[a-z]+", more[0]):
        kind = f"python {more.pop(0)}"
    if kind in grammars:
        return _ours(kind, more, options, place, grammars[kind])
    if " " in kind or not _is_language(language, shown):
        hint = meant(kind or header, [*grammars, *LANGUAGES], 0.5, expected=tuple(grammars))
        says = f"unknown fence `{kind or header}`{hint}"
        raise Fault(place, f"{says} (for code that is only shown, write its language)")
    more += [f"{key}=" for key in options if key not in SHOWN_OPTIONS]
    if more and language not in shown:
        takes = ", ".join(f"{option}=" for option in SHOWN_OPTIONS)
        says = f"a fence of {language}, which is only shown, takes {takes}"
        if language in formatters and any(key in OPTIONS for key in options):
            says += f'; to run it, write ```{language} exec="on"'
        raise Fault(place, f"unknown option `{more[0]}`; {says}")
    return Fence(SHOWN, place, language)


def an(kind: str) -> str:
    """A kind of fence with its article."""
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def meant(word: str, known: Collection[str], close: float, *, expected: Collection[str]) -> str:
    """The end of a message: what to write in place of a word that nobody knows.

    Arguments:
        close: from 0 to 1, how like it what is meant has to be.
        expected: what is listed where nothing is like it.
    """
    return did_you_mean(word, known, close) or f"; expected one of {', '.join(expected)}"


def _ours(kind: str, words: list[str], options: Options, place: Place, grammar: Grammar) -> Fence:
    """A fence in the short grammar. Raises Fault."""
    ours = OURS[1:] if "timeout" in grammar.options else ()
    allowed = [*grammar.flags, *(f"{key}=" for key in (*grammar.options, *ours))]
    for word in [*words, *(f"{key}=" for key in options)]:
        if word not in allowed:
            hint = did_you_mean(word, allowed, 0.7) or ";"
            takes = f"{an(kind)} fence takes {', '.join(allowed) or 'no options'}"
            raise Fault(place, f"unknown option `{word}`{hint} {takes}")
    for key, text in options.items():
        if not text.strip():
            raise Fault(place, f'{key}="{text}" is empty; write its text, or leave it out')
    for key, example in grammar.required.items():
        if key not in options:
            raise Fault(place, f"{an(kind)} fence needs {key}=; write {example}")
    if "markdown" in words and "raises" in options:
        raise Fault(place, "an error is shown as text: leave out `markdown` or raises=")
    _check_seconds(options, place)
    _check_values(options, {"digits": DIGITS, **grammar.values}, place)
    return Fence(kind, place, "", frozenset(words), options)


def _in_braces(header: str, place: Place) -> tuple[list[str], Options] | None:
    """The language and the options of a header like `{.python exec="on"}`. Raises Fault."""
    if not (found := BRACES.fullmatch(header)):
        return None
    given = get_attrs(found["attrs"])
    language = found["lang"] or next((value for key, value in given if key == "."), "")
    if bare := [key for key, value in given if value is None]:
        cure = f"write ```{language or 'python'} {bare[0]}, without braces"
        raise Fault(place, f"cannot read the header {header}; {cure}")
    return [language], {key: value for key, value in given if key != "."}


def _documented(language: str, inputs: Options, place: Place) -> Fence | None:
    """A fence that markdown-exec runs, or None for one that it only shows. Raises Fault."""
    if language == "pyodide":
        says = "a pyodide fence loads Python from another host while it is read"
        raise Fault(place, f"{says}; write ```python exec, whose code readers can run and edit")
    if language not in formatters:
        known = ", ".join(formatters)
        says = f"markdown-exec runs no `{language}`" if language else "there is no language"
        raise Fault(place, f"{says}; with exec= stands one of {known}")
    for key in inputs:
        hint = did_you_mean(f"{key}=", [f"{one}=" for one in OPTIONS], 0.75)
        if key not in OPTIONS and hint:
            raise Fault(place, f"unknown option `{key}=`{hint}")
    _check_seconds(inputs, place)
    _check_values(inputs, {"source": ("", *SOURCES)}, place)
    given = {key: text for key, text in inputs.items() if key not in OURS}
    options: dict[str, Any] = {}
    try:
        runs = validator(language, given, options, {}, None)
    except ValueError as error:
        raise Fault(place, f"returncode= and width= are whole numbers: {error}") from None
    if not runs:
        return None
    return Fence(DOCUMENTED, place, language, options=inputs, content=options)


def _is_language(language: str, shown: Collection[str]) -> bool:
    """Whether a fence of this language can be shown: what highlights code knows it."""
    with suppress(ClassNotFound):
        return not language or language in shown or bool(get_lexer_by_name(language))
    return False


def _words(header: str, place: Place) -> tuple[list[str], Options]:
    words: list[str] = []
    options: dict[str, str] = {}
    while header.strip():
        match = WORD.match(header)
        if not match:
            cure = 'an option is written key="text", or key=\'text\' where its text holds a "'
            raise Fault(place, f"cannot read `{header.strip()}`; {cure}")
        if match["word"]:
            words.append(match["word"])
        elif match["key"] in options:
            raise Fault(place, f"{match['key']}= is given twice")
        else:
            options[match["key"]] = match["text"]
        header = header[match.end() :]
    return words, options


def _check_seconds(options: Options, place: Place) -> None:
    text = options.get("timeout", "1")
    with suppress(ValueError):
        if 0 < float(text) < 3600:
            return
    raise Fault(place, f'timeout="{text}" is not a time in seconds, below 3600; write timeout="60"')


def _check_values(options: Options, known: Mapping[str, Sequence[str]], place: Place) -> None:
    for key, texts in known.items():
        if key in options and (text := options[key]) not in texts:
            hint = meant(text, texts, 0.7, expected=texts)
            raise Fault(place, f'{key}="{text}" means nothing here{hint}')
