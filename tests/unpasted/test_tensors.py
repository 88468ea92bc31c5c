"""A walk over any graph: arrays with their local derivatives, a search tree of words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from micrograd import draw
from micrograd.engine import Value
from tests.built import ROOT
from tests.unpasted.conftest import Bench, data_in
from unpasted.faults import Refused
from unpasted.kinds import graph, numbers

BOOK = ROOT / "tests" / "tensors"
SCRIPTS = ROOT / "src" / "unpasted" / "assets"


@pytest.fixture(scope="module")
def tensors():
    """The tiny engine, and what tells of it."""
    sys.path.insert(0, str(BOOK / "src"))
    import tensors.walked

    import tensors

    sys.path.remove(str(BOOK / "src"))
    return tensors


@pytest.fixture(scope="module")
def layer(tensors):
    """A matrix, a bias, a vector that is used twice: leaves and the output."""

    def make(w, x, b):
        leaves = [tensors.Tensor(d, label=n) for d, n in ((w, "W"), (x, "x"), (b, "b"))]
        y = (leaves[0] @ leaves[1] + leaves[2]).tanh()
        return leaves, (y * y + leaves[1]).sum()

    return make


NUMBERS = [[1.0, -2.0], [0.5, 3.0]], [2.0, 1.0], [0.1, -3.5]


def test_gradients_follow_from_what_was_told(tensors, layer):
    """The engine's own pass uses no local derivative; nudges use neither."""
    leaves, out = layer(*NUMBERS)
    out.backward()
    read = graph.read(out, tensors.walked, {})
    found = {node.label: node.grad for node in read.nodes if node.label}
    for tensor in leaves:
        assert np.allclose(found[tensor.label], tensor.grad, rtol=1e-12)
    for k, name in enumerate("Wxb"):
        for at in np.ndindex(np.shape(NUMBERS[k])):
            up, down = (nudged(layer, k, at, by) for by in (1e-6, -1e-6))
            assert np.isclose(np.asarray(found[name])[at], (up - down) / 2e-6, rtol=1e-6)


def nudged(layer, k, at, by):
    numbers = [np.array(one) for one in NUMBERS]
    numbers[k][at] += by
    return float(layer(*numbers)[1].data)


def test_a_page_holds_the_whole_walk(text):
    """Names, numbers in lists, local derivatives, a sentence for each step; no leaf to change."""
    bench = Bench(BOOK, ["tensors"], "", "tensors.walked")
    page = bench.html((BOOK / "docs" / "index.md").read_text())
    bench.pages.close()
    seen = text(page)
    assert "W @ x + b" in seen and "y = tanh(W @ x + b)" in seen
    assert "x is given: [2.0, 1.0]." in seen
    assert "W @ x: [[1.0, −2.0], [0.5, 3.0]] @ [2.0, 1.0] = [0.0, 4.0]." in seen
    assert re.search(r"Visit W @ x, whose gradient is \[\S+, \S+\]: W gets \[\S+, \S+\] × a 2×4 matrix = \[\[", seen)  # fmt: skip
    assert "to W: [[2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 1.0]]; to x: [[1.0, −2.0], [0.5, 3.0]]" in seen  # fmt: skip
    graph = data_in(page, "graph")
    assert not graph["computed"] and all(node["slopes"] for node in graph["nodes"] if "op" in node)
    assert (
        len(re.findall(r'class="line" data-nodes="', page)) > 2
    )  # the lines that made it, beside it


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
    assert [text(one) for one in steps] == [
        "small is given: “bee”.",
        "The constant “emu” is given, for large.",
        "The constant “fox” is given, for large.",
        "The constant “dog” is given, for animals.",
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


X = node(data=[1.0, 2.0], label="x")


@pytest.mark.parametrize(
    ("nodes", "says"),
    [
        ([], "`nodes` of the drawing module lists nothing; the last it lists is the root"),
        ([X], "there is nothing to step: this value was computed from no other"),
        ([node("+", [1]), X], "node 0 has the inputs [1]; each is the place of a node before it"),
        ([X, node("", [0])], "node 1 has inputs and no `op`, or an `op` and no inputs"),
        ([X, node("sum", [0], 3.0, [1.0, 1.0], "s")], "s has 1 inputs and 2 local derivatives; write one for each, or none"),
        ([X, node("sum", [0], 3.0, [1.0], "s")], "the local derivative of s for x is one number, and their shapes differ, () and (2,); write a matrix of 1×2"),
        ([X, node("sum", [0], 3.0, [[[1.0], [1.0]]], "s")], "the local derivative of s for x is a matrix of 2×1; it has to be 1×2"),
        ([X, node("+", [0, 0], [2.0, 4.0], [1.0, 1.0], "y")], "a walk backward begins at one number, and the root has 2: end in a sum or a loss"),
        ([X, node("sum", [0], 3.0, [[[1.0, 1.0]]]), node("f", [1], 1.0, [], "f")], "f has no local derivatives, and other nodes have"),
        ([node(data=[[1.0], [1.0, 2.0]], label="r")], "the data of r is a list of no shape: [[1.0], [1.0, 2.0]]; its rows are equally long"),
        ([node(data=[1.0, float("nan")], label="n")], "the data of n is nan; a figure that steps needs finite numbers"),
        ([node(data=["a", "b"], label="r")], "the data of r is a list of no shape: ['a', 'b']; its rows are equally long"),
        ([node(data="a"), node("f", [0], "b", [1.0])], "text has no local derivatives; a graph of text is walked forward only"),
        ([node(data=np.ones(2), label="a")], "the data of a is a ndarray; write a number, text, or lists of numbers (tolist())"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_refused(nodes, says):
    """In the words of who tells."""
    with pytest.raises(Refused) as refused:
        graph.read(None, SimpleNamespace(nodes=lambda root: nodes), {})
    assert str(refused.value) == says


def test_what_needs_values_says_so():
    """An order game has one number in each node; a live walk is computed anew on the page."""
    bench = Bench(BOOK, ["tensors"], "", "tensors.walked")
    made = "from tensors import Tensor\nx = Tensor([1.0, 2.0], label='x')\nx.sum()"
    faults = [
        bench.faults(f'```python {kind} alt="x"\n{made}\n```') for kind in ("order", "walk live")
    ]
    bench.pages.close()
    assert faults == [
        ["docs/page.md:1: an order game needs one number in each node; this graph can be walked"],
        [
            "docs/page.md:1: a walk is live where the browser can compute the graph with other numbers"
        ],
    ]


CASES = [
    (2.0, 3.0, 1.0),
    ([1.0, -2.0], 0.5, [7.0, 7.0]),
    (2.0, [[1.0, -1.0, 3.0]], [0.0, 0.0, 0.0]),
    ([1.0, -2.0], [[1.0, 2.0, 3.0, 4.0], [0.5, 0.0, -1.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]]),
]


def test_python_and_javascript_pass_on_the_same():
    """Numbers, lists, matrices: the product, its shape, the sum of two."""
    script = (
        f"const {{ added, passed }} = require({json.dumps(str(SCRIPTS / 'numbers.js'))});"
        'const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));'
        "const both = (x) => [x, added(x, x)];"
        "console.log(JSON.stringify(cases.map((one) => both(passed(...one)))));"
    )
    node = Path(sys.executable).with_name("node")
    done = subprocess.run([node, "-e", script], input=json.dumps(CASES), capture_output=True, text=True, check=True)  # fmt: skip
    ours = [[x := numbers.passed(*case), numbers.added(x, x)] for case in CASES]
    assert json.loads(done.stdout) == ours
