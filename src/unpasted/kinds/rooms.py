"""The rooms that a page has for a drawing, and the drawing of a graph that fits each of them.

A drawing says by its class for which rooms it is, and the style sheet shows one in each. Inputs
stand on the left as long as that fits; in a narrower room, above.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise
from xml.etree.ElementTree import Element

from unpasted.kinds import svg

ROOMS = {"s": 348, "m": 660, "l": 900}  # the width of each in CSS pixels, as its book may use it
SMALLEST = 0.9  # a drawing that must be smaller than that does not fit
LEAST = 0.76  # and it is never smaller than that: its text has 11 pixels then

Draw = Callable[[str, int], Element]
"""From more of DOT, and the number of the drawing on the page, the drawing."""


def fitting(draw: Draw) -> list[Element]:
    """The drawings of a graph that its page needs, each with the rooms that it is for.

    Arguments:
        draw: draws the graph as its author has it, and with a layout of ours.
    """
    first = draw("", 0)
    if svg.width(first) * SMALLEST <= ROOMS["s"]:
        return [for_rooms(first, list(ROOMS))]
    labelled = svg.edge_words(first)  # words on arrows lie side by side as their author placed them
    smallest = LEAST if labelled else SMALLEST
    below = f"\tgraph [rankdir=TB nodesep={0.5 if labelled else 0.12}]\n"
    edges = svg.edges(first)
    layouts = [below, below + _stairs(edges), below + _stairs(edges, steep=True)]
    drawn = [first]  # what is not needed is not drawn
    wanted: dict[int, list[str]] = defaultdict(list)
    for room in reversed(ROOMS):
        most = ROOMS[room] / smallest
        while len(drawn) < 4 and all(svg.width(one) > most for one in drawn):
            drawn.append(draw(layouts[len(drawn) - 1], 0))
        wanted[_best([svg.width(one) for one in drawn], most)].append(room)
    return [
        for_rooms(draw(layouts[chosen - 1], number) if number else drawn[chosen], rooms)
        for number, (chosen, rooms) in enumerate(wanted.items())
    ]


def for_rooms(drawing: Element, rooms: list[str]) -> Element:
    """Say of a drawing which rooms it is for, and how small it may become."""
    drawing.set("class", " ".join(f"room-{room}" for room in rooms))
    drawing.set("style", f"min-width: {svg.width(drawing) * LEAST:.0f}px")
    return drawing


def _best(widths: list[float], most: float) -> int:
    """The first layout that is at most so wide, else the narrowest."""
    fit = [n for n, width in enumerate(widths) if width <= most]
    return fit[0] if fit else widths.index(min(widths))


def _stairs(edges: list[tuple[str, str]], *, steep: bool = False) -> str:
    """DOT that puts the inputs of an operation below each other, and not side by side.

    Arguments:
        steep: not only leaves below leaves, but leaves of one use below whatever they meet.
    """
    made = {head for _, head in edges}
    uses = Counter(tail for tail, _ in edges)
    inputs: dict[str, list[str]] = defaultdict(list)
    for tail, head in edges:
        if tail not in inputs[head]:
            inputs[head].append(tail)
    steps = set()
    for group in inputs.values():
        leaves = [name for name in group if name not in made]
        above = [name for name in group if name in made]
        steps |= set(pairwise(leaves))
        if steep and above and leaves and uses[leaves[0]] == 1:
            steps.add((above[-1], leaves[0]))
    downward = sorted(pair for pair in steps if pair[::-1] not in steps)
    return "".join(f'\t"{a}" -> "{b}" [style=invis weight=0]\n' for a, b in downward)
