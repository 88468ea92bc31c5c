"""The finished engine: a number that remembers how it was made and finds its gradients."""

from micrograd.steps.step8_complete import Value

__all__ = ["Value"]
