"""What a training step does with the gradients: descent with momentum, Adam, and a schedule."""

from __future__ import annotations

import math
from collections.abc import Iterable

from micrograd.engine import Value


class SGD:
    """Descent, with a memory of where it was going.

    Formula: g = p.grad + decay * p; v = momentum * v + g; p = p - rate * v. Without momentum, v is
    g. It is PyTorch's `SGD`; `decay` is called `weight_decay` there.

    Args:
        parameters: the values that a step changes.
        rate: the learning rate.
        momentum: how much of the last step's direction is kept, from 0 to below 1.
        decay: pulls every parameter towards 0: the slope of decay/2 times its square.
    """

    def __init__(
        self, parameters: Iterable[Value], rate: float, momentum: float = 0.0, decay: float = 0.0
    ) -> None:
        self.parameters = list(parameters)
        self.rate, self.momentum, self.decay = rate, momentum, decay
        self._v = [0.0] * len(self.parameters)

    def step(self, factor: float = 1.0) -> None:
        """Change the parameters, at the rate times a factor, which a schedule may give."""
        rate = self.rate * factor
        for i, p in enumerate(self.parameters):
            self._v[i] = v = self.momentum * self._v[i] + p.grad + self.decay * p.data
            p.data -= rate * v

    def zero_grad(self) -> None:
        for p in self.parameters:
            p.grad = 0.0


class Adam(SGD):
    """Descent at each parameter's own pace: by the mean of its slopes over their usual size.

    Formula: g = p.grad + decay * p; m = b1*m + (1 - b1)*g; v = b2*v + (1 - b2)*g*g;
    p = p - rate * M / (sqrt(V) + eps), with M = m / (1 - b1**t) and V = v / (1 - b2**t) at step t,
    since both began at 0. It is PyTorch's `Adam`.

    Source: Kingma and Ba, Adam: a method for stochastic optimization (2015).
    """

    def __init__(
        self,
        parameters: Iterable[Value],
        rate: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        decay: float = 0.0,
    ) -> None:
        super().__init__(parameters, rate, decay=decay)
        self.betas, self.eps, self.steps = betas, eps, 0
        self._m = [0.0] * len(self.parameters)

    def step(self, factor: float = 1.0) -> None:
        """Change the parameters, at the rate times a factor, which a schedule may give."""
        (b1, b2), eps, decay, ms, vs = self.betas, self.eps, self.decay, self._m, self._v
        c1, c2 = 1 - b1, 1 - b2
        self.steps += 1
        begun = 1 - b2**self.steps
        rate = self.rate * factor / (1 - b1**self.steps)
        for i, p in enumerate(self.parameters):
            g = p.grad + decay * p.data
            ms[i] = m = b1 * ms[i] + c1 * g
            vs[i] = v = b2 * vs[i] + c2 * g * g
            p.data -= rate * m / (math.sqrt(v / begun) + eps)


def cosine(step: int, steps: int, warmup: int = 0) -> float:
    """Return the factor of the rate in a step: up in a line, and down along half a cosine.

    Formula: (step + 1) / warmup at first; then (1 + cos(pi * done)) / 2, with `done` the share of
    the remaining steps that are over.

    Args:
        step: counted from 0; after `steps`, which are more than `warmup`, the factor is 0.
    """
    if step < warmup:
        return (step + 1) / warmup
    return (1 + math.cos(math.pi * min(1.0, (step - warmup) / (steps - warmup)))) / 2
