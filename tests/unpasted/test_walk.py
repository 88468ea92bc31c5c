"""A graph is read from the engine, stepped truthfully, and refused where the engine is wrong."""

import importlib
import itertools
import json
import re
from html import unescape
from types import SimpleNamespace

import pytest

from unpasted.faults import Refused
from unpasted.kinds import graph
from unpasted.kinds.graph import short

DRAWING = importlib.import_module("micrograd.draw")
RULED = ["step6_accumulate", "step7_backward", "step8_complete"]


def value_class(step: str):
    return importlib.import_module(f"micrograd.steps.{step}").Value


def read(root):
    return graph.read(root, DRAWING, {})


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
    """Step 5 loses half of a square: the figure does not hide it, and tells what a got in all."""
    value = value_class("step5_local")
    says = "the engine's rule for `*` passes 3.0 to {} for each 1 it gets; its derivative is 6.0"
    for a, name in (value(3.0, label="a"), "a"), (value(3.0), "3"):
        with pytest.raises(Refused) as refused:
            read(a * a)
        assert str(refused.value) == says.format(name)


def test_values_without_rules_step_forward_only():
    """Steps 3 and 4 know no slopes."""
    for step in ("step3_graph", "step4_grad"):
        graph = read(diamond(value_class(step))[-1])
        assert not graph.backward and graph.nodes[-1].data == 18.0


FINISHED = importlib.import_module("micrograd.engine").Value
made = importlib.import_module("micrograd.engine")._node
A = FINISHED(2.0, label="a")


@pytest.mark.parametrize(
    ("root", "says"),
    [
        (SimpleNamespace(data=4.0, grad=0.0, label="s", _op="+", _prev=(A, A), _locals=(1.0,)), "s does not fit together: inputs [0, 0], operation '+', data 4.0, local derivatives [1.0]"),
        ((A * 0) ** 0.5, "the local derivative of (a × 0)^0.5 for a × 0 is inf; a figure that steps needs finite numbers"),
        (made(0.0, "**0.5", FINISHED(0.0, label="o"), 7.0), "the engine's rule for `**0.5` passes 7.0 to o for each 1 it gets; its derivative is nan"),
        (A * 1e308 * 1e308, "the data of a × 1e+308 is inf; a figure that steps needs finite numbers"),
        (((A + 1) ** 2) ** -3 * 1e308 * 1e308, "the data of ((a + 1)^2)^-3 × 1e+308 × 1e+308 is inf; a figure that steps needs finite numbers"),
        (FINISHED(float("nan"), label="n"), "the data of n is nan; a figure that steps needs finite numbers"),
        (value_class("step6_accumulate")(1j), "node 0 does not fit together: inputs [], operation '', data 1j, local derivatives []"),
    ],
)  # fmt: skip
def test_what_cannot_be_stepped_says_why(root, says):
    """The operation, the node by its name, and what came in place of what."""
    with pytest.raises(Refused) as refused:
        read(root)
    assert str(refused.value) == says


def test_an_operation_without_a_rule_here_is_told_as_it_is():
    """Its data and its local derivatives are the engine's; no reader can change its leaves."""
    for op, name in (("sin", "sin(a)"), ("**", "**(a)"), ("**1/2", "**1/2(a)")):
        graph = read(made(1.0, op, A, 0.5) * A)
        assert graph.names()[1] == name and not graph.computed
        assert [node.grad for node in graph.nodes] == [2.0, 2.0, 1.0]


def test_what_is_no_value_is_refused():
    """A number has no graph: the drawing module says so."""
    with pytest.raises(TypeError, match="Value"):
        read(3.0)


def test_an_expression_names_what_has_no_label():
    """As plain text, in brackets where it needs them."""
    assert read(((A + 1) ** 2) ** 3).names() == ["a", "1", "a + 1", "(a + 1)^2", "((a + 1)^2)^3"]


def labelled(value, label):
    value.label = label
    return value


