"""Drawings of a graph of values, inputs on the left and the output on the right.

A value is a box with its label above: its data in the upper half, on blue, and its gradient in the
lower, on amber. The half of a number that is not yet known is hollow. A constant, a leaf without a
label, is pale: a faint box without a ground. An operation is a small oval.
"""

import math
from collections.abc import Callable, Collection
from html import escape
from itertools import zip_longest
from typing import Any, NamedTuple

import graphviz

from micrograd.order import Node, operands, trace

__all__ = ["PALETTE", "Listed", "draw_dot", "nodes", "operands", "trace"]

PALETTE = {
    "data": "#1d4ed8",  # a number of the forward pass
    "data-tint": "#e6edfd",  # what it stands on
    "grad": "#b45309",  # a gradient
    "grad-tint": "#fcebd8",
    "faint": "#808080",  # what is not yet known
    "wrong": "#b3261e",  # what a machine has wrong
}
"""Every colour of a drawing but black, by what it means; a page may put its own in their place."""

FONT = "DejaVu Sans Mono"
NUMBER_WIDTH = 54  # points, or seven characters: most boxes keep their size as numbers come in
TABLE = '<table border="{}" cellborder="0" cellspacing="0" cellpadding="{}">'
SIGNS = {"*": "×", "-": "−", "neg": "−"}
RAISED = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")


class Listed(NamedTuple):
    """A value of a graph, as figures that are stepped need it.

    Attributes:
        value: the Value itself.
        inputs: the places, in the list of `nodes`, of what it was computed from.
        slopes: its local derivatives, one for each input; none where its step has no rules.
    """

    value: Any
    label: str
    op: str
    inputs: list[int]
    data: Any
    slopes: list[float]


def nodes(root: Node) -> list[Listed]:
    """List the graph that ends in `root`, inputs before their users, `root` last.

    The local derivatives are the engine's own: a Value of the finished engine holds its `_locals`.
    Of one with a `_backward` closure they are learnt by running the closure alone, on a gradient
    of 1; every value keeps the gradient that it had.

    Raises:
        TypeError: `root` is not a value that remembers its inputs.
        ValueError: a value is among the values it was computed from.
    """
    order = trace(root)
    place = {id(value): i for i, value in enumerate(order)}
    listed = []
    for value in order:
        inputs = operands(value, place)
        op = value._op if inputs else ""
        at = [place[id(member)] for member in inputs]
        listed.append(Listed(value, value.label, op, at, value.data, _slopes(value, inputs)))
    return listed


def _slopes(value: Any, inputs: list[Any]) -> list[float]:
    if hasattr(value, "_locals"):
        return list(value._locals)
    if not inputs or not hasattr(value, "_backward"):
        return []
    touched = {id(one): one for one in [value, *inputs]}
    kept = {key: one.grad for key, one in touched.items()}
    for one in touched.values():
        one.grad = 0.0
    value.grad = 1.0
    try:
        value._backward()
        found = {id(one): one.grad for one in inputs}
    finally:
        for key, one in touched.items():
            one.grad = kept[key]
    return [found[id(one)] / sum(one is other for other in inputs) for one in inputs]


