"""A walker as its reader sees it, worked by mouse, by keys or by touch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

UNKNOWN = ""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What a section of the page shows: the graph as it is drawn, its numbers, the rows of its table.
SHOWN = """
  const seen = (svg) => svg.checkVisibility();
  const drawn = (section) => {
    const drawings = [...section.querySelectorAll(".drawing svg")];
    return drawings.find(seen) ?? drawings[0];
  };
  const told = (one) => one.textContent.replaceAll("\\u00a0", " ");  // wherever its lines may break
  const texts = (where, css) => [...where.querySelectorAll(css)].map(told);
  const grouped = (svg) => Object.fromEntries([...svg.querySelectorAll("g[data-name]")].map((g) => [g.dataset.name, g]));
  const halves = new WeakMap();  // of a drawing, the texts of its boxes
  const numbers = (svg) => {
    if (!halves.has(svg)) {
      const groups = grouped(svg), count = Object.keys(groups).filter((name) => /^n\\d+$/.test(name)).length;
      const row = (part) => [...Array(count).keys()].flatMap((i) => [...groups[`n${i}`].querySelectorAll(`[data-part="${part}"]`)]);
      halves.set(svg, { data: row("data"), grad: row("grad") });
    }
    const { data, grad } = halves.get(svg), said = (one) => one.textContent.trim();
    return { data: data.map(said), grad: grad.map(said) };
  };
  const shown = (section) => {
    const table = [...section.querySelectorAll(".values tbody tr")].map((tr) => [...tr.cells].map((td) => td.textContent));
    const nodes = table.map(([name]) => ({ name, inputs: [] }));
    for (const { dataset } of drawn(section).querySelectorAll("g[data-name]")) {
      const edge = /^n(\\d+)->n(\\d+)op$/.exec(dataset.name);
      if (edge) nodes[edge[2]].inputs.push(Number(edge[1]));
    }
    const backward = section.querySelectorAll(".values th").length === 5;
    const graph = JSON.parse(section.dataset.graph), layered = graph.filling.length <= graph.nodes.filter(({ op }) => op).length;
    return { name: section.dataset.name, nodes, backward, layered, ...numbers(drawn(section)), table, steps: texts(section, ".steps li") };
  };
  const bare = (button) => button.textContent.replace(/[‹›]/, "").trim();
  const find = (walk, name) => [...walk.querySelectorAll("button")].find((one) => bare(one) === name);
  const state = (walk) => {
    const section = [...walk.querySelectorAll(".preset")].find((one) => !one.hidden);
    const off = [...walk.querySelectorAll(".bar button")].filter((b) => b.getAttribute("aria-disabled") === "true");
    const { data, grad } = numbers(drawn(section)), steps = texts(section, ".steps li");
    const range = walk.querySelector("input[type=range]");
    return {
      data, grad, steps, at: Number(range.value), end: Number(range.max), phase: walk.dataset.phase,
      disabled: off.map(bare), says: told(walk.querySelector("[role=status]")),
      chips: texts(drawn(section), ".arithmetic .gift").map((one) => one.replace("×", " ×")).sort(),
      sums: texts(drawn(section), ".arithmetic .sum").map((one) => one.replace(/^[^:]*: /, "").replace(/ ?([+=])/g, " $1")).sort(),
      slopes: texts(drawn(section), ".arithmetic .slope").sort(),
    };
  };
