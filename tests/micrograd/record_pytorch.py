"""Record what PyTorch computes for the expressions of the tests, for the tests and chapter 11.

Run it where torch is installed. What it writes, `docs/recorded/pytorch_values.json`, is read
without torch:

    python tests/micrograd/record_pytorch.py

Each case is a function that builds its graph from `number`, which makes a leaf: a tensor here, a
`Value` in the tests. It returns its nodes by name, the output last. For leaves, `twice` is the
gradient after a second backward through the same graph.
"""

import json
from pathlib import Path

PATH = Path(__file__).parents[2] / "docs" / "recorded" / "pytorch_values.json"


def product(number):
    a, b, c, f = number(2.0), number(-3.0), number(10.0), number(-2.0)
    e = a * b
    d = e + c
    return {"a": a, "b": b, "c": c, "f": f, "e": e, "d": d, "L": d * f}


def neuron(number):
    x1, x2 = number(2.0), number(0.0)
    w1, w2 = number(-3.0), number(1.0)
    b = number(6.8813735870195432)
    n = x1 * w1 + x2 * w2 + b
    return {"x1": x1, "x2": x2, "w1": w1, "w2": w2, "b": b, "n": n, "o": n.tanh()}


def tanh(number):
    x = number(-0.7)
    return {"x": x, "y": x.tanh()}


def exp(number):
    x = number(1.3)
    return {"x": x, "y": x.exp()}


def log(number):
    x = number(0.3)
    return {"x": x, "y": x.log()}


def cube(number):
    x = number(-2.0)
    return {"x": x, "y": x**3}


def square_root(number):
    x = number(2.0)
    return {"x": x, "y": x**0.5}


def powers_at_zero(number):
    x0, x1, x2, x3 = number(0.0), number(0.0), number(0.0), number(0.0)
    y = x0**0 + x1**1 + x2**2 + x3**2.5
    return {"x0": x0, "x1": x1, "x2": x2, "x3": x3, "y": y}


def square_root_at_zero(number):
    x = number(0.0)
    return {"x": x, "y": x**0.5}


def odd_power_below_zero(number):
    x = number(-1.5)
    return {"x": x, "y": x**-3}


def large_exponential(number):
    x = number(709.0)
    return {"x": x, "y": x.exp()}


def saturated_tanh(number):
    x = number(400.0)
    return {"x": x, "y": x.tanh()}


def reciprocal(number):
    x = number(2.0)
    return {"x": x, "y": x**-1}


def division(number):
    a, b = number(3.0), number(-7.0)
    return {"a": a, "b": b, "y": a / b}


def numbers_on_the_left(number):
    x = number(0.3)
    return {"x": x, "y": 2 + 3 * x - (1 - x) / 4 + 5 / x}


def relu_above_zero(number):
    x = number(0.5)
    return {"x": x, "y": x.relu()}


def relu_below_zero(number):
    x = number(-0.5)
    return {"x": x, "y": x.relu()}


def relu_at_zero(number):
    x = number(0.0)
    return {"x": x, "y": x.relu()}


def sum_with_itself(number):
    a = number(3.0)
    return {"a": a, "b": a + a}


def product_with_itself(number):
    a = number(3.0)
    return {"a": a, "b": a * a}


def diamond(number):
    a = number(2.0)
    b = a + 1
    c = a * 3
    return {"a": a, "b": b, "c": c, "d": b * c}


def shared_sum(number):
    a, b = number(2.0), number(-3.0)
    c = a + b
    d = 2 * c
    return {"a": a, "b": b, "c": c, "d": d, "L": c + d}


def leaf(number):
    return {"x": number(3.0)}


def negation(number):
    a, b = number(3.0), number(-7.0)
    c = -(a - b)
    return {"a": a, "b": b, "c": c, "d": -c * a}


def everything(number):
    a, b = number(0.7), number(1.9)
    c = (a * b + a.exp()).log() - b.tanh() / (a - 3)
    d = (c - a) ** 3 + 2 / (c * c + 1) - (b - c).relu()
    return {"a": a, "b": b, "c": c, "d": d, "L": (d * c - b) / (a + 0.1)}


def karpathy_sanity_check(number):
    """From the tests of karpathy/micrograd (MIT licence)."""
    x = number(-4.0)
    z = 2 * x + 2 + x
    q = z.relu() + z * x
    h = (z * z).relu()
    return {"x": x, "z": z, "q": q, "h": h, "y": h + q + q * x}


def karpathy_more_ops(number):
    """From the tests of karpathy/micrograd (MIT licence)."""
    a, b = number(-4.0), number(2.0)
    c = a + b
    d = a * b + b**3
    c = c + (c + 1)
    c = c + (1 + c + (-a))
    d = d + (d * 2 + (b + a).relu())
    d = d + (3 * d + (b - a).relu())
    e = c - d
    f = e**2
    g = f / 2.0
    g = g + 10.0 / f
    return {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f, "g": g}


CASES = (
    product,
    neuron,
    tanh,
    exp,
    log,
    cube,
    square_root,
    powers_at_zero,
    square_root_at_zero,
    odd_power_below_zero,
    large_exponential,
    saturated_tanh,
    reciprocal,
    division,
    numbers_on_the_left,
    relu_above_zero,
    relu_below_zero,
    relu_at_zero,
    sum_with_itself,
    product_with_itself,
    diamond,
    shared_sum,
    leaf,
    negation,
    everything,
    karpathy_sanity_check,
    karpathy_more_ops,
)


def main():
    import torch

    def number(x):
        return torch.tensor(x, dtype=torch.float64, requires_grad=True)

    recorded = {}
    for case in CASES:
        nodes = case(number)
        output = list(nodes.values())[-1]
        for node in nodes.values():
            node.retain_grad()
        output.backward(retain_graph=True)
        recorded[case.__name__] = {
            name: {"data": node.item(), "grad": node.grad.item()} for name, node in nodes.items()
        }
        output.backward()
        for name, node in nodes.items():
            if node.is_leaf:
                recorded[case.__name__][name]["twice"] = node.grad.item()
    version = torch.__version__.partition("+")[0]
    content = {"torch": version, "dtype": "float64", "cases": recorded}
    PATH.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
