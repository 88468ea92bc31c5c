"""A graph is drawn for the rooms that it has: as its author has it where that fits, else downward."""

import re
from contextlib import closing

import pytest
from pygraphviz import AGraph

from unpasted import assets
from unpasted.kinds import drawing, svg

HEAD = "```python figure alt=\"x\"\nimport graphviz\ng = graphviz.Digraph(graph_attr={'rankdir': 'LR'})\n"
CHAIN = "for n in range({n}):\n    g.edge(f'node {{n}}', f'node {{n + 1}}')\ng\n```"
SVG = re.compile(r'<svg\b[^>]*?class="([^"]*)"[^>]*?>')


def drawings(page):
    """For each drawing its rooms, its size and what it may shrink to, in CSS pixels."""
    found = []
    for match in SVG.finditer(page):
        size = [
            float(x) * svg.PIXELS for x in re.findall(r'(?:width|height)="([\d.]+)pt"', match[0])
        ]
        drawn = re.search(r"--drawn: (\d+)px", match[0])
        found.append((match[1].split(), *size, svg.LEAST * float(drawn[1])))
    return found


@pytest.fixture
def chain(html):
    """The drawings of a chain of so many arrows."""
    return lambda n: drawings(html(HEAD + CHAIN.format(n=n)))


def test_a_graph_that_fits_a_phone_is_drawn_once(chain):
    """For all rooms."""
    [(own, width, height, _)] = chain(1)
    assert sorted(own) == ["room-l", "room-m", "room-s"]
    assert height < width <= svg.ROOMS["s"] / svg.SMALLEST


def test_a_wide_graph_has_a_drawing_that_goes_down(chain):
    """Each room has one drawing, and none that it does not fit."""
    wide, tall = chain(3)
    assert (wide[0], tall[0]) == (["room-l", "room-m"], ["room-s"])
    assert wide[1] > wide[2] and tall[1] < tall[2]
    for own, width, _, _ in (wide, tall):
        for room in own:
            assert width * svg.SMALLEST <= svg.ROOMS[room.removeprefix("room-")]


def test_every_room_has_exactly_one_drawing(chain):
    """However long the chain."""
    for n in (1, 3, 5, 9, 14):
        assert sorted(room for own, *_ in chain(n) for room in own) == ["room-l", "room-m", "room-s"]  # fmt: skip


def test_what_is_computed_stands_in_a_column(html):
    """Where a graph goes down, what else an operation takes stands beside it."""
    source = (
        "from micrograd.engine import Value\nfrom micrograd.draw import draw_dot\nw = Value(1.0)"
    )
    more = "for n in range(4):\n    w = w * n\ndraw_dot(w)"
    page = html(f'```python figure alt="x"\n{source}\n{more}\n```')
    [below] = [one for one in page.split("<svg")[1:] if 'class="room-s"' in one.partition(">")[0]]
    across = [float(x) for x in re.findall(r'<ellipse[^>]* cx="([\d.]+)"', below)]
    assert len(across) == 4 and max(across) - min(across) < 1


def test_a_walk_too_broad_for_its_stage_goes_on_to_the_right_where_it_is_zoomed(html):
    """On a broad screen; elsewhere, and on paper, it goes down."""
    source = 'from micrograd.engine import Value\nw = Value(1.0, label="w")\nfor _ in range(5):\n    w = w.tanh()'
    page = html(f'```python exec\n{source}\n```\n\n```python walk alt="A chain."\nw\n```')
    broad, tall = drawings(page)
    assert broad[0] == ["room-x"] and sorted(tall[0]) == ["room-l", "room-m", "room-s"]
    assert svg.ROOMS["l"] < broad[1] <= svg.STAGED["x"] and tall[1] < tall[2]


def test_a_walk_too_high_for_its_stage_has_its_columns_nearer(html):
    """In a room of middle breadth, where it fits so; on a phone it goes down, however high."""
    neuron = """from micrograd.engine import Value
w, x, v, y, b = (Value(1.0, label=one) for one in "wxvyb")
s = w * x + v * y
n = s + b
s.label, n.label = "sn"
"""
    walk = '```python walk alt="A neuron."\nn.tanh()\n```'
    page = html(f"```python exec\n{neuron}```\n\n{walk}")
    broad, middle, tall = drawings(page)
    assert [one[0][-1] for one in (broad, middle, tall)] == ["room-l", "room-m", "room-s"]
    assert middle[1] < broad[1] and middle[1] * svg.SMALLEST <= svg.ROOMS["m"]
    assert middle[2] < svg.HIGH < tall[2]


def test_no_drawing_shrinks_until_its_text_cannot_be_read(html):
    """The text of a graph has 14.7 pixels; it keeps 11."""
    page = html(HEAD + CHAIN.format(n=4))
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"', page)}
    for _, width, _, least in drawings(page):
        assert min(sizes) * least / (width / svg.PIXELS) >= 10.9  # of a min-width in whole pixels


def test_leaves_of_one_operation_stand_below_each_other(html):
    """Where side by side they would be too wide; what orders them so is not drawn."""
    fan = "for n in range(4):\n    g.edge(f'a leaf {n}', 'sum')\ng\n```"
    wide, tall = drawings(html(HEAD.replace("LR", "TB") + fan))
    assert wide[1] * svg.SMALLEST > svg.ROOMS["s"] >= tall[1] * svg.SMALLEST
    assert svg_edges(html(HEAD.replace("LR", "TB") + fan)) == [4, 4]


def svg_edges(page):
    """How many arrows each drawing shows."""
    return [len(re.findall(r'class="edge"', one)) for one in re.findall(r"<svg.*?</svg>", page, re.S)]  # fmt: skip


