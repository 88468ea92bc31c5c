"""A graph is read from the engine, stepped truthfully, and refused where the engine is wrong."""

import importlib
import itertools
import json
import re
from html import unescape

import pytest

from authoring import walk
from authoring.walk import WalkError

DRAWING = importlib.import_module("micrograd.draw")
RULED = ["step6_accumulate", "step7_backward", "step8_complete"]


def value_class(step: str):
    return importlib.import_module(f"micrograd.steps.{step}").Value


def read(root):
    return walk.read(root, DRAWING, {})


def diamond(value):
    a = value(2.0, label="a")
    b, c = a + 1, a * 3
    b.label, c.label = "b", "c"
    d = b * c
    d.label = "d"
    return a, b, c, d


@pytest.mark.parametrize("step", RULED)
def test_slopes_and_gradients_come_from_the_rules(step):
    """Learnt by running each closure alone; the values keep the gradients they had."""
    a, b, _, d = diamond(value_class(step))
    a.grad = 7.0
    graph = read(d)
    grads = {node.label: node.grad for node in graph.nodes if node.label}
    assert grads == {"a": 15.0, "b": 6.0, "c": 3.0, "d": 1.0}
    assert (a.grad, b.grad, d.grad) == (7.0, 0.0, 0.0)


def test_a_square_has_two_edges():
    """Though the set of its inputs holds one."""
    a = value_class("step6_accumulate")(3.0, label="a")
    graph = read(a * a)
    assert graph.nodes[-1].inputs == [0, 0] and graph.nodes[-1].slopes == [3.0, 3.0]
    assert graph.nodes[0].grad == 6.0


def test_a_wrong_rule_is_refused():
    """Step 5 loses half of a square: the figure does not hide it."""
    a = value_class("step5_local")(3.0, label="a")
    with pytest.raises(WalkError, match=r"the engine's rule for `\*` passes"):
        read(a * a)


def test_values_without_rules_step_forward_only():
    """Steps 3 and 4 know no slopes."""
    for step in ("step3_graph", "step4_grad"):
        graph = read(diamond(value_class(step))[-1])
        assert not graph.backward and graph.nodes[-1].data == 18.0


def test_an_unknown_operation_is_refused():
    """So is a number that is not finite, and what is no Value."""
    value = value_class("step8_complete")
    odd = value(1.0, (value(2.0),), "sin")
    with pytest.raises(WalkError, match="cannot step the operation `sin`"):
        read(odd)
    with pytest.raises(WalkError, match="finite"):
        read(value(float("inf")))
    with pytest.raises(WalkError, match="Value"):
        read(3.0)


@pytest.mark.parametrize("order", list(itertools.permutations("abcd")), ids="".join)
def test_every_order_of_visits_gives_what_the_engine_gives(order):
    """The closures of step 6, called in that order, are the oracle."""
    values = dict(zip("abcd", diamond(value_class("step6_accumulate")), strict=True))
    graph = read(values["d"])
    place = {node.label: i for i, node in enumerate(graph.nodes)}
    walk.sweep(graph.nodes, [place[name] for name in order])
    values["d"].grad = 1.0
    for name in order:
        values[name]._backward()
    assert [graph.nodes[place[n]].grad for n in "abcd"] == [values[n].grad for n in "abcd"]


CELL = """
```python exec
from micrograd.steps.step8_complete import Value
a = Value(2.0, label="a")
b = Value(-3.0, label="b")
e = a * b  # a line
e.label = "e"
L = (e + 10).tanh() ** 2
L.label = "L"
```
"""


def test_a_walker_is_complete_without_a_script(html, text):
    """All numbers stand in the figure and in a table, formulas beside them."""
    page = html(CELL + '\n```python walk alt="The graph of L" caption="Step `L`."\nL\n```')
    assert page.count("<micrograd-walk>") == 1 and "<figcaption>Step <code>L</code>" in page
    seen = text(page)
    assert "e = a · b" in seen and "L = tanh(e + 10)2" in seen
    table = text(re.search(r"<table>.*?</table>", page, re.S)[0].replace("</td>", " | "))
    assert "e | a · b | -6.0 | to a: -3.0; to b: 2.0 |" in table


