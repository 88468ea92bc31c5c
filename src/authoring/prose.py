"""What an author may write between the fences: formulas, and values that a cell computed.

Both become a mark (a number between two private characters) before Markdown is parsed, so
that no Markdown rule can touch them, and the mark becomes HTML when the page is whole:

    $\\partial L$   a formula, TeX, in the line; $$ … $$ on lines of its own
    `= a.grad`      the value of a Python expression at this point of the page
    `= x:.4f`       the same, formatted as in an f-string
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from html import escape

from math_core import LatexError, LatexToMathML

from authoring.errors import Fault, Place

MARK = re.compile("\ue000(\\d+)\ue001")
OWN_PARAGRAPH = re.compile(f"<p>{MARK.pattern}</p>")
SPECIAL = re.compile(
    r"""(?P<escaped> \\[\\`$] )
      | (?P<ticks> (?<!`)`+(?!`) ) (?P<code> (?: (?!\n\s*\n) . )+? ) (?<!`)(?P=ticks)(?!`)
      | \$\$ (?P<display> .+? ) \$\$
      | (?<![\w$]) \$ (?P<inline> [^\s$] (?: (?:(?!\s\|\s)[^$\n])*? [^\s$] )? ) \$ (?!\d)""",
    re.X | re.S,
)

Keep = Callable[[Place, str], str]
"""Takes a place and a Python expression or a TeX formula; returns the mark to leave there."""


def mark(number: int) -> str:
    """The mark that stands for thing `number` until the page is whole."""
    return f"\ue000{number}\ue001"


def set_marks(
    text: str, place: Place, value: Keep, formula: Keep, display: Keep, refuse: Keep
) -> str:
    """Replace formulas and values in Markdown by marks.

    Arguments:
        text: Markdown that begins at `place`.
        value, formula, display: called for each value, formula in the line, and formula on
            lines of its own; what they return is left in its place.
        refuse: called with what is wrong, for one that cannot be read.
    """

    def replace(match: re.Match[str]) -> str:
        here = Place(place.file, place.line + text.count("\n", 0, match.start()))
        if match["escaped"]:
            return match[0].replace("\\$", "$")
        if code := match["code"]:
            if code.startswith("= "):
                return value(here, code[2:].strip())
            if code.startswith("=") and _expression(code[1:]):
                return refuse(here, f"a value needs a blank after its sign; write `= {code[1:]}`")
            return match[0]
        if match["display"]:
            return display(here, match["display"].strip())
        return formula(here, match["inline"])

    return SPECIAL.sub(replace, text)


def _expression(text: str) -> bool:
    try:
        return isinstance(ast.parse(text, mode="eval").body, ast.BinOp | ast.Call | ast.Attribute)
    except SyntaxError:
        return False


def split_format(text: str) -> tuple[str, str]:
    """A value as written, as an expression and a format: `x / 3:.4f` is `x / 3` and `.4f`."""
    cut = len(text)
    while cut > 0:
        try:
            ast.parse(text[:cut].strip(), mode="eval")
        except SyntaxError:
            cut = text.rfind(":", 0, cut)
        else:
            return text[:cut].strip(), text[cut + 1 :]
    return text, ""


def fill_marks(html: str, things: list[str]) -> str:
    """Put the HTML of each thing where its mark stands; a formula on its own gets a box."""

    def block(match: re.Match[str]) -> str:
        thing = things[int(match[1])]
        return (
            f'<div class="formula">{thing}</div>' if "<math display" in thing else f"<p>{thing}</p>"
        )

    html = OWN_PARAGRAPH.sub(block, html)
    return MARK.sub(lambda match: things[int(match[1])], html)


# The book's two colours, as TeX commands: \data{x} and \grad{\frac{\partial L}{\partial x}}.
_converter = LatexToMathML(
    fancy_error=False,
    macros={"data": r"\textcolor{blue}{#1}", "grad": r"\textcolor{red}{#1}"},
)
_CLASSES = {'style="color:#0000FF;"': 'class="data"', 'style="color:#FF0000;"': 'class="grad"'}


def mathml(tex: str, place: Place, *, display: bool = False) -> str:
    """A TeX formula as MathML.

    Raises Fault where math-core cannot read it.
    """
    try:
        html = _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        column, _, message = str(error).partition(": ")
        raise Fault(place, f"in the formula ${tex}$, at character {column}: {message}") from None
    for style, name in _CLASSES.items():
        html = html.replace(style, name)
    return html


def value_html(text: str) -> str:
    """A computed value as it stands in a sentence."""
    return f'<code class="value">{escape(text)}</code>'
