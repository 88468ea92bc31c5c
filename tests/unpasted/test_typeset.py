"""What a line's end may not tear apart, and what is a minus."""

import re

import pytest

from unpasted.html import tree
from unpasted.html.typeset import join, tables

FORMULA = "<math><mi>x</mi></math>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"is {FORMULA}.", f'is <span class="together">{FORMULA}.</span>'),
        (f"({FORMULA}), so", f'<span class="together">({FORMULA}),</span> so'),
        (f"{FORMULA} is", f"{FORMULA} is"),
        ("<code>1e-3</code>", '<code><span class="together">1e-3</span></code>'),
        ("<code>a -b</code>", '<code><span class="together">a -b</span></code>'),
        ("<code>1 - 8 * rate</code>", '<code><span class="together">1 - 8 * rate</span></code>'),
        (
            "<code>a long one, all the same, -b</code>",
            '<code>a long one, all the same, <span class="together">-b</span></code>',
        ),
        ("<code>a_b</code>", "<code>a_b</code>"),
        ("<pre><code>1e-3</code></pre>", "<pre><code>1e-3</code></pre>"),
        ("between -1 and -.5, 1-2, e-3, (-4)", "between −1 and −.5, 1-2, e-3, (−4)"),
        ("<svg><text>-3.0</text></svg>", "<svg><text>−3.0</text></svg>"),
        (
            "<pre>-1</pre> <code>-1</code>",
            '<pre>-1</pre> <code><span class="together">-1</span></code>',
        ),
        ("<style>p { top: -1px }</style>", "<style>p { top: -1px }</style>"),
        (
            '<code class="value">-4.0</code>',
            '<code class="value"><span class="together">−4.0</span></code>',
        ),
    ],
)
def test_what_belongs_together_stays_together_and_a_minus_is_no_hyphen(html, expected):
    root = tree.parse(html)
    join(root)
    assert tree.write(root) == expected


def test_each_line_of_code_knows_its_indent(html):
    """Also one that the page only shows, and one that is chosen."""
    page = html('```py hl_lines="2"\ndef f():\n    return 1\n```')
    assert re.findall(r'<span class="(line[ \w]*)"( style="--in:4")?>', page) == [
        ("line", ""),
        ("line hll", ' style="--in:4"'),
    ]


@pytest.mark.parametrize(("line", "indents"), [("y = " + "x + " * 9 + "x", ["4"]), ("y = x", [])])
def test_a_long_line_of_a_printed_program_goes_on_behind_its_indent(html, line, indents):
    """Other outputs are one text."""
    page = html(f"```python exec\nprint('def f(x):\\n    {line}')\n```")
    output = page[page.index('class="output"') :]
    assert re.findall('class="line" style="--in:(.)"', output) == indents


@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize(("cause", "labelled"), [("a softmax " * 6, True), ("softmax", False)])
def test_the_cells_of_a_broad_table_know_their_columns(columns, cause, labelled):
    """A phone shows its rows as a list; a narrow one stays a table."""
    names = ["seen", "likely cause", "chapter"][:columns]
    heads = "".join(f"<th>{name}</th>" for name in names)
    cells = "".join(f"<td>{one}</td>" for one in ["loss", cause, "17"][:columns])
    root = tree.parse(
        f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody></table>"
    )
    tables(root)
    known = names if labelled else [None] * columns
    assert [cell.get("data-label") for cell in root.iter("td")] == known
