"""matplotlib, as a book uses it: its own style, no window, the same bytes in every build."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from authoring.kinds.colours import PALETTE

CYCLE = ", ".join(f"'{PALETTE[role][1:]}'" for role in ("data", "grad", "ink", "faint"))
STYLE = f"""
svg.fonttype: none
font.family: DejaVu Sans
font.size: 10
figure.figsize: 6.4, 3.6
figure.dpi: 72
savefig.bbox: tight
savefig.pad_inches: 0.05
savefig.transparent: True
axes.spines.top: False
axes.spines.right: False
axes.linewidth: 0.8
axes.prop_cycle: cycler('color', [{CYCLE}])
axes.formatter.use_mathtext: False
lines.linewidth: 1.8
legend.frameon: False
path.simplify: False
"""


def environment(folder: Path) -> dict[str, str]:
    """What lets matplotlib, when a cell imports it, draw as the book does and open no window."""
    (folder / "matplotlibrc").write_text(STYLE)
    return {"MATPLOTLIBRC": str(folder / "matplotlibrc"), "MPLBACKEND": "agg"}


def plot_of(value: Any) -> Any:
    """The matplotlib Figure that a value is or belongs to, or None."""
    if hasattr(value, "savefig"):
        return value
    inner = getattr(value, "figure", None)
    return inner if hasattr(inner, "savefig") else None


def svg_of(plot: Any, name: str) -> str:
    """A matplotlib Figure as SVG; the same plot gives the same text."""
    import matplotlib

    if not any(axes.has_data() or axes.texts for axes in plot.axes):
        raise ValueError("the plot is empty: nothing was drawn into its axes")
    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.id": name}):
        plot.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def close() -> None:
    """Forget the plots that a cell left open."""
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
