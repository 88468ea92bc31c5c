"""A plot is drawn for a desk and for a phone, and reads in both."""

import math
import re
from itertools import accumulate
from xml.etree import ElementTree

import pytest

from unpasted.kinds import plots
from unpasted.live import inside
from unpasted.run.execute import Sandbox

START = '```python figure alt="a plot" hide\nimport matplotlib.pyplot as plt\n'


@pytest.fixture
def drawn(html):
    """The drawings of a plot, by the code that makes it."""

    def drawn(code):
        page = html(f"{START}{code}\n```")
        return [ElementTree.fromstring(one) for one in re.findall(r"<svg.*?</svg>", page, re.S)]

    return drawn


def size(drawing):
    return float(drawing.get("width")), float(drawing.get("height"))


def texts(drawing):
    return ["".join(t.itertext()) for t in drawing.iter() if t.tag.endswith("}text")]


def sizes(drawing):
    """The sizes of all texts as shown, in pixels."""
    scale = size(drawing)[0] / float(drawing.get("viewBox").split()[2])
    styles = [e.get("style", "") for e in drawing.iter() if e.tag.endswith(("}text", "}svg"))]
    found = [re.search(r"(?:font-size|font): ?(?:\w+ )?([\d.]+)px", style) for style in styles]
    return [float(one[1]) * scale for one in found if one]


ONE = "_, ax = plt.subplots({size})\nax.plot([1, 2, 300], [1, 5, 2])\nax.set_ylabel('up')\nax"
TWO = (
    "fig, (a, b) = plt.subplots(1, 2, figsize=(9, 3))\na.plot([1, 2])\na.set_xlabel('left one')\n"
    "b.plot([3, 4])\nb.set_xlabel('right one')\nfig.suptitle('both')\nfig"
)


def test_a_plot_is_drawn_for_two_rooms(drawn):
    """One fits a phone, one the stage of a page; each is named by the rooms it fits."""
    wide, narrow = drawn(ONE.format(size=""))
    assert wide.get("class") == "plot room-m room-l"
    assert narrow.get("class") == "plot room-s low"
    assert 689 < size(wide)[0] < 693 and 330 < size(narrow)[0] <= 340


@pytest.mark.parametrize("width", [3.5, 5, 6, 8, 14])
def test_figsize_gives_proportions_only(drawn, width):
    """A plot is as wide as its room, however large or small its author makes it; on a desk flatter."""
    wide, narrow = drawn(ONE.format(size=f"figsize=({width}, {width / 2})"))
    assert 689 < size(wide)[0] < 693 and 330 < size(narrow)[0] <= 340
    assert size(wide)[1] / size(wide)[0] == pytest.approx(0.4, abs=0.06)
    assert size(narrow)[1] / size(narrow)[0] == pytest.approx(0.64, abs=0.06)


def test_no_text_is_smaller_than_11_pixels(drawn):
    """Not where the page is narrowest for a drawing, and not where its author asks for it."""
    small = "ax.tick_params(labelsize=5)\nax.set_title('tiny', fontsize=4)\nax"
    for drawing, room in zip(drawn(ONE.format(size="") + f"\n{small}"), (620, 328), strict=True):
        shown = min(1, room / size(drawing)[0])
        assert min(sizes(drawing)) * shown >= 11
        assert "tiny" in texts(drawing)


def test_panels_stand_below_each_other_on_a_phone(drawn):
    """In the order in which they are read, under what stands above both."""
    wide, narrow = drawn(TWO)
    assert size(narrow)[1] > 1.2 * size(narrow)[0] > size(wide)[1]
    height = {
        "".join(t.itertext()): float(t.get("y"))
        for t in narrow.iter()
        if t.tag.endswith("}text") and "rotate(-90" not in t.get("transform", "")
    }
    assert height["both"] < height["left one"] < height["right one"]


