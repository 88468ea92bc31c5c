"""Drawings: what a figure shows, and that the same graph is always the same text."""

import importlib
import math
import random
import re
import subprocess
import sys
from html import unescape
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from micrograd import draw
from micrograd.draw import PALETTE, draw_dot, trace
from micrograd.engine import Value
from micrograd.steps import STEPS, step2_ops, step3_graph, step4_grad
from micrograd.steps.step8_complete import Value as Set

CLASSES = [importlib.import_module(step.module).Value for step in STEPS[2:]]
BY_HAND = [make for make in CLASSES[1:] if not hasattr(make, "backward")]
BY_MACHINE = [make for make in CLASSES if hasattr(make, "backward")]
DATA, GRAD, LIGHT = (PALETTE[name] for name in ("data", "grad", "faint"))
HOLLOW = ("", "transparent")


def graph(make=Value):
    """L = (a * b + c) * f."""
    v = SimpleNamespace(
        a=make(2.0, label="a"),
        b=make(-3.0, label="b"),
        c=make(10.0, label="c"),
        f=make(-2.0, label="f"),
    )
    v.e = v.a * v.b
    v.e.label = "e"
    v.d = v.e + v.c
    v.d.label = "d"
    v.L = v.d * v.f
    v.L.label = "L"
    return v


def boxes(dot):
    """Map each value's heading (or its name, without one) to the texts and colours of its halves."""
    found = {}
    for name, label in re.findall(r"^\t(n\d+) \[label=<(.*)> \w+=", dot.source, re.MULTILINE):
        heading = re.search(r"<b>(.*?)</b>", label)
        cells = re.findall(r'bgcolor="(\S+?)"[^>]*><font color="(\S+)">(.*?)</font>', label)
        rows = [("", ground) if x == "&#160;" else (x, colour) for ground, colour, x in cells]
        found[heading[1] if heading else name] = dict(zip(("data", "grad"), rows, strict=False))
    return found


def classes(dot):
    """Map each node's name to its classes."""
    found = re.findall(r'^\t(n\d+(?:op)?) \[.*class="?([\w ]+)"?\]$', dot.source, re.MULTILINE)
    return {name: set(words.split()) for name, words in found}


def arrows(dot):
    return re.findall(r"^\t(\w+) -> (\w+)", dot.source, re.MULTILINE)


def node(data=1.0, inputs=(), op="", label="", grad=0.0):
    return SimpleNamespace(data=data, _prev=inputs, _op=op, label=label, grad=grad)


def svg(dot):
    pygraphviz = pytest.importorskip("pygraphviz")
    return pygraphviz.AGraph(string=dot.source).draw(format="svg", prog="dot").decode()


@pytest.mark.parametrize("make", CLASSES, ids=[step.name for step in STEPS[2:]])
def test_every_step_can_be_drawn(make):
    """From step 3 on, the same code draws every Value: inputs to operation, operation to output."""
    dot = draw_dot(graph(make).L)
    assert list(boxes(dot)) == ["a", "b", "e", "c", "d", "f", "L"]
    assert {box["data"][0] for box in boxes(dot).values()} == {
        *("2.0", "-3.0", "-6.0", "10.0", "4.0", "-2.0", "-8.0")
    }
    assert arrows(dot) == [
        *(("n0", "n2op"), ("n1", "n2op"), ("n2op", "n2")),
        *(("n2", "n4op"), ("n3", "n4op"), ("n4op", "n4")),
        *(("n4", "n6op"), ("n5", "n6op"), ("n6op", "n6")),
    ]


def test_step_3_has_no_gradient_row():
    """Where values have no gradient yet, the boxes have no room for one."""
    assert set(boxes(draw_dot(graph(step3_graph.Value).L))["a"]) == {"data"}
    assert list(boxes(draw_dot(graph(step4_grad.Value).L))["a"]) == ["data", "grad"]


def grads(dot):
    """Map each value's heading to the text of its gradient."""
    return {name: box["grad"][0] for name, box in boxes(dot).items()}


