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
    for code in root.xpath(".//code[not(*) and not(ancestor::pre)]"):
        tree.replace(code, HYPHENED, _together)


def _together(found: re.Match[str], code: HtmlElement) -> list[HtmlElement]:
    span = code.makeelement("span", {"class": "together"})
    span.text = found[0]
    return [span]
