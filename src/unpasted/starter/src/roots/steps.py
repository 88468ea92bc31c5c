"""The package as the chapters grow it, step by step."""

from typing import NamedTuple


class Step(NamedTuple):
    """One step: what chapters call it, and the module that is it."""

    name: str
    module: str


STEPS = (
    Step("halving", "roots.halving"),
    Step("tangent", "roots.tangent"),
    Step("finished", "roots.finished"),
)