@pytest.mark.parametrize("make", CLASSES[1:])
def test_before_a_pass_every_gradient_is_left_out(make):
    """All are 0.0, and none of these zeros was computed."""
    assert {box["grad"] for box in boxes(draw_dot(graph(make).L)).values()} == {HOLLOW}


@pytest.mark.parametrize("make", BY_HAND)
def test_gradients_found_by_hand_show_up_as_they_come(make):
    """Where values have no `backward`, a gradient that is still 0.0 is left out, any other shows."""
    v = graph(make)
    v.L.grad, v.d.grad, v.f.grad = 1.0, -2.0, 4.0
    shown = {name: box["grad"] for name, box in boxes(draw_dot(v.L)).items()}
    assert (shown["L"], shown["d"], shown["f"]) == (("1.0", GRAD), ("-2.0", GRAD), ("4.0", GRAD))
    assert {shown[name] for name in "abce"} == {HOLLOW}


@pytest.mark.parametrize("make", BY_HAND)
def test_a_zero_found_by_hand_shows_where_it_is_named(make):
    """Nobody else knows that this 0.0 was computed."""
    v = graph(make)
    v.d.data = 0.0
    v.L.grad, v.d.grad, v.f.grad = 1.0, -2.0, 0.0
    assert grads(draw_dot(v.L)) == {"L": "1.0", "d": "-2.0"} | dict.fromkeys("abcef", "")
    named = grads(draw_dot(v.L, with_grad=[v.L, v.d, v.f]))
    assert named == {"L": "1.0", "d": "-2.0", "f": "0.0"} | dict.fromkeys("abce", "")


@pytest.mark.parametrize("make", CLASSES[1:])
def test_whoever_draws_after_a_pass_by_hand_says_so(make):
    """Then every 0.0 is a gradient; and where no pass was, none is."""
    v = graph(make)
    v.L.grad, v.d.grad, v.f.grad = 1.0, -2.0, 0.0
    dot = draw_dot(v.L, with_grad=True)
    assert grads(dot) == {"L": "1.0", "d": "-2.0"} | dict.fromkeys("abcef", "0.0")
    assert {box["grad"][1] for box in boxes(dot).values()} == {GRAD}
    assert set(grads(draw_dot(v.L, with_grad=False)).values()) == {""}


@pytest.mark.parametrize("make", BY_MACHINE)
def test_after_backward_a_gradient_of_zero_is_shown_as_zero(make):
    """Beside a factor 0 every gradient is 0.0, and was computed."""
    v = graph(make)
    v.f.data = 0.0
    v.L = v.d * v.f
    v.L.label = "L"
    v.L.backward()
    dot = draw_dot(v.L)
    assert grads(dot) == {"L": "1.0", "f": "4.0"} | dict.fromkeys("abcde", "0.0")
    assert {box["grad"][1] for box in boxes(dot).values()} == {GRAD}
    assert not [name for name, words in classes(dot).items() if "ungraded" in words]


@pytest.mark.parametrize("make", BY_MACHINE[1:])
def test_after_backward_through_a_dead_relu_the_zeros_are_shown(make):
    """A relu of a number below 0 passes 0.0 on, and that is what the boxes say."""
    x, w = make(2.0, label="x"), make(-3.0, label="w")
    out = (x * w).relu()
    out.label = "out"
    out.backward()
    assert grads(draw_dot(out)) == {"x": "0.0", "w": "0.0", "n2": "0.0", "out": "1.0"}


def test_after_zeroing_every_gradient_is_left_out_again():
    """What was found is gone, and the zeros are those of the next pass's beginning."""
    v = graph()
    v.L.backward()
    for one in trace(v.L):
        one.grad = 0.0
    assert set(grads(draw_dot(v.L)).values()) == {""}


def test_in_the_next_forward_pass_leaves_show_what_they_kept():
    """The new output has no gradient: nothing else has been computed since."""
    v = graph()
    v.L.backward()
    again = v.a * v.b + Value(0.0, label="k")
    again.label = "again"
    shown = grads(draw_dot(again))
    assert shown == {"a": "6.0", "b": "-4.0", "n2": "", "k": "", "again": ""}


