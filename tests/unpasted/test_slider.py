"""Pictures that take turns: what an author writes, and what stands on the page."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from tests.unpasted.conftest import data_in
from unpasted.kinds import slider, turns

PLOT = """```python slider alt="slope `= k * 2:.1f`" {options}
import matplotlib.pyplot as plt

def picture(k=[1, 2, 30]):
    fig, ax = plt.subplots()
    ax.plot([0, 1], [0, k])
    ax.plot([0, 1, 2], [5, 6, 5], "o")
    ax.set_ylim(0, 40)
    ax.set_title(f"k is {{k}}")
    return fig

picture
```"""
GRAPH = """```python slider alt="a leads to {n}" at="last"
import graphviz

def picture(n=(1, 22), m=range(2)):
    g = graphviz.Digraph()
    g.edge("a", f"n {n} of {m}")
    return g

picture
```""".replace("{n}", "`= n`", 1)


def drawings(page):
    """The drawings of a page."""
    return [ElementTree.fromstring(one) for one in re.findall(r"<svg.*?</svg>", page, re.S)]


def seen(drawing, number=None):
    """The words that a drawing shows, at first or as a picture's turn comes."""

    def shows(element):
        at = element.get("data-at")
        if at is None:
            return True
        return str(number) in at.split() if number is not None else not element.get("display")

    def walk(element):
        if not shows(element):
            return
        if element.tag.endswith("}text"):
            yield "".join(element.itertext())
        for child in element:
            yield from walk(child)

    return list(walk(drawing))


def test_each_value_has_its_picture_and_its_words(html):
    """The words begin with the value, and hold what is computed for it."""
    page = html(PLOT.format(options=""))
    assert data_in(page, "says") == [
        "k = 1: slope 2.0",
        "k = 2: slope 4.0",
        "k = 30: slope 60.0",
    ]
    for drawing in drawings(page):
        titles = [next(t for t in seen(drawing, n) if t.startswith("k is")) for n in range(3)]
        assert titles == ["k is 1", "k is 2", "k is 30"]


def test_a_parameter_is_no_value_of_the_page(html, faults):
    """Afterwards its name means what it meant before."""
    page = html("```python exec\nk = 7\n```\n\n" + PLOT.format(options="") + "\n\n`= k`")
    assert page.count('<code class="value">7</code>') == 1
    assert "NameError" in faults(PLOT.format(options="") + "\n\n`= k`")[0]


def test_the_first_picture_stands(html):
    """With its words as the title, its value at the control."""
    page = html(PLOT.format(options=""))
    assert [t for t in seen(drawings(page)[0]) if "k is" in t] == ["k is 1"]
    assert "<title" in page and ">k = 1: slope 2.0</title>" in page
    assert 'min="0" max="2" value="0"' in page and 'aria-valuetext="1"' in page
    assert 'aria-label="k"' in page and ">k = 1</span>" in page


@pytest.mark.parametrize(("at", "stands"), [("last", "k is 30"), ("2", "k is 2")])
def test_the_author_may_choose_which_stands(html, at, stands):
    """The last one, or that of a value."""
    page = html(PLOT.format(options=f'at="{at}"'))
    assert [t for t in seen(drawings(page)[0]) if "k is" in t] == [stands]


def test_values_show_with_their_unit(html):
    """As the author says."""
    page = html(PLOT.format(options='shows="way of k = {:.1f} m"'))
    assert data_in(page, "knobs") == [
        {"texts": ["1.0 m", "2.0 m", "30.0 m"], "shows": [f"way of k = {n} m" for n in ("1.0", "2.0", "30.0")]}
    ]  # fmt: skip
    assert 'aria-label="way of k"' in page


def test_pictures_may_have_titles(html):
    """A dict is dragged from title to title; each is told with its own."""
    cell = '{f"step {n}": graphviz.Digraph(body=[f"a{n}"]) for n in range(3)}'
    page = html(f'```python slider alt="it grows" at="last"\nimport graphviz\n{cell}\n```')
    assert data_in(page, "says") == [f"step {n}: it grows" for n in range(3)]
    assert 'aria-label="picture" aria-valuetext="step 2"' in page
    assert [seen(drawings(page)[0], n) for n in (None, 0, 1)] == [["a2"], ["a0"], ["a1"]]


def test_pictures_that_cannot_be_dragged_are_a_fault(faults):
    """A list, and a dict of one."""
    says = [faults(f'```python slider alt="x"\n{one}\n```')[0] for one in ("[1]", '{"a": 1}')]
    assert "ends with the name of a function, or a dict of titles and figures" in says[0]
    assert "the parameter picture has no list of values" in says[1]