"""
STATE = f"(walk) => {{ {SHOWN} return state(walk); }}"
# Every position of a walk, by Next from its beginning to its end, and by Back to its beginning.
RECORDED = f"""(walk) => {{
  {SHOWN}
  const all = (name) => {{
    const states = [state(walk)];
    while (!states.at(-1).disabled.includes(name) && states.length < 199) {{
      find(walk, name).click();
      states.push(state(walk));
    }}
    return states;
  }};
  find(walk, "Reset").click();
  return [all("Next"), all("Back")];
}}"""
# The first position of a phase, by Next from the beginning.
TO = f"""(walk, phase) => {{
  {SHOWN}
  const range = walk.querySelector("input[type=range]");
  range.value = 0;
  range.dispatchEvent(new Event("input"));
  for (let n = 0; n < 199 && walk.dataset.phase !== phase; n++) find(walk, "Next").click();
  return state(walk);
}}"""
# The middle of the button that is so called, if it shows and nothing covers it.
CENTRE = f"""(walk, name) => {{
  {SHOWN}
  const button = find(walk, name);
  const {{ x, y, width, height }} = button.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  return document.elementFromPoint(left, top)?.closest("button") === button && [left, top];
}}"""
STATIC = f"""async (url) => {{
  {SHOWN}
  const text = await (await fetch(url)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...page.querySelectorAll("graph-walk")].map((walk) =>
    [...walk.querySelectorAll(".preset")].map(shown));
}}"""

State = dict[str, Any]


def value(text: str) -> float:
    """A number as a figure writes it, whose minus is no hyphen."""
    return float(text.replace("−", "-"))


@dataclass
class Shown:
    """A graph as the page has it before any script: nodes, numbers in the drawing, its table, its
    steps in words."""

    name: str
    nodes: list[dict[str, Any]]
    backward: bool
    layered: bool
    data: list[str]
    grad: list[str]
    table: list[list[str]]
    steps: list[str]

    @property
    def operations(self) -> int:
        return sum(bool(node["inputs"]) for node in self.nodes)

    @property
    def layers(self) -> list[int]:
        """How many leaves there are, and nodes in each step forward: one, or two that are as far."""
        if not self.layered:
            return [len(self.nodes) - self.operations] + [1] * self.operations
        depths: list[int] = []
        for node in self.nodes:
            depths.append(1 + max((depths[i] for i in node["inputs"]), default=-1))
        counts = [depths.count(depth) for depth in range(1, max(depths) + 1)]
        pairs = [min(2, count - at) for count in counts for at in range(0, count, 2)]
        return [depths.count(0), *pairs]

    @property
    def phases(self) -> list[str]:
        """The phase of each position."""
        visits = len(self.layers) - 1 if self.layered else self.operations
        back = ["seed"] + ["backward"] * visits if self.backward else []
        return ["given"] + ["forward"] * (len(self.layers) - 1) + back + ["finished"]


def static(page: Page) -> list[list[Shown]]:
    """For each walker of the page its presets, as a reader without a script gets them."""
    walkers = page.evaluate(STATIC, page.url)
    return [[Shown(**preset) for preset in presets] for presets in walkers]


UNHELD = """(walk) => walk.closest(".held[hidden]")?.dispatchEvent(new Event("beforematch"))"""


class Walker:
    """One walker of a page; its buttons are clicked by a script, which takes no time."""

    def __init__(self, page: Page, number: int) -> None:
        self.page, self.element = page, page.locator("graph-walk").nth(number)
        self.handle = self.element.element_handle()
        self.handle.evaluate(UNHELD)

    @property
    def live(self) -> bool:
        """Whether it is only dragged: it has no line of time."""
        return self.handle.evaluate("(walk) => 'live' in walk.dataset")

    def state(self) -> State:
        return self.handle.evaluate(STATE)

    def press(self, name: str) -> None:
        self.handle.evaluate(
            f"(walk, name) => {{ {SHOWN} find(walk, name).click(); }}",
            name,
        )

    def to(self, phase: str) -> State:
        """Press Next until the walker is in this phase, from its beginning; returns its state.

        The reader's numbers stay, which Reset would take back.
        """
        now: State = self.handle.evaluate(TO, phase)
        assert now["phase"] == phase, "Next never leads there"
        return now

    def recorded(self) -> tuple[list[State], list[State]]:
        """The states from the beginning to the end by Next, and from there back by Back."""
        on, back = self.handle.evaluate(RECORDED)
        return on, back

    def choose(self, name: str, number: int) -> None:
        if number:
            self.menu.select_option(name)

    def field(self, name: str) -> Locator:
        """The field of a leaf, unfolded."""
        self.handle.evaluate(
            "(walk) => walk.querySelectorAll('.steps').forEach((one) => { one.open = true; })"
        )
        return self.element.get_by_role("textbox", name=f"{name} =")

    def button(self, name: str) -> Locator:
        return self.element.get_by_role("button", name=name, exact=True)

    @property
    def menu(self) -> Locator:
        return self.element.get_by_role("combobox", name="Graph")

    @property
    def range(self) -> Locator:
        return self.element.get_by_role("slider", name="Step")


class ByHand(Walker):
    """Worked as a reader works it, one press at a time."""

    def recorded(self) -> tuple[list[State], list[State]]:
        self.press("Reset")
        return self.all("Next"), self.all("Back")

    def all(self, name: str) -> list[State]:
        """The states until a button can do no more."""
        states = [self.state()]
        while name not in states[-1]["disabled"] and len(states) < 199:
            self.press(name)
            states.append(self.state())
        return states


class Mouse(ByHand):
    """Worked by a mouse alone."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__(page, number)
        self.handle.evaluate(
            "(walk) => walk.querySelector('.timeline').scrollIntoView({block: 'center'})"
        )

    def press(self, name: str) -> None:
        self.page.mouse.click(*self.centre(name))

    def centre(self, name: str) -> list[float]:
        at = self.handle.evaluate(CENTRE, name)
        assert at, f"the button {name} does not show"
        return at


class Touch(Mouse):
    """Worked by a finger alone."""

    def press(self, name: str) -> None:
        self.page.touchscreen.tap(*self.centre(name))


class Keys(ByHand):
    """Worked by keys alone, from the top of the page."""

    def __init__(self, page: Page, number: int) -> None:
        super().__init__(page, number)
        self.reach("Tab", "Next")

    def active(self) -> str:
        return self.handle.evaluate(
            f"""(walk) => {{
              {SHOWN}
              const now = document.activeElement;
              return !walk.contains(now) ? "" : now.matches("select") ? "menu" : bare(now);
            }}"""
        )

    def reach(self, key: str, wanted: str) -> None:
        for _ in range(600):
            if self.active() == wanted:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never reaches {wanted}")

    def press(self, name: str) -> None:
        arrow = {"Next": "ArrowRight", "Back": "ArrowLeft"}.get(name)
        if not arrow:
            self.reach("Tab", name)
            self.page.keyboard.press("Enter")
            self.reach("Shift+Tab", "Next")
        else:
            self.page.keyboard.press(arrow)

    def choose(self, name: str, number: int) -> None:
        if number:
            self.reach("Shift+Tab", "menu")
            self.page.keyboard.press("ArrowDown")
            self.reach("Tab", "Next")


GIFT = re.compile(
    r"(?P<name>[^;:]+?) gets (?P<grad>\S+) × (?P<slope>\S+) = (?P<amount>[^\s,;]+)"
    r"(?:, added to (?P<before>\S+) makes (?P<sum>[^\s;]+))?(?=;|\.$|\. )"
)
