"""Compiled graphs: the engine's numbers to the last bit, its errors, and what is refused."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st
from tests.micrograd.test_graphs import (
    BINARY,
    TAME,
    WILD,
    attempt,
    evaluate,
    graphs,
    many,
    random_operations,
)

from micrograd.compiled import Compiled, GraphError
from micrograd.datasets import moons
from micrograd.engine import Value, _node
from micrograd.nn import MLP
from micrograd.rules import RULES, rule
from micrograd.steps import step3_graph, step6_accumulate, step8_complete


def hexes(leaves):
    return [leaf.grad.hex() for leaf in leaves]


def reaches_the_output(operations, count):
    """Return whether the output is computed from the result of an operation, by its number."""
    places = []
    for size, (name, *rest) in enumerate(operations, count):
        places.append([size - 1 - i % size for i in rest[: 2 if name in BINARY else 1]])
    used = {count + len(operations) - 1}
    for size in reversed(range(count, count + len(operations))):
        if size in used:
            used.update(places[size - count])
    return lambda failed: count + failed in used


def compare(graph, numbers):
    """Compile a graph at its own leaves, and run it at others, twice, beside the engine."""
    example, operations = graph
    ours = [Value(1.5), *map(Value, example[1:])]
    theirs = [Value(leaf.data) for leaf in ours]

    def f(parameters):
        return lambda x: evaluate(operations, [x, *parameters])[-1] * 1.0

    if attempt(operations, [Value(example[0]), *ours])[1]:
        return "an error"
    compiled = Compiled(f(ours), Value(example[0]))
    for number in numbers:
        mine, its = Value(number), Value(number)
        values, error = attempt(operations, [its, *theirs])
        if error:
            failed = next(
                k for k in range(len(operations)) if attempt(operations[: k + 1], [its, *theirs])[1]
            )
            if not reaches_the_output(operations, 1 + len(ours))(failed):
                return "an error that the output does not depend on"
            before = hexes(ours)
            for way in (compiled, compiled.forward):
                with pytest.raises(error):
                    way(mine)
            assert hexes([mine, *ours]) == [its.grad.hex(), *before]
            return "an error at another point"
        out = values[-1] * 1.0
        before = hexes([mine, *ours])
        assert (compiled.forward(mine).hex(), hexes([mine, *ours])) == (out.data.hex(), before)
        out.backward()
        assert compiled(mine).hex() == out.data.hex()
        assert hexes([mine, *ours]) == hexes([its, *theirs])
    return "the same bits"


@many
@given(graphs(TAME), st.lists(TAME, min_size=2, max_size=2))
def test_tame_graphs_have_the_engines_bits(graph, numbers):
    """Output and gradients, added up over two points, are those of the engine."""
    event(compare(graph, numbers))


@many
@example(([0.0, -1.797693134862316e154], [("*", 0, 2), ("**", 0, 0.5)]), [0.0, 1e154])
@given(graphs(WILD), st.lists(WILD, min_size=2, max_size=2))
def test_wild_graphs_have_the_engines_bits(graph, numbers):
    """So they are beside kinks, at zero, and where numbers overflow; errors are the engine's."""
    event(compare(graph, numbers))


def test_most_graphs_are_compared():
    """Of 200 graphs from a fixed sample, most run through both."""
    rng = random.Random(1)
    outcomes = []
    for _ in range(200):
        operations = random_operations(rng)
        graph = ([rng.uniform(-2.5, 2.5) for _ in range(3)], operations)
        outcomes.append(compare(graph, [rng.uniform(-2.5, 2.5) for _ in range(2)]))
    assert outcomes.count("the same bits") > 100


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_a_network_trains_as_with_the_engine(activation):
    """After three steps over twenty moons all parameters are the same, to the last bit."""
    points, labels = moons(20, 0.1, seed=1)
    fast, slow = (MLP(2, [8, 8, 1], activation=activation, seed=1) for _ in range(2))
    compiled = Compiled(lambda a, b, y: (1 - y * fast([a, b])).relu() ** 2, *points[0], labels[0])
    assert set(compiled.parameters) == set(fast.parameters())
    for _ in range(3):
        fast.zero_grad()
        slow.zero_grad()
        for point, label in zip(points, labels, strict=True):
            loss = (1 - label * slow([*map(Value, point)])).relu() ** 2
            loss.backward()
            assert compiled(*point, label) == loss.data
        for model in (fast, slow):
            for p in model.parameters():
                p.data -= 0.05 * p.grad
    assert [p.data for p in fast.parameters()] == [p.data for p in slow.parameters()]


