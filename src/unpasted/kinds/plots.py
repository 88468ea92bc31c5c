"""matplotlib, as a book uses it: its own style, no window, the same bytes in every build.

A plot is drawn for two rooms. Its author makes one Figure; for a phone the same Figure is laid out
anew, narrower, the panels of a row below each other, and drawn once more. No text in either is
smaller than the book's: 11 px is the least of it that a reader sees.
"""

import contextlib
import copyreg
import io
import pickle
import re
import sys
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any

from lxml import etree

from unpasted.kinds import svg
from unpasted.rounding import power_of_ten, powered
from unpasted.templating import filled

SIZE = 11  # points: of all texts, unless they are larger
WIDE = 7.2  # inches, 691 px; its texts have 14 px in the column, 660 px, and 13 in 620 px
FLATTER = 0.8  # what is twice as wide as it is high may take less of the height of a desk
NARROW = 4.3  # inches; shown on a phone at SHRUNK, 338 px wide, its texts have 12 px
SHRUNK = 0.82
FLATTEST = 0.72  # height by width of a plot on a phone, and of each of its panels
LOW = 0.75  # of the height of the layout for a broad room: so low a small one serves paper better
APART = 0.1  # between panels below each other, by their height: 24 px
PAD = 0.05  # inches around a drawing
HANDLE = "handle"  # the gid of what a slider's reader takes hold of
TRAIL = "trail"  # the gid of what stays, faint, when a slider's reader has left its picture
FADES = "fade "  # begins the gid of what is tinted from its first side to the next, by stops
SHARED = "shared-"  # begins the gid of what only the first of several plots draws
SHARES = {"Line2D", "Patch", "Collection", "Text", "Axis"}  # artists that may be shared
AROUND = {"Axes", "Axis", "Figure", "TransformNode"}  # whom artists refer to: no part of their look
PROBES = ((0.2, 0.4), (0.5, 0.9), (0.8, 0.3))  # two transforms that map these alike are alike
WAYS = "M-1.2-2.8-4.2 0-1.2 2.8zM1.2-2.8 4.2 0 1.2 2.8z"  # two arrows on a handle
FOUR_WAYS = "M-2-1.7-4.5 0-2 1.7zM2-1.7 4.5 0 2 1.7zM-1.7-2 0-4.5 1.7-2zM-1.7 2 0 4.5 1.7 2z"

POWER = re.compile(r"\$\\mathdefault\{(-?)(?:([\d.]+)\\times)?10\^\{(-?\d+)\}\}\$")
EXPONENT = re.compile(r"(.*10)([⁻⁰¹²³⁴-⁹]+)")
LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")
LIFTED = {"dy": "-4", "font-size": "10.2"}  # an exponent: 11 px on a phone, too
FONT = f"font-size: {SIZE}px; font-family: 'DejaVu Sans'"
OWN_FONT = re.compile(r"font-family: (?!var)[^;]+;? ?")
CODE_FONT = re.compile(r"font-family: [^;]*Mono[^;]*")
LONG = re.compile(r"(-?\d+\.\d)(\d+)")
NEAR = 0.08  # units of a drawing, told in tenths: so far beside a line, a point of it says nothing
FAINT = re.compile(r"fill-opacity: 0\.[01]\d*$")  # of an edge of such a tint, the eye knows less
COARSE = (0.2, 2)  # so: how far beside, and in how many parts of a unit a place is told
LIKE = 0.003  # by how much the tint of a place may differ
AHEAD = 40  # points of a line that are looked at together


def plot_of(value: Any) -> Any:
    """The matplotlib Figure that a value is or belongs to, or None."""
    plot = getattr(value, "figure", value)  # of a Figure, itself
    return plot if hasattr(plot, "savefig") else None


def copied(drawing: Any) -> Any:
    """Copy a graph or a plot: what is changed in the copy leaves its author's as it is."""
    if category := sys.modules.get("matplotlib.category"):
        # It holds what Python 3.14 refuses to copy.
        copyreg.pickle(category.UnitData, lambda names: (type(names), ([*names._mapping],)))
    return deepcopy(drawing)


