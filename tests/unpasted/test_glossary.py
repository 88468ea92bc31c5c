"""Terms are explained where a page first uses them."""

from unpasted.faults import Place
from unpasted.html import glossary, tree
from unpasted.html.glossary import Term

LIST = "# Glossary\n\nIntro.\n\ngradient, gradients\n: The `slopes`, see [x](y.md).\n    More of it.\n\nleaf node\n: Has no *inputs*.\n"
LEAF = Term("T", "leaf")
TERMS = {"leaf": LEAF, "leaves": LEAF, "seed": Term("S", "seed")}
LINK = '<a class="term" href="g.html#leaf" title="T">{}</a>'


def linked(html, page="g.html"):
    root = tree.parse(html)
    glossary.link_first(root, TERMS, page)
    return tree.write(root)


def test_terms_are_read_from_a_definition_list():
    """Each form has the plain text of its definition, and the id of its entry."""
    slopes = Term("The slopes, see x. More of it.", "gradient")
    assert glossary.read(LIST, Place("g.md", 1))[0] == {
        "gradient": slopes,
        "gradients": slopes,
        "leaf node": Term("Has no inputs.", "leaf-node"),
    }


def test_a_fence_holds_no_entry():
    """Its code has lines that look like forgotten definitions."""
    cell = "```python exec\na = 1\nb\n```\n\n"
    terms, faults = glossary.read(cell + LIST, Place("g.md", 1))
    assert "leaf node" in terms and faults == []
    forgotten = glossary.read(f"{cell}leaf\nNo inputs.", Place("g.md", 1))[1]
    assert [str(fault.place) for fault in forgotten] == ["g.md:6"]


def test_the_list_shows_one_form_of_a_term():
    """The page of the glossary is no list of plurals; each entry has its id."""
    shown = glossary.heads_only(LIST)
    assert "\ngradient {: #gradient }\n: The" in shown
    assert "\nleaf node {: #leaf-node }\n: Has" in shown


def test_headings_links_and_choices_hold_no_terms():
    """They keep their words; so does what is no sentence of the author's."""
    page = (
        '<h2 id="x">A leaf</h2><p><a href="y">leaf</a></p><ul class="choices"><li>leaf</li></ul>'
        "<code>leaf</code><svg><text>leaf</text></svg><own-element>leaf</own-element>"
    )
    assert linked(f"{page} leaf") == f"{page} {LINK.format('leaf')}"


def test_what_stands_around_an_authors_sentences_hides_no_term():
    """A figure that scrolls beside its text, and what waits for an answer, hold prose."""
    for around in ("scrolled-figure", "book-held"):
        page = f"<{around}><p>A {{}}.</p></{around}>"
        assert linked(page.format("leaf")) == page.format(LINK.format("leaf"))


def test_a_definition_shows_once_on_a_page():
    """At its first use; a plural counts as the same, and a part of a word as nothing."""
    assert linked("leaflet <b>leaf</b>, leaves leaf") == (
        f"leaflet <b>{LINK.format('leaf')}</b>, leaves leaf"
    )


def test_several_terms_of_one_sentence_are_explained():
    """What stands between them stays."""
    seed = '<a class="term" href="g.html#seed" title="S">seed</a>'
    expected = f"<p>A {LINK.format('leaf')}, a <b>big</b> {seed} &lt; 1.</p>"
    assert linked("<p>A leaf, a <b>big</b> seed &lt; 1.</p>") == expected


def test_a_backslash_says_that_a_word_means_something_else():
    """It is a word like any other then, and the next one is explained."""
    assert linked("\\leaf leaf") == "leaf " + LINK.format("leaf")


def test_an_abbreviation_of_an_authors_own_stays():
    """Also on the page of the glossary, where terms are words."""
    own = '<p><abbr title="HyperText">leaf</abbr></p>'
    assert linked(own) == own
    assert linked(f"{own}\\leaf", "") == f"{own}leaf"


def test_accents_are_the_same_however_they_are_typed():
    """A letter with its accent, or the letter and then the accent."""
    terms, faults = glossary.read("re\u0301sume\u0301\n: One.\n\nrésumé\n: Two.", Place("g.md", 1))
    assert [*terms] == ["résumé"] and "defined twice" in str(faults[0])
    root = tree.parse("<p>A re\u0301sume\u0301 here.</p>")
    glossary.link_first(root, terms, "g.html")
    assert '<a class="term"' in tree.write(root)