def test_the_source_can_be_read():
    """A sum of products stands in one line; each gradient is its rule, written out."""
    w, b = Value(2.0), Value(-1.0)
    compiled = Compiled(lambda x: (b + w * x).tanh(), 0.5)
    assert compiled.parameters == [w, b] or compiled.parameters == [b, w]
    names = {v: f"p{i}" for i, v in enumerate(compiled.parameters)}
    assert compiled.source == (
        "def run(x0, p0, p1):\n"
        f"    v0 = {names[b]}.data + {names[w]}.data * x0\n"
        "    v1 = tanh(v0)\n"
        "    d0 = 1.0\n"
        "    d1 = (1 - v1 * v1) * d0\n"
        f"    {names[b]}.grad += d1\n"
        f"    {names[w]}.grad += x0 * d1\n"
        "    return v1\n"
    )
    for_a_leaf = Compiled(lambda x: (b + w * x).tanh(), Value(0.5)).source
    assert f"    {names[w]}.grad += x0.data * d1\n" in for_a_leaf
    assert f"    x0.grad += {names[w]}.data * d1\n" in for_a_leaf


def test_nothing_goes_backward_to_what_depends_on_numbers_alone():
    """The parameter's gradient has the engine's bits; of the numbers' square there is none."""
    w, v = Value(3.0), Value(3.0)

    def f(p):
        return lambda x, y: (x * x * y + p * x).tanh() * p

    compiled = Compiled(f(w), 0.5, -0.25)
    out = f(v)(Value(0.1), Value(0.2))
    out.backward()
    assert (compiled(0.1, 0.2), w.grad) == (out.data, v.grad)
    assert "x1 *" not in compiled.source.partition("d0 = 1.0")[2]
    assert Compiled(lambda x: x * x, 2.0)(3) == 9.0


def test_parameters_are_what_f_finds():
    """A leaf from outside is a parameter and may change; a number inside f is a constant."""
    w = Value(3.0)
    compiled = Compiled(lambda x: 2 * w * x + Value(1.0), 5.0)
    assert compiled.parameters == [w]
    assert compiled(10.0) == 61.0
    w.data = -1.0
    assert compiled(10.0) == -19.0
    assert w.grad == 40.0


def test_networks_of_one_shape_share_a_program():
    """It takes the parameters of each; another constant is another shape."""
    nets = [MLP(2, [4, 1], seed=seed) for seed in (1, 2)]
    one, two = (Compiled(lambda a, b, net=net: net([a, b]) * 3, 0.5, -0.25) for net in nets)
    assert one.source is two.source
    out = nets[1]([0.7, -1.1]) * 3
    out.backward()
    expected = hexes(nets[1].parameters())
    nets[1].zero_grad()
    assert (two(0.7, -1.1), hexes(nets[1].parameters())) == (out.data, expected)
    assert not any(p.grad for p in nets[0].parameters())
    assert (
        Compiled(lambda a, b: nets[0]([a, b]) * 4, 0.5, -0.25)(1.0, 2.0)
        == (nets[0]([1.0, 2.0]) * 4).data
    )


