"""Pictures of digits, and a pad to draw one, as HTML that a page can show.

docs/assets/digits.js runs the network live. Its weights stand in the element's `data-machine`.
"""

import json
import math
import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from micrograd.nn import MLP, Layer

Pixels = Sequence[float]
SIDE = 8
LONGEST = 150  # of a bar, which stands for a probability of 1
PART = r"(?=<(?:digit|figure|svg|g|p|div|button|label)\b)"
"""What begins a line: so a review of the page's outputs shows what has changed."""


def probabilities(layers: Sequence[Sequence[Sequence[float]]], pixels: Pixels) -> list[float]:
    """What a network of numbers says: rows of weights, each with its bias last."""
    x = list(pixels)
    for layer in layers:
        sums = [math.fsum(w * v for w, v in zip(row, [*x, 1.0], strict=True)) for row in layer]
        x = [max(0.0, total) for total in sums]
    powers = [math.exp(score - max(sums)) for score in sums]
    return [power / sum(powers) for power in powers]


def pictures(
    examples: Iterable[tuple[Pixels, str]], alt: str, before: Iterable[Pixels] = ()
) -> str:
    """Pictures of 8 by 8 pixels side by side, each above its caption.

    If they were others `before`, the pixels that have changed are ringed.
    """
    drawn = "".join(
        f'<figure><svg viewBox="0 0 {SIDE} {SIDE}" width="64" height="64" aria-hidden="true">'
        f"{_ink(pixels)}{_rings(was, pixels) if was else ''}</svg>"
        f"<figcaption>{caption}</figcaption></figure>"
        for (pixels, caption), was in zip_longest(examples, before)
    )
    return _lines(f'<div class="digits" role="group" aria-label="{alt}">{drawn}</div>')


def pad(net: MLP, examples: Sequence[tuple[Pixels, int]], *, change: bool = True) -> str:
    """A `<digit-pad>`, whole without its script: then it shows the first example.

    Args:
        net: takes 64 pixels, with relu in its hidden layers; its weights are rounded to 4 digits.
        examples: pictures with their digits, which a button shows in turn.
        change: whether a button changes one pixel, toward a digit that the reader chooses.
    """
    layers = [_rows(layer) for layer in net.layers]
    pixels, digit = examples[0]
    found = probabilities(layers, pixels)
    best = found.index(max(found))
    told = f"The network says {best}: {found[best]:.1%}."
    facts = json.dumps(
        {"layers": layers, "examples": [_packed(*one) for one in examples]}, separators=(",", ":")
    )
    cells = "".join(
        f'<rect x="{n % SIDE}" y="{n // SIDE}" width="1" height="1" fill-opacity="{ink:g}"/>'
        for n, ink in enumerate(pixels)
    )
    bars = "".join(
        f'<g transform="translate(0 {20 * k})"><text x="12" y="15" text-anchor="end">{k}</text>'
        f'<rect x="18" y="3" width="{LONGEST * p:.1f}" height="14"/>'
        f'<text x="228" y="15" text-anchor="end">{p:.1%}</text></g>'
        for k, p in enumerate(found)
    )
    numbers = "".join(f"<option{' selected' * (k == 8)}>{k}</option>" for k in range(10))
    changes = (
        '<div class="bar" data-mute="true">'
        '<button type="button" data-does="change">Change one pixel</button>'
        f"<label>toward <select>{numbers}</select></label></div>"
    )
    grid = "".join(f"M{4 * k} 0v32M0 {4 * k}h32" for k in range(1, SIDE))
    return _lines(
        f'<digit-pad data-machine="{facts.replace(chr(34), "&quot;")}"><div class="sheets">'
        '<figure class="draws" data-mute="true"><svg class="pad" viewBox="0 0 32 32" tabindex="0" '
        'role="application" aria-label="Paper for a digit: the arrow keys move the pen, the space '
        f'bar puts it down and lifts it"><path class="grid" d="{grid}"/><path class="ink"/>'
        '<circle r="1.4"/></svg><figcaption>Draw here</figcaption></figure>'
        f'<figure><svg class="seen" viewBox="0 0 {SIDE} {SIDE}" width="160" height="160" '
        f'role="img" aria-label="What the network sees. {told}">{cells}</svg>'
        f"<figcaption>{'An' if digit == 8 else 'A'} {digit} from the test set</figcaption></figure>"
        '<svg class="chances" viewBox="0 0 230 200" width="230" height="200" role="group" '
        f'aria-label="Probabilities">{bars}</svg></div>'
        f'<p role="status">From the test set, written as a {digit}. {told}</p>'
        '<div class="bar" data-mute="true"><button type="button" data-does="clear">Clear</button>'
        '<button type="button" data-does="another">From the test set</button></div>'
        f"{changes if change else ''}</digit-pad>"
        '<book-script name="digits.js"></book-script>'
    )


def _rows(layer: Layer) -> list[list[float]]:
    return [[float(f"{p.data:.4g}") for p in (*one.w, one.b)] for one in layer.neurons]


def _packed(pixels: Pixels, digit: int) -> str:
    return str(digit) + "".join("0123456789abcdefg"[round(16 * ink)] for ink in pixels)


def _ink(pixels: Pixels) -> str:
    """One path for each shade."""
    shades: dict[float, str] = {}
    for n, ink in enumerate(pixels):
        if ink:
            shades[ink] = shades.get(ink, "") + f"M{n % SIDE} {n // SIDE}h1v1h-1z"
    return "".join(f'<path fill-opacity="{ink:g}" d="{d}"/>' for ink, d in shades.items())


def _rings(before: Pixels, after: Pixels) -> str:
    d = "".join(
        f"M{n % SIDE + 0.1:.1f} {n // SIDE + 0.1:.1f}h.8v.8h-.8z"
        for n, (was, ink) in enumerate(zip(before, after, strict=True))
        if was != ink
    )
    return f'<path d="{d}" fill="none" stroke="var(--grad)" stroke-width=".25"/>'


def _lines(html: str) -> str:
    return re.sub(PART, "\n", html)[1:]
