"""Steps that readers write: the fence's proofs, the merging of files, where two engines part."""

import ast
import json
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.unpasted.conftest import data_in
from unpasted.kinds.write import table
from unpasted.live.inside import answering
from unpasted.run.attempt import (
    attempt,
    begun,
    changes,
    members,
    merged,
    stub,
    symbols_of,
    texts_of,
)

STEPS = Path(__file__).parents[2] / "src" / "micrograd" / "steps"
STEP4, STEP5, STEP6, STEP7, STEP8 = (
    (STEPS / f"{name}.py").read_text()
    for name in (
        "step4_grad",
        "step5_local",
        "step6_accumulate",
        "step7_backward",
        "step8_complete",
    )
)
FENCE = """
```write from="step4_grad" to="step5_local"
Write the rule of `*`.
write: Value.__mul__
check a.grad == -3.0: `a` gets the data of `b`.
check b.grad == 2.0: `b` gets the data of **a**.
check len(c._prev) == 2: The inputs are remembered.
hint: Swap.
wrong "other.data * out" > "self.data * out": That is its own data.
why: They swap.
---
a = Value(2.0)
b = Value(-3.0)
c = a * b
c.grad = 1.0
c._backward()
```
"""
MANY = """
```write from="step5_local" to="step6_accumulate"
Let the rules add.
write: Value.__mul__ Value.__add__
check a.grad == 6.0: Both bring 3.
check b.grad == 2.0: Both bring 1.
check (c.grad, d.grad) == (4.0, 3.0): The sum adds.
check (e.grad, f.grad) == (4.0, 3.0): The product adds.
check len((c * d)._prev) == len((c + d)._prev) == 2: The inputs are remembered.
wrong "+=" > "=": They do not add.
---
a, b = Value(3.0), Value(3.0)
c, d, e, f = Value(2.0), Value(3.0), Value(2.0), Value(3.0)
for s in (a * a, b + b, c * d, c + d, e + f, e * f):
    s.grad = 1.0
    s._backward()
```
"""
NASTY = '''import math  # kept


class Helper:
    def __mul__(self, other):
        return None


class Value:
\t"""Indented by tabs."""

\tdef __init__(self, data):
\t\tself.data = data

\t# a comment between methods

\t@property
\tdef twice(self):
\t\treturn 2 * self.data

\tclass Inner:
\t\tdef __mul__(self, other):
\t\t\treturn "inner"

\t@staticmethod
\tdef renamed():
\t\treturn 1


# the end
x = Value(1)
'''


def test_a_step_is_made_of_the_two_files_and_never_pasted(live):
    """Start, solution, what is given, what is written; the page's title; no table left in it."""
    page = live(FENCE)
    known = data_in(page, "write")
    assert known["solution"] == STEP5
    assert known["writes"] == ["Value.__mul__"]
    assert {"import math", "Value.__init__", "Value.__add__", "Value.tanh"} == set(known["given"])
    assert texts_of(known["start"])["Value.__mul__"] == texts_of(STEP4)["Value.__mul__"]
    assert texts_of(known["start"])["Value.tanh"] == texts_of(STEP5)["Value.tanh"]
    assert known["judged"] == ["micrograd.steps.step5_local", "micrograd.engine"]
    assert known["checks"][1]["html"].endswith("<strong>a</strong>.")
    assert "steps" not in known and "The book’s version" in page.replace("'", "&#39;")


def test_lines_in_order_come_to_what_is_written(live):
    """Whatever their order on the page, the composed text is the book's."""
    known = data_in(live(FENCE), "write")
    lines = [line.strip() for line in known["composed"].split("\n")]
    assert sorted(lines) == sorted(one["code"] for one in known["lines"]) != []
    assert (known["others"], known["rest"]) == (0, {})
    put = merged(known["start"], members(known["composed"], known["writes"]))
    assert ast.unparse(ast.parse(put)) == ast.unparse(ast.parse(STEP5))


