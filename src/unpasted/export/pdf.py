"""Pages of a built site as one PDF, numbered, with an outline and links within it; and its parts.

The pages become one HTML document, which Chromium prints as it prints a page for a reader.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.metadata import packages_distributions
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, urlsplit

from bs4 import BeautifulSoup, Tag

from unpasted.html.links import target_of
from unpasted.run.session import Refused

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run", "--no-pdf-header-footer", "--generate-pdf-document-outline",
    "--virtual-time-budget=20000",
)  # fmt: skip
SECONDS = 300
SCRIPTS = ("elements.js", "print.js")  # which put the answers at the end
REFERS = re.compile(
    r"aria-\w*(?:by|controls|descendant|details|flowto|owns)|id|for|headers|popovertarget"
)
"""Attributes whose words are ids."""
WITHIN = re.compile(r"url\(#")

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
<nav hidden>{starts}</nav>
<div class="md-content">{articles}</div></body></html>
"""
SHEET = "link[rel=stylesheet]"
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
        try:
            done = subprocess.run(
                [*command, page.as_uri()], capture_output=True, text=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            raise Refused(f"Chromium did not print {title} in {SECONDS} seconds") from None
    if done.returncode or not file.exists():
        said = done.stderr.strip().split("\n")[-1]
        raise Refused(f"Chromium did not print {title}: {said}")


def split(file: Path, folder: Path, urls: Sequence[str]) -> None:
    """Write each page of the site that a PDF has as a PDF of its own; its sheets stay numbered.

    Arguments:
        folder: gets the tree of the site.
        urls: of the pages, as they follow each other in the PDF.

    Raises Refused where pypdfium2 is not installed.
    """
    try:
        import pypdfium2
        import pypdfium2.raw as raw
    except ModuleNotFoundError:
        ours = packages_distributions()["unpasted"][0]
        says = f'the PDFs of the pages need pypdfium2; pip install "{ours}[archive]"'
        raise Refused(says) from None
    with pypdfium2.PdfDocument(file) as whole:
        links = [raw.FPDF_GetNamedDestByName(whole, name.encode()) for name in names(urls).values()]
        starts = [raw.FPDFDest_GetDestPageIndex(whole, link) for link in links]
        ends = [*starts[1:], len(whole)]
        for url, start, end in zip(urls, starts, ends, strict=True):
            one = folder / Path(url).with_suffix(".pdf")
            one.parent.mkdir(parents=True, exist_ok=True)
            with pypdfium2.PdfDocument.new() as part:
                part.import_pages(whole, list(range(start, end)))
                part.save(one)


def names(urls: Iterable[str]) -> dict[str, str]:
    """By what a PDF knows the beginning of each page."""
    return {url: f"page-{number}" for number, url in enumerate(urls, 1)}


def document(site: Path, titles: Mapping[str, str], title: str, address: str = "") -> str:
    """The HTML of `write`. Links to all pages make Chromium name their beginnings in the PDF."""
    starts = names(titles)
    articles: list[str] = []
    sheets: dict[str, None] = {}
    opened: dict[str, str] = {}
    for url, name in starts.items():
        try:
            soup = BeautifulSoup((site / url).read_text("utf-8"), "html.parser")
        except FileNotFoundError:
            raise Refused(f"{site} has no {url}; build the book first") from None
        if not (article := soup.select_one("article")):
            raise Refused(f"{site / url} has no <article>; a PDF is printed from Material's pages")
        here = _Page(site, url, starts, address)
        for tag in article.find_all(True):
            here.change(tag)
        articles.append(
            f'<article id="{name}" class="md-content__inner md-typeset" style="page: {name}">'
            f"{article.decode_contents()}</article>"
        )
        sheets |= {here.file(str(sheet["href"])): None for sheet in soup.select(SHEET)}
        opened |= {one.name: _opening(one) for one in soup.select("html, body")}
    folder = files("unpasted.assets")
    return PAGE.format(
        **opened,
        title=escape(title),
        sheets="\n".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets),
        ink=INK,
        heads="\n".join(
            f"@page {name} {{ @top-center {{ content: {_css(titles[url])}; {INK} }} }}"
            for url, name in starts.items()
        ),
        script="\n".join(folder.joinpath(name).read_text("utf-8") for name in SCRIPTS),
        starts="".join(f'<a href="#{name}"></a>' for name in starts.values()),
        articles="\n".join(articles),
    )


def _css(text: str) -> str:
    return '"' + re.sub(r'["\\<]', lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'


def _opening(tag: Tag) -> str:
    tag.clear()
    return str(tag).removesuffix(f"</{tag.name}>")


class _Page:
    """A page on its way into the document: its ids get its name before them."""

    def __init__(self, site: Path, url: str, names: Mapping[str, str], address: str) -> None:
        self._site, self._url, self._names, self._address = site, url, names, address
        self._name = names[url]

    def file(self, link: str) -> str:
        """The whole address of a file that a page shows."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return link
        return (self._site.resolve() / target_of(parts.path, self._url)).as_uri()

    def change(self, tag: Tag) -> None:
        """Let an element name, lead to and load what it does on its page."""
        for key, value in [*tag.attrs.items()]:
            words = value if isinstance(value, list) else value.split()
            if REFERS.fullmatch(key):
                tag[key] = " ".join(f"{self._name}-{word}" for word in words)
            elif key in ("src", "poster"):
                tag[key] = self.file(str(value))
            elif key == "srcset":
                several = (one.split(maxsplit=1) for one in str(value).split(",") if one.strip())
                tag[key] = ", ".join(" ".join([self.file(one), *size]) for one, *size in several)
            elif key in ("href", "xlink:href"):
                loads = tag.name == "image" and not str(value).startswith("#")
                if link := self.file(str(value)) if loads else self._way(str(value)):
                    tag[key] = link
                else:
                    del tag[key]
            elif isinstance(value, str):
                tag[key] = WITHIN.sub(f"url(#{self._name}-", value)

    def _way(self, link: str) -> str:
        """Where a link leads in the PDF, or into the published site; nowhere without one."""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return link if parts.scheme else f"https:{link}"
        target = target_of(parts.path, self._url) if parts.path else self._url
        if name := self._names.get(target):
            return f"#{name}{'-' * bool(parts.fragment)}{parts.fragment}"
        path = f"{self._address.rstrip('/')}/{quote(target)}"
        return parts._replace(path=path).geturl() if self._address else ""