def test_a_colour_bar_stays_beside_its_panel(drawn):
    """And takes no row of its own."""
    code = (
        "fig, ax = plt.subplots(figsize=(9, 4))\nimage = ax.scatter([1, 2], [1, 2], c=[0, 1])\n"
        "fig.colorbar(image, label='bar')\nfig"
    )
    _, narrow = drawn(code)
    assert size(narrow)[1] < size(narrow)[0]


def test_a_shared_axis_is_labelled_for_each_panel(drawn):
    """Below each other, both need its numbers."""
    code = (
        "fig, (a, b) = plt.subplots(1, 2, sharey=True, figsize=(9, 3))\na.plot([170, 180])\n"
        "b.plot([170, 180])\na.set_ylabel('height')\nfig"
    )
    wide, narrow = drawn(code)
    assert (texts(wide).count("height"), texts(narrow).count("height")) == (1, 2)
    assert texts(narrow).count("180") == 2


def test_a_plot_is_left_as_its_author_made_it(html, text):
    """Drawn again later, it is the same."""
    again = "print([float(n) for n in fig.get_size_inches()], a.get_position().bounds == at)"
    code = TWO.replace("\nfig.suptitle", "\nat = a.get_position().bounds\nfig.suptitle")
    page = html(f"{START}{code}\n```\n\n```python exec\n{again}\n```")
    assert "[9.0, 3.0] True" in text(page)


def test_exponents_are_large_enough_to_read(drawn):
    """Those of a formula wouldn't be, nor would raised letters."""
    for drawing in drawn("_, ax = plt.subplots()\nax.semilogy([1e-9, 1e5])\nax"):
        raised = [e for e in drawing.iter() if e.tag.endswith("}tspan")]
        assert any(e.text.startswith("−") for e in raised)
        assert all(float(e.get("font-size")) > 10 for e in raised)
        assert not re.search("[⁻⁰-⁹]", " ".join(texts(drawing)))


def test_numbers_have_short_tails(html):
    """A coordinate has two decimals at most, and words that look like one keep theirs."""
    code = ONE.format(size="").replace("'up'", "'d=\"3.14159\" x'")
    page = html(f"{START}{code}\n```")
    assert 'd="3.14159" x' in page
    numbers = re.findall(r'\s(?:d|x|y)="([^"]*)"', page.replace('d="3.14159" x', ""))
    assert numbers and not [one for one in numbers if re.search(r"\.\d{3}", one)]


def test_panels_of_one_shape_are_whole_on_a_phone(drawn):
    """Below each other they are narrower than their room, and nothing is cut off."""
    square = "fig, axes = plt.subplots(1, 3)\nfor ax in axes:\n    ax.plot([0, 1], [0, 1])\n"
    narrow = drawn(f"{square}    ax.set_aspect('equal')\nfig")[1]
    left, _, width, _ = map(float, narrow.get("viewBox").split())
    across = [float(one.get("x")) for one in narrow.iter() if one.get("x")]
    assert min(across) > left and max(across) < left + width
    assert size(narrow)[0] <= 340


def test_a_straight_edge_is_drawn_by_its_ends(drawn):
    """A point that lies on it says nothing; one at which it turns stays."""
    code = "_, ax = plt.subplots()\nax.fill_between(range(5), [1, 2, 3, 4, 2], color='#00ff00')\nax"
    for drawing in drawn(code):
        green = [one.get("d") for one in drawing.iter() if "#00ff00" in one.get("style", "")]
        (area,) = [path for path in green if path]
        steps = [float(one) for one in re.findall(r"-?[\d.]+", area)]
        across, down = ([round(x, 1) for x in accumulate(steps[i::2])] for i in (0, 1))
        assert len({*zip(across, down, strict=True)}) == 5
        left, peak, right = min(across), across[down.index(min(down))], max(across)
        assert peak - left == pytest.approx(0.75 * (right - left), abs=0.2)


