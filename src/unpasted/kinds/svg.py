"""SVG as a page can hold it: ids of its own, the page's colours, its words, parts with names.

A drawing says by its class for which rooms of the page it is, and the style sheet shows one in
each. Inputs of a graph stand on the left as long as that fits; in a narrower room, above.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import dist
from typing import TypeAlias

from lxml import etree

# Of a drawing's tree.
Element: TypeAlias = etree._Element

SVG = "http://www.w3.org/2000/svg"

ROOMS = {"s": 348, "m": 660, "l": 900}  # the width of each in CSS pixels, as its book may use it
STAGED = ROOMS | {"x": 1700}  # and of a walk on a broad screen, where it is zoomed
SMALLEST = 0.9  # a drawing that must be smaller than that does not fit
LEAST = 0.76  # and it is never smaller than that (figures.css): its text has 11 pixels then
HIGH = 700  # CSS pixels: a drawing that is visited and higher does not fit on most stages
PIXELS = 4 / 3  # of a point
CHARACTER = 6.62  # points: the width of one in a graph's font at its size
Draw = Callable[[dict[str, str], list[tuple[str, str]]], Element]
PAINTED = ("fill", "stroke", "stop-color")
COLOUR = re.compile(rf"({'|'.join(PAINTED)}): ?(#[0-9a-f]{{6}})")
INKS = {"var(--data)": "data", "var(--grad)": "grad"}
TAILS = 12  # points between arrows that leave a box
BESIDE = 3  # characters: a longer name leaves an arrow that enters its box from above no room
PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
PORT = re.compile(r":(box|e|n|[ns]w)(?=:|->|$)")
NUMBER = re.compile(r"-?\d+\.\d+")
# Attributes whose words are ids, and where an id stands in others.
IDS = re.compile(
    r"aria-\w*(?:by|controls|descendant|details|flowto|owns)|id|for|headers|popovertarget"
)
REFERS = re.compile(r"(?<=^#).+|(?<=url\(#)[^)]+")
PARSER = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False)


def of_graph(text: str, name: str, colours: Mapping[str, str], *, upright: bool = False) -> Element:
    """What Graphviz drew: each part bears its DOT name, each text of a value what it tells.

    Arguments:
        text: SVG of a graph whose id is `name`; so the ids of its parts begin with it.
        colours: the page's colours for those of the drawing.
        upright: whether arrows come from above: a name gives way to the one to its box.
    """
    drawing = read(text, colours)
    for group in drawing.findall(".//{*}g"):
        for title in group.findall("{*}title"):
            group.remove(title)
            group.set("data-name", PORT.sub("", (title.text or "").strip()))
        if "value" in group.get("class", "").split():
            _name_parts(group)
    if upright:
        _stand_aside(drawing)
    else:
        _part(drawing)
    _shorten(drawing)
    return drawing


def tell(drawing: Element, name: str, alt: str) -> None:
    """Make the SVG one image whose title is its text alternative."""
    drawing.set("role", "img")
    drawing.set("aria-labelledby", f"{name}-title")
    drawing.insert(0, title := etree.Element(f"{{{SVG}}}title", {"id": f"{name}-title"}))
    title.text = alt


def text(drawing: Element) -> str:
    """The SVG as text."""
    etree.cleanup_namespaces(drawing)
    return str(etree.tostring(drawing, encoding="unicode"))


def size(drawing: Element, side: str = "width") -> float:
    """How wide it is drawn, or how high, in CSS pixels."""
    return float(drawing.get(side, "0pt").removesuffix("pt")) * PIXELS


def rename(root: Element, own: Callable[[str], str]) -> None:
    """Give the ids in a tree other names, and so wherever one is named; links lead where they led.

    Arguments:
        own: from an id its other name.
    """
    for element in root.iter():
        for key, value in element.items():
            if IDS.fullmatch(key):
                element.set(key, " ".join(map(own, value.split())))
            elif "url(#" in value or (key.endswith("href") and element.tag != "a"):
                element.set(key, REFERS.sub(lambda at: own(at[0]), value))


def align_right(drawing: Element) -> None:
    """Anchor numbers at their right edge, so that another number keeps to its column."""
    for text in drawing.iterfind(".//{*}text[@text-anchor='start']"):
        if text.get("data-part") in ("data", "grad"):
            x = float(text.get("x", "0")) + CHARACTER * len(text.text or "")
            text.set("text-anchor", "end")
            text.set("x", f"{x:.2f}")


def read(text: str, colours: Mapping[str, str]) -> Element:
    """A drawing in the page's colours; words in it that name a colour stay."""

    def own(match: re.Match[str]) -> str:
        return f"{match[1]}: {colours.get(match[2], match[2])}"

    try:
        drawing = etree.fromstring(text.encode(), PARSER)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"the drawing is no SVG that can be read: {error}") from None
    for element in drawing.iter():
        for key, value in element.items():
            if key in PAINTED:
                element.set(key, colours.get("#000000" if value == "black" else value, value))
            elif key == "style":
                element.set(key, COLOUR.sub(own, value))
    return drawing


