"""Firefox and WebKit, as far as a few tests need them: a page is opened, and a script runs in it.

Firefox is spoken to by WebDriver BiDi, which it knows without a driver of its own; WebKit by its
driver, on a screen that nobody sees.
"""

from __future__ import annotations

import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import websocket
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.chromium import program

PATIENCE = 180  # seconds: WebKit starts Python slowly, on a busy machine
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
MINI = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


class Tab(Protocol):
    """A page of a browser."""

    def goto(self, url: str) -> None:
        """Open an address, until it has loaded."""

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression gives, or what its promise does; plain data."""


class _Firefox:
    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.numbers = itertools.count()
        self.do("session.new", capabilities={})
        [first, *_] = self.do("browsingContext.getTree")["contexts"]
        self.tab = first["context"]

    def do(self, method: str, **params: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def goto(self, url: str) -> None:
        self.do("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        result = self.do(
            "script.evaluate",
            target={"context": self.tab},
            awaitPromise=True,
            expression=f"(async () => JSON.stringify(await ({expression})))()",
        )
        assert result["type"] == "success", result["exceptionDetails"]["text"]
        return json.loads(result["result"].get("value", "null"))


class _WebKit:
    def __init__(self, driver: WebKitGTK) -> None:
        self.driver = driver
        driver.set_script_timeout(PATIENCE)

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def evaluate(self, expression: str) -> Any:
        told = self.driver.execute_async_script(
            f"""const done = arguments[0];
            (async () => JSON.stringify(await ({expression})))().then(
              (value) => done({{ value: value ?? "null" }}), (error) => done({{ error: `${{error}}` }}));"""
        )
        assert "error" not in told, told["error"]
        return json.loads(told["value"])


@contextmanager
def firefox() -> Iterator[Tab]:
    """A Firefox without a window. Raises NoBrowserError."""
    path = shutil.which("firefox") or program("firefox-esr", "firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, "--headless", "--no-remote", "--remote-debugging-port=0"]
        process = subprocess.Popen(
            [*command, "--profile", profile], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True, env=os.environ | {"HOME": profile},
        )  # fmt: skip
        try:
            assert process.stderr
            found = next(filter(None, map(LISTENING.search, process.stderr)), None)
            assert found, "Firefox ended before it listened"
            yield _Firefox(found[1])
        finally:
            process.kill()
            process.wait()


@contextmanager
def webkit() -> Iterator[Tab]:
    """WebKit's small browser on a screen of its own. Raises NoBrowserError."""
    driver, screen = program("WebKitWebDriver", "webkit2gtk-driver"), program("Xvfb", "xvfb")
    read, write = os.pipe()
    xvfb = subprocess.Popen(
        [screen, "-displayfd", str(write), "-screen", "0", "1280x1024x24"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        options = Options()
        [options.binary_location, *_] = glob.glob(MINI)
        options.add_argument("--automation")
        service = Service(driver, env=os.environ | {"DISPLAY": display})
        browser = WebKitGTK(options=options, service=service)
        try:
            yield _WebKit(browser)
        finally:
            browser.quit()
    finally:
        xvfb.kill()
        xvfb.wait()
