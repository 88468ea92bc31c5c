"""The frost machine: three knobs, a dial and eight evenings, as HTML that a page can show.

docs/assets/frost.js computes it live by the same rules. What it needs to know stands in the
element's `data-machine`, with a short record of learning to which the tests hold the script.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from micrograd.datasets import frost
from micrograd.engine import Value
from micrograd.maps import TINTS, fade, mark, shade

START = (0.4, -1.8, 0.8)
"""w1, w2 and b, as a reader first sees them: right about five of the eight."""

RATE, STEPS = 0.5, 60
PARTS = ("line", "dial", "knobs", "pulls", "nudge", "step", "learn")
KNOBS = {"w1": "dusk", "w2": "clouds", "b": "bias"}
PART = r"(?=<(?:frost|figure|svg|g|rect|circle|text|p|div|button|label|input)\b)"
"""What begins a line: so a review of the page's outputs shows what has changed."""

HIDDEN = ' display="none"'
TURN, FULL = 4, 2  # how far a knob turns to each side; the loss at the dial's end
SURE = 2  # the sum at which the tint of a side is strongest
BANDS = 18  # of each side of a chart: no eye tells two that touch

# The field, in the drawing's own pixels: tenths of degrees to the right, clouds upward.
LEFT, TOP, WIDE, HIGH = 26, 2, 372, 226
ACROSS, UP = (-0.06, 1.06), (-0.12, 1.12)
DUSK, CLOUDS = "temperature at dusk", ("clear", "overcast")
WIDTHS, CLEAR = {"frost": 40, "no frost": 64}, 18  # of names; how far from the line, and its handle
NEAR = 50  # of an evening in a corner, which leaves no room for a name there


Evening = tuple[float, float, int]
"""The temperature at dusk and the clouds, as `datasets.frost` counts them, and the label."""


def _known(more: Sequence[Evening]) -> tuple[list[list[float]], list[int]]:
    """The eight evenings and their labels, then those of `more`."""
    evenings, labels = frost()
    return [*evenings, *([x, y] for x, y, _ in more)], [*labels, *(label for *_, label in more)]


def learned(
    weights: Sequence[float], steps: int, more: Sequence[Evening] = ()
) -> list[tuple[list[float], float]]:
    """The weights and the mean squared loss before each step of learning, and after the last."""
    evenings, labels = _known(more)
    w1, w2, b = knobs = [Value(weight) for weight in weights]
    record = []
    for _ in range(steps + 1):
        answers = [(w1 * dusk + w2 * clouds + b).tanh() for dusk, clouds in evenings]
        loss = sum((o - y) ** 2 for o, y in zip(answers, labels, strict=True)) / Value(len(labels))
        record.append(([knob.data for knob in knobs], loss.data))
        for knob in knobs:
            knob.grad = 0.0
        loss.backward()
        for knob in knobs:
            knob.data -= RATE * knob.grad
    return record


def wrong(weights: Sequence[float], more: Sequence[Evening] = ()) -> list[int]:
    """The places of the evenings about which a machine with these weights is wrong."""
    w1, w2, b = weights
    pairs = zip(*_known(more), strict=True)
    return [
        n for n, ((x, y), label) in enumerate(pairs) if (w1 * x + w2 * y + b > 0) != (label > 0)
    ]


