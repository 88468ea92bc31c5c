"""The author's server: files of a folder, watched sources, pages that reload by themselves.

The site that stands is served while the next one is built. A change is told to the browser as
soon as its page is there, and only pages that changed are loaded again: after an edit at once those
that show it, then the rest of the book if it concerns them.
"""

import contextlib
import functools
import json
import queue
import re
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from unpasted.book import Book
from unpasted.faults import Fault, Place, Refused, box, log, scrub, tell
from unpasted.project import WARNINGS

SETTLED = 0.03  # seconds without another change, until a build begins
POLL = 50.0  # seconds after which a waiting browser asks again
HTML = "text/html; charset=utf-8"
CHANGES = ("created", "modified", "moved", "deleted", "closed")
Progress = Callable[[], str]
SCRIPT = f"<script>{Path(__file__).with_name('reload.js').read_text('utf-8')}</script>"


@dataclass
class Edits:
    """Builds anew what authors change while their book is served.

    Arguments:
        book: as it was built last.
        again: builds one page anew, by its path; gives the files of the site that changed.
        whole: builds the book anew; gives it, and the files that changed.
        broken: why the last build came to nothing.
        viewed: the address of the page that was asked for last.
    """

    book: Book
    again: Callable[[str], set[str]]
    whole: Callable[[], tuple[Book, set[str]]]
    broken: str = ""
    viewed: str = ""

    def __post_init__(self) -> None:
        self.book.runner.resumable = True  # its first build had no checkpoints: they take time

    def problems(self) -> str:
        """What is wrong with the book as a whole, as HTML for the top of every page."""
        line = re.search(r"line (\d+)", self.broken)
        place = Place("mkdocs.yml", int(line[1]) if line else 1)
        said = [Fault(place, self.broken)] if self.broken else []
        return "".join(map(box, [*said, *self.book.more]))

    def view(self, url: str) -> None:
        """Note that a page was asked for, which may be the next that is edited."""
        self.viewed = url
        self.book.run_ahead(url)

    def build(self, changed: set[Path]) -> Iterator[set[str]]:
        """Build what changed; gives the files of the site that changed, as they come."""
        start, shown, failed = time.perf_counter(), self.problems(), bool(self.broken)
        book = self.book
        try:
            known = {book.docs / path: path for path in book.pages}
            edited = [known[path] for path in sorted(changed) if path in known and path.is_file()]
            whole = failed or len(edited) < len(changed) or book.glossary in edited
            if not edited and not any(path.suffix == ".yml" for path in changed):
                seen = [one.path for one in book.pages.values() if unquote(one.url) == self.viewed]
                edited = [path for path in seen if (book.docs / path).is_file()]
            for path in [] if failed else edited:  # what a failed build left behind is half new
                before, place = _shape(book, path), book.place_of(path)
                book.more = [fault for fault in book.more if fault.place.file != place.file]
                yield self.again(path)
                faults = book.pages[path].faults
                faults += [Fault(place, said) for said in WARNINGS.said]
                WARNINGS.said.clear()
                whole |= _shape(book, path) != before
                tell([] if whole else faults)  # which tells the faults of all
                log.info("%s: %.2f seconds", path, time.perf_counter() - start)
            self.broken = ""
            if whole:
                self.book, files = self.whole()
                yield files
        except (Exception, SystemExit) as error:
            says = "\n".join([*WARNINGS.said, str(error) or type(error).__name__])
            WARNINGS.said.clear()
            self.broken = scrub(says, book.settings.root)
            log.error("%s\nThe pages stay as they were until this is fixed.", self.broken)
        self.book.run_ahead(self.viewed)
        if self.problems() != shown:  # they stand on every page
            yield {"*"}


def _shape(book: Book, path: str) -> object:
    """What other pages show of a page, or link to."""
    page = book.pages[path]
    meta = {key: text for key, text in page.meta.items() if key != "description"}
    return page.title, meta, {*page.ids}, len(book.more)