@pytest.mark.parametrize(
    ("root", "names"),
    [
        (((A + 1) ** 2) ** -3, ["a", "1", "a + 1", "(a + 1)^2", "v4"]),
        ((A + 1) * (A + 1), ["a", "1", "a + 1", "1", "v4", "(a + 1) × v4"]),
        (labelled(FINISHED(1.0), "a + 2") * (A + 2), ["a + 2", "a", "2", "v3", "a + 2 × v3"]),
        (labelled(FINISHED(1.0), "v1") * ((A + 1) ** 2) ** -3, ["v1", "a", "1", "a + 1", "(a + 1)^2", "u5", "v1 × u5"]),
    ],
    ids=["too long for a box", "another has it", "a label has it", "a label has the letter"],
)  # fmt: skip
def test_an_expression_that_names_nothing_gives_way_to_a_short_name(root, names):
    """v and its place, and another letter where a label of the graph looks like that."""
    read_again = read(root)
    assert read_again.names() == names
    assert [node.short for node in read_again.nodes] == [bool(re.match(r"[vu]\d$", n)) and not node.label for n, node in zip(names, read_again.nodes, strict=True)]  # fmt: skip


def test_boxes_formulas_and_words_use_one_name(html, text):
    """What a sentence calls v4 is the box v4, and an equation tells what it is."""
    page = html(
        "```python exec\nfrom micrograd.engine import Value\na = Value(2.0, label='a')\n"
        "L = ((a + 1) ** 2) ** -3 * 0.5\nL.label = 'L'\n```\n\n"
        '```python walk alt="x"\nL\n```'
    )
    names = [node["name"] for node in data(page)]
    boxes = re.findall(r'<text[^>]*data-part="label"[^>]*>([^<]*)<', page)
    assert names == ["a", "1", "a + 1", "(a + 1)^2", "v4", "0.5", "L"]
    assert sorted(set(names) - {"1", "0.5"}) == sorted(set(boxes))  # a constant's box has no name
    told = text(page).replace("\xa0", " ")
    assert "v4 = ((a + 1)2)−3" in told and "L = v4 × 0.5" in told
    assert "Visit v4, whose gradient is 0.5: (a + 1)^2 gets" in told


DRAWN = re.compile(r'data-name="n(\d+)".*?</g>', re.S)


def test_a_box_has_the_name_and_the_numbers_of_its_node(html):
    """Though step 8 keeps inputs in a set, and the names of a drawing would order them anew."""
    page = html(
        "```python exec\nfrom micrograd.steps.step8_complete import Value\n"
        "y = Value(-0.5, label='x0') ** -2 - Value(2.5, label='x1')\n```\n\n"
        '```python walk alt="x"\ny\n```'
    )
    nodes = data(page)
    boxes = {int(found[1]): dict(re.findall(r'data-part="(\w+)"[^>]*>([^<]*)<', found[0])) for found in DRAWN.finditer(page)}  # fmt: skip
    assert [node["name"] for node in nodes] == ["x1", "-1", "x1 × (-1)", "x0", "x0^-2", "v5"]
    for i, node in enumerate(nodes):
        assert boxes[i].get("label", node["name"]).replace("−", "-") == node["name"]
        assert boxes[i]["data"].replace("−", "-") == short(node["data"])


def test_a_half_is_one_ground_as_broad_as_its_frame(html):
    """Graphviz draws a cell for the word and one for the number; they would meet in a seam."""
    page = html(
        "```python exec\nfrom micrograd.engine import Value\ny = Value(2.0, label='a') * 3\n```\n\n"
        '```python walk words alt="x"\ny\n```'
    )
    boxes = re.findall(r'class="node value.*?</g>', page, re.S)
    for box in boxes:
        *halves, frame = re.findall(r'<rect [^>]* x="(\S+)" y="(\S+)" width="(\S+)"', box)
        assert len(halves) == 2 and {(x, width) for x, _, width in halves} == {frame[::2]}
        x, _, width = map(float, frame)
        [line] = re.findall(r'<polygon [^>]*points="([^"]+)"', box)
        assert line == f"{x:g},{halves[1][1]} {x + width:g},{halves[1][1]}"
    assert len(boxes) >= 3


