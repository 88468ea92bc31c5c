"""The HTML of what the browser steps: whole before anyone touches it, and without a script."""

from __future__ import annotations

import itertools
import json
import re
from html import escape
from math import isclose
from typing import Any
from xml.etree import ElementTree

from authoring.figures import Renderer, drawn, graph_svg
from authoring.operations import WalkError
from authoring.walk import Graph, sweep

CHARACTER = 6.62  # points: the width of one in the figures' font at its size
EXPONENT = re.compile(r"\^(-?\d[\d.]*(?:e[+-]\d+)?)")
SVG = "http://www.w3.org/2000/svg"
PARTS = ["data-word", "data", "grad-word", "grad"]  # of a box, below its label
MOST_ORDERED = 5  # nodes in an order game: 120 orders


def walker(graphs: dict[str, Graph], render: Renderer, name: str, alt: str, caption: str) -> str:
    """One or more graphs that the reader steps forward and backward.

    Arguments:
        graphs: for the name of each preset, its graph.
        name: an id that nothing else on the page has.
    """
    presets = []
    for number, (title, graph) in enumerate(graphs.items()):
        svg = graph_svg(graph.finished(), render, f"{name}-{number}")
        head = f'<p class="preset-name">{escape(title)}</p>' if len(graphs) > 1 else ""
        text = f"{title}: {alt}" if len(graphs) > 1 else alt
        presets.append(
            f'<section class="preset" data-name="{escape(title)}" data-graph="{data(graph)}">{head}'
            f"{drawn(parts(svg), f'{name}-{number}', text, caption)}"
            f"{formulas(graph)}{numbers(graph)}</section>"
        )
        caption = ""
    return f"<graph-walk>{''.join(presets)}</graph-walk>"


def order_game(graph: Graph, render: Renderer, name: str, alt: str, caption: str) -> str:
    """A graph whose visit order the reader places.

    Raises WalkError where the graph has too many nodes to place, or no rules.
    """
    placed = [i for i, node in enumerate(graph.nodes) if not node.constant]
    if not graph.backward:
        raise WalkError("an order game needs an engine with rules, from step5_local on")
    if len(placed) > MOST_ORDERED:
        raise WalkError(f"an order game has at most {MOST_ORDERED} nodes; this has {len(placed)}")
    svg = graph_svg(graph.bare(), render, name)
    return (
        f'<visit-order data-graph="{data(graph)}">'
        f"{drawn(parts(svg), name, alt, caption)}{outcomes(graph, placed)}"
        "</visit-order>"
    )


def formulas(graph: Graph) -> str:
    """Every named value as an equation; each part knows its node, each exponent stands high."""
    words: list[str] = []
    for i, node in enumerate(graph.nodes):
        text = escape(node.label) or graph.name(node, words)
        words.append(f'<span data-node="n{i}">{text}</span>')
    lines = [
        f'<span class="equation" data-node="n{i}">'
        f"{f'{escape(node.label)} = ' if node.label else ''}{graph.expression(node, words)}</span>"
        for i, node in enumerate(graph.nodes)
        if node.op and (node.label or i == len(graph.nodes) - 1)
    ]
    raised = EXPONENT.sub(r"<sup>\1</sup>", " ".join(lines))
    return f'<p class="formulas">{raised}</p>'


def numbers(graph: Graph) -> str:
    """All data, slopes and gradients as a table."""
    names = graph.names()
    rows = []
    for node, name in zip(graph.nodes, names, strict=True):
        slopes = zip(node.inputs, node.slopes, strict=False)
        local = "; ".join(f"to {names[i]}: {short(slope)}" for i, slope in slopes) or "–"
        made = name if not node.op or not node.label else graph.expression(node, names)
        cells = [node.label or name, made if node.op else "given", short(node.data)]
        cells += [local, short(node.grad)] if graph.backward else []
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    heads = ["node", "made by", "data"] + ["local derivatives", "grad"] * graph.backward
    return (
        '<details class="numbers"><summary>All numbers</summary><div class="scroll" tabindex="0">'
        f"<table><thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead><tbody>"
        f"{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table></div></details>"
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
        gives = f"wrong: {', '.join(wrong)}" if wrong else "all right"
        grad = short(graph.nodes[first].grad)
        said = ", ".join(names[i] for i in visits)
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in (said, grad, gives))
        rows.append(f"<tr>{cells}</tr>")
    sweep(graph.nodes, order)
    return (
        '<details class="numbers"><summary>What every order gives</summary>'
        f'<div class="scroll" tabindex="0"><table><thead><tr><th>visits</th>'
        f"<th>gradient of {escape(names[first])}</th><th>gradients</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def data(graph: Graph) -> str:
    """The graph as the browser computes with it, as an attribute.

    (Under instant navigation Material runs every <script> of a page, data or not.)
    """
    names = graph.names()
    nodes: list[dict[str, Any]] = []
    for node, name in zip(graph.nodes, names, strict=True):
        entry: dict[str, Any] = {"name": name, "data": node.data}
        if node.label:
            entry["label"] = node.label
        if node.op:
            entry |= {"op": node.op, "inputs": node.inputs}
        if node.line:
            entry["line"] = node.line
        nodes.append(entry)
    return escape(json.dumps({"nodes": nodes, "backward": graph.backward}, ensure_ascii=False))


def parts(svg: str) -> str:
    """The SVG of a graph in which each text of a value says what it is, as `data-part`.

    It is "label", "data-word", "data", "grad-word" or "grad". The two numbers are anchored at
    their right edge, so that another number keeps to its column.
    """
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for group in root.iterfind(f".//{{{SVG}}}g"):
        if "value" not in group.get("class", "").split():
            continue
        texts = group.findall(f"{{{SVG}}}text")
        rows = len(texts) // 2
        names = ["label"] * (len(texts) % 2) + PARTS[: 2 * rows]
        for text, name in zip(texts, names, strict=True):
            text.set("data-part", name)
            if name in ("data", "grad"):
                right = float(text.get("x", 0)) + CHARACTER * len(text.text or "")
                text.set("text-anchor", "end")
                text.set("x", f"{right:.2f}")
    return ElementTree.tostring(root, encoding="unicode")


def short(x: float) -> str:
    """A number as the figures show it: four decimals, or three digits where that says nothing."""
    if x == 0:
        return "0.0"
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"
