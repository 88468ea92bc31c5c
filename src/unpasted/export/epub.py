"""A book as EPUB 3: formulas MathML, figures SVG, answers closed; nothing that needs a script."""

from __future__ import annotations

import mimetypes
import os
import posixpath
import re
import time
import uuid
import zipfile
from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree

from unpasted.export.svg import coloured
from unpasted.faults import Fault
from unpasted.html.links import target_of
from unpasted.whole import One, Whole

EARLIEST = (1980, 1, 1, 0, 0, 0)
DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
UNDRAWN = re.compile(r'<path(?![^>]*\sd=)[^>]*/>| (?:data-[\w-]+|tabindex)="[^"]*"')
"""What of a drawing waits for a script."""
DROPPED = ("button", "form", "script", "style", "input", "select", "option", "label")
"""What is pressed; with what is in it."""
VOID = ("area", "br", "col", "hr", "img", "input", "source", "track", "wbr")
WITHIN = ("a", "em", "h1", "h2", "h3", "p", "span", "strong", "summary")
"""Where an element of our own is part of a line."""
BLOCKS = ("details", "div", "figure", "h2", "h3", "ol", "p", "pre", "section", "table", "ul")
KEPT = ("alt", "class", "colspan", "controls", "dir", "display", "height", "href", "id", "lang",
        "open", "role", "rowspan", "scope", "src", "start", "title", "type", "width")  # fmt: skip
ROLES = ("img", "note")

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
 lang="{lang}" xml:lang="{lang}">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="{style}"/></head>
<body>{body}</body>
</html>
"""
PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"
 xml:lang="{lang}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{id}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>{lang}</dc:language>
<dc:description>{description}</dc:description>
<meta property="dcterms:modified">{modified}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">MathML</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
{items}
</manifest>
<spine>
{spine}
</spine>
</package>
"""


def write(book: Whole, file: Path) -> None:
    """Write the pages of a book's navigation as EPUB, with the files that they show.

    Raises Fault for a page that cannot be written as XHTML.
    """
    pages = {one.url: one for one in book.pages.values() if one.inside}
    theme = book.settings.get("theme") or {}
    lang = theme.get("language", "en") if isinstance(theme, dict) else "en"
    ids = {url: {*one.page.found.ids} for url, one in pages.items()}
    shown: dict[str, None] = {}
    texts = {url: xhtml(_html(book, one), url, ids, shown) for url, one in pages.items()}
    titles = book.titles
    style = files("unpasted.export").joinpath("epub.css").read_text("utf-8")
    content: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "book/style.css": style,
    }
    items, spine, entries = [], [], []
    for number, (url, text) in enumerate(texts.items()):
        name = _named(url)
        there = posixpath.relpath("style.css", posixpath.dirname(url) or ".")
        title = escape(titles[url])
        page = PAGE.format(lang=lang, title=title, style=there, body=text)
        try:
            ElementTree.fromstring(page.encode())
        except ElementTree.ParseError as error:
            says = f"this page cannot be written as XHTML, which an EPUB is made of: {error}"
            raise Fault(pages[url].page.chapter.place, says) from None
        content[f"book/{name}"] = page
        href = escape(quote(name))
        holds = [name for name, found in (("svg", "<svg"), ("mathml", "<math")) if found in text]
        properties = f' properties="{" ".join(holds)}"' if holds else ""
        kind = 'media-type="application/xhtml+xml"'
        items.append(f'<item id="page-{number}" href="{href}" {kind}{properties}/>')
        spine.append(f'<itemref idref="page-{number}"/>')
        entries.append(f'<li><a href="{href}">{title}</a></li>')
    for number, path in enumerate(shown):
        content[f"book/{path}"] = (book.docs / path).read_bytes()
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        href = escape(quote(path))
        items.append(f'<item id="file-{number}" href="{href}" media-type="{kind}"/>')
    nav = f'<nav epub:type="toc"><h1>Contents</h1><ol>{"".join(entries)}</ol></nav>'
    content["book/nav.xhtml"] = PAGE.format(
        lang=lang, title="Contents", style="style.css", body=nav
    )
    moment = float(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    content["book/book.opf"] = PACKAGE.format(
        lang=lang,
        id=uuid.uuid5(uuid.NAMESPACE_URL, book.book.name),
        title=escape(book.settings["site_name"]),
        description=escape(book.settings.get("site_description", "") or book.book.name),
        modified=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)),
        items="\n".join(items),
        spine="\n".join(spine),
    )
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        mimetype = zipfile.ZipInfo("mimetype", EARLIEST)
        archive.writestr(mimetype, "application/epub+zip", zipfile.ZIP_STORED)
        for name, held in content.items():
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), held, zipfile.ZIP_DEFLATED)


