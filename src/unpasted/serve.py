"""The author's server: files of a folder, watched sources, pages that reload by themselves.

The site that stands is served while the next one is built. A change is told to the browser as
soon as its page is there, and only pages that changed are loaded again.
"""

from __future__ import annotations

import functools
import http.server
import json
import logging
import threading
import webbrowser
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

log = logging.getLogger("mkdocs.plugins.unpasted")

SETTLED = 0.03  # seconds without another change, until a build begins
POLL = 50.0  # seconds after which a waiting browser asks again
CHANGES = ("created", "modified", "moved", "deleted", "closed")
SCRIPT = """<script>(() => {{
  let asked, seen = {epoch};
  const wait = async () => {{
    asked = new AbortController();
    try {{
      const answer = await fetch("/livereload/" + seen, {{signal: asked.signal}});
      const {{epoch, pages}} = await answer.json();
      seen = epoch;
      const here = decodeURI(location.pathname);
      if (pages.includes("*") || pages.includes(here)) return location.reload();
    }} catch (error) {{
      if (error.name === "AbortError") return;
      await new Promise((later) => setTimeout(later, 1000));
    }}
    wait();
  }};
  const visible = () => document.visibilityState === "visible" ? wait() : asked?.abort();
  addEventListener("visibilitychange", visible);
  visible();
}})()</script>"""

Rebuild = Callable[[set[Path], str], Iterable[set[str]]]
"""From changed files, and the page that was asked for last, to the changed files of the site, as
they come. Raises nothing."""


class Server:
    """Serves a site while it is written.

    Arguments:
        root: the folder of the site.
        host, port: where.
        mount: the path under which the site stands.
        rebuild: builds what changed.
        problems: what is wrong with the book as a whole, as HTML for the top of every page.
    """

    def __init__(
        self,
        root: Path,
        host: str,
        port: int,
        mount: str,
        rebuild: Rebuild,
        problems: Callable[[], str],
    ) -> None:
        self._rebuild, self._problems = rebuild, problems
        self._changed: set[Path] = set()
        self._news = threading.Condition()  # held to touch what changed, and the epoch
        self.epoch = 0
        """How often the site has changed."""
        self._pages: list[tuple[int, str]] = []
        self._done = False
        self._observer = Observer()
        self._watched: set[Path] = set()
        self.viewed = ""
        """The page that was asked for last."""
        handler = functools.partial(_Handler, self, directory=str(root))
        self._http = http.server.ThreadingHTTPServer((host, port), handler)
        self._http.daemon_threads = True
        self.mount = f"/{mount.strip('/')}/".replace("//", "/")
        self.url = f"http://{host}:{port}{self.mount}"

    def watch(self, path: str, *_: object, **__: object) -> None:
        """Build anew when something changes in a folder, or in a file."""
        watched = Path(path).resolve()
        if watched not in self._watched:
            self._watched.add(watched)
            folder = watched if watched.is_dir() else watched.parent
            self._observer.schedule(
                _Watcher(self, watched), str(folder), recursive=watched.is_dir()
            )

    def serve(self, *, open_in_browser: bool = False) -> None:
        """Serve and build until shutdown is called or Control-C pressed."""
        self._observer.start()  # first: an edit may follow as soon as a page is seen
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        log.info("Serving on %s", self.url)
        if open_in_browser:
            webbrowser.open(self.url)
        while not self._done:
            changed = self._wait_for_changes()
            if changed:
                for pages in self._rebuild(changed, self.viewed):
                    self._tell(pages)

    def shutdown(self, wait: bool = False) -> None:
        """End."""
        self._done = True
        if self._observer.is_alive():
            self._observer.stop()
        self._http.server_close()

    def note(self, path: Path) -> None:
        """Something changed."""
        with self._news:
            self._changed.add(path)
            self._news.notify_all()

    def _wait_for_changes(self) -> set[Path]:
        with self._news:
            self._news.wait_for(lambda: self._changed, timeout=0.5)
            if not self._changed:
                return set()
            while self._news.wait(timeout=SETTLED):
                pass
            changed, self._changed = self._changed, set()
            return changed

    def _tell(self, files: set[str]) -> None:
        """Tell the browsers which files of the site changed; any but a page concerns all."""
        if not files:
            return
        pages = [self.mount + file for file in files if file.endswith(".html")]
        every = len(pages) < len(files) or "*" in files
        with self._news:
            self.epoch += 1
            self._pages += [(self.epoch, page) for page in (["*"] if every else pages)]
            del self._pages[:-1000]
            self._news.notify_all()

    def news(self, seen: int) -> dict[str, object]:
        """The pages that changed after an epoch, as soon as there are any."""
        with self._news:
            self._news.wait_for(lambda: self.epoch > seen, timeout=POLL)
            pages = [page for epoch, page in self._pages if epoch > seen]
            index = [page.removesuffix("index.html") for page in pages]
            return {"epoch": self.epoch, "pages": sorted({*pages, *index})}

    def page(self, html: bytes, epoch: int) -> bytes:
        """A page with the script that waits for what comes after an epoch, and what is wrong."""
        script = SCRIPT.format(epoch=epoch).encode()
        problems = self._problems().encode()
        head, body, rest = html.partition(b"<article")
        if body and problems:
            tag, close, inner = rest.partition(b">")
            html = head + body + tag + close + problems + inner
        elif problems:
            html = html.replace(b"</body>", problems + b"</body>", 1)
        before, end, after = html.rpartition(b"</body>")
        return before + script + end + after if end else html + script


