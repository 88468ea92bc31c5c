"""Plates: drawings with which chapters open, made of what the engine computes.

Each is a figure as a page holds it, in the page's colours, drawn for a desk and for a phone.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise, takewhile
from string import ascii_lowercase
from typing import Any

from micrograd import engine
from micrograd.datasets import frost, moons, names
from micrograd.engine import Value
from micrograd.gpt import GPT
from micrograd.gradcheck import central_difference
from micrograd.order import operands, trace
from micrograd.steps.step8_complete import Value as Closure

DESK, PHONE = 928, 358  # CSS pixels, as wide as the page has room
WIDE = ' data-wide=""'  # what takes the whole stage
MONO = "DejaVu Sans Mono, monospace"  # as in graphs: the page has its own for it
Drawn = tuple[float, Iterable[str]]  # how high, and its shapes
DATA, GRAD, INK, FAINT, WRONG = (
    "var(--data)", "var(--grad)", "currentColor", "var(--faint)", "var(--wrong)",
)  # fmt: skip


def plate(alt: str, caption: str, draw: Callable[[int], Drawn], desk: int = DESK) -> str:
    """A figure in SVG; `alt` says what it shows, and `draw` draws it as wide as it is asked to."""
    drawings = ""
    for wide, rooms in ((desk, "room-m room-l"), (PHONE, "room-s")):
        high, shapes = draw(wide)
        drawings += (
            f'<svg class="plate {rooms}" viewBox="0 0 {wide} {high:.0f}" width="{wide}" '
            f'height="{high:.0f}" role="img" aria-label="{escape(alt)}"'
            f"{WIDE if wide == DESK else ''}>{''.join(shapes)}</svg>"
        )
    return (
        f'<figure class="drawing"><div class="scroll">{drawings}</div>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def size_of_words(wide: int) -> int:
    """The size of words, in CSS pixels: 11 where a page has the least room for a desk's drawing."""
    return 17 if wide > PHONE else 13


def dot(x: float, y: float, r: float, ink: str = DATA) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{ink}"/>'


def line(d: str, ink: str = INK, broad: float = 1.5, rest: str = "") -> str:
    return f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{broad:.1f}"{rest}/>'


def bar(x: float, y: float, w: float, h: float, ink: str = DATA, rest: str = "") -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{ink}"{rest}/>'


def arc(x1: float, x2: float, y: float, ink: str, broad: float, flat: float = 1.0) -> str:
    """From one place of a row to another, over it from left to right and under it back."""
    r = abs(x2 - x1) / 2
    return line(f"M{x1:.1f} {y:.1f}A{r:.1f} {r * flat:.1f} 0 0 1 {x2:.1f} {y:.1f}", ink, broad)


def words(at: Iterable[tuple[float, float, str]], size: int, ink: str = INK) -> str:
    each = "".join(f'<text x="{x:.1f}" y="{y:.1f}">{escape(one)}</text>' for x, y, one in at)
    return f'<g font-size="{size}" text-anchor="middle" fill="{ink}">{each}</g>'


def neuron() -> Any:
    """The neuron of the chapters, after its backward pass."""
    x1, x2, w1, w2, b = (Value(v) for v in (2.0, 0.5, -3.0, 1.0, 5.8))
    o = (x1 * w1 + x2 * w2 + b).tanh()
    o.backward()
    return o


def streams(root: Any) -> str:
    """Data times gradient of each value in a neuron, as the breadth of a stream, pale below zero.

    Each value is used once, and was given its gradient.
    """
    order = trace(root)
    place = {id(value): k for k, value in enumerate(order)}
    inputs = {id(value): operands(value, place) for value in order}
    user = {id(one): value for value in order for one in inputs[id(value)]}
    leaves = [value for value in order if not value._prev]
    deep = {id(root): 0}
    for value in order[-2::-1]:
        deep[id(value)] = deep[id(user[id(value)])] + 1
    most = max(abs(value.data * value.grad) for value in order)

    def above(value: Any) -> bool:
        """Whether its words lie above it: where its stream bends down, or not at all."""
        return value is root or inputs[id(user[id(value)])][0] is value

    def said(number: float) -> str:
        return f"{number:.2f}".replace("-", "−")

    def worth(value: Any) -> str:
        return said(value.data * value.grad)

    def product(value: Any) -> str:
        return f"{said(value.data)} × {said(value.grad)} = {worth(value)}"

    sums = [
        f"{' + '.join(map(worth, inputs[id(value)]))} = {worth(value)}".replace("+ −", "− ")
        for value in order
        if value._op == "+"
    ]

    def draw(wide: int) -> Drawn:
        desk = wide > PHONE
        size, r, broadest = (17, 17, 26) if desk else (13, 11, 16)
        gap, end = (170, 120) if desk else (60, 50)  # between operations, and after the last
        lead, high = 1.5 * size, 2.0  # a line of words
        y: dict[int, float] = {}
        for leaf in leaves:
            y[id(leaf)] = high + broadest / 2 + (lead if above(leaf) else 0)
            high += broadest + lead + size
        shapes, signs, numbers = [], [], []
        for value in order:
            if value._prev:
                joined = [y[id(one)] for one in inputs[id(value)]]
                y[id(value)] = sum(joined) / len(joined)
        for value in order:
            middle, x = y[id(value)], wide - end - gap * deep[id(value)]
            there, far = (x + gap, y[id(user[id(value)])]) if value is not root else (wide, middle)
            here = x if value._prev else 0
            bend = max(here + r, there - 1.6 * gap)
            half = (bend + there) / 2
            broad = 0.8 + (broadest - 0.8) * abs(value.data * value.grad) / most
            d = f"M{here} {middle:.0f}H{bend:.0f}C{half:.0f} {middle:.0f} {half:.0f} {far:.0f}"
            pale = ' stroke-opacity="0.35"' if value.data * value.grad < 0 else ""
            shapes.append(line(f"{d} {there} {far:.0f}", GRAD, broad, pale))
            beside = broad / 2 if here == 0 else max(broad / 2, r)
            beside += 0.35 * size if above(value) else 1.1 * size
            base = middle - beside if above(value) else middle + beside
            if not value._prev:
                signs.append(
                    f'<text y="{base:.1f}" font-family="{MONO}" font-size="{size}" fill="{INK}">'
                    f"{value.label}: "
                    f'<tspan fill="{DATA}">{said(value.data)}</tspan> × '
                    f'<tspan fill="{GRAD}">{said(value.grad)}</tspan> = {worth(value)}</text>'
                )
                continue
            w = 1.6 * r if len(value._op) > 1 else r
            signs.append(
                f'<rect x="{here - w:.1f}" y="{middle - r:.1f}" width="{2 * w:.1f}" '
                f'height="{2 * r}" rx="{r}" fill="var(--paper)" stroke="{INK}" '
                'stroke-width="1.5"/>'
            )
            signs.append(words([(here, middle + 0.34 * size, value._op.replace("*", "×"))], size))
            numbers.append(
                ((here + w + there - (0 if value is root else r)) / 2, base, worth(value))
            )
        return high, [*shapes, *signs, f'<g font-family="{MONO}">{words(numbers, size)}</g>']

    told = "; ".join(f"{leaf.label} {product(leaf)}" for leaf in leaves)
    return plate(
        f"A neuron, its leaves on the left, its output on the right, and each value an amber "
        f"stream, as broad as its data times its gradient. The leaves: {told}. At a times sign "
        f"all three streams are alike; at a plus sign the two that join make the third: "
        f"{'; '.join(sums)}. Through tanh {worth(order[-2])} becomes {worth(root)}.",
        "A neuron: each stream is as broad as a value’s data × gradient, and pale where that’s "
        "negative. The streams are the same on all "
        f"sides of a product. At the sum, {'; '.join(sums)}; at tanh the books don’t balance.",
        draw,
    )