def test_inputs_get_gradients_where_they_are_values():
    """And they add up there, as in the engine."""
    compiled = Compiled(lambda a, b: a * b + a, Value(1.0), Value(1.0))
    a, b = Value(2.0), Value(3.0)
    assert [compiled(a, b), compiled(a, 4), compiled(2.0, b)] == [8.0, 10.0, 8.0]
    assert (a.grad, b.grad) == (9.0, 4.0)


def test_no_operation_at_all():
    """An input, a parameter or a constant may be the whole graph."""
    p, x = Value(2.0), Value(5.0)
    assert Compiled(lambda a: a, Value(1.0))(x) == 5.0
    assert Compiled(lambda a: a, 1.0)(5.0) == 5.0
    assert Compiled(lambda: p)() == 2.0
    assert (x.grad, p.grad) == (1.0, 1.0)
    assert Compiled(lambda a: Value(-7.0), 1.0)(5.0) == -7.0


def test_wide_and_deep_graphs():
    """A value used 500 times, a sum of 5,000, and a chain of 5,000 compile and agree."""

    def f(x):
        square = x * x
        total, chain = Value(0.0), x
        for i in range(500):
            total = total + square * (i / 7)
        for i in range(5000):
            total, chain = total + i / 3, chain * 1.0001 if i % 2 else chain + x
        return total + chain

    ours, its = Value(0.3), Value(0.3)
    out = f(its)
    out.backward()
    assert (Compiled(f, Value(1.0))(ours), ours.grad) == (out.data, its.grad)


def test_another_graph_is_noticed():
    """`check` names the first line in which the graph of another point differs."""

    def f(a):
        return a * 2 if a.data > 0 else a.tanh()

    compiled = Compiled(f, 1.0)
    compiled.check(3.0)
    with pytest.raises(GraphError) as caught:
        compiled.check(-3.0)
    assert str(caught.value) == (
        "the graph at (-3.0,) is not the one that was compiled: "
        "line 1 is `v0 = tanh(x0)` in place of `v0 = x0 * 2.0`"
    )


@pytest.mark.parametrize(
    "f",
    [
        lambda a: a * a.data,
        lambda a: a if a.data > 2 else a + 1,
        lambda a: a + 1 if a.data > 2 else a,
        lambda a: a - 2 if a.data > 2 else 2 - a,
        lambda a: a**2 if a.data > 2 else a**3,
        lambda a: a * a * Value(3.0) if a.data > 2 else a * Value(3.0),
    ],
)
def test_a_graph_that_depends_on_data_is_noticed(f):
    """In its constants, operations, order of inputs or length."""
    with pytest.raises(GraphError, match="is not the one that was compiled: line 1 is"):
        Compiled(f, 1.0).check(3.0)


def test_a_graph_that_changes_by_itself_is_noticed():
    """Two calls with the same numbers must build the same graph."""
    numbers = iter(range(10))
    with pytest.raises(GraphError, match="is not the one that was compiled"):
        Compiled(lambda a: a * next(numbers), 1.0)


def test_inputs_are_checked():
    """Their number and lengths, and that each is a leaf that the graph does not find by itself."""
    w = Value(2.0)
    compiled = Compiled(lambda a, b: a * b * w, Value(1.0), 2.0)
    for inputs in ((1.0,), (1.0, 2.0, 3.0)):
        with pytest.raises(GraphError, match=f"compiled for 2 inputs, not {len(inputs)}"):
            compiled(*inputs)
    for inputs in ((Value(1.0) + 1, 2.0), (w, 2.0)):
        with pytest.raises(GraphError, match="is no input: it is computed, or f finds it"):
            compiled(*inputs)
    with pytest.raises(GraphError, match="stands where the example has a number"):
        compiled(1.0, Value(2.0))
    for inputs in (("1", 2.0), (1.0, "2")):
        with pytest.raises(TypeError, match="not str"):
            compiled(*inputs)
    with pytest.raises(TypeError, match="f must return a Value, not float"):
        Compiled(lambda a: a.data, 1.0)
    rows = Compiled(lambda row: row[0] * row[1], [1.0, 2.0])
    with pytest.raises(GraphError, match=r"compiled for lists of \[2\], not \[3\]"):
        rows([1.0, 2.0, 3.0])


