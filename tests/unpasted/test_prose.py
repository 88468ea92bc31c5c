"""Formulas and computed values in sentences."""

import re

import pytest


def test_a_formula_becomes_mathml(html):
    """In the line, and on lines of its own."""
    page = html("Take $\\frac{dz}{dx}$.\n\n$$\n\\lim_{h \\to 0} x_h\n$$")
    assert re.search(r'<p>Take <span class="together"><math data-tex="[^"]+"><mfrac>', page)
    assert '<div class="formula"><math display="block" data-tex="' in page
    assert "$" not in page


def test_a_prime_is_no_index(html):
    """Its glyph is raised and small; as an index it would be so twice."""
    page = html("$f'$ and $f''(x)$")
    assert "msup" not in page and page.count("<mi>f</mi><mo") == 2
    page = html("${x^2}'$")
    assert "<mi>x</mi><mn>2</mn></msup>" in page and page.count("<msup>") == page.count("</msup>")


def test_indexes_hang_as_low_below_any_letter(html):
    """A base with a descender counts as one without."""
    page = html("$y_i o_i$")
    assert page.count('<msub><mpadded depth="0"><mi>y</mi></mpadded><mi>i</mi></msub>') == 1
    assert "<msub><mi>o</mi><mi>i</mi></msub>" in page


def test_markdown_leaves_formulas_alone(html):
    """Underscores and asterisks in a formula are TeX."""
    assert "<em>" not in html("$a_1 * b_1 * c_1$ and $x_2$")


def test_money_is_no_formula(html):
    """A dollar sign that is escaped, or stands before a blank, is one."""
    assert "<math" not in html("It costs \\$5, or 5 $ and 6 $.")


def test_code_is_no_formula(html):
    """Dollar signs between backticks stay."""
    assert "<code>$x$</code>" in html("`$x$`")


def test_a_formula_that_cannot_be_read_is_a_fault(faults):
    """With the line of the formula and the column in it."""
    assert faults("One.\n\nTwo $\\frac{a}$.") == [
        "docs/page.md:3: in the formula $\\frac{a}$, at character 8: Expected argument but reached "
        "end of input."
    ]


def test_data_and_gradients_have_their_colour(html):
    """\\data and \\grad mark up a symbol."""
    page = html("$\\data{x} \\grad{\\frac{a}{b}}$")
    assert '<mrow class="data">' in page or '<mi class="data">' in page
    assert 'class="grad"' in page and "style=" not in page


def test_a_value_is_computed_where_it_stands(html, text):
    """After the cells above it, before those below."""
    page = text(
        html(
            "```python exec\nx = 1\n```\n\nNow `= x`.\n\n```python exec\nx = 2\n```\n\n"
            "Then `= x / 3:.4f` and `= {'a': x}['a']`."
        )
    )
    assert "Now 1." in page and "Then 0.6667 and 2." in page


def test_a_value_that_fails_is_a_fault(bench):
    """Located, and shown where the value would be."""
    built = bench.built("One.\n\nTwo `= nope`.")
    assert built.faults == ["docs/page.md:3: NameError: name 'nope' is not defined"]
    assert 'class="fault"' in built.html


def test_headings_take_no_values(faults):
    """They would be lost in the table of contents."""
    assert "no formula and no value can stand in a heading" in faults("# A `= 1` b")[0]


def test_reading_time_stands_under_a_chapters_title(bench):
    """150 words a minute, one for a question with its reasons, five for an exercise with its words;
    code does not count."""
    page = "# Title\n\n" + "word " * 890 + "\n\n```python exec\nx = 1\n```\n"
    page += f"\n```predict\nTwo?\nanswer: 2\nwhy: {'so ' * 300}\n```\n"
    page += f"\n```exercise\nWrite it {'well ' * 300}.\n---\nx = 2\n```\n"
    chapter = bench.built(page, url="chapters/01.html").html
    assert chapter.index("</h1>") < chapter.index("7 minutes, and 5 for the exercises")
    assert "reading-time" not in bench.html(page)


def test_prices_in_two_paragraphs_are_no_formula(html):
    """Nor do two cells of a table share one."""
    assert "<math" not in html(
        "Pay $5 now.\n\nLater 4 US$ more.\n\n| a | b |\n|---|---|\n| $1 | 2$ |"
    )


def test_an_escaped_backtick_opens_no_code(html):
    """The value behind it is computed."""
    assert '<code class="value">2</code>' in html("A \\` tick and `= 1+1` value.")


def test_a_value_without_its_blank_is_a_fault(faults):
    """`=3+3` was meant; `=` and `+=` are code."""
    assert "`=3+3` is a value without a blank" in faults("It is `=3+3`.")[0]
    assert faults("One `=` and `+=` and `==`.") == []


def test_a_value_is_something_to_show(faults):
    """None is not, and its format must fit."""
    assert "is None" in faults("`= [].sort()`")[0]
    assert "format code" in faults("`= 'x':.2f`")[0]


def test_formats_are_told_from_expressions(html):
    """A slice, a dict and a lambda keep their colons."""
    page = html("`= [1, 2, 3][0:2]` `= {1: 2}[1]` `= 2 / 3:.3f` `= 'a':>3`")
    for shown in ("[1, 2]", ">2<", "0.667", ">  a<"):
        assert shown in page


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2 * 3.6 - 1e-15:~", "7.2"), ("1 / 3:~", "0.3333"), ("2 / 3000:~", "0.0006667"),
        ("12345.678:~", "12346.0"), ("16777217.0:~", "16777217.0"), ("5:~", "5"),
        ("3.14159:~0.01", "3.14"), ("float('inf'):~", "inf"), ("'a':~", "a"),
    ],
)  # fmt: skip
def test_a_tilde_rounds_to_the_digits_that_one_says(html, written, shown):
    """Four of them, or to within what stands behind it; what is no float stays as it is."""
    assert f'<code class="value">{shown}</code>' in html(f"`= {written}`")


def test_private_characters_are_refused(faults):
    """They are the marks' own."""
    assert "no page can hold" in faults("A \ue0003\ue001 b")[0]


def test_printed_values_are_no_values(html):
    """What a markdown cell prints is output: its formulas are read, its code is not run."""
    page = html("```python exec markdown\nx = 1\nprint('printed `= x` $y$')\n```")
    assert (
        '<code><span class="together">= x</span></code>' in page and '<math data-tex="y">' in page
    )


def test_a_printed_fence_is_refused(faults):
    """It would not run; nor would anybody see that it did not."""
    cell = "````python exec markdown\nprint('```python exec\\n1\\n```')\n````"
    assert "prints a fence that would not run" in faults(cell)[0]


def test_a_shown_comment_opener_ends_nothing(html):
    """An arrow before a comment does not hang the build."""
    assert "after" in html("x --> y <!-- todo --> after")


def test_a_link_leads_to_an_id_however_its_accents_are_typed(bench):
    """A letter with its accent, or the letter and then the accent."""
    page = bench.page("## A {#cafe\u0301}\n\n[a](#café) [b](#cafe\u0301)")
    assert page.ids == ["café"] and {*page.links} == {"#café"}


def test_backticks_around_nothing_are_told(faults):
    """A stray one before a value takes the value's first, and nothing would be computed."""
    assert "a backtick too many" in faults("` ` = 99999 + 1 ` `")[0]