def arrivals(kind: type, *, written: bool = False) -> str:
    """What an engine's rule brings back to `a` in `a + a`, and what it writes into `a.grad`."""
    wrote: list[float] = []
    grad = property(lambda one: wrote[-1], lambda one, number: wrote.append(number))
    a = type("Watched", (kind,), {"grad": grad})(3.0, label="a")
    b = a + a
    b.grad = came = 1.0  # along each arrow: the local derivative of a sum is 1
    b._backward()
    *lost, kept = wrote[1:]

    def draw(wide: int) -> Drawn:
        desk = wide > PHONE
        size = size_of_words(wide)
        across, half, r, bend, apart = (112, 40, 20, 60, 10) if desk else (78, 31, 15, 46, 9)
        top, high = 1.8 * size, 2 * half + 3 * size
        middle, sign = top + half, 0.56 * wide
        shapes = []

        def number(right: float, above: float, text: str, ink: str) -> str:
            return (
                f'<text x="{right - 0.5 * size:.1f}" y="{above + half / 2 + 0.35 * size:.1f}" '
                f'font-family="{MONO}" font-size="{size}" text-anchor="end" '
                f'fill="{ink}">{text}</text>'
            )

        def box(x: float, name: str, data: float, grads: Sequence[float]) -> None:
            ground = "var(--grad-tint)" if grads else "none"
            shapes.extend([
                bar(x, top, across, half, "var(--data-tint)"),
                bar(x, middle, across, half, ground),
                line(f"M{x} {top}h{across}v{2 * half}h-{across}zM{x} {middle}h{across}"),
                f'<g font-family="{MONO}">'
                f"{words([(x + across / 2, top - 0.5 * size, name)], size)}</g>",
                number(x + across, top, f"{data}", DATA),
            ])  # fmt: skip
            for n, grad in enumerate(grads):
                right, gone = x + across * (n + 1) / len(grads), n < len(grads) - 1
                shapes.append(number(right, middle, f"{grad}", FAINT if gone else GRAD))
                if gone:
                    strike = f"M{right - 2.5 * size:.1f} {middle + half / 2:.1f}h{2.2 * size:.1f}"
                    shapes.append(line(strike, WRONG, 2))

        for side in (-1, 1):
            y, tip = middle + 0.5 * half + side * apart, 2 + across
            curve = f"C{sign - 3 * r} {middle + side * bend} {tip + 4 * r} {y} {tip + 10} {y}"
            shapes.append(line(f"M{sign} {middle}{curve}", GRAD, 3.5))
            head = f"M{tip} {y}l14 -5v10z"
            shapes.append(f'<path d="{head}" fill="{GRAD}"/>')
            beside = (middle + y + 0.75 * side * bend) / 2 + (1.2 if side > 0 else -0.6) * size
            said = words([((sign + tip) / 2, beside, f"{came}")], size, GRAD)
            shapes.append(f'<g font-family="{MONO}">{said}</g>')
        shapes.append(line(f"M{sign} {middle}H{wide - across - 2}", GRAD, 3.5))
        shapes.append(
            f'<circle cx="{sign}" cy="{middle}" r="{r}" fill="var(--paper)" stroke="{INK}" '
            'stroke-width="1.5"/>'
        )
        reach = 0.35 * size
        plus = f"M{sign - reach:.1f} {middle}h{2 * reach:.1f}M{sign} {middle - reach:.1f}"
        shapes.append(line(f"{plus}v{2 * reach:.1f}"))
        box(2, "a", a.data, [*lost, kept] if written else [])
        box(wide - across - 2, "b", b.data, [b.grad])
        return high, shapes

    told = (
        f"Two boxes: a, data {a.data}, and b, data {b.data} and gradient {b.grad}. A line leads "
        f"from b back to a plus sign, and two amber arrows from there to a, each with {came} on it."
    )
    if written:
        return plate(
            f"{told} The lower half of a holds {kept}; before it, {lost[0]} is struck out.",
            f"Both arrows have arrived. The second {kept} was written over the first.",
            draw,
        )
    return plate(
        f"{told} The lower half of a is empty.",
        f"b = a + a, on the way back: each arrow brings {came}. What goes into the empty half?",
        draw,
    )