def test_one_leaf_may_be_several_inputs():
    """Its shares add up as in the engine: so letters that repeat bring their row twice."""
    compiled = Compiled(lambda a, b, c: (a * b + c).tanh() * a / c, *map(Value, (1.0, 2.0, 3.0)))
    x, y = Value(0.3), Value(0.3)
    x.grad = y.grad = 0.7
    out = (y * y + y).tanh() * y / y
    out.backward()
    assert (compiled(x, x, x), x.grad) == (out.data, y.grad)


def test_rows_of_a_table_are_chosen_by_the_input():
    """One graph serves every word of a length: its rows are its inputs, repeated ones too."""
    rng = random.Random(4)
    ours, theirs = (
        [[Value(x) for x in row] for row in table]
        for table in [[[rng.uniform(-1, 1) for _ in range(3)] for _ in range(5)]] * 2
    )
    w = [Value(0.5), Value(-0.25), Value(0.125)]

    def f(*rows):
        sums = [sum(p * x for p, x in zip(w, row, strict=True)).tanh() for row in rows]
        return sums[0] * sums[1] + sums[2].exp() / sums[1]

    compiled = Compiled(f, *ours[:3])
    assert set(compiled.parameters) == set(w)
    for word in ((0, 1, 2), (4, 3, 0), (2, 2, 1), (3, 3, 3)):
        out = f(*[theirs[i] for i in word])
        out.backward()
        expected = hexes(w) + [x for row in theirs for x in hexes(row)]
        for p in w:
            p.grad = 0.0
        before = compiled(*[ours[i] for i in word])
        assert before.hex() == out.data.hex()
        assert hexes(w) + [x for row in ours for x in hexes(row)] == expected
        for p in w:
            p.grad = 0.0


def test_a_value_computed_outside_is_refused():
    """Once and for all: a graph cannot compute it anew, and backward() would reach what is below."""
    w, x = Value(3.0), Value(2.0)
    h = w * x
    h.label = "h"
    for f in (lambda a: a * h, lambda a: h):
        with pytest.raises(
            GraphError,
            match=r"^f uses Value\(data=6\.0, grad=0\.0\), label 'h', which was computed outside",
        ):
            Compiled(f, 1.0)


@pytest.mark.parametrize("n", [True, False, Fraction(1, 2), Fraction(5, 2), 1 / 3, 1e-5, -1, 3.0])
def test_every_exponent_is_compiled(n):
    """However it is written; the bits are the engine's."""
    compiled = Compiled(lambda a: a**n * 3, Value(2.0))
    for x in (0.5, 1.7, 1e-200, 1e100):
        ours, its = Value(x), Value(x)
        out = its**n * 3
        out.backward()
        assert (compiled(ours).hex(), hexes([ours])) == (out.data.hex(), hexes([its]))


def test_unknown_operations_are_refused():
    """There is no code for what is not the engine's."""

    def sin(a):
        return _node(math.sin(a.data), "sin", a, math.cos(a.data))

    with pytest.raises(GraphError, match="the engine has no operation 'sin'"):
        Compiled(sin, 1.0)
    with pytest.raises(GraphError, match=r"'\*\*' names no power: write '\*\*3' for a cube"):
        Compiled(lambda a: Tape(a.data**3, (a,), "**"), Tape(1.0))


