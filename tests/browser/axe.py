"""What axe finds on a page that Material's bare theme does not have by itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from playwright.sync_api import Page

from tests.browser.books import AXE

COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours: what else they look at is alike in both schemes."""

# Of the elements with words of their own, marks one of each look that is not among the looks given,
# and returns the new ones. A look is all that contrast depends on: kind, colours and size of the
# letters, and every ground below; of a link also what tells it from the words around it. Contrast is
# three quarters of axe's time, and a book of code has a hundred thousand words in a few looks.
# Whatever has a place of its own in the article may stand on anything: each of it is a look.
LOOKS = """(looked) => {
  const below = new Map([[null, ""]]), seen = new Set(looked), found = [];
  const article = document.querySelector("article");
  const grounds = (one) => {
    if (!below.has(one)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(one);
      const free = article.contains(one) && /absolute|fixed|sticky/.test(position);
      const plain = !free && `${backgroundColor} ${backgroundImage} ${opacity}` === "rgba(0, 0, 0, 0) none 1";
      below.set(one, (plain ? "" : [free ? "free" : "", backgroundColor, backgroundImage, opacity, ""].join()) + grounds(one.parentElement));
    }
    return below.get(one);
  };
  const link = (one, { textDecorationLine, borderBottomStyle }) => {
    let block = one.parentElement;
    while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const alone = block.textContent.trim() === one.textContent.trim();
    return alone ? [] : [getComputedStyle(one.parentElement).color, textDecorationLine, borderBottomStyle];
  };
  for (const one of document.body.querySelectorAll("*")) {
    const words = [...one.childNodes].map((child) => child.nodeType === Node.TEXT_NODE ? child.data.trim() : "").join("");
    one.removeAttribute("data-look");
    if (!(words || one.matches("a, input, select, textarea")) || !one.checkVisibility()) continue;
    const style = getComputedStyle(one);
    const { color, fill, fontSize, fontWeight, textShadow } = style;
    const brief = words.length < 2; // of one letter axe says nothing
    const look = [one.localName, one.getAttribute("class"), brief, color, fontSize, fontWeight, textShadow, grounds(one),
      ...(one.closest("svg") ? [fill, one.closest("g")?.getAttribute("class")] : []),
      ...(one.matches("a") ? link(one, style) : [])].join();
    if (seen.has(look) && !look.includes("free")) continue;
    seen.add(look);
    found.push(look);
    one.setAttribute("data-look", "");
  }
  return found;
}"""
# A word of code that looks like one already looked at is plain text from now on: half of all
# elements are such words. What looks alike in one scheme does so in the other.
PLAIN = """() => {
  for (const word of document.querySelectorAll("pre span[class]:not(.line, .filename, .sign, .raised, [data-look])"))
    if (!word.querySelector("[data-look], .line, .raised")) word.replaceWith(...word.childNodes);
}"""
RUN = """async ([only, parts, selector]) => {
  axe.configure({ rules: [{ id: "color-contrast", selector }] });
  const include = parts.filter((part) => document.querySelector(part));
  const { violations } = await axe.run(parts.length ? { include } : document, {
    resultTypes: ["violations"], ...(only && { runOnly: { type: "rule", values: only } }) });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]));
}"""
# Brings every element of a page into the middle of what it does.
MIDDLE = """() => {
  const press = (where, text) => [...where.querySelectorAll("button")].find((b) => b.textContent.endsWith(text))?.click();
  document.querySelectorAll("graph-walk").forEach((walk, n) => {
    const { walked, timeline } = walk.made;
    timeline.go(walked.filling.length + [0, 1, -3][n % 3]); // so that a visit comes, or a number
    press(walk, "Next");
    walk.querySelector("section:not([hidden]) svg g[role=button]")?.focus();
    const leaf = walk.querySelector(".leaves input");
    if (leaf) { leaf.value = "bad"; leaf.dispatchEvent(new Event("change")); }
  });
  document.querySelectorAll("visit-order").forEach((game) => game.made.timeline.go(99));
  document.querySelectorAll(".predict form").forEach((form, n) => {
    const [text] = form.querySelectorAll("input[type=text]"), first = form.elements.answer?.[0];
    if (text) text.value = n % 2 ? "12345" : "no number";
    if (first) first.checked = true;
    press(form, "Check");
  });
  document.querySelectorAll("book-exercise").forEach((one) => {
    press(one, "Put it in order");
    one.querySelector(".lines code")?.focus();
  });
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll("svg g[role=img]")[0]?.focus();
}"""
# What is not as it stood, then.
MOVED = ["graph-walk", "visit-order", ".predict", ".exercise", "details", ".line.lit"]
# No colour is on its way any more.
SETTLED = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition).map((one) => one.finished))"""

Kind = tuple[str, str]


class Axe:
    """Looks at pages, and at the contrast of each look once for all of them.

    Arguments:
        thorough: whether contrast is looked at in everything that looks alike.
    """

    def __init__(self, thorough: bool = False) -> None:
        self.thorough, self.looked = thorough, set()

    def all(self, page: Page, parts: Sequence[str] = ()) -> dict[Kind, str]:
        """By rule and kind of element, what is wrong with the first of them.

        Arguments:
            parts: the elements that are looked at; default: the whole page.
        """
        self._look(page)
        return self._run(page, None, parts)

    def colours(self, page: Page, parts: Sequence[str] = ()) -> dict[Kind, str]:
        """The same by the rules of colour alone, where there is a look that is new."""
        return self._run(page, COLOUR, parts) if self._look(page) or self.thorough else {}

    def _look(self, page: Page) -> list[str]:
        page.evaluate(SETTLED)
        new = page.evaluate(LOOKS, list(self.looked))
        self.looked.update(new)
        if not self.thorough:
            page.evaluate(PLAIN)
        return new

    def _run(self, page: Page, only: list[str] | None, parts: Sequence[str]) -> dict[Kind, str]:
        if not page.evaluate("'axe' in window"):
            page.add_script_tag(url=f"/{AXE}")
        found = page.evaluate(RUN, [only, list(parts), "*" if self.thorough else "[data-look]"])
        return {
            (rule, kind(html, why)): f"{html[:200]} {why}" for rule, html, why in reversed(found)
        }


def kind(html: str, why: str) -> str:
    """An element's name and classes, without what tells it from its like; its colours if told."""
    name = re.match(r"<([\w-]+)", html)
    classes = re.match(r"<[^>]*?\bclass=\"([^\"]*)\"", html)
    colours = re.findall(r"#[0-9a-f]{6}", why)
    return " ".join([name[1] if name else html, classes[1].strip() if classes else "", *colours])


def new(found: dict[Kind, str], known: Collection[Kind]) -> list[str]:
    """What is wrong beyond what is known of the bare theme."""
    return [f"{' '.join(key)}: {why}" for key, why in found.items() if key not in known]


def switch(page: Page, scheme: str) -> None:
    """Choose light or dark as a reader does, on a device that is set to it too."""
    page.emulate_media(color_scheme=scheme)
    page.locator(f"[data-md-color-media*='{scheme}']").dispatch_event("click")
    name = {"light": "default", "dark": "slate"}[scheme]
    page.locator(f"body[data-md-color-scheme={name}]:not([data-md-color-switching])").wait_for()
