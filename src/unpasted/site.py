"""What a site has beside what its host writes: fonts, live cells, copies, cards, a policy."""

import hashlib
import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from unpasted import assets, cards, folders, fonts, formulas, live
from unpasted.book import Book
from unpasted.html import plain, search
from unpasted.page import Page
from unpasted.templating import filled

ASSETS = "assets/unpasted"  # of the site; root.js finds the site by it
TEMPLATES = str(Path(__file__).with_name("templates"))
LICENCES = Path(__file__).parent / "licences"  # of what others made, in the wheel too
PARTS = re.compile(r"(?:.*\S {3,}\S.*\n)+\n*|(?:.{55,}\n(?= *\S))*.+\n*")


def card_of(page: Page) -> str:
    """The address of a page's card, relative to the site."""
    return f"{ASSETS}/cards/{page.url.removesuffix('.html').replace('/', '-')}.png"


def write(book: Book, site: Path, bundles: Iterable[assets.Bundle]) -> None:
    """Write what pages need when somebody reads them."""
    cut = {f"{name}.woff2": font for name, font in _fonts(book)}
    folders.write(site / ASSETS, dict(bundles) | cut)
    search.move(site)
    if book.live:
        live.write(site / ASSETS, book.settings, book.docs)
    write_of(book, book.pages.values(), site)


def _fonts(book: Book, *names: str) -> Iterator[tuple[str, bytes]]:
    """The fonts of the text, or some of them, cut to what the pages write."""
    written = fonts.TEXT.union(*(one.tree.text_content() for one in book.pages.values()))
    for name, font in fonts.of_text(book.settings.root).items():
        if name in names or not names:
            yield name, fonts.cut(font, written, fonts.FEATURES, book.runner.cache.folder)


def fonts_within(book: Book) -> dict[str, str]:
    """Of a page that knows no way to the site: the addresses hold the fonts themselves."""
    found = _fonts(book, "serif", "sans")
    return {name: f"data:font/woff2;base64,{b64encode(font).decode()}" for name, font in found}


def steps_of(book: Book) -> list[dict[str, Any]]:
    """The steps of the engine, and for those that readers write, where and how they are judged."""
    steps: dict[str, dict[str, Any]] = {}
    for page in book.pages.values():
        steps = steps or {step["name"]: {**step} for step in page.steps}
        for one in page.tree.iter("book-write"):
            write = json.loads(one.get("data-write"))
            judged = {key: write[key] for key in ("checks", "trial", "judged")}
            steps[write["to"]] |= {"page": page.url, "title": page.title, **judged}
    return [*steps.values()]


def write_of(book: Book, pages: Iterable[Page], site: Path) -> None:
    """Write what changes with these pages: their cells, the font of all formulas."""
    files: dict[str, bytes | str] = {}
    needed = frozenset[str]().union(*(formulas.characters(one.tree) for one in book.pages.values()))
    if needed:  # to cut it takes its time
        source, features = formulas.font(), formulas.FEATURES
        files["math.woff2"] = fonts.cut(source, needed, features, book.runner.cache.folder)
    if book.live:
        cells = {page.url.replace(".html", ".json"): page.cells for page in pages}
        data: dict[str, Any] = {f"cells/{name}": {"cells": cells[name]} for name in cells}
        if steps := steps_of(book):
            data["steps.json"] = {"steps": steps}
        for name, one in data.items():
            files[f"{live.FOLDER}/{name}"] = json.dumps(one, ensure_ascii=False)
    folders.write(site / ASSETS, files)


def write_for_others(book: Book, site: Path) -> None:
    """Write what a published site has more: Markdown, llms.txt, cards, and a policy on each page.

    A card is found by its whole address only, so a site without one has none.
    """
    parts: dict[str, list[tuple[str, str, str]]] = {}
    files: dict[str, bytes | str] = {}
    for page in book.pages.values():
        address = book.address and urljoin(book.address, page.url)
        beside = page.url.removesuffix(".html") + ".md"
        files[unquote(beside)] = plain.markdown_of(page.words, address)
        if page.inside:
            about = (book.title_of(page), urljoin(book.address, beside), page.description)
            parts.setdefault(page.section, []).append(about)
        if address:
            title = book.title if page.url == "index.html" else page.title
            card = cards.card(book.title, page.number, title, page.description, page.picture)
            files[unquote(card_of(page))] = card
    if "llms.txt" not in book.files:  # its author's own
        files["llms.txt"] = filled("llms.txt", book=book, parts=parts)
    pages = {str(path): path.read_text("utf-8") for path in site.rglob("*.html")}
    allowed = set[str]().union(*map(hashes, pages.values()))
    for path, html in pages.items():
        files[path] = with_policy(html, allowed)
    folders.write(site, files)


def hashes(html: str) -> set[str]:
    """What names the inline scripts of a page in a policy; they are its theme's."""
    inline = r"<script(?![^>]*(?: src=|application/json))[^>]*>(.*?)</script"
    digests = (hashlib.sha256(one.encode()).digest() for one in re.findall(inline, html, re.S))
    return {f"'sha256-{b64encode(digest).decode()}'" for digest in digests}


def with_policy(html: str, allowed: Iterable[str]) -> str:
    """A page that tells its policy, since a static host sends no headers.

    Arguments:
        allowed: the hashes of all inline scripts of the site.

    It is the same on every page: instant navigation keeps that of the first.
    """
    rules = filled("policy.txt", hashes=" ".join(sorted(allowed)))
    content = "; ".join(map(str.rstrip, rules.splitlines()))  # no sign of it is HTML's
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    begins = "<meta charset=" if "<meta charset=" in html else "<head"
    return re.sub(f"{begins}[^>]*>", lambda tag: tag[0] + meta, html, count=1)


def notices() -> Any:
    """The works of others, in parts, and what their licences are called.

    Of each work is told what it is for, its files, its copyright and its licence.
    """
    return tomllib.loads((LICENCES / "notices.toml").read_text("utf-8"))


def licences() -> dict[str, str]:
    """The licences of these works as text, by the names that SPDX gives them."""
    return {file.stem: file.read_text("utf-8") for file in sorted(LICENCES.glob("*.txt"))}


def licences_in_parts() -> dict[str, list[dict[str, Any]]]:
    """These texts, whole, in parts: tables, and lines that go on where the one above is full."""
    return {name: [*map(_part, PARTS.findall(text))] for name, text in licences().items()}


def _part(text: str) -> dict[str, Any]:
    first = text.lstrip("\n")
    ends = text.endswith("\n\n")
    kind = "tabular" if re.search(r"\S {3,}\S", text) else "paragraph" if ends else ""
    return {"html": linked(text), "kind": kind, "indent": len(first) - len(first.lstrip(" "))}


def linked(text: str) -> str:
    """A text as HTML, in which an address with its scheme is a link."""
    return re.sub(
        r"https?://[\w./-]*[\w/]", r'<a href="\g<0>">\g<0></a>', escape(text, quote=False)
    )
