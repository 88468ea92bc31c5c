"""The author's server sends whole files, whatever happens to them meanwhile."""

from __future__ import annotations

import os
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

from unpasted.faults import Refused
from unpasted.serve import Server

EDITS: Any = SimpleNamespace(problems=str, view=str)  # there are none


def progress() -> str:
    return "3 of 38 pages have run"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A page and a style sheet."""
    (tmp_path / "index.html").write_text(page(0))
    (tmp_path / "book.css").write_text(sheet(0))
    return tmp_path


def page(number: int) -> str:
    return f"<html><body>{'x' * (number * 37_000 % 500_000)} {number}</body></html>"


def sheet(number: int) -> str:
    return "y" * (number * 41_000 % 600_000)


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a folder's files."""
    server = Server(site, ("127.0.0.1", 0), "/", progress)
    server.edits = EDITS
    yield server.url
    server.shutdown()


@contextmanager
def changing(site: Path) -> Iterator[None]:
    """A page that is replaced, as a build does, and a sheet that is written anew, as an editor."""
    done = threading.Event()

    def change() -> None:
        number = 0
        while not done.is_set():
            number += 1
            (site / "new").write_text(page(number))
            os.replace(site / "new", site / "index.html")
            (site / "book.css").write_text(sheet(number))

    writer = threading.Thread(target=change)
    writer.start()
    try:
        yield
    finally:
        done.set()
        writer.join()


def test_a_file_that_changes_while_it_is_read_is_sent_whole(site):
    """A page from its beginning to its end; whatever is sent is as long as it was said to be."""
    with served(site) as url, changing(site):
        for _ in range(50):
            with urllib.request.urlopen(url) as answer:
                text = answer.read().decode()  # IncompleteRead, where it is cut
            assert text.startswith("<html>") and text.endswith("</html>")
            with urllib.request.urlopen(f"{url}book.css") as answer:
                answer.read()


def test_a_file_that_goes_while_it_is_asked_for_is_not_there(site):
    """An answer, and no broken connection."""
    (site / "book.css").unlink()
    (site / "book.css").symlink_to("nowhere")
    with served(site) as url, pytest.raises(HTTPError, match="404"):
        urllib.request.urlopen(f"{url}book.css")


def test_a_tab_that_is_closed_before_its_answer_is_nobodys_error(site, capfd):
    """No traceback among what the author reads."""
    (site / "book.css").write_text("y" * 20_000_000)
    with served(site) as url:
        with socket.create_connection(("127.0.0.1", urlsplit(url).port)) as tab:
            tab.sendall(b"GET /book.css HTTP/1.1\r\nHost: x\r\n\r\n")
            tab.recv(100)
        with urllib.request.urlopen(url) as answer:
            assert answer.status == 200
    assert "Traceback" not in capfd.readouterr().err


def test_a_site_is_served_at_an_address_of_either_sort(site):
    """IPv6 too; where somebody serves already, that is told before anything is built."""
    for host in ("127.0.0.1", "::1"):
        server = Server(site, (host, 0), "/", progress)
        server.edits = EDITS
        with urllib.request.urlopen(server.url) as got:
            assert b"<html>" in got.read()
        with pytest.raises(Refused, match=f"cannot serve at {host}:.*: Address already in use"):
            Server(site, (host, server.server_port), "/", progress)
        server.shutdown()


def test_what_is_edited_during_the_first_build_is_built_after_it(site):
    """It waits in line."""
    server = Server(site, ("127.0.0.1", 0), "/", progress)
    server.watch(str(site))
    (site / "book.css").write_text("")
    assert server._changed.get(timeout=5) == site / "book.css"
    server.shutdown()


def test_until_the_book_is_built_each_address_says_how_far_it_is(site):
    """And asks again by itself; then it is the page."""
    server = Server(site, ("127.0.0.1", 0), "/", progress)
    with pytest.raises(HTTPError, match="503") as waits:
        urllib.request.urlopen(server.url)
    assert "3 of 38 pages have run" in waits.value.read().decode()
    assert waits.value.headers["Refresh"] == "1"
    server.edits = EDITS
    with urllib.request.urlopen(server.url) as got:
        assert got.read().startswith(b"<html>")
    server.shutdown()
