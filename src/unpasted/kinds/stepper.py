"""```python walk and ```python order: a graph that the reader steps.

The HTML is whole before anyone touches it, and without a script. Two kinds in one file: they
read the same graph and are stepped by the same scripts.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from math import isclose
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from unpasted.kinds import figure, graph
from unpasted.kinds.cell import HIDE, highlighted
from unpasted.kinds.drawing import caption_of, figure_html, graph_svg
from unpasted.kinds.graph import Graph, short, sweep
from unpasted.kinds.svg import PIXELS
from unpasted.kinds.words import sentences
from unpasted.run.making import Fault, Kind, Making, Refused, Result, Session, filled

WIDTH = re.compile(r'<svg\b[^>]*\swidth="([\d.]+)pt"')
EXAMPLE = '```python {} alt="what the graph is, in words"'
# Values that are no nodes of a graph; two equal ones may be one object.
NO_NODES = (str, int, float, bool, type(None), type, ModuleType, FunctionType)
BESIDE = 640  # CSS pixels: how wide a drawing may be that has the code beside it
MOST_ORDERED = 5  # nodes in an order game: 120 orders


class Stepped(NamedTuple):
    """A graph, and what its figure shows.

    Arguments:
        title: the name of a preset.
        svg: its drawings.
        table: its numbers, or what every order gives, as HTML.
        steps: a sentence for each.
    """

    title: str
    graph: Graph
    svg: str
    table: str
    steps: Sequence[str] = ()


def read(session: Session, root: Any) -> Graph:
    """The graph that ends in `root`. Raises Refused."""
    drawing = session.module(session.settings.drawing, "drawing")
    made = reversed(session.made.items())  # the first wins
    lines = {id(one): at[:2] for at, one in made if not isinstance(one, NO_NODES)}
    return graph.read(root, drawing, lines)


def walk(making: Making) -> Result:
    """The graphs that the reader will step: one, or a dict of presets, each a section."""
    fence, session = making.fence, making.session
    live = "live" in fence.flags

    def draw(value: Any, name: str, alt: str) -> list[Stepped]:
        roots = value if isinstance(value, dict) else {"": value}
        if not roots:
            raise Refused("a walk of no graphs; write the output of one as its last line")
        steps = []
        for number, (title, root) in enumerate(roots.items()):
            one = read(session, root)
            one.layered = fence.options.get("by") == "layer"
            if live and not one.computed:
                raise Refused("a walk is live where a browser can compute it with other numbers")
            words = f"{title}: {alt}" if len(roots) > 1 else alt
            dot, own = one.dot(graded=True, words="words" in fence.flags), f"{name}-{number}"
            svg = graph_svg(session, dot, own, words, changes=True, visits=not live)
            steps.append(Stepped(str(title), one, svg, numbers(one), sentences(one)))
        watch = fence.options.get("watch")
        if watch and not any(watch in one.graph.names() for one in steps):
            raise Refused(f'watch="{watch}", but no value of the graph has this name')
        return steps

    return _stepped(making, draw, "walk.html")


def order(making: Making) -> Result:
    """The graph whose visits the reader will order, and what every order gives."""

    def draw(value: Any, name: str, alt: str) -> list[Stepped]:
        one = read(making.session, value)
        placed = [i for i, node in enumerate(one.nodes) if not node.constant]
        if not one.backward:
            raise Refused("an order game needs local derivatives, which `nodes` gives as `slopes`")
        if (count := len(placed)) > MOST_ORDERED:
            raise Refused(f"an order game has at most {MOST_ORDERED} nodes; this has {count}")
        dot = one.dot(graded=False, words="words" in making.fence.flags)
        svg = graph_svg(making.session, dot, name, alt, changes=True, visits=True, low=True)
        return [Stepped("", one, svg, outcomes(one, placed))]

    return _stepped(making, draw, "order.html")


def _stepped(
    making: Making, draw: Callable[[Any, str, str], list[Stepped]], template: str
) -> Result:
    """What a fence comes to whose cell hands over a graph: its code shows where it is asked for."""
    printed, made = figure.ran_and_drawn(making, draw)
    told = (t for one in made for t in (one.svg, one.table, *one.graph.names(), *one.steps))
    if any(making.session.publishable(text, making.fence.place) != text for text in told):
        says = "the graph's labels hold a folder of this machine; write other labels"
        raise Fault(making.fence.place, says)
    html = html_of(made, making, template)
    if "fold" not in making.fence.flags:
        making = replace(making, fence=replace(making.fence, flags=frozenset({"hide"})))
    outputs = [
        {"graph": one.title, "says": one.svg, "steps": one.steps, "numbers": one.table}
        for one in made
    ]
    return figure.shown(making, printed, html, outputs)


def html_of(made: list[Stepped], making: Making, template: str) -> str:
    """What a reader steps: graphs, each with the code and the formulas beside it."""
    parts = {"room": room, "data": data, "formulas": formulas, "lines": partial(lines, making)}
    known: dict[str, Any] = {"figure": figure_html, "fence": making.fence, "BESIDE": BESIDE}
    return filled(template, made=made, caption=caption_of(making.fence), **parts, **known)


def room(svg: str) -> int:
    """How wide a drawing is in CSS pixels: beside a broad one there is no room for the code."""
    return round(float(WIDTH.findall(svg)[0]) * PIXELS)


def lines(making: Making, of: Graph) -> list[tuple[list[str], str]]:
    """The lines of the chapter that made a graph, where they tell its operations apart.

    Each comes with the nodes that it made.
    """
    made, jobs = defaultdict(list), making.session.jobs
    for i, node in enumerate(of.nodes):
        made[node.line or ()].append(f"n{i}")
    at = sorted(filter(None, made))
    texts = [(made[job, line], jobs[job].raw.split("\n")[line].strip()) for job, line in at]
    seen = [(nodes, highlighted(text)[0]) for nodes, text in texts if not HIDE.search(text)]
    computed = [node.line for node in of.nodes if node.op]
    alike = len(computed) > len({*computed}) == 1
    return [] if alike or len(seen) < 2 else seen


def formulas(graph: Graph) -> str:
    """Every named value as an equation; each part knows its node, each exponent stands high."""
    names = graph.names()
    words: list[str] = []
    lines: list[str] = []
    for i, node in enumerate(graph.nodes):
        named = bool(node.label) or node.short
        made = graph.expression(node, words) if node.op else ""
        own = escape(names[i]) if named or not node.op else made
        words.append(f'<span data-nodes="n{i}">{own}</span>')
        if node.op and (named or i == len(graph.nodes) - 1):
            kind, head = ("equation", f"{own} = ") if named else ("equation unnamed", "")
            lines.append(f'<span class="{kind}" data-nodes="n{i}">{head}{made}</span>')
    return re.sub(r"\^(-?\d[\d.]*(?:e[+-]\d+)?)", r"<sup>\1</sup>", " ".join(lines))


def numbers(graph: Graph) -> str:
    """All data, slopes and gradients as a table."""
    return filled("numbers.html", graph=graph, names=graph.names(), short=short)


def outcomes(graph: Graph, placed: list[int]) -> str:
    """What every order of visits gives, as a table: the whole game for who cannot play it."""
    names, nodes, orders = graph.names(), graph.nodes, []
    right, first = [node.grad for node in nodes], placed[0]
    for visits in itertools.permutations(reversed(placed)):
        sweep(nodes, visits)
        wrong = [names[i] for i in placed if not isclose(nodes[i].grad, right[i])]
        orders.append(([names[i] for i in visits], short(nodes[first].grad), wrong))
    sweep(nodes, placed[::-1])
    return filled("outcomes.html", first=names[first], orders=orders)


def data(graph: Graph) -> dict[str, Any]:
    """The graph as the browser computes with it.

    (Under instant navigation Material runs every <script> of a page, data or not.)
    """
    nodes: list[dict[str, Any]] = []
    computed = graph.computed
    for node, name in zip(graph.nodes, graph.names(), strict=True):
        entry = {"label": node.label, "op": node.op, "inputs": node.inputs}
        entry["says"] = node.operation.says if node.op else ""
        entry["slopes"] = [] if computed else node.slopes
        given = {key: value for key, value in entry.items() if value}
        nodes.append({"name": name, "data": node.data} | given)
    filling, visits = graph.steps()
    known = {"nodes": nodes, "filling": filling, "visits": visits}
    return known | {"backward": graph.backward, "computed": computed}


OPTIONS = {"from": ["start"], "by": ["node", "layer"]}
WALKED = figure.grammar(EXAMPLE.format("walk"), ("fold", "live", "words"), *OPTIONS, "watch")
ORDERED = figure.grammar(EXAMPLE.format("order"), ("fold", "words"))
WALK = Kind(replace(WALKED, values=OPTIONS), walk, code=lambda fence: fence.body, minutes=2)
ORDER = replace(WALK, grammar=ORDERED, run=order)
