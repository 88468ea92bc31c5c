"""The checks of this book's exercises refuse mutants of their solutions; see tests/mutants."""

import sys

import pytest
from mkdocs.utils.meta import get_data

from tests.unpasted.conftest import ROOT, Bench

PAGES = [
    page for page in sorted((ROOT / "docs").rglob("*.md")) if "```exercise" in page.read_text()
]


@pytest.fixture(scope="module")
def mutated():
    """A book whose exercises are judged with mutants, too."""
    sys.path.insert(0, str(ROOT / "tests" / "mutants"))
    bench = Bench(ROOT, ["micrograd"], "micrograd.steps", "micrograd.draw")
    bench.book.kinds = "mutating:KINDS"
    yield bench
    bench.pages.close()
    sys.path.remove(str(ROOT / "tests" / "mutants"))


MUTANTS = """
```exercise
Write a rule.
{checks}
---
class V:
    def __init__(self, data, inputs=()):
        self.data, self.inputs, self.grad = data, inputs, 0.0

def Value(data, inputs=()):
    return V(data, inputs)

def rectified(x):
    out = Value(x.data if x.data > 0 else 0.0, (x,))
    def rule():
        x.grad += (1.0 if x.data > 0 else 0.0) * out.grad
    out.rule = rule
    return out

def passed(at, before):
    x = V(at)
    out = rectified(x)
    x.grad, out.grad = before, 2.0
    out.rule()
    return x.grad
```
"""
FACTS = [
    "check rectified(V(-1.0)).data == 0: Nothing below 0.",
    "check rectified(V(3.0)).data == 3: All above.",
    "check [v.data for v in rectified(V(3.0)).inputs] == [3.0]: It has an input.",
    "check passed(3.0, 5.0) == 7: It adds what it is given.",
    "check passed(-1.0, 5.0) == 5: And nothing below 0.",
]


@pytest.mark.parametrize(
    ("left_out", "became"),
    [
        (0, "out = Value(x.data, (x,))"),
        (1, "out = Value(0.0, (x,))"),
        (2, "out = Value(x.data if x.data > 0 else 0.0)"),
        (3, "x.grad += -("),
        (4, "x.grad += (1.0) * out.grad"),
        (None, ""),
    ],
)
def test_a_mutant_that_survives_is_shown(mutated, left_out, became):
    """Each fact refuses a mistake that no other one refuses; with all of them there is no fault."""
    kept = [one for n, one in enumerate(FACTS) if n != left_out]
    found = mutated.faults(MUTANTS.format(checks="\n".join(kept)))
    if left_out is None:
        assert found == []
    else:
        assert len(found) == 1 and "a wrong solution passes every check" in found[0]
        assert became in found[0], found


def test_a_mutant_that_is_right_too_is_none(mutated):
    """Its author says why."""
    kept = [one for n, one in enumerate(FACTS) if n != 4]
    same = 'same "(1.0 if x.data > 0 else 0.0)" > "(1.0)": It is meant so.'
    assert mutated.faults(MUTANTS.format(checks="\n".join([*kept, same]))) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_checks_of_a_page_refuse_all_mutants(mutated, page):
    """What a reader may do wrong in an engine, none of its checks takes for right."""
    found = mutated.faults(get_data(page.read_text())[0])
    assert [fault for fault in found if "passes every check" in fault] == []
