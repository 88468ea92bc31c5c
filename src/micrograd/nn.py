"""Networks made of values: a neuron, a layer of neurons, and layers in a row."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from micrograd.engine import Value

Number = Value | float
NAMES = {"relu": "ReLU", "tanh": "Tanh"}


class Module:
    """Something with parameters: the values that training changes."""

    def parameters(self) -> list[Value]:
        """List the parameters, always in the same order."""
        return []

    def zero_grad(self) -> None:
        """Set the gradient of every parameter to zero, as each training step must."""
        for p in self.parameters():
            p.grad = 0.0


class Neuron(Module):
    """Formula: activation(w1*x1 + ... + wn*xn + b).

    Args:
        nin: how many inputs it takes.
        nonlin: False leaves the activation out.
        activation: "relu" or "tanh".
        rng: draws the weights, evenly between -1/sqrt(nin) and 1/sqrt(nin); the bias starts at 0.
            Default: Python's shared generator, which `random.seed` sets.

    Raises:
        ValueError: there is no such activation; or, in a call, the number of inputs is not `nin`.
    """

    def __init__(
        self,
        nin: int,
        nonlin: bool = True,
        *,
        activation: str = "relu",
        rng: random.Random | None = None,
    ) -> None:
        if activation not in NAMES:
            raise ValueError(f"activation must be one of {', '.join(NAMES)}, not {activation!r}")
        uniform = (rng or random).uniform
        # a sum of n terms grows like sqrt(n): so the sum of any neuron begins about as large
        reach = 1 / math.sqrt(max(nin, 1))
        self.w = [Value(uniform(-reach, reach)) for _ in range(nin)]
        self.b = Value(0.0)
        self.nonlin = nonlin
        self.activation = activation

    def __call__(self, x: Sequence[Number]) -> Value:
        if len(x) != len(self.w):
            raise ValueError(f"{self!r} takes {len(self.w)} inputs, not {len(x)}")
        total = self.b
        for wi, xi in zip(self.w, x, strict=True):
            total = total + wi * xi
        if not self.nonlin:
            return total
        return total.tanh() if self.activation == "tanh" else total.relu()

    def parameters(self) -> list[Value]:
        return [*self.w, self.b]

    def __repr__(self) -> str:
        return f"{NAMES[self.activation] if self.nonlin else 'Linear'}Neuron({len(self.w)})"


class Layer(Module):
    """Neurons side by side, which all get the same inputs.

    Args:
        nin: how many inputs each neuron takes.
        nout: how many neurons there are. The output of one neuron alone is a value, no list.
        options: `nonlin`, `activation` and `rng` of its neurons.
    """

    def __init__(self, nin: int, nout: int, **options: Any) -> None:
        self.neurons = [Neuron(nin, **options) for _ in range(nout)]

    def __call__(self, x: Sequence[Number]) -> Any:
        out = [neuron(x) for neuron in self.neurons]
        return out[0] if len(out) == 1 else out

    def parameters(self) -> list[Value]:
        return [p for neuron in self.neurons for p in neuron.parameters()]

    def __repr__(self) -> str:
        return f"Layer of [{', '.join(map(str, self.neurons))}]"


class MLP(Module):
    """A multi-layer perceptron: layers in a row, the last one linear.

    Args:
        nin: how many inputs the network takes.
        nouts: how many neurons each layer has: `MLP(2, [16, 16, 1])` has 337 parameters.
        activation: of all layers but the last: "relu" or "tanh".
        seed: the same seed draws the same weights on every machine and in every version of
            Python. Default: Python's shared generator, which `random.seed` sets.
    """

    def __init__(
        self, nin: int, nouts: Sequence[int], *, activation: str = "relu", seed: int | None = None
    ) -> None:
        rng = None if seed is None else random.Random(seed)
        sizes = [nin, *nouts]
        self.layers = [
            Layer(sizes[i], sizes[i + 1], nonlin=i < len(nouts) - 1, activation=activation, rng=rng)
            for i in range(len(nouts))
        ]

    def __call__(self, x: Sequence[Number]) -> Any:
        # a number becomes one value here, and not one in each neuron of the first layer
        out: Any = [xi if isinstance(xi, Value) else Value(xi) for xi in x]
        for layer in self.layers:
            out = layer([out] if isinstance(out, Value) else out)
        return out

    def parameters(self) -> list[Value]:
        return [p for layer in self.layers for p in layer.parameters()]

    def __repr__(self) -> str:
        return f"MLP of [{', '.join(map(str, self.layers))}]"
