"""The author's server: files of a folder, watched sources, pages that reload by themselves.

The site that stands is served while the next one is built. A change is told to the browser as
soon as its page is there, and only pages that changed are loaded again.
"""

import contextlib
import functools
import json
import queue
import socket
import threading
import webbrowser
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from unpasted.edits import Edits
from unpasted.faults import Refused, log

SETTLED = 0.03  # seconds without another change, until a build begins
POLL = 50.0  # seconds after which a waiting browser asks again
HTML = "text/html; charset=utf-8"
NEVER_KEPT = {"Cache-Control": "no-store"}  # scripts and styles are edited, too
CHANGES = ("created", "modified", "moved", "deleted", "closed")
SCRIPT = f"<script>{Path(__file__).with_name('reload.js').read_text('utf-8')}</script>"


class Server(ThreadingHTTPServer):
    """Serves a site while it is written.

    Arguments:
        root: the folder of the site.
        host, port: where.
        mount: the path under which the site stands.
        edits: builds what changed, and knows what is wrong with the book.
    """

    daemon_threads = True

    def __init__(self, root: Path, host: str, port: int, mount: str, edits: Edits) -> None:
        self.address_family = family_of(host)
        super().__init__((host, port), functools.partial(_Handler, directory=str(root)))
        self._edits = edits
        self._changed: queue.Queue[Path] = queue.Queue()
        self._observer = Observer()
        self._news = threading.Condition()  # held to touch the epochs
        # How often the site has changed.
        self.epoch = 0
        self._epochs: dict[str, int] = {}  # in which each page changed last
        self._done = False
        # The page that was asked for last.
        self.viewed = ""
        self.mount = f"/{mount.strip('/')}/".replace("//", "/")
        named = f"[{host}]" if ":" in host else host
        self.url = f"http://{named}:{port}{self.mount}"

    def watch(self, path: str, *_: object, **__: object) -> None:
        """Build anew when something changes in a folder, or in a file."""
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
        self._observer.start()  # first: an edit may follow as soon as a page is seen
        threading.Thread(target=self.serve_forever, daemon=True).start()
        log.info("Serving on %s", self.url)
        if open_in_browser:
            webbrowser.open(self.url)
        while not self._done:
            changed: set[Path] = set()
            with contextlib.suppress(queue.Empty):
                changed.add(self._changed.get(timeout=0.5))
                while True:
                    changed.add(self._changed.get(timeout=SETTLED))
            for files in self._edits.build(changed, self.viewed) if changed else ():
                self._tell(files)

    def shutdown(self, wait: bool = False) -> None:
        """End."""
        self._done = True
        if self._observer.is_alive():
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
        problems = self._edits.problems().encode()
        head, article, rest = html.partition(b"<article")
        if article:
            tag, close, inner = rest.partition(b">")
            html, problems = head + article + tag + close + problems + inner, b""
        before, end, after = html.rpartition(b"</body>")
        return before + problems + script + end + after if end else html + problems + script


def family_of(host: str) -> socket.AddressFamily:
    """Whether a host is named by an IPv6 address."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def check_port(host: str, port: int) -> None:
    """Raise Refused where nothing can be served."""
    with socket.socket(family_of(host)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            cure = f"Stop what runs there, or choose another port: make serve PORT={port + 1}"
            raise Refused(f"cannot serve at {host}:{port}: {error.strerror}. {cure}") from None


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
        if path.startswith("/livereload/"):
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
            self.server.viewed = file.relative_to(Path(self.directory)).as_posix()
            body = self.server.page(body, epoch)
        self._send(body, HTML if file.suffix == ".html" else self.guess_type(file))

    def _send(self, body: bytes, kind: str, status: int = 200, **more: str) -> None:
        self.send_response(status)
        about = {"Content-Type": kind, "Content-Length": str(len(body))}
        for name, value in (about | NEVER_KEPT | more).items():
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
