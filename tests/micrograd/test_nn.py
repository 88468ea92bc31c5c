"""Networks: names and forms that micrograd users know, seeds, and a training that succeeds."""

import math
import random

import pytest

from micrograd import nn
from micrograd.datasets import moons
from micrograd.engine import Value
from micrograd.gradcheck import gradcheck
from micrograd.nn import MLP, Layer, Module, Neuron


def test_representations_are_micrograds():
    """Hidden layers are ReLU, the last one is linear."""
    assert repr(MLP(2, [2, 1])) == (
        "MLP of [Layer of [ReLUNeuron(2), ReLUNeuron(2)], Layer of [LinearNeuron(2)]]"
    )
    assert repr(MLP(3, [1, 1], activation="tanh")) == (
        "MLP of [Layer of [TanhNeuron(3)], Layer of [LinearNeuron(1)]]"
    )


def test_parameters_are_counted():
    """A neuron has a weight for each input and a bias; MLP(2, [16, 16, 1]) has 337 in all."""
    assert len(Neuron(3).parameters()) == 4
    assert len(Layer(3, 2).parameters()) == 8
    assert len(MLP(2, [16, 16, 1]).parameters()) == 337
    assert len(MLP(3, (4, 4, 1)).parameters()) == 41
    assert Module().parameters() == []


def test_parameters_come_layer_by_layer():
    """Of each neuron the weights and then the bias, the first neuron first."""
    model = MLP(2, [2, 1])
    (n1, n2), (n3,) = (layer.neurons for layer in model.layers)
    expected = [*n1.w, n1.b, *n2.w, n2.b, *n3.w, n3.b]
    assert model.parameters() == expected
    assert all(parameter in expected for parameter in model.parameters())


@pytest.mark.parametrize(
    ("options", "activation"),
    [
        ({}, lambda x: max(x, 0.0)),
        ({"nonlin": False}, lambda x: x),
        ({"activation": "tanh"}, math.tanh),
        ({"activation": "tanh", "nonlin": False}, lambda x: x),
    ],
)
def test_a_neuron_is_a_weighted_sum(options, activation):
    """Inputs may be numbers or Values; the activation comes last."""
    neuron = Neuron(2, **options)
    for w, x in zip(neuron.w, (0.5, -1.5), strict=True):
        w.data = x
    neuron.b.data = 0.25
    for x in ([2.0, 1.0], [Value(2.0), Value(1.0)], [2.0, -3.0]):
        total = 0.5 * 2 - 1.5 * (x[1].data if isinstance(x[1], Value) else x[1]) + 0.25
        assert neuron(x).data == pytest.approx(activation(total), rel=1e-15)


def test_the_gradients_of_a_network():
    """Every parameter of a tanh network agrees with a nudge."""
    model = MLP(2, [3, 1], activation="tanh", seed=3)

    def loss(*numbers):
        for neuron in (n for layer in model.layers for n in layer.neurons):
            size = len(neuron.w)
            neuron.w, neuron.b, numbers = numbers[:size], numbers[size], numbers[size + 1 :]
        return (model([0.5, -0.25]) - 1) ** 2

    assert len(gradcheck(loss, *[p.data for p in model.parameters()])) == 13


def test_outputs():
    """One neuron gives a Value, several give a list; one neuron between layers is no obstacle."""
    assert isinstance(MLP(2, [3, 1])([1.0, 2.0]), Value)
    assert [type(out) for out in MLP(2, [3, 2])([1.0, 2.0])] == [Value, Value]
    assert isinstance(MLP(2, [1, 1])([1.0, 2.0]), Value)
    assert isinstance(Layer(2, 1)([1.0, 2.0]), Value)


def test_an_input_becomes_one_value():
    """Each number that goes into a network is one node, however many neurons it reaches."""
    model = MLP(2, [4])
    inputs = {id(product._prev[1]) for out in model([1.0, 2.0]) for product in products(out)}
    assert len(inputs) == 2


def products(root):
    from micrograd.order import trace

    return [v for v in trace(root) if v._op == "*"]


def test_zero_grad_reaches_all_parameters():
    """After it every gradient is 0.0."""
    model = MLP(2, [3, 1], activation="tanh", seed=0)
    model([1.0, 2.0]).backward()
    assert all(p.grad != 0 for p in model.layers[1].parameters())
    model.zero_grad()
    assert {p.grad for p in model.parameters()} == {0.0}