def machine(
    parts: str = " ".join(PARTS),
    how: str = "",
    start: Sequence[float] = START,
    name: str = "frost",
    goal: float | None = None,
    more: Sequence[Evening] = (),
    first: bool = False,
    blind: bool = False,
    by: float = 0.05,
) -> str:
    """A `<frost-machine>`, complete without its script: then one that learns has learned already.

    Args:
        parts: what the reader can drag, see and press: some of PARTS.
        how: the address to which the question after learning leads, as the finished page names it.
        start: w1, w2 and b.
        name: how its ids begin; another for each machine of a page.
        goal: a loss; a reader whose knobs bring the dial below it is told so.
        more: evenings beyond the eight.
        first: whether it is about the first evening alone: marked with a 1, and its loss told.
        blind: whether a curtain hides the field until the goal is reached.
        by: how far a knob turns at a time; by a large step it's easily put back.

    Raises:
        ValueError: a part that there is not, or a curtain that no goal lifts.
    """
    shown = parts.split()
    if unknown := set(shown) - {*PARTS}:
        raise ValueError(f"the frost machine has no part {sorted(unknown)}; it has {PARTS}")
    if blind and goal is None:
        raise ValueError("a blind machine needs a goal, at which its curtain lifts")
    evenings, labels = _known(more)
    record = learned(start, STEPS, more)
    has_learned = "learn" in shown
    after, loss = record[-1 if has_learned else 0]
    when = f"After {STEPS} steps of learning" if has_learned else "At the start"
    facts = {
        "evenings": evenings,
        "labels": labels,
        "start": [*start],
        "rate": RATE,
        "steps": STEPS,
        "trace": [[round(x, 12) for x in (*weights, at)] for weights, at in record[:6]],
        "field": [LEFT, TOP, WIDE, HIGH, *ACROSS, *UP],
        "full": FULL,
        "sure": SURE,
        "clear": CLEAR,
        "near": NEAR,
        "widths": [*WIDTHS.values()],
        **({} if goal is None else {"goal": goal}),
        **({"first": True} if first else {}),
    }
    most = len(labels)
    many = {8: "eight", 9: "nine"}.get(most, str(most))
    score = f"{most - len(wrong(after, more))} of {most}"
    told = (
        f"{many.capitalize()} evenings, by their temperature at dusk and their clouds, and a line "
        f"between frost and no frost. {when}, {score} are right; "
        f"the loss is {loss:.2f}."
    )
    bottom = TOP + HIGH
    x, y = _at(*evenings[0])
    one = f'<text x="{x + 15:.1f}" y="{y + 5:.1f}" fill="currentColor">1</text>' if first else ""
    field = (
        f'<svg class="frost-field" viewBox="0 0 400 {bottom + 22}" role="img">'
        f"<title>{told}</title>"
        f'<rect class="ground" x="{LEFT}" y="{TOP}" width="{WIDE}" height="{HIGH}" rx="4" '
        'fill="none" stroke="var(--rule)"/>'
        f"{_sides(after, 'still', name, more)}{_sides(start, 'live', name, more)}"
        f"{_handle() if 'line' in shown else ''}"
        f"{_rings(after, 'still', more)}{_rings(start, 'live', more)}"
        f'<g class="evenings">{"".join(map(_evening, evenings, labels))}{one}</g>'
        f"{_curtain(goal) if blind else ''}"
        f"{_ticks(bottom)}</svg>"
    )
    named = zip(("w1", "w2", "b"), after, strict=True)
    ends = ", ".join(f"{name}&nbsp;=&nbsp;{value:.2f}" for name, value in named)
    ends = f" {ends}.".replace("-", "−")
    still = f'<p class="still">{when}: {score} right.{ends if "knobs" in shown else ""}</p>'
    dial = _dial(loss, record[0][1]) if "dial" in shown else ""
    knobs = _knobs(start, "pulls" in shown, by) if "knobs" in shown else ""
    buttons = {"learn": "Let it learn", "step": "Step", "nudge": "Nudge", "reset": "Reset"}
    pressed = "".join(
        f'<button type="button" data-does="{does}"{primary}>{text}</button>'
        for does, text in buttons.items()
        if does in shown or (does == "reset" and {"learn", "step"} & {*shown})
        for primary in (' class="primary"' if does == "learn" else "",)
    )
    asks = "Turn the knobs."
    if goal is not None:
        asks = f"Turn the knobs until the dial reads less than {goal}."
        if blind:
            asks = f"Follow the arrows until the dial reads less than {goal}."
    elif first:
        (w1, w2, b), (dusk, clouds) = start, evenings[0]
        miss = (math.tanh(w1 * dusk + w2 * clouds + b) - labels[0]) ** 2
        asks = f"The loss of evening 1: {miss:.4f}. Turn one knob up a notch."
    elif "line" in shown:  # which separates the eight, but hardly any others besides
        hunt = "Drag the line. How many can you get right?"
        asks = hunt if more else f"Drag the line until all {many} are right."
    if "step" in shown and "learn" not in shown:
        asks = f"Press Step until all {many} are right."
    link = f' <a href="{how}" hidden>How?</a>' if how else ""
    bar = f'<div class="bar" data-mute="true">{pressed}</div>' if pressed else ""
    if "learn" in shown:  # room for what the reader has done better than the start
        bar += '<p class="frost-best" data-mute="true"></p>'
    html = (
        f'<frost-machine parts="{" ".join(shown)}"{" blind" if blind else ""} '
        f'data-machine="{_attribute(facts)}">'
        f'<div class="frost-panel"><figure>{field}<figcaption>'
        '<span><b data-key="×">×</b> none came</span> '
        '<span><b data-key="●">●</b> frost came</span> '
        '<span><b data-key="◯">◯</b> wrong here</span>'
        "</figcaption></figure>"
        f'<p class="frost-says" data-mute="true"><span role="status">{asks}</span>{link}</p>'
        f"{dial}{still}{bar}{knobs}</div></frost-machine>"
    )
    return re.sub(PART, "\n", html)[1:]


