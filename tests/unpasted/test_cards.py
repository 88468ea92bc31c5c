"""Cards: a picture of each page for who gets a link to it."""

from unpasted.cards import card


def test_dollar_signs_are_words_on_a_card():
    """They set no formula, whatever stands between them."""
    with_signs = card("Book", 1, "It costs $5, and $6 more", "A 50% of $a_b_c$")
    assert with_signs.startswith(b"\x89PNG")
    assert with_signs != card("Book", 1, "It costs 5, and 6 more", "A 50% of a_b_c")
