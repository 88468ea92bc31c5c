"""Python and JavaScript agree: random graphs, edited and stepped in the browser."""

from __future__ import annotations

import importlib
import re
from math import isclose
from random import Random

import pytest

from micrograd import draw
from tests.browser.graphs import Program, UnfitError, number, random_program, steady
from tests.built import ROOT, mostly_slow
from unpasted.faults import Place, Refused
from unpasted.kinds import drawing, graph, stepper, words
from unpasted.read.fence import Fence
from unpasted.run.fences import Formatters
from unpasted.run.making import Making
from unpasted.run.session import Session, Settings

# Steps each walker to its end by its own button, after editing its leaves by its
# own fields, and hands over what it holds then.
STEPPED = """([html, leaves]) => {
  const box = document.createElement("div");
  document.querySelector("article").append(box);
  return html.map((one, n) => {
    box.innerHTML = one; // one alone: a step looks where things are, of all there are
    const walk = box.querySelector("graph-walk");
    const inputs = [...walk.querySelectorAll(".leaves input")];
    const named = (name) => inputs.find((one) => one.closest("label").textContent === `${name} = `);
    const said = Object.keys(leaves[n]).filter(named).map((name) => {
      const input = named(name);
      input.value = leaves[n][name];
      input.dispatchEvent(new Event("change"));
      return walk.querySelector("[role=status]").textContent;
    });
    const next = [...walk.querySelectorAll(".bar button")].find((b) => b.textContent.includes("Next"));
    const { walked, timeline } = walk.made;
    timeline.go(0);
    while (next.getAttribute("aria-disabled") !== "true") next.click();
    const { nodes } = walked;
    const { grads } = walked.gradients(walked.visits.length);
    const end = walk.dataset.phase;
    box.replaceChildren();
    return { said, end, data: nodes.map((n) => n.data), grads: nodes.map((_, i) => grads[i]) };
  });
}"""


class Case:
    """A program, other leaves for it, and what the engine makes of them."""

    def __init__(self, engine, random: Random, reuse: bool) -> None:
        while True:
            self.program = random_program(random, engine, reuse)
            self.leaves = {name: number(random) for name in self.program.leaves}
            try:
                graphs = self.read(engine)
            except (UnfitError, Refused, ArithmeticError, ValueError):
                continue
            if all(steady(one) for one in graphs):
                break
        read = graphs[0]
        self.html = walker(read)
        self.ops = {node.op for node in read.nodes}
        place = {id(value): i for i, value in enumerate(self.made)}
        ours = [self.again[place[id(node.value)]] for node in read.nodes]
        self.data = [value.data for value in ours]
        self.grads = [value.grad for value in ours]

    def read(self, engine) -> list[graph.Graph]:
        """The graph before and after the edit."""
        program: Program = self.program
        self.made = program.run(engine, program.leaves)
        leaves = dict(program.leaves)
        for name in leaves:  # edited one by one, and none of these may be refused
            leaves[name] = self.leaves[name]
            self.again = program.run(engine, leaves)
        return [graph.read(made[-1], draw, {}) for made in (self.made, self.again)]


def walker(read: graph.Graph) -> str:
    """The HTML of a graph that is stepped, as the kind of fence makes it."""
    session = Session(Settings(ROOT, drawing="micrograd.draw"), {})
    making = Making(session, Formatters(session, {}), Fence("", Place("", 1)))
    svg = drawing.graph_svg(session, read.dot(graded=True), "figure", "A graph.", changes=True)
    made = stepper.Stepped("", read, svg, stepper.numbers(read), words.sentences(read))
    return stepper.html_of([made], making, "walk.html")


@pytest.mark.parametrize(
    ("name", "count"),
    mostly_slow(
        [("engine", 300), ("engine", 40), ("steps.step5_local", 20), ("steps.step6_accumulate", 20),
         ("steps.step7_backward", 20), ("steps.step8_complete", 40)],
        ("engine", 40), ("steps.step5_local", 20),
        spread=True,
    ),
)  # fmt: skip
def test_every_number_is_the_engines(visit, small, name, count):
    """Data and gradients of random graphs, edited and stepped, to 1e-12 of their size."""
    engine = importlib.import_module(f"micrograd.{name}")
    random = Random(name)
    cases: list[Case] = []
    left = operations(engine)
    while len(cases) < count or left:  # until each operation has come up
        cases.append(Case(engine, random, "step5" not in name))
        left -= cases[-1].ops
    page = visit(small.url + "index.html")
    results = page.evaluate(STEPPED, [[c.html for c in cases], [texts(c.leaves) for c in cases]])
    for case, found in zip(cases, results, strict=True):
        assert found["end"] == "finished"
        assert not [said for said in found["said"] if "is now" not in said]
        for kind, ours, theirs in (
            ("data", case.data, found["data"]),
            ("grad", case.grads, found["grads"]),
        ):
            for want, got in zip(ours, theirs, strict=True):
                assert isclose(want, got or 0.0, rel_tol=1e-12), (kind, case.program, case.leaves)


def texts(leaves: dict[str, float]) -> dict[str, str]:
    return {name: repr(data) for name, data in leaves.items()}


def operations(engine) -> set[str]:
    """The names that the engine gives to its operations."""
    value, names = engine.Value(0.5), {"+", "*", "tanh"}
    for make in ("exp", "relu", "log", "__neg__"):
        if hasattr(value, make):
            names.add(getattr(value, make)()._op)
    for make in ("__sub__", "__truediv__"):
        if hasattr(value, make):
            names.add(getattr(value, make)(engine.Value(0.25))._op)
    return names


def test_numbers_are_written_alike(visit, small):
    """The script writes a number as the figure of the build does: the same digits."""
    random = Random(1)
    numbers = [0.0, -0.0, 1.0, -3.0, 0.5, 1e-3, 9.99e-4, 1e-4, 1e-5, 1.234e-5, 1e-6, 1e-7, 1e-300]
    numbers += [n / 32 for n in range(-40, 40)]  # of these half lie midway between four decimals
    numbers += [0.00285, 1.00005, 2.67545, 999999.99999, 1e6, 1.5e6, 123456789.0, 1e21, 1e22, 1e300]
    numbers += [random.uniform(-1, 1) * 10 ** random.randint(-9, 9) for _ in range(2000)]
    numbers += [round(random.uniform(-9, 9), 5) for _ in range(2000)]
    page = visit(small.url + "index.html")
    written = page.evaluate("(numbers) => numbers.map(unpasted.numbers.number)", numbers)
    pairs = zip(numbers, written, strict=True)
    wrong = [(x, ours) for x, ours in pairs if re.sub("^-", "−", stepper.short(x)) != ours]
    assert wrong == []