def compared() -> str:
    """Gradients beside the slopes that nudges find: of a right engine, and of a wrong one."""
    rng = random.Random(8)
    start = [rng.uniform(-1.2, 1.2) for _ in range(13)]
    (dusk, clouds), label = frost()[0][2], frost()[1][2]

    def loss(slope: Callable[[float], float], weights: Sequence[float]) -> tuple[Any, list[Any]]:
        w = [Value(one) for one in weights]

        def squash(v: Value) -> Value:
            t = math.tanh(v.data)
            return engine._node(t, "tanh", v, slope(t))

        hidden = [squash(w[k] * dusk + w[k + 1] * clouds + w[k + 2]) for k in (0, 3, 6)]
        o = squash(sum((h * w[9 + k] for k, h in enumerate(hidden)), w[12]))
        return (o - label) ** 2, w

    def nudged(*weights: float) -> float:
        return float(loss(math.cos, weights)[0].data)  # no rule is asked

    slopes = [central_difference(nudged, *start, wrt=k) for k in range(len(start))]
    engines = {}
    rules = {"every rule right": lambda t: 1 - t**2, "one rule wrong": lambda t: 1 - t}
    for name, rule in rules.items():
        cost, w = loss(rule, start)
        cost.backward()
        engines[name] = [*zip([one.grad for one in w], slopes, strict=True)]
    times = {
        name: [gradient / nudge for gradient, nudge in found] for name, found in engines.items()
    }
    most = math.log(max(times["one rule wrong"]))

    def draw(wide: int) -> Drawn:
        beside = wide > PHONE
        room, far = (wide / 2, 130) if beside else (wide, 84)
        gap = 56 if beside else 20  # each row's half of what parts the two
        size = size_of_words(wide)
        middle, shapes = 0.0, []
        for side, (name, found) in enumerate(times.items()):
            if not beside or not side:
                middle += 14 + size + (far if beside or side else 0)
            left, long = 14 + ((room + gap - 14) * side if beside else 0), room - 14 - gap
            shapes.append(words([(left + long / 2, middle + 14 + size, name)], size))
            shapes.append(line(f"M{left:.1f} {middle:.1f}h{long:.1f}", FAINT, 1))
            tenths = [round(one, 1) for one in found]
            for one, group in groupby(range(len(found)), tenths.__getitem__):
                places = [*group]
                xs = [left + long / 12 * k for k in places]
                y = middle - far * math.log(one) / most
                shapes.append(words([(sum(xs) / len(xs), y - 14, f"× {one:g}")], size))
                for k, x in zip(places, xs, strict=True):
                    shapes.append(line(f"M{x:.1f} {middle:.1f}V{y:.1f}"))
                    ring = f'<circle cx="{x:.1f}" cy="{middle:.1f}" r="8" fill="var(--paper)" '
                    shapes.append(f'{ring}stroke="{INK}" stroke-width="1.5"/>')
                    shapes.append(dot(x, y, 4.5, GRAD if abs(found[k] - 1) < 1e-6 else WRONG))
            middle += 0 if beside else 24 + size
        return middle + (26 + size if beside else 0), shapes

    return plate(
        "Twice thirteen rings in a row, the slopes that nudges found, with a dot for the engine's "
        "gradient, the higher the more times it is its slope. On the left every dot lies in its "
        "ring; on the right, where one rule is wrong, all are red and above.",
        "Rings: slopes found by nudges. Dots: the gradients of two engines, and how many times its "
        "slope each is (on a logarithmic scale); red: wrong.",
        draw,
    )


def digits(
    right: float | Sequence[float],
    steps: Sequence[float],
    found: Mapping[str, Sequence[float]],
    caption: str = "The step, and the slope it finds. "
    "Red: from the first digit that differs from backward’s.",
) -> str:
    """Numbers in columns, a row for each step or round: which digits are right.

    Args:
        right: what all columns should say, or what each of them should.
        steps: what names the rows: a float by its power of ten, an integer as it is.
        found: the columns, by their names.
        caption: what stands below.
    """
    rights = [right] * len(found) if isinstance(right, float) else right
    rows = [f"{step:.0e}" if isinstance(step, float) else str(step) for step in steps]
    agree: dict[str, list[str]] = {name: [] for name in found}
    for (name, column), truth in zip(found.items(), rights, strict=True):
        for number in column:
            said, true = (f"{one:.11f}".replace("-", "−") for one in (number, truth))
            same = takewhile(lambda pair: pair[0] == pair[1], zip(said, true, strict=False))
            agree[name].append("".join(one for one, _ in same))

    def draw(wide: int) -> Drawn:
        size = min(17.0, wide / (0.6 * (6 + 16 * len(found))))
        left = [size * 0.6 * (6 + 16 * k) for k in range(len(found))]
        middle = zip((x + size * 0.6 * 7.5 for x in left), found, strict=True)
        shapes = [words(((x, 0.9 * size, name) for x, name in middle), round(size))]
        for row, step in enumerate(rows):
            texts = [(0.0, step, "")]
            for x, (name, column), truth in zip(left, found.items(), rights, strict=True):
                said = f"{column[row]:.11f}".replace("-", "−")[: len(f"{truth:.11f}")]
                same = len(agree[name][row])
                texts.append((x, said[:same], said[same:]))
            shapes += [
                f'<text x="{x:.1f}" y="{size * (2.5 + 1.4 * row):.1f}">{good}'
                f'<tspan fill="{WRONG}" fill-opacity="0.8">{bad}</tspan></text>'
                for x, good, bad in texts
            ]
        style = f'font-size="{size:.1f}" font-family="{MONO}"'
        return size * (2 + 1.4 * len(steps)), [f"<g {style}>", *shapes, "</g>"]

    counts = (
        f"{name} {', '.join(str(sum(map(str.isdigit, one))) for one in column)}"
        for name, column in agree.items()
    )
    return plate(
        f"{len(rows)} rows, from {rows[0]} to {rows[-1]}, and a column for each of "
        f"{', '.join(found)}. The digits that are right are dark, the others red. Right digits, "
        f"row by row: {'; '.join(counts)}.",
        caption,
        draw,
        desk=660,
    )