def test_lines_in_order_take_the_place_of_an_empty_function():
    """In a reader's file that has no such function yet."""
    code = begun("x = 1\n", {"f": "def f():\n    return 2"}, {"f": "def f():\n    ..."}, ["f"])[
        "code"
    ]
    assert "return 2" in code and "..." not in code


def test_of_many_functions_those_that_fit_are_put_in_order(live):
    """The book puts in the others; what stood there before does not belong."""
    known = data_in(live(MANY), "write")
    assert list(known["rest"]) == ["Value.__add__"] and "__add__" not in known["composed"]
    composed = [line.strip() for line in known["composed"].split("\n")]
    spare = [one["code"] for one in known["lines"] if one["code"] not in composed]
    assert sorted(spare) == [
        "other.grad = self.data * out.grad", "self.grad = other.data * out.grad",
    ]  # fmt: skip
    assert known["others"] == 2
    given = {**known["rest"], **members(known["composed"], known["writes"])}
    put = begun(known["start"], given, {}, known["writes"])["code"]
    assert ast.unparse(ast.parse(put)) == ast.unparse(ast.parse(STEP6))


def test_the_table_of_steps_says_where_each_is_written(bench):
    """What each adds, and for the one that is written how it is judged."""
    bench.book.live = True
    page = bench.page(FENCE)
    bench.book.live = False
    names = [one["name"] for one in page.steps]
    assert names[0] == "step1_data" and names[-1] == "engine"
    assert "Value.backward" in page.steps[7]["adds"]
    write = data_in(bench.last, "write")
    assert write["to"] == "step5_local" and write["trial"]


def test_a_step_without_an_idea_is_listed_by_its_name():
    """So that no link of the panel is without words."""
    modules = {name: f"micrograd.steps.{name}" for name in ("step1_data", "step2_ops")}
    ideas = {"step1_data": {"idea": "A number."}, "step2_ops": {}}
    steps = [SimpleNamespace(name=n, module=m, **ideas[n]) for n, m in modules.items()]
    rows = table(SimpleNamespace(STEPS=steps), modules)
    assert [row["idea"] for row in rows] == ["A number.", "step2_ops"]


def test_a_page_without_a_runtime_shows_the_books_version_alone(html):
    """There is nothing to try."""
    page = html(FENCE)
    assert "<book-write" not in page and "step5_local" in page


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("step5_local", "step5_lokal", 1, "unknown step `step5_lokal`"),
        ('from="step4_grad" ', "", 1, "needs from="),
        ("step4_grad", "step6_accumulate", 1, "is no step before `step5_local`"),
        ("Value.__mul__", "Value.__mull__", 3, "did you mean Value.__mul__?"),
        ("write: Value.__mul__\n", "", 1, "lines are to be written, and 10 at most may be"),
        ("a.grad == -3.0", "a.grad == 3.0", 4, "does not hold for the solution: `a.grad` is -3.0"),
        ("self.data * out", "other.data * out", 8, "so nothing is changed"),
        ('"other.data * out"', '"nowhere"', 8, "`nowhere` is nowhere in the solution"),
        (' > "self.data * out"', "", 8, 'write `wrong "OLD" > "NEW": words`'),
        ('"self.data * out"', '"1.0 * other.data * out"', 8, "this wrong attempt passes"),
        ('"self.data * out"', '"self.("', 8, "the solution is no Python"),
        ("c._backward()\n", "c._backward(\n", 11, "judged by itself, the solution raises"),
        ("---", "---\nx = 1\n---\ndef other(): ...\n---", 15, "this is a third part"),
        ("```\n", "---\ndef tanh(self): ...\n```\n", 17, "the start holds `tanh`"),
    ],
)  # fmt: skip
def test_a_step_that_is_not_proven_is_a_fault(bench, old, new, line, says):
    """Where it stands, and what is wrong."""
    page = FENCE.strip("\n") + "\n"
    at = page.rindex(old) if old == "```\n" else page.index(old)
    found = bench.faults(page[:at] + new + page[at + len(old) :])
    assert len(found) == 1 and says in found[0], found
    assert found[0].startswith(f"docs/page.md:{line}"), found


