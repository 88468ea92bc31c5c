"""A loop that learns: as the build runs it, and as a browser does, turn by turn."""

import json
import re
from html import unescape

import pytest

from unpasted.kinds import train
from unpasted.run import execute
from unpasted.run.execute import Sandbox

CELL = """```python train curve="loss" {options} alt="From `= first` to `= loss`."
w = 4.0
first = w
for step in range({turns}):
    loss = w * w
    w -= 0.1 * 2 * w
    if step % 100 == 0:
        print(f"{{step:3}} {{loss:.3f}}")
```"""
CODE = "w = 4.0\nfor step in range(50):\n    loss = w\n    w /= 2\n    print(step)"


def cell(turns=300, options=""):
    return CELL.format(turns=turns, options=options)


def heights(page):
    """How high each point of the curve stands, from 0 to 1."""
    axes = json.loads(unescape(re.search(r'data-axes="([^"]+)"', page)[1]))
    points = re.search(r'<polyline points="([^"]+)"', page)[1].split()
    ys = [float(point.partition(",")[2]) for point in points]
    return axes, [(204 - y) / (204 - 32) for y in ys]


def test_the_build_trains_to_the_end(html, text):
    """What was printed stands below the curve, and cells below find what was learned."""
    page = html(f"{cell()}\n\nIt took `= step + 1` turns to `= w < 1e-9`.")
    assert "It took 300 turns to True." in text(page)
    assert text(page).index("200 0.000") > text(page).index("From 4.0 to ")
    assert 'data-curve="loss"' in page


def test_a_curve_has_the_losses_in_its_axes(html):
    """A short one each loss; a long one its first, then the means of those between its points."""
    axes, short = heights(html(cell(turns=5)))
    losses = [16 * 0.8 ** (2 * n) for n in range(5)]
    expected = [(loss - axes["low"]) / (axes["high"] - axes["low"]) for loss in losses]
    assert short == pytest.approx(expected, abs=1e-3)
    assert axes["turns"] == 5
    axes, long = heights(html(cell(turns=240)))
    drawn = [16, (16 * 0.8**4 + 16 * 0.8**6) / 2]
    expected = [(loss - axes["low"]) / (axes["high"] - axes["low"]) for loss in drawn]
    assert len(long) == 120
    assert long[:2] == pytest.approx(expected, abs=1e-3)


def test_what_a_loss_is_compared_with_stands_beside_it(html, text):
    """Each mark has a line and its number, which the page may compute."""
    page = html(cell(options='marks="guessing `= first + 13:.1f`; none -2"'))
    assert "guessing 17" in text(page) and "none −2" in text(page)
    assert page.count("stroke-dasharray") == 2 * len(train.SIZES)


def test_a_curve_is_titled_by_its_name_which_stands_inside_the_picture(html):
    page = html(cell().replace("loss", "mean_loss"))
    assert re.findall(r'<text x="2" y="\d+" fill="[^"]+">([^<]+)<', page) == 2 * ["mean loss"]


@pytest.mark.parametrize(
    ("markdown", "says"),
    [
        (cell().replace('curve="loss"', ""), "a python train fence needs curve="),
        (cell().replace('"loss"', '"lost"'), "page.md:4: NameError: name 'lost' is not defined"),
        (cell(turns=0), "with one turn or more"),
        (cell().replace("= w * w", "= float('nan')"), 'curve="loss" is a finite number'),
        (cell().replace("= w * w", "= w / (step - 2)"), "page.md:5: ZeroDivisionError"),
        (cell(options='marks="guessing"'), "`guessing` has no number behind its words"),
        ('```python train curve="a" alt="a"\na = 1\n```', "a train cell ends in `for step in …:`"),
        ('```python train curve="a" alt="a"\nfor a in\n```', "page.md:2: SyntaxError"),
    ],
)
def test_what_cannot_be_a_training_is_told(faults, markdown, says):
    """At its line, with what to write."""
    [fault] = faults(markdown)
    assert says in fault


def trained(code, curve="loss", slices=100):
    """A page of the browser, and all that a training told in it."""
    page = Sandbox()
    came = page.train(1, code, curve)
    told = [came]
    while came["more"] and len(told) < slices:
        told.append(came := page.turn())
    return page, told


def test_in_a_page_a_loop_goes_on_slice_by_slice(monkeypatch):
    """First how many turns there will be; then each loss once, in order, and what it printed."""
    monkeypatch.setattr(execute, "SLICE", 0)
    _, told = trained(CODE)
    curve = [loss for came in told for loss in came["curve"]]
    assert curve == [50, *(4 / 2**n for n in range(50))]
    assert "\n".join(filter(None, (came["printed"] for came in told))).split() == [
        *map(str, range(50))
    ]
    assert [came["more"] for came in told][-2:] == [True, False]


def test_a_page_keeps_what_was_learned_when_it_stops(monkeypatch):
    """Variables are as the last turn left them, and another cell finds them."""
    monkeypatch.setattr(execute, "SLICE", 0)
    page, told = trained(CODE, slices=4)
    done = sum(len(came["curve"]) for came in told) - 1
    assert page.run(2, "print(w, step)")["printed"] == f"{4 / 2**done} {done - 1}"


def test_a_loop_is_the_one_that_python_runs():
    """`continue`, `break`, `else`, names of comprehensions: as in a script."""
    code = (
        "found, n = [], 7\n"
        "for k, (a, b) in enumerate(zip('abcd', 'efgh')):\n"
        "    loss = sum(n for n in range(k))\n"
        "    if k == 1: continue\n"
        "    import math\n"
        "    def f(): return k, n\n"
        "    found.append(f())\n"
        "    if k == 2: break\n"
        "else:\n"
        "    found = 'whole'"
    )
    script = {}
    exec(code, script)
    page, told = trained(code)
    names = ("found", "n", "k", "a", "b", "loss")
    assert told[-1]["raised"] == ""
    assert {name: page.namespace[name] for name in names} == {name: script[name] for name in names}
    assert "loop" not in page.namespace


def test_an_error_names_its_line():
    """Of the cell, in the turn that raised it; what was learned before is kept."""
    page, told = trained("for step in range(9):\n    loss = 1 / (3 - step)")
    assert told[-1]["raised"] == "loss = 1 / (3 - step)\nZeroDivisionError: division by zero"
    assert (told[-1]["line"], page.namespace["step"]) == (2, 3)


def test_a_loss_that_is_not_finite_is_none():
    """JSON has no word for it."""
    _, told = trained("for loss in (1.0, float('inf'), float('nan')):\n    pass")
    assert told[0]["curve"] == [3, 1.0, None, None]
    json.dumps(told, allow_nan=False)