def _attribute(facts: object) -> str:
    return json.dumps(facts, separators=(",", ":")).replace('"', "&quot;")


def _at(x: float, y: float) -> tuple[float, float]:
    """Where an evening lies in the drawing."""
    return (
        LEFT + WIDE * (x - ACROSS[0]) / (ACROSS[1] - ACROSS[0]),
        TOP + HIGH * (UP[1] - y) / (UP[1] - UP[0]),
    )


def _evening(evening: Sequence[float], label: int) -> str:
    x, y = _at(*evening)
    cross = '<path d="M-5-5 5 5M-5 5 5-5" fill="none" stroke'
    mark = (  # with an edge of paper, so that it's seen on the line's handle, too
        '<circle r="6.2" fill="var(--data)" stroke="var(--paper)" stroke-width="1.4"/>'
        if label > 0
        else f'{cross}="var(--paper)" stroke-width="5.2" stroke-linecap="square"/>'
        f'{cross}="currentColor" stroke-width="2.4"/>'
    )
    return f'<g transform="translate({x:.1f} {y:.1f})">{mark}</g>'


def _curtain(goal: float | None) -> str:
    """What hangs before the field; frost.js lifts it, and without a script it hides nothing."""
    folds = "".join(f"M{LEFT + x} {TOP}v{HIGH}" for x in range(12, WIDE, 12))
    return (
        f'<g class="curtain"{HIDDEN}>'
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDE}" height="{HIGH}" rx="4" fill="var(--paper)" '
        'stroke="var(--rule)"/>'
        f'<path d="{folds}" fill="none" stroke="var(--rule)"/>'
        f'<text x="{LEFT + WIDE / 2:g}" y="{TOP + HIGH / 2 + 5:g}" text-anchor="middle" '
        'font-size="15" fill="currentColor" stroke="var(--paper)" stroke-width="8" '
        f'stroke-linejoin="round" paint-order="stroke">lifts below a loss of {goal}</text></g>'
    )


def _ticks(bottom: float) -> str:
    texts = [(_at(x / 10, 0)[0], bottom + 16, "middle", f"{x} °C") for x in (0, 10)]
    texts.append((_at(0.5, 0)[0], bottom + 16, "middle", DUSK))
    written = "".join(
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'
        for x, y, anchor, text in texts
    )
    for y, text in enumerate(CLOUDS):
        x, middle = LEFT - 8, _at(0, y)[1]
        anchor = "end" if y else "start"
        written += (
            f'<text transform="translate({x} {middle:.1f}) rotate(-90)" text-anchor="{anchor}">'
            f"{text}</text>"
        )
    return f'<g class="ticks" fill="currentColor" font-size="13">{written}</g>'