def test_two_mistakes_that_fail_alike_are_told_alike(faults):
    """A reader's own can be only one of the two."""
    again = 'wrong "other.data * out" > "self.data * 1 * out": Another reason.\nwhy:'
    [fault] = faults(FENCE.replace("why:", again))
    assert "fails as the one does that is told “That is its own data.”" in fault
    same = again.replace("Another reason.", "That is its own data.")
    assert faults(FENCE.replace("why:", same)) == []


def test_a_change_that_is_right_too_must_pass(faults):
    """Else the check asks too much."""
    ahead = 'same "grad = " > "grad += ": One chapter early.\nwhy:'
    assert faults(FENCE.replace("why:", ahead)) == []
    [fault] = faults(FENCE.replace("why:", ahead.replace("+=", "-=")))
    assert "this change is to be right" in fault and ":9" in fault


def test_a_merged_file_keeps_what_stands_between_its_symbols():
    """Comments, decorators, a nested class, tabs; the method of another class is not touched."""
    new = "def __mul__(self, other):\n    return Value(self.data * other.data)"
    code = merged(NASTY, {"Value.__mul__": new, "Value.renamed": "", "import os": "import os"})
    for kept in ("# kept", "# a comment between methods", "# the end", "\t@property", '"inner"'):
        assert kept in code
    assert "renamed" not in code and "@staticmethod" not in code
    names: dict = {}
    exec(code.replace("x = Value(1)", ""), names)
    value = names["Value"]
    assert (value(2) * value(3)).data == 6 and value(2).twice == 4
    assert names["Helper"]() * 1 is None and names["Value"].Inner() * 1 == "inner" and names["os"]


def test_a_symbol_is_replaced_with_its_decorators():
    """Of two of one name the last is meant, as for Python."""
    code = "class A:\n  def f(self): return 1\n  @property\n  def f(self):\n    return 2\n"
    new = merged(code, {"A.f": "def f(self):\n    return 3"})
    assert new == "class A:\n  def f(self): return 1\n  def f(self):\n      return 3\n"


def test_an_import_beside_another_stays_with_it():
    """What is given takes nothing of the reader's away."""
    code = "import math; import random\nx = 1\n"
    assert merged(code, {"import math": "import math"}) == code


@pytest.mark.parametrize(
    ("code", "line", "says"),
    [
        ("class Value:\n    g = h = 1\n", 2, "put `Value.g` on its own line"),
        ("class Value:\n    def f(self)\n", 2, "expected ':'"),
        ("class Other:\n    x = 1\n", 1, "there is no `class Value`"),
        ("x = 1\nclass Value: pass\n", 2, "on a line of its own"),
    ],
)
def test_a_file_that_nothing_can_be_merged_into_says_why(code, line, says):
    """What is wrong, and in which of its lines."""
    came = begun(code, {"Value.g": "def g(self):\n    return 1"}, {}, ["Value.g"])
    assert says in came["raised"] and came["line"] == line


def test_a_step_begins_with_what_the_reader_has():
    """What is given is in; a new symbol is empty; what they wrote ahead stays."""
    given = changes(STEP5, STEP6)
    stubs = {"Value.tanh": "def tanh(self):\n    ..."}
    del given["Value.tanh"]
    assert (
        texts_of(begun(STEP4, {}, stubs, ["Value.tanh"])["code"])["Value.tanh"]
        == (stubs["Value.tanh"])
    )
    own = STEP5.replace("x = self.data", "x = self.data  # mine")
    came = begun(own, given, stubs, ["Value.tanh"])
    assert "# mine" in came["code"] and "self.grad += other.data" in came["code"]
    assert came["replaced"].keys() == {"Value.__add__", "Value.__mul__"}
    assert (
        came["replaced"]["Value.__add__"]
        == "self.grad += 1.0 * out.grad\nother.grad += 1.0 * out.grad"
    )


