"""What is left on a finished page as text, and what is meant so."""

import pytest

from unpasted.html import tree
from unpasted.html.lint import left_in


def left(html):
    return [texts[0] for texts, _ in left_in(tree.parse(html), (), ("predict",))]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>so $$x$$ is</p>", "$$"),
        (r"<p>so \frac{a}{b} is</p>", r"\frac{"),
        ("<p>see [this][that] now</p>", "[this][that]"),
        ("<p>so it is[^1]</p>", "[^1]"),
        ("<p>```python</p>", "```"),
        ("<book-question><p>!!! note</p></book-question>", "!!! note"),
    ],
)
def test_what_is_left_as_text_is_found(html, text):
    """In what a question asks, too."""
    assert text in left(html)[0]


@pytest.mark.parametrize(
    "html",
    [
        "<pre>$$ [a][b]</pre><code>x[0][1]</code><svg><title>$$</title></svg>",
        "<p>take <code>x</code>[0][1]</p>",
        r'<p>so <span class="arithmatex">\(\frac{a}{b}\)</span></p>',
        "<p>one [ and</p><p>two ][ three]</p>",
    ],
)
def test_what_is_meant_so_is_not(html):
    """Code, drawings, a formula for a script of the book, and brackets that belong to code or to two paragraphs."""
    assert left(html) == []