def _sides(weights: Sequence[float], state: str, name: str, more: Sequence[Evening]) -> str:
    """Both sides tinted by how sure the machine is, named, and the line.

    The sum is SURE at one end of the gradient and -SURE at the other. frost.js moves all of it.
    """
    w1, w2, b = weights
    across, up = WIDE / (ACROSS[1] - ACROSS[0]), -HIGH / (UP[1] - UP[0])
    zero = _at(0, 0)
    a, c = w1 / across, w2 / up
    d = b - a * zero[0] - c * zero[1]  # the sum is a * x + c * y + d, in pixels
    norm = math.hypot(a, c) or 1e-9
    middle = LEFT + WIDE / 2, TOP + HIGH / 2
    away = (a * middle[0] + c * middle[1] + d) / norm
    foot = middle[0] - away * a / norm, middle[1] - away * c / norm
    far = SURE / norm
    ends = [(foot[0] + s * far * a / norm, foot[1] + s * far * c / norm) for s in (-1, 1)]
    first, last = _clipped(foot, (-c / norm, a / norm))
    taken = [_at(*evening) for evening in _known(more)[0]]
    corners = [
        corner
        for corner in ((x, y) for x in (LEFT, LEFT + WIDE) for y in (TOP, TOP + HIGH))
        if all(math.dist(corner, one) > NEAR for one in taken)
    ]

    def reach(x: float, y: float) -> float:
        """How far from the line a point lies, on the side of frost."""
        return (a * x + c * y + d) / norm

    corners.sort(key=lambda at: reach(*at))
    ink, blue = TINTS
    stops = "".join(
        f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for offset, colour, opacity in (
            (0, "currentColor", ink[1]),
            (0.5, "currentColor", ink[0]),
            (0.5, "var(--data)", blue[0]),
            (1, "var(--data)", blue[1]),
        )
    )
    (x1, y1), (x2, y2) = ends
    return (
        f'<g class="{state}"{HIDDEN if state == "live" else ""}>'
        f'<linearGradient id="{name}-{state}" gradientUnits="userSpaceOnUse" x1="{x1:.2f}" '
        f'y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}">{stops}</linearGradient>'
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDE}" height="{HIGH}" rx="4" '
        f'fill="url(#{name}-{state})"/>'
        f"{_name(corners[-1], 'frost', reach)}{_name(corners[0], 'no frost', reach)}"
        f'<path class="line" d="M{first[0]:.2f} {first[1]:.2f}L{last[0]:.2f} {last[1]:.2f}" '
        f'fill="none" stroke="currentColor" stroke-width="2.5"/></g>'
    )


def _rings(weights: Sequence[float], state: str, more: Sequence[Evening]) -> str:
    """What stands around the evenings about which the machine is wrong, above the line's handle."""
    errs = wrong(weights, more)
    rings = "".join(
        f'<circle class="ring" data-n="{n}" cx="{x:.1f}" cy="{y:.1f}" r="12" fill="none" '
        f'stroke="var(--wrong)" stroke-width="2.4"{"" if n in errs else HIDDEN}/>'
        for n, evening in enumerate(_known(more)[0])
        for x, y in (_at(*evening),)
        if state == "live" or n in errs
    )
    return f'<g class="{state}"{HIDDEN if state == "live" else ""}>{rings}</g>'


def _clipped(foot: Sequence[float], way: Sequence[float]) -> list[tuple[float, float]]:
    """The two points in which a line leaves the field; the same point twice if it misses it."""
    least, most = -math.inf, math.inf
    for at, step, (low, size) in zip(foot, way, ((LEFT, WIDE), (TOP, HIGH)), strict=True):
        hits = sorted(((low - at) / (step or 1e-12), (low + size - at) / (step or 1e-12)))
        least, most = max(least, hits[0]), min(most, hits[1])
    if least > most:
        least = most = 0
    return [(foot[0] + t * way[0], foot[1] + t * way[1]) for t in (least, most)]


