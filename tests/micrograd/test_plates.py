"""Plates are whole drawings, made alike each time, and of what the engine computes."""

import re
from xml.etree import ElementTree

import pytest

from micrograd import plates

PLATES = {
    "witnesses": plates.witnesses,
    "one_call": plates.one_call,
    "chains": plates.chains,
    "both_ways": plates.both_ways,
    "listed": plates.listed,
    "sample": plates.sample,
    "pairs": plates.pairs,
    "looking_back": lambda: plates.looking_back("cafbef", earlier=2),
    "skyline": lambda: plates.skyline("ada"),
    "matrices": plates.matrices,
}


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_is_a_drawing_in_the_pages_colours_with_words_for_it(name):
    """Light, too: what a page asks for first is not its picture."""
    figure = ElementTree.fromstring(PLATES[name]())
    svg = figure.find("div/svg")
    assert len(svg.get("aria-label", "")) > 60 and figure.findtext("figcaption")
    inks = {one.get(key) for one in svg.iter() for key in ("fill", "stroke")} - {None, "none"}
    assert inks <= {
        "currentColor",
        *(f"var(--{ink})" for ink in ("data", "grad", "wrong", "paper")),
    }
    assert len(PLATES[name]()) < 25_000 and PLATES[name]() == PLATES[name]()


def test_no_shape_lies_outside_its_plate():
    for name, draw in PLATES.items():
        svg = ElementTree.fromstring(draw()).find("div/svg")
        wide, high = (float(svg.get(key)) for key in ("width", "height"))
        for dot in svg.iter("circle"):
            x, y, r = (float(dot.get(key)) for key in ("cx", "cy", "r"))
            assert -r <= x <= wide + r and -r <= y <= high + r, name


def test_long_chains_stop_the_engine_of_functions_alone():
    figure = ElementTree.fromstring(plates.chains())
    hollow = [group.find("rect").get("fill") == "none" for group in figure.iter("g")]
    assert hollow == [False] * 4 + [True] * 3 + [False] * 7


def test_the_broadest_arc_of_one_call_carries_what_is_largest():
    """That of w1's product: a gradient near 0.9 by an input of -3."""
    broad = [float(one) for one in re.findall(r'stroke-width="([\d.]+)"', plates.one_call())]
    assert max(broad) == 6.6 and broad.count(6.6) == 1
