"""Plates are whole drawings, made alike each time, and of what the engine computes."""

import re
from xml.etree import ElementTree

import pytest

from micrograd import plates
from micrograd.engine import Value
from micrograd.steps import step5_local

KINDS = ["leaf", "moved", "leaf", "product", "sum", "norm", "moved", "attention", "sum"]
ATTENTION = [[], [0], [], [1, 2], [3], [3], [3], [4, 5, 6], [3, 7]]


def hunted():
    """The neuron of chapter 6, after its backward pass."""
    x1, w1, b = (
        Value(4.0, label="x1"),
        Value(-1.5, label="w1"),
        Value(6.8813735870195432, label="b"),
    )
    o = (x1 * w1 + b).tanh()
    o.backward()
    return o


PLATES = {
    "streams": lambda: plates.streams(hunted()),
    "arrivals": lambda: plates.arrivals(step5_local.Value),
    "arrivals, written": lambda: plates.arrivals(step5_local.Value, written=True),
    "compared": plates.compared,
    "digits": lambda: plates.digits(
        1.5, [0.1, 0.01], {"forward": [1.52, 1.49], "central": [1.5, 2]}
    ),
    "one_call": plates.one_call,
    "chains": plates.chains,
    "listed": plates.listed,
    "sample": plates.sample,
    "pairs": plates.pairs,
    "looking_back": lambda: plates.looking_back("cafbef", earlier=2),
    "looking_back, asked": lambda: plates.looking_back("cafbef"),
    "looking_back, roles": lambda: plates.looking_back("cafbef", earlier=2, roles=True),
    "skyline": lambda: plates.skyline("ada"),
    "tensors": lambda: plates.tensors(KINDS, ATTENTION, "a" * 61, "caption"),
    "transformer": lambda: plates.transformer("monica"),
    "transformer's block": lambda: plates.transformer("monica", whole=False),
}


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_is_a_drawing_in_the_pages_colours_with_words_for_it(name):
    """Light, too: what a page asks for first is not its picture."""
    figure = ElementTree.fromstring(PLATES[name]())
    svg, narrow = figure.findall("div/svg")
    assert [one.get("class") for one in (svg, narrow)] == ["plate room-m room-l", "plate room-s"]
    assert len(svg.get("aria-label", "")) > 60 and figure.findtext("figcaption")
    inks = {one.get(key) for one in svg.iter() for key in ("fill", "stroke")} - {None, "none"}
    assert inks <= {
        "currentColor",
        *(
            f"var(--{ink})"
            for ink in ("data", "data-tint", "grad", "grad-tint", "wrong", "paper", "faint")
        ),
    }
    assert len(ElementTree.tostring(svg)) < 25_000 and PLATES[name]() == PLATES[name]()


def test_no_shape_lies_outside_its_plate():
    for name, draw in PLATES.items():
        for svg in ElementTree.fromstring(draw()).iter("svg"):
            wide, high = (float(svg.get(key)) for key in ("width", "height"))
            for dot in svg.iter("circle"):
                x, y, r = (float(dot.get(key)) for key in ("cx", "cy", "r"))
                assert r <= x <= wide - r and r <= y <= high - r, (name, svg.get("class"))


def test_words_are_no_smaller_than_11_pixels_and_no_larger_than_what_is_read():
    """But the letters of a riddle, which are its picture."""
    for name in PLATES.keys() - {one for one in PLATES if one.startswith("looking_back")}:
        for svg, most in zip(
            ElementTree.fromstring(PLATES[name]()).iter("svg"), (19, 18), strict=True
        ):
            sizes = [float(one.get("font-size")) for one in svg.iter() if one.get("font-size")]
            assert all(12.5 <= size <= most for size in sizes), (name, sizes)


def wide(plate):
    """The drawing for a desk, as text."""
    return plate.split("</svg>")[0]


def test_a_nudge_agrees_with_the_right_rule_alone():
    """All thirteen dots of the left half lie in their rings; on the right none does."""
    figure = ElementTree.fromstring(plates.compared()).find("div/svg")
    dots = [one for one in figure.iter("circle") if one.get("r") == "4.5"]
    assert [one.get("fill") for one in dots[:13]] == ["var(--grad)"] * 13
    assert [one.get("fill") for one in dots[13:]].count("var(--wrong)") == 13


def test_streams_are_as_broad_as_data_times_gradient():
    """Alike on all sides of the product; at the sum, of unlike sign, the two leave a thin one."""
    drawn = wide(PLATES["streams"]())
    broad = [float(one) for one in re.findall(r'fill="none".*?stroke-width="([\d.]+)"', drawn)]
    x1, w1, product, b, n, o = (one - 0.8 for one in broad)
    assert x1 == w1 == product == pytest.approx(25.2 * 3 / 3.4407, abs=0.05)
    assert b == pytest.approx(product + n, abs=0.11) and n < o
    assert "= −3.00" in drawn and "= 3.44" in drawn and ">0.44<" in drawn


def test_long_chains_stop_the_engine_of_functions_alone():
    figure = ElementTree.fromstring(plates.chains()).find("div/svg")
    hollow = [bar.get("fill") == "none" for bar in figure.iter("rect")]
    assert hollow == [False] * 4 + [True] * 3 + [False] * 7


def test_one_call_brings_what_two_runs_for_each_weight_find():
    """A fan for each run; and to each slope an arrow, as broad as what the call brings is large."""
    drawn = wide(plates.one_call())
    assert drawn.count("stroke-opacity") == 16 and ">nudging: 16 runs<" in drawn
    slopes = [float(one.replace("−", "-")) for one in re.findall(r">(−?\d\.\d\d)<", drawn)]
    back = re.findall(r'stroke="var\(--grad\)" stroke-width="([\d.]+)"', drawn)
    most = max(map(abs, slopes))
    assert len(slopes) == len(back) == 8
    assert [*map(float, back)] == pytest.approx(
        [1.2 + 4 * abs(slope) / most for slope in slopes], abs=0.08
    )


def test_digits_are_dark_as_far_as_they_agree():
    assert ">1.5<tspan" in plates.digits(1.5, [0.1], {"forward": [1.52]})


def test_two_arrows_bring_a_number_and_the_engine_keeps_one():
    """The other is struck out; before the page asks, neither is written."""
    asked, told = (
        wide(plates.arrivals(step5_local.Value, written=written)) for written in (False, True)
    )
    assert (asked.count(">1.0<"), told.count(">1.0<")) == (3, 5)
    assert (asked.count("var(--wrong)"), told.count("var(--wrong)")) == (0, 1)


def test_a_depth_is_that_of_the_longest_way_to_it():
    """Nodes without inputs lie at 0; a neuron ends with its tanh alone."""
    assert plates.at_depths([[], [], [0, 1], [2, 0], [3]]) == [2, 1, 1, 1]
    counts = plates.at_depths(plates.numbered(plates.neuron()))
    assert counts == [5, 2, 1, 1, 1]


def test_three_ways_lead_to_the_attention_one_above_the_other():
    """Its inputs are at one x; what they share and what follows lies in the middle row."""
    drawn = wide(PLATES["tensors"]())
    dots = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)
    xs, ys = zip(*((float(x), float(y)) for x, y in dots), strict=True)
    assert len(dots) == len(KINDS)
    assert xs[4] == xs[5] == xs[6] < xs[7] < xs[8]
    assert ys[4] < ys[5] == ys[3] == ys[7] == ys[8] < ys[6]
    assert ys[0] == ys[1] < ys[3] < ys[2]  # weights, from both sides
