"""Views of the same thing have a name each, and one switch."""

import pytest

FIGURE = '```python figure alt="x" hide\nimport graphviz\ngraphviz.Digraph(body=[chr(97)])\n```\n\n'
SWITCH = "<figure-views></figure-views>\n\n"


def views(names=' data-names="A, B"', held=2 * FIGURE + SWITCH, close="</div>\n", kind="views"):
    return f'Text.\n\n<div class="{kind}" markdown="block"{names}>\n\n{held}{close}'


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (views(held=3 * FIGURE + SWITCH), 'data-names="A, B" does not name the 3 figures'),
        (views(held=FIGURE + SWITCH), 'data-names="A, B" does not name the 1 figure of'),
        (views(' data-names="A,,B"'), 'write one for each: data-names="Graph view, Network view"'),
        (views(' data-names="A,"'), "does not name the 2 figures"),
        (views(""), 'data-names="" does not name the 2 figures'),
        (views(held=2 * FIGURE), "these views have 0 switches; write <figure-views></fig"),
        (views(held=2 * FIGURE + 2 * SWITCH), "these views have 2 switches"),
        (views(close=""), "these views are never closed; write </div>"),
    ],
)
def test_views_that_cannot_be_switched_are_a_fault(faults, page, says):
    """At the line of their div, with what to write."""
    [fault] = faults(page)
    assert fault.startswith("docs/page.md:3: ") and says in fault


def test_a_switch_outside_of_views_is_a_fault(faults):
    """At its own line: its div may bear another name."""
    [fault] = faults(views(kind="view"))
    assert fault == 'docs/page.md:15: this switch stands in no views; write <div class="views" …'


def test_a_fault_of_views_shows_in_the_page(bench):
    """And the figures stand."""
    page = bench.built(views("")).html
    assert 'role="alert"' in page and page.count('<figure class="drawing"') == 2


def test_views_of_all_kinds_are_sound(html):
    """Two of them, divs within, cells without a figure, and talk of them."""
    held = f"<div>\n\n{FIGURE}</div>\n\n```python exec\n1\n```\n\n{FIGURE}{SWITCH}"
    page = html(views() + "\n" + views(held=held) + '\n`<div class="views">` `<figure-views>`')
    assert page.count('<div class="views"') == 2
