"""What is written of a page's tree is to a browser what was read."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.unpasted.test_tree import KEPT
from unpasted.html import tree

HOSTILE = [
    *KEPT,
    "<p>a<p>b<h1>c</h1><ul><li>d<li>e</ul>",
    "<table><tr><td>a<td>b<tr><th>c</table>",
    "<dl><dt>a<dd>b<dt>c</dl><select><option>a<option>b</select>",
    "<p>x<wbr>y<embed src=a>z<img src=b alt=''>w",
    "<audio><source src=a>a</audio><picture><source srcset=b><img src=c></picture>",
    "<details open><summary>a</summary>b</details><input id=x>",
    "<pre>\n\nfoo\n</pre><pre>\nfoo</pre><textarea>\n<b></textarea>",
    "a &nbsp; &copy &notit; &unknown; &#x80; &#0; \t\n b",
    "<a href='x'>a<a href=y>b</a>",
    "<p title='a > b' class=\"'\">\"'</p><p data-x='<p>&amp;\n\t'></p>",
    "<svg viewBox='0 0 1 1' preserveAspectRatio='none'><linearGradient gradientUnits='x'/>"
    "<title>a &lt; b</title><style>a>b{}</style><text textLength=2>c</text></svg>d",
    "<svg><foreignObject><div><p>a<p>b</div></foreignObject><use xlink:href='#a'/></svg>",
    "<math><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup><mo stretchy=false>(</mo></math>.",
    "<math><semantics><mi>x</mi><annotation encoding='a'>x</annotation></semantics></math>",
    "<own-element><p>a<own-other>b</own-other></p></own-element><p>c<own-element>d",
    "a</div></body></html><p>b</p>",
    "<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby><bdi>c</bdi><mark>d</mark>",
    "<iframe><p>a</iframe><noframes><b></noframes><template></template>",
]

DIFFERENCE = """([read, written]) => {
  const told = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const names = [...node.attributes].map((one) => `${one.name}=${one.value}`).sort();
    const children = [...node.childNodes].flatMap(told);
    return [`<${node.namespaceURI} ${node.localName} ${names.join("|")}>`, ...children, "</>"];
  };
  const of = (html) => {
    const body = new DOMParser().parseFromString(`<body>${html}`, "text/html").body;
    body.normalize();
    return [...body.childNodes].flatMap(told);
  };
  const [before, after] = [of(read), of(written)];
  const at = before.findIndex((one, n) => one !== after[n]);
  if (at < 0 && before.length === after.length) return "";
  return `${before.slice(at, at + 3)} became ${after.slice(at, at + 3)}`;
}"""
"""What is different in two pieces of HTML, as a browser reads them."""


@pytest.fixture(scope="module")
def blank(browser) -> Page:
    return browser.new_page()


@pytest.mark.parametrize("html", HOSTILE)
def test_hostile_html_stays_what_it_is(blank, html):
    """Elements, attributes and texts of its DOM, in the namespaces that a browser gives them."""
    assert blank.evaluate(DIFFERENCE, [html, tree.write(tree.parse(html))]) == ""


@pytest.mark.parametrize("path", ["authoring/figures.html", "chapters/05-neuron.html"])
def test_a_page_stays_what_it_is(blank, site: Path, path):
    """Its drawings, formulas, questions and tables."""
    html = (site / path).read_text("utf-8")
    html = html[html.index("<article") : html.index("</article>")]
    assert blank.evaluate(DIFFERENCE, [html, tree.write(tree.parse(html))]) == ""


def test_a_difference_is_seen(blank):
    """In names, attributes, texts and nesting."""
    for other in ("<p>b</p>", "<p class=a>a</p>", "<b>a</b>", "<p><b>a</b></p>", "<p>a</p>b"):
        assert "became" in blank.evaluate(DIFFERENCE, ["<p>a</p>", other])
