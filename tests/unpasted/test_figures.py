"""A figure is accessible, reads in both schemes, and is the same in every build."""

import re

import pytest

DOT = (
    '```python figure alt="{alt}" caption="With `c` below"\nimport graphviz\n'
    'g = graphviz.Digraph()\ng.edge("a", "b")\ng\n```'
)


def test_a_graph_becomes_an_inline_svg(html):
    """With a role, a title that is its text alternative, and a caption."""
    page = html(DOT.format(alt="a leads to b"))
    name = re.search(r'<svg [^>]*role="img" aria-labelledby="([^"]+)"', page)[1]
    assert f'<title id="{name}">a leads to b</title>' in page
    assert "<figcaption>With <code>c</code> below</figcaption>" in page


def test_ids_are_unique_on_a_page(html):
    """Two drawings of the same graph share no id."""
    page = html("\n\n".join(DOT.format(alt="x") for _ in range(3)) + "\n\n" + PLOT)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) and len(ids) > 9


def test_an_id_given_twice_is_a_fault(faults):
    """Whoever printed it."""
    cell = "```python exec markdown\nprint('<b id=\"twice\">x</b>')\n```"
    assert faults(f"{cell}\n\n{cell}") == ["docs/page.md:5: the id `twice` is on this page already"]


PLOT = (
    '```python figure alt="a line" hide\nimport matplotlib.pyplot as plt\n'
    "_, ax = plt.subplots()\nax.plot([1, 2], [3, 4], label='<x>')\nax.legend()\nax\n```"
)


def test_a_plot_becomes_an_inline_svg(html):
    """The same plot gives the same bytes; its text stays text; it bears no date."""
    page = html(PLOT)
    assert page == html(PLOT)
    assert "&lt;x&gt;" in page and "<metadata" not in page and "<text" in page


def test_references_in_a_plot_lead_to_its_own_ids(html):
    """Markers and clip paths are found under their new names."""
    page = html(PLOT)
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page))
    assert wanted and wanted <= ids


def test_what_is_no_figure_is_a_fault(faults):
    """The message says what came and what to write."""
    [fault] = faults('```python figure alt="x"\n42\n```')
    assert fault.startswith("docs/page.md:1: a figure cell ends with an expression that is a")
    assert "of type int" in fault and "draw_dot(value)" in fault
    assert "nothing (None)" in faults('```python figure alt="x"\nx = 1\n```')[0]


def test_dot_that_cannot_be_drawn_is_a_fault(faults):
    """A graph with bad DOT does not end the build."""
    [fault] = faults(
        '```python figure alt="x"\nimport graphviz\n'
        'graphviz.Digraph(body=["this is { not dot"])\n```'
    )
    assert fault.startswith("docs/page.md:1: ")


def test_alt_text_is_escaped(html):
    """Words like a < b do no harm."""
    assert "a &lt; b &amp; c" in html(DOT.format(alt="a < b & c"))


def test_colours_in_labels_stay(html):
    """Only the drawing's own are the page's."""
    page = html(
        '```python figure alt="a colour"\nimport graphviz\n'
        'graphviz.Digraph(body=[\'a [label="#808080 is #000000", color="#808080"]\'])\n```'
    )
    assert "#808080 is #000000" in page and 'stroke="var(--faint)"' in page


def test_a_comment_in_dot_does_no_harm(html):
    """Braces before the graph's own are text."""
    html(
        '```python figure alt="x y"\nimport graphviz\ngraphviz.Digraph(comment="set {x}", body=[\'a\'])\n```'
    )


def test_plots_are_closed(html, text):
    """A page of many plots keeps none open."""
    page = html(PLOT + "\n\n```python exec\nprint('open:', plt.get_fignums())\n```")
    assert "open: []" in text(page)


@pytest.mark.parametrize("kind", ["figure", "walk"])
def test_an_empty_drawing_is_a_fault(faults, kind):
    """No graph, no plot and no walk of nothing is published."""
    empty = {
        "figure": ["graphviz.Digraph()", "plt.subplots()[1]"],
        "walk": ["Value(1.0)", "{}"],
    }
    for last in empty[kind]:
        [fault] = faults(
            f'```python {kind} alt="x"\nimport graphviz\nimport matplotlib.pyplot as plt\n'
            f"from micrograd.engine import Value\n{last}\n```"
        )
        assert fault.startswith("docs/page.md:1: ")


def test_a_plot_may_show_anything_in_its_words(html):
    """What looks like an attribute or a colour in a title is text."""
    page = html(PLOT.replace("ax.legend()", "ax.set_title('id=\"a\" fill: #000000')"))
    assert 'id="a" fill: #000000' in page


def test_a_caption_takes_no_markdown(faults):
    """A link would stand there in brackets; the fault says where to write it."""
    [fault] = faults(DOT.format(alt="x").replace("With `c` below", "See [it](x.md)"))
    assert "a caption holds words, `code`, formulas and values" in fault


def test_alt_text_holds_computed_values(html):
    """As a sentence does."""
    assert ">x is 4</title>" in html(
        '```python figure alt="x is `= 2 + 2`"\nimport graphviz\ngraphviz.Digraph(body=[chr(97)])\n```'
    )


def test_a_sign_of_a_captions_key_is_told_from_the_same_sign_in_its_sentences(html):
    """Bound to the words for what it marks, it has a colour; as an operation it's text."""
    caption = "Flips at the × −1. ×\xa0none, ●\xa0frost, ◯\xa0wrong"
    page = html(
        f'```python figure alt="x" caption="{caption}"\nimport graphviz\n'
        "graphviz.Digraph(body=[chr(97)])\n```"
    )
    keyed = re.findall(r'<span data-key="(.)">(.)</span>\xa0(\w+)', page)
    assert keyed == [("×", "×", "none"), ("●", "●", "frost"), ("◯", "◯", "wrong")]


def test_the_sentence_that_explains_signs_stands_by_itself(html):
    """Whole, whatever dots are in it; a sign in another sentence makes no key of that."""
    caption = "×\xa0`b.grad` at 0.5, ●\xa0none. Then 3 ×\xa010 steps."
    page = html(
        f'```python figure alt="x" caption="{caption}"\nimport graphviz\n'
        "graphviz.Digraph(body=[chr(97)])\n```"
    )
    key = re.search(r'<figcaption><span class="signs">(.*)</span> Then', page)[1]
    assert re.sub("<[^>]+>", "", key) == "×\xa0b.grad at 0.5, ●\xa0none."
    assert page.count('class="signs"') == 1


def test_captions_are_escaped(html):
    """All but code."""
    page = html(
        '```python figure alt="x" caption="a < `b`"\nimport graphviz\ngraphviz.Digraph(body=[chr(97)])\n```'
    )
    assert "<figcaption>a &lt; <code>b</code></figcaption>" in page
