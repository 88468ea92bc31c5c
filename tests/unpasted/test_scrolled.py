"""A graph that fills beside the text: its states, what is around them, and what they give away."""

import json
import re

import pytest

from unpasted.export import notebook
from unpasted.export.still import still

VALUES = """
```python exec
from micrograd.draw import draw_dot
from micrograd.steps.step4_grad import Value

a = Value(2.0, label="a")
b = Value(-3.0, label="b")
c = a * b
c.label = "c"
```
"""
MOVE = """
```python exec
a.grad = 1.0 * b.data
```
"""
ASKS = """
```predict{}
What is the gradient of `a`?
answer: a.grad
---
a.grad = b.data
```
"""


def state(known: str, caption: str = "A state.") -> str:
    return (
        f'\n```python figure scrolled alt="Boxes a, b and c." caption="{caption}"\n'
        f"draw_dot(c, with_grad=[{known}])\n```\n"
    )


def test_its_passages_are_wrapped_up_to_the_end_of_its_last_section(html):
    """Each state where it stands, numbered, its code unseen; deeper headings are within."""
    page = html(
        f"# T\n\nBefore.\n{VALUES}{state('')}\n## One\n\nWords.\n{MOVE}{state('a', 'Moved.')}"
        "\nMore.\n\n### Deeper\n\nStill there.\n\n## Two\n\nAfter.\n"
    )
    before, inside, after = re.split("</?scrolled-figure>", page)
    assert "Before." in before and "After." in after
    assert re.findall(r'data-scrolled="(\d)"', inside) == ["0", "1"]
    assert inside.index("<h2") < inside.index("Words.") < inside.index("Moved.")
    assert "Still there." in inside and "draw_dot" not in inside
    assert [inside.count(f">{text}</figcaption>") for text in ("A state.", "Moved.")] == [1, 1]


def test_each_panel_has_a_figure_of_its_own(html):
    """As the guide for authors has one in a frame."""
    panel = f'<div class="panel" markdown="block">\n{state("")}{state("c")}\n</div>\n\n'
    page = html(VALUES + panel + panel)
    assert re.findall(r'data-scrolled="(\d)"', page) == ["0", "1"] * 2
    assert page.count("<scrolled-figure>") == 2


def test_a_state_of_another_graph_is_a_fault(faults):
    """At its line; so is what is no graph of values."""
    says = "a scrolled figure is a graph of values; each state draws the same boxes, in the same layouts"
    [fault] = faults(VALUES + state("") + state("").replace("(c,", "(c + a,"))
    assert fault.endswith(says) and "docs/page.md:15:" in fault
    plot = '\n```python figure scrolled alt="x"\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.gcf()\n```\n'
    [fault] = faults(plot)
    assert fault.endswith(says)


@pytest.mark.parametrize(
    "page",
    [
        state("") + ASKS.format("") + state("a"),
        state("") + ASKS.format("") + "\nWords.\n\n## Next\n" + state("a"),
        state("") + MOVE + state("a") + "\n## Next\n" + ASKS.format("") + state("a, b"),
    ],
    ids=["behind it", "in the next section, on the same screen", "in the section before"],
)
def test_a_state_beside_a_question_gives_its_answer_away(faults, page):
    """For it shows beside all that is on the screen, whatever its section."""
    [fault] = faults(VALUES + page)
    assert "its answer is in sight: “" in fault


@pytest.mark.parametrize(
    "page",
    [
        state("") + ASKS.format(" holds") + state("a"),
        state("") + ASKS.format("") + "\nWords go by here.\n\n" * 40 + state("a"),
        state("") + state("b") + "\n## Next\n" + ASKS.format(" holds") + state("a, b"),
    ],
    ids=["held back", "a screen further", "another gradient"],
)
def test_a_state_that_cannot_be_seen_yet_gives_nothing_away(faults, page):
    """What a question holds back shows when it is answered."""
    assert faults(VALUES + page) == []


def test_every_state_stands_in_what_has_no_script(bench):
    """In print, in an EPUB, in a notebook: in its place, and nothing around it."""
    page = bench.page(f"# T\n{VALUES}{state('')}\nWords.\n{MOVE}{state('a', 'Moved.')}\nMore.\n")
    assert page.faults == []
    plain = still(page.tree)
    assert next(plain.iter("scrolled-figure"), None) is None
    said = plain.text_content()
    assert (
        said.index("A state.") < said.index("Words.") < said.index("Moved.") < said.index("More.")
    )
    page.number, page.path = 1, "page.md"
    bench.book.pages = {"page.md": page}
    cells = notebook.notebook(bench.book, page)["cells"]
    bench.book.pages = {}
    told = json.dumps(cells)
    assert told.count("image/svg+xml") == 2
    assert told.index("A state.") < told.index("Words.") < told.index("Moved.")


def test_its_states_are_one_figure_to_read(bench):
    """A state more takes no minute more."""
    once = bench.page(VALUES + state("") + state("c"))
    twice = bench.page(VALUES + state("") + state("c") * 3)
    assert once.minutes == twice.minutes