def test_changes_make_one_file_of_another():
    """Each step of the book from the one before, up to their order."""
    files = sorted(STEPS.glob("step*.py"))
    for one, other in pairwise(files):
        old, new = one.read_text(), other.read_text()
        assert texts_of(merged(old, changes(old, new))) == texts_of(new), other
    assert changes("class A:\n    x = 1\n", "") == {"A.x": ""}
    assert changes("", "class A:\n    x = 1\n") == {"A": "class A:\n    x = 1"}


def test_a_stub_is_a_function_without_its_body():
    """Of a variable there is none."""
    assert stub("@cache\ndef f(a,\n      b=2):\n    return a") == "@cache\ndef f(a, b=2):\n    ..."
    assert stub("x = 1") == ""
    assert list(symbols_of(ast.parse("import a\nx: int = 1\nclass B:\n    y = 2"))) == [
        "import a", "x", "B", "B.y",
    ]  # fmt: skip


TRIAL = """
a = Value(2.0, label="a")
b = Value(-3.0)
c = a * b
d = c + a
d.grad = 1.0
d._backward()
c._backward()
"""
FACTS = [{"expression": "(a.grad, b.grad) == (0, 0)", "says": "Never.", "needs": "a.grad"}]
MODULES = ["micrograd.steps.step6_accumulate", "micrograd.engine"]


def tried(*pairs: tuple[str, str]) -> dict:
    """What is said to the book's step 6 with texts replaced; its check never holds."""
    code = STEP6
    for old, new in pairs:
        assert old in code
        code = code.replace(old, new)
    return attempt(code, MODULES, FACTS, TRIAL, STEP6, drawing="micrograd.draw")


@pytest.mark.parametrize(
    ("old", "new", "value", "what"),
    [
        ("self.data * other.data,", "self.data + other.data,", "c", "data"),
        ('(self, other), "+"', '(self, other), "*"', "d", "operation"),
        ("other.grad += self.data *", "other.grad += 5 *", "b", "gradient"),
        ("self.grad += other.data *", "self.grad = other.data *", "a", "gradient"),
    ],
)
def test_the_first_value_at_which_two_engines_part_is_found(old, new, value, what):
    """Forward in the order of making, gradients from the end."""
    parted = tried((old, new))["parted"]
    assert (parted["value"], parted["what"]) == (value, what)
    assert parted["theirs"] != parted["books"]


STRESS = "from micrograd import stress"
CALL = "        for value in reversed(topological(self)):\n            value._backward()"
RECURSION = """        def walk(value):
            value._backward()
            for child in sorted(value._prev, key=lambda one: one.data):
                walk(child)
        walk(self)"""


@pytest.mark.parametrize(
    ("test", "old", "new", "tried"),
    [
        ("random_graphs", "reversed(topological(self))", "topological(self)", "\nd = "),
        ("random_graphs", CALL, RECURSION, "\nd = "),
        ("training_steps", "self.grad = 1.0", "self.grad = 0.5", "for step in range(1):"),
        ("training_steps", "value._backward()", "value._backward(); value._backward()", "for step in range(1):"),
    ],
)  # fmt: skip
def test_what_a_stress_test_finds_is_where_two_engines_part(test, old, new, tried):
    """A variable of the lines that it has found."""
    code = STEP7.replace(old, new)
    assert code != STEP7
    facts = [
        {
            "expression": f"stress.{test}(Value) == ''",
            "says": "No.",
            "needs": f"stress.{test}(Value)",
        }
    ]
    modules = ["micrograd.steps.step7_backward", "micrograd.engine"]
    parted = attempt(code, modules, facts, STRESS, STEP7, drawing="micrograd.draw")["parted"]
    assert tried in f"\n{parted['tried']}" and f"{parted['value']} = " in parted["tried"]