def _name_parts(value: Element) -> None:
    """Say of each text in the box of a value what it is, and of each ground whose it is.

    A number without a word beside it has one that is not seen, for who reads the text alone. Where
    two cells of a row meet is a seam: they become one, as broad as the frame; so do their lines.
    """
    *cells, frame = value.findall("{*}polygon") or [None]
    xs, ends = _sides(frame) if cells else ([], [])
    for cell in cells:
        ys = _sides(cell)[1]
        ys = [next((end for end in ends if abs(end - y) < 2), y) for y in ys]
        cell.set("points", points := f"{xs[0]},{ys[0]} {xs[-1]},{ys[-1]}")
        for twin in [one for one in value if one.get("points") == points][1:]:
            value.remove(twin)
        if (dashes := frame.get("stroke-dasharray")) and ys[0] == ys[-1]:
            cell.tag = f"{{{SVG}}}polyline"  # closed, its dashes would fill their own gaps
            cell.set("stroke-dasharray", dashes)
    for part in value.findall("{*}text"):
        row = INKS.get(ink := part.get("fill", ""), (ink == "var(--faint)" and part.text) or "")
        word = "-word" if part.text == row else ""
        part.set("data-part", f"{row}{word}" if row else "label")
        ground = next(part.itersiblings("{*}polygon", preceding=True), None)
        if row and ground is not None:
            ground.set("data-part", f"{row}-half")
        if row and not word and f"{row}-word" not in (one.get("data-part") for one in value):
            part.addprevious(desc := etree.Element(f"{{{SVG}}}desc"))
            desc.text = row


def _stand_aside(drawing: Element) -> None:
    """Put names above the left end of their boxes, where an arrow to the box has room beside it."""
    for value in drawing.iterfind(".//{*}g[@data-name]"):
        name = value.find("{*}text[@font-weight='bold']")
        frame = value.findall("{*}polygon")[-1:]
        if name is not None and frame and "value" in value.get("class", "").split():
            name.set("x", f"{_sides(frame[0])[0][0] + 1:.2f}")


def _part(drawing: Element) -> None:
    """Let arrows that leave a box at one point leave it apart, in the order of where they lead."""
    leaving: dict[str, list[tuple[list[float], Element]]] = defaultdict(list)
    for group in drawing.iterfind(".//{*}g[@data-name]"):
        tail, _, head = group.get("data-name", "").partition("->")
        if head and (path := group.find("{*}path")) is not None:
            ys = [float(y) for _, y in PAIR.findall(path.get("d", ""))]
            leaving[tail].append((ys[::-1], group))
    for value in drawing.iterfind(".//{*}g[@data-name]"):
        arrows = sorted(leaving[value.get("data-name", "")], key=lambda one: one[0])
        if len(arrows) > 1 and "value" in value.get("class", "").split():
            top, *_, foot = _sides(value.findall("{*}polygon")[-1])[1]
            step = min(TAILS, 0.7 * (foot - top) / (len(arrows) - 1))
            for n, (_, group) in enumerate(arrows):
                _bend(group, step * (n - (len(arrows) - 1) / 2))


def _bend(arrow: Element, by: float) -> None:
    """Move the start of an arrow, and a head that it has there, up or down, if it has the room."""
    path: Element = arrow.find("{*}path")
    start, *_, end = ((float(x), float(y)) for x, y in PAIR.findall(path.get("d", "")))
    if dist(start, end) < TAILS:
        return
    path.set("d", PAIR.sub(lambda at: f"{at[1]},{float(at[2]) + by:.2f}", path.get("d", ""), 2))
    for head in arrow.findall("{*}polygon"):
        points = [(float(x), float(y)) for x, y in PAIR.findall(head.get("points", ""))]
        if dist(points[0], start) < TAILS:
            head.set("points", " ".join(f"{x:.2f},{y + by:.2f}" for x, y in points))


