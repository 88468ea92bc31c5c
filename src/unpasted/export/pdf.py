"""A finished book as one PDF, numbered, with an outline and links within it.

The pages become one HTML document, which Chromium prints as it prints a page for a reader; how the
PDF looks beside that stands in pdf.css.
"""

import re
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote

from lxml import html

from unpasted import assets
from unpasted.book import Book
from unpasted.export.still import still
from unpasted.faults import Refused
from unpasted.html import tree
from unpasted.html.links import lead
from unpasted.kinds.colours import written_out
from unpasted.kinds.svg import rename
from unpasted.templating import filled

SHELL = "chromium-headless-shell"  # the same engine without windows: a third less to do
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run", "--no-pdf-header-footer", "--generate-pdf-document-outline",
    "--virtual-time-budget=20000",
)  # fmt: skip
SECONDS = 300
# Of a card up to its minutes: what stands before them, and the page that it leads to.
CARD = re.compile(r'(<a class="card" href="#([\w-]+)".*?<span class="card-minutes">)([^<]*)', re.S)


def browser() -> str:
    """The path of a Chromium. Raises Refused where there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    says = f"a PDF is printed by Chromium, and there is no {', '.join(NAMES)} on the PATH"
    raise Refused(f"{says}; install your system's package, such as `apt-get install chromium`")


def write(book: Book, site: Path, file: Path) -> None:
    """Print the pages of a book's navigation as one PDF, on A4.

    Arguments:
        site: into which the book was built.

    Raises Refused where Chromium cannot print.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "book.html"
        page.write_text(text := document(book, site), "utf-8")
        _print(page, file)
        sheets = _sheets(file.read_bytes())  # where each page begins, for the cards that lead there
        numbered = CARD.sub(lambda card: card[1] + sheets.get(card[2], card[3]), text)
        if numbered != text:
            page.write_text(numbered, "utf-8")
            _print(page, file)


def _print(page: Path, file: Path) -> None:
    """Print an HTML file. Raises Refused where Chromium cannot."""
    profile = f"--user-data-dir={page.parent}/profile"
    command = [browser(), *FLAGS, profile, f"--print-to-pdf={file}", page.as_uri()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Refused(f"Chromium did not print the book in {SECONDS} seconds") from None
    if done.returncode or not file.exists():
        said = done.stderr.strip().split("\n")[-1]
        raise Refused(f"Chromium did not print the book: {said}")


def _sheets(pdf: bytes) -> dict[str, str]:
    """The number of the sheet on which each page begins, in a PDF as Chromium writes it."""
    order = re.findall(rb"(\d+) 0 obj\s*<</Type /Page\s", pdf)
    begins = re.findall(rb"/(page-\d+) \[(\d+) 0 R", pdf)
    return {name.decode(): str(order.index(at) + 1) for name, at in begins if at in order}


def document(book: Book, site: Path) -> str:
    """The HTML of `write`, in which each page has a name, and its ids begin with it."""
    pages = [page for page in book.pages.values() if page.inside]
    starts = {unquote(page.url): f"page-{number}" for number, page in enumerate(pages, 1)}

    def way(target: str, link: SplitResult, leads: bool) -> str | None:
        if not leads:
            return (site.resolve() / target).as_uri()
        if name := starts.get(target):
            return f"#{name}{'-' * bool(link.fragment)}{link.fragment}"
        path = f"{book.address.rstrip('/')}/{quote(target)}"
        return link._replace(path=path).geturl() if book.address else None

    parts = []
    for page, (url, name) in zip(pages, starts.items(), strict=True):
        root = still(page.tree, "room-l")
        rename(root, partial("{}-{}".format, name))
        lead(root, url, way)
        title = re.sub(r'["\\<]', lambda sign: f"\\{ord(sign[0]):x} ", book.title_of(page))
        parts.append({"name": name, "title": f'"{title}"', "html": tree.write(root)})
    frame = html.fromstring((site / (first := next(iter(starts)))).read_text("utf-8"))
    lead(frame, first, way)
    known = {"html": dict(frame.items()), "body": dict(frame.body.items())}
    known["sheets"] = frame.xpath("//link[@rel='stylesheet']/@href")
    look = written_out(Path(__file__).with_name("pdf.css").read_text("utf-8"))
    script = assets.script(["print.js"])[1].decode()  # puts the answers at the end
    return filled("book.html", book=book, look=look, script=script, pages=parts, **known)