def chains() -> str:
    """Chains of additions, longer and longer: which of them come back."""
    sizes = [200 * k for k in range(1, 8)]

    def comes_back(kind: type, size: int) -> bool:
        x = kind(1.0)
        y = x
        for _ in range(size):
            y = y + x
        try:
            y.backward()
        except RecursionError:
            return False
        return True

    back = [[comes_back(kind, size) for size in sizes] for kind in (Closure, Value)]
    failed = [size for size, whole in zip(sizes, back[0], strict=True) if not whole]

    def draw(wide: int) -> Drawn:
        cell, size = wide / 7, size_of_words(wide)
        shapes = []
        for row, name in enumerate(("the engine of chapter 10", "the finished engine")):
            y = size + 4.5 * size * row
            shapes.append(f'<text x="2" y="{y}" font-size="{size}">{name}</text>')
            for k, whole in enumerate(back[row]):
                fill, ink = ("var(--data-tint)", DATA) if whole else ("none", WRONG)
                edge = f' stroke="{ink}" stroke-width="1.5"'
                long = 0.9 * cell * (k + 1) / 7
                left = cell * (k + 0.5) - long / 2
                shapes.append(bar(left, y + 0.6 * size, long, 1.8 * size, fill, edge))
        y = 10 * size
        marks = ((cell * (k + 0.5), y, f"{n:,}") for k, n in enumerate(sizes))
        return y + 0.5 * size, [*shapes, words(marks, size)]

    return plate(
        "Two rows of seven bars, chains of 200 to 1,400 additions. In the first row, the engine of "
        f"chapter 10, those from {failed[0]:,} on are hollow and red; in the second, the finished "
        "engine, all are filled.",
        "Chains of 200 to 1,400 additions. Hollow and red: too long.",
        draw,
    )


def in_a_row(root: Any) -> tuple[int, Callable[[int], Drawn]]:
    """The nodes of a graph as a program lists them, with arcs to their users, and back below.

    Those of the way back are as broad as what they carried is large.
    """
    order = trace(root)
    place = {id(value): k for k, value in enumerate(order)}
    ways = [
        (place[id(one)], place[id(value)], abs(value.grad * slope))
        for value in order
        for one, slope in zip(operands(value, place), value._locals, strict=False)
    ]
    most, longest = max(size for *_, size in ways), max(to - start for start, to, _ in ways)

    def draw(wide: int) -> Drawn:
        step, flat = (wide - 20) / (len(order) - 1), 0.38 if wide > PHONE else 0.8
        y = longest * step / 2 * flat + 6
        shapes = []
        for start, to, size in ways:
            x1, x2 = 10 + step * start, 10 + step * to
            shapes.append(arc(x1, x2, y, DATA, 1.5, flat))
            shapes.append(arc(x2, x1, y, GRAD, 0.6 + 6 * size / most, flat))
        return 2 * y, shapes + [bar(5 + step * k, y - 5, 10, 10, INK) for k in range(len(order))]

    return len(order), draw


