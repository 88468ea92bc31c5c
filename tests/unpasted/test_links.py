"""What a page may hold, and where its links lead."""

import pytest

from unpasted.html import tree
from unpasted.html.links import IDS, found_in, lead, problem_of


def found(html):
    return found_in(tree.parse(html))


def test_ids_and_links_are_found_wherever_they_stand():
    """In drawings too, and behind a sign that looks like the end of a tag."""
    html = (
        '<h1 id="a" title="x > y">A</h1><a href="b.html?c=1&amp;d#e">B</a><img src="c d.png">'
        '<svg><a xlink:href="#f"><g id="f"/></a><use href="#f"/><image href="g.png"/></svg>'
        '<source srcset="h.png 1x, i.png 2x"><img src="data:,">'
    )
    links = ["b.html?c=1&d#e", "c d.png", "#f", "g.png", "h.png", "i.png"]
    assert IDS(tree.parse(html)) == ["a", "f"] and found(html)[0] == links


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<script>x</script>", "<script"),
        ('<p title=">"><iframe src="x.html"></iframe></p>', "<iframe"),
        ("<svg><g onclick='x()'/></svg>", "onclick="),
        ("<a href=' java\tscript:x()'>a</a>", " java\tscript:x()"),
        ('<img src="https://x.test/a.png">', "https://x.test/a.png"),
        ('<svg><image xlink:href="//x.test/a.png"/></svg>', "//x.test/a.png"),
    ],
)
def test_what_no_page_may_hold_is_found(html, text):
    """By a text to find it in the source."""
    assert [one for one, _ in found(html)[1]] == [text]


def test_a_link_may_lead_to_another_host():
    """Nothing is loaded from there."""
    assert found('<a href="https://x.test/">x</a>')[1] == []


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        ("02-halves.md", "the link 02-halves.md stands in HTML, where it names 02-halves.html"),
        ("02-havles.md", "did you mean 02-halves.md?"),
        ("02-havles.html", "did you mean 02-halves.html?"),
        ("../one/02-havles.md#x", "did you mean 02-halves.md?"),
        ("02-halves.html#thre", "did you mean #there?"),
    ],
)
def test_a_name_is_suggested_as_it_was_written(link, hint):
    """The file of a page, or its address."""
    ids = {"one/02-halves.html": {"there"}, "one/01.html": set()}
    assert (problem_of(link, "one/01.html", ids, ()) or "").endswith(hint)


def test_links_lead_elsewhere_one_by_one():
    """Each of a srcset by itself; those into the world stay, those without a way go."""
    html = '<img srcset="a.png.webp 1x, a.png 2x"><a href="b.html#c">b</a><a href="d.html">d</a><a href="https://x.test/">x</a><a href="//y.test/">y</a>'
    root = tree.parse(html)
    lead(root, "one/p.html", lambda target, link, leads: "" if "d" in target else f"/{target}")
    assert tree.write(root) == (
        '<img srcset="/one/a.png.webp 1x, /one/a.png 2x"><a href="/one/b.html">b</a><a>d</a>'
        '<a href="https://x.test/">x</a><a href="https://y.test/">y</a>'
    ).replace('2x">', '2x"/>')
