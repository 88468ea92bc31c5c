"""The table of steps against the syntax trees of the modules."""

import ast
import importlib
import inspect
import sys
from itertools import pairwise

import pytest

from micrograd.steps import STEPS


def tree(step):
    """Parse the module that defines the step's Value."""
    value = importlib.import_module(step.module).Value
    return ast.parse(inspect.getsource(sys.modules[value.__module__]))


def members(module, text=ast.dump):
    """Map the name of every statement of a module, but for its docstring, to its text."""
    found = {}

    def keep(name, node):
        assert name not in found, f"{name} is defined twice"
        found[name] = text(node)

    def walk(statements, prefix=""):
        for node in statements:
            match node:
                case ast.FunctionDef(name=name):
                    keep(prefix + name, node)
                case ast.ClassDef(name=name):
                    body, node.body = node.body, [ast.Pass()]
                    keep(f"class {name}", node)
                    walk(body, f"{name}.")
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    keep(prefix + name, node)
                case ast.Import() | ast.ImportFrom():
                    keep(ast.unparse(node), node)
                case ast.Expr(value=ast.Constant(value=str())):
                    keep(prefix + "__doc__", node)
                case _:
                    raise AssertionError(f"line {node.lineno} has no name for the table")

    walk(module.body)
    del found["__doc__"]
    return found


NEIGHBOURS = list(pairwise(STEPS))


@pytest.mark.parametrize(("before", "after"), NEIGHBOURS, ids=lambda step: step.name)
def test_a_step_changes_only_what_it_declares(before, after):
    """Members are added, changed and removed as the table says, in the order it says."""
    old, new = members(tree(before)), members(tree(after))
    assert after.adds == tuple(name for name in new if name not in old)
    assert after.changes == tuple(name for name in new if name in old and new[name] != old[name])
    assert after.removes == tuple(name for name in old if name not in new)


@pytest.mark.parametrize(("before", "after"), NEIGHBOURS, ids=lambda step: step.name)
def test_members_keep_their_order(before, after):
    """What two neighbours share stands in the same order in both."""
    old, new = members(tree(before)), members(tree(after))
    assert [name for name in new if name in old] == [name for name in old if name in new]


SUM, PRODUCT = "Value(self.data + other.data)", "Value(self.data * other.data)"
LOST_LINES = {
    ("step3_graph", "Value.__init__"): ["def __init__(self, data):"],
    ("step3_graph", "Value.__add__"): [f"out = {SUM}"],
    ("step3_graph", "Value.__mul__"): [f"out = {PRODUCT}"],
    ("step6_accumulate", "Value.__add__"): [
        "self.grad = 1.0 * out.grad",
        "other.grad = 1.0 * out.grad",
    ],
    ("step6_accumulate", "Value.__mul__"): [
        "self.grad = other.data * out.grad",
        "other.grad = self.data * out.grad",
    ],
    ("step6_accumulate", "Value.tanh"): ["self.grad = (1 - t ** 2) * out.grad"],
}


@pytest.mark.parametrize(("before", "after"), NEIGHBOURS[:-1], ids=lambda step: step.name)
def test_a_changed_member_keeps_its_lines(before, after):
    """Within a member that changes, every line is carried forward but those listed here."""
    old, new = members(tree(before), ast.unparse), members(tree(after), ast.unparse)
    for name in after.changes:
        kept = [line.strip() for line in new[name].splitlines()]
        lost = [line.strip() for line in old[name].splitlines() if line.strip() not in kept]
        assert lost == LOST_LINES.get((after.name, name), []), name


def test_the_first_step_adds_all_it_has():
    """The table starts from an empty file."""
    first = STEPS[0]
    assert first.adds == tuple(members(tree(first)))
    assert first.changes == first.removes == ()


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_the_idea_opens_the_module(step):
    """The table and the module's docstring say the same sentence, in one line."""
    docstring = importlib.import_module(step.module).__doc__
    assert docstring.splitlines()[0] == step.idea


@pytest.mark.parametrize("step", STEPS[:-1], ids=lambda step: step.name)
def test_a_step_is_complete_in_itself(step):
    """A step imports no other step: one file can be read and copied alone."""
    module = importlib.import_module(step.module)
    assert module.Value.__module__ == step.module
    assert not any("micrograd" in name for name in members(tree(step)))


def test_the_last_step_is_the_engine():
    """The finished engine is the last entry, under its own name."""
    assert STEPS[-1].module == "micrograd.engine"
    halves = ["step7", "step7"]  # the sort, and the call that uses it
    expected = [f"step{i}" for i in range(1, 7)] + halves + ["step8"]
    assert [step.name[:5] for step in STEPS[:-1]] == expected
