"""Terms are explained where a page first uses them."""

from unpasted.faults import Place
from unpasted.html import glossary, tree
from unpasted.html.glossary import Term

LIST = "# Glossary\n\nIntro.\n\ngradient, gradients\n: The `slopes`, see [x](y.md).\n    More of it.\n\nleaf node\n: Has no *inputs*.\n"
LEAF = Term("T", "leaf")
TERMS = {"leaf": LEAF, "leaves": LEAF, "seed": Term("S", "seed")}
LINK = '<a class="term" href="g.html#leaf" title="T">{}</a>'
ABBR = '<abbr title="T">{}</abbr>'


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


def test_the_list_shows_one_form_of_a_term():
    """The page of the glossary is no list of plurals; each entry has its id."""
    shown = glossary.heads_only(LIST)
    assert "\ngradient {: #gradient }\n: The" in shown
    assert "\nleaf node {: #leaf-node }\n: Has" in shown


def test_headings_links_and_choices_hold_no_terms():
    """They keep their words."""
    abbr = ABBR.format("leaf")
    page = f'<h2 id="x">A {abbr}</h2><p><a href="y">{abbr}</a></p><ul class="choices"><li>{abbr}</li></ul>{abbr}'
    kept = '<h2 id="x">A leaf</h2><p><a href="y">leaf</a></p><ul class="choices"><li>leaf</li></ul>'
    assert linked(page) == kept + LINK.format("leaf")


def test_a_definition_shows_once_on_a_page():
    """At its first use; a plural counts as the same."""
    page = " ".join(ABBR.format(word) for word in ("leaf", "leaves", "leaf"))
    assert linked(page) == LINK.format("leaf") + " leaves leaf"


def test_a_backslash_says_that_a_word_means_something_else():
    """It is a word like any other then, and the next one is explained."""
    page = f"\\{ABBR.format('leaf')} {ABBR.format('leaf')}"
    assert linked(page) == "leaf " + LINK.format("leaf")


def test_an_abbreviation_of_an_authors_own_stays():
    """Also on the page of the glossary, where terms are words."""
    own = '<p><abbr title="HyperText">HTML</abbr></p>'
    assert linked(own) == own
    assert linked(own + ABBR.format("leaf"), "") == own + "leaf"