def test_two_drawings_share_no_id_and_each_has_its_words(html):
    """All are named, for whichever shows."""
    page = html(HEAD + CHAIN.format(n=4))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) and len(ids) > 9
    assert len(re.findall(r"<title [^>]*>x</title>", page)) == len(drawings(page)) == 2
    for name in re.findall(r'aria-labelledby="([^"]+)"', page):
        assert f'<title id="{name}">' in page


def test_a_graph_is_drawn_alike_whatever_was_drawn_of_it_before():
    below = {"rankdir": "TB", "id": "figure-1"}
    source = "digraph { rankdir=LR; a -> c [headport=w]; b -> c; d -> c }"
    with closing(AGraph(string=source)) as known, closing(AGraph(string=source)) as new:
        drawing.rendered(known, {"id": "figure-0"}, [])
        drawing.rendered(known, below, [("a", "b"), ("b", "d")])
        assert drawing.rendered(known, below, []) == drawing.rendered(new, below, [])


VALUE = """<
<table border="0" cellborder="0" cellspacing="0" cellpadding="0">
<tr><td cellpadding="1"><b>{0}</b></td></tr><tr><td port="box">
<table border="1" cellborder="0" cellspacing="0" cellpadding="3"><tr><td width="54">1.0</td></tr></table>
</td></tr></table>>"""


def of_values(upright, **called):
    """A drawing of `a`, which two operations take, and of `made` and `other`, which come of them."""
    boxes = "".join(
        f'{name} [label={VALUE.format(called.get(name, name))} shape=plain class="value{leaf}"]'
        for name, leaf in (("a", " leaf"), ("made", ""), ("other", ""))
    )
    arrows = 'a -> {p q} [tailport="box:e"] p -> made [headport=box] q -> other [headport=box]'
    layout = {"id": "f"} | ({"rankdir": "TB"} if upright else {})
    source = f"digraph {{ rankdir=LR {boxes} {arrows} }}"
    with closing(AGraph(string=source)) as graph:
        drawn = svg.of_graph(drawing.rendered(graph, layout, []), "f", {}, upright=upright)
    return {group.get("data-name"): group for group in drawn.iterfind(".//{*}g[@data-name]")}


def points(group, tag, key):
    found = svg.PAIR.findall(group.find(f"{{*}}{tag}").get(key))
    return [(float(x), float(y)) for x, y in found]


def test_an_arrow_from_above_comes_to_the_box_beside_a_short_name():
    """And ends above a longer one. Each name begins where its box does."""
    parts = of_values(upright=True, made="u", other="b + w1 × x1")
    ends = {}
    for name, arrow in (("made", "p->made"), ("other", "q->other")):
        label, frame = (parts[name].find(f"{{*}}{tag}") for tag in ("text", "rect"))
        left, wide = float(frame.get("x")), float(frame.get("width"))
        assert float(label.get("x")) == pytest.approx(left, abs=2)
        assert svg.CHARACTER * len(label.text) < wide + 2
        x, y = max(points(parts[arrow], "polygon", "points"), key=lambda point: point[1])
        assert left + wide / 2 == pytest.approx(x, abs=2)
        ends[name] = float(frame.get("y")) - y
    assert ends["made"] == pytest.approx(0, abs=3)
    assert ends["other"] > 11


def test_a_box_without_a_name_is_level_with_its_neighbour():
    """Where inputs stand above, side by side."""
    nameless = VALUE.replace('<tr><td cellpadding="1"><b>{0}</b></td></tr>', "")
    boxes = f"a [label={VALUE.format('a')} shape=plain] b [label={nameless} shape=plain]"
    source = f"digraph {{ node [fontsize=11] {boxes} a -> c; b -> c }}"
    with closing(AGraph(string=source)) as graph:
        drawn = svg.of_graph(drawing.rendered(graph, {"id": "f", "rankdir": "TB"}, []), "f", {})
    named, other = (drawn.find(f".//{{*}}g[@data-name='{name}']/{{*}}rect") for name in "ab")
    assert float(named.get("y")) == pytest.approx(float(other.get("y")), abs=1)


def test_the_line_in_a_dashed_box_is_dashed():
    half = '<tr><td width="54">1</td></tr>'
    table = f'<table style="dashed" border="1" cellborder="0">{half}<hr/>{half}</table>'
    source = f"digraph {{ a [label=<{table}> class=value shape=plain] }}"
    with closing(AGraph(string=source)) as graph:
        drawn = svg.of_graph(drawing.rendered(graph, {"id": "f"}, []), "f", {})
    frame, line = (drawn.find(f".//{{*}}{tag}[@stroke-dasharray]") for tag in ("rect", "polyline"))
    assert line.get("stroke-dasharray") == frame.get("stroke-dasharray")


def test_arrows_that_leave_one_box_leave_it_apart():
    parts = of_values(upright=False)
    ys = sorted(points(parts[arrow], "path", "d")[0][1] for arrow in ("a->p", "a->q"))
    assert ys[1] - ys[0] == pytest.approx(svg.TAILS, abs=0.5)


def test_scripts_are_told_each_size_that_they_ask_for():
    """A graph that a reader draws has no room, and no layout for it, if one is missing."""
    scripts = [*assets.HERE.glob("*.js"), *(assets.HERE.parent / "live").glob("*.js")]
    asked = re.compile(r"const \{([^{}]*)\} = unpasted\.figures;")
    names = {
        name.split(":")[0].strip()
        for script in scripts
        for found in asked.findall(script.read_text("utf-8"))
        for name in found.split(",")
    }
    assert "pixels" in names <= set(assets.FIGURES)
