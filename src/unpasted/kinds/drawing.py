"""A graph or a plot becomes an SVG that says in words what it shows."""

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from html import escape, unescape
from importlib.metadata import distribution
from itertools import count
from pathlib import Path
from typing import Any

from unpasted import templating
from unpasted.kinds import colours, plots, svg
from unpasted.read.prose import MARK
from unpasted.run.making import Fault, Fence, Making, Session
from unpasted.words import curled

try:
    from pygraphviz import AGraph
except ImportError as error:
    raise SystemExit(
        f"no Graphviz renderer was found ({error}). Figures need the package pygraphviz, whose "
        "wheels carry Graphviz. Write `make serve` to set up the book's own environment, or "
        "`pip install pygraphviz`."
    ) from None

LOW = {"ranksep": "0.15", "pad": "0.05,0.2"}  # where it is as low as it can be read
BELOW = {"nodesep": "0.25", "ranksep": "0.17", "pad": "0.19,0.31"}  # and where inputs stand above
VISITED = {"nodesep": "0.26", "ranksep": "0.2", "pad": "0.19,0.3"}  # room for the arithmetic
NEAR = {"ranksep": "0.12"}  # where that would be broader than a stage
STAGE = 1092  # CSS pixels: so broad a drawing fits one, and its text has 12.5 pixels there
FONTS = Path(str(distribution("matplotlib").locate_file("matplotlib/mpl-data/fonts/ttf")))
CODE = re.compile(r"`(.+?)`")
KEY = re.compile(r"[×●◯](?=\xa0)")  # a sign, bound to the words for what it marks
SIGNS = re.compile(rf"(?:^|(?<=\. )){KEY.pattern}.+?\.(?= |$)")  # a sentence that explains some
BRACES = re.compile(r"\{([^\W\d][\w.]*)[^{}]*\}")
UNSPOKEN, MARKUP = re.compile(r"\$\S.*?\S?\$|\]\(|\*\*"), re.compile(r"\]\(|\*\*|<\w")
LAID_OUT = re.compile(r"^<|\n|\\[nlr]")
NAMELESS = re.compile(r'(?<=cellpadding="0">)(?=\s*<tr><td port="box")')
WORD = '<<table border="0" cellspacing="0" cellpadding="4"><tr><td>{}</td></tr></table>>'


def rendered(graph: AGraph, layout: Mapping[str, str], edges: Iterable[tuple[str, str]]) -> str:
    """A graph as SVG, by the Graphviz in the wheel of pygraphviz, in this process.

    Arguments:
        layout: attributes of the graph that come before its author's; they stay.
        edges: what is to stand on different ranks, though no arrow is seen.
    """
    graph.graph_attr.setdefault("bgcolor", "transparent")
    graph.graph_attr.update(layout)
    for node in graph.nodes() if "rankdir" in layout else ():
        label, found = NAMELESS.subn('<tr><td height="14"></td></tr>', node.attr["label"] or "")
        if found:  # it stands in a row with boxes that have names
            node.attr["label"] = f"<{label}>"
    for edge in graph.edges():
        if (word := (edge.attr["label"] or "").strip()) and not LAID_OUT.search(word):
            edge.attr["label"] = WORD.format(escape(word))  # in a table, it keeps off its arrow
        if "rankdir" in layout:
            column = graph.in_degree(edge[0])  # of what is computed
            name = re.search(r"<b>(.*?)</b>", edge[1].attr["label"] or "")
            past = not name or len(unescape(name[1])) <= svg.BESIDE
            box = "box:n" if past and "box" in (edge.attr["headport"] or "") else ""
            edge.attr.update(headport=box, tailport="", weight="9" if column else "1")
    graph.add_edges_from(edges, style="invis", weight=0)
    drawn: bytes = graph.draw(format="svg", prog="dot")
    graph.delete_edges_from(edges)
    return drawn.decode()


def environment(folder: Path) -> dict[str, str]:
    """What makes drawings the same on every machine, for a folder that outlives them.

    The renderer sees the DejaVu fonts of matplotlib's wheel and no others: with the fonts of
    another machine, the same graph came out up to 36 pt wider.
    """
    config = folder / "fonts.conf"
    config.write_text(templating.filled("fonts.conf", fonts=FONTS, cache=folder))
    style = templating.filled("matplotlibrc", SIZE=plots.SIZE, PALETTE=colours.PALETTE)
    (look := folder / "matplotlibrc").write_text(style)
    # agg opens no window
    return {"FONTCONFIG_FILE": str(config), "MATPLOTLIBRC": str(look), "MPLBACKEND": "agg"}


def warm_up() -> None:
    """Draw once, before any page does: what the renderer says as it starts is no cell's."""
    templating.warm_up()
    said, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        source = 'digraph { node [fontname="DejaVu Sans Mono"] a -> a [label=<<b>b</b>>] }'
        with contextlib.suppress(ValueError), contextlib.closing(AGraph(string=source)) as graph:
            rendered(graph, {}, [])
    finally:
        os.dup2(said, 2)
        os.close(said)
        os.close(nothing)


# What the process of which pages are forked does before them.
FIRST = f"{__name__}:{warm_up.__name__}"


def drawable(value: Any) -> bool:
    """Whether a value is a graph of the package graphviz, or a plot."""
    return _is_graph(value) or bool(plots.plot_of(value))