def _sides(shape: Element) -> list[list[float]]:
    points = (point.split(",") for point in shape.get("points", "").split())
    return [sorted(map(float, {*side})) for side in zip(*points, strict=True)]


def _shorten(drawing: Element) -> None:
    """Say the same in fewer bytes: rectangles as such, and nothing below a tenth of a point."""
    for shape in drawing.iterdescendants():
        if shape.tag.endswith("}polygon"):
            xs, ys = _sides(shape)
            if len(xs) == len(ys) == 2:
                shape.tag = f"{{{SVG}}}rect"
                shape.attrib.pop("points")
                sides = {"x": xs[0], "y": ys[0], "width": xs[1] - xs[0], "height": ys[1] - ys[0]}
                shape.attrib.update({key: f"{one:.2f}" for key, one in sides.items()})
        for key, written in shape.items():
            if key in ("points", "d", "x", "y", "width", "height") and "." in written:
                shape.set(key, NUMBER.sub(_short, written))


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")


def fitting(draw: Draw, low: bool = False, near: dict[str, str] | None = None) -> list[Element]:
    """The drawings of a graph that its page needs, each with the rooms that it is for.

    Arguments:
        draw: from attributes of the graph, and edges that are not seen, the drawing.
        low: whether it may be as small as it can be read, rather than high.
        near: of a walk, attributes that bring its columns nearer, for where inputs above would be
            too high.
    """
    nearer: Element | None = None
    drawn = [draw({}, [])]  # what is not needed is not drawn
    # Arrows with words: as their author placed them.
    labelled = bool(drawn[0].xpath("//*[contains(@data-name, '->')]/*[local-name()='text']"))
    smallest = LEAST if labelled or low else SMALLEST
    below = {"rankdir": "TB", "nodesep": "0.5" if labelled else "0.12"}
    wanted: dict[int, list[str]] = defaultdict(list)
    fits = size(drawn[0]) * (LEAST if low else SMALLEST) <= ROOMS["s"]
    for room, most in reversed((STAGED if near else ROOMS).items()):
        while not fits and (number := len(drawn)) < 4 and min(map(size, drawn)) > most / smallest:
            steps = _stairs(drawn[0], steep=number == 3)
            drawn.append(draw(below, steps if number > 1 else []))
        widths = [size(one) for one in drawn]
        lying = LEAST if room == "m" else smallest  # better small than as high as a tablet
        best = (n for n, one in enumerate(widths) if one <= most / (smallest if n else lying))
        number = next(best, widths.index(min(widths)))
        if near and number and size(drawn[number], "height") > HIGH:
            nearer = draw(near, []) if nearer is None else nearer
            number = -1 if size(nearer) <= most / smallest else number
        wanted[number].append(room)
    if nearer is not None:
        drawn.append(nearer)
    for number, own in wanted.items():
        drawn[number].set("class", " ".join(f"room-{room}" for room in own))
        if size(drawn[number]) > ROOMS["m"]:
            drawn[number].set("data-wide", "")
        drawn[number].set("style", f"--drawn: {size(drawn[number]):.0f}px")
    return [drawn[number] for number in wanted]


def _stairs(drawing: Element, *, steep: bool) -> list[tuple[str, str]]:
    """Edges that put the inputs of an operation below each other, and not side by side.

    Arguments:
        steep: not only leaves below leaves, but leaves of one use below whatever they meet.
    """
    names = [group.get("data-name", "").split("->") for group in drawing.iterfind(".//{*}g")]
    arrows = [(name[0], name[1]) for name in names if name[1:]]
    made = {head for _, head in arrows}
    uses = Counter(tail for tail, _ in arrows)
    inputs: dict[str, dict[str, None]] = defaultdict(dict)
    for tail, head in arrows:
        inputs[head][tail] = None
    steps = set()
    for group in inputs.values():
        leaves = [name for name in group if name not in made]
        above = [name for name in group if name in made]
        steps |= set(pairwise(leaves))
        if steep and above and leaves and uses[leaves[0]] == 1:
            steps.add((above[-1], leaves[0]))
    return sorted(pair for pair in steps if pair[::-1] not in steps)