def test_every_operation_is_read_from_the_engine():
    """What is written is what the method ends in; a new operation needs no line elsewhere."""
    assert set(RULES) == {"+", "-", "*", "/", "neg", "**", "tanh", "exp", "log", "relu"}
    assert [write("x", "y", c="z") for write in rule("/")[1:]] == ["1 / y", "-z / y"]
    assert [write("x", c="z") for write in rule("tanh")] == ["tanh(x)", "(1 - z * z)"]
    assert [write("x", c="z") for write in rule("**2.5")] == ["pow(x, 2.5)", "2.5 * pow(x, 1.5)"]
    assert rule("**-1")[1]("x") == "_steep(x, -1.0)"


class Tape:
    """An engine of a reader's own, with tuples, which finds no gradient itself."""

    def __init__(self, data, inputs=(), op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, inputs, op
        self.label = ""

    def __add__(self, other):
        return Tape(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        return Tape(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        return Tape(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        return Tape(self.data / other.data, (self, other), "/")

    def __pow__(self, n):
        return Tape(self.data**n, (self,), f"**{n}")

    def relu(self):
        return Tape(max(0, self.data), (self,), "ReLU")

    def tanh(self):
        return Tape(math.tanh(self.data), (self,), "tanh")


@pytest.mark.parametrize(
    "make", [Tape, step3_graph.Value, step6_accumulate.Value, step8_complete.Value]
)
def test_a_readers_own_value_is_compiled(make):
    """From data, _prev and _op alone, with inputs in a tuple or a set, used twice or not."""
    w, b = make(-3.0), make(0.25)

    def f(x, y):
        h = x * w + y * y + b
        return h * h + (x + x) * h

    def engine(x, y, w, b):
        h = x * w + y * y + b
        return h * h + (x + x) * h

    compiled = Compiled(f, make(1.0), make(2.0))
    ours = [make(0.7), make(-1.3)]
    theirs = [Value(v.data) for v in (*ours, w, b)]
    out = engine(*theirs)
    out.backward()
    assert compiled(*ours) == pytest.approx(out.data, rel=1e-14)
    assert [v.grad for v in (*ours, w, b)] == pytest.approx([v.grad for v in theirs], rel=1e-13)
    assert compiled(0.7, -1.3) == pytest.approx(out.data)


def test_a_readers_order_of_inputs_and_names_are_kept():
    """A tuple says which is divided by which; ReLU, as micrograd writes it, is relu."""
    compiled = Compiled(lambda a, b: (a / b - b).relu() + (b**2).tanh(), Tape(3.0), Tape(0.5))
    a, b, p, q = Tape(5.0), Tape(0.7), Value(5.0), Value(0.7)
    out = (p / q - q).relu() + (q**2).tanh()
    out.backward()
    assert (compiled(a, b), a.grad, b.grad) == (out.data, p.grad, q.grad)


def test_a_set_that_does_not_say_what_comes_first_is_refused():
    """a - b in a set might be b - a."""

    def difference(a, b):
        return step8_complete.Value(a.data - b.data, (a, b), "-")

    with pytest.raises(GraphError, match="a set of inputs does not say which comes first in '-'"):
        Compiled(difference, step8_complete.Value(1.0), step8_complete.Value(2.0))


@pytest.mark.parametrize(
    ("f", "x", "error", "message"),
    [
        (lambda a: a.log(), -1.0, ValueError, "log takes one above 0"),
        (lambda a: a.exp(), 1000.0, OverflowError, "exp(1000.0) is too large for a float"),
        (lambda a: 1 / a, 0.0, ZeroDivisionError, "division by zero"),
        (lambda a: a**0.5, -1.0, ValueError, "is not a real number"),
        (lambda a: a**3, 1e200, OverflowError, "too large for a float"),
    ],
)
def test_errors_are_the_engines(f, x, error, message):
    """The same kind and the same words, and no gradient has changed."""
    leaf = Value(x)
    for point, traced_at in ((leaf, Value(2.0)), (x, 2.0)):
        with pytest.raises(error) as caught:
            Compiled(f, traced_at)(point)
        assert message in str(caught.value)
    assert leaf.grad == 0.0