def one_call() -> str:
    """The slopes of a neuron's weights: two nudged runs for each, or one run and one walk back."""
    rng = random.Random(55)
    inputs, start = ([rng.uniform(-1.2, 1.2) for _ in range(8)] for _ in range(2))
    runs = 0

    def run(*weights: Any) -> Any:
        nonlocal runs
        runs += 1
        return sum((w * x for w, x in zip(weights, inputs, strict=True)), Value(0.0)).tanh()

    point = [Value(one) for one in start]
    found = [central_difference(run, *point, wrt=k) for k in range(len(point))]
    slopes, nudged = [f"{slope:.2f}".replace("-", "−") for slope in found], runs
    run(*point).backward()
    most = max(abs(w.grad) for w in point)

    def draw(wide: int) -> Drawn:
        desk = wide > PHONE
        size, tall, top = (17, 40, 56) if desk else (13, 30, 42)
        broad, between, middle = (168, 26, 94) if desk else (56, 8, 74)
        left, right = 2 * broad + 2 * between, wide - (34 if desk else 24)
        slope, since = left + middle / 2, left + middle + (8 if desk else 4)
        end = top + tall * len(point) / 2
        rows = [top + tall * (k + 0.5) for k in range(len(point))]
        shapes = []
        for k, y in enumerate(rows):
            for side in (1, -1):
                x = 2 if side > 0 else 2 + broad + between
                others = ""
                for n in range(len(point)):
                    high = y + 0.36 * tall * (2 * n / (len(point) - 1) - 1)
                    if n != k:
                        others += f"M{x} {high:.1f}L{x + broad - 4} {y:.0f}"
                        continue
                    moved = high - side * 0.13 * tall
                    shapes.append(line(f"M{x} {moved:.1f}L{x + broad - 4} {y:.0f}", DATA, 2.6))
                shapes.append(line(others, DATA, 1, ' stroke-opacity="0.6"'))
                shapes.append(dot(x + broad - 4, y, 2.6 if desk else 2))
            bend = f"{(since + right) / 2:.0f} {{0}} {(since + right) / 2:.0f} {end:.0f}"
            back = 1.2 + (4 if desk else 3) * abs(point[k].grad) / most
            up, down = y - 0.16 * tall, y + 0.1 * tall
            curve = f"M{since} {up:.1f}C{bend.format(f'{up:.1f}')} {right} {end:.0f}"
            shapes += [line(curve, DATA, 1.5), dot(since, up, 2.6 if desk else 2)]
            tip = since + 7
            curve = f"M{tip} {down:.1f}C{bend.format(f'{down:.1f}')} {right} {end:.0f}"
            shapes.append(line(curve, GRAD, back))
            head = f"M{since - 1} {down:.1f}l9 -4.5v9z"
            shapes.append(f'<path d="{head}" fill="{GRAD}"/>')
            shapes.append(words([(slope, y + 0.34 * size, slopes[k])], size, GRAD))
        r = 8 if desk else 6
        shapes.append(
            f'<circle cx="{right}" cy="{end:.0f}" r="{r}" fill="var(--paper)" stroke="{INK}" '
            'stroke-width="1.5"/>'
        )
        far = (since + right) / 2
        heads = [(left / 2, size, f"nudging: {nudged} runs"), (far, size, "one run, one call")]
        marks = [(2 + broad / 2, 2.4 * size, "+h"), (2 + 1.5 * broad + between, 2.4 * size, "−h")]
        marks.append((slope, 2.4 * size, "slope"))
        shapes += [words([*heads, *marks], size)]
        return top + tall * len(point) + 4, shapes

    many = len(point)
    return plate(
        f"The slopes of {many} weights in a column: {', '.join(slopes)}. On the left each has two "
        f"small fans of blue lines, one for each run of its two nudges, {nudged} in all; the line "
        "of the nudged weight is thick, and moved up or down. On the right one fan of blue lines "
        f"runs from all {many} to a ring, the output, and from there one fan of amber arrows comes "
        "back, an arrow to each slope.",
        "The slopes of a neuron’s eight weights, found twice. On the left, a run with each "
        "weight nudged up and one with it nudged down; on the right, one run forward, to the "
        "ring, and one call, which goes back to all of them: the steeper the slope, the thicker "
        "its arrow.",
        draw,
    )


def listed() -> str:
    """A graph as the list that a compiler writes down, with arcs forward and back."""
    (dusk, clouds), label = frost()[0][2], frost()[1][2]
    w = [Value(0.4), Value(-1.8), Value(0.8)]
    loss = ((w[0] * dusk + w[1] * clouds + w[2]).tanh() - label) ** 2
    hidden = [(w[k] * dusk + w[2]).tanh() for k in (0, 1)]
    root = loss + hidden[0] * hidden[1]
    root.backward()
    many, draw = in_a_row(root)
    return plate(
        f"The {many} nodes of a graph in one row, as a program would list them. Blue arcs above "
        "lead from each input to its user, amber arcs below lead back, broader where a "
        "larger gradient passes.",
        "A graph as a list. Arcs above lead from each input to its user; arcs below lead back.",
        draw,
    )


def sample() -> str:
    """Twelve points to learn from, among four hundred that judge."""

    def draw(wide: int) -> Drawn:
        by, tall, large = (wide / 4.75, *((90, 8) if wide > PHONE else (66, 6)))
        shapes = []
        for points, labels, broad, opacity in (
            (*moons(400, noise=0.35, seed=99), 0.8 * large, 0.6),
            (*moons(12, noise=0.35, seed=3), 2 * large, 1),
        ):
            arm = round(0.35 * broad)
            cross = f"m-{arm}-{arm}l{2 * arm} {2 * arm}m0-{2 * arm}l-{2 * arm} {2 * arm}"
            for sign, ink, mark, thick in ((1, DATA, "h0", broad), (-1, INK, cross, 0.3 * broad)):
                marks = "".join(
                    f"M{wide / 2 + by * (x - 0.59):.0f} {tall * (2.16 - y):.0f}{mark}"
                    for (x, y), label in zip(points, labels, strict=True)
                    if label == sign
                )
                shapes.append(
                    f'<path d="{marks}" fill="none" stroke="{ink}" stroke-width="{thick:.1f}" '
                    f'stroke-linecap="round" opacity="{opacity}"/>'
                )
        return 3.6 * tall, shapes

    return plate(
        "Twelve large marks, blue dots and black crosses, among four hundred faint ones that run "
        "into each other: what a network gets to see, and what it is judged by.",
        "Twelve points to learn from, and four hundred that judge.",
        draw,
    )


def pairs() -> str:
    """Which letter follows which, in four thousand names."""
    all_pairs = (pair for name in names().training for pair in pairwise(name))
    often = Counter((one, other) for one, other in all_pairs if one != other).most_common(90)

    def draw(wide: int) -> Drawn:
        step, flat, size = wide / 26, 0.3 if wide > PHONE else 0.62, size_of_words(wide)
        places = {one: step * (k + 0.5) for k, one in enumerate(ascii_lowercase)}
        y = 24.5 * step / 2 * flat + 0.6 * size
        shapes = []
        for (first, second), count in often:
            later = places[first] < places[second]
            side, ink = (-0.6 * size, DATA) if later else (0.6 * size, INK)
            broad = step / 4 * count / often[0][1]
            shapes.append(arc(places[first], places[second], y + side, ink, broad, flat))
        letters = words(((x, y + 0.3 * size, letter) for letter, x in places.items()), size)
        return 2 * y, [*shapes, letters]

    return plate(
        "The alphabet in a row, and arcs between the letters that most often follow each other "
        "inside names: above the row to a later letter, below it to an earlier one. The more "
        "often, the broader.",
        "The commonest pairs of different letters inside four thousand names. The broader the arc, "
        "the commoner the pair. Above the row, the second letter comes later in the alphabet; "
        "below, earlier.",
        draw,
    )