def draw_dot(
    root: Node,
    *,
    with_data: Collection[Node] | None = None,
    with_grad: Collection[Node] | bool | None = None,
    words: bool = False,
) -> graphviz.Digraph:
    """Draw the graph that ends in `root`.

    Numbers are shown to four decimals. The same graph gives the same text in every process.

    The values are called n0, n1, ... in the order of `trace`; the operation that makes n2 is called
    n2op. For style sheets and scripts, a value has the class `value`, with `leaf` if it has no
    inputs, `constant` if it has no label either, `root` if it is the output, `unknown` while its
    data and `ungraded` while its gradient is not shown; an operation has `op` and an arrow `edge`,
    with `unknown` while the result of the operation is not shown, and `zero` where the gradient
    that came back is 0.0.

    Every gradient is 0.0 until it is computed, and some are 0.0 afterwards: below a relu that is
    off, or beside a factor 0. A drawing leaves out the first and shows the second as 0.0. By
    default it goes by `backward`, one call of which computes all of them:

    - The values have `backward`, and the gradient of `root` is not 0.0: all gradients are shown.
    - Otherwise those are shown that are not 0.0. So it is before the pass, and in all of a pass
      made by hand, one gradient at a time, on values without `backward` (steps 4 to 6).

    A number cannot say whether it was computed, so after a pass made by hand whoever draws says
    so: `with_grad=True`. In the middle of such a pass, name the values that it has reached. So do
    for a pass made by hand on values that have `backward`, and for a part of a graph whose own
    output received 0.0.

    Args:
        root: the output, a Value from `micrograd.steps.step3_graph` on. Where values have no
            `grad` yet, none is drawn.
        with_data: the values whose data is shown; the others are not yet computed. Default: all.
        with_grad: the values whose gradient is shown; the others are not yet computed. True means
            all, and False none. Default: all after `root.backward()`, before it those where it is
            not 0.0; see above.
        words: whether "data" and "grad" stand beside the numbers.

    Returns:
        A `graphviz.Digraph`; its `source` is the text in the DOT language.

    Raises:
        TypeError: `root` is no such Value, or `with_data` or `with_grad` is no collection.
        ValueError: `with_data` or `with_grad` holds something that is not in the graph, or the
            graph has a cycle.
    """
    has_data = _membership("with_data", with_data, lambda value: True)
    passed = hasattr(root, "backward") and _has_gradient(root)
    has_grad = _membership(
        "with_grad",
        None if isinstance(with_grad, bool) else with_grad,
        lambda value: with_grad is True or (with_grad is None and (passed or _has_gradient(value))),
    )

    def label(value: Any) -> str:
        return _label(value, has_data(value), has_grad(value), words)

    order = trace(root, look=label)
    _check("with_data", with_data, order)
    _check("with_grad", None if isinstance(with_grad, bool) else with_grad, order)
    number = {id(value): i for i, value in enumerate(order)}
    faint = PALETTE["faint"]

    dot = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.2", "ranksep": "0.16"},
        node_attr={"fontname": FONT, "fontsize": "11"},
        edge_attr={"arrowsize": "0.6", "penwidth": "1.1"},
    )
    for value in order:
        name = f"n{number[id(value)]}"
        known = has_data(value)
        ink = {} if known else {"color": faint, "fontcolor": faint, "style": "dashed"}
        sign = _sign(value._op)
        large = not sign.isalpha() and len(sign) < 3
        dot.node(
            name,
            label(value),
            _attributes={"class": _classes(value, root, known, has_grad(value))},
            shape="plain",
            **ink,
        )
        if not value._prev:
            continue
        suffix = "" if known else " unknown"
        dot.node(
            f"{name}op",
            graphviz.escape(sign),
            _attributes={"class": "op" + suffix},
            shape="oval",
            width="0.34",
            height="0.34",
            margin="0.04,0.02",
            **ink | ({"fontsize": "15", "fixedsize": "true"} if large else {}),
        )
        edge = {"class": "edge" + suffix} | ink
        amber = edge | {"color": PALETTE["grad"], "penwidth": "1.8"}  # a gradient came back
        zero = edge | {"class": f"{edge['class']} zero", "penwidth": "0.75", "dir": "none"}
        zero |= {"color": faint, "style": "dashed"}  # one of 0.0
        inputs = operands(value, number)
        places = [number[id(operand)] for operand in inputs]
        went = [has_grad(value) and has_grad(operand) for operand in inputs]
        slopes = _slopes(value, inputs) if any(went) else []
        # Two arrows of one value are seen as two where they have room to part.
        apart = {"minlen": "2"} if places == places[:1] * 2 else {}
        upstream = getattr(value, "grad", 1.0)
        for place, back, slope in zip_longest(places, went, slopes):
            carried = amber | {"dir": "back"} if upstream and slope != 0 else zero
            look = carried if back else edge
            dot.edge(f"n{place}", f"{name}op", tailport="box:e", _attributes=look, **apart)
        carried = amber | {"dir": "none"} if upstream else zero
        dot.edge(f"{name}op", name, headport="box", _attributes=carried if any(went) else edge)
    return dot


