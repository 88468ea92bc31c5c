"""What a page says of itself: its ids, and where its links lead."""

from __future__ import annotations

import functools
import posixpath
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from authoring.errors import Place

STUB = re.compile(r"<!--links of line \d+-->")


def stub(place: Place) -> str:
    """What stands under a cell that printed links until they are checked."""
    return f"<!--links of line {place.line}-->"


@functools.lru_cache(maxsize=4096)  # under serve most of the book is as it was
def ids_and_links(html: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids and links of a piece of HTML, in order."""
    anchors = Anchors()
    anchors.feed(html)
    return tuple(anchors.ids), tuple(anchors.links)


class Anchors(HTMLParser):
    """Notes ids and links."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if value and key == "id":
                self.ids.append(value)
            elif value and ((key == "href" and tag in ("a", "area")) or key == "src"):
                self.links.append(value)


def problem_of(link: str, page: str, ids: dict[str, set[str]], files: set[str]) -> str | None:
    """What is wrong with a link, or None.

    Arguments:
        link: as it stands in the HTML.
        page: the URL of the page it stands on, relative to the site.
        ids: for the URL of every page, the ids on it.
        files: the URLs of all other files of the site.
    """
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = page
    if parts.path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    if target not in ids:
        if target in files:
            return None
        hint = f"; write {link.replace('.md', '.html')}" if target.endswith(".md") else ""
        return f"the link {link} leads nowhere: there is no {target}{hint}"
    fragment = unquote(parts.fragment)
    if fragment and fragment not in ids[target]:
        return f"the link {link} leads nowhere: {target} has no #{fragment}"
    return None
