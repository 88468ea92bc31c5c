"""A finished page as Markdown: another Markdown makes of it what it was."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from markdown import Markdown

from tests.tokens import tokens
from unpasted.export import host
from unpasted.html.tree import parse

EXTENSIONS = ["admonition", "attr_list", "def_list", "md_in_html", "tables", "toc",
              "pymdownx.superfences", "pymdownx.details"]  # fmt: skip


def markdown(html: str) -> str:
    """The Markdown of a page."""
    return host.markdown(SimpleNamespace(tree=parse(html)))


@pytest.mark.parametrize(
    "html",
    [
        '<h1 id="a">A * b_c_d &amp;lt; <code>__init__</code> [x](y)</h1>',
        '<h2 id="x_1">1. A <em>b</em><span class="n">2</span></h2>',
        "<p>- 1\n# 2\n\n> 3 *four* `five`</p>",
        "<div><pre><code>a\n\n\nb\n```\nc\n~~~~\n</code></pre></div>",
        "<ul><li>\n<p>a</p>\n\n<p>b [x](y)</p></li></ul>",
        '<book-x data-y="{&quot;a&quot;: &quot;[1](2)&quot;}"></book-x>',
        '<p>a</p><p><math><mi>x</mi></math> b</p><hr><p><img src="a.png" alt="*"></p>',
        '<p title="x"></p><table><tbody><tr><td>1 | 2</td></tr></tbody></table>',
    ],
)
def test_what_markdown_makes_of_a_page_is_the_page(html):
    """No sign in it means anything, no block ends before its end."""
    made = Markdown(extensions=EXTENSIONS).convert(markdown(html))
    assert [*tokens(parse(made))] == [*tokens(parse(html))]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<h2 id="x">X<a class="headerlink" href="#x">¶</a></h2>', "## X { #x }"),
        ('<h3 class="part">X</h3>', '<h3 class="part">X</h3>'),
        ('<h3 id="__x__">X</h3>', '<h3 id="__x__">X</h3>'),
        ('<p>To <a href="../two/b%20c.html#d">it</a>.</p>', '<p>To <a href="../two/b%20c.html#d">it</a>.</p>'),
        ('<p>To <a href="https://x.test/">it</a>.</p>', '<p>To <a href="https://x.test/">it</a>.</p>'),
    ],
)  # fmt: skip
def test_headings_are_the_hosts(html, expected):
    """Where Markdown can say them; all else is HTML."""
    assert markdown(html) == f"{expected}\n"
