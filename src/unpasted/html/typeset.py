"""What the end of a line may not tear apart: a formula and its full stop, code at its hyphens."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from unpasted.html import tree

LONG = 24  # characters; what is longer may break, or it would leave a phone's screen
HYPHENED = re.compile(rf"[^\s-]{{1,{LONG}}}-\S{{0,{LONG}}}|-\S{{1,{LONG}}}")
STOPS = ".,;:?!)"


def join(root: HtmlElement) -> None:
    """Let a formula keep its brackets and stops, and short code its hyphens."""
    for formula in root.xpath(".//math[not(@display='block')]"):
        before, after = tree.before(formula), formula.tail or ""
        rest = after.lstrip(STOPS)
        stops = after[: len(after) - len(rest)]
        opens = "(" if before.endswith("(") else ""
        if opens or stops:
            tree.set_before(formula, before.removesuffix(opens))
            span = formula.makeelement("span", {"class": "together"})
            formula.addprevious(span)
            span.append(formula)
            span.text, formula.tail, span.tail = opens, stops, rest
    for code in root.iter("code"):
        text = code.text or ""
        if "-" in text and not len(code) and next(code.iterancestors("pre"), None) is None:
            _join_hyphens(code, text)


def _join_hyphens(code: HtmlElement, text: str) -> None:
    parts, at = [], 0
    for found in HYPHENED.finditer(text):
        span = code.makeelement("span", {"class": "together"})
        span.text = found[0]
        parts += [text[at : found.start()], span]
        at = found.end()
    tree.rewrite(code, None, [*parts, text[at:]])
