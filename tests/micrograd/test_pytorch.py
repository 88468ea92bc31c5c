"""The engine against values that PyTorch computed, recorded by `record_pytorch.py`."""

import json
import runpy
from pathlib import Path

import pytest

from micrograd.engine import Value

SCRIPT = runpy.run_path(str(Path(__file__).with_name("record_pytorch.py")))
CASES = {case.__name__: case for case in SCRIPT["CASES"]}
RECORDED = json.loads(SCRIPT["PATH"].read_text(encoding="utf-8"))


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
    for key, node in expected.items():
        wanted = {"data": node["data"], "grad": node["grad"]}
        assert got[key] == pytest.approx(wanted, rel=1e-12, abs=1e-15), key


@pytest.mark.parametrize("name", CASES)
def test_a_second_backward_agrees_with_pytorch(name):
    """Through the same graph again, every leaf has what PyTorch adds up to."""
    nodes = CASES[name](Value)
    for _ in range(2):
        list(nodes.values())[-1].backward()
    expected = {k: n["twice"] for k, n in RECORDED["cases"][name].items() if "twice" in n}
    assert {k: node.grad for k, node in nodes.items() if not node._prev} == pytest.approx(
        expected, rel=1e-12, abs=1e-15
    )


BOOK = Path(__file__).parents[2] / "docs"
PROGRAMS = BOOK / "recorded" / "pytorch"
PRINTED = json.loads((PROGRAMS / "printed.json").read_text(encoding="utf-8"))


def test_every_program_of_the_chapter_is_recorded_as_it_stands():
    """What was run is what the chapter shows; to change a program is to record it again."""
    files = {p.stem: p.read_text() for p in PROGRAMS.glob("*.py") if p.stem != "record"}
    assert {name: ran["program"] for name, ran in PRINTED["programs"].items()} == files
    assert PRINTED["torch"] == RECORDED["torch"]
    assert all(ran["printed"] for ran in PRINTED["programs"].values())


def test_every_recorded_program_is_shown():
    """None is there that a reader does not see."""
    chapter = (BOOK / "chapters" / "21-to-pytorch.md").read_text(encoding="utf-8")
    missing = {name for name in PRINTED["programs"] if f'show("{name}"' not in chapter}
    assert missing == set()


def test_recorded_programs_fit_a_phone():
    """No line is longer than 62 characters."""
    lines = [x for ran in PRINTED["programs"].values() for x in ran["program"].splitlines()]
    assert [line for line in lines if len(line) > 62] == []