def looking_back(text: Sequence[str], earlier: int | None = None, roles: bool = False) -> str:
    """A riddle in letters. Told where the last one stood before, it looks there, and one on.

    Arguments:
        roles: it looks among keys, each a place behind its letter, and reads the value below.
    """
    last = len(text) - 1
    cells = [(k, 0, letter) for k, letter in enumerate([*text, ""])]
    if roles:
        cells = [(k, n, text[k - 1 + n]) for k in range(1, last) for n in (0, 1)]
        cells += [(last, 0, text[last]), (last + 1, 1, "")]

    def draw(wide: int) -> Drawn:
        step, size = wide / (len(text) + 1), 32 if wide > PHONE else 24
        places = [step * (k + 0.5) for k in range(len(text) + 1)]
        flat, box, shapes = 0.5 if wide > PHONE else 0.8, 1.7 * size, list[str]()
        y, foot = 0.0, (1 + roles) * (box + 2) + roles * size / 2
        if earlier is not None:
            y = step * (last - earlier - roles) / 2 * flat + 8
            shapes = [arc(places[earlier + roles], places[last], y, DATA, 5, flat)]
            ends = (places[earlier + 1], places[-1], y)
            if roles:
                ends = (places[-1], places[earlier + 1], y + foot)
                foot += step * (last - earlier) / 2 * flat + 4
                named = (0, 0, "key"), (0, 1, "value"), (last, 1, "query")
                at = [(places[k], y + (1.1 + 2.2 * n) * size, one) for k, n, one in named]
                shapes.append(words(at, 20 if wide > PHONE else 16))
            shapes.append(arc(*ends, INK, 5, flat))
        for k, n, letter in cells:
            x, top = places[k], y + 2.2 * size * n
            ink = DATA if letter == text[last] and not n else INK
            frame = ' stroke-dasharray="6 5"' * (not letter)
            square = f"M{x - box / 2:.1f} {top + 1:.1f}h{box:.1f}v{box:.1f}h{-box:.1f}z"
            shapes.append(line(square, ink, 2, frame))
            shapes.append(words([(x, top + 1.2 * size, letter)], size, ink))
        return y + foot, shapes

    if earlier is None:
        return plate(
            f"The letters {', '.join(text)} in boxes, the last one and its like in blue, and an "
            "empty box where the next comes.",
            "Blue: the letter that comes twice.",
            draw,
        )
    if roles:
        return plate(
            f"Two rows of boxes: keys, {', '.join(text[: last - 1])}, and below them their values, "
            f"{', '.join(text[1:last])}. A blue arc joins the query, {text[last]}, with the key "
            "like it, a black one the value below that key with an empty box.",
            "Upper arc: the query finds the key like it. Lower arc: it reads the value below.",
            draw,
        )
    return plate(
        f"The letters {', '.join(text)} in boxes, and an empty box. A blue arc joins the last "
        "letter with the place where it stood before, a black one the letter behind that with the "
        "empty box.",
        "The last letter looks back to where it stood before, and takes what came next.",
        draw,
    )


def numbered(loss: Any) -> list[list[int]]:
    """The inputs of each node of a graph, by their places in it; inputs come first."""
    order = trace(loss)
    place = {id(value): k for k, value in enumerate(order)}
    return [[place[id(one)] for one in value._prev] for value in order]


def at_depths(graph: Iterable[Sequence[int]]) -> list[int]:
    """How many of its nodes lie how deep."""
    depths: list[int] = []
    for inputs in graph:
        depths.append(1 + max((depths[k] for k in inputs), default=-1))
    counts = Counter(depths)
    return [counts[k] for k in range(len(counts))]


def towers(counts: Iterable[int], middle: float, step: float, unit: float) -> str:
    """A bar for each depth, as high as the root of how many lie there."""
    thick = max(step - 0.6, 0.6)
    bars = "".join(
        f"M{k * step:.1f} {middle - h:.1f}h{thick:.1f}v{2 * h:.1f}h{-thick:.1f}z"
        for k, n in enumerate(counts)
        for h in (unit * math.sqrt(n) + 0.5,)
    )
    return f'<path d="{bars}" fill="{DATA}"/>'


def skyline(word: str) -> str:
    """The graph of a GPT's loss on a name: how many nodes lie how deep."""
    model = GPT(seed=1)
    counts = at_depths(numbered(model.loss(*model.inputs(word))))

    def draw(wide: int) -> Drawn:
        half = 125 if wide > PHONE else 95
        unit = (half - 4) / math.sqrt(max(counts))
        return 2 * half, [towers(counts, half, wide / len(counts), unit)]

    return plate(
        "The nodes of the loss of one name, from the weights on the left to the loss on the right: "
        f"at each of {len(counts)} depths a bar, higher where more nodes lie.",
        "All nodes of one name in a GPT, from its weights to its loss. The higher a bar, the more "
        "nodes lie at that depth.",
        draw,
    )


def fused(loss: Any, lists: Iterable[Iterable[Any]]) -> list[list[list[int]]]:
    """The graph of a mean of two losses, in numbers, in sums and in lists: inputs come first.

    A sum takes in the sums and products that it alone uses. Of those, what one operation makes of
    the same lists, for the same of the two losses, is a list. Of leaves, `lists` are known; all
    the others, constants, are one more.
    """
    order, numbers = trace(loss), numbered(loss)
    first = len(trace(loss._prev[0]._prev[0]))  # so many are the first loss's
    users = Counter(one for inputs in numbers for one in inputs)
    of = [*range(len(numbers))]
    for k in reversed(range(len(numbers))):
        for one in numbers[k] if order[k]._op == "+" else ():
            if users[one] == 1 and order[one]._op in ("+", "*"):
                of[one] = of[k]
    sums, roots = joined(numbers, of), sorted({*of})
    known = {id(value): n for n, values in enumerate(lists) for value in values}
    keys: dict[Any, int] = {}
    of = []
    for root, inputs in zip(roots, sums, strict=True):
        value, made = order[root], frozenset(of[k] for k in inputs)
        key = (value._op, root < first, made) if made else known.get(id(value))
        of.append(keys.setdefault(key, len(keys)))
    return [numbers, sums, joined(sums, of)]