def _has_gradient(value: Any) -> bool:
    return bool(getattr(value, "grad", 0.0) != 0)


def _membership(
    argument: str, chosen: Collection[Any] | None, default: Callable[[Any], bool]
) -> Callable[[Any], bool]:
    if chosen is None:
        return default
    if not isinstance(chosen, Collection):
        raise TypeError(
            f"{argument} must be a collection of Values, such as [a, b], not {chosen!r}"
        )
    ids = {id(value) for value in chosen}
    return lambda value: id(value) in ids


def _check(argument: str, chosen: Collection[Any] | None, graph: list[Any]) -> None:
    ids = {id(value) for value in graph}
    for value in chosen or ():
        if id(value) not in ids:
            raise ValueError(
                f"{argument} holds {value!r} (label {getattr(value, 'label', '')!r}), which is not "
                "in this graph: a graph that is built again consists of new Values"
            )


def _classes(value: Any, root: Any, known: bool, graded: bool) -> str:
    holds = {
        "value": True,
        "leaf": not value._prev,
        "constant": _constant(value),
        "root": value is root,
        "unknown": not known,
        "ungraded": hasattr(value, "grad") and not graded,
    }
    return " ".join(word for word in holds if holds[word])


def _constant(value: Any) -> bool:
    return not value._prev and not str(value.label).strip()


def _sign(op: str) -> str:
    """How an operation is written in its oval: `**2` as x²."""
    if op.startswith("**"):
        return f"x{op[2:].translate(RAISED)}"
    return SIGNS.get(op, op)


def _label(value: Any, known: bool, graded: bool, words: bool) -> str:
    """Return what a value looks like, in the subset of HTML that Graphviz reads."""
    pale = _constant(value)
    halves = [_half("data", value.data, known, words, pale)]
    if hasattr(value, "grad"):
        halves.append(_half("grad", value.grad, graded, words, pale))
    ink = "" if known else ' style="dashed"'
    ink += f' color="{PALETTE["faint"]}"' if pale or not known else ""
    box = f"{TABLE.format(1, 3)[:-1]}{ink}>{'<hr/>'.join(halves)}</table>"
    name = escape(str(value.label))
    head = f'<tr><td cellpadding="1"><b>{name}</b></td></tr>' if name.strip() else ""
    return f'<{TABLE.format(0, 0)}{head}<tr><td port="box">{box}</td></tr></table>>'


def _half(name: str, x: Any, shown: bool, words: bool, pale: bool) -> str:
    """Return the row of a number; it has no ground and no text where the number is not known."""
    ground = PALETTE[f"{name}-tint"] if shown and not pale else "transparent"

    def cell(side: str, width: str, colour: str, text: str) -> str:
        shape = f'align="{side}" bgcolor="{ground}"{width}'
        return f'<td {shape}><font color="{colour}">{text}</font></td>'

    text = escape(_short(x)) if shown else "&#160;"
    number = cell("RIGHT", f' width="{NUMBER_WIDTH}"', PALETTE[name], text)
    word = cell("LEFT", "", PALETTE[name if shown else "faint"], name) if words else ""
    return f"<tr>{word}{number}</tr>"


def _short(x: Any) -> str:
    """Write a number as Python writes floats, with four decimals or three digits at most."""
    if isinstance(x, complex):
        return f"{x:.4g}"
    x = float(x)
    if x == 0 or not math.isfinite(x):
        return str(abs(x) if x == 0 else x)
    return str(round(x, 4)) if 1e-3 <= abs(x) < 1e6 else f"{x:.3g}"
