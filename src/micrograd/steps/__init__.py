"""The class `Value` as the book grows it: one module per step, and the table of steps."""

from typing import NamedTuple


class Step(NamedTuple):
    """One step of the engine, and how it differs from the step before.

    A member is named as Python reaches it: `Value.__add__` for a method, `Value.__doc__` for the
    docstring of the class; `import math` is an import, and `class Value` the line that opens it.
    Within a tuple, members stand in the order of the module.
    What is neither added, changed nor removed is the same as one step earlier.
    """

    name: str
    idea: str
    adds: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The name to import: `micrograd.steps.step3_graph`, or `micrograd.engine` for the last."""
        return "micrograd.engine" if self.name == "engine" else f"micrograd.steps.{self.name}"


STEPS = (
    Step(
        "step1_data",
        "A value is an object that wraps one number.",
        adds=("class Value", "Value.__init__", "Value.__repr__"),
    ),
    Step(
        "step2_ops",
        "Adding or multiplying two values makes a new value.",
        adds=("Value.__add__", "Value.__mul__"),
    ),
    Step(
        "step3_graph",
        "Each value remembers the values it was computed from, and by which operation.",
        changes=("Value.__init__", "Value.__add__", "Value.__mul__"),
    ),
    Step(
        "step4_grad",
        "Each value has a place for its gradient, which is zero until something fills it in.",
        changes=("Value.__init__",),
    ),
    Step(
        "step5_local",
        "Each operation leaves on its output a function that passes the gradient to the inputs.",
        adds=("import math", "Value.tanh"),
        changes=("Value.__init__", "Value.__add__", "Value.__mul__"),
    ),
    Step(
        "step6_accumulate",
        "Gradients add up, because a value may be used more than once.",
        changes=("Value.__add__", "Value.__mul__", "Value.tanh"),
    ),
    Step(
        "step7_sort",
        "Every value gets a place in a list, after all the values it was computed from.",
        adds=("topological",),
    ),
    Step(
        "step7_backward",
        "One call puts the graph in order and passes the gradients back, the output first.",
        adds=("Value.backward",),
    ),
    Step(
        "step8_complete",
        "The remaining operations, with plain numbers on either side, complete the class.",
        adds=(
            "Value.__radd__",
            "Value.__rmul__",
            "Value.__neg__",
            "Value.__sub__",
            "Value.__rsub__",
            "Value.__truediv__",
            "Value.__rtruediv__",
            "Value.__pow__",
            "Value.exp",
            "Value.log",
            "Value.relu",
        ),
    ),
    Step(
        "engine",
        "The finished engine: a number that remembers how it was made and finds its gradients.",
        adds=(
            "from __future__ import annotations",
            "from numbers import Real",
            "from typing import Any",
            "Value.__doc__",
            "Value.__slots__",
            "Value.__array_ufunc__",
            "Value._prev",
            "Value._locals",
            "Value.__rpow__",
            "Value._inputs_first",
            "_leaf",
            "_new",
            "_node",
            "_steep",
        ),
        changes=(
            "Value.__init__",
            "Value.__repr__",
            "Value.__add__",
            "Value.__radd__",
            "Value.__mul__",
            "Value.__rmul__",
            "Value.__neg__",
            "Value.__sub__",
            "Value.__rsub__",
            "Value.__truediv__",
            "Value.__rtruediv__",
            "Value.__pow__",
            "Value.tanh",
            "Value.exp",
            "Value.log",
            "Value.relu",
            "Value.backward",
        ),
        removes=("topological",),
    ),
)