def joined(graph: Sequence[Sequence[int]], of: Sequence[int]) -> list[list[int]]:
    """The graph in which all nodes of a group are one, in the order of the groups' numbers."""
    found: dict[int, set[int]] = {group: set() for group in sorted({*of})}
    for k, inputs in enumerate(graph):
        found[of[k]].update(of[one] for one in inputs)
    place = {group: n for n, group in enumerate(found)}
    return [sorted(place[one] for one in ins - {group}) for group, ins in found.items()]


def at_distances(graph: Sequence[Sequence[int]]) -> list[int]:
    """How many nodes lie how far from the last, by the longest way: the farthest first."""
    far = [0] * len(graph)
    for k in reversed(range(len(graph))):
        for one in graph[k]:
            far[one] = max(far[one], far[k] + 1)
    counts = Counter(far)
    return [counts[k] for k in reversed(range(len(counts)))]


def tensors(kinds: Sequence[str], graph: Sequence[Sequence[int]], alt: str, caption: str) -> str:
    """A GPT's graph in arrays, each node as late as it is needed, in the ink of its kind.

    The three ways into the attention lie above each other; weights come in from the side.
    """
    late, above = [0] * len(graph), [{k} for k in range(len(graph))]
    for k in reversed(range(len(graph))):
        for one in graph[k]:
            late[one] = min(late[one], late[k] - 1)
    for k, inputs in enumerate(graph):
        above[k].update(*(above[one] for one in inputs))
    [three] = [inputs for inputs in graph if len(inputs) == 3]
    shared = set.intersection(*(above[one] for one in three))
    rows = {k: row for row, one in enumerate(three, -1) for k in above[one] - shared}
    weights = {k for k in range(len(graph)) if all(len(graph[one]) < 2 for one in above[k])}
    low: dict[int, float] = {}
    for k in reversed(range(len(graph))):
        for one in weights.intersection(graph[k]):  # the first of two, from above
            two = weights.issuperset(graph[k]) and one < max(graph[k])
            low[one] = low.get(k, -0.4 if two else 0.4)
    inks = {"leaf": "var(--paper)", "product": DATA, "moved": FAINT}

    def draw(wide: int) -> Drawn:
        r, gap = (6, 56) if wide > PHONE else (3, 42)
        step, middle = (wide - 2 * r - 2) / -min(late), 1.6 * gap

        def at(k: int) -> tuple[float, float]:
            return wide - r - 1 + step * late[k], middle + gap * (rows.get(k, 0) + low.get(k, 0))

        shapes = []
        for k, inputs in enumerate(graph):
            for one in inputs:
                (x1, y1), (x2, y2), far = at(one), at(k), late[k] - late[one]
                bend = f"L{x2:.1f} {y2:.1f}"
                if far > 1 and y1 == y2:  # past others
                    y = y1 - gap * (1.9 if far > 15 else 0.8 if far > 6 else 0.4)
                    bend = f"C{x1:.1f} {y:.1f} {x2:.1f} {y:.1f} {x2:.1f} {y2:.1f}"
                ink, broad = (INK, 2.5) if far > 6 else (FAINT, 1)
                shapes.append(line(f"M{x1:.1f} {y1:.1f}{bend}", ink, broad))
        for k, kind in enumerate(kinds):
            rim = f' stroke="{INK}"' if kind == "leaf" else ""
            (x, y), ink = at(k), inks.get(kind, INK)
            size = 0.6 * r if kind == "moved" else r
            shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{ink}"{rim}/>')
        return 3.2 * gap, shapes

    return plate(alt, caption, draw)


def told(model: GPT, digits: int = 17) -> str:
    """Write the numbers of a GPT for docs/assets/next.js, which draws where its heads look."""

    def rows(matrix: Sequence[Sequence[Value]]) -> list[list[float]]:
        return [[float(f"{p.data:.{digits}g}") for p in row] for row in matrix]

    parts = ("query", "key", "value", "mix", "up", "down")
    blocks = [{"heads": b.heads} | {x: rows(getattr(b, x)) for x in parts} for b in model.blocks]
    whole = {x: rows(getattr(model, x)) for x in ("letters", "places", "out")}
    return json.dumps(whole | {"blocks": blocks}, separators=(",", ":"))


