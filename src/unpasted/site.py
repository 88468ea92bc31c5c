"""What a site has beside the pages that its host writes: fonts, live cells, copies, cards."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from unpasted import fonts, formulas, live
from unpasted.assets import Bundle
from unpasted.book import Book
from unpasted.html import cards, plain, policy, search
from unpasted.kinds.colours import LIGHT, written_out
from unpasted.page import Page
from unpasted.templating import filled

ASSETS = "assets/unpasted"  # of the site; root.js finds the site by it
TEMPLATES = str(Path(__file__).with_name("templates"))


def card_of(page: Page) -> str:
    """The address of a page's card, relative to the site."""
    return f"{ASSETS}/cards/{page.url.removesuffix('.html').replace('/', '-')}.png"


def write(book: Book, site: Path, bundles: Iterable[Bundle]) -> None:
    """Write what pages need when somebody reads them."""
    for bundle in bundles:
        (site / ASSETS).mkdir(parents=True, exist_ok=True)
        (site / ASSETS / bundle.name).write_bytes(bundle.content)
    write_math(book, site)
    written = fonts.TEXT.union(*("".join(one.tree.itertext()) for one in book.pages.values()))
    for name, font in fonts.of_text(book.settings.root).items():
        file, weights = site / ASSETS / f"{name}.woff2", fonts.WEIGHTS.get(name, 400)
        fonts.write(file, font, written, fonts.FEATURES, book.runner.folder, weights=weights)
    search.move(site)
    if book.live:
        cells = {page.url: page.cells for page in book.pages.values() if page.cells}
        live.write(site / ASSETS, book.settings, book.docs, cells)
        live.write_steps(site / ASSETS, steps_of(book))


def steps_of(book: Book) -> list[dict[str, Any]]:
    """The steps of the engine, and for those that readers write, where and how they are judged."""
    pages = [page for page in book.pages.values() if page.writes]
    written = {
        write["to"]: {
            "page": page.url, "title": page.title,
            **{key: write[key] for key in ("checks", "trial", "judged")},
        }
        for page in pages
        for write in page.writes
    }  # fmt: skip
    return [step | written.get(step["name"], {}) for page in pages[:1] for step in page.steps]


def write_again(book: Book, page: Page, site: Path) -> None:
    """Write what one page needs that was built anew."""
    write_math(book, site)
    if book.live:
        live.write_cells(site / ASSETS, page.url, page.cells)
        live.write_steps(site / ASSETS, steps_of(book))


def write_math(book: Book, site: Path) -> None:
    """Write the font of the formulas, where there are any: to cut it takes its time."""
    needed = set[str]().union(*(formulas.characters(one.tree) for one in book.pages.values()))
    if needed:
        fonts.write(
            site / ASSETS / "math.woff2", formulas.font(), needed, ["*"], book.runner.folder
        )


def write_for_others(book: Book, site: Path) -> None:
    """Write what a published site has more: Markdown, llms.txt, cards, and a policy on each page.

    A card is found by its whole address only, so a site without one has none.
    """
    pictures = {chapter.url: chapter.picture for chapter in book.chapters}
    parts: dict[str, list[tuple[str, str, str]]] = {}
    for page in book.pages.values():
        address, beside = book.address_of(page), page.url.removesuffix(".html") + ".md"
        (site / unquote(beside)).write_text(plain.markdown_of(page.tree, address), "utf-8")
        if page.inside:
            where = urljoin(book.address, beside)
            about = (book.title_of(page), where, page.description)
            parts.setdefault(page.section, []).append(about)
        if address:
            title = book.title if page.url == "index.html" else page.title
            picture = written_out(pictures.get(page.url, ""))
            file = site / unquote(card_of(page))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(
                cards.card(book.title, page.number, title, page.description, LIGHT, picture)
            )
    if "llms.txt" not in book.files:  # its author's own
        (site / "llms.txt").write_text(filled("llms.txt", book=book, parts=parts), "utf-8")
    _write_policy(site)


def _write_policy(site: Path) -> None:
    """Let every page of a site say what it may load and run."""
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    allowed = set[str]().union(*map(policy.hashes, pages.values()))
    for path, html in pages.items():
        path.write_text(policy.with_policy(html, allowed), "utf-8")
