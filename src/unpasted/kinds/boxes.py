"""A graph as boxes and ovals, from left to right, as DOT."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import graphviz

from unpasted.kinds.colours import PALETTE

FONT = "DejaVu Sans Mono"
WORD, NUMBER = 33, 44  # points


@dataclass(frozen=True)
class Box:
    """A node as it is drawn.

    Arguments:
        inputs: the places of the boxes before it that lead to its oval.
        rows: the texts in it, by what they are: `data`, and `grad` or not; empty: not yet known.
    """

    label: str
    op: str
    inputs: list[int]
    rows: dict[str, str]


def dot(drawn: list[Box]) -> str:
    """The DOT text of a graph whose inputs stand before their users."""
    drawing = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.2", "ranksep": "0.16"},
        node_attr={"fontname": FONT, "fontsize": "11"},
        edge_attr={"arrowsize": "0.6"},
    )
    for i, box in enumerate(drawn):
        name = f"n{i}"
        kinds = ["value", *["leaf"] * (not box.op), *["root"] * (i == len(drawn) - 1)]
        kinds += ["ungraded"] * (box.rows.get("grad") == "")
        drawing.node(
            name,
            _label(box),
            _attributes={"class": " ".join(kinds)},
            shape="box",
            margin="0.08,0.05",
            style="rounded",
        )
        if not box.op:
            continue
        drawing.node(
            f"{name}op",
            graphviz.escape(box.op),
            _attributes={"class": "op"},
            shape="oval",
            width="0.36",
            height="0.36",
            margin="0.04,0.02",
        )
        for j in box.inputs:
            drawing.edge(f"n{j}", f"{name}op", _attributes={"class": "edge"})
        drawing.edge(f"{name}op", name, _attributes={"class": "edge"})
    return str(drawing.source)


def _label(box: Box) -> str:
    head = f'<tr><td colspan="2"><b>{escape(box.label)}</b></td></tr>' if box.label.strip() else ""
    body = "".join(_row(name, text) for name, text in box.rows.items())
    return (
        f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="1">{head}{body}</table>>'
    )


def _row(name: str, text: str) -> str:
    colour = PALETTE[name if text else "faint"]
    cells = (("LEFT", WORD, name), ("RIGHT", NUMBER, escape(text or "·")))
    return f"<tr>{''.join(_cell(colour, *cell) for cell in cells)}</tr>"


def _cell(colour: str, align: str, width: int, text: str) -> str:
    return f'<td align="{align}" width="{width}"><font color="{colour}">{text}</font></td>'