def data(page, number=0):
    """The nodes of a graph as the page hands them to its script."""
    return json.loads(unescape(re.findall(r'data-graph="(.*?)"', page)[number]))["nodes"]


@pytest.mark.parametrize("order", list(itertools.permutations("abcd")), ids="".join)
def test_every_order_of_visits_gives_what_the_engine_gives(order):
    """The closures of step 6, called in that order, are the oracle."""
    values = dict(zip("abcd", diamond(value_class("step6_accumulate")), strict=True))
    seen = read(values["d"])
    place = {node.label: i for i, node in enumerate(seen.nodes)}
    graph.sweep(seen.nodes, [place[name] for name in order])
    values["d"].grad = 1.0
    for name in order:
        values[name]._backward()
    assert [seen.nodes[place[n]].grad for n in "abcd"] == [values[n].grad for n in "abcd"]


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
    assert page.count("<graph-walk>") == 1 and '<p class="caption">Step <code>L</code>' in page
    seen = text(page)
    assert "e = a × b" in seen and "L = tanh(e + 10)2" in seen
    table = text(re.search(r"<table>.*?</table>", page, re.S)[0].replace("</td>", " | "))
    assert "e | a × b | −6.0 | to a: −3.0; to b: 2.0 |" in table


def test_labels_are_text(html, text):
    """Whatever they hold, in every table and formula; only an exponent in a formula stands high."""
    cell = (
        "```python exec hide\nfrom micrograd.engine import Value\nx = Value(2.0, label='x<y')\n"
        "z = x * 3\nz.label = 'z'\nz = x ** 2 + z ** 1e-05\n```\n\n"
    )
    page = html(cell + '```python walk alt="x"\nz\n```\n\n```python order alt="y"\nx * 3\n```')
    formulas = re.search(r'<p class="formulas">.*?</p>', page)[0]
    assert "x<y<sup>2</sup> + z<sup>1e-05</sup>" in unescape(re.sub(r"</?span[^>]*>", "", formulas))
    tables = re.findall(r"<table>.*?</table>", page, re.S)
    assert len(tables) == 2 and "sup>" not in "".join(tables)
    assert "x<y^2" in text(tables[0]) and "gradient of x<y" in text(tables[1])
    assert "x<y" not in page and "x&lt;y, x&lt;y × 3</td>" in tables[1]


def test_an_output_without_a_name_is_no_equation(html, text):
    """Its expression stands alone."""
    page = html(CELL + '\n```python walk alt="A sum"\na + b\n```')
    formulas = re.search(r'<p class="formulas">.*?</p>', page, re.S)[0]
    assert text(formulas).strip() == "a + b"


def test_a_walker_knows_the_lines_of_the_chapter(html, text):
    """Each named value, and an unnamed one by the line of its user."""
    page = html(CELL + '\n```python walk alt="The graph of L"\nL\n```')
    names = [node["name"] for node in data(page)]
    made = [[names[int(n[1:])] for n in nodes.split()] for nodes, _ in beside(page, text)]
    assert made == [["a"], ["b"], ["e"], ["e + 10", "tanh(e + 10)", "L"]]


def beside(page, text):
    """The lines of code that stand in the figure itself, each with the nodes that it made."""
    [stage] = re.findall(r'<div class="beside">(.*?)<p class="formulas">', page, re.S)
    found = re.findall(r'data-nodes="([n\d ]+)">(.*?)\n</span>', stage, re.S)
    return [(number, text(code)) for number, code in found]


def test_the_lines_that_made_a_graph_stand_beside_it(html, text):
    """Only those; the labels' lines made no value."""
    page = html(CELL + '\n```python walk alt="The graph of L"\nL\n```')
    assert [code for _, code in beside(page, text)] == [
        'a = Value(2.0, label="a")', 'b = Value(-3.0, label="b")',
        "e = a * b  # a line", "L = (e + 10).tanh() ** 2",
    ]  # fmt: skip


