"""Programs written for karpathy/micrograd, which run on this engine as they are."""

import gc
import random

import pytest

EXPRESSION = """
from micrograd.engine import Value

a = Value(-4.0)
b = Value(2.0)
c = a + b
d = a * b + b**3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + (b + a).relu()
d += 3 * d + (b - a).relu()
e = c - d
f = e**2
g = f / 2.0
g += 10.0 / f
print(f'{g.data:.4f}')
g.backward()
print(f'{a.grad:.4f}')
print(f'{b.grad:.4f}')
"""


def test_the_readme(capsys):
    """The expression that opens micrograd's README (MIT licence) prints what stands there."""
    exec(compile(EXPRESSION, "readme", "exec"), {})
    assert capsys.readouterr().out.split() == ["24.7041", "138.8338", "645.5773"]


TRAINING = """
import random
from micrograd.engine import Value
from micrograd.nn import Neuron, Layer, MLP

random.seed(1337)
model = MLP(2, [16, 16, 1])

def loss():
    inputs = [list(map(Value, xrow)) for xrow in X]
    scores = list(map(model, inputs))
    losses = [(1 + -yi*scorei).relu() for yi, scorei in zip(y, scores)]
    data_loss = sum(losses) * (1.0 / len(losses))
    alpha = 1e-4
    reg_loss = alpha * sum((p*p for p in model.parameters()))
    total_loss = data_loss + reg_loss
    accuracy = [(yi > 0) == (scorei.data > 0) for yi, scorei in zip(y, scores)]
    return total_loss, sum(accuracy) / len(accuracy)

for k in range(steps):
    total_loss, acc = loss()
    model.zero_grad()
    total_loss.backward()
    learning_rate = 1.0 - 0.9*k/100
    for p in model.parameters():
        p.data -= learning_rate * p.grad
    if acc == 1:
        break
"""


def run(points, labels, steps):
    """Run the training. There are no cycles to collect, and looking for them takes most of it."""
    state = random.getstate()
    gc.disable()
    names = {"X": points, "y": labels, "steps": steps}
    try:
        exec(compile(TRAINING, "demo", "exec"), names)
    finally:
        gc.enable()
        random.setstate(state)
    return names


def test_the_two_moons_are_learnt():
    """A training as in micrograd's demo, of 100 steps, gets every point right."""
    from micrograd.datasets import moons

    names = run(*moons(20, 0.1, seed=1), steps=100)
    assert names["acc"] >= 0.99
    assert names["total_loss"].data < 0.2


def test_the_demo_takes_numpy_arrays():
    """Points and labels may be the arrays that scikit-learn makes."""
    numpy = pytest.importorskip("numpy")
    from micrograd.datasets import moons

    points, labels = moons(10, 0.1, seed=1)
    names = run(numpy.array(points), numpy.array(labels), steps=2)
    plain = run(points, labels, steps=2)
    assert names["total_loss"].data == plain["total_loss"].data
    assert type(names["model"].parameters()[0].data) is float
