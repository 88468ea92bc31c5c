"""Random graphs: the engine against floats, the complex step and central differences.

A normal run tries a few hundred graphs for each test. For a long one, name their number:

    GRAPHS=100000 pytest tests/micrograd/test_graphs.py
"""

import math
import os
import sys

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from micrograd.engine import Value
from micrograd.gradcheck import central_difference, complex_step
from micrograd.order import trace

EPSILON = sys.float_info.epsilon
GRAPHS = int(os.environ.get("GRAPHS", "300"))
many = settings(
    max_examples=GRAPHS, deadline=None, suppress_health_check=list(HealthCheck), database=None
)

UNARY = {
    "neg": lambda a: -a,
    "exp": lambda a: math.exp(a) if isinstance(a, float) else a.exp(),
    "log": lambda a: math.log(a) if isinstance(a, float) else a.log(),
    "tanh": lambda a: math.tanh(a) if isinstance(a, float) else a.tanh(),
    "relu": lambda a: max(a, 0.0) if isinstance(a, float) else a.relu(),
}
BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
WITH_NUMBER = {
    "a + k": lambda a, k: a + k,
    "k + a": lambda a, k: k + a,
    "a - k": lambda a, k: a - k,
    "k - a": lambda a, k: k - a,
    "a * k": lambda a, k: a * k,
    "k * a": lambda a, k: k * a,
    "a / k": lambda a, k: a / k,
    "k / a": lambda a, k: k / a,
}
EXPONENTS = [0, 1, 2, 3, -1, -2, 0.0, 0.5, 1.5, -0.5, 2.0, 7]


def graphs(numbers):
    """Leaves, and operations on any earlier values: reuse and depth come by themselves."""
    place = st.integers(0, 12)
    operation = st.one_of(
        st.tuples(st.sampled_from(sorted(UNARY)), place),
        st.tuples(st.sampled_from(sorted(BINARY)), place, place),
        st.tuples(st.sampled_from(sorted(WITH_NUMBER)), place, numbers),
        st.tuples(st.just("**"), place, st.sampled_from(EXPONENTS)),
    )
    leaves = st.lists(numbers, min_size=1, max_size=3)
    return st.tuples(leaves, st.lists(operation, min_size=1, max_size=15))


TAME = st.floats(-2.5, 2.5).map(lambda x: round(x, 3))
WILD = st.one_of(
    st.sampled_from(
        [0.0, -0.0, 1.0, -1.0, 1e-9, -1e-9, 1e-300, 1e154, -1e308, 709.5, -745.0, 19.0]
    ),
    st.floats(allow_nan=False, allow_infinity=False),
    TAME,
)


def evaluate(operations, leaves):
    """Return all values of a graph; a place counts back from the newest value."""
    values = list(leaves)
    for name, place, *rest in operations:
        a = values[-1 - place % len(values)]
        if name in UNARY:
            values.append(UNARY[name](a))
        elif name in BINARY:
            values.append(BINARY[name](a, values[-1 - rest[0] % len(values)]))
        elif name in WITH_NUMBER:
            values.append(WITH_NUMBER[name](a, rest[0]))
        else:
            if isinstance(a, float) and a < 0 and rest[0] % 1:
                raise ValueError("floats give a complex number here")
            values.append(a ** rest[0])
    return values


def attempt(operations, leaves):
    """Return the values of a graph, or the kind of error that it ends in."""
    try:
        return evaluate(operations, leaves), None
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        return None, type(error)


@many
@given(graphs(WILD))
def test_data_and_errors_are_those_of_floats(graph):
    """To the last bit the data is what floats give, and where floats raise, so does the engine."""
    inputs, operations = graph
    values, error = attempt(operations, [Value(x) for x in inputs])
    expected, expected_error = attempt(operations, inputs)
    assert error == expected_error
    if error is None:
        assert [v.data.hex() for v in values] == [x.hex() for x in expected]


def path_sums(root):
    """Return what `backward` would find if nothing cancelled: sums of |derivative| over paths.

    Rounding errors grow with these sums and not with the gradients. tanh has 1 + t*t for
    1 - t*t, because near 1 the rounding of t*t is all that is left of the difference.
    """
    order = trace(root)
    sums = dict.fromkeys(map(id, order), 0.0)
    sums[id(root)] = 1.0
    for v in reversed(order):
        slopes = (1 + v.data**2,) if v._op == "tanh" else v._locals
        for member, slope in zip(v._prev, slopes, strict=True):
            sums[id(member)] += abs(slope) * sums[id(v)]
    return sums


