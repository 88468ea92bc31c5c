"""Formulas and computed values in sentences."""


def test_a_formula_becomes_mathml(html):
    """In the line, and on lines of its own."""
    page = html("Take $\\frac{dz}{dx}$.\n\n$$\n\\lim_{h \\to 0} x_h\n$$")
    assert "<p>Take <math><mfrac>" in page
    assert '<div class="formula"><math display="block">' in page
    assert "$" not in page


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
    assert "a heading takes no formula" in faults("# A `= 1` b")[0]


def test_reading_time_stands_under_a_chapters_title(bench):
    """Two hundred words a minute, rounded up; code does not count."""
    page = "# Title\n\n" + "word " * 900 + "\n\n```python exec\nx = 1\n```"
    chapter = bench.built(page, url="chapters/01.html").html
    assert chapter.index("</h1>") < chapter.index("5 min read")
    assert "min read" not in bench.html(page)
