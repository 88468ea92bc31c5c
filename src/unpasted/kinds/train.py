"""```python train: a loop that learns, the curve of its loss, and what it printed.

The build runs it to its end. In the page its reader trains too, stops, and keeps what was learned.
"""

import json
import math
import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from unpasted.faults import Fault
from unpasted.kinds import svg
from unpasted.kinds.cell import is_live, output_html, with_source
from unpasted.kinds.colours import PALETTE
from unpasted.kinds.drawing import alt_of, check_caption, figure_html, palette
from unpasted.kinds.figure import caption_of
from unpasted.kinds.making import Kind, Making
from unpasted.read.fence import Grammar
from unpasted.run.worker import Result

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 424, 214, 46, 14, 418, 186  # CSS pixels, and of the axes
POINTS = 120  # of a curve: each is the mean of as many turns as there are to one
SIZE = 14.5  # CSS pixels, of its texts: at 360 pixels it is drawn at 0.77 of that
EXAMPLE = '```python train curve="loss" alt="what the curve shows, in words"'
MARK = re.compile(r"\s*(.+?)\s+(-?\d+(?:\.\d+)?)\s*")


def run(making: Making) -> Result:
    """Run the loop to its end, and draw."""
    fence, session = making.fence, making.session
    check_caption(fence)
    printed, curve = making.cell()
    if len(curve) < 2 or not all(map(math.isfinite, curve)):
        says = "a train cell ends in `for step in …:`, with one turn or more"
        curve_is = f'after each, curve="{fence.options["curve"]}" is a finite number'
        raise Fault(fence.place, f"{says}; {curve_is}")
    marks = []
    for one in filter(None, session.filled(fence.options.get("marks", ""), fence.place).split(";")):
        if not (mark := MARK.fullmatch(one)):
            says = f"marks=: `{one}` has no number behind its words"
            raise Fault(fence.place, f'{says}; write marks="guessing 3.296; pairs 2.334"')
        marks.append((mark[1], float(mark[2])))
    low, high, text = _drawn(curve[1:], marks)
    picture = svg.read(text, palette(session))
    svg.tell(picture, session.new_id(), alt_of(making))
    making.take_values()
    axes = json.dumps({"low": low, "high": high, "turns": len(curve) - 1})
    html = (
        f'<train-cell data-axes="{escape(axes)}" data-curve="{escape(fence.options["curve"])}">'
        f"{figure_html(svg.text(picture), caption_of(fence))}</train-cell>{output_html(printed)}"
    )
    shown = with_source(making, html, live=is_live(fence))
    return making.result(shown, printed, [printed, svg.text(picture)])


def _drawn(curve: Sequence[float], marks: Sequence[tuple[str, float]]) -> tuple[float, float, str]:
    """The ends of the axis, and the picture, in whose axes train.js draws the reader's own curve.

    Arguments:
        marks: what it is compared with, in words and as a number.
    """
    count = min(POINTS, len(curve))
    cuts = pairwise(round(n * len(curve) / count) for n in range(count + 1))
    points = [sum(curve[start:end]) / (end - start) for start, end in cuts]
    points[0] = curve[0]  # where it begins
    every = [*points, *(number for _, number in marks)]
    room = (max(every) - min(every) or 1.0) / 20
    low, high = min(every) - room, max(every) + room

    def y(loss: float) -> float:
        return BOTTOM - (loss - low) / (high - low) * (BOTTOM - TOP)

    ink, faint, data = (f'stroke="{PALETTE[role]}"' for role in ("ink", "faint", "data"))
    step = (RIGHT - LEFT) / max(1, count - 1)
    line = " ".join(f"{LEFT + n * step:.1f},{y(point):.1f}" for n, point in enumerate(points))
    ends = points[-1:] if abs(y(points[0]) - y(points[-1])) < SIZE else [points[0], points[-1]]
    texts = [
        *((RIGHT, y(number) - 5, f"{words} {number:g}") for words, number in marks),
        *((LEFT - 5, y(point) + 5, f"{point:.2f}") for point in ends),
        (LEFT + 5, HEIGHT - 8, "0"),
        (RIGHT, HEIGHT - 8, f"{len(curve):,}"),
    ]
    drawn = [f'<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" {ink} fill="none"/>']
    drawn += [
        f'<path d="M{LEFT} {y(n):.1f}H{RIGHT}" {faint} stroke-dasharray="4 4"/>' for _, n in marks
    ]
    drawn += [f'<polyline points="{line}" {data} stroke-width="2" fill="none"/>']
    drawn += [
        f'<text x="{x}" y="{at:.1f}" text-anchor="end">{escape(text)}</text>'
        for x, at, text in texts
    ]
    frame = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    look = f'class="plot room-s room-m room-l" font-family="DejaVu Sans" font-size="{SIZE}"'
    return low, high, f'<svg xmlns="{svg.SVG}" {frame} {look}>{"".join(drawn)}</svg>'


KIND = Kind(
    Grammar(
        ("fold",),
        ("curve", "alt", "caption", "marks", "timeout", "digits", "still"),
        {"curve": EXAMPLE, "alt": EXAMPLE},
    ),
    run=run,
    code=lambda fence: fence.body,
    minutes=2,
    live=is_live,
)