def _name(corner: Sequence[float], text: str, reach: Callable[[float, float], float]) -> str:
    """A side's name, in the corner of it that is farthest from the line, where there is room."""
    left, top = corner[0] == LEFT, corner[1] == TOP
    x, y = corner[0] + (9 if left else -9), corner[1] + (19 if top else -9)
    anchor, side = "start" if left else "end", 1 if text == "frost" else -1
    wide = WIDTHS[text] if left else -WIDTHS[text]
    near = min(side * reach(x + w, y + h) for w in (0, wide) for h in (-12, 3))
    return (
        f'<text class="name" x="{x}" y="{y}" text-anchor="{anchor}" fill="currentColor" '
        f'font-size="15" font-weight="600"{"" if near >= CLEAR else HIDDEN}>{text}</text>'
    )


def _handle() -> str:
    """What is dragged: the line itself, two grips that turn it, and the knob in its middle."""
    grip = '<g class="grip"><circle class="hit" r="25"/><circle class="dot" r="7"/></g>'
    ways = "M0-8 3-4.5H-3zM0 8 3 4.5H-3zM8 0 4.5 3V-3zM-8 0-4.5 3V-3z"
    return (
        '<g class="handle" display="none" data-mute="true"><path class="hit" d="M0 0"/>'
        f'<g class="moves">{grip}{grip}<g class="grab"><circle class="hit" r="25"/>'
        f'<circle class="around" r="18"/><circle class="dot" r="12"/>'
        f'<path class="ways" d="{ways}"/>'
        '<path class="gone" d="M14-8 27 0 14 8z"/></g></g></g>'
    )


def _dial(after: float, start: float) -> str:
    """An arc from 0 to FULL, filled as far as the loss is large; the loss below it, in digits."""
    arc = f'<path d="M14 58a46 46 0 0 1 92 0" fill="none" stroke-width="9" pathLength="{FULL}"'
    states = "".join(
        f'<g class="{state}"{hidden}>'
        f'{arc} class="filled" stroke="var(--data)" stroke-dasharray="{loss:.3f} 9"/>'
        '<path class="needle" d="M60 58V20" stroke="currentColor" '
        f'stroke-width="2.5" transform="rotate({min(loss / FULL, 1) * 180 - 90:.1f} 60 58)"/>'
        '<circle cx="60" cy="58" r="4" fill="currentColor"/>'
        '<text x="60" y="86" text-anchor="middle" font-size="16" fill="currentColor">loss '
        f'<tspan class="loss" fill="var(--data)">{loss:.2f}</tspan></text></g>'
        for state, hidden, loss in (("still", "", after), ("live", HIDDEN, start))
    )
    return (
        '<svg class="frost-dial" viewBox="0 0 120 92" width="120" role="img" aria-label="The loss">'
        f'{arc} stroke="var(--rule)"/>{states}'
        '<g class="ends" fill="var(--faint)" font-size="12" text-anchor="middle">'
        f'<text x="14" y="72">0</text><text x="106" y="72">{FULL}</text></g></svg>'
    )


def _knobs(start: Sequence[float], pulls: bool, by: float) -> str:
    """A box for each knob, as of a value in a graph: data above, its gradient below."""
    pull = '<span class="pull"></span>' if pulls else ""
    made = "".join(
        f'<label class="knob"><span class="knob-shows">{name} <small>{of}</small> '
        f'<b class="value">{f"{value:.2f}".replace("-", "−")}</b></span>'
        f'<input type="range" min="-{TURN}" max="{TURN}" step="{by}" value="{value}">'
        f"{pull}</label>"
        for (name, of), value in zip(KNOBS.items(), start, strict=True)
    )
    return f'<div class="knobs" data-mute="true">{made}</div>'