def _is_graph(value: Any) -> bool:
    return hasattr(value, "source") and hasattr(value, "pipe")


def svg_of(session: Session, value: Any, name: str, alt: str) -> str:
    """A value as SVG.

    Arguments:
        value: a graphviz.Digraph (or Graph), or a matplotlib Figure or Axes.
        name: an id that no other figure of the page has.
        alt: what the figure shows, in words.

    Raises TypeError for any other value.
    """
    if _is_graph(value):
        return graph_svg(session, value.source, name, alt)
    if plot := plots.plot_of(value):
        plot = plots.copied(plot)
        return plots.svg_of([plot], name, [alt], palette(session))[0][0]
    says = "a figure cell ends with an expression that is a graphviz.Digraph or a matplotlib figure"
    cure = "the drawing itself, such as draw_dot(value), or plt.gcf() after plt.plot(…)"
    raise TypeError(f"{says}; this one is {described(value)}. Its last line is {cure}")


def graph_svg(
    session: Session, source: str, name: str, alt: str, *,
    changes: bool = False, visits: bool = False, low: bool = False,
) -> str:  # fmt: skip
    """DOT as SVG: one drawing, or one for each room that it does not fit alike.

    Arguments:
        changes: its numbers will change, and keep to their columns.
        visits: its nodes will be visited; room is left for the arithmetic.
        low: it may be small rather than high.
    """
    if "{" not in source:
        raise ValueError(f"this is no DOT; a graph begins with `digraph {{`: {source[:60]}")
    colours, drawn = palette(session), count()
    if visits:  # the arithmetic has ranks of its own, between an input and its operation
        near, source = (source.replace('"box:e"', f'"box:e" minlen={n}') for n in (2, 3))

    def draw(layout: dict[str, str], edges: list[tuple[str, str]]) -> svg.Element:
        own = f"{name}-{number}" if (number := next(drawn)) else name
        below = BELOW if "rankdir" in layout else {}
        space = VISITED | layout | (LOW if low else below) if visits else layout
        text = rendered(graph, {"id": own} | space, edges)
        if not re.search(r'<g\b[^>]*\bclass="node', text) and "<text" not in text:
            raise ValueError("the graph is empty: there is nothing to draw")
        drawing = svg.of_graph(text, own, colours, upright="rankdir" in layout)
        if layout == NEAR or (visits and not layout and svg.size(drawing) > STAGE):
            with contextlib.closing(AGraph(string=near)) as nearer:
                text = rendered(nearer, {"id": own} | space | NEAR, edges)
            drawing = svg.of_graph(text, own, colours)
        if changes:
            svg.align_right(drawing)
        svg.tell(drawing, own, alt)
        return drawing

    with contextlib.closing(AGraph(string=source)) as graph:
        return "".join(map(svg.text, svg.fitting(draw, low, NEAR if visits else None)))


def palette(session: Session) -> dict[str, str]:
    """The page's colours for those that the book's drawings use."""
    own = session.settings.drawing and session.module(session.settings.drawing, "drawing")
    return colours.of_the_page(getattr(own, "PALETTE", {}))


def drawn(making: Making, draw: Callable[[], Any]) -> Any:
    """What `draw` returns, under the guard of a cell; a text is fit to be published.

    Raises Fault.
    """
    session, place = making.session, making.fence.place
    try:
        made = session.draw(draw, place)
    finally:
        plots.close()
    return session.publishable(made, place) if isinstance(made, str) else made


def alt_of(making: Making) -> str:
    """The text alternative of a figure, with the values in it. Raises Fault."""
    return making.session.filled(making.fence.options["alt"], making.fence.place)


def figure_html(drawing: str, caption: str = "") -> str:
    """An SVG as a figure of the page, in a box in which it may scroll, and its caption."""
    said = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="drawing"><div class="scroll">{drawing}</div>{said}</figure>'


def caption_of(fence: Fence) -> str:
    """A fence's caption, with `code` and a key in it, as HTML; marks stay as they are.

    Raises Fault for what no caption, and no text alternative, can hold.
    """
    caption = curled(fence.options.get("caption", ""))
    words, alt = MARK.sub("", CODE.sub("", caption)), CODE.sub("", fence.options.get("alt", ""))
    for key, text in (("caption", words), ("alt", alt)):
        if braces := BRACES.search(text):
            cure = f"{key}= is no f-string; for the value of {braces[1]} write `= {braces[1]}`"
            raise Fault(fence.place, cure)
    if UNSPOKEN.search(alt):
        raise Fault(fence.place, "alt= is read aloud: write words, without formulas and Markdown")
    if MARKUP.search(words):
        says = "a caption holds words, `code`, formulas and values; write links and emphasis in"
        raise Fault(fence.place, f"{says} the text above or below the figure")
    coded = CODE.sub(r"<code>\1</code>", escape(caption))
    coded = SIGNS.sub(r'<span class="signs">\g<0></span>', coded)
    return KEY.sub(r'<span data-key="\g<0>">\g<0></span>', coded)


def described(value: Any) -> str:
    """What a value is, for an error."""
    if value is None:
        return "nothing (None)"
    return "empty" if value == {} else f"of type {type(value).__name__}"
