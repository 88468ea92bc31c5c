"""A live cell, as a reader uses it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

SLOW = 90_000  # milliseconds: Python starts, on a busy machine

# Runs all cells of a page as the book has them; what each came to, beside what was built.
UNEDITED = """async () => {
  const { load, rounded } = unpasted.live;
  const live = await load();
  const found = [];
  for (const { number, code, line, printed, live: runs } of await live.cells) {
    const came = await live.run(number, code);
    const now = [came.printed, came.raised].filter(Boolean).join("\\n");
    const same = now.trim() === printed.trim() ? "same" : rounded(printed, now) ? "rounded" : "other";
    if (runs) found.push({ line, same, printed, now: now || came.died || "" });
  }
  return found;
}"""

# Puts every cell of a page back to what it is in the book, its editor closed.
CLOSE = """() => document.querySelectorAll("live-cell.open").forEach((one) => {
  one.made.restore();
  one.made.close();
})"""


class Cell:
    """One of a page's cells, opened.

    Arguments:
        number: its place among the page's live cells, from 0.
    """

    def __init__(self, page: Page, number: int = 0) -> None:
        self.page = page
        self.element = page.locator("live-cell").nth(number)

    def open(self) -> Cell:
        self.element.locator(".live-open").click()
        self.element.locator(".cm-content").wait_for(timeout=SLOW)
        return self

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    @property
    def editor(self) -> Locator:
        return self.element.locator(".cm-content")

    @property
    def code(self) -> str:
        lines = self.element.locator(".cm-line").all_inner_texts()
        return "\n".join(line.rstrip("\n") for line in lines)

    @property
    def status(self) -> str:
        return self.element.locator("p.status").first.inner_text()

    @property
    def shown(self) -> str:
        """What stands below its editor."""
        return self.element.locator(".live-output").inner_text()

    def write(self, code: str) -> Cell:
        """Put other code into it, as a keyboard would paste it."""
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(code)
        return self

    def run(self, code: str | None = None) -> Cell:
        """Run it to its end."""
        if code is not None:
            self.write(code)
        self.start()
        self.ended()
        return self

    def start(self) -> Cell:
        self.button("Run").click()
        return self

    def ended(self) -> None:
        self.element.and_(self.page.locator("live-cell:not(.running)")).wait_for(timeout=SLOW)

    def says(self, text: str) -> None:
        """Wait until its status has such words."""
        self.element.locator("p.status", has_text=text).wait_for(timeout=SLOW)


def unedited(page: Page) -> list[dict[str, Any]]:
    """What the live cells of a page come to when nobody has changed them."""
    page.set_default_timeout(SLOW)
    found: list[dict[str, Any]] = page.evaluate(UNEDITED)
    return found