def test_a_part_whose_own_output_received_zero_shows_it_where_named():
    """Seen from this output alone, there was no pass."""
    x = Value(-1.0, label="x")
    inner = x * 2
    inner.relu().backward()
    assert set(grads(draw_dot(inner)).values()) == {""}
    assert set(grads(draw_dot(inner, with_grad=trace(inner))).values()) == {"0.0"}


@pytest.mark.parametrize("make", BY_MACHINE)
def test_a_pass_by_hand_on_values_with_backward_names_what_it_has_reached(make):
    """Left to itself, the drawing would take the seed for a finished `backward`."""
    v = graph(make)
    v.L.grad = 1.0
    assert grads(draw_dot(v.L, with_grad=[v.L])) == {"L": "1.0"} | dict.fromkeys("abcdef", "")
    assert grads(draw_dot(v.L)) == {"L": "1.0"} | dict.fromkeys("abcdef", "0.0")


def test_chosen_gradients():
    """`with_grad` shows the gradients of these values, zero or not, and no others."""
    v = graph()
    v.L.backward()
    v.a.grad = 0.0
    shown = {n: box["grad"][0] for n, box in boxes(draw_dot(v.L, with_grad=[v.a, v.L])).items()}
    assert shown == {"a": "0.0", "L": "1.0"} | dict.fromkeys("bcdef", "")


def test_data_not_yet_computed():
    """`with_data` leaves the other values, their operations and arrows light and dashed."""
    v = graph()
    dot = draw_dot(v.L, with_data={v.a, v.b, v.c, v.e, v.f})
    shown = {name: box["data"] for name, box in boxes(dot).items()}
    assert shown["e"] == ("-6.0", DATA)
    assert shown["d"] == shown["L"] == HOLLOW
    unknown = {name for name, words in classes(dot).items() if "unknown" in words}
    assert unknown == {"n4", "n4op", "n6", "n6op"}
    lines = dot.source.splitlines()
    dashed = {line.split(" [")[0].strip() for line in lines if "dashed" in line}
    assert dashed == unknown | {f"{a} -> {b}" for a, b in arrows(dot) if {a, b} & unknown}
    assert not [line for line in lines if "dashed" in line and f'color="{LIGHT}"' not in line]


def test_membership_is_identity():
    """A value that only equals a chosen one is not chosen."""

    class Equal(SimpleNamespace):
        def __eq__(self, other):
            return True

        __hash__ = None

    a, b = (Equal(data=x, grad=0.0, _prev=(), _op="", label=str(x)) for x in (1.0, 2.0))
    out = Equal(data=3.0, grad=0.0, _prev=(a, b), _op="+", label="out")
    shown = {n: box["data"][0] for n, box in boxes(draw_dot(out, with_data=[b, out])).items()}
    assert shown == {"1.0": "", "2.0": "2.0", "out": "3.0"}


def test_words_stand_beside_the_numbers_where_they_are_asked_for():
    """Beside those that are not yet known, too, and light."""
    words = re.compile(r'color="(#\w+)">(data|grad)</font>')
    assert words.findall(draw_dot(graph().L).source) == []
    v = graph()
    v.L.grad = 1.0
    told = words.findall(draw_dot(v.L, with_data=[v.L], with_grad=[v.L], words=True).source)
    assert told == [(LIGHT, "data"), (LIGHT, "grad")] * 6 + [(DATA, "data"), (GRAD, "grad")]


def test_an_operation_is_a_sign():
    """×, −, and an exponent that stands high."""
    a, b = Value(2.0), Value(3.0)
    for out, sign in ((a * b, "×"), (a - b, "−"), (a**2, "x²"), (a**-1, "x⁻¹"), (a + b, "+")):
        assert re.search(rf'op \[label="?{re.escape(sign)}"? ', draw_dot(out).source)


def test_classes_for_style_sheets():
    """Values, operations and arrows carry their classes into the SVG."""
    v = graph(step4_grad.Value)
    v.L.grad = 1.0
    dot = draw_dot(v.L)
    assert classes(dot)["n0"] == {"value", "leaf", "ungraded"}
    assert classes(dot)["n2"] == {"value", "ungraded"}
    assert classes(dot)["n6"] == {"value", "root"}
    assert classes(dot)["n6op"] == {"op"}
    assert dot.source.count('class="edge"') == len(arrows(dot))
    picture = svg(dot)
    assert picture.count('class="node value') == 7
    assert picture.count('class="node op"') == 3
    assert picture.count('class="edge edge"') == 9