def test_a_seed_fixes_the_weights():
    """The same seed gives the same weights, on every machine; another seed gives others."""
    data = [p.data for p in MLP(2, [2, 1], seed=1337).parameters()]
    assert data == [p.data for p in MLP(2, [2, 1], seed=1337).parameters()]
    assert data != [p.data for p in MLP(2, [2, 1], seed=1338).parameters()]
    rng = random.Random(1337)
    reach = 1 / math.sqrt(2)
    drawn = [rng.uniform(-reach, reach) for _ in range(6)]
    assert data == [*drawn[:2], 0.0, *drawn[2:4], 0.0, *drawn[4:], 0.0]
    assert data[:2] == pytest.approx([0.23550571390294128 * reach, 0.06653114721000164 * reach])


def test_however_many_inputs_the_sum_begins_about_as_large():
    """With weights within 1/sqrt(n), inputs of size 1 give a sum of deviation 1/sqrt(3) for any n;
    with weights within 1, a tanh of 784 inputs begins flat."""
    rng = random.Random(0)
    for n in (4, 49, 784):
        layer = Layer(n, 200, rng=rng, nonlin=False)
        sums = [out.data for out in layer([rng.choice((-1.0, 1.0)) for _ in range(n)])]
        assert math.sqrt(sum(s * s for s in sums) / 200) == pytest.approx(3**-0.5, rel=0.1)
    flat = [abs(math.tanh(s * math.sqrt(n))) > 0.97 for s in sums]
    assert (sum(flat) > 160, any(abs(math.tanh(s)) > 0.97 for s in sums)) == (True, False)


def test_a_neuron_without_inputs_is_its_bias():
    """There is no weight to draw."""
    assert [p.data for p in Neuron(0).parameters()] == [0.0]


def test_seed_zero_is_a_seed():
    """0 is not taken for no seed."""
    assert MLP(1, [1], seed=0).parameters()[0].data == MLP(1, [1], seed=0).parameters()[0].data


def test_without_a_seed_python_is_asked():
    """`random.seed` fixes the weights, as in programs for micrograd; a seed leaves it alone."""
    random.seed(5)
    first = [p.data for p in MLP(2, [2]).parameters()]
    random.seed(5)
    MLP(2, [2], seed=1)
    assert first == [p.data for p in MLP(2, [2]).parameters()]
    assert all(abs(x) <= 2**-0.5 for x in first)


def test_the_number_of_inputs_is_checked():
    """Too many or too few inputs are an error that says how many a neuron takes."""
    for x in ([1.0], [1.0, 2.0, 3.0]):
        with pytest.raises(ValueError, match=r"ReLUNeuron\(2\) takes 2 inputs, not"):
            MLP(2, [2, 1])(x)


def test_unknown_activations_are_refused():
    """The message lists the ones there are."""
    with pytest.raises(ValueError, match="activation must be one of relu, tanh, not 'sigmoid'"):
        MLP(2, [2, 1], activation="sigmoid")
    assert set(nn.NAMES) == {"relu", "tanh"}


def test_moons():
    """Points alternate between two half circles, and lie on them where there is no noise."""
    points, labels = moons(101, 0.0, seed=0)
    assert (len(points), labels[:3], sum(labels)) == (101, [1, -1, 1], 1)
    for (x, y), label in zip(points, labels, strict=True):
        if label == 1:
            assert x * x + y * y == pytest.approx(1, abs=1e-5)
            assert y >= 0
        else:
            assert (1 - x) ** 2 + (0.5 - y) ** 2 == pytest.approx(1, abs=1e-5)
            assert y <= 0.5
    assert (points[0], points[-1]) == ([1.0, 0.0], [-1.0, 0.0])
    assert (points[1], points[-2]) == ([0.0, 0.5], [2.0, 0.5])


def test_moons_are_the_same_everywhere():
    """A seed fixes the points, to six decimals; the noise has the size that was asked for."""
    points, _ = moons(100, 0.1, seed=1)
    assert points[:2] == moons(100, seed=1)[0][:2] == FIRST_POINTS
    assert points != moons(100, 0.1, seed=2)[0]
    clean, _ = moons(1000, 0.0, seed=1)
    noisy, _ = moons(1000, 0.2, seed=1)
    noise = [p - q for a, b in zip(clean, noisy, strict=True) for p, q in zip(a, b, strict=True)]
    assert math.sqrt(sum(x * x for x in noise) / len(noise)) == pytest.approx(0.2, rel=0.05)


FIRST_POINTS = [[1.128818, 0.144945], [0.006634, 0.423546]]


@pytest.mark.parametrize(("n", "noise"), [(1, 0.1), (10, -0.1)])
def test_moons_check_their_arguments(n, noise):
    """One point makes no two moons, and noise has no sign."""
    with pytest.raises(ValueError, match="moons needs n of 2 or more and noise of 0 or more"):
        moons(n, noise, seed=0)
