"""A page's tree: what is read is what is written, wherever libxml2 knows less than a browser."""

import pytest

from unpasted.html import tree

KEPT = [
    "<p>a<wbr/>b<b>c</b></p>d",
    '<video><source src="a"/><track src="b"/>None</video>',
    '<svg viewBox="0 0 1 1"><clipPath id="c"><path d="M0,0"/></clipPath></svg>',
    '<svg><foreignObject><p>x</p></foreignObject><a xlink:href="#x"></a></svg>',
    '<h1 title="a &gt; b">A</h1>',
    '<a href="naïve page.html?a=b&amp;c=%20#ü">x</a>',
    '<math display="block"><mi>x</mi><mo>&lt;</mo><mspace width="1em"/></math>',
    "<style>p > a { color: red }</style><pre>&lt;style&gt;p &gt; a&lt;/style&gt;</pre>",
    '<own-element data-x="\'"></own-element><i></i><script></script>',
    "a b © &amp;notit; &lt;p&gt;",
    " <ul>\n <li>a</li>\n</ul> \n",
]


@pytest.mark.parametrize("html", KEPT)
def test_what_is_read_is_written(html):
    """Names of SVG, void elements, addresses, raw text, white space."""
    assert tree.write(tree.parse(html)) == html


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("a</div></p></body></html>b", "ab"),
        ("<!-- x --><?php y ?>a", "a"),
        ("<p>a<br>b", "<p>a<br/>b</p>"),
        ("<div/>a", "<div></div>a"),
        ("<button disabled>a</button>", '<button disabled="disabled">a</button>'),
        ("<svg viewbox='0'></svg>", '<svg viewBox="0"></svg>'),
        ("<embed src=a><wbr>b<i>c</i>", '<embed src="a"/><wbr/>b<i>c</i>'),
    ],
)
def test_what_is_wrong_is_put_right(html, written):
    """Nothing that follows is lost."""
    assert tree.write(tree.parse(html)) == written


def test_a_page_that_is_nested_too_deeply_is_a_fault(faults):
    """250 elements are well, and nothing in them is lost."""
    deep = "<div>" * tree.DEEPEST + "x" + "</div>" * tree.DEEPEST
    assert tree.write(tree.parse(deep)) == deep and not tree.too_deep(tree.parse(deep))
    assert tree.too_deep(tree.parse(f"<div>{deep}</div>"))
    assert faults(f"# Page\n\n<div>{deep}</div>\n") == [
        "docs/page.md:1: elements here nest deeper than 250"
    ]


def test_text_of_an_element_is_what_a_reader_sees():
    """Of a heading, without the link to itself."""
    root = tree.parse('<h2>A <code>b</code>\n c<a class="headerlink" href="#a">¶</a></h2>')
    assert tree.words_of(root[0]) == "A b c"
