"""A page as Markdown, with what its code came to: for who copies it, and for machines that read.

Pages are listed in llms.txt, as https://llmstxt.org has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from markdownify import MarkdownConverter

from unpasted.html import links

TITLE = re.compile(r"<title\b[^>]*>.*?</title>", re.S)
DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
CLUTTER = (
    "a.headerlink, .opened, .reading-time, .confused, live-cell, book-question, book-exercise, "
    "[data-mute=true], .controls, button, input, .card-picture"
)
"""What does something only on the page."""


def markdown_of(html: str, tex: Mapping[str, str], address: str = "") -> str:
    """The Markdown of a finished page.

    Arguments:
        html: what stands in its article.
        tex: the TeX behind each formula's MathML, dollar signs included.
        address: of the page, by which its links are completed, or nothing.
    """
    for mathml, formula in tex.items():
        html = html.replace(mathml, f"<tex-formula>{escape(formula)}</tex-formula>")
    html = DRAWING.sub(lambda found: "".join(TITLE.findall(found[0])[:1]), html)
    html = html.replace('<span class="sign">−', '<span class="sign">-')  # as diffs have it
    html = links.without_drawings(html)  # nor the colours of code
    page = BeautifulSoup(html, "html.parser")
    for element in page.select(CLUTTER):
        element.decompose()
    for term in page.select("a.term"):
        term.unwrap()
    for number in page.select(".chapter-number"):
        number.append(" ·")
    for equation in page.select(".equation"):
        equation.append(page.new_tag("br"))
    for room in page.select(".scroll, .plot"):
        for again in room.find_all("title")[1:]:
            again.decompose()
    text = str(_Converter(address).convert_soup(page))
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class _Converter(MarkdownConverter):
    def __init__(self, address: str) -> None:
        super().__init__(heading_style="ATX", bullets="-", code_language_callback=_language)
        self.address = address

    def convert_tex_formula(self, element: Any, text: str, parent_tags: set[str]) -> str:
        return str(element.get_text())

    def convert_title(self, element: Any, text: str, parent_tags: set[str]) -> str:
        return f"\n\n> Figure: {' '.join(text.split())}\n\n"

    def convert_summary(self, element: Any, text: str, parent_tags: set[str]) -> str:
        return f"\n\n**{text.strip()}**\n\n"

    def convert_a(self, element: Any, text: str, parent_tags: set[str]) -> str:
        if self.address and element.get("href"):
            element["href"] = urljoin(self.address, element["href"])
        element.attrs.pop("title", None)
        return str(super().convert_a(element, text, parent_tags))  # type: ignore[misc]


def _language(pre: Any) -> str:
    block = pre.find_parent(class_="highlight")
    if block is None:
        return "text"
    return "diff" if "diff" in block["class"] else "python"


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
