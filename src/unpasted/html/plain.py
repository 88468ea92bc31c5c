"""A page as Markdown, with what its code came to: for who copies it, and for machines that read.

Pages are listed in llms.txt, as https://llmstxt.org has it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import count, groupby
from urllib.parse import urljoin

from lxml.html import HtmlElement

from unpasted.html.tree import text_of, words_of

BLOCKS = (
    "address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset",
    "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "svg", "table",
    "ul"
)  # fmt: skip
CLUTTER = (
    "book-exercise", "book-question", "button", "input", "live-cell",
    "script", "select", "style"
)  # fmt: skip
"""Elements that do something only on the page; so do those of some classes."""

CLUTTERED = (
    "card-picture", "confused", "controls", "headerlink", "opened", "reading-time"
)  # fmt: skip
AROUND = {"b": "**", "del": "~~", "em": "*", "i": "*", "s": "~~", "strong": "**"}
BEHIND = {"card-number": " · ", "card-question": " ", "card-title": " · ", "chapter-number": " ·",
          "equation": "  \n"}  # fmt: skip
"""What parts on the page stand apart by their looks."""

SPECIAL = re.compile(r"[\\`*_$]|<(?=[a-zA-Z/!])")
TICKS = re.compile("`+")


def markdown_of(element: HtmlElement, address: str = "") -> str:
    """What is in an element of a finished page, as Markdown; formulas are TeX between dollars.

    Arguments:
        address: of the page, by which its links are completed, or nothing.
    """
    return "\n\n".join(_blocks(element, address)) + "\n"


def _blocks(element: HtmlElement, address: str) -> list[str]:
    """The paragraphs and their like in an element, each without an empty line around it."""
    blocks: list[str] = []
    children = (one for one in element if not _is_clutter(one))
    line = _escaped(element.text)
    for is_block, group in groupby(children, _is_block):
        for child in group:
            if is_block:
                blocks.append(_tidy(line))
                blocks += _block(child, address)
                line = _escaped(child.tail)
            else:
                line += _inline(child, address) + _escaped(child.tail)
    return [*filter(None, [*blocks, _tidy(line)])]


def _block(element: HtmlElement, address: str) -> list[str]:
    tag = element.tag
    if tag == "math":
        return [f"$$\n{_tex(element)}\n$$"]
    if tag == "svg":
        title = element.find("title")
        return [] if title is None else [f"> Figure: {words_of(title)}"]
    if tag == "pre":
        return [_fence(element)]
    if tag == "table":
        return _table(element, address)
    if tag == "hr":
        return ["---"]
    blocks = _blocks(element, address)
    words = " ".join(" ".join(blocks).split())
    if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return [f"{'#' * int(tag[1])} {words}"]
    if tag == "summary":
        return [f"**{words}**"]
    if tag == "blockquote":
        return [_indented("\n\n".join(blocks), "> ", "> ")]
    if tag in ("ol", "ul"):
        items = [one for one in element.iterchildren("li") if not _is_clutter(one)]
        numbers = count(int(element.get("start") or 1))
        signs = (f"{next(numbers)}. " if tag == "ol" else "- " for _ in items)
        texts = ("\n\n".join(_blocks(item, address)) for item in items)
        pairs = zip(texts, signs, strict=True)
        return ["\n".join(_indented(text, " " * len(sign), sign) for text, sign in pairs)]
    if tag == "dl":
        return [*_definitions(element, address)]
    return [*dict.fromkeys(blocks)] if _has_class(element, ("plot", "scroll")) else blocks


def _inline(element: HtmlElement, address: str) -> str:
    tag, name = element.tag, element.get("class", "")
    if tag == "br":
        return "  \n"
    if tag == "math":
        return f"${_tex(element)}$"
    if tag == "img":
        return f"![{element.get('alt', '')}]({urljoin(address, element.get('src', ''))})"
    if tag in ("code", "kbd", "samp"):
        text = text_of(element)
        ticks = _ticks(text, 1)
        return f"{ticks} {text} {ticks}" if "`" in text else f"{ticks}{text}{ticks}"
    children = [one for one in element if not _is_clutter(one)]
    parts = (_inline(one, address) + _escaped(one.tail) for one in children)
    text = _escaped(element.text) + "".join(parts)
    href = element.get("href")
    if tag == "a" and href and name != "term" and text.strip():
        to = urljoin(address, href)
        return f"<{to}>" if text == _escaped(to) else f"[{' '.join(text.split())}]({to})"
    if (sign := AROUND.get(tag)) and (words := text.strip()):
        text = text.replace(words, f"{sign}{words}{sign}")
    return text + BEHIND.get(name, "")


def _is_clutter(element: HtmlElement) -> bool:
    if element.tag in CLUTTER or element.get("data-mute") == "true":
        return True
    return _has_class(element, CLUTTERED)


def _has_class(element: HtmlElement, names: Collection[str]) -> bool:
    return any(name in names for name in element.get("class", "").split())


def _is_block(element: HtmlElement) -> bool:
    if element.tag == "math":
        return bool(element.get("display") == "block")
    return element.tag in BLOCKS or any(_is_block(one) for one in element if not _is_clutter(one))


def _tex(formula: HtmlElement) -> str:
    return str(formula.get("data-tex") or words_of(formula)).strip()


def _fence(code: HtmlElement) -> str:
    signs = (  # a difference has a minus where diffs have a hyphen
        text.replace("−", "-") if text.getparent().get("class") == "sign" else text
        for text in code.xpath(".//text()")
    )
    text = "".join(signs).strip("\n")
    ticks = _ticks(text, 3)
    return f"{ticks}{_language(code)}\n{text}\n{ticks}"


def _language(code: HtmlElement) -> str:
    around = [one.get("class", "").split() for one in (code, *code.iterancestors())]
    block = next((names for names in around if "highlight" in names), None)
    if block is None:
        return "text"
    named = (name.removeprefix("language-") for name in block if name.startswith("language-"))
    return "diff" if "diff" in block else next(named, "python")


def _ticks(text: str, least: int) -> str:
    """As many backticks as open code in which there are these."""
    longest = max(map(len, TICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1 if longest >= least else 0)


def _table(table: HtmlElement, address: str) -> list[str]:
    rows = [
        [" ".join(" ".join(_blocks(cell, address)).split()).replace("|", "\\|") for cell in row]
        for row in table.iter("tr")
    ]
    if not rows:
        return []
    if not table.xpath("(.//tr)[1]/th"):
        rows.insert(0, [""] * len(rows[0]))
    rows.insert(1, ["---"] * len(rows[0]))
    caption = [words_of(one) for one in table.iterchildren("caption")]
    return [*caption, "\n".join(f"| {' | '.join(row)} |" for row in rows)]


def _definitions(terms: HtmlElement, address: str) -> Iterator[str]:
    entry: list[str] = []
    for one in terms.iter("dt", "dd"):
        text = "\n\n".join(_blocks(one, address))
        if one.tag == "dt":
            if entry:
                yield "\n".join(entry)
            entry = [text]
        else:
            entry.append(_indented(text, "    ", ":   "))
    yield "\n".join(entry)


def _indented(text: str, indent: str, first: str) -> str:
    lines = [f"{indent}{line}".rstrip() for line in text.split("\n")]
    return first + "\n".join(lines)[len(first) :]


def _escaped(text: str | None) -> str:
    """Text in which nothing means anything to Markdown; its lines stay."""
    words = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", text or ""))
    return SPECIAL.sub(r"\\\g<0>", words)


def _tidy(line: str) -> str:
    """A paragraph, of which no line is empty."""
    return re.sub(r"(  )?\n\s*", r"\1\n", line).strip()


def contents(name: str, about: str, pages: Iterable[tuple[str, str, str, str]]) -> str:
    """The text of llms.txt.

    Arguments:
        name, about: of the book.
        pages: for each the part of the book, its title, its address and what it is about.
    """
    parts: dict[str, list[str]] = {}
    for part, title, at, says in pages:
        parts.setdefault(part or name, []).append(f"- [{title}]({at}){f': {says}' if says else ''}")
    out = [f"# {name}", *(["", f"> {about}"] if about else [])]
    for part, lines in parts.items():
        out += ["", f"## {part}", "", *lines]
    return "\n".join(out) + "\n"
