"""The way out: a finished book as Markdown for a host that knows nothing of it.

Headings are Markdown, for the host's contents and search; all else is finished HTML.
"""

import re
import shutil
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml
from markdown.util import BLOCK_LEVEL_ELEMENTS
from mkdocs.utils.yaml import yaml_load

from unpasted import assets, folders, fonts
from unpasted.book import Book
from unpasted.html import tree
from unpasted.page import Page
from unpasted.site import ASSETS

FENCE = re.compile(r"^(?P<before>[ \t]*)(?P<tick>[`~])(?=(?P=tick){2})", re.M)
SIGN = re.compile(r"(?P<kept><[^>]*>|&#?\w+;)|[^\w\s,?’]|_")
# An id that Markdown reads as it stands.
NAME = re.compile(r"[^\W_][\w.-]*(?<!_)")


def write(book: Book, site: Path, folder: Path) -> None:
    """Write a book for a bare host: mkdocs.yml, and in docs/ its pages, files and assets.

    Arguments:
        site: into which the book was built.
        folder: takes the place of what is there.
    """
    with folders.Stage(folder, ours=f"docs/{ASSETS}/*.js") as made:
        docs = made / "docs"
        files: dict[str, bytes | str] = {}
        for path, page in book.pages.items():
            files[path] = "\n".join(filter(None, [page.front, markdown(page)]))
        files |= {name: (book.docs / name).read_bytes() for name in book.files}
        ignored = shutil.ignore_patterns("cards", "book.*")
        shutil.copytree(site / ASSETS, docs / ASSETS, ignore=ignored)
        # search.js speaks to a part of MkDocs' theme that no other host has
        script = assets.script(without=["search.js"], book=book.name)
        style = assets.style(with_fonts=bool(fonts.of_text(book.settings.root)))
        files |= {f"{ASSETS}/{name}": content for name, content in (script, style)}
        folders.write(docs, files)
        own = settings(book, f"{ASSETS}/{style[0]}", f"{ASSETS}/{script[0]}")
        folders.write(made, {"mkdocs.yml": yaml.dump(own, sort_keys=False, allow_unicode=True)})


def settings(book: Book, style: str, script: str) -> dict[str, Any]:
    """The settings of the host: the book's, without what only this build knows."""
    with (book.settings.root / "mkdocs.yml").open("rb") as file:
        own = yaml_load(file)
    left = {"validation", "docs_dir", "hooks"}
    if not own.get("repo_url"):
        left |= {"repo_url", "edit_uri"}  # there is nothing to edit
    kept = {key: value for key, value in own.items() if key not in left}
    if isinstance(theme := kept.get("theme"), dict):
        kept["theme"] = {key: value for key, value in theme.items() if key != "custom_dir"}
    plugins = kept.get("plugins") or []
    if isinstance(plugins, dict):
        plugins = [{name: config or {}} for name, config in plugins.items()]
    nav: list[Any] = []
    inside = [page for page in book.pages.values() if page.inside]
    for section, pages in groupby(inside, key=lambda page: page.section):
        items = [{book.title_of(page): page.path} for page in pages]
        nav += [{section: items}] if section else items
    return kept | {
        "nav": nav,
        "plugins": [one for one in plugins if "unpasted" not in (one, *one)],
        "extra_css": [style, *own.get("extra_css", [])],
        "extra_javascript": [*own.get("extra_javascript", []), script],
    }


def markdown(page: Page) -> str:
    """A finished page as Markdown, block by block."""
    blocks = [_plain(escape(page.tree.text or "")).strip(), *map(_block, page.tree)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _block(element: tree.Element) -> str:
    """A block of a page, and the text behind it."""
    loose = _plain(escape(element.tail or "")).strip()
    more = f"\n\n{loose}" if loose else ""
    name = element.get("id", "")
    if re.fullmatch("h[1-6]", element.tag) and element.keys() == ["id"] and NAME.fullmatch(name):
        words = tree.write(tree.without(element, "a[@class='headerlink']"))  # the host has its own
        return f"{'#' * int(element.tag[1])} {_plain(words).strip()} {{ #{name} }}{more}"
    html = tree.outer(element)
    if element.tag not in BLOCK_LEVEL_ELEMENTS:
        html = f"<div>{html}</div>"
    html = html.replace("](", "&#93;(")  # Zensical takes it for a link, in code as well
    html = FENCE.sub(lambda found: f"{found['before']}&#{ord(found['tick'])};", html)
    return re.sub(r"\n(?=[ \t]*\n)", "&#10;", html) + more


def _plain(html: str) -> str:
    """HTML on one line: tags as they are, between them no sign means anything to Markdown."""
    line = re.sub(r"\s*\n\s*", " ", html)
    return SIGN.sub(lambda found: found["kept"] or f"&#{ord(found[0])};", line)
