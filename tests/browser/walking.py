"""A walker as its reader sees it, worked by mouse or by keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

BUTTONS = ("Step forward", "Step backward", "Start backward", "Reset", "Play")
UNKNOWN = "·"

# What a section of the page shows: the graph as it is drawn, its numbers, the rows of its table.
SHOWN = """
  const shown = (section) => {
    const parts = [...section.querySelectorAll("svg g[data-name]")];
    const named = (pattern) => parts.map((g) => pattern.exec(g.dataset.name)).filter(Boolean);
    const count = named(/^n(\\d+)$/).length;
    const table = [...section.querySelectorAll(".numbers tbody tr")].map((tr) => [...tr.cells].map((td) => td.textContent));
    const nodes = [...Array(count).keys()].map((i) => ({ name: table[i][0], inputs: [] }));
    for (const [, from, to] of named(/^n(\\d+)->n(\\d+)op$/)) nodes[to].inputs.push(Number(from));
    const groups = Object.fromEntries(parts.map((g) => [g.dataset.name, g]));
    const boxes = nodes.map((_, i) => [...groups[`n${i}`].querySelectorAll("text")].map((t) => t.textContent));
    const row = (name) => boxes.map((texts) => texts[texts.lastIndexOf(name) + 1]);
    const grads = boxes.some((texts) => texts.includes("grad"));
    const backward = section.querySelectorAll(".numbers th").length === 5;
    return { name: section.dataset.name, nodes, backward, data: row("data"), grad: grads ? row("grad") : [], table };
  };
"""
STATE = f"""(walk) => {{
  {SHOWN}
  const section = [...walk.querySelectorAll(".preset")].find((one) => !one.hidden);
  const disabled = [...walk.querySelectorAll(".bar button")]
    .filter((b) => b.getAttribute("aria-disabled") === "true").map((b) => b.textContent);
  const {{ data, grad }} = shown(section);
  return {{
    data, grad, disabled,
    phase: walk.querySelector(".phase").dataset.phase,
    words: walk.querySelector(".phase").textContent,
    says: walk.querySelector("[role=status]").textContent,
  }};
}}"""
# The middle of the button that is so called, if it shows.
CENTRE = """(walk, name) => {
  const button = [...walk.querySelectorAll("button")].find((one) => one.textContent === name);
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.checkVisibility() && width && height && [x + width / 2, y + height / 2];
}"""
STATIC = f"""async (url) => {{
  {SHOWN}
  const text = await (await fetch(url)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...page.querySelectorAll("graph-walk")].map((walk) =>
    [...walk.querySelectorAll(".preset")].map(shown));
}}"""


@dataclass
class Shown:
    """A graph as the page has it before any script: nodes, numbers in the drawing, its table."""

    name: str
    nodes: list[dict[str, Any]]
    backward: bool
    data: list[str]
    grad: list[str]
    table: list[list[str]]

    @property
    def operations(self) -> int:
        return sum(bool(node["inputs"]) for node in self.nodes)


def static(page: Page) -> list[list[Shown]]:
    """For each walker of the page its presets, as a reader without a script gets them."""
    walkers = page.evaluate(STATIC, page.url)
    return [[Shown(**preset) for preset in presets] for presets in walkers]


class Walker:
    """One walker of a page."""

    def __init__(self, page: Page, number: int) -> None:
        self.page, self.element = page, page.locator("graph-walk").nth(number)
        self.handle = self.element.element_handle()

    def state(self) -> dict[str, Any]:
        return self.handle.evaluate(STATE)

    def press(self, name: str) -> None:
        raise NotImplementedError

    def go(self, name: str, phase: str) -> None:
        """Press a button until the walker is in this phase."""
        for _ in range(99):
            if self.state()["phase"] == phase:
                return
            self.press(name)
        raise AssertionError(f"{name} never leads to the phase {phase}")

    def finish(self) -> None:
        """To the end of the backward pass."""
        self.go("Step forward", "ready")
        self.press("Start backward")
        self.go("Step backward", "done")

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    @property
    def menu(self) -> Locator:
        return self.element.get_by_role("combobox", name="Graph")


class Mouse(Walker):
    """Worked by a mouse alone."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__(page, number)
        self.handle.evaluate(
            "(walk) => walk.querySelector('.bar').scrollIntoView({block: 'center'})"
        )

    def press(self, name: str) -> None:
        at = self.handle.evaluate(CENTRE, name)
        assert at, f"the button {name} does not show"
        self.page.mouse.click(*at)

    def choose(self, name: str, number: int) -> None:
        if number:
            self.menu.select_option(name)


class Keys(Walker):
    """Worked by keys alone, from the top of the page."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__(page, number)
        self.reach("Tab", "Step forward")

    def active(self) -> str:
        return self.handle.evaluate(
            """(walk) => !walk.contains(document.activeElement) ? ""
              : document.activeElement.matches("select") ? "menu" : document.activeElement.textContent"""
        )

    def reach(self, key: str, wanted: str) -> None:
        for _ in range(600):
            if self.active() == wanted:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never reaches {wanted}")

    def press(self, name: str) -> None:
        arrow = {"Step forward": "ArrowRight", "Step backward": "ArrowLeft"}.get(name)
        if not arrow:
            self.reach("Tab", name)
            self.page.keyboard.press("Enter")
            self.reach("Shift+Tab", "Step forward")
        else:
            self.page.keyboard.press(arrow)

    def choose(self, name: str, number: int) -> None:
        if number:
            self.reach("Shift+Tab", "menu")
            self.page.keyboard.press("ArrowDown")
            self.reach("Tab", "Step forward")


GIFT = re.compile(
    r"(?P<name>[^;:]+?) gets (?P<grad>\S+) × (?P<slope>\S+) = (?P<amount>[^\s,;]+)"
    r"(?:, added to (?P<before>\S+) makes (?P<sum>[^\s;]+))?(?=;|\.$|\. )"
)
