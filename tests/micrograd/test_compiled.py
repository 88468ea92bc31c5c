"""Compiled graphs: the engine's numbers to the last bit, its errors, and what is refused."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import event, given
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
from micrograd.engine import Value
from micrograd.nn import MLP


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
    compiled = Compiled(f(ours), example[0])
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
            with pytest.raises(error):
                compiled(mine)
            assert hexes([mine, *ours]) == [its.grad.hex(), *before]
            return "an error at another point"
        out = values[-1] * 1.0
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
        f"    v0 = {names[b]}.data + {names[w]}.data * x0.data\n"
        "    v1 = tanh(v0)\n"
        "    d0 = 1.0\n"
        "    d1 = (1 - v1 * v1) * d0\n"
        f"    {names[b]}.grad += d1\n"
        f"    {names[w]}.grad += x0.data * d1\n"
        f"    x0.grad += {names[w]}.data * d1\n"
        "    return v1\n"
    )


def test_parameters_are_what_f_finds():
    """A leaf from outside is a parameter and may change; a number inside f is a constant."""
    w = Value(3.0)
    compiled = Compiled(lambda x: 2 * w * x + Value(1.0), 5.0)
    assert compiled.parameters == [w]
    assert compiled(10.0) == 61.0
    w.data = -1.0
    assert compiled(10.0) == -19.0
    assert w.grad == 40.0


def test_inputs_get_gradients_where_they_are_values():
    """And they add up there, as in the engine."""
    compiled = Compiled(lambda a, b: a * b + a, 1.0, 1.0)
    a, b = Value(2.0), Value(3.0)
    assert [compiled(a, b), compiled(a, 4), compiled(2.0, b)] == [8.0, 10.0, 8.0]
    assert (a.grad, b.grad) == (9.0, 4.0)


def test_no_operation_at_all():
    """An input, a parameter or a constant may be the whole graph."""
    p, x = Value(2.0), Value(5.0)
    assert Compiled(lambda a: a, 1.0)(x) == 5.0
    assert Compiled(lambda: p)() == 2.0
    assert (x.grad, p.grad) == (1.0, 1.0)
    assert Compiled(lambda a: Value(-7.0), 1.0)(x) == -7.0


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
    assert (Compiled(f, 1.0)(ours), ours.grad) == (out.data, its.grad)


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
        "line 1 is `v0 = tanh(x0.data)` in place of `v0 = x0.data * 2.0`"
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
    """Their number, and that each is a leaf of its own."""
    w = Value(2.0)
    compiled = Compiled(lambda a, b: a * b * w, 1.0, 2.0)
    for inputs in ((1.0,), (1.0, 2.0, 3.0)):
        with pytest.raises(GraphError, match=f"compiled for 2 inputs, not {len(inputs)}"):
            compiled(*inputs)
    x = Value(1.0)
    for inputs in ((x, x), (x + 1, 2.0), (w, 2.0)):
        with pytest.raises(GraphError, match="no input of its own"):
            compiled(*inputs)
    with pytest.raises(TypeError, match="not str"):
        compiled("1", 2.0)
    with pytest.raises(TypeError, match="f must return a Value, not float"):
        Compiled(lambda a: a.data, 1.0)


def test_unknown_operations_are_refused():
    """There is no code for what is not the engine's."""

    def sin(a):
        return Value(math.sin(a.data), (a,), "sin", (math.cos(a.data),))

    with pytest.raises(GraphError, match="no rule to write the operation 'sin'"):
        Compiled(sin, 1.0)
    with pytest.raises(GraphError, match=r"'\*\*1/2'"):
        Compiled(lambda a: a ** Fraction(1, 2), 1.0)


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
    compiled = Compiled(f, 2.0)
    with pytest.raises(error) as caught:
        compiled(leaf)
    assert message in str(caught.value)
    assert leaf.grad == 0.0
