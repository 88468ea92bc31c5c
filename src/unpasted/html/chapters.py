"""The chapters of a book, as its pages show them: a number, a card, what comes next, references."""

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

from lxml import etree
from lxml.html.builder import E

from unpasted.html import tree
from unpasted.html.links import target_of, way_to
from unpasted.templating import filled
from unpasted.words import say

SENTENCE = re.compile(r"(?<=[.!?])\s+")
LONGEST = 200  # characters of a description; search engines show no more
BRIEF = 100  # of what a small picture shows
BROAD = 4  # a stroke broader than that measures something, and its drawing's others do too
PARAGRAPHS = etree.XPath(".//p[not(@*)]")
KEPT = ("d", "points", "cx", "cy", "rx", "ry", "r", "x", "y", "width", "height", "transform",
        "fill", "fill-opacity", "opacity", "stroke", "stroke-opacity", "stroke-width",
        "viewBox", "style")  # fmt: skip


def question_of(root: tree.Element) -> str:
    """The first question that the first paragraph asks, as HTML."""
    sentences = (SENTENCE.split(_with_code(one)) for one in PARAGRAPHS(root)[:1])
    return next((one for said in sentences for one in said if one.endswith("?")), "")


def _with_code(element: tree.Element) -> str:
    """The words in an element as HTML in which only code is marked."""
    plain = deepcopy(element)
    etree.strip_tags(plain, *({one.tag for one in plain.iter()} - {plain.tag, "code"}))
    for code in plain:
        code.attrib.clear()
    return " ".join(tree.write(plain).split())


def description_of(root: tree.Element) -> str:
    """The first sentences of a page, without its mark-up; at least one, as many as are short.

    A paragraph with a formula or a drawing is passed over: it says less without them.
    """
    for paragraph in PARAGRAPHS(root):
        words = tree.words_of(paragraph)
        if words.endswith((".", "!", "?")) and next(paragraph.iter("math", "svg"), None) is None:
            return _short(words, LONGEST)
    return ""


def _short(words: str, longest: int) -> str:
    said, *sentences = SENTENCE.split(words)
    while sentences and len(said) + len(sentences[0]) < longest:
        said += f" {sentences.pop(0)}"
    return said


def picture_of(root: tree.Element, number: object) -> str:
    """A figure of a page as a small picture: its lines, boxes and marks as shown, without words.

    Arguments:
        number: which figure, from 1, as the front matter says. Without that many there is none.
    """
    drawn = _figure(root, number).xpath(".//svg")
    if not drawn:
        return ""
    widest = max(drawn, key=lambda one: float(one.get("viewBox", "0 0 0 0").split()[2]))
    svg = tree.without(widest, ".//*[@display='none']")
    svg.tail = None
    marks = {f"#{one.get('id')}": one for one in svg.xpath(".//*[@id]")}
    for use in svg.xpath(".//use[@x]"):
        if (known := marks.get(use.get("xlink:href"))) is not None:
            mark = deepcopy(known)
            mark.set("transform", f"translate({use.get('x')} {use.get('y')})")
            mark.set("style", f"{use.get('style', '')}; {mark.get('style', '')}")
            use.getparent().replace(use, mark)
    words = ("title", "text", "defs", "use", "style", "metadata")
    etree.strip_elements(svg, *words, with_tail=False)
    written = {key for element in svg.iter() for key in element.attrib}
    etree.strip_attributes(svg, *written.difference(KEPT))
    svg.attrib.pop("style", None)
    if any(float(width) > BROAD for width in svg.xpath(".//path/@stroke-width")):
        svg.set("class", "broad")
    svg.set("aria-hidden", "true")
    return tree.outer(svg)


def caption_of(root: tree.Element, number: object) -> str:
    """The first sentences of the caption of that figure, as many as are short, as HTML."""
    return _short("".join(map(_with_code, _figure(root, number).iter("figcaption"))), BRIEF)


def _figure(root: tree.Element, number: object) -> tree.Element:
    known = number if isinstance(number, int) else 0
    figures = root.xpath("(.//figure[@class='drawing'])[$n]", n=known)
    return next(iter(figures), root.makeelement("figure", {}))


def begin_title(root: tree.Element, number: int, mark: str, section: str) -> None:
    """Put before a title the number of its chapter; or the mark of any other page, and its part."""
    sign = E.span({"class": "page-mark", "data-mark": mark, "data-part": section})
    if number:
        sign = E.span({"class": "chapter-number"}, str(number))
    for title in [*root.iter("h1")][:1] if number or mark else ():
        sign.tail, title.text = " " * bool(number) + (title.text or ""), None
        title.insert(0, sign)


def name_links(root: tree.Element, url: str, pages: Mapping[str, tuple[int, str]]) -> None:
    """Give each link without words those of where it leads: a chapter's number, a page's title.

    Arguments:
        url: of the page, relative to the site.
        pages: the number and the title of each, by URL; no chapter has 0.
    """
    for link in root.iter("a"):
        href = link.get("href")
        if len(link) or link.text or not href or ":" in href or "#" in href:
            continue
        number, link.text = pages.get(target_of(href, url), (0, ""))
        if number:
            before = tree.before(link)
            begins = before.rstrip(" \n)”’\"'")[-1:] in {"", ".", "!", "?"}  # a sentence
            link.set("title", link.text)
            link.text = say("Chapter {n}", n=number) if begins else say("chapter {n}", n=number)
            link.set("class", "together")


def tell(root: tree.Element, url: str, chapters: Sequence[Any], after: Any = None) -> None:
    """Show on a page what it shows of the chapters: cards, and at its end what is next.

    <book-chapters> stands where the cards of all chapters are to stand, <book-review> where
    questions are to come back, and `data-continue` at a link to go on with the book.

    Arguments:
        url: of the page, relative to the site.
        chapters: their pages, see unpasted.page.
        after: the page that follows the last of them, if one does.
    """
    way = partial(way_to, page=url)
    for place in [*root.iter("book-chapters")]:
        parent = place.getparent()
        alone = parent.tag == "p" and len(parent) == 1 and not tree.words_of(parent)
        whole, cards = parent if alone else place, filled("cards.html", chapters=chapters, way=way)
        tree.insert(whole.getparent(), whole.getparent().index(whole), cards)
        whole.drop_tree()
    for place in root.iter("book-review"):
        known = [{"url": one.url, "title": f"{one.number} · {one.title}"} for one in chapters]
        place.set("data-chapters", json.dumps(known, ensure_ascii=False))
    for link in (one for one in root.iter("a") if "data-continue" in one.attrib):
        about = [{"url": one.url, "title": one.title, "asked": one.asked} for one in chapters]
        link.set("data-continue", json.dumps(about, ensure_ascii=False))
    for end in (one for one in root.iter("book-progress") if "data-page" in one.attrib):
        card = filled("end.html", chapters=chapters, url=url, after=after, way=way)
        tree.insert(end, 0, card)
