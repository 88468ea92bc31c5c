"""What an author may write between the fences: formulas, and values that a cell computed.

Each becomes a mark (a number between two private characters) before Markdown is parsed, so that
no Markdown rule can touch it, and the mark becomes HTML when the page is whole:

    $\\partial L$   a formula, TeX, in the line; $$ … $$ on lines of its own
    `= a.grad`      the value of a Python expression at this point of the page
    `= x:.4f`       the same, formatted as in an f-string
    `= x:~`         the same, rounded to four digits; whole numbers stay whole
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from unpasted.faults import Fault, Place, caught

MARK = re.compile("\ue000(\\d+)\ue001")
# Characters that no page can hold: of the terminal, of marks, and halves of characters.
STRAY = re.compile("[\x00-\x08\x0b-\x1f\x7f\ue000\ue001\ud800-\udfff]")
# And those that nobody sees: they turn text round, or stand in it unnoticed. Bidirectional ones,
# what has no width, the C1 controls and tags. Joiners between letters that join, and the tags in
# the flag of a country's part, are how such text is written.
UNSEEN = (
    "\x80-\x9f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
)
SEEN = re.compile(
    f"\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f|(?P<unseen>[{UNSEEN}]"
    "|(?<![^\x00-\u02ff])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u02ff]))"
)
SUSPECT = re.compile(f"[{UNSEEN}\u200c\u200d]")
SPECIAL = re.compile(
    r"""(?P<foreign> \\\( (?: (?!\n\s*\n) . )+? \\\) )
      | (?P<escaped> \\[\\`$] )
      | (?P<ticks> (?<!`)`+(?!`) ) (?P<code> (?: (?!\n\s*\n) . )+? ) (?<!`)(?P=ticks)(?!`)
      | \$\$ (?P<display> .+? ) \$\$
      | (?<![\w$]) \$ (?P<inline> [^\s$] (?: (?:(?!\s\|\s)[^$\n])*? [^\s$] )? ) \$ (?!\d)
      | (?<![\w$]) \$ (?P<broken> (?=[^$]*[\\^_=+*/{<>]) [a-zA-Z\\({\[|-] [^$\n]* \n (?!\s*\n)
        [^$\n]* [^\s$] ) \$ (?!\w)""",
    re.X | re.S,
)
# Where a value or a formula goes on in the next line, which may be quoted.
BROKEN = re.compile(r"\n[ \t>]*")
VALUE = re.compile(r"`= (.+?)`")


@dataclass(frozen=True)
class Formula:
    """A TeX formula, in the line or on lines of its own."""

    place: Place
    tex: str
    display: bool = False


@dataclass(frozen=True)
class Value:
    """An expression whose value stands in a sentence, and how it is to be formatted."""

    place: Place
    expression: str
    form: str = ""


def set_marks(text: str, place: Place, keep: Callable[[Formula | Value | Fault], int]) -> str:
    """Markdown with a mark for each formula and each value in it.

    Arguments:
        text: Markdown that begins at `place`.
        keep: takes what a mark stands for, a Fault for what cannot be read; gives its number.
    """

    def replace(found: re.Match[str]) -> str:
        thing = caught(thing_in, found, place.of(text, found.start()))
        return thing if isinstance(thing, str) else f"\ue000{keep(thing)}\ue001"

    return SPECIAL.sub(replace, text)


def thing_in(found: re.Match[str], here: Place) -> Formula | Value | str:
    """What SPECIAL found in a text; a text where it is Markdown's own. Raises Fault."""
    if foreign := found["foreign"]:
        tex = foreign[2:-2].strip()
        raise Fault(here, f"a formula stands between dollar signs; write ${tex}$")
    if found["escaped"]:
        return found[0].replace("\\$", "$")
    if code := found["code"]:
        if code.startswith("= ") or (found["ticks"] == "`" and re.match(r"\s*=\s", code)):
            return value(BROKEN.sub(" ", code.strip()[1:].strip()), here)
        return found[0]
    if found["display"]:
        return Formula(here, found["display"].strip(), True)
    tex = (found["inline"] or BROKEN.sub(" ", found["broken"])).strip("`")  # GitHub's $`x`$
    if "`" in tex:
        raise Fault(here, f"a formula holds no code or value: ${tex}$; write \\$ for a dollar sign")
    return Formula(here, tex)


def plain(text: str) -> str:
    """Markdown with blanks for the formulas, values and code in it; each line keeps its length."""
    return SPECIAL.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def alone_in(text: str, place: Place) -> Iterator[tuple[Place, str]]:
    """Where backticks stand that have no partner, and what is written there."""
    for found in re.finditer(r"\w*`+\w*", plain(text)):
        yield place.of(text, found.start()), found[0]


def literal_in(text: str, least: int = 2) -> set[str]:
    """What stands between two backticks or more: an author shows it, whatever it looks like."""
    spans = (one for one in SPECIAL.finditer(text) if len(one["ticks"] or "") >= least)
    return {" ".join(one["code"].split()) for one in spans}


def value(written: str, place: Place) -> Value:
    """A value as it stands between backticks: `x / 3:.4f` is `x / 3`, formatted by `.4f`.

    Raises Fault for what is no expression.
    """
    cut = len(written)
    while cut > 0:
        if not wrong_with(written[:cut].strip()):
            return Value(place, written[:cut].strip(), written[cut + 1 :])
        cut = written.rfind(":", 0, cut)
    raise Fault(place, f"`= {written}` is no Python expression; write `= x` or `= x:.4f`")


def wrong_with(text: str, mode: Literal["eval", "exec"] = "eval") -> SyntaxError | None:
    """What keeps a text from being a Python expression, or statements, or nothing."""
    try:
        ast.parse(text, mode=mode)
    except SyntaxError as error:
        return error
    return None


def value_html(text: str | Fault) -> str:
    """A computed value as it stands in a sentence, or why there is none."""
    kind = "fault" if isinstance(text, Fault) else "value"
    return f'<code class="{kind}">{escape(str(text))}</code>'


def name_of(character: str) -> str:
    """A character as it is shown: `U+202E`."""
    return f"U+{ord(character):04X}"


def unseen_in(text: str) -> tuple[int, str] | None:
    """Where the first such character of a text stands, and its name."""
    found = SEEN.finditer(text) if SUSPECT.search(text) else ()  # a long text is soon searched
    return next(((one.start(), name_of(one[0])) for one in found if one["unseen"]), None)
