"""Pages of a built site as one PDF, numbered, with an outline and links within it; and its parts.

The pages become one HTML document, which Chromium prints as it prints a page for a reader.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from html import escape, unescape
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pypdfium2

from authoring.run.cell import Refused

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run", "--no-pdf-header-footer", "--generate-pdf-document-outline",
    "--virtual-time-budget=20000",
)  # fmt: skip
SCRIPTS = ("elements.js", "print.js")  # which put the answers at the end
ARTICLE = re.compile(r"<article\b[^>]*>(.*?)</article>", re.S)
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
OPENED = re.compile(r"<(html|body)\b[^>]*>")
TAG = re.compile(r"<[a-zA-Z][^<>]*>")
NAMED = re.compile(r'(?<=\s)(id|for|aria-\w+)="([^"]*)"')
WITHIN = re.compile(r"url\(#|(?<=xlink:href=\")#")
LEADS = re.compile(r'\s(href|src)="([^"]*)"')

PAGE = """<!doctype html>
{html}
<head><meta charset="utf-8"><title>{title}</title>
{sheets}
<style>
@page {{ size: A4; @bottom-center {{ content: counter(page); {ink} }} }}
{heads}
</style>
<script>{script}</script></head>
{body}
<div class="md-content">{articles}</div></body></html>
"""
INK = "font: 8pt sans-serif; color: #555;"


def browser() -> str:
    """The path of a Chromium. Raises Refused where there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise Refused(
        f"a PDF is printed by Chromium, and there is no {', '.join(NAMES)} on the PATH; install "
        "your system's package, such as `apt-get install chromium`"
    )


def write(site: Path, titles: Mapping[str, str], file: Path, title: str, address: str = "") -> None:
    """Print pages of a site as one PDF, on A4.

    Arguments:
        titles: of the pages, by their URLs; in the order in which they are printed.
        title: of the PDF.
        address: of the published site, to which links to other pages lead; without it they are
            none.

    Raises Refused where Chromium cannot print.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "book.html"
        page.write_text(document(site, titles, title, address), "utf-8")
        command = [browser(), *FLAGS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={file}"]
        done = subprocess.run(
            [*command, page.as_uri()], capture_output=True, text=True, timeout=300
        )
    if done.returncode or not file.exists():
        said = done.stderr.strip().split("\n")[-1]
        raise Refused(f"Chromium did not print {title}: {said}")


def split(file: Path, folder: Path, urls: Sequence[str]) -> None:
    """Write each page of the site that a PDF has as a PDF of its own; its sheets stay numbered.

    Arguments:
        urls: of the pages, as they follow each other in the PDF. Each has one first heading.
    """
    with pypdfium2.PdfDocument(file) as whole:
        starts = [item.get_dest().get_index() for item in whole.get_toc() if item.level == 0]
        ends = [*starts[1:], len(whole)]
        for url, start, end in zip(urls, starts, ends, strict=True):
            name = url.replace("/", "-").replace(".html", ".pdf")
            with pypdfium2.PdfDocument.new() as part:
                part.import_pages(whole, list(range(start, end)))
                part.save(folder / name)


def document(site: Path, titles: Mapping[str, str], title: str, address: str = "") -> str:
    """The HTML of `write`."""
    names = {url: f"page-{number}" for number, url in enumerate(titles, 1)}
    articles: list[str] = []
    sheets: dict[str, None] = {}
    opened: dict[str, str] = {}
    for url, name in names.items():
        html = (site / url).read_text("utf-8")
        article = ARTICLE.search(html)
        assert article, f"{url} has no article"
        here = _Page(site, url, names, address)
        text = TAG.sub(lambda tag, here=here: here.tag(tag[0]), article[1])
        articles.append(
            f'<article id="{name}" class="md-content__inner md-typeset" style="page: {name}">'
            f"{text}</article>"
        )
        sheets |= {here.file(sheet): None for sheet in SHEET.findall(html)}
        opened |= {tag[1]: tag[0] for tag in OPENED.finditer(html)}
    folder = files("authoring.assets")
    return PAGE.format(
        **opened,
        title=escape(title),
        sheets="\n".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets),
        ink=INK,
        heads="\n".join(
            f"@page {name} {{ @top-center {{ content: {_css(titles[url])}; {INK} }} }}"
            for url, name in names.items()
        ),
        script="\n".join(folder.joinpath(name).read_text("utf-8") for name in SCRIPTS),
        articles="\n".join(articles),
    )


def _css(text: str) -> str:
    return '"' + re.sub(r'["\\<]', lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'


class _Page:
    """A page on its way into the document: its ids get its name before them."""

    def __init__(self, site: Path, url: str, names: Mapping[str, str], address: str) -> None:
        self._site, self._url, self._names, self._address = site, url, names, address
        self._name = names[url]

    def file(self, link: str) -> str:
        """The whole address of a file of the site."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self._url), unquote(link)))
        return (self._site.resolve() / path).as_uri()

    def tag(self, tag: str) -> str:
        tag = NAMED.sub(self._named, tag)
        tag = WITHIN.sub(lambda found: f"{found[0]}{self._name}-", tag)
        return LEADS.sub(lambda found: self._leads(found[1], unescape(found[2])), tag)

    def _named(self, found: re.Match[str]) -> str:
        refers = found[1] in ("id", "for") or found[1].endswith(("by", "controls", "details"))
        if not refers:
            return found[0]
        return f'{found[1]}="{" ".join(f"{self._name}-{one}" for one in found[2].split())}"'

    def _leads(self, key: str, link: str) -> str:
        parts = urlsplit(link)
        if parts.scheme:
            return f' {key}="{escape(link)}"'
        if key == "src":
            return f' src="{escape(self.file(link))}"'
        target = self._url
        if parts.path:
            target = posixpath.join(posixpath.dirname(self._url), unquote(parts.path))
        name = self._names.get(posixpath.normpath(target))
        if name:
            return f' href="#{name}{"-" * bool(parts.fragment)}{escape(parts.fragment)}"'
        if not self._address:
            return ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        whole = self._address.rstrip("/") + "/" + posixpath.normpath(target) + fragment
        return f' href="{escape(whole)}"'
