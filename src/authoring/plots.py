"""matplotlib, as the book uses it: its own style, no window, the same bytes in every build."""

from __future__ import annotations

import io
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any


def use_own_style() -> None:
    """Let matplotlib, when a cell imports it, draw as the book does and open no window."""
    os.environ["MATPLOTLIBRC"] = str(Path(__file__).parent / "matplotlibrc")
    os.environ["MPLBACKEND"] = "agg"
    # Where its cache of fonts is not there yet it says so, to stderr, on a slow machine.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def plot_of(value: Any) -> Any:
    """The matplotlib Figure that a value is or belongs to, or None."""
    if hasattr(value, "savefig"):
        return value
    inner = getattr(value, "figure", None)
    return inner if hasattr(inner, "savefig") else None


def svg_of(plot: Any, name: str) -> str:
    """A matplotlib Figure as an SVG element; the same plot gives the same bytes."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.id": name}):
        plot.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.S)
    svg = re.sub(r"<style.*?</style>\s*", "", svg, flags=re.S)  # would style the whole page
    return re.sub(rf'(\bid="|xlink:href="#|url\(#)(?!{name}\b)', rf"\1{name}-", svg)


def close() -> None:
    """Forget the plots that a cell left open."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