def transformer(word: str, whole: bool = True) -> str:
    """All of gpt.py in one drawing, or its block alone: its parts by their names in the code.

    The boxes are nodes, so they light with their names in the text and in a listing (lit.js).
    """
    model = GPT(seed=1)
    read, classes = len(word) + 1, len(model.out)
    row = f"{read} × {len(model.letters[0])}"
    new = {"places", "norm", "look"}

    def draw(wide: int) -> Drawn:
        desk = wide > PHONE
        size, tall = (17, 34) if desk else (14, 30 if whole else 24)
        drop = tall / 2
        hang = 52 if whole else 42 if desk else 32  # how far below attend its looks are
        shapes: list[str] = []

        def half(label: str) -> float:
            return 0.31 * size * len(label) + (9 if desk else 7)

        def stream(*points: tuple[float, float], broad: float = 4.5) -> None:
            there = "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
            shapes.append(line(f"M{there}", INK, broad))

        def way(*points: tuple[float, float]) -> None:
            stream(*points, broad=1.5)
            (x1, y1), (x, y) = points[-2:]
            dx, dy = 4 * ((x > x1) - (x < x1)), 4 * ((y > y1) - (y < y1))
            head = f"M{x:.0f} {y:.0f}L{x - 2 * dx + dy:.0f} {y - 2 * dy + dx:.0f}"
            head += f"L{x - 2 * dx - dy:.0f} {y - 2 * dy - dx:.0f}z"
            shapes.append(f'<path d="{head}" fill="{INK}"/>')

        def box(x: float, y: float, label: str) -> None:
            w = half(label)
            broad = "0" if label == "xs" else "2.2" if label in new else "1"
            shapes.append(
                f'<g class="node value" data-name="{label}{len(shapes)}"><rect x="{x - w:.0f}" '
                f'y="{y - drop:.0f}" width="{2 * w:.0f}" height="{tall}" rx="3" '
                f'fill="var(--paper)" stroke="{INK}" stroke-width="{broad}"/>'
                f'<text data-part="label" x="{x:.0f}" y="{y + 0.32 * size:.0f}" '
                f'text-anchor="middle" font-family="{MONO}" font-size="{size}">'
                f"{label}</text></g>"
            )

        def branch(x: float, y: float, part: str) -> None:
            """A norm at x, and a part behind it with what is in it."""
            there = x + (92 if desk else 88)
            way((x, y), (there - half(part), y))
            box(x, y, "norm")
            for side in (-1, 1) if part == "attend" else ():
                beside = there + side * (half("look") + 5)
                stream((there, y), (beside, y + hang), broad=1.5)
                box(beside, y + hang, "look")
            box(there, y, part)

        def across() -> tuple[float, list[tuple[float, float, str]]]:
            left = 0 if whole else -182
            y, low = (54, 128) if whole else (40, 92)
            ends = (506 + left, 730 + left)
            edge = 47 - half("letters") + half("places")
            if whole:
                way((47, y), (130 - half("add"), y))
                way((edge, low), (130, low), (130, y + drop))
                way((130, y), (194 - half("norm"), y))
                way((194, y), (256 - half("xs"), y))
                way((ends[1], y), (800 - half("out"), y))
                way((800, y), (881 - half("softmax"), y))
            stream((256 + left, y), (ends[1], y))
            for fork, part, end in ((292, "attend", ends[0]), (540, "think", ends[1])):
                at = fork + left
                way((at, y), (at, low), (at + 44 - half("norm"), low))
                way((at + 136, low), (end, low), (end, y + drop))
                branch(at + 44, low, part)
                box(end, y, "add")
            outer = [(47, y, "letters"), (130, y, "add"), (194, y, "norm"), (edge, low, "places")]
            outer += [(800, y, "out"), (881, y, "softmax")]
            for one in [*(outer if whole else ()), (256 + left, y, "xs")]:
                box(*one)
            if whole:
                frame(278, 8, 486, 202)
            says = [(252 + left, y - 24, row), (400 + left, y - 12, row), (632 + left, y - 12, row)]
            high = 218.0 if whole else low + hang + drop + 3
            return high, [*says, *([(820, y - 26, f"{read} × {classes}")] if whole else ())]

        def down() -> tuple[float, list[tuple[float, float, str]]]:
            x = 62
            since, *tops = (148, 192, 320) if whole else (13, 46, 136)
            ends = (272, 364) if whole else (104, 166)
            if whole:
                way((x, 16), (x, 60 - drop))
                way((170, 16), (170, 60), (x + half("add"), 60))
                way((x, 60), (x, 104 - drop))
                way((x, 104), (x, since - drop))
                way((x, ends[1]), (x, 424 - drop))
                way((x, 424), (x, 472 - drop))
            stream((x, since), (x, ends[1]))
            for y, part, end in zip(tops, ("attend", "think"), ends, strict=True):
                way((x, y), (140 - half("norm"), y))
                stream((228, y), (318, y), broad=1.5)
                way((318, y), (318, end), (x + half("add"), end))
                branch(140, y, part)
                box(x, end, "add")
            outer = [(x, 16, "letters"), (170, 16, "places"), (x, 60, "add"), (x, 104, "norm")]
            outer += [(x, 424, "out"), (x, 472, "softmax")]
            for one in [*(outer if whole else ()), (x, since, "xs")]:
                box(*one)
            if whole:
                frame(6, 164, 340, 226)
            says = [(106, since + 4, row), (30, ends[0] - 34, row), (30, tops[1] + 6, row)]
            high = 490.0 if whole else ends[1] + drop + 4
            return high, [*says, *([(112, 452, f"{read} × {classes}")] if whole else ())]

        def frame(x: float, y: float, w: float, h: float) -> None:
            shapes.insert(
                0,
                f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" rx="6" '
                'fill="none" stroke="var(--faint)" stroke-dasharray="5 4"/>',
            )
            at = (x + w - 34, y + h - (12 if desk else 8), "Block")
            shapes.append(words([at], size))

        high, says = across() if desk else down()
        return high, [*shapes, words(says, size, DATA)]

    halves = (
        "A thick line runs through the block. A branch leaves it for norm and attend, which holds "
        "two looks, and comes back at an add; another leaves it for norm and think, and comes back "
        "at a second add."
    )
    if not whole:
        return plate(halves, "The block again, its boxes named as in the code.", draw, 640)
    return plate(
        "The rows of letters and of places lead to an add, on to a norm, and there the numbers xs "
        f"begin, of {row}. Then comes a frame, Block. {halves} After the block come out, with "
        f"{read} × {classes} numbers, and softmax.",
        f"The model of gpt.py, for the {read} places of {word} and its dot; in blue, how many "
        "numbers pass there. New: every box with a thick border, and the thick line.",
        draw,
    )
