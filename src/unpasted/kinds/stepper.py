"""```python walk and ```python order: a graph that the reader steps.

The HTML is whole before anyone touches it, and without a script. Two kinds in one file: they
read the same graph and are stepped by the same scripts.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import escape
from math import isclose
from typing import Any

from unpasted.faults import Fault, Refused
from unpasted.kinds import figure, graph
from unpasted.kinds.code import HIDE, block, highlighted
from unpasted.kinds.drawing import figure_html, graph_svg
from unpasted.kinds.figure import Drawn, caption_of, grammar, ran_and_drawn
from unpasted.kinds.graph import Graph, sweep
from unpasted.kinds.making import Kind, Making
from unpasted.kinds.numbers import short
from unpasted.kinds.svg import PIXELS
from unpasted.kinds.words import filled_first, sentences
from unpasted.read.fence import Fence
from unpasted.run.session import Session
from unpasted.words import say

EXPONENT = re.compile(r"\^(-?\d[\d.]*(?:e[+-]\d+)?)")
WIDTH = re.compile(r'<svg\b[^>]*\swidth="([\d.]+)pt"')
EXAMPLE = '```python {} alt="what the graph is, in words"'
BESIDE = 640  # CSS pixels: how wide a drawing may be that has the code beside it
MOST_ORDERED = 5  # nodes in an order game: 120 orders


@dataclass(frozen=True)
class Stepped:
    """A graph, and what its figure shows.

    Arguments:
        title: the name of a preset.
        svg: its drawings.
        tables: its numbers, or what every order gives, as HTML.
        steps: a sentence for each.
    """

    title: str
    graph: Graph
    svg: str
    tables: str
    steps: list[str] = field(default_factory=list)


def read(session: Session, root: Any) -> Graph:
    """The graph that ends in `root`. Raises Refused."""
    drawing = session.module(session.settings.drawing, "drawing")
    lines: dict[int, tuple[int, int]] = {}
    for (job, line, _), made in session.made.items():
        lines.setdefault(id(made), (job, line))
    return graph.read(root, drawing, lines)


def walk(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """Read the graphs that the reader will step: one, or a dict of presets."""
    begins = fence.options.get("from", "start")
    if begins != "start":
        says = 'write from="start" for a walk that begins empty; without it, it begins finished'
        raise Fault(fence.place, f'from="{begins}" is no beginning; {says}')

    def draw(value: Any, name: str, alt: str) -> list[Stepped]:
        roots = value if isinstance(value, dict) else {"": value}
        if not roots:
            raise Refused("a walk of no graphs; write the output of one as its last line")
        steps = []
        for number, (title, root) in enumerate(roots.items()):
            one = read(session, root)
            if "live" in fence.flags and not one.computed:
                says = "a walk is live where the browser can compute the graph with other numbers"
                raise Refused(says)
            words = f"{title}: {alt}" if len(roots) > 1 else alt
            own, visits = f"{name}-{number}", "live" not in fence.flags
            dot = one.dot(graded=True)
            svg = graph_svg(session, dot, own, words, changes=True, visits=visits)
            steps.append(Stepped(str(title), one, svg, numbers(one), sentences(one)))
        return steps

    return _publishable(session, fence, draw)


def order(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """Read the graph whose visits the reader will order."""

    def draw(value: Any, name: str, alt: str) -> list[Stepped]:
        one = read(session, value)
        placed = [i for i, node in enumerate(one.nodes) if not node.constant]
        if not one.scalar:
            says = "an order game needs one number in each node; this graph can be walked"
            raise Refused(says)
        if not one.backward:
            raise Refused("an order game needs an engine with rules, from step5_local on")
        if len(placed) > MOST_ORDERED:
            most = f"at most {MOST_ORDERED} nodes; this has {len(placed)}"
            raise Refused(f"an order game has {most}")
        svg = graph_svg(session, one.dot(graded=False), name, alt, changes=True, visits=True)
        return [Stepped("", one, svg, outcomes(one, placed))]

    return _publishable(session, fence, draw)


def make_walk(fence: Fence, made: Drawn, making: Making) -> dict[str, str]:
    """One section for each preset, whole."""
    caption, parts = caption_of(fence), []
    for one in made.drawing:
        head = f'<p class="preset-name">{escape(one.title)}</p>' if len(made.drawing) > 1 else ""
        parts.append(section(one, making, head, caption))
        caption = ""
    known = ' data-from="start"' if "from" in fence.options else ""
    known += " data-live" if "live" in fence.flags else ""
    return shown(fence, made, making, f"<graph-walk{known}>{''.join(parts)}</graph-walk>")


def section(one: Stepped, making: Making, head: str = "", caption: str = "") -> str:
    """One graph with its figure, the code and the formulas beside it, its steps, its numbers."""
    steps = "".join(f"<li>{escape(said)}</li>" for said in one.steps)
    beside = lines(one, making) + formulas(one.graph)
    return (
        f'<section class="preset {room(one)}" data-name="{escape(one.title)}" '
        f'data-graph="{data(one, making)}">{head}<div class="stage">'
        f'{figure_html(one.svg, caption)}<div class="beside">{beside}'
        f'</div></div><details class="numbers steps"><summary>{say("The steps in words")}</summary>'
        f"<ol>{steps}</ol></details>{one.tables}</section>"
    )


def room(one: Stepped) -> str:
    """How a drawing shares its room: beside a broad one there is none for the code."""
    wide = WIDTH.search(one.svg)
    return "broad" if wide and float(wide[1]) * PIXELS > BESIDE else "slim"


def lines(one: Stepped, making: Making) -> str:
    """The lines of the chapter that made the graph, where there is more than one."""
    made = sorted({node.line for node in one.graph.nodes if node.line})
    texts = {making.line(line): making.text(line).strip() for line in made}
    visible = {line: text for line, text in texts.items() if not HIDE.search(text)}
    if len(visible) < 2:
        return ""
    return block(
        "".join(
            f'<span class="line" data-line="{line}">{highlighted(text)[0]}\n</span>'
            for line, text in visible.items()
        ),
        kind="highlight made",
    )


def make_order(fence: Fence, made: Drawn, making: Making) -> dict[str, str]:
    """The figure, and what every order gives."""
    [one] = made.drawing
    drawing = figure_html(one.svg, caption_of(fence))
    game = (
        f'<visit-order class="{room(one)}" data-graph="{data(one, making)}">'
        f'<div class="stage">{drawing}<div class="beside"></div></div>{one.tables}</visit-order>'
    )
    return shown(fence, made, making, game)


def shown(fence: Fence, made: Drawn, making: Making, stepper: str) -> dict[str, str]:
    """The cell only hands over its graph: its code is shown where its author asks for it."""
    asked = fence if "fold" in fence.flags else replace(fence, flags=frozenset({"hide"}))
    return figure.shown(asked, made, making, stepper)


def _publishable(
    session: Session, fence: Fence, draw: Callable[[Any, str, str], list[Stepped]]
) -> tuple[Drawn, dict[int, str | Fault]]:
    made, texts = ran_and_drawn(session, fence, draw)
    for one in made.drawing:
        for text in (one.svg, one.tables, *one.graph.names(), *one.steps):
            if session.publishable(text, fence.place) != text:
                says = "the graph's labels hold a folder of this machine; write other labels"
                raise Fault(fence.place, says)
    return made, texts


def formulas(graph: Graph) -> str:
    """Every named value as an equation; each part knows its node, each exponent stands high."""
    names = graph.names()
    words: list[str] = []
    lines: list[str] = []
    for i, node in enumerate(graph.nodes):
        named = bool(node.label) or node.short
        made = graph.expression(node, words) if node.op else ""
        own = escape(names[i]) if named or not node.op else made
        words.append(f'<span data-node="n{i}">{own}</span>')
        if node.op and (named or i == len(graph.nodes) - 1):
            head = f"{escape(names[i])} = " if named else ""
            lines.append(f'<span class="equation" data-node="n{i}">{head}{made}</span>')
    raised = EXPONENT.sub(r"<sup>\1</sup>", " ".join(lines))
    return f'<p class="formulas">{raised}</p>'


def numbers(graph: Graph) -> str:
    """All data, slopes and gradients as a table."""
    names = graph.names()
    rows: list[list[str]] = []
    for node, name in zip(graph.nodes, names, strict=True):
        slopes = zip(node.inputs, node.slopes, strict=False)
        local = "; ".join(
            say("to {name}: {slope}", name=names[i], slope=short(slope)) for i, slope in slopes
        )
        made = graph.expression(node, names) if node.op else name
        cells = [node.label or name, made if node.op else say("given"), short(node.data)]
        cells += [local or "–", short(node.grad)] if graph.backward else []
        rows.append(cells)
    heads = [say("node"), say("made by"), say("data")]
    heads += [say("local derivatives"), say("grad")] if graph.backward else []
    return table(say("All numbers"), "numbers values", heads, rows)


def table(summary: str, kind: str, heads: list[str], rows: list[list[str]]) -> str:
    """A table of texts behind a button."""

    def row(tag: str, cells: list[str]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    return (
        f'<details class="{kind}"><summary>{summary}</summary><div class="scroll" tabindex="0">'
        f"<table><thead>{row('th', heads)}</thead>"
        f"<tbody>{''.join(row('td', cells) for cells in rows)}</tbody></table></div></details>"
    )


def outcomes(graph: Graph, placed: list[int]) -> str:
    """What every order of visits gives, as a table: the whole game for who cannot play it."""
    names = graph.names()
    order = [i for i in reversed(range(len(graph.nodes))) if i in placed]
    sweep(graph.nodes, order)
    right = [node.grad for node in graph.nodes]
    first = placed[0]
    rows = []
    for visits in itertools.permutations(order):
        sweep(graph.nodes, list(visits))
        wrong = [names[i] for i in placed if not isclose(graph.nodes[i].grad, right[i])]
        gives = say("wrong: {names}", names=", ".join(wrong)) if wrong else say("all right")
        grad = short(graph.nodes[first].grad)
        rows.append([", ".join(names[i] for i in visits), grad, gives])
    sweep(graph.nodes, order)
    heads = [say("visits"), say("gradient of {name}", name=names[first]), say("gradients")]
    return table(say("What every order gives"), "numbers", heads, rows)


def data(one: Stepped, making: Making) -> str:
    """The graph as the browser computes with it, as an attribute.

    (Under instant navigation Material runs every <script> of a page, data or not.)
    """
    nodes: list[dict[str, Any]] = []
    computed = one.graph.computed
    for node, name in zip(one.graph.nodes, one.graph.names(), strict=True):
        entry: dict[str, Any] = {"name": name, "data": node.data}
        if node.label:
            entry["label"] = node.label
        if node.op:
            entry |= {"op": node.op, "says": node.operation.says, "inputs": node.inputs}
        if node.slopes and not computed:
            entry["slopes"] = node.slopes
        if node.line:
            entry["line"] = making.line(node.line)
        nodes.append(entry)
    known = {"nodes": nodes, "leaves": filled_first(one.graph.nodes)}
    known |= {"backward": one.graph.backward, "computed": computed}
    return escape(json.dumps(known, ensure_ascii=False))


def outputs(fence: Fence, made: Drawn) -> list[Any]:
    """What the steps say, and all numbers; a figure shows no others."""
    graphs = [
        {"graph": one.title, "says": one.svg, "steps": one.steps, "numbers": one.tables}
        for one in made.drawing
    ]
    return [made.printed, *graphs]


WALK = Kind(
    grammar(EXAMPLE.format("walk"), ("fold", "live"), "from"),
    run=walk,
    make=make_walk,
    code=lambda fence: fence.body,
    minutes=2,
    outputs=outputs,
)
ORDER = replace(
    WALK, grammar=grammar(EXAMPLE.format("order"), ("fold",)), run=order, make=make_order
)
