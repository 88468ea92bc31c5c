"""What a walk says of its steps: a sentence for each, with the engine's numbers."""

import importlib
import re
from math import isclose

import pytest

from micrograd.engine import Value
from unpasted.kinds import graph, words

DRAWING = importlib.import_module("micrograd.draw")
EARLY = importlib.import_module("micrograd.steps.step4_grad").Value
GETS = re.compile(
    r"(\w+) gets \S+ × \S+ = ([^\s,;]+)(?:, added to (\S+) makes ([^\s;]+))?(?=;|\.$)"
)


def diamond(a=2.0, value=Value):
    """d = (a + b) × (a × 3), and b is made before a."""
    b = value(5.0, label="b")
    a = value(a, label="a")
    c, e = a + b, a * 3.0
    c.label, e.label = "c", "e"
    d = c * e
    d.label = "d"
    return [b, a, c, e, d]


def read(values):
    """The graph, as if each value had been made in a line of its own."""
    lines = {id(value): (0, line) for line, value in enumerate(values, 1)}
    return graph.read(values[-1], DRAWING, lines)


def test_every_step_has_its_sentence():
    """Leaves in the order of their lines, what is computed from them, the seed, the visits."""
    assert words.sentences(read(diamond())) == [
        "Given: b = 5.0, a = 2.0, the 3.0 of e.",
        "c: 2.0 + 5.0 = 7.0.",
        "e: 2.0 × 3.0 = 6.0.",
        "d: 7.0 × 6.0 = 42.0. All data is known.",
        "Seed: the gradient of d is 1.0, because a value changes as fast as itself.",
        "Visit d, whose gradient is 1.0: c gets 1.0 × 6.0 = 6.0; e gets 1.0 × 7.0 = 7.0.",
        "Visit e, whose gradient is 7.0: a gets 7.0 × 3.0 = 21.0; 3 gets 7.0 × 2.0 = 14.0.",
        "Visit c, whose gradient is 6.0: a gets 6.0 × 1.0 = 6.0, added to 21.0 makes 27.0; "
        "b gets 6.0 × 1.0 = 6.0.",
    ]


def test_what_is_told_last_of_a_leaf_is_its_finite_difference():
    """The sum that a sentence ends with is how fast d grows with a."""
    h = 1e-6
    slope = (diamond(2 + h)[-1].data - diamond(2 - h)[-1].data) / (2 * h)
    told = {}
    for sentence in words.sentences(read(diamond())):
        for name, amount, _, total in GETS.findall(sentence):
            told[name] = float(total or amount)
    assert isclose(told["a"], slope, rel_tol=1e-6)


def test_without_rules_nothing_is_visited():
    """All data is known, and that is the end."""
    said = words.sentences(read(diamond(value=EARLY)))
    assert said[-1] == "d: 7.0 × 6.0 = 42.0. All data is known." and len(said) == 4


@pytest.mark.parametrize(("a", "adds"), [(0.0, False), (2.0, True)])
def test_what_is_added_to_nothing_is_no_sum(a, adds):
    """A share of zero that came first is not spoken of."""
    x = Value(a, label="x")
    y = x * x
    [visit] = [s for s in words.sentences(graph.read(y, DRAWING, {})) if s.startswith("Visit")]
    assert ("added to" in visit) == adds


def test_leaves_of_no_line_come_last():
    """And keep the order of the graph among themselves."""
    values = diamond()
    lines = {id(values[1]): (0, 9)}
    one = graph.read(values[-1], DRAWING, lines)
    for node in one.nodes:
        node.line = lines.get(id(node.value))
    forward, _ = one.steps()
    assert [one.nodes[i].label or "3" for i in forward[0]] == ["a", "b", "3"]


def test_a_step_may_be_a_layer():
    """All leaves, then what is as far from them; backward all but the leaves, the last first."""
    one = graph.read(diamond()[-1], DRAWING, {})
    one.layered = True
    forward, back = one.steps()
    assert back == [layer[::-1] for layer in forward[:0:-1]]
    assert {i for i, node in enumerate(one.nodes) if not node.op} == set(forward[0])
    for layer, places in enumerate(forward[1:], 1):
        for i in places:
            at = [n for n, group in enumerate(forward) for j in group if j in one.nodes[i].inputs]
            assert max(at) == layer - 1


def test_a_step_takes_two_of_a_layer_at_most():
    """Of more a phone can't tell: here three products, then a sum, then another."""
    a = diamond()[0]
    one = graph.read(a * 1 + a * 2 + a * 3, DRAWING, {})
    one.layered = True
    assert [[len(step) for step in steps[-4:]] for steps in one.steps()] == [
        [2, 1, 1, 1],
        [1, 1, 1, 2],
    ]
