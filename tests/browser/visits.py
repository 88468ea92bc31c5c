"""Visits of pages, in tabs that are used again and of which no test finds what another one left."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Error, Page

STILL = {"reduced_motion": "reduce", "bypass_csp": True}
"""A test of what moves says otherwise; so does one of the policy, under which nothing can be waited
for that is written as a string."""


# Makes of a page what it was when it had just been loaded.
ANEW = """async () => {
  const load = async () => new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
  window.asLoaded ??= (await load()).querySelector("article").innerHTML;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", location.pathname);
  document.activeElement.blur();
  document.querySelector("article").innerHTML = window.asLoaded;
  localStorage.clear();
  scrollTo({ top: 0, behavior: "instant" });
}"""


class Visits:
    """Opens pages and notes what they do wrong: errors in the console, exceptions, requests to
    another host.

    A page of the same options is the same tab: a second visit ends the first. To open a tab costs
    three times what it costs to go on to another page.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.tabs: dict[str, Page] = {}
        self.kept: dict[str, Page] = {}
        self.used: list[Page] = []
        self.faults: list[str] = []
        self.hosts: dict[Page, str] = {}
        self.asked: list[str] = []
        """The addresses of all requests since the last visit began: those of the pages visited,
        not what a page that stays asks for meanwhile, unless nothing is visited."""

    def __call__(self, url: str, init: str = "", **options: Any) -> Page:
        """A page, just loaded.

        Arguments:
            init: a script that runs before those of the page; its tab is used once.
            options: those of a browser's context.
        """
        key = repr(sorted(options.items()))
        page = None if init else self.tabs.get(key)
        if page is None:
            page = self._open(init, STILL | options)
        if not init:
            self.tabs[key] = page
        if page not in self.used:
            self.used.append(page)
        self.asked.clear()
        page.emulate_media(media="null", color_scheme=options.get("color_scheme", "light"))
        return self._go(page, url)

    def staying(self, url: str, init: str = "", **options: Any) -> Page:
        """A page in a tab of its own, which nobody leaves before the tests end: for tests that
        leave it as it was."""
        return self._go(self._open(init, STILL | options), url)

    def anew(self, url: str, **options: Any) -> Page:
        """A page in a tab of its own, whose article is put back for each visit: its elements are
        built anew, which takes a tenth of what it takes to load it."""
        key = f"{url} {sorted(options.items())}"
        page = self.kept.get(key)
        if page is None or page.is_closed():
            self.kept[key] = page = self.staying(url, **options)
        page.emulate_media(media="null", color_scheme=options.get("color_scheme", "light"))
        page.mouse.move(0, 0)
        if page.url.partition("#")[0] != url:
            page.evaluate("localStorage.clear()")
            page.goto(url)
        page.evaluate(ANEW)
        return page

    def leave(self) -> list[str]:
        """Leave all pages, with nothing kept of the visits; returns what they did wrong."""
        for page in self.used:
            try:
                if page not in self.tabs.values():
                    page.context.close()
                    continue
                if not page.url.startswith("about:"):
                    page.evaluate("localStorage.clear(); sessionStorage.clear()")
                page.goto("about:blank")
                page.mouse.move(0, 0)
            except Error:  # a tab that a failing test broke
                self.tabs = {key: tab for key, tab in self.tabs.items() if tab != page}
        self.used.clear()
        faults, self.faults = self.faults, []
        return faults

    def _go(self, page: Page, url: str) -> Page:
        self.hosts[page] = url.split("/")[2]
        page.goto(url)
        return page

    def _open(self, init: str, options: dict[str, Any]) -> Page:
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        if init:
            context.add_init_script(init)
        page = context.new_page()
        page.on("console", lambda m: self._note(m.type == "error", f"console: {m.text}"))
        page.on("pageerror", lambda error: self._note(True, f"exception: {error}"))
        page.on("request", lambda request: self._request(request.url, page))
        return page

    def _request(self, url: str, page: Page) -> None:
        host = self.hosts[page]
        if page in self.used or not self.used:
            self.asked.append(url)
        scheme, _, rest = url.partition("://")
        foreign = scheme in ("http", "https", "ws", "wss") and rest.split("/")[0] != host
        self._note(foreign, f"request: {url}")

    def _note(self, bad: bool, text: str) -> None:
        if bad:
            self.faults.append(text)