def _is_an_editors(path: Path, watched: Path) -> bool:
    """Whether a file is no source: an editor's copy, or something hidden."""
    inside = path.relative_to(watched).parts if path.is_relative_to(watched) else ()
    hidden = any(part.startswith((".", "#")) or part == "__pycache__" for part in inside)
    return hidden or path.name.endswith("~") or path.name == "4913"  # Vim's probe


class _Watcher(FileSystemEventHandler):
    def __init__(self, server: Server, watched: Path) -> None:
        self._server, self._watched = server, watched

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.is_directory or event.event_type not in CHANGES:
            return
        for path in (event.src_path, event.dest_path):
            named = Path(str(path)) if path else None
            if named is None or _is_an_editors(named, self._watched):
                continue
            if self._watched.is_dir() or named == self._watched:
                self._server.note(named)


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, server: Server, *arguments: object, directory: str) -> None:
        self._site = server
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/livereload/"):
            self._send(json.dumps(self._site.news(int(path.split("/")[2]))).encode(), "text/json")
        elif not path.startswith(self._site.mount):
            self.send_response(302)
            self.send_header("Location", self._site.mount)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            file = Path(self.translate_path("/" + self.path[len(self._site.mount) :]))
            self._send_file(file / "index.html" if file.is_dir() else file)

    def _send_file(self, file: Path) -> None:
        """Send a file as it is now: what is read decides how long the answer is said to be."""
        epoch = self._site.epoch  # before the file is read: it may change meanwhile
        try:
            body = file.read_bytes()
        except OSError:
            self.send_error(404)
            return
        if file.suffix == ".html":
            self._site.viewed = file.relative_to(Path(self.directory)).as_posix()
            self._send(self._site.page(body, epoch), "text/html; charset=utf-8")
        else:
            self._send(body, self.guess_type(file))

    def _send(self, body: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")  # scripts and styles are edited, too
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        epoch, missing = self._site.epoch, Path(self.directory) / f"{code}.html"
        said = f"<h1>{code}</h1><p>{escape(message or 'not found')}</p></body>"
        body = missing.read_bytes() if missing.is_file() else said.encode()
        self._send(self._site.page(body, epoch), "text/html; charset=utf-8", code)

    def log_message(self, format: str, *arguments: object) -> None:
        log.debug(format, *arguments)