def test_one_line_is_no_code_beside_a_graph(html, text):
    """It stands above the figure already."""
    head = "```python exec\nfrom micrograd.engine import Value\n"
    page = html(f'{head}y = Value(2.0) * 3\n```\n\n```python walk alt="x"\ny\n```')
    assert beside(page, text) == []


def test_a_line_that_made_every_operation_is_no_code_beside_a_graph(html, text):
    """It would be lit in every step."""
    head = "```python exec\nfrom micrograd.engine import Value\na = Value(2.0, label='a')\n"
    for code, shown in (("L = a * 3 + 1", 0), ("b = a * 3\nL = b + 1", 3)):
        page = html(f'{head}{code}\n```\n\n```python walk alt="x"\nL\n```')
        assert len(beside(page, text)) == shown


def test_a_hidden_line_stays_hidden_beside_a_graph(html, text):
    """What its author left out of the cell is not in the figure either."""
    page = html(
        "```python exec\nfrom micrograd.engine import Value\na = Value(2.0, label='a')  # hide\n"
        "b = a * 3\nb.label = 'b'\nc = b + a\n```\n\n"
        '```python walk alt="x"\nc\n```'
    )
    assert [code for _, code in beside(page, text)] == ["b = a * 3", "c = b + a"]


def test_the_cell_of_a_walk_is_no_code_to_be_read(html, text):
    """It only hands over a graph; with `fold` its code is there for who asks."""
    for flag in ("", " fold"):
        page = html(CELL + f'\n```python walk{flag} alt="x"\nL + 1 - 1\n```')
        shown = "L + 1 - 1" in text(re.sub(r"<graph-walk.*</graph-walk>", "", page, flags=re.S))
        assert shown == bool(flag)


def test_a_walk_begins_finished_or_empty(html):
    """By the author's choice."""
    assert "<graph-walk>" in html(CELL + '\n```python walk alt="x"\nL\n```')
    page = html(CELL + '\n```python walk from="start" alt="x"\nL\n```')
    assert '<graph-walk data-from="start">' in page
    assert "·</text>" not in page  # without a script it stands complete all the same


def test_a_walk_watches_a_value_that_it_has(html, faults):
    """By its name; another is a fault."""
    page = html(CELL + '\n```python walk watch="b" alt="x"\nL\n```')
    assert '<graph-walk data-watch="b">' in page
    [fault] = faults(CELL + '\n```python walk watch="w" alt="x"\nL\n```')
    assert 'watch="w", but no value of the graph has this name' in fault


def test_presets_have_names(html):
    """A dict gives one section each."""
    page = html(CELL + '\n```python walk alt="Two"\n{"small": e, "large": L}\n```')
    assert page.count('<section class="preset') == 2 and 'data-name="large"' in page
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
    assert fault.startswith("docs/page.md:1: the engine's rule for `*` passes 3.0 to a")
    [fault] = faults('```python walk alt="x"\n1\n```')
    assert "docs/page.md:1" in fault
    [fault] = faults(
        f'```python order alt="x"\n{head}b=a+a+a+a\na.tanh().tanh().tanh().tanh().tanh()\n```'
    )
    assert "at most 5 nodes" in fault


@pytest.mark.parametrize("words", [False, True])
def test_a_walk_draws_what_the_package_draws(words):
    """One box, one arrow: the text of the drawing is the same, of values that have names."""
    a, b, _, d = diamond(value_class("step8_complete"))
    total = d**2 - b.tanh() * a
    for name, value in zip("stuv", DRAWING.trace(total)[-4:], strict=True):
        value.label = name
    for value in DRAWING.trace(total):
        value.label = value.label or "k"
    total.backward()
    own = DRAWING.draw_dot(total, words=words).source
    assert sorted(read(total).dot(graded=True, words=words).splitlines()) == sorted(
        own.splitlines()
    )