def test_the_palette_names_what_its_colours_mean():
    """The table is public: a page reads it to put its own colours in their place."""
    assert set(PALETTE) == {"data", "data-tint", "grad", "grad-tint", "faint", "wrong"}
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in PALETTE.values())
    assert len(set(PALETTE.values())) == 6
    assert "PALETTE" in draw.__all__


def test_a_drawing_has_the_colours_of_the_palette(monkeypatch):
    """Data in that of data, gradients in that of gradients, the rest faint."""
    tints = {"data-tint": "#444444", "grad-tint": "#555555"}
    own = {"data": "#111111", "grad": "#222222", "faint": "#333333"} | tints
    monkeypatch.setattr(draw, "PALETTE", own)
    v = graph()
    shown = boxes(draw_dot(v.L, with_data=[v.a], with_grad=[v.L]))
    assert shown["a"] == {"data": ("2.0", "#111111"), "grad": HOLLOW}
    assert shown["L"] == {"data": HOLLOW, "grad": ("0.0", "#222222")}


def test_a_drawing_has_no_colours_but_those_of_the_palette():
    """Black besides, and a clear ground; no node is wrong."""
    used = {ink for name, ink in PALETTE.items() if name != "wrong"}
    v = graph()
    v.L.grad = 1.0
    dot = draw_dot(v.L, with_data=[v.a, v.b])
    assert set(re.findall("#[0-9a-f]{6}", dot.source)) == used
    assert "bgcolor=transparent" in dot.source
    assert set(re.findall(r'(?:fill|stroke)="(.*?)"', svg(dot))) == {*("black", "none", *used)}


@pytest.mark.parametrize("make", [Value, Set])
@pytest.mark.parametrize("op", ["+", "*"])
def test_both_operands_have_an_arrow(op, make):
    """`a * a` and `a + a` show two arrows from a, though a set holds it once."""
    a = make(3.0)
    out = a + a if op == "+" else a * a
    assert arrows(draw_dot(out)) == [("n0", "n1op"), ("n0", "n1op"), ("n1op", "n1")]


def test_one_operand_has_one_arrow():
    """Operations of one input, powers included, show one arrow."""
    for out in (Value(2.0).tanh(), Value(2.0) ** 2, Value(2.0).exp(), Value(2.0).relu()):
        assert arrows(draw_dot(out)) == [("n0", "n1op"), ("n1op", "n1")]


def test_a_tuple_keeps_its_order():
    """Inputs in a tuple are drawn in that order, whatever their labels."""
    z, a = node(label="z"), node(label="a")
    assert list(boxes(draw_dot(node(inputs=(z, a, z), op="f")))) == ["z", "a", "n2"]
    assert arrows(draw_dot(node(inputs=(a, z, a), op="f")))[:3] == [
        *(("n0", "n2op"), ("n1", "n2op"), ("n0", "n2op"))
    ]


def test_words_that_graphviz_looks_up_have_no_small_i():
    """In a Turkish locale the capital of i is not I, and Graphviz would not know `right`."""
    words = re.findall(r'align="(\w+)"', draw_dot(graph().L, words=True).source)
    assert set(words) == {"LEFT", "RIGHT"}


def test_values_without_a_label_have_no_heading():
    """A constant and an inner value show their numbers only; the constant is pale."""
    a = Value(2.0, label="a")
    dot = draw_dot(a + 1)
    assert list(boxes(dot)) == ["a", "n1", "n2"]
    tinted = [PALETTE["data-tint"] in line for line in dot.source.splitlines() if "<table" in line]
    assert tinted == [True, False, True]
    assert boxes(dot)["n1"] == {"data": ("1.0", DATA), "grad": HOLLOW}
    assert dot.source.count("<b>") == 1