def svg_of(
    plots: Sequence[Any], name: str, alts: Sequence[str], colours: dict[str, str], ways: str = WAYS
) -> tuple[list[str], list[list[float]]]:
    """Each plot as SVG, drawn for each room once; and by room, where across it each handle stands.

    The same plots give the same texts.

    Arguments:
        plots: one Figure, or several that take turns in one place, and so have one frame; they are
            laid out anew.
        name: an id that no other figure of the page has; that for the second room has `-s` behind.
        alts: the text alternative of each.
        colours: the page's colours for those of the drawings.
        ways: the arrows on each handle.
    """
    texts, handles = [""] * len(plots), list[list[float]]()
    highest = 0.0
    _share(plots)
    for rooms, shown, frame in _laid_out(plots):
        handles.append([])
        own = f"{name}-s" if texts[0] else name
        groups: dict[str, list[svg.Element]] = {}
        for number, saved in enumerate(_saved(plots, frame, own)):
            drawing = svg.read(saved, colours)
            _lighten(drawing, groups, f"{own}-{number}" if number else own, ways)
            left, _, wide, _ = map(float, drawing.get("viewBox", "").split())
            marks = drawing.iterfind(f".//{{*}}g[@class='{HANDLE}']//{{*}}use")
            handles[-1] += [(float(mark.get("x", "0")) - left) / wide for mark in marks]
            for key in ("width", "height"):
                drawing.set(key, f"{svg.size(drawing, key) * shown:.1f}")
            highest = max(highest, height := svg.size(drawing, "height"))
            drawing.set("class", f"plot {rooms}{' low' if height < LOW * highest else ''}")
            svg.tell(drawing, own, alts[number])
            texts[number] += svg.text(drawing)
    for artist in (one for plot in plots for axes in plot.axes for one in axes.get_children()):
        for key in ("draw", "get_children", "get_tightbbox"):  # the next who draws it draws all
            vars(artist).pop(key, None)
    return texts, handles


def _laid_out(plots: Sequence[Any]) -> Iterator[tuple[str, float, Any]]:
    """Lay plots out for each room once.

    Yields the classes of the rooms in which they are shown, how large, by the size at which they
    were laid out, and the box, in inches, that holds all of each.
    """
    for plot in plots:
        if not any(axes.has_data() or axes.texts for axes in plot.axes):
            raise ValueError("the plot is empty: nothing was drawn into its axes")
        _readable(plot)
    sizes = [plot.get_size_inches() for plot in plots]
    for plot, (width, height) in zip(plots, sizes, strict=True):
        plot.set_size_inches(width, FLATTER * height)
    yield "room-m room-l", 1.0, _fitted(plots, WIDE, in_proportion=True)
    for plot, (width, height) in zip(plots, sizes, strict=True):
        rows = _in_a_column(plot)
        if rows and (plot is plots[0] or len(plot.axes) != len(plots[0].axes)):
            plot.set_layout_engine("constrained", hspace=APART)
        plot.set_size_inches(NARROW, NARROW * (rows * FLATTEST or max(height / width, FLATTEST)))
    yield "room-s", SHRUNK, _fitted(plots, NARROW)


class _Look(pickle.Pickler):
    """Writes the state of an artist, so that artists that look alike are written alike.

    Left out is the plot around it; of a transform is written where it takes three points.
    """

    def reducer_override(self, part: Any) -> Any:
        """What is written in place of a part that is not the artist's own."""
        told = _told(part.__class__)
        return (str, (told(part),)) if told else NotImplemented


def _look(known: Any) -> bytes:
    _Look(look := io.BytesIO()).dump(known)
    return look.getvalue()


@cache
def _names(kind: Any) -> frozenset[str]:
    return frozenset(one.__name__ for one in kind.__mro__)


@cache
def _told(kind: Any) -> Callable[[Any], Any] | None:
    """What is written of parts of a class, if they are not the artist's own."""
    names, own = _names(kind), kind.__name__
    if "BboxBase" in names:
        return lambda part: part.get_points().tobytes()
    if "TransformedPath" in names:
        return lambda part: part.get_fully_transformed_path().vertices.tobytes()
    if "Transform" in names:
        return lambda part: part.transform(PROBES).tobytes() if part.input_dims == 2 else own
    return None if names.isdisjoint(AROUND) else lambda _: own


