"""What each step of `Value` can do, and what it gets wrong on purpose."""

import importlib
import sys

import pytest

from micrograd.steps import STEPS

B = 6.8813735870195432


def value_of(number):
    return importlib.import_module(STEPS[number - 1].module).Value


def steps(first, last=None):
    """Run a test with the Value of every step from `first` to `last`, the engine included."""
    chosen = STEPS[first - 1 : last]
    return pytest.mark.parametrize(
        "make",
        [importlib.import_module(step.module).Value for step in chosen],
        ids=[step.name for step in chosen],
    )


def graph(make):
    """L = (a * b + c) * f."""
    a, b, c, f = make(2.0), make(-3.0), make(10.0), make(-2.0)
    e = a * b
    d = e + c
    return {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f, "L": d * f}


def neuron(make):
    x1, x2, w1, w2, b = make(2.0), make(0.0), make(-3.0), make(1.0), make(B)
    x1w1 = x1 * w1
    x2w2 = x2 * w2
    x1w1x2w2 = x1w1 + x2w2
    n = x1w1x2w2 + b
    return {
        "x1": x1,
        "x2": x2,
        "w1": w1,
        "w2": w2,
        "b": b,
        "x1w1": x1w1,
        "x2w2": x2w2,
        "x1w1x2w2": x1w1x2w2,
        "n": n,
        "o": n.tanh(),
    }