def test_what_pictures_have_in_common_stands_once(html):
    """Three pictures weigh little more than one."""
    page = html(PLOT.format(options=""))
    one = html(PLOT.format(options="").replace("[1, 2, 30]", "[1, 30]"))
    assert page.count("<svg") == 2
    assert len(gzip.compress(page.encode())) < 1.15 * len(gzip.compress(one.encode()))
    assert page.count("data-at") <= 2 * 6  # in each drawing a line and a title


def test_two_parameters_make_a_picture_of_each_pair(html):
    """The second one turns faster; graphs are drawn as by a figure."""
    page = html(GRAPH)
    assert [says.partition(":")[0] for says in data_in(page, "says")] == [
        "n = 1, m = 0", "n = 1, m = 1", "n = 22, m = 0", "n = 22, m = 1",
    ]  # fmt: skip
    for drawing in drawings(page):
        assert [seen(drawing, n)[1] for n in range(4)] == [
            "n 1 of 0", "n 1 of 1", "n 22 of 0", "n 22 of 1",
        ]  # fmt: skip
        assert seen(drawing)[1] == "n 22 of 1"


def test_ids_are_the_pages_own(html):
    """Each once, and all that is referred to is there, in every picture."""
    page = html(f"{PLOT.format(options='')}\n\n{PLOT.format(options='')}\n\n{GRAPH}")
    ids = re.findall(r'\bid="([^"]+)"', page)
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page))
    assert len(ids) == len(set(ids))
    assert wanted and wanted <= set(ids)


def test_a_slider_is_the_same_in_every_build(html):
    """The same bytes."""
    assert html(PLOT.format(options="")) == html(PLOT.format(options=""))


def test_every_picture_comes_back_whole():
    """Whatever differs: attributes, words, how much there is, what is defined under one id."""
    start = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="{w}pt" height="9pt" viewBox="0 0 {w} 9">'
    )
    body = (
        '<defs><g id="dot"><text>{k}</text></g></defs><g id="x"><text>same</text>'
        '<text fill="{k}">{k}</text>{more}<text>end</text></g><use href="#dot"/></svg>'
    )
    pictures = [
        (start + body).format(k=k, w=10 + k, more=f"<text>more {k}</text>" * k) for k in (0, 1, 2)
    ]
    [drawing] = drawings(turns.one_of(pictures, "name", 1))
    defs = next(child for child in drawing if child.tag.endswith("}defs"))
    drawing.remove(defs)
    for k in (0, 1, 2):
        assert seen(drawing, k) == ["same", str(k), *[f"more {k}"] * k, "end"]
        [use] = [e for e in drawing.iter() if e.tag.endswith("}use") and str(k) in e.get("data-at")]
        [meant] = [one for one in defs if f"#{one.get('id')}" == use.get("href")]
        assert "".join(meant.itertext()) == str(k)
    assert (drawing.get("width"), drawing.get("viewBox")) == ("12pt", "0 0 12 9")
    assert seen(drawing) == ["same", "1", "more 1", "end"]


def test_a_fault_names_the_value(faults):
    """And the line in the function."""
    broken = PLOT.format(options="").replace("    ax.plot([0, 1], [0, k])", "    1 / (k - 2)")
    assert faults(broken) == ["docs/page.md:6: with k=2: ZeroDivisionError: division by zero"]


def test_a_slider_has_a_limit_of_weight(faults, monkeypatch):
    """The fault tells how heavy it is."""
    heavy = (
        '```python slider alt="noise"\nimport random\nimport matplotlib.pyplot as plt\n'
        "def noise(n=list(range(9))):\n    fig, ax = plt.subplots()\n"
        "    ax.plot([random.Random(n + i).random() for i in range(2000)])\n    return fig\n\nnoise\n```"
    )
    [fault] = faults(heavy)
    said = re.match(r"docs/page.md:1: the 9 pictures of this slider weigh (\d+) KB \(gzip\)", fault)
    assert int(said[1]) > slider.MOST_KB and f"may weigh {slider.MOST_KB}" in fault


@pytest.mark.parametrize(("values", "buttons"), [(12, 2), (13, 0)])
def test_few_values_are_stepped_through(html, values, buttons):
    """Up to twelve: each has a tick, and there are Back and Next."""
    page = html(PLOT.format(options="").replace("[1, 2, 30]", f"range({values})"))
    assert page.count("data-by=") == buttons
    assert (f'style="--last: {values - 1}"' in page) == bool(buttons)


def test_of_two_values_each_is_a_button(html):
    """The range is there for the script alone."""
    page = html(GRAPH)
    pressed = re.findall(r'aria-pressed="(\w+)">(\w+)<', page)
    assert pressed == [("false", "1"), ("true", "22"), ("false", "0"), ("true", "1")]
    assert page.count('type="range" hidden') == 2 and 'class="ends"' not in page