@pytest.mark.parametrize(
    "label", ["a<b", "x & y", '"q"', "&lt;", "<b>", "a\\nb", "x₁·w₁", "   ", "<", "a]b", "'"]
)
def test_labels_are_escaped(label):
    """Whatever a label says is drawn as it is."""
    picture = svg(draw_dot(Value(2.0, label=label) + 1))
    texts = re.findall(r"<text[^>]*>(.*?)</text>", picture)
    shown = [unescape(text).replace("\xa0", " ") for text in texts]
    assert (label in shown) == bool(label.strip())


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (6.8813735870195432, "6.8814"),
        (-6.0, "-6.0"),
        (10, "10.0"),
        (True, "1.0"),
        (0.5000000000000001, "0.5"),
        (-1.4999999999999996, "-1.5"),
        (0.0, "0.0"),
        (-0.0, "0.0"),
        (0.0012345, "0.0012"),
        (0.0005, "0.0005"),
        (1.23456e-9, "1.23e-09"),
        (-1e-16, "-1e-16"),
        (999999.0, "999999.0"),
        (1234567.0, "1.23e+06"),
        (-1e300, "-1e+300"),
        (math.nan, "nan"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (1 + 2j, "1+2j"),
    ],
)
def test_numbers_are_short(x, text):
    """Four decimals at most, and powers of ten for what is very small or very large."""
    box = boxes(draw_dot(node(x, label="x", grad=x), with_grad=None))["x"]
    assert box["data"][0] == text
    assert box["grad"][0] == (text if x != 0 else "")


@pytest.mark.parametrize("root", [2.0, None, "L", [1], step2_ops.Value(2.0)])
@pytest.mark.parametrize("function", [draw_dot, trace])
def test_only_values_with_inputs_can_be_drawn(function, root):
    """Anything else is a TypeError that says what was expected and what came."""
    with pytest.raises(TypeError, match=r"expected a Value that remembers its inputs .* got"):
        function(root)


@pytest.mark.parametrize("argument", ["with_data", "with_grad"])
def test_choices_are_checked(argument):
    """A single Value is no collection, and a value of another graph is not in this one."""
    v, other = graph(), graph()
    with pytest.raises(TypeError, match=rf"{argument} must be a collection of Values"):
        draw_dot(v.L, **{argument: v.a})
    with pytest.raises(ValueError, match=rf"{argument} holds Value.*label 'd'.*not in this graph"):
        draw_dot(v.L, **{argument: [v.a, other.d]})


def test_trace_lists_inputs_first():
    """Each value comes once, after all its inputs, and the root comes last."""
    v = graph()
    order = trace(v.L)
    assert order == [v.a, v.b, v.e, v.c, v.d, v.f, v.L]
    a = Value(3.0)
    assert trace(a) == [a]
    assert trace(a * a)[0] is a


@pytest.mark.parametrize("make", [step3_graph.Value, Value])
def test_long_chains(make):
    """20,000 values in a row are no more than a loop."""
    x = first = make(1.0)
    for _ in range(20_000):
        x = x + x
    order = trace(x)
    assert (len(order), order[0], order[-1]) == (20_001, first, x)


def test_long_chains_of_constants():
    """Constants that look alike are told apart by where they are used, in time."""
    x = Value(1.0)
    for _ in range(20_000):
        x = x * 1.0
    assert len(trace(x)) == 40_001


def test_long_chains_of_tuples():
    """Inputs in tuples need no ranking at all."""
    x = node()
    for _ in range(20_000):
        x = node(inputs=(x, x), op="+")
    assert len(trace(x)) == 20_001


def test_a_cycle_is_an_error():
    """A value that was made its own input is reported instead of looping."""
    v = graph()
    v.a._a = v.L
    with pytest.raises(ValueError, match="the graph has a cycle"):
        trace(v.L)


class ShuffledSet(set):
    """A set that hands out its members in an order of our choosing."""

    def __new__(cls, members):
        return set.__new__(cls)

    def __init__(self, members):
        super().__init__(map(id, members))
        self.members = list({id(member): member for member in members}.values())

    def __iter__(self):
        return iter(self.members)