def test_the_books_engine_does_not_part_from_itself():
    """Nor does one that is written otherwise and gives the same."""
    assert tried()["parted"] is None
    assert tried(("other.data * out.grad", "out.grad * other.data"))["parted"] is None
    assert tried()["failed"]


APART = """
x = Value(3.0)
y = x * x
y.grad = 1.0
y._backward()
p = Value(2.0)
q = p + p
q.grad = 1.0
q._backward()
"""


@pytest.mark.parametrize(("name", "value"), [("x", "x"), ("y", "x"), ("p", "p"), ("q", "p")])
def test_only_what_a_fact_is_about_is_compared(name, value):
    """What it names, what that is made of, what is made of that; each rule here sets."""
    facts = [{"expression": f"{name}.grad == 99", "says": "Never.", "needs": ""}]
    code = STEP6.replace("+= ", "= ")
    assert attempt(code, MODULES, facts, APART, STEP6)["parted"]["value"] == value


def test_nan_is_not_close_to_a_number():
    """The reader's value is none, the book's is one."""
    parted = tried(("self.data * other.data,", 'float("nan"),'))["parted"]
    assert (parted["value"], parted["theirs"], parted["books"]) == ("c", "nan", "-6.0")


def test_an_error_in_the_readers_file_has_a_line_of_it():
    """While it is read, and while the trial calls it; an error of the trial has the trial's."""
    assert (tried(("import math", "import math\n1 / 0"))["line"], tried()["own"]) == (4, False)
    came = tried(("out = Value(self.data * other.data", "out = Value(self.dta * other.data"))
    assert came["own"] and "self.dta" in STEP6.replace("self.data *", "self.dta *").split("\n")[came["line"] - 1]  # fmt: skip
    assert came["signature"] == "AttributeError dta in it"
    assert came["parted"] is None, "what was left undone is no difference"
    missing = tried(("def __mul__", "def __mu__"))
    assert (missing["own"], missing["line"]) == (False, 4)
    assert missing["lacks"] == {"symbol": "Value.__mul__"}


def test_an_endless_recursion_has_the_line_that_goes_on():
    """Not the one at which there was no room left, in a function that ends."""
    deep = "import math\n\n\ndef deep(n):\n    return n and deep(n - 1)\n"
    again = "def again():\n            deep(50)\n            again()\n\n        again()\n        "
    out = "out = Value(self.data * other.data"
    came = tried(("import math", deep), (out, again + out))
    assert came["own"] and came["raised"].startswith("again()\nRecursionError")


def test_an_attempt_leaves_no_module_behind():
    """What is imported afterwards is the book's own."""
    before = {name: one for name, one in sys.modules.items() if name.startswith("micrograd")}
    attempt(STEP6, MODULES, [], "from micrograd.nn import MLP", "", drawing="micrograd.draw")
    after = {name: one for name, one in sys.modules.items() if name.startswith("micrograd")}
    assert before == after


def test_a_signature_forgets_where_things_are_in_memory():
    """Two runs of one mistake are known to be the same."""
    facts = [{"expression": "c._backward is None", "says": "No.", "needs": "c._backward"}]
    first, second = (attempt(STEP6, MODULES, facts, TRIAL)["signature"] for _ in range(2))
    assert first == second and "function" in first


@pytest.fixture
def answer():
    """A browser's worker, whose modules are put back."""
    before = dict(sys.modules)
    answering_it = answering(lambda _: None, drawing="micrograd.draw")
    yield lambda **asked: json.loads(answering_it(json.dumps(asked)))
    for name in [*sys.modules]:
        if name.startswith("micrograd"):
            del sys.modules[name]
    sys.modules.update(before)


