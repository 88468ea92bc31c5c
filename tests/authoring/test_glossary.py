"""Terms become tooltips."""

from authoring import glossary
from authoring.faults import Place

LIST = "# Glossary\n\nIntro.\n\ngradient, gradients\n: The `slopes`, see [x](y.md).\n    More of it.\n\nleaf\n: Has no *inputs*.\n"


def test_terms_are_read_from_a_definition_list():
    """Each form has the plain text of its definition."""
    assert glossary.read(LIST, Place("g.md", 1))[0] == {
        "gradient": "The slopes, see x. More of it.",
        "gradients": "The slopes, see x. More of it.",
        "leaf": "Has no inputs.",
    }


def test_the_list_shows_one_form_of_a_term():
    """The page of the glossary is no list of plurals."""
    assert "\ngradient\n: The" in glossary.heads_only(LIST)


def test_headings_and_links_have_no_tooltips():
    """They keep their words."""
    abbr = '<abbr title="T">leaf</abbr>'
    page = f'<h2 id="x">A {abbr}</h2><p><a href="y">{abbr}</a> {abbr}</p>'
    assert glossary.first_only(page) == f'<h2 id="x">A leaf</h2><p><a href="y">leaf</a> {abbr}</p>'


def test_a_definition_shows_once_on_a_page():
    """At its first use; a plural counts as the same."""
    abbr = '<abbr title="T">{}</abbr>'
    page = f"{abbr.format('leaf')} {abbr.format('leaves')} {abbr.format('leaf')}"
    assert glossary.first_only(page) == f"{abbr.format('leaf')} leaves leaf"