NEURON_GRADS = {"x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5, "n": 0.5}


@steps(1, 9)
def test_a_value_prints_its_data(make):
    """A value shows the number that it wraps."""
    assert repr(make(2.0)) == "Value(data=2.0)"


def test_step_1_cannot_add():
    """Before `__add__` exists, Python says that it knows no `+` for values."""
    make = value_of(1)
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+"):
        make(2.0) + make(3.0)


@steps(2)
def test_operations_make_new_values(make):
    """A sum and a product are new values, and their inputs stay as they were."""
    a, b = make(2.0), make(-3.0)
    assert ((a + b).data, (a * b).data) == (-1.0, -6.0)
    assert isinstance(a + b, make)
    assert (a.data, b.data) == (2.0, -3.0)


@steps(2)
def test_a_number_on_the_right_is_wrapped(make):
    """A plain number becomes a value of its own."""
    assert ((make(2.0) + 1).data, (make(2.0) * 3).data) == (3.0, 6.0)


@steps(2, 8)
def test_a_number_on_the_left_must_wait(make):
    """Until the reflected operators come, `2 * a` is an error."""
    with pytest.raises(TypeError):
        2 * make(3.0)
    with pytest.raises(TypeError):
        2 + make(3.0)


def test_step_2_remembers_nothing():
    """A value of step 2 holds its number and nothing else."""
    make = value_of(2)
    assert vars(make(2.0) * make(3.0)) == {"data": 6.0}


@steps(3)
def test_a_value_knows_its_inputs_and_operation(make):
    """A result holds the very values that it was computed from, and the operation's sign."""
    nodes = graph(make)
    assert nodes["L"].data == -8.0
    assert nodes["L"]._op == "*"
    assert {id(node) for node in nodes["L"]._prev} == {id(nodes["d"]), id(nodes["f"])}
    assert nodes["d"]._op == "+"


@steps(3)
def test_a_leaf_has_no_inputs(make):
    """A value made from a number has neither inputs nor an operation, and may have a label."""
    a = make(2.0, label="a")
    assert (len(a._prev), a._op, a.label) == (0, "", "a")
    assert make(2.0).label == ""


@steps(3)
def test_a_constant_is_a_node(make):
    """The 1 in `a + 1` is an input like any other."""
    a = make(2.0)
    (one,) = (node for node in (a + 1)._prev if node is not a)
    assert one.data == 1


@steps(3, 9)
def test_a_set_holds_an_input_once(make):
    """In every step the two inputs of `a + a` are one member of a set."""
    a = make(3.0)
    assert (a + a)._prev == {a}


def test_step_3_has_no_gradient():
    """There is no `grad` before step 4."""
    assert not hasattr(value_of(3)(2.0), "grad")


@steps(4)
def test_gradients_start_at_zero(make):
    """Leaves and results are born with a gradient of 0.0."""
    assert [node.grad for node in graph(make).values()] == [0.0] * 7


def test_step_4_leaves_gradients_to_the_reader():
    """Step 4 stores gradients and has no rule to compute them."""
    assert not hasattr(value_of(4)(2.0), "_backward")


@steps(5, 9)
def test_rules_called_by_hand_differentiate_a_neuron(make):
    """Seed, then o, n, b, the sum and the two products: the gradients of chapter 5."""
    nodes = neuron(make)
    assert nodes["n"].data == 0.8813735870195432
    assert nodes["o"].data == 0.7071067811865476
    nodes["o"].grad = 1.0
    for name in ("o", "n", "b", "x1w1x2w2", "x2w2", "x1w1"):
        nodes[name]._backward()
    assert {name: nodes[name].grad for name in NEURON_GRADS} == pytest.approx(NEURON_GRADS)


@steps(5, 9)
def test_without_a_seed_nothing_flows(make):
    """Whoever forgets to set the output's gradient gets zeros everywhere."""
    nodes = neuron(make)
    for name in ("o", "n", "b", "x1w1x2w2", "x2w2", "x1w1"):
        nodes[name]._backward()
    assert {node.grad for node in nodes.values()} == {0.0}


@steps(5, 9)
def test_a_rule_has_captured_its_values(make):
    """A product's rule remembers both inputs and the output."""
    product = make(2.0) * make(3.0)
    assert product._backward.__code__.co_freevars == ("other", "out", "self")


@steps(5, 9)
def test_the_rule_of_a_leaf_does_nothing(make):
    """A leaf has nobody to pass its gradient to."""
    a = make(2.0)
    a.grad = 1.0
    assert a._backward() is None
    assert a.grad == 1.0


def used_twice(make):
    """Return what the rules make of a + a and of a * a, at a = 3."""
    grads = []
    for operation in (make.__add__, make.__mul__):
        a = make(3.0)
        b = operation(a, a)
        b.grad = 1.0
        b._backward()
        grads.append(a.grad)
    return grads


def test_step_5_overwrites():
    """Assigning loses one of two contributions: 1 instead of 2, and 3 instead of 6."""
    assert used_twice(value_of(5)) == [1.0, 3.0]


@steps(6, 9)
def test_step_6_accumulates(make):
    """Adding keeps both contributions."""
    assert used_twice(make) == [2.0, 6.0]


def test_step_5_overwrites_tanh_too():
    """The rule of tanh assigns in step 5 and adds in step 6."""
    grads = []
    for number in (5, 6):
        x = value_of(number)(0.0)
        for out in (x.tanh(), x.tanh()):
            out.grad = 1.0
            out._backward()
        grads.append(x.grad)
    assert grads == [1.0, 2.0]


@steps(1, 7)
def test_backward_must_wait(make):
    """There is no `backward` before the second half of step 7."""
    assert not hasattr(make(2.0), "backward")


@steps(7, 9)
def test_the_sort_lists_every_value_once_and_inputs_first(make):
    """No value comes before what it was computed from."""
    nodes = neuron(make)
    order = sys.modules[make.__module__].topological(nodes["o"])
    assert len(order) == len(set(order)) == len(nodes) and order[-1] is nodes["o"]
    assert all(order.index(one) < order.index(value) for value in order for one in value._prev)


@steps(8)
def test_one_call_differentiates_a_neuron(make):
    """`backward` gives what the calls by hand gave."""
    nodes = neuron(make)
    nodes["o"].backward()
    assert nodes["o"].data == pytest.approx(0.7071067811865476, rel=1e-15)
    assert nodes["o"].grad == 1.0
    assert {name: nodes[name].grad for name in NEURON_GRADS} == pytest.approx(NEURON_GRADS)


@steps(8)
def test_one_call_differentiates_the_product(make):
    """The gradients of L = (a * b + c) * f are those found by hand."""
    nodes = graph(make)
    nodes["L"].backward()
    grads = {name: node.grad for name, node in nodes.items()}
    assert grads == {"a": 6, "b": -4, "c": -2, "d": -2, "e": -2, "f": 4, "L": 1}


@steps(8)
def test_a_diamond_adds_its_paths(make):
    """With b = a + 1, c = a * 3 and d = b * c, both paths reach a: 6 + 9 = 15."""
    a = make(2.0)
    b, c = a + 1, a * 3
    d = b * c
    d.backward()
    assert (b.data, c.data, d.data) == (3.0, 6.0, 18.0)
    assert (b.grad, c.grad, a.grad) == (6.0, 3.0, 15.0)


@steps(8)
def test_a_value_waits_for_all_its_users(make):
    """A value used by a deep and by a shallow node passes its gradient on once, complete."""
    a, b = make(2.0), make(-3.0)
    c = a + b
    d = c * 2
    (c + d).backward()
    assert (d.grad, c.grad, a.grad, b.grad) == (1.0, 3.0, 3.0, 3.0)


@steps(8)
def test_reuse_of_reuse(make):
    """With b = a + a and c = b + b, four paths reach a."""
    a = make(3.0)
    b = a + a
    (b + b).backward()
    assert (b.grad, a.grad) == (2.0, 4.0)


@steps(8, 9)
def test_backward_twice_accumulates(make):
    """A second call adds to the first; below the first layer it adds even more than once."""
    nodes = graph(make)
    nodes["L"].backward()
    nodes["L"].backward()
    assert nodes["L"].grad == 1.0
    assert (nodes["d"].grad, nodes["f"].grad) == (-4.0, 8.0)
    assert (nodes["c"].grad, nodes["e"].grad) == (-6.0, -6.0)
    assert (nodes["a"].grad, nodes["b"].grad) == (24.0, -16.0)


@steps(8)
def test_gradients_set_to_zero_start_afresh(make):
    """Between two calls, zero in every node gives the same gradients again."""
    nodes = graph(make)
    nodes["L"].backward()
    for node in nodes.values():
        node.grad = 0.0
    nodes["L"].backward()
    assert (nodes["a"].grad, nodes["b"].grad) == (6.0, -4.0)


@steps(8)
def test_backward_of_a_leaf(make):
    """The derivative of a value with respect to itself is 1."""
    a = make(2.0)
    a.backward()
    assert a.grad == 1.0


@steps(8, 9)
def test_a_long_chain_meets_the_recursion_limit(make):
    """A recursive sort ends at some thousand values in a row."""
    x = make(1.0)
    for _ in range(5000):
        x = x + 1
    with pytest.raises(RecursionError):
        x.backward()


@steps(5, 9)
def test_the_exponential_formula_overflows(make):
    """tanh(400) is 1, and exp(800) is no float."""
    with pytest.raises(OverflowError):
        make(400.0).tanh()
