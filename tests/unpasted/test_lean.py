"""Of a theme's sheet a published site has the rules that its pages can use."""

import pytest

from unpasted.assets import lean

NAMES = lean.names_of(
    ['<p class="note wide" id="first" style="color: var(--drawn)">'],
    ['add("opened", `control--${way}`)', ".own{}"],
)


@pytest.mark.parametrize(
    "rule",
    [
        ".note{a:b}",
        "#first p{a:b}",
        ".opened{a:b}",
        ".control--next{a:b}",
        "p:not(.absent){a:b}",
        ".kc{a:b}",
        "[data-absent]{a:b}",
        "@media print{.note{a:b}}",
        "@font-face{a:b}",
    ],
)
def test_a_rule_that_an_element_may_have_stays(rule):
    """By a class of a page, an id, a class that a script may set, or one of code."""
    assert lean.lean(rule, NAMES) == rule


@pytest.mark.parametrize(
    "rule", [".absent{a:b}", "p.note.absent{a:b}", "@media print{#absent{a:b}}"]
)
def test_a_rule_that_no_element_can_have_goes(rule):
    """With the query that holds nothing else."""
    assert lean.lean(rule, NAMES) == ""


def test_of_several_selectors_those_that_match_stay():
    """Of a list, and inside of a query."""
    assert lean.lean(".absent,.note{a:b}", NAMES) == ".note{a:b}"
    assert lean.lean("@media print{.absent{a:b}.wide{a:b}}", NAMES) == "@media print{.wide{a:b}}"


def test_a_property_to_which_nothing_refers_goes():
    """Neither a rule that stays nor a page."""
    sheet = ':root{--icon:url("data:a;b");--used:red;--drawn:1}p{color:var(--used)}'
    assert lean.lean(sheet, NAMES) == ":root{--used:red;--drawn:1}p{color:var(--used)}"
