"""A book as EPUB 3: formulas MathML, figures SVG, answers closed; nothing that needs a script."""

import mimetypes
import os
import re
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote

from lxml import etree

from unpasted import cards
from unpasted.book import Book
from unpasted.export.still import still
from unpasted.faults import Fault
from unpasted.folders import MIMETYPE, pack
from unpasted.html import tree
from unpasted.html.links import lead, way_to
from unpasted.kinds.colours import written_out
from unpasted.templating import filled
from unpasted.words import styled

# Where an element of our own is part of a line.
WITHIN = ("a", "em", "h1", "h2", "h3", "p", "span", "strong", "summary")
KEPT = ("alt", "class", "colspan", "controls", "dir", "display", "height", "href", "id", "lang",
        "open", "role", "rowspan", "scope", "src", "start", "title", "type", "width")  # fmt: skip
SHOWS = ".//text()[normalize-space() and not(ancestor::h1)]|.//img|.//svg"
UNKNOWN = "application/octet-stream"


def write(book: Book, file: Path) -> None:
    """Write the pages of a book's navigation as EPUB, with the files that they show.

    Raises Fault for a page that cannot be written as XHTML.
    """
    pages = {unquote(page.url): page for page in book.pages.values() if page.inside}
    trees = {url: still(page.tree) for url, page in pages.items()}
    trees = {url: root for url, root in trees.items() if root.xpath(SHOWS)}
    ids = {url: {str(one) for one in root.xpath(".//@id")} for url, root in trees.items()}
    shown: dict[str, None] = {}
    look = Path(__file__).with_name("epub.css").read_text("utf-8")
    content: dict[str, str | bytes] = {
        MIMETYPE: "application/epub+zip",  # first of all
        "META-INF/container.xml": filled("container.xml"),
        "book/style.css": written_out(styled(look)),
    }
    listed = []
    for url, root in trees.items():
        name, title = _named(url), book.title_of(pages[url])
        body = xhtml(root, url, ids, shown)
        style = way_to("style.css", url)
        text = filled("page.xhtml", book=book, title=title, style=style, body=body)
        try:
            etree.fromstring(text.encode())
        except etree.XMLSyntaxError as error:
            says = f"this page cannot be written as XHTML, which an EPUB is made of: {error}"
            raise Fault(pages[url].chapter.place, says) from None
        content[f"book/{name}"] = text
        holds = [kind for kind, tag in (("svg", "svg"), ("mathml", "math")) if [*root.iter(tag)]]
        listed.append({"href": quote(name), "title": title, "holds": holds})
    drawn = next((one.picture for one in pages.values() if one.picture), "")
    cover = (book.author, 0, book.title, book.description, drawn)
    content["book/cover.png"] = cards.card(*cover, size=(720, 1080), zoom=2)
    content |= {f"book/{path}": (book.docs / path).read_bytes() for path in shown}
    kinds = {quote(path): mimetypes.guess_type(path)[0] or UNKNOWN for path in shown}
    held = {"book": book, "pages": listed}
    content["book/nav.xhtml"] = filled("nav.xhtml", title="Contents", style="style.css", **held)
    moment = time.gmtime(float(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    about = {"modified": time.strftime("%Y-%m-%dT%H:%M:%SZ", moment), "shown": kinds, **held}
    number = uuid.uuid5(uuid.NAMESPACE_URL, book.name)
    content["book/book.opf"] = filled("book.opf", id=number, **about)
    pack(file, content.items())


def _named(url: str) -> str:
    """A page of the site as the EPUB names it."""
    return re.sub(r"\.html$", ".xhtml", url)


def xhtml(root: tree.Element, url: str, ids: Mapping[str, set[str]], shown: dict[str, None]) -> str:
    """The content of a tree, as `still` gives it, as XHTML of an EPUB.

    Arguments:
        url: of its page, relative to the site.
        ids: of every page that is in the EPUB, by URL.
        shown: takes the paths of the files that the page shows, relative to the site.
    """

    def way(target: str, parts: SplitResult, leads: bool) -> str | None:
        if not leads:
            shown[target] = None
            return parts.path
        if target not in ids:
            return None
        fragment = parts.fragment if unquote(parts.fragment) in ids[target] else ""
        return parts._replace(path=_named(parts.path), fragment=fragment).geturl()

    lead(root, url, way)
    for math in root.iter("math"):
        math.set("xmlns", "http://www.w3.org/1998/Math/MathML")
        math.attrib.pop("data-tex", None)
        for element in math.iterdescendants():
            for name in ("displaystyle", "scriptlevel") if element.tag != "mstyle" else ():
                element.attrib.pop(name, None)  # MathML 3, which EPUB has, knows them there only
    for element in root.xpath(".//*[not(ancestor-or-self::math or ancestor-or-self::svg)]"):
        known = {key: value for key, value in element.items() if key in KEPT}
        if "-" in element.tag:
            within = next(element.iterancestors(*WITHIN), None) is not None
            element.tag = "span" if within else "div"
        if element.tag == "a" and "href" not in known:
            element.tag = "span"
        if known.get("role") not in ("img", "note"):
            known.pop("role", None)
        element.attrib.clear()
        element.attrib.update(known)
    return tree.write(root)
