"""What axe finds on a page that Material's bare theme does not have by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.books import Site

RUN = """async ([source, only, parts]) => {
  if (!window.axe) (0, eval)(source);
  const include = parts.filter((part) => document.querySelector(part));
  const { violations } = await axe.run(parts.length ? { include } : document, {
    resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]));
}"""
# Brings every element of a page into the middle of what it does.
MIDDLE = """() => {
  const press = (where, text) => [...where.querySelectorAll("button")].find((b) => b.textContent === text)?.click();
  document.querySelectorAll("graph-walk").forEach((walk, n) => {
    const steps = walk.walker.walked.nodes.length;
    if (n % 2) for (let i = 0; i < steps; i++) press(walk, "Step forward");
    else for (let i = 0; i < steps / 2; i++) press(walk, "Step forward");
    press(walk, "Start backward");
    if (n % 2) press(walk, "Step backward");
    walk.querySelector("section:not([hidden]) svg g[role=button]")?.focus();
    const leaf = walk.querySelector(".leaves input");
    if (leaf) { leaf.value = "bad"; leaf.dispatchEvent(new Event("change")); }
  });
  document.querySelectorAll("visit-order").forEach((game) => press(game, "Run this order"));
  document.querySelectorAll(".predict form").forEach((form, n) => {
    const [text] = form.querySelectorAll("input[type=text]"), [first] = form.querySelectorAll("input[type=radio]");
    if (text) text.value = n % 2 ? "12345" : "no number";
    if (first) first.checked = true;
    press(form, "Check");
  });
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll("svg g[role=img]")[0]?.focus();
}"""


# What is not as it stood, then.
MOVED = ["graph-walk", "visit-order", ".predict", ".exercise", "details", ".line.lit"]


def violations(
    page: Page, only: list[str] | None = None, parts: Sequence[str] = ()
) -> dict[tuple[str, str], str]:
    """By rule and kind of element, what is wrong with the first of them.

    Arguments:
        only: the rules that are looked at; default: all.
        parts: the elements that are looked at; default: the whole page.
    """
    folder = Path(next(iter(find_spec("axe_playwright_python").submodule_search_locations)))
    source = (folder / "axe.min.js").read_text()
    found = page.evaluate(RUN, [source, only, list(parts)])
    return {(rule, kind(html, why)): f"{html[:200]} {why}" for rule, html, why in reversed(found)}


def of_the_theme(browser: Browser, bare: Site, scheme: str, only: list[str] | None = None) -> set:
    """What axe finds on empty pages of the bare theme."""
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    found = set()
    for path in ("index.html", "two.html"):
        page.goto(bare.url + path)
        found |= set(violations(page, only))
    context.close()
    return found


def check(page: Page, known: set, only: list[str] | None = None) -> None:
    """Nothing new as the page stands, nor with every element of it in the middle of what it does."""
    assert new(page, known, only) == []
    if page.locator("graph-walk, visit-order, book-question").count():
        page.evaluate(MIDDLE)
        page.wait_for_timeout(300)  # colours move there
        assert new(page, known, only, MOVED) == []


def kind(html: str, why: str) -> str:
    """An element's name and classes, without what tells it from its like; its colours if told."""
    name = re.match(r"<([\w-]+)", html)
    classes = re.match(r"<[^>]*?\bclass=\"([^\"]*)\"", html)
    colours = re.findall(r"#[0-9a-f]{6}", why)
    return " ".join([name[1] if name else html, classes[1].strip() if classes else "", *colours])


def new(
    page: Page,
    known: Iterable[tuple[str, str]],
    only: list[str] | None = None,
    parts: Sequence[str] = (),
) -> list[str]:
    """What is wrong with this page beyond what is known of the bare theme."""
    known, found = set(known), violations(page, only, parts)
    return [f"{' '.join(key)}: {why}" for key, why in found.items() if key not in known]
