"""TeX becomes MathML while the site is built, and says which characters its font needs."""

import json
import re
from html import escape
from importlib.metadata import distribution
from pathlib import Path
from unicodedata import normalize

from lxml.html import HtmlElement, fromstring
from math_core import LatexError, LatexToMathML

from unpasted.faults import Fault, Place

# The book's two colours, as TeX commands: \data{x} and \grad{\frac{\partial L}{\partial x}}.
_macros = {"data": r"\textcolor{blue}{#1}", "grad": r"\textcolor{red}{#1}"}
_converter = LatexToMathML(fancy_error=False, macros=_macros)
# A lone <mi> letter, Latin or Greek, is drawn from the mathematical italics.
_italics = map(chr, (0x210E, *range(0x1D434, 0x1D468), *range(0x1D6FC, 0x1D716)))
ITALICS = {normalize("NFKC", italic): italic for italic in _italics}
FEATURES = ("dtls",)  # letters without their dots under an accent
# A prime is drawn raised and small already: as an index it would be so twice.
_PRIMED = re.compile(r"<msup>((?:(?!</?msup>).)*)<mo>([′″‴⁗])</mo></msup>")
# A base that reaches below the line would push its index down.
_HANGING = re.compile(r"(<msub(?:sup)?>)(<mi>[fgjpqyβγζημξρφχψ]</mi>)")
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
    html = _PRIMED.sub(r'<mrow>\1<mo lspace="0" rspace="0">\2</mo></mrow>', html)
    html = _HANGING.sub(r'\1<mpadded depth="0">\2</mpadded>', html)
    for style, name in _CLASSES.items():
        html = html.replace(style, name)
    return html.replace(">", f' data-tex="{escape(tex)}">', 1)  # see html/tree.py


def characters(root: HtmlElement) -> set[str]:
    """The characters that stand in formulas.

    Arguments:
        root: the tree of a page; what a script will show of it counts too.
    """
    elements = root.iter("book-exercise", "book-write")
    known = (json.loads(one.get("data-exercise") or one.get("data-write")) for one in elements)
    facts = [fact["html"] for one in known for fact in (*one["checks"], *one["told"])]
    shown = [root, fromstring(f"<div>{''.join(facts)}</div>")]
    text = {letter for tree in shown for words in tree.xpath(".//math//text()") for letter in words}
    if any(tree.xpath(".//math//msqrt | .//math//mroot") for tree in shown):
        text.add("√")
    return text | {ITALICS[letter] for letter in text if letter in ITALICS}


def font() -> Path:
    """The font that they are set in, with all its characters."""
    file = distribution("ziamath").locate_file("ziamath/fonts/STIXTwoMath-Regular.ttf")
    return Path(str(file))
