"""The page for an address that leads nowhere, on a host that shows it at any depth."""

from __future__ import annotations

import functools
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.books import Quiet


class Host(Quiet):
    """Serves a site in a folder of the host, and its 404 page for all else, as static hosts do."""

    folder = "/books/micrograd/"

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self.folder) if path.startswith(self.folder) else "nowhere"
        return super().translate_path(f"/{inside}")

    def send_error(self, code: int, *_: object) -> None:
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def host(site):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{Host.folder}"
    server.shutdown()


@pytest.mark.parametrize("path", ["nothing.html", "chapters/nothing.html", "a/b/c/nothing.html"])
def test_the_page_leads_back_into_the_book(visit, host, path):
    """A site without an address of its own, in a folder: its first page, a chapter, the search."""
    page = visit(host + path)
    assert page.locator("h1").text_content() == "There is no such page"
    page.wait_for_function(
        "(host) => document.querySelector('a.home').href === `${host}index.html`", arg=host
    )
    page.get_by_role("link", name="Walk it backward").click()
    page.wait_for_url(f"{host}chapters/06-walk-it-backward.html")
    page.goto(host + path)
    page.wait_for_function(
        "(host) => document.querySelector('form').action === `${host}index.html`", arg=host
    )
    page.get_by_role("searchbox").fill("closure")
    page.get_by_role("button", name="Search").click()
    page.locator(".md-search-result__link").first.wait_for()
    visit.faults.clear()  # a host says 404, and so does the console


def test_a_site_with_an_address_needs_no_script(visit, book):
    """Its links begin there."""
    page = visit(book.url + "404.html", java_script_enabled=False)
    page.locator("a.home").click()
    page.wait_for_url("**/index.html")
