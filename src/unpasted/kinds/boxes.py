"""A graph as boxes and ovals, for a package that tells its nodes and draws nothing itself."""

from __future__ import annotations

from html import escape

import graphviz

from unpasted.kinds.colours import PALETTE

FONT = "DejaVu Sans Mono"
WORD, NUMBER = 33, 44  # points


def dot(
    labels: list[str], ops: list[str], inputs: list[list[int]], rows: list[dict[str, str]]
) -> str:
    """The DOT text of a graph, from left to right.

    Arguments:
        labels, ops, inputs: of each node, inputs before users.
        rows: the numbers in its box, by what they are: `data`, and `grad` or not.
    """
    drawing = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.2", "ranksep": "0.16"},
        node_attr={"fontname": FONT, "fontsize": "11"},
        edge_attr={"arrowsize": "0.6"},
    )
    for i, (label, op) in enumerate(zip(labels, ops, strict=True)):
        name = f"n{i}"
        kinds = ["value", *["leaf"] * (not op), *["root"] * (i == len(labels) - 1)]
        drawing.node(
            name,
            _label(label, rows[i]),
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
        for j in inputs[i]:
            drawing.edge(f"n{j}", f"{name}op", _attributes={"class": "edge"})
        drawing.edge(f"{name}op", name, _attributes={"class": "edge"})
    return str(drawing.source)


def _label(label: str, rows: dict[str, str]) -> str:
    head = f'<tr><td colspan="2"><b>{escape(label)}</b></td></tr>' if label.strip() else ""
    body = "".join(_row(name, text) for name, text in rows.items())
    return (
        f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="1">{head}{body}</table>>'
    )


def _row(name: str, text: str) -> str:
    colour = PALETTE[name if text else "faint"]
    cells = (("LEFT", WORD, name), ("RIGHT", NUMBER, escape(text or "·")))
    return f"<tr>{''.join(_cell(colour, *cell) for cell in cells)}</tr>"


def _cell(colour: str, align: str, width: int, text: str) -> str:
    return f'<td align="{align}" width="{width}"><font color="{colour}">{text}</font></td>'
