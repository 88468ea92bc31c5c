"""The pad and the pictures of digits as the book's pages show them."""

import json
import re
from html import unescape

import pytest

from micrograd.datasets import digits
from micrograd.engine import Value
from micrograd.nn import MLP
from micrograd.pad import pad, pictures, probabilities


def test_the_pad_says_what_the_engine_says_with_its_rounded_weights():
    """Four significant digits of each weight; the first example's probabilities, on its bars."""
    net = MLP(64, [5, 10], seed=1)
    (pixels, digit), *_ = examples = digits().test[:2]
    html = pad(net, examples)
    facts = json.loads(unescape(re.search('data-machine="(.*?)"', html)[1]))
    numbers = [x for layer in facts["layers"] for row in layer for x in row]
    assert numbers == pytest.approx([p.data for p in net.parameters()], rel=5e-4)
    assert numbers == [float(f"{x:.3e}") for x in numbers]
    for p, x in zip(net.parameters(), numbers, strict=True):
        p.data = x
    powers = [score.exp() for score in net([Value(x) for x in pixels])]
    total = sum(powers).data
    found = probabilities(facts["layers"], pixels)
    assert found == pytest.approx([power.data / total for power in powers], rel=1e-12)
    shown = re.findall(r'text-anchor="end">([\d.]+)%<', html)
    assert shown == [f"{100 * p:.1f}" for p in found]
    assert f"written as a {digit}. The network says {found.index(max(found))}: " in html


def test_examples_are_packed_without_loss():
    """A digit, then a pixel a character, which counts sixteenths of ink."""
    examples = digits().test[:20]
    facts = json.loads(
        unescape(re.search('data-machine="(.*?)"', pad(MLP(64, [10], seed=1), examples))[1])
    )
    for packed, (pixels, digit) in zip(facts["examples"], examples, strict=True):
        assert int(packed[0]) == digit
        assert [int(ink, 17) / 16 for ink in packed[1:]] == pixels


def test_a_pad_can_do_without_changing_pixels():
    examples = digits().test[:1]
    html = pad(MLP(64, [10], seed=1), examples, change=False)
    assert "Change one pixel" not in html and "<select>" not in html
    assert "From the test set" in html


def test_a_picture_has_the_ink_of_its_pixels():
    """One square for each pixel that has any, as dark as it is, at its place."""
    pixels = [0.0] * 62 + [0.5, 1.0]
    html = pictures([(pixels, "a 3")], "A corner")
    assert re.findall(r'<path fill-opacity="(.*?)" d="(M\d \d)', html) == [
        ("0.5", "M6 7"),
        ("1", "M7 7"),
    ]
    assert 'aria-label="A corner"' in html and "a 3" in html
    assert "stroke" not in html


def test_pixels_that_have_changed_are_ringed():
    was, now = [0.0] * 64, [0.0] * 62 + [0.5, 0.0]
    html = pictures([(now, "an 8")], "A corner", [was])
    assert re.findall(r'<path d="(M.*?)h[^M]*" fill="none" stroke', html) == ["M6.1 7.1"]
