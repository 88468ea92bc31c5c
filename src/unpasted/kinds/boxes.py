"""A graph as boxes and ovals, from left to right, as DOT."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import graphviz

from unpasted.kinds.colours import PALETTE

FONT = "DejaVu Sans Mono"
WORD, NUMBER = 33, 44  # points


def dot(nodes: Sequence[tuple[str, str, list[int], dict[str, str]]]) -> str:
    """The DOT text of a graph whose inputs stand before their users.

    Arguments:
        nodes: for each its label, its operation, the places of its inputs, and the texts in its
            box by what they are: `data`, and `grad` or not; empty: not yet known.
    """
    drawing = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.2", "ranksep": "0.16"},
        node_attr={"fontname": FONT, "fontsize": "11"},
        edge_attr={"arrowsize": "0.6"},
    )
    for i, (label, op, inputs, rows) in enumerate(nodes):
        name = f"n{i}"
        kinds = ["value", *["leaf"] * (not op), *["root"] * (i == len(nodes) - 1)]
        kinds += ["ungraded"] * (rows.get("grad") == "")
        drawing.node(
            name,
            _label(label, rows),
            _attributes={"class": " ".join(kinds)},
            shape="box",
            margin="0.08,0.05",
            style="rounded",
        )
        if not op:
            continue
        drawing.node(
            f"{name}op",
            graphviz.escape(op),
            _attributes={"class": "op"},
            shape="oval",
            width="0.36",
            height="0.36",
            margin="0.04,0.02",
        )
        for j in inputs:
            drawing.edge(f"n{j}", f"{name}op", _attributes={"class": "edge"})
        drawing.edge(f"{name}op", name, _attributes={"class": "edge"})
    return str(drawing.source)


def _label(label: str, texts: dict[str, str]) -> str:
    rows = [f'<td colspan="2"><b>{escape(label)}</b></td>'] if label.strip() else []
    for name, text in texts.items():
        colour = PALETTE[name if text else "faint"]
        rows.append(
            "".join(
                f'<td align="{align}" width="{width}"><font color="{colour}">{inner}</font></td>'
                for align, width, inner in (
                    ("LEFT", WORD, name),
                    ("RIGHT", NUMBER, escape(text or "·")),
                )
            )
        )
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="1">{body}</table>>'
