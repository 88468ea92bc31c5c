"""What tries to break `backward`: quiet for each engine that is right, and not for what is wrong."""

from pathlib import Path

import pytest

from micrograd import engine, stress
from micrograd.steps import step7_backward, step8_complete

SOURCE = Path(step7_backward.__file__).read_text()
TESTS = (stress.random_graphs, stress.training_steps, stress.many_leaves)


def with_changes(*pairs):
    """The class of step 7 with texts replaced."""
    code = SOURCE
    for old, new in pairs:
        assert old in code
        code = code.replace(old, new)
    names = {"__name__": "changed"}
    exec(code, names)
    return names["Value"]


@pytest.mark.parametrize("module", [step7_backward, step8_complete, engine])
@pytest.mark.parametrize("test", TESTS)
def test_the_books_engines_stand_it(module, test):
    """From the step that has `backward` on."""
    assert test(module.Value) == ""


def test_a_list_kept_between_calls_shows_in_the_second_step():
    """Fresh graphs come out right: the list of a default argument shows when leaves live on."""
    kept = with_changes(
        ("def topological(root):", "def topological(root, order=[]):"), ("    order = []\n", "")
    )
    for _ in range(2):
        w, x = kept(3.0), kept(5.0)
        (w * x).backward()
        assert (w.grad, x.grad) == (5.0, 3.0)
    assert stress.random_graphs(kept) == ""
    assert stress.training_steps(kept).startswith("in step 2 the gradient of w is ")


@pytest.mark.parametrize(
    "pairs",
    [
        [("reversed(topological(self))", "topological(self)")],
        [("        self.grad = 1.0\n        for", "        for")],
        [("self.grad += other.data", "self.grad = other.data")],
        [("visited.add(value)", "pass")],
        [("self.grad += (1 - t**2)", "self.grad += (1 + t**2)")],
    ],
)
def test_a_random_graph_shows_what_is_wrong(pairs):
    """The graph, the point, both slopes."""
    says = stress.random_graphs(with_changes(*pairs))
    assert says.startswith("at a = ") and "is wrong: a nudge says" in says


def test_a_list_of_visited_values_is_too_slow():
    """It is told of a quarter of the leaves already, so that nobody waits for the rest."""
    slow = with_changes(("visited = set()", "visited = []"), ("visited.add", "visited.append"))
    says = stress.many_leaves(slow, 6000, seconds=0.01)
    assert says.startswith("for 1500 leaves") or says.startswith("for 6000 leaves")