def test_a_slider_says_its_ends(html):
    """Below its track, with the minus that stands in its label."""
    page = html(PLOT.format(options="").replace("[1, 2, 30]", "[-2, 1, 2.5]"))
    assert "<span>−2</span><span>2.5</span>" in page
    [table] = data_in(page, "knobs")
    assert table["shows"] == ["k = −2", "k = 1", "k = 2.5"]
    falls = html(PLOT.format(options="").replace("[1, 2, 30]", "[2.5, 1, -2]"))
    assert "<span>2.5</span><span>down to −2</span>" in falls


def test_a_slider_writes_a_power_of_ten_as_plots_do(html):
    """Also where the fence says at which value it begins."""
    options = 'shows="k = {:g}" at="3e-07" '
    page = html(PLOT.format(options=options).replace("[1, 2, 30]", "[0.1, 3e-7, 1e-15]"))
    assert "<span>0.1</span><span>down to 10⁻¹⁵</span>" in page
    [table] = data_in(page, "knobs")
    assert table["shows"] == ["k = 0.1", "k = 3 × 10⁻⁷", "k = 10⁻¹⁵"]


def test_a_knob_moves_below_the_point_that_it_moves(html):
    """Where that goes evenly from left to right, in each room; else it is as wide as the figure."""
    dot = '    ax.plot({at}, 1, "o", gid="handle")\n    ax.set_ylim(0, 40)'
    across, turned = (
        html(PLOT.format(options="").replace("[1, 2, 30]", "[1, 2, 3]").replace("    ax.set_ylim(0, 40)", dot.format(at=at)))
        for at in ("k / 3", "k * k / 9")
    )  # fmt: skip
    assert 'class="knobs">' in turned
    shares = re.findall(r"--(?:from|to)(-s)?: ([\d.]+)%", across)
    assert [room for room, _ in shares] == ["", "", "-s", "-s"]
    at = [float(share) for _, share in shares]
    assert 0 < at[0] < at[1] < 100 and 0 < at[2] < at[3] < 100
    for drawing, first in zip(drawings(across), at[2::-2], strict=True):  # a phone's is first
        left, _, wide, _ = map(float, drawing.get("viewBox").split())
        xs = [float(one.get("x")) for one in drawing.iter() if one.tag.endswith("}use")]
        assert any(100 * (x - left) / wide == pytest.approx(first, abs=0.1) for x in xs)


ALIKE = """```python exec hide
import matplotlib.pyplot as plt

def plotted(top):
    fig, both = plt.subplots(1, 2)
    for ax in both:
        ax.plot([0, 1], [0, 1], color="#00ff00")
        ax.set(ylim=(0, 2), xlabel="across")
    both[0].set_ylim(0, top)
    return fig

figs = {"low": plotted(2), "high": plotted(4)}
made = [figs["low"], figs["high"]]
def picture(k=[0, 1]):
    return made[k]
```

```python slider alt="two lines"
picture
```

```python figure alt="the second"
made[1]
```"""


def test_a_line_stands_once_where_pictures_have_it_in_one_place(html):
    """In the panel whose limits change it is drawn for each; in the other one it is common."""
    for drawing in drawings(html(ALIKE))[:2]:
        lines = [one for one in drawing.iter() if "#00ff00" in one.get("style", "")]
        assert [one.get("data-at") for one in lines] == ["0", "1", None]


def test_a_figure_that_took_turns_is_whole_when_it_is_drawn_again(html):
    """What it had in common with the figure before it is in it."""
    for drawing in drawings(html(ALIKE))[2:]:
        words = seen(drawing)
        assert words.count("across") == 2 and "4" in words
        assert sum("#00ff00" in one.get("style", "") for one in drawing.iter()) == 2


def test_axes_that_scale_by_themselves_draw_the_same_line_anew(html):
    """The line from 0 to 1 is as long as its picture's axes have it: a farther point makes it short."""
    given = (
        PLOT.format(options="").replace("[0, k]", "[0, 1]").replace("[0, 1, 2], [5, 6, 5]", "k, k")
    )
    for drawing in drawings(html(given.replace("    ax.set_ylim(0, 40)\n", ""))):
        lines = [one for one in drawing.iter() if one.tag.endswith("}path")]
        long = {one.get("d"): one.get("data-at") for one in lines if "stroke-linecap: square" in one.get("style", "") and one.get("clip-path")}  # fmt: skip
        assert len(long) == 3 and sorted(long.values()) == ["0", "1", "2"]