def chart(
    ax: Any,
    evenings: Sequence[Sequence[float]],
    labels: Sequence[int],
    says: Callable[[list[float]], float] | None = None,
    *,
    judged: bool = True,
    turn: float | None = None,
    bands: int = BANDS,
) -> None:
    """Show evenings, and what a network says of all others, as the machine's field does.

    Args:
        ax: axes of matplotlib.
        evenings, labels: as `datasets.frost` gives them, or more.
        says: the network's answer for an evening, above 0 for frost; after a tanh or before.
        judged: whether the answer is a forecast: then its sides have names, and errors a ring.
        turn: the way, in radians, along which alone the answer changes: its tint has no bands.
        bands: how many tints a side has, where it has bands.
    """
    if says:

        def sums_at(rows: Sequence[Sequence[list[float]]]) -> tuple[list[list[float]], float]:
            answers = [[says(point) for point in row] for row in rows]
            if max(abs(answer) for row in answers for answer in row) > 1:
                return answers, 1
            most = math.tanh(15)  # beyond it, an answer is 1, and nothing tells its sum
            return [
                [math.atanh(max(-most, min(one, most))) for one in row] for row in answers
            ], SURE

        across, up = (
            [low + (high - low) * k / 30 for k in range(31)] for low, high in (ACROSS, UP)
        )
        sums, sure = sums_at([[[x, y] for x in across] for y in up])
        if turn is None:
            shade(ax, across, up, sums, sure, bands)
        else:
            far = [k / 80 for k in range(-128, 161)]
            [row], _ = sums_at([[[u * math.cos(turn), u * math.sin(turn)] for u in far]])
            fade(ax, far, row, sure, turn)
    if says and judged:
        pairs = zip(evenings, labels, strict=True)
        wrong = [evening for evening, label in pairs if (says([*evening]) > 0) != (label > 0)]
        for x, y in wrong:
            ax.plot(x, y, "o", ms=19, mfc="none", mec="#b3261e", mew=2)
        for text, side in (("frost", 1), ("no frost", -1)):
            rooms = [
                (min(side * one for row in sums[rows] for one in row[columns]), h, v)
                for h, columns in (("left", slice(0, 9)), ("right", slice(22, 31)))
                for v, rows in (("bottom", slice(0, 4)), ("top", slice(27, 31)))
                if all(math.dist((h == "right", v == "top"), one) > 0.2 for one in evenings)
            ]
            if rooms and max(rooms)[0] > 0:
                _, h, v = max(rooms)
                x, y = (0.02 if h == "left" else 0.98), (0.03 if v == "bottom" else 0.97)
                ax.text(x, y, text, weight="bold", ha=h, va=v, transform=ax.transAxes)
    mark(ax, evenings, labels, ms=9, mew=2)
    ax.set(xlim=ACROSS, ylim=UP)
    ax.set_xticks([0, 0.5, 1], ["0 °C", DUSK, "10 °C"])
    ax.set_yticks([0, 1], CLOUDS, rotation=90)
    for text, va in zip(ax.get_yticklabels(), ("bottom", "top"), strict=False):  # none in a browser
        text.set_va(va)
    ax.tick_params(length=0, labelcolor="#000000")
    ax.spines[:].set(visible=False)
    turns = [(k + 0.5) * math.pi / 16 for k in range(32)]  # round at its corners
    xs, ys = (
        [0.5 + math.copysign(0.5 - r, way(turn)) + r * way(turn) for turn in turns]
        for way, r in ((math.cos, 0.011), (math.sin, 0.011 * WIDE / HIGH))
    )
    look = {"ec": "#e0ddd6", "fill": False, "transform": ax.transAxes, "clip_on": False}
    [frame] = ax.fill(xs, ys, **look)
    for one in (*ax.collections, *ax.patches[:-1]):
        one.set_clip_path(frame)