def _share(plots: Sequence[Any]) -> None:
    """Leave what several plots have alike in one place to the first of them that has it."""
    drawn: dict[tuple[bytes, bytes], tuple[str, Any]] = {}
    for axes in (axes for plot in plots if len(plots) > 1 for axes in plot.axes):
        plot, artists, aspect = axes.figure, axes.get_children(), axes.get_aspect()
        by_data = aspect != "auto" and axes.get_adjustable() == "datalim"
        if by_data or plot.get_layout_engine() or any(one.get_rasterized() for one in artists):
            continue
        place = [axes.viewLim, axes.transData, axes.transAxes, axes.get_position(original=True)]
        where = _look([*place, axes.axison, aspect, axes.get_anchor(), axes.get_box_aspect()])
        titles = {axes.title, axes._left_title, axes._right_title}
        for artist in reversed(artists):  # an axis before its spines
            names = _names(artist.__class__)
            if artist in titles or names.isdisjoint(SHARES):
                continue
            with contextlib.suppress(Exception):  # not every formatter can be pickled
                around = axes.spines if "Axis" in names else None
                state = artist.__getstate__() | {"_remove_method": None}
                look = _look([type(artist), state, around]), where
                gid, first = drawn.setdefault(look, (f"{SHARED}{len(drawn)}", plot))
                artist.draw = partial(_drawn, gid, artist.draw if first is plot else None)
                if first is not plot:
                    artist.get_children, artist.get_tightbbox = list, lambda *_, **__: None


def _drawn(gid: str, draw: Any, renderer: Any) -> None:
    """Draw what several plots have alike, or leave its place."""
    renderer.open_group(SHARED, gid)
    if draw:
        draw(renderer)
    renderer.close_group(SHARED)


def _lighten(
    drawing: svg.Element, groups: dict[str, list[svg.Element]], name: str, arrows: str
) -> None:
    """Take out of a plot's SVG what no reader sees, and say once what all its texts say.

    Arguments:
        groups: what several plots share, by its gid; grows.
        name: an id that no other drawing of the page has.
        arrows: of each handle.
    """
    gradients: list[svg.Element] = []
    etree.strip_elements(drawing, "{*}metadata", "{*}style")  # which has rules for the whole page
    for element in [*drawing.iter()]:
        around: Any = element.getparent()
        element.tail = None
        if not (element.text or "").strip():
            element.text = None
        if power := EXPONENT.fullmatch(element.text or ""):  # whose own letters are too small
            element.text = power[1]
            etree.SubElement(element, f"{{{svg.SVG}}}tspan", LIFTED).text = power[2].translate(
                LOWERED
            )
        if element.tag.endswith("}path") and element.get("style") == "fill: none":
            around.remove(element)  # what is behind the axes
        known = element.attrib.pop("id", "") if element.tag.endswith("}g") else ""
        if known.startswith(SHARED):
            at, whole = around.index(element), groups.setdefault(known, element[:])
            around[at : at + 1] = element[:] or deepcopy(whole)  # only the first has drawn it
        if known.startswith(FADES):
            gradients.append(_gradient(element[0], known, f"{name}-fade-{len(gradients)}"))
        if known in (HANDLE, TRAIL):
            element.set("class", known)
        if known == HANDLE:
            for mark in [*element.iter(f"{{{svg.SVG}}}use")]:
                place = LONG.sub(_short, f"translate({mark.get('x')} {mark.get('y')})")
                ways = {"d": arrows, "transform": place, "style": "fill: var(--paper)"}
                etree.SubElement(element, f"{{{svg.SVG}}}path", ways)
        for key, value in element.attrib.items():
            if key == "d":
                faint = FAINT.search(element.get("style", ""))
                element.set(key, _lines(value, *(COARSE if faint else ())))
            elif key in ("x", "y", "transform", "width", "height", "viewBox"):
                element.set(key, LONG.sub(_short, value))
            elif key == "style" and element.tag.endswith("}text"):
                code = CODE_FONT.sub("font-family: var(--mono, monospace)", value)
                element.set(key, OWN_FONT.sub("", code.replace(FONT, "")).strip("; "))
    etree.cleanup_namespaces(drawing, top_nsmap=drawing.nsmap)  # which copies bring along
    if gradients:
        etree.SubElement(drawing, f"{{{svg.SVG}}}defs").extend(gradients)
    drawing.set("style", f"{FONT}, Verdana, system-ui, sans-serif")


