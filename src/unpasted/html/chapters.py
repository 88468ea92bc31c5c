"""The chapters of a book, as its pages show them: a number, a card, what comes next, references."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

CARDS = "<book-chapters></book-chapters>"
"""What an author writes where the cards of all chapters are to stand."""

REVIEW = "<book-review></book-review>"
"""What an author writes where questions are to come back."""

EMPTY = re.compile(r'(?P<begins>(?:^|>|\n)\s*)?<a (?P<rest>[^>]*?)href="(?P<to>[^"#:]+)"></a>')
CONTINUE = re.compile(r"(<a\b[^>]*\sdata-continue)(?:=\"[^\"]*\")?")
END = re.compile(r"(<book-progress [^>]*data-page=[^>]*>)(</book-progress>)")
DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
DROPPED = ("title", "text", "defs", "use", "style", "metadata")
KEPT = ("d", "points", "cx", "cy", "rx", "ry", "r", "x", "y", "width", "height", "transform",
        "fill", "stroke", "stroke-width", "viewBox", "style")  # fmt: skip


@dataclass(frozen=True)
class Chapter:
    """What other pages show of a chapter.

    Arguments:
        number: from 1, in the order of the navigation.
        url: relative to the site.
        title: without its number.
        section: the part of the book in which the navigation has it.
        question: the first that its first paragraph asks, or nothing.
        built: what its reader has at the end, from its front matter, or nothing.
        minutes: how long it takes to read.
        asked: how many questions it asks.
        picture: a small drawing, as HTML, or nothing.
    """

    number: int
    url: str
    title: str
    section: str
    question: str
    built: str
    minutes: int
    asked: int
    picture: str


def question_of(html: str, url: str, numbers: Mapping[str, int], titles: Mapping[str, str]) -> str:
    """The first question that the first paragraph asks, as plain text.

    Arguments:
        url: of the page, relative to the site.
        numbers: of the chapters, by URL: a link without words is read as its reader reads it.
        titles: of all pages, by URL.
    """
    for paragraph in re.findall(r"<p>.*?</p>", html, re.S):
        words = re.sub(r"<[^>]+>", "", _named(paragraph, url, numbers, titles))
        for sentence in re.split(r"(?<=[.!?])\s+", words):
            if sentence.endswith("?"):
                return " ".join(sentence.split())
        return ""
    return ""


def picture_for(meta: Mapping[str, Any], html: str) -> tuple[str, str]:
    """The picture of a chapter, and what is wrong with the `picture:` of its front matter."""
    wanted = meta.get("picture", 1)
    picture = picture_of(html, wanted) if isinstance(wanted, int) else ""
    if "picture" in meta and not picture:
        return "", f"picture: {wanted} is no figure of this page; write its number, such as 2"
    return picture, ""


def picture_of(html: str, number: int) -> str:
    """A figure of a page as a small picture: its lines and boxes, without words.

    Arguments:
        number: which figure, from 1. Without that many there is none.
    """
    figures = re.findall(r'<figure class="drawing">.*?</figure>', html, re.S)
    drawing = DRAWING.search(figures[number - 1]) if 0 < number <= len(figures) else None
    if drawing is None:
        return ""
    svg = ElementTree.fromstring(drawing[0])
    for parent in list(svg.iter()):
        for child in list(parent):
            if child.tag.rpartition("}")[2] in DROPPED:
                parent.remove(child)
    for element in svg.iter():
        kept = {key: value for key, value in element.attrib.items() if key in KEPT}
        element.attrib.clear()
        element.attrib.update(kept)
    svg.attrib.pop("style", None)
    svg.set("aria-hidden", "true")
    return ElementTree.tostring(svg, encoding="unicode")


def numbered(html: str, number: int) -> str:
    """A chapter with its number before its title."""
    count = f'<span class="chapter-number">{number}</span> '
    return re.sub(r"(<h1\b[^>]*>)", rf"\1{count}", html, count=1)


def told(html: str, url: str, chapters: Sequence[Chapter], titles: Mapping[str, str]) -> str:
    """A page with what it shows of the chapters: cards, references, and at its end what is next.

    Arguments:
        url: of the page, relative to the site.
        titles: of all pages, by URL.
    """
    if CARDS in html:  # on a line of its own it is no paragraph
        cards = _cards(chapters, url)
        html = html.replace(f"<p>{CARDS}</p>", cards).replace(CARDS, cards)
    if REVIEW in html:
        html = html.replace(REVIEW, _review(chapters))
    numbers = {chapter.url: chapter.number for chapter in chapters}
    html = _named(html, url, numbers, titles)
    own = numbers.get(url)
    if own is None:
        return html
    card = _end(chapters[own - 1], chapters[own] if own < len(chapters) else None)
    return END.sub(lambda found: f"{found[1]}{card}{found[2]}", html)


def continued(html: str, chapters: Sequence[Chapter]) -> str:
    """HTML whose link to go on with the book knows the chapters."""
    known = [{"url": one.url, "title": one.title, "asked": one.asked} for one in chapters]
    text = escape(json.dumps(known, ensure_ascii=False), quote=True)
    return CONTINUE.sub(lambda found: f'{found[1]}="{text}"', html)


def _named(html: str, url: str, numbers: Mapping[str, int], titles: Mapping[str, str]) -> str:
    """HTML whose links without words have them."""

    def named(found: re.Match[str]) -> str:
        to = posixpath.normpath(posixpath.join(posixpath.dirname(url), found["to"]))
        begins = found["begins"]
        words = escape(titles.get(to, ""))
        more = ""
        if to in numbers:
            more = f' title="{words}"'
            words = f"{'chapter' if begins is None else 'Chapter'} {numbers[to]}"
        return f'{begins or ""}<a {found["rest"]}href="{found["to"]}"{more}>{words}</a>'

    return EMPTY.sub(named, html)


def _cards(chapters: Sequence[Chapter], url: str) -> str:
    """All chapters, part by part."""
    parts = []
    for section, group in groupby(chapters, key=lambda chapter: chapter.section):
        head = f'<h3 class="part">{escape(section)}</h3>' if section else ""
        cards = "".join(f"<li>{_card(chapter, url)}</li>" for chapter in group)
        parts.append(f'{head}<ol class="cards">{cards}</ol>')
    return f'<div class="chapters">{"".join(parts)}</div>'


def _review(chapters: Sequence[Chapter]) -> str:
    """The place where questions come back, which knows the chapters."""
    known = [{"url": one.url, "title": f"{one.number} · {one.title}"} for one in chapters]
    text = escape(json.dumps(known, ensure_ascii=False), quote=True)
    return f'<book-review data-chapters="{text}"></book-review>'


def _card(chapter: Chapter, url: str) -> str:
    picture = f'<span class="card-picture">{chapter.picture}</span>' if chapter.picture else ""
    return (
        f'<a class="card" href="{_way(chapter.url, url)}" data-progress="">'
        f'<span class="card-number">{chapter.number}</span>'
        f'<span class="card-title">{escape(chapter.title)}</span>'
        f'<span class="card-question">{chapter.question}</span>'
        f'<span class="card-minutes">{chapter.minutes} min</span>{picture}</a>'
    )


def _end(chapter: Chapter, following: Chapter | None) -> str:
    """What stands at a chapter's end; the reader's score is added by a script."""
    built = f'<p class="built">You have {escape(chapter.built)}.</p>' if chapter.built else ""
    further = '<p class="next">This was the last chapter.</p>'
    if following:
        title = f"{following.number} · {escape(following.title)}"
        href = _way(following.url, chapter.url)
        asks = f"<br>{following.question}" if following.question else ""
        further = f'<p class="next">Next: <a href="{href}">{title}</a>{asks}</p>'
    return (
        f'<section class="end-card" aria-label="The end of chapter {chapter.number}">'
        f"{built}{further}</section>"
    )


def _way(to: str, url: str) -> str:
    """A link to a page, from another page of the site."""
    return posixpath.relpath(to, posixpath.dirname(url) or ".")