def test_a_walker_knows_the_lines_of_the_chapter(html):
    """Each named value, and an unnamed one by the line of its user."""
    page = html(CELL + '\n```python walk alt="The graph of L" hide\nL\n```')
    nodes = json.loads(unescape(re.search(r'data-graph="(.*?)"', page)[1]))
    lines = {node["name"]: node.get("line") for node in nodes["nodes"]}
    assert lines["a"] == 3 and lines["e"] == 5 and lines["L"] == lines["e + 10"] == 7
    assert '<span class="line" data-line="5">' in page


def test_presets_have_names(html):
    """A dict gives one section each."""
    page = html(CELL + '\n```python walk alt="Two"\n{"small": e, "large": L}\n```')
    assert page.count('<section class="preset"') == 2 and 'data-name="large"' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_an_order_game_tells_every_order_without_a_script(html, text):
    """Twenty-four; right are those where d comes before b and c (a has nothing to pass on)."""
    page = html(
        '```python order alt="The diamond"\nfrom micrograd.steps.step8_complete import Value\n'
        "a = Value(2.0, label='a')\nb = a + 1\nb.label = 'b'\nc = a * 3\nc.label = 'c'\n"
        "d = b * c\nd.label = 'd'\nd\n```"
    )
    rows = [text(row.replace("</td><td>", "|")) for row in re.findall(r"<tr><td>.*?</tr>", page)]
    said = {row.split("|")[0].replace(", ", ""): row.split("|")[1:] for row in rows}
    assert len(said) == 24
    for order, (grad, verdict) in said.items():
        right = order.index("d") < min(order.index("b"), order.index("c"))
        assert (verdict == "all right") == right and (not right or grad == "15.0"), order


def test_what_cannot_be_stepped_is_a_fault(faults):
    """Located, with the reason."""
    head = "from micrograd.steps.step5_local import Value\na = Value(3.0, label='a')\n"
    [fault] = faults(f'```python walk alt="x"\n{head}a * a\n```')
    assert fault.startswith("docs/page.md:1: the engine's rule for `*` passes")
    [fault] = faults('```python walk alt="x"\n1\n```')
    assert "docs/page.md:1" in fault
    [fault] = faults(
        f'```python order alt="x"\n{head}b=a+a+a+a\na.tanh().tanh().tanh().tanh().tanh()\n```'
    )
    assert "at most 5 nodes" in fault


def test_a_trace_question_asks_for_every_gradient(html):
    """Its answers come from a whole backward pass; its figure shows none."""
    page = html(
        "```predict\nFill in.\ngradients: d\n---\nfrom micrograd.steps.step8_complete import Value\n"
        "a = Value(2.0, label='a')\nd = (a + 1) * (a * 3)\nd.label = 'd'\n```"
    )
    asked = json.loads(unescape(re.search(r'data-question="([^"]*)"', page)[1]))
    assert {one["name"]: one["answer"] for one in asked["gradients"]} == {
        "a": 15.0, "a + 1": 6.0, "a · 3": 3.0, "d": 1.0,
    }  # fmt: skip
    figure = re.search(r"<figure.*?</figure>", page, re.S)[0]
    assert "15.0" not in figure


def test_a_question_carries_its_answer_to_the_browser(html):
    """Answer, tolerance, typical wrong numbers; the same id in every build."""
    page = html("```predict\nWhat?\nanswer: 6.0\nwrong 3.0: Half.\n```")
    asked = json.loads(unescape(re.search(r'data-question="([^"]*)"', page)[1]))
    assert asked == {
        "id": "page.html#q1", "kind": "number", "answer": 6.0, "tolerance": 0.006, "wrong": [3.0],
    }  # fmt: skip
    assert '<ul class="reasons">' in page and "<li>If you said" in page