def compare_with_complex_step(inputs, operations):
    leaves = [Value(x) for x in inputs]
    values, error = attempt(operations, leaves)
    if error:
        return "an error"
    root = values[-1]
    sums = path_sums(root)
    if not all(1e-150 < total < 1e150 or total == 0 for total in sums.values()):
        return "too large or small for the complex step"
    root.backward()
    try:
        nodes = [[]] * len(inputs)
        for wrt in range(len(inputs)):

            def f(*xs, wrt=wrt):
                nodes[wrt] = evaluate(operations, xs)
                return nodes[wrt][-1]

            numeric = complex_step(f, *inputs, wrt=wrt, h=1e-100)
            if any(
                not abs(z.real - v.data) <= 1e-13 * abs(v.data)
                or abs(z.imag) > 1e-7 * abs(z.real) > 0
                for z, v in zip(nodes[wrt], values, strict=True)
            ):
                return "cancellation"
            grad = leaves[wrt].grad
            assert abs(grad - numeric) <= 1e-9 * sums.get(id(leaves[wrt]), 0.0) + 1e-40
    except (ValueError, OverflowError, ZeroDivisionError):
        return "complex numbers overflow earlier"
    return "compared"


@many
@given(graphs(WILD))
def test_wild_graphs_agree_with_the_complex_step(graph):
    """Near kinks, near overflow, at zero: the gradients are right to nine digits."""
    event(compare_with_complex_step(*graph))


@many
@given(graphs(TAME))
def test_tame_graphs_agree_with_the_complex_step(graph):
    """Of inputs near 1, whatever the graph, most can be compared."""
    event(compare_with_complex_step(*graph))


def compare_with_central_differences(inputs, operations):
    leaves = [Value(x) for x in inputs]
    values, error = attempt(operations, leaves)
    if error:
        return "an error"
    root = values[-1]
    root.backward()
    kinks = [i for i, v in enumerate(values) if v._op == "relu"]

    def f(*xs):
        after = evaluate(operations, xs)
        sides.add(tuple(after[i]._prev[0].data > 0 for i in kinks))
        return after[-1]

    # each value is rounded, and its error reaches the output times its gradient
    rounding = EPSILON * sum(abs(v.data * v.grad) for v in trace(root))
    for wrt, leaf in enumerate(leaves):
        sides = set()
        try:
            coarse, fine = (
                central_difference(f, *leaves, wrt=wrt, h=h * max(1.0, abs(leaf.data)))
                for h in (1e-5, 5e-6)
            )
        except (ValueError, OverflowError, ZeroDivisionError):
            return "an error next to the point"
        f(*(Value(x) for x in inputs))
        truncation = abs(coarse - fine)
        if len(sides) > 1 or not truncation <= 1e-3 * (1 + abs(fine)) or not rounding < 1e-9:
            return "a kink or a bend"
        allowed = 1e-5 + 1e-3 * max(abs(leaf.grad), abs(fine)) + truncation
        assert abs(leaf.grad - fine) <= allowed, (leaf.grad, coarse, fine)
    return "compared"


@many
@given(graphs(TAME))
def test_graphs_agree_with_central_differences(graph):
    """Where two nudges of different size agree, so does `backward`."""
    event(compare_with_central_differences(*graph))


@many
@given(graphs(TAME))
def test_a_second_backward_doubles_every_leaf(graph):
    """To rounding, however the graph looks; and once leaves are zeroed all is as at first."""
    inputs, operations = graph
    values, error = attempt(operations, [Value(x) for x in inputs])
    if error:
        return
    root, order, sums = values[-1], trace(values[-1]), path_sums(values[-1])
    if not all(total < 1e300 for total in sums.values()):
        return
    root.backward()
    once = [v.grad for v in order]
    root.backward()
    for v, grad in zip(order, once, strict=True):
        if v._prev:
            assert v.grad == grad
        else:
            assert abs(v.grad - 2 * grad) <= 1e-12 * sums[id(v)]
    for v in order:
        v.grad = 0.0
    root.backward()
    assert [v.grad for v in order] == once


def random_operations(rng):
    """Eight of them, from a generator of the standard library: the same in every run."""
    operations = []
    for _ in range(8):
        place, k = rng.randrange(13), rng.uniform(-2.5, 2.5)
        operations.append(
            rng.choice(
                [
                    (rng.choice(sorted(UNARY)), place),
                    (rng.choice(sorted(BINARY)), place, rng.randrange(13)),
                    (rng.choice(sorted(WITH_NUMBER)), place, k),
                    ("**", place, rng.choice(EXPONENTS)),
                ]
            )
        )
    return operations


def test_most_graphs_are_compared():
    """The oracles have a say: a fixed sample of graphs shows how often they are asked."""
    import random

    rng = random.Random(0)
    outcomes = {"complex": 0, "central": 0}
    for _ in range(200):
        inputs = [rng.uniform(-2.5, 2.5) for _ in range(3)]
        operations = random_operations(rng)
        outcomes["complex"] += compare_with_complex_step(inputs, operations) == "compared"
        outcomes["central"] += compare_with_central_differences(inputs, operations) == "compared"
    assert min(outcomes.values()) > 60, outcomes
