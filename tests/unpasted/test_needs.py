"""Which cells above some code it needs."""

from __future__ import annotations

import pytest

from unpasted.run.execute import Sandbox
from unpasted.run.names import needs

BEFORE = [
    (2, "from fractions import Fraction\nimport random"),
    (3, "class Box:\n    def __init__(self, x):\n        self.x = x\n        self.inside = []"),
    (5, "a = Box(1)\nb = Box(2)"),
    (7, "c = Box(a)"),
    (8, "free = 5"),
    (9, "def bump():\n    b.x += free"),
    (11, "c.x.x = 10"),
    (12, "bump()"),
    (13, "print(free)"),
    (14, "random.seed(3)"),
    (15, "a, old = Box(7), a"),
    (16, "for i in range(3):\n    total = i"),
]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("y = 1\nprint(y)", [], id="its own names"),
        pytest.param("free", [8], id="the cell that bound a name"),
        pytest.param("print(b.x)", [3, 5, 8, 9, 12], id="what a function changed, and its names"),
        pytest.param("old.x", [3, 5, 7, 11, 15], id="what was changed through another name"),
        pytest.param("def late():\n    return nothing", [], id="a name that nothing binds"),
        pytest.param("def late():\n    return free", [], id="a function that nobody calls"),
        pytest.param("def late():\n    return free\nlate()", [8], id="a function that is called"),
        pytest.param("random.random()", [2, 14], id="the shared generator"),
        pytest.param("random.Random(1)", [2], id="a generator of its own"),
        pytest.param("[free for free in range(3)]", [], id="a name of a comprehension"),
        pytest.param("total", [16], id="a name bound in a loop"),
        pytest.param("for free in [1]:\n    print(free)", [], id="a loop binds before it reads"),
        pytest.param(
            "for n in range(3):\n    if n:\n        total = free\n    print(total)",
            [8, 16],
            id="a loop that binds in one of its turns",
        ),
        pytest.param(
            "for n in []:\n    free = n\nprint(free)", [8], id="a loop that may have no turn"
        ),
        pytest.param(
            "while True:\n    free = free + 1\n    break", [8], id="a loop that reads, then binds"
        ),
        pytest.param(
            "with open('x') as total:\n    free = total.read()\nprint(free, total)",
            [],
            id="what a file is called",
        ),
        pytest.param("print(free", [8], id="a syntax error: the words in it"),
    ],
)
def test_the_cells_that_code_needs(code, expected):
    """And no other."""
    assert needs(BEFORE, code) == expected


def test_what_may_look_at_any_variable_needs_whatever_binds_one():
    """All but the cells that only print."""
    assert {2, 3, 5, 7, 8, 9, 15, 16} <= set(needs(BEFORE, "print(locals())"))


def test_a_patch_of_a_package_is_needed_by_whoever_imports_it_later():
    """The module is one, whatever a cell calls it."""
    above = [(0, "import book.engine as e"), (1, "e.Value.twice = 2"), (2, "free = 1")]
    assert needs(above, "from book.engine import Value\nprint(Value.twice)") == [0, 1]


def test_a_star_brings_names_that_only_python_knows():
    """Whoever uses a name that no cell binds may have it from there."""
    above = [(0, "free = 1"), (1, "from math import *")]
    assert needs(above, "print(cos(0))") == [1] and needs(above, "print(free)") == [0, 1]


def test_files_are_shared():
    """What one cell writes another one may read."""
    above = [(0, 'open("a.txt", "w").write("1")'), (1, "free = 1")]
    assert needs(above, 'print(open("a.txt").read())') == [0]


@pytest.mark.parametrize("code", ["random.random()", "gauss(0, 1)"])
def test_the_generator_of_chance_is_shared_by_whatever_name(code):
    """Each call of one of its functions moves it on."""
    above = [(0, "import random"), (1, "from random import gauss, seed\nseed(3)"), (2, code)]
    assert {1, 2} <= set(needs(above, code))


@pytest.mark.parametrize("number", [number for number, _ in BEFORE])
def test_a_cell_gives_the_same_after_what_it_needs_as_after_all(number):
    """What Python itself says to both."""
    above = [one for one in BEFORE if one[0] < number]
    code = dict(BEFORE)[number] + "\nprint([v.x for v in map(globals().get, 'ab') if v])"

    def printed(cells):
        page = Sandbox()
        for one, text in above:
            if one in cells:
                page.run(one, text)
        return page.run(number, code)["printed"]

    assert printed(needs(above, code)) == printed([one for one, _ in above])