def build(spec, order, seed=0):
    """Build a graph from (op, i, j) triples; make and hand out its values as `seed` says."""
    shuffle = random.Random(seed)
    values = [node(data, label=label) for data, label in order]
    for op, i, j in spec:
        inputs = [values[i % len(values)], values[j % len(values)]]
        shuffle.shuffle(inputs)
        values.append(node(inputs=ShuffledSet(inputs), op=op))
    loose = values[:]
    shuffle.shuffle(loose)
    return node(inputs=ShuffledSet(loose), op="all")


SPECS = st.lists(
    st.tuples(st.sampled_from("+*"), st.integers(0, 30), st.integers(0, 30)), max_size=10
)
LEAVES = st.lists(
    st.tuples(st.sampled_from([1.0, 2.0]), st.sampled_from(["", "a"])), min_size=1, max_size=5
)


@settings(deadline=None)
@given(SPECS, LEAVES, st.integers(1, 2**32))
def test_the_order_of_a_set_leaves_no_trace(spec, leaves, seed):
    """However the inputs of a value come out of their set, the text is the same."""
    assert draw_dot(build(spec, leaves)).source == draw_dot(build(spec, leaves, seed)).source


def twins(swap):
    """Two leaves that nothing tells apart but that each has a partner of its own."""
    a1, a2, b1, b2 = (node() for _ in range(4))
    q1 = node(inputs=ShuffledSet((a1, b1)), op="*")
    q2 = node(inputs=ShuffledSet((a2, b2)), op="*")
    p = node(inputs=ShuffledSet((a1, a2)), op="+")
    for _ in range(3):
        p = node(inputs=ShuffledSet((p,)), op="tanh")
    q = node(inputs=ShuffledSet((q2, q1) if swap else (q1, q2)), op="+")
    return node(inputs=ShuffledSet((p, q)), op="*")


def test_ties_are_broken_consistently():
    """Where one choice between twins settles another, both are made alike."""
    assert draw_dot(twins(swap=False)).source == draw_dot(twins(swap=True)).source


@pytest.mark.parametrize("first_has_it", [True, False])
def test_twins_with_different_gradients(first_has_it):
    """Leaves that differ in their gradient alone are drawn in one order."""
    texts = set()
    for flip in (False, True):
        a, b = node(grad=6.0 if first_has_it else 0.0), node(grad=0.0 if first_has_it else 6.0)
        out = node(inputs=ShuffledSet([b, a] if flip else [a, b]), op="*")
        texts.add(draw_dot(out).source)
    assert len(texts) == 1


def test_gradients_do_not_move_values():
    """As gradients come in, every value keeps its name, and so its place in the drawing."""
    v = graph()
    before = list(boxes(draw_dot(v.L)))
    v.L.backward()
    assert list(boxes(draw_dot(v.L))) == before


# No gradient may cancel here: the order of a set decides how `backward` rounds, and where
# gradients cancel, that rounding is all that is left to draw.
PROGRAM = """
import random, sys
from micrograd.draw import draw_dot
from micrograd.steps.step8_complete import Value
rng = random.Random(int(sys.argv[1]))
clutter = [bytearray(rng.randrange(1, 600)) for _ in range(rng.randrange(5000))]
del clutter[:: rng.randrange(2, 5)]
def value(x, **options):
    clutter.append([object() for _ in range(rng.randrange(9))])
    return Value(x, **options)
xs = [value(0.1 * (i % 3), label=f"x{i}" if i % 2 else "") for i in range(8)]
layer = [sum((x * w for x, w in zip(xs, (1, 2, -1, 2, 1, 1, 0, 2))), value(0.5)).tanh()
         for _ in range(3)]
out = (layer[0] * layer[1] + layer[2] / layer[0] + layer[1] ** 2 + xs[0] * xs[0]).relu()
out.backward()
print(draw_dot(out).source)
"""


def test_the_same_text_in_every_process():
    """Neither addresses nor hash seeds nor the order of allocation show in a drawing."""
    texts = set()
    for seed in range(6):
        ran = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", PROGRAM, str(seed)],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        texts.add(ran.stdout)
    assert len(texts) == 1
