"""A walk over any graph: of a package of its own, or a search tree of words."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from micrograd import draw
from micrograd.engine import Value
from tests.built import ROOT
from tests.unpasted.conftest import Bench, data_in
from unpasted.faults import Refused
from unpasted.kinds import graph


def test_one_box_looks_like_another():
    """A walk's drawing is the drawing that micrograd makes of Values."""
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    ab = a * b
    out = (ab + a) * 0.5
    ab.label, out.label = "ab", "L"
    out._prev[0].label = "s"
    out.backward()
    for graded in (True, False):
        ours = graph.read(out, draw, {}).dot(graded=graded)
        assert ours == draw.draw_dot(out, with_grad=graded).source


WORDS = ROOT / "tests" / "trees"


def test_a_tree_of_words_is_walked_forward(text):
    """Its data is text, and every sentence can be read aloud."""
    bench = Bench(WORDS, ["trees"], "", "trees.walked")
    page = bench.html((WORDS / "docs" / "index.md").read_text())
    bench.pages.close()
    steps = re.findall(r"<li>(.*?)</li>", re.search(r"<ol>.*?</ol>", page, re.S)[0])
    assert [text(one).replace("\xa0", " ") for one in steps] == [
        "Given: small = “bee”, the “emu” of large, the “fox” of large, the “dog” of animals.",
        "large: join of “emu” and “fox” = “emu fox”.",
        "animals: join of “bee”, “dog” and “emu fox” = “bee dog emu fox”. All data is known.",
    ]
    assert "animals = join(small, dog, large)" in text(page)
    names = [one["name"] for one in data_in(page, "graph")["nodes"]]
    lines = re.findall(r'class="line" data-nodes="n(\d)">(.*?)\n</span>', page)
    made = {names[int(n)]: text(code).partition(" = ")[0] for n, code in lines}
    assert made == {name: name for name in ("small", "large", "animals")}


def test_the_line_that_made_a_node_is_found_by_its_value():
    """Of any object; what was made on the way has the line of its user."""
    tree = SimpleNamespace(word="dog")
    nodes = [node(data="bee"), node("join", [0], "bee"), node("join", [1], "dog bee", label="t")]
    nodes[-1].value = tree
    read = graph.read(tree, SimpleNamespace(nodes=lambda root: nodes), {id(tree): (3, 1)})
    assert [one.line for one in read.nodes] == [None, (3, 1), (3, 1)]


def node(op="", inputs=(), data=1.0, slopes=(), label=""):
    return SimpleNamespace(value=None, label=label, op=op, inputs=inputs, data=data, slopes=slopes)


X = node(data=2.0, label="x")


def listed(*nodes):
    """What `nodes` of a drawing module lists, whatever it is given."""
    return graph.read(None, SimpleNamespace(nodes=lambda root: list(nodes)), {})


def test_an_operation_that_nobody_knows_is_walked_both_ways():
    """By the local derivatives that its package gives; the browser cannot compute it anew."""
    read = listed(X, node("square", [0], 4.0, [4.0], "s"), node("+", [1, 0], 6.0, [1.0, 1.0], "L"))
    assert [one.grad for one in read.nodes] == [5.0, 1.0, 1.0]
    assert read.backward and not read.computed


@pytest.mark.parametrize(
    ("nodes", "says"),
    [
        ([], "`nodes` of the drawing module lists nothing; the last it lists is the root"),
        ([X], "there is nothing to step: this value was computed from no other"),
        ([node("+", [1]), X], "node 0 does not fit together: inputs [1], operation '+', data 1.0, local derivatives []"),
        ([X, node("", [0])], "node 1 does not fit together: inputs [0], operation '', data 1.0, local derivatives []"),
        ([X, node("square", [0], 4.0, [4.0, 1.0], "s")], "s does not fit together: inputs [0], operation 'square', data 4.0, local derivatives [4.0, 1.0]"),
        ([X, node("square", [0], 4.0, [[4.0]], "s")], "s does not fit together: inputs [0], operation 'square', data 4.0, local derivatives [[4.0]]"),
        ([X, node("square", [0], 4.0, [4.0]), node("f", [1], 1.0, [], "f")], "f has no local derivatives, and other nodes have"),
        ([node(data=[1.0, 2.0], label="r")], "r does not fit together: inputs [], operation '', data [1.0, 2.0], local derivatives []"),
        ([node(data=float("nan"), label="n")], "the data of n is nan; a figure that steps needs finite numbers"),
        ([X, node("square", [0], 4.0, [float("inf")], "s")], "the local derivative of s for x is inf; a figure that steps needs finite numbers"),
        ([node(data="a"), node("f", [0], "b", [1.0])], "a has no local derivatives, and other nodes have"),
        ([node(data=np.ones(2), label="a")], "a does not fit together: inputs [], operation '', data array([1., 1.]), local derivatives []"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_refused(nodes, says):
    """In the words of who tells."""
    with pytest.raises(Refused) as refused:
        listed(*nodes)
    assert str(refused.value) == says


def test_what_needs_rules_says_so():
    """An order game visits nodes backward; a live walk is computed anew on the page."""
    bench = Bench(WORDS, ["trees"], "", "trees.walked")
    made = (WORDS / "docs" / "index.md").read_text().partition("exec\n")[2].partition("```")[0]
    last = re.search(
        r"```python walk.*?\n(.*?)```", (WORDS / "docs" / "index.md").read_text(), re.S
    )[1]
    faults = [
        bench.faults(f'```python {kind} alt="x"\n{made}{last}```')
        for kind in ("order", "walk live")
    ]
    bench.pages.close()
    assert faults == [
        ["docs/page.md:1: an order game needs local derivatives, which `nodes` gives as `slopes`"],
        ["docs/page.md:1: a walk is live where a browser can compute it with other numbers"],
    ]
