"""```python train: a loop that learns, the curve of its loss, and what it printed.

The build runs it to its end. In the page its reader trains too, stops, and keeps what was learned.
"""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from unpasted.kinds.cell import is_live, with_source
from unpasted.kinds.drawing import alt_of, caption_of, figure_html
from unpasted.run.making import Fault, Grammar, Kind, Making, Result, filled

SIZES = {"room-s low": (356, 232, 13), "room-m room-l": (700, 292, 15)}  # CSS pixels; of texts, too
LEFT, TOP, RIGHT, BOTTOM = 49, 32, 6, 28  # between its edges and the axes
POINTS = 120  # of a curve: each is the mean of as many turns as there are to one
TICKS = 4  # at most, of the loss
EXAMPLE = '```python train curve="loss" alt="what the curve shows, in words"'
OPTIONS = ("curve", "alt", "caption", "marks", "timeout", "digits", "still")
LOOP = re.compile(r"^for ([^\W_]\w*)(?: in range\((\d+),)?", re.MULTILINE)


def run(making: Making) -> Result:
    """Run the loop to its end, and draw."""
    fence, session = making.fence, making.session
    printed, curve = making.cell()
    if len(curve) < 2 or not all(map(math.isfinite, curve)):
        says = "a train cell ends in `for step in …:`, with one turn or more"
        curve_is = f'after each, curve="{fence.options["curve"]}" is a finite number'
        raise Fault(fence.place, f"{says}; {curve_is}")
    marks = []
    for one in filter(None, session.filled(fence.options.get("marks", ""), fence.place).split(";")):
        if not (mark := re.fullmatch(r"\s*(.+?)\s+(-?\d+(?:\.\d+)?)\s*", one)):
            says = f"marks=: `{one}` has no number behind its words"
            raise Fault(fence.place, f'{says}; write marks="guessing 3.296; pairs 2.334"')
        marks.append((mark[1], float(mark[2])))
    name = fence.options["curve"].partition(".")[0].replace("_", " ")  # its title
    turn, first = next(reversed(LOOP.findall(fence.body)), ("", ""))
    ends = name, first or "0", f"{turn} {len(curve) - 1:,}".lstrip()
    drawn = ""
    for rooms, sizes in SIZES.items():
        named = {"rooms": rooms, "name": session.new_id(), "alt": alt_of(making)}
        picture, axes = _drawn(curve[1:], marks, ends, sizes, named)
        drawn += picture
    known = {"axes": axes, "curve": fence.options["curve"], "printed": printed}
    html = filled("train.html", figure=figure_html(drawn, caption_of(fence)), **known)
    return making.result(with_source(making, html), printed, [printed, drawn])


def _drawn(
    curve: Sequence[float], marks: Sequence[tuple[str, float]], words: tuple[str, str, str],
    sizes: tuple[int, int, int], named: Mapping[str, str],
) -> tuple[str, dict[str, float]]:  # fmt: skip
    """The picture, and its axes, in which train.js draws the reader's own curve.

    Arguments:
        marks: what it is compared with, in words and as a number.
        words: what is drawn, and what its first and its last turn are called.
        sizes: the width and the height of the picture, and the size of its texts.
        named: the rooms in which it is shown, its name and its words.
    """
    width, height, size = sizes
    count = min(POINTS, len(curve))
    cuts = pairwise(round(n * len(curve) / count) for n in range(count + 1))
    points = [sum(curve[start:end]) / (end - start) for start, end in cuts]
    points[0] = curve[0]  # where it begins
    every = [*points, *(number for _, number in marks)]
    room = (max(every) - min(every) or 1.0) / 20
    low, high = min(every) - room, max(every) + room

    right, bottom = width - RIGHT, height - BOTTOM

    def y(loss: float) -> float:
        return bottom - (loss - low) / (high - low) * (bottom - TOP)

    step = (right - LEFT) / max(1, count - 1)
    line = " ".join(f"{LEFT + n * step:.1f},{y(point):.1f}" for n, point in enumerate(points))
    ticks = _ticks(low, high)
    texts = [
        *((right, y(number) - 8, f"{of} {number:g}") for of, number in marks),
        *((LEFT - 8, y(at) + 5, label) for at, label in ticks),
        (LEFT + 5, height - 8, words[1]),
        (right, height - 8, words[2]),
    ]
    frame = width, height, LEFT, TOP, right, bottom
    look = {"frame": frame, "size": size, "title": words[0], **named}
    places = {"ticks": [y(at) for at, _ in ticks], "levels": [y(at) for _, at in marks]}
    picture = filled("curve.svg", line=line, texts=texts, words=len(marks), **places, **look)
    place = {"left": LEFT, "top": TOP, "right": RIGHT, "bottom": BOTTOM}
    return picture, {"low": low, "high": high, "turns": len(curve)} | place


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Round numbers between the two, and how each is written."""
    least = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(least))
    step = power * next(one for one in (1, 2, 5, 10) if one * power >= least)
    places = max(0, -math.floor(math.log10(step)))
    numbers = (n * step for n in range(math.ceil(low / step), math.floor(high / step) + 1))
    return [(one, f"{one:.{places}f}") for one in numbers]


KIND = Kind(
    Grammar(("fold",), OPTIONS, dict.fromkeys(("curve", "alt"), EXAMPLE)),
    run=run, code=lambda fence: fence.body, minutes=2, live=is_live,
)  # fmt: skip
