"""Engine, compiled graphs, figures and browser know the same operations; red until all do.

A new one, such as `sigmoid`, is a method of Value in micrograd/engine.py, from which compiled
graphs read it (micrograd/rules.py), and a row of OPERATIONS in unpasted/assets/operations.js, from
which the build's figures read it (unpasted/kinds/operations.py).
"""

import json
import subprocess
import sys
from math import isclose
from pathlib import Path

import pytest

from micrograd.engine import Value
from micrograd.rules import RULES
from unpasted.kinds.operations import OPERATIONS, operation

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "src" / "unpasted" / "assets" / "operations.js"
TELL = """
const {{ OPERATIONS, operation }} = require({file});
const tell = (name, x) => {{ const o = operation(name), y = o.f(x); return [y, o.slopes(x, y)]; }};
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify({{ names: Object.keys(OPERATIONS), told: asked.map(([n, x]) => tell(n, x)) }}));
"""
AT = [0.7, 1.3]  # in the domain of every operation, away from every kink
POWERS = ["**2", "**-1", "**0.5", "**3", "**0", "**1", "**True", "**False", "**1e-05"]

ARITY = dict([*OPERATIONS]) | dict.fromkeys(POWERS, 1)


def of_the_engine() -> dict[str, Value]:
    """Every operation that a Value has, by its own name: found by calling each method."""
    found = {}
    for name in dir(Value):
        method = getattr(Value, name)
        if not callable(method) or name in ("__class__", "__init__", "__new__", "__pow__"):
            continue
        for others in ((), (Value(AT[1]),)):
            try:
                out = method(Value(AT[0]), *others)
            except (TypeError, AttributeError):
                continue
            if isinstance(out, Value) and out._op:
                found[out._op] = out
    return found


@pytest.fixture(scope="module")
def script():
    """What operations.js knows, and what it makes of each operation at AT."""
    asked = [[name, AT[:arity]] for name, arity in ARITY.items()]
    code = TELL.format(file=json.dumps(str(SCRIPT)))
    node = Path(sys.executable).with_name("node")
    done = subprocess.run(
        [node, "-e", code], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    return set(answer["names"]), {name: told for (name, _), told in zip(asked, answer["told"], strict=True)}  # fmt: skip


def test_all_know_the_same_operations(script):
    """An operation that one of them lacks is a figure that nobody can step, a graph not compiled."""
    names, _ = script
    assert set(of_the_engine()) == set(RULES) - {"**"} == {name for name, _ in OPERATIONS} == names


def test_figures_and_browser_have_the_same_values_and_slopes(script):
    """At a point of every domain; the powers too, each with its exponent."""
    _, told = script
    values = of_the_engine() | {name: Value(AT[0]) ** eval(name[2:]) for name in POWERS}
    for name, value in values.items():
        known, x = operation(name, ARITY[name]), AT[: ARITY[name]]
        data, slopes = told[name]
        assert isclose(data, value.data, rel_tol=1e-12) and isclose(known.data(x), value.data)
        for ours, theirs, engine in zip(known.slopes(x, value.data), slopes, value._locals, strict=True):  # fmt: skip
            assert isclose(ours, engine, rel_tol=1e-12) and isclose(theirs, engine, rel_tol=1e-12)
