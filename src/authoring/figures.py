"""A graph or a plot becomes an accessible inline SVG figure."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from authoring import plots

Renderer = Callable[[str], str]
"""DOT in, SVG out."""

PALETTE = {
    "#1d4ed8": "var(--data)",
    "#b45309": "var(--grad)",
    "#808080": "var(--faint)",
    "#000000": "currentColor",
}
"""The colours that a drawing may use, and what the page makes of them in its two schemes."""

NO_RENDERER = (
    "no Graphviz renderer was found. Figures need the package pygraphviz (its wheels carry "
    "Graphviz) or a `dot` program on the PATH. Write `make serve` to set up the book's own "
    "environment, or `pip install pygraphviz`, or install your system's graphviz package."
)


class NoRendererError(Exception):
    """There is nothing on this machine that can lay out a graph."""


def find_renderer() -> Renderer:
    """Graphviz in this process where a wheel carries it, else the `dot` program.

    Raises NoRendererError.
    """
    use_own_fonts()
    try:
        import pygraphviz
    except ImportError:
        dot = shutil.which("dot")
        if dot is None:
            raise NoRendererError(NO_RENDERER) from None
        return lambda source: _run_dot(dot, source)

    def render(source: str) -> str:
        graph = pygraphviz.AGraph(string=source)
        try:
            svg: bytes = graph.draw(format="svg", prog="dot")
        finally:
            graph.close()
        return svg.decode()

    return render


def _run_dot(dot: str, source: str) -> str:
    done = subprocess.run([dot, "-Tsvg"], input=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return done.stdout


def use_own_fonts() -> None:
    """Let the renderer see the DejaVu fonts of matplotlib's wheel and no others.

    Installed fonts move the layout: the same graph came out up to 36 pt wider on another
    machine. This has to be set before the renderer loads.
    """
    spec = importlib.util.find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    folder = Path(tempfile.gettempdir()) / f"micrograd-book-fonts-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    config = folder / "fonts.conf"
    text = (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{escape(str(fonts))}</dir><cachedir>{escape(str(folder))}</cachedir>"
        "<selectfont><rejectfont><glob>*</glob></rejectfont>"
        "<acceptfont><glob>*/DejaVuSans*</glob></acceptfont></selectfont></fontconfig>"
    )
    if not config.exists() or config.read_text() != text:
        config.write_text(text)
    os.environ["FONTCONFIG_FILE"] = str(config)


def figure(value: Any, render: Renderer, name: str, alt: str, caption: str = "") -> str:
    """The HTML of a figure.

    Arguments:
        value: a graphviz.Digraph (or Graph), or a matplotlib Figure or Axes.
        render: see find_renderer.
        name: an id that no other figure of the page has.
        alt: what the figure shows, in words.
        caption: HTML that stands under it.

    Raises TypeError for any other value.
    """
    if hasattr(value, "source") and hasattr(value, "pipe"):
        svg = graph_svg(value.source, render, name)
    elif plot := plots.plot_of(value):
        svg = plots.svg_of(plot, name)
    else:
        raise TypeError(
            f"a figure cell ends with an expression that is a graphviz.Digraph or a matplotlib "
            f"figure; this one is {_described(value)}. Write draw_dot(value) as its last line"
        )
    return drawn(svg, name, alt, caption)


def frames(value: Any, render: Renderer, name: str, alt: str, caption: str) -> str:
    """Figures that the reader plays through; the last one stands without a script.

    Arguments:
        value: a dict with a figure for each frame's title.
        alt: what changes from frame to frame, in words.

    Raises TypeError for anything else.
    """
    if not isinstance(value, dict) or not value:
        raise TypeError(
            f"a frames cell ends with a dict of titles and figures; this one is {_described(value)}"
        )
    parts = []
    for number, (title, one) in enumerate(value.items()):
        words = f"{title}: {alt}"
        drawing = figure(one, render, f"{name}-{number}", words, f"{escape(str(title))}. {caption}")
        hidden = "" if number == len(value) - 1 else " hidden"
        parts.append(
            f'<div class="frame" data-title="{escape(str(title))}"{hidden}>{drawing}</div>'
        )
    return f"<figure-frames>{''.join(parts)}</figure-frames>"


def drawn(svg: str, name: str, alt: str, caption: str = "") -> str:
    """An SVG as a figure of the page: its colours, its words, a box in which it may scroll."""
    svg = recoloured(svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-labelledby="{name}-title"', 1)
    title = f'<title id="{name}-title">{_safe(alt)}</title>'
    svg = re.sub(r"(<svg\b[^>]*>)", rf"\1{title}", svg, count=1)
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="drawing"><div class="scroll" tabindex="0">{svg}</div>{below}</figure>'


def caption_html(text: str) -> str:
    """The words of a caption, with `code` in them, as HTML; marks stay as they are."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text))


def recoloured(svg: str) -> str:
    """The SVG with the page's own colours in place of those of PALETTE."""
    svg = svg.replace('="black"', '="#000000"')

    def own(match: re.Match[str]) -> str:
        return f"{match[1]}{PALETTE.get(match[2], match[2])}"

    return re.sub(r'((?:fill|stroke|stop-color)(?:="|: ?))(#[0-9a-f]{6})', own, svg)


def graph_svg(source: str, render: Renderer, name: str) -> str:
    """DOT as an SVG element whose ids begin with `name`; each part bears its DOT name."""
    graph = re.search(r"^\s*(strict )?(di)?graph\b.*{", source, re.M)
    opening = graph.end() if graph else source.index("{") + 1
    source = f'{source[:opening]}\n\tgraph [id="{name}" bgcolor=transparent]{source[opening:]}'
    svg = render(source)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->\n?", "", svg, flags=re.S)
    svg = svg.replace("&#45;", "-").replace("&gt;", ">")
    svg = re.sub(r">\s*<title>([^<]*)</title>\n?", r' data-name="\1">', svg)
    return svg.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")


def _described(value: Any) -> str:
    return "nothing (None)" if value is None else f"of type {type(value).__name__}"


def _safe(text: str) -> str:
    return escape(text).replace("\\", "&#92;")