def _gradient(path: svg.Element, told: str, name: str) -> svg.Element:
    """A gradient by which a parallelogram is filled from now on, in its colour.

    Arguments:
        told: FADES, and of each stop how far along it stands, and how opaque it is.
    """
    numbers = [*map(float, told.removeprefix(FADES).split())]
    stops = _straightened([*map(complex, numbers[::2], numbers[1::2])], LIKE)
    colour = re.findall(r"fill: ([^;]+)", path.get("style", ""))  # black is not told
    points = re.findall(r"([-\d.]+) ([-\d.]+)", path.get("d", ""))
    corners = [complex(*map(float, one)) for one in points]
    begin, end, _, side = corners[:4]
    way, across = end - begin, side - begin
    end -= across * (way * across.conjugate()).real / abs(across) ** 2  # at right angles to it
    path.set("style", f"fill: url(#{name})")
    known = {"name": name, "begin": begin, "end": end, "stops": stops}
    return etree.fromstring(filled("gradient.svg", colour=[*colour, "currentColor"][0], **known))


def close() -> None:
    """Forget the plots that a cell left open."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


def _saved(plots: Sequence[Any], frame: Any, name: str) -> list[str]:
    """The part of each plot that is in the frame, in inches, as SVG."""
    import matplotlib

    texts, nothing = list[str](), {"Date": None, "Creator": None}
    style: Any = {"svg.hashsalt": name, "svg.id": name}
    style |= {"figure.autolayout": False, "figure.constrained_layout.use": False}
    with matplotlib.rc_context(style):
        for plot in plots:
            buffer, engine = io.StringIO(), plot.get_layout_engine()
            plot.set_layout_engine(None)  # it is laid out; with an engine, it would be drawn twice
            plot.savefig(buffer, format="svg", metadata=nothing, bbox_inches=frame)
            plot.set_layout_engine(engine)
            texts.append(buffer.getvalue())
    return texts


def _fitted(plots: Sequence[Any], width: float, *, in_proportion: bool = False) -> Any:
    """Make plots as wide as a room, whatever is written around their axes.

    Returns the box, in inches, that holds all of each.
    """
    measured = plots[:1]  # it is soon done, and the others are mostly like it
    sides = [x for axes in plots[0].axes for x in axes.get_position().intervalx]
    share = 1 if plots[0].get_layout_engine() else max(sides) - min(sides)  # the rest is text
    for _ in range(8):
        frame = _frame(measured)
        over = frame.width - width
        if abs(over) >= 0.01:
            for plot in plots:
                own, height = plot.get_size_inches()
                now = max(own - over / share, width / 3)
                plot.set_size_inches(now, height * now / own if in_proportion else height)
        elif len(measured) == len(plots):
            break
        else:
            measured = plots
    else:
        frame = _frame(plots)  # narrower, where panels of one shape take no more
    return frame


def _frame(plots: Sequence[Any]) -> Any:
    """The box, in inches, that holds all of each plot as its layout engine lays it out."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.transforms import Bbox

    for plot in plots:
        canvas: Any = FigureCanvasAgg(plot)  # a copy of a closed figure has one that cannot measure
        canvas.get_renderer = partial(_renderer, plot.dpi)
        if engine := plot.get_layout_engine():
            engine.execute(plot)
        elif plots[0].get_layout_engine():  # it takes turns with one that is laid out
            for axes, first in zip(plot.axes, plots[0].axes, strict=False):
                axes.set_position(first.get_position(original=True))
    return Bbox.union([plot.get_tightbbox() for plot in plots]).padded(PAD)


@cache  # it knows texts by now
def _renderer(dpi: float) -> Any:
    agg: Any = sys.modules["matplotlib.backends.backend_agg"]
    return agg.RendererAgg(1, 1, dpi)


def _readable(plot: Any) -> None:
    """Raise texts that are too small to the book's size; write powers of ten without formulas.

    An axis whose author chose no ticks has few.
    """
    from matplotlib.text import Text
    from matplotlib.ticker import AutoLocator, MaxNLocator

    for axes in plot.axes:
        if not any(map(axes.get_title, ("left", "center", "right"))):
            axes.set_title("", y=1)  # else its place is sought whenever the axes are drawn
        for axis in (axes.xaxis, axes.yaxis):
            if isinstance(axis.get_major_locator(), AutoLocator):
                axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 4, 5, 10]))
            for which in ("major", "minor"):
                size = axis.get_tick_params(which).get("labelsize", SIZE)
                if not isinstance(size, int | float) or size < SIZE:
                    axis.set_tick_params(which, labelsize=SIZE)
            for formatter in (axis.get_major_formatter(), axis.get_minor_formatter()):
                formatter.format_ticks = partial(_plain_ticks, formatter)
    for text in plot.findobj(Text):  # which makes the ticks
        text.set_fontsize(max(text.get_fontsize(), SIZE))
        text.set_text(powered(text.get_text()))


