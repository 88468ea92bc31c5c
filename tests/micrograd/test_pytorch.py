"""The engine against values that PyTorch computed, recorded by `record_pytorch.py`."""

import json
import runpy
from pathlib import Path

import pytest

from micrograd.engine import Value

HERE = Path(__file__).parent
CASES = {case.__name__: case for case in runpy.run_path(str(HERE / "record_pytorch.py"))["CASES"]}
RECORDED = json.loads((HERE / "pytorch_values.json").read_text(encoding="utf-8"))


def test_every_case_is_recorded():
    """The file holds every case of the script, from a known version, in double precision."""
    assert list(RECORDED["cases"]) == list(CASES)
    assert RECORDED["torch"] == "2.13.0"
    assert RECORDED["dtype"] == "float64"


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_pytorch(name):
    """Every node has the data and the gradient that PyTorch gives it."""
    nodes = CASES[name](Value)
    list(nodes.values())[-1].backward()
    got = {key: {"data": node.data, "grad": node.grad} for key, node in nodes.items()}
    expected = RECORDED["cases"][name]
    assert list(got) == list(expected)
    for key in expected:
        assert got[key] == pytest.approx(expected[key], rel=1e-12, abs=1e-15), key