class Server(ThreadingHTTPServer):
    """Serves a site while it is written.

    Arguments:
        root: the folder of the site.
        address: the host and the port.
        url: its path is where on this host the site stands.
        progress: tells how far the book is, until there are edits.

    Raises Refused where nothing can be served.
    """

    daemon_threads = True

    def __init__(self, root: Path, address: tuple[str, int], url: str, progress: Progress) -> None:
        host, port = address
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__(address, functools.partial(_Handler, directory=str(root)))
        except (OSError, OverflowError) as error:  # the latter for a port there cannot be
            says = error.strerror if isinstance(error, OSError) else "a port is 0 to 65535"
            cure = f"or choose another port: make serve PORT={port % 65535 + 1}"
            says = f"cannot serve at {host}:{port}: {says}. Stop what runs there, {cure}"
            raise Refused(says) from None
        # Builds what changed, and knows what is wrong with the book, once that was built.
        self.edits: Edits | None = None
        self.progress = progress
        self._changed: queue.Queue[Path] = queue.Queue()
        self._observer = Observer()
        self._observer.start()
        self._news = threading.Condition()  # held to touch the epochs
        # How often the site has changed.
        self.epoch = 0
        self._epochs: dict[str, int] = {}  # in which each page changed last
        self._done = False
        self.mount = f"/{urlsplit(url).path.strip('/')}/".replace("//", "/")
        named = f"[{host}]" if ":" in host else host
        self.url = f"http://{named}:{self.server_port}{self.mount}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def watch(self, path: str, *_: object, **__: object) -> None:
        """Build anew when something changes in a folder, or in a file; during a build, after it."""
        watched = Path(path).resolve()
        is_folder = watched.is_dir()

        def note(event: FileSystemEvent) -> None:
            if not event.is_directory and event.event_type in CHANGES:
                for named in (Path(str(one)) for one in (event.src_path, event.dest_path) if one):
                    if named == watched or (is_folder and not _is_an_editors(named, watched)):
                        self._changed.put(named)

        handler = FileSystemEventHandler()
        handler.on_any_event = note  # type: ignore[method-assign]
        folder = watched if is_folder else watched.parent
        self._observer.schedule(handler, str(folder), recursive=is_folder)

    def serve(self, *, open_in_browser: bool = False) -> None:
        """Serve and build until shutdown is called or Control-C pressed."""
        log.info("Serving on %s", self.url)
        if open_in_browser:
            webbrowser.open(self.url)
        while not self._done:
            changed: set[Path] = set()
            with contextlib.suppress(queue.Empty):
                changed.add(self._changed.get(timeout=0.5))
                while True:
                    changed.add(self._changed.get(timeout=SETTLED))
            for files in self.edits.build(changed) if self.edits and changed else ():
                self._tell(files)

    def shutdown(self, wait: bool = False) -> None:
        """End."""
        self._done = True
        self._observer.stop()
        super().shutdown()
        self.server_close()

    def _tell(self, files: set[str]) -> None:
        """Tell the browsers which files of the site changed; any but a page concerns all."""
        pages = [self.mount + file for file in files if file.endswith(".html")]
        with self._news:
            self.epoch += bool(files)
            told = pages if len(pages) == len(files) else ["*"]
            self._epochs |= dict.fromkeys(told, self.epoch)
            self._news.notify_all()

    def news(self, seen: int) -> dict[str, object]:
        """The pages that changed after an epoch, as soon as there are any."""
        with self._news:
            self._news.wait_for(lambda: self.epoch > seen, timeout=POLL)
            pages = [page for page, epoch in self._epochs.items() if epoch > seen]
            return {"epoch": self.epoch, "pages": pages}

    def page(self, html: bytes, epoch: int) -> bytes:
        """A page with the script that waits for what comes after an epoch, and what is wrong."""
        script = SCRIPT.replace("{epoch}", str(epoch)).encode()
        problems = self.edits.problems().encode() if self.edits else b""
        html, told = re.subn(rb"<article[^>]*>", lambda tag: tag[0] + problems, html, count=1)
        before, end, after = html.rpartition(b"</body>")
        added = script if told else problems + script
        return before + added + end + after if end else after + added


def _is_an_editors(path: Path, watched: Path) -> bool:
    """Whether a file is no source: an editor's copy, or something hidden."""
    inside = path.relative_to(watched).parts if path.is_relative_to(watched) else ()
    hidden = any(part.startswith((".", "#")) or part == "__pycache__" for part in inside)
    return hidden or path.name.endswith("~") or path.name == "4913"  # Vim's probe


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        path, mount = urlsplit(self.path).path, self.server.mount
        if not self.server.edits:
            said = f"<h1>The book is being built</h1><p>{escape(self.server.progress())}</p>"
            self._send(said.encode(), HTML, 503, Refresh="1")
        elif path.startswith("/livereload/"):
            news = self.server.news(int(path.split("/")[2]))
            self._send(json.dumps(news).encode(), "text/json")
        elif not path.startswith(mount):
            self._send(b"", "text/html", 302, Location=mount)
        else:
            file = Path(self.translate_path("/" + self.path[len(mount) :]))
            self._send_file(file / "index.html" if file.is_dir() else file)

    def _send_file(self, file: Path) -> None:
        """Send a file as it is now: what is read decides how long the answer is said to be."""
        epoch = self.server.epoch  # before the file is read: it may change meanwhile
        try:
            body = file.read_bytes()
        except OSError:
            self.send_error(404)
            return
        if file.suffix == ".html":
            if self.server.edits:
                self.server.edits.view(file.relative_to(Path(self.directory)).as_posix())
            body = self.server.page(body, epoch)
        self._send(body, HTML if file.suffix == ".html" else self.guess_type(file))

    def _send(self, body: bytes, kind: str, status: int = 200, **more: str) -> None:
        self.send_response(status)
        more |= {"Content-Type": kind, "Content-Length": str(len(body))}
        more |= {"Cache-Control": "no-store"}  # scripts and styles are edited, too
        for name, value in more.items():
            self.send_header(name, value)
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:  # its tab was closed
            self.close_connection = True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        epoch, missing = self.server.epoch, Path(self.directory) / f"{code}.html"
        said = f"<h1>{code}</h1><p>{escape(message or 'not found')}</p></body>"
        body = missing.read_bytes() if missing.is_file() else said.encode()
        self._send(self.server.page(body, epoch), HTML, code)

    def log_message(self, format: str, *arguments: object) -> None:
        log.debug(format, *arguments)