def _plain_ticks(formatter: Any, values: Any) -> list[str]:
    """What labels the ticks of an axis, with 10⁻⁷ for a formula whose exponent is too small."""
    return [POWER.sub(_power, label) for label in type(formatter).format_ticks(formatter, values)]


def _power(found: re.Match[str]) -> str:
    return found[1] + power_of_ten(found[2] or "", int(found[3]))


def _short(found: re.Match[str]) -> str:
    """A number with one decimal, two where it is small."""
    return f"{_rounded(found[0]):.2f}".rstrip("0").rstrip(".")


@lru_cache(1 << 16)  # the edges of a grid, and of neighbours in it, tell the same numbers
def _rounded(number: str) -> float:
    value = float(number)
    return round(value, 1 if abs(value) >= 10 else 2) + 0.0  # no zero is negative


def _lines(path: str, near: float = NEAR, parts: int = 100) -> str:
    """A path of straight lines, without points that lie on them, each told from the one before it.

    A path with curves has shorter numbers only.

    Arguments:
        near: how far beside a line a point may lie.
        parts: of a unit, in which a point is told.
    """
    runs = [run.split() for run in path.split("M")[1:]]
    if not runs or any({*run[2::3]} - {"L", "z"} for run in runs):
        return LONG.sub(_short, re.sub(r"\s*([A-Za-z])\s*", r"\1", path).strip())
    said, at = "", 0j
    for run in runs:
        closed = run[-1] == "z"
        points = [*map(complex, map(_rounded, run[::3]), map(_rounded, run[1::3]))]
        kept = _straightened(points, near)
        kept = [complex(*(round(n * parts) / parts for n in (one.real, one.imag))) for one in kept]
        ways = [kept[0] - at, *(one - before for before, one in pairwise(kept))]
        at = kept[0] if closed else kept[-1]
        numbers = (f"{round(part, 2):g}" for way in ways for part in (way.real, way.imag))
        said += f"m{' '.join(numbers)}{'z' * closed}"
    return said.replace(" -", "-")


def _straightened(points: list[complex], near: float) -> list[complex]:
    """Those of a line's points that do not lie between others, or not so near."""
    first, kept = 0, points[:1]
    while (left := len(points) - first - 1) > 0:
        ahead = range(2, min(AHEAD, left + 1))
        # How far it goes on straight, found by halves; a shorter piece is as right.
        first += 1 + bisect(ahead, 0, key=lambda n: _bent(points[first : first + n + 1], near))
        kept.append(points[first])
    return kept


def _bent(points: Sequence[complex], near: float) -> bool:
    """Whether points do not lie on the line from the first to the last, one after the other."""
    begin, along = points[0], points[-1] - points[0]
    length, back, reached = abs(along) or 1.0, along.conjugate(), 0.0
    for point in points[1:-1]:
        turned = (point - begin) * back
        if turned.real < reached or abs(turned.imag) >= near * length:
            return True
        reached = turned.real
    return reached / length > length


def _in_a_column(plot: Any) -> int:
    """Put the panels of one row below each other; how many there were, if there were several."""
    specs = {axes.get_subplotspec() for axes in plot.axes}
    row, *others = {spec and spec.get_gridspec() for spec in specs} or {None}
    if row is None or others or row.nrows != 1 or not 1 < row.ncols == len(specs):
        return 0
    column = type(row)(row.ncols, 1, figure=plot)
    first = plot.axes[0]
    for axes in plot.axes:
        axes.set_subplotspec(column[axes.get_subplotspec().num1])
        if axes is not first and axes.get_shared_y_axes().joined(axes, first):
            axes.tick_params(labelleft=True)  # which stood beside the first panel only
            axes.set_ylabel(axes.get_ylabel() or first.get_ylabel())
    return int(row.ncols)
