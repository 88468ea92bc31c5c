"""What the end of a line may not tear apart, and signs: a formula and its full stop, a minus.

And lines of code, which go on below where they are too long, and tables that a phone can't show.
"""

import re

from lxml.etree import XPath
from lxml.html.builder import E

from unpasted.html import tree
from unpasted.rounding import signed

BROAD = 60  # characters; a broader table stands as a list of its rows on a phone
LONG = 24  # characters; longer code may break: at its blanks, then at its hyphens
WHOLE = re.compile(rf"^(?=.*[ -]).{{1,{LONG}}}$|[^\s-]{{1,{LONG}}}-\S{{0,{LONG}}}|-\S{{1,{LONG}}}")
TOGETHER = {"class": "together"}
LISTED = ".//pre[contains(concat(' ', ../@class, ' '), ' highlight ')]/code"
PRINTED = ".//div[@class='output']/pre/code[not(*)]"
PROGRAM = re.compile(r"^ {4}.{28}", re.M)  # a line that goes on below, and not at the margin
LINE = re.compile(r'(<span class="hll">)?(.*?)(?(1)</span>)\n')  # and as Pygments marks one
LINES = XPath("*[@class='line' or @class='line hll']")
# What stands as somebody typed it.
TYPED = "self::pre or self::code[not(@class='value')] or self::style or self::script"


def join(root: tree.Element) -> None:
    """Let a formula keep its brackets and stops, short code its blanks and hyphens; set minuses."""
    for paragraph in root.xpath(".//p[count(*)=1][math/@display]"):
        paragraph.tag = "div"
        paragraph.set("class", "formula")
    for formula in root.xpath(".//math[not(@display='block')]"):
        before, after = tree.before(formula), formula.tail or ""
        rest = after.lstrip(".,;:?!)")
        stops = after[: len(after) - len(rest)]
        opens = "(" if before.endswith("(") else ""
        if opens or stops:
            if opens:
                tree.put(before, before[:-1])
            formula.addprevious(span := E.span(TOGETHER, opens))
            span.append(formula)
            formula.tail, span.tail = stops, rest
    for code in root.xpath(".//code[not(*) and not(ancestor::pre)]"):
        tree.replace(code, WHOLE, lambda found, _: [E.span(TOGETHER, found[0])])
    for text in root.xpath(f".//text()[contains(., '-') and not(ancestor::*[{TYPED}])]"):
        tree.put(text, signed(text))


def tables(root: tree.Element) -> None:
    """Let each cell of a broad table know what its column is called."""
    for table in root.xpath(".//table[not(@class)][.//thead//th[2]]"):
        rows = [row[:] for row in table.iter("tr")]
        texts = [[" ".join(cell.itertext()) for cell in row] for row in rows]
        if sum(max(map(len, column)) for column in zip(*texts, strict=False)) > BROAD:
            for row in rows[1:]:
                for cell, label in zip(row, texts[0], strict=False):
                    cell.set("data-label", label)


def lines(root: tree.Element) -> None:
    """Let each line of code be an element that knows its indent; so of a program as printed."""
    programs = [one for one in root.xpath(PRINTED) if PROGRAM.search(one.text or "")]
    for code in programs:
        code.text += "\n"
    for code in [*root.xpath(LISTED), *programs]:
        if not LINES(code):
            html = tree.write(code).replace("\n</span>", "</span>\n")
            code[:], code.text = [], ""
            tree.insert(code, 0, LINE.sub(_line, html))
        for line in LINES(code):
            sign = line[0].text if len(line) and line[0].get("class") == "sign" else ""
            text = "".join(line.itertext()).removeprefix(sign or "")
            if deep := len(text) - len(text.lstrip(" ")):
                line.set("style", f"--in:{deep}")


def _line(found: re.Match[str]) -> str:
    return f'<span class="line{" hll" * bool(found[1])}">{found[2]}\n</span>'