def test_mine_takes_the_place_of_the_engine_before_anything_loads_it(answer):
    """One Value for a page: nn, gradcheck, compiled and drawings have it; the book's is `book`."""
    mine = dict.fromkeys(["micrograd.steps.step8_complete", "micrograd.engine"], STEP8)
    assert answer(do="open", mine=mine)["raised"] == ""
    code = """
import copy
from micrograd import engine
from micrograd.compiled import Compiled
from micrograd.engine import Value
from micrograd.gradcheck import central_difference
from micrograd.nn import MLP
from micrograd.steps import step8_complete
assert Value is step8_complete.Value and engine.book.Value is not Value
net = MLP(2, [3, 1])
assert all(type(p) is Value for p in net.parameters())
out = net([1.0, Value(2.0)])
out.backward()
copy.deepcopy(Value(2.0))
assert abs(central_difference(lambda a: a * a, Value(3.0)) - 6) < 1e-6
Value(2.0) * 3
"""
    came = answer(do="run", number=1, code=code)
    assert came["raised"] == "" and came["drawn"]["dot"]
    assert answer(do="run", number=2, code="Value(2.0)._locals")["lacks"] == {
        "symbol": "Value._locals"
    }
    came = answer(do="run", number=2, code="2.0 ** Value(2.0)")
    assert came["lacks"] == {"symbol": "Value.__rpow__"}
    assert answer(do="run", number=2, code="-engine.book.Value(1.0)")["lacks"] is None


def test_what_the_last_chapters_need_is_in_the_last_step_that_is_written(answer):
    """Digits and the GPT need a logarithm, and what their hidden cells import."""
    assert answer(do="open", mine={"micrograd.engine": STEP8})["raised"] == ""
    code = """
from micrograd.engine import Value
from micrograd.gpt import GPT
from micrograd.plates import skyline
print(round(Value(2.0).log().data, 4))
"""
    came = answer(do="run", number=1, code=code)
    assert (came["raised"], came["printed"]) == ("", "0.6931")


def test_a_page_may_have_two_steps_of_mine(answer):
    """Chapter 3's does; what draws has the last of them."""
    texts = [STEP5, STEP6, STEP6]
    names = ["micrograd.steps.step5_local", "micrograd.steps.step6_accumulate", "micrograd.engine"]
    assert answer(do="open", mine=dict(zip(names, texts, strict=True)))["raised"] == ""
    imports = "from micrograd.steps.step5_local import Value as Five\n"
    code = f"{imports}from micrograd.engine import Value\nassert Five is not Value\nValue(2.0) * 3"
    came = answer(do="run", number=1, code=code)
    assert came["raised"] == "" and came["drawn"]["dot"]


def test_the_next_page_may_run_on_the_books_engine_again(answer):
    """What was in its place is gone, and so is what had loaded it."""
    answer(do="open", mine={"micrograd.engine": STEP6})
    answer(do="run", number=0, code="import micrograd.nn")
    answer(do="open")
    came = answer(do="run", number=1, code="from micrograd.nn import Value\nhasattr(Value, 'log')")
    assert came["value"] == "True"


def test_a_reader_file_with_an_error_opens_no_page(answer):
    """What it raised, and where."""
    came = answer(do="open", mine={"micrograd.engine": "x = 1\n1 / 0"})
    assert came["raised"].endswith("division by zero") and came["line"] == 2


def test_the_worker_begins_and_judges(answer):
    """By the same functions as the build."""
    answer(do="open")
    assert "def tanh" in answer(
        do="begin", code=STEP4, given={}, stubs={"Value.tanh": "def tanh(self):\n    ..."},
        writes=["Value.tanh"],
    )["code"]  # fmt: skip
    came = answer(
        do="attempt", code=STEP6, modules=MODULES, checks=FACTS, trial=TRIAL, solution=STEP6
    )
    assert came["failed"] and came["has"]["Value.tanh"].startswith("def tanh(self):\n    x = ")