@pytest.mark.parametrize(("alpha", "near"), [(0.1, 0.7), (0.5, 0.3)])
def test_the_edge_of_a_faint_tint_is_told_in_half_units(drawn, alpha, near):
    """A tenth is told where a tint is strong; no edge is off by more than may be seen."""
    code = (
        "_, ax = plt.subplots()\nside = [x / 20 - 1 for x in range(41)]\n"
        "field = [[x * x + y * y for x in side] for y in side]\n"
        f"ax.contourf(side, side, field, levels=[-1, 0.5], colors=[('#00ff00', {alpha})])\nax"
    )
    for drawing in drawn(code):
        green = [one.get("d") for one in drawing.iter() if "#00ff00" in one.get("style", "")]
        (disc,) = [path for path in green if path]
        steps = [float(one) for one in re.findall(r"-?[\d.]+", disc)]
        assert all(2 * step == int(2 * step) for step in steps) == (alpha < 0.2)
        xs, ys = ([*accumulate(steps[i::2])] for i in (0, 1))
        (x, broad), (y, high) = (
            ((min(one) + max(one)) / 2, (max(one) - min(one)) / 2) for one in (xs, ys)
        )
        for across, down in zip(xs, ys, strict=True):
            away = math.hypot((across - x) / broad, (down - y) / high)
            assert away == pytest.approx(1, abs=near / min(broad, high))


def test_where_no_plot_is_drawn_a_reader_is_told_so():
    """What stands for matplotlib in a browser has every attribute, those of a graph's text too."""
    page = Sandbox()
    page.namespace["fig"] = inside._Plots("figure")
    assert page.run(1, "fig")["drawn"] == {"missing": "matplotlib"}


FADING = (
    "_, ax = plt.subplots()\nax.axis([0, 2, 0, 1])\n"
    "stops = ' '.join(f'{k / 10} {k / 20}' for k in range(11))\n"
    "ax.fill([0, 2, 3, 1], [0, 0, 1, 1], color='#1d4ed8', gid=f'fade {stops}')\nax"
)


def test_a_shape_may_fade_from_its_first_side_to_the_next(drawn):
    """By one gradient in its own colour, at right angles to that side, with no stop too many."""
    for drawing in drawn(FADING):
        [gradient] = [e for e in drawing.iter() if e.tag.endswith("}linearGradient")]
        [shape] = [e for e in drawing.iter() if gradient.get("id") in e.get("style", "")]
        looks = [(stop.get("offset"), stop.get("style")) for stop in gradient]
        blue = "stop-color: var(--data); stop-opacity:"
        assert looks == [("0", f"{blue} 0"), ("1", f"{blue} 0.5")]
        *_, across, up, _, _ = (float(n) for n in re.findall(r"-?[\d.]+", shape.get("d")))
        x1, y1, x2, y2 = (float(gradient.get(key)) for key in ("x1", "y1", "x2", "y2"))
        way = math.hypot(x2 - x1, y2 - y1) * math.hypot(across, up)
        assert abs((x2 - x1) * across + (y2 - y1) * up) < 0.01 * way


def test_code_in_a_plot_is_in_the_face_of_code(html):
    """And all other words in that of the page."""
    shown = html(
        """
        ```python figure alt="Two words."
        import matplotlib.pyplot as plt
        fig, ax = plt.subplots()
        ax.text(0, 0, "word")
        ax.text(0, 1, "code", family="monospace")
        fig
        ```
        """
    )
    fonts = dict(re.findall(r'<text style="([^"]*)"[^>]*>(code|word)<', shown))
    told = {word: "var(--mono" in style for style, word in fonts.items()}
    assert told == {"code": True, "word": False}


def test_the_copy_of_a_plot_knows_the_words_on_its_axis():
    """Python 3.14 copies no iterator, and matplotlib counts them by one."""
    import matplotlib.pyplot as plt

    fig, ax = plt.subplots()
    ax.barh(["yours", "finished"], [2, 1])
    copy = plots.copied(fig)
    copy.axes[0].barh(["finished", "a third"], [3, 4])
    assert [one.get_y() + 0.4 for one in copy.axes[0].patches] == [0, 1, 1, 2]
    assert len(ax.patches) == 2 and type(ax.yaxis.units).__name__ == "UnitData"
    assert list(ax.yaxis.units._mapping) == ["yours", "finished"]
    plt.close(fig)