def _html(book: Whole, one: One) -> str:
    return book.with_terms(book.with_chapters(one.html, one), one)


def _named(url: str) -> str:
    """A page of the site as the EPUB names it."""
    return re.sub(r"\.html$", ".xhtml", url)


def xhtml(html: str, url: str, ids: Mapping[str, set[str]], shown: dict[str, None]) -> str:
    """HTML as XHTML of an EPUB.

    Arguments:
        url: of its page, relative to the site.
        ids: of every page that is in the EPUB, by URL.
        shown: takes the paths of the files that the page shows, relative to the site.
    """
    drawings: list[str] = []

    def keep(found: re.Match[str]) -> str:
        drawings.append(UNDRAWN.sub("", coloured(found[0])))
        return f"<svg>{len(drawings) - 1}</svg>"

    writer = _Writer(url, ids, shown, drawings)
    writer.feed(DRAWING.sub(keep, html))
    writer.close()
    return "".join(writer.out)


class _Writer(HTMLParser):
    def __init__(
        self,
        url: str,
        ids: Mapping[str, set[str]],
        shown: dict[str, None],
        drawings: list[str],
    ) -> None:
        super().__init__()
        self.out: list[str] = []
        self._url, self._ids, self._shown, self._drawings = url, ids, shown, drawings
        self._open: list[tuple[str, str]] = []  # as it was written, and as it is
        self._dropping, self._depth = "", 0  # what is left out, and how often it is open

    def close(self) -> None:
        """End what its author left open."""
        super().close()
        while self._open:
            self._end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {key: value or "" for key, value in attrs}
        if self._depth:
            self._depth += tag == self._dropping
            return
        if tag in DROPPED or self._useless(known):
            self._dropping, self._depth = tag, int(tag not in VOID)
            return
        name = tag
        if "-" in tag:
            name = "span" if any(name in WITHIN for _, name in self._open) else "div"
        if (
            name == "a"
            and not (known := known | {"href": self._way(known.get("href", ""))})["href"]
        ):
            name = "span"
            known.pop("href")
        if name in BLOCKS and self._open and self._open[-1][1] == "p":
            self.handle_endtag("p")  # as a browser reads it
        if known.get("src"):
            known["src"] = self._file(known["src"])
        if known.get("role") not in ROLES:
            known.pop("role", None)
        math = tag == "math" or any(opened == "math" for opened, _ in self._open)
        if tag == "math":
            known["xmlns"] = "http://www.w3.org/1998/Math/MathML"
        elif tag != "mstyle":  # MathML 3, which EPUB has, knows these nowhere else
            known = {k: v for k, v in known.items() if k not in ("displaystyle", "scriptlevel")}
        kept = known if math else {k: v for k, v in known.items() if k in KEPT}
        text = "".join(f' {key}="{escape(value)}"' for key, value in kept.items())
        if tag in VOID:
            self.out.append(f"<{name}{text}/>")
        elif tag != "svg":
            self.out.append(f"<{name}{text}>")
            self._open.append((tag, name))
        else:
            self._open.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if self._depth:
            self._depth -= tag == self._dropping
            return
        if any(tag == opened for opened, _ in self._open):
            while self._end() != tag:
                pass

    def _end(self) -> str:
        """Write the end of the innermost open element; as it was written."""
        opened, name = self._open.pop()
        if name:
            self.out.append(f"</{name}>")
        return opened

    def handle_data(self, data: str) -> None:
        if self._depth:
            return
        if self._open and self._open[-1][0] == "svg":
            self.out.append(self._drawings[int(data)])
        else:
            self.out.append(escape(data, quote=False))

    def _useless(self, known: Mapping[str, str]) -> bool:
        """Whether a script or a site needs it; of the two words of a summary, one is enough."""
        classes = known.get("class", "").split()
        closes = "opened" in classes and bool(self._open) and self._open[-1][0] == "summary"
        return "headerlink" in classes or closes or known.get("data-mute") == "true"

    def _file(self, src: str) -> str:
        """Where a file that the page shows lies in the EPUB."""
        parts = urlsplit(src)
        if parts.scheme or parts.netloc:
            return src
        self._shown[target_of(parts.path, self._url)] = None
        return parts.path

    def _way(self, href: str) -> str:
        """Where a link leads in the EPUB; nowhere, if its page is not there."""
        parts = urlsplit(href)
        if parts.scheme or parts.netloc:
            return href
        page = target_of(parts.path, self._url) if parts.path else self._url
        if page not in self._ids:
            return ""
        fragment = parts.fragment if unquote(parts.fragment) in self._ids[page] else ""
        return parts._replace(path=_named(parts.path), fragment=fragment).geturl()
