"""A small graph stands beside its code, or beside the text that leads to it."""

import pytest

from unpasted.html.tree import parse

GRAPH = '```python figure {}alt="a to b"\nimport graphviz\ng = graphviz.Digraph()\n{}\ng\n```'
SMALL = GRAPH.format("{}", 'g.edge("a", "b")')
HIDDEN = SMALL.format("hide ")
CELL = "```python exec\nprint(1)\n```"


def flanked(page):
    """What stands beside each small graph: the tags of the text's blocks, or the cell's first."""
    found = parse(page).xpath(".//div[contains(@class, 'flanked')]")
    assert all("--drawn" in one.get("style") for one in found)
    texts = [one if "cell" in one.get("class") else one[0] for one in found]
    return [[block.tag for block in text] for text in texts]


def test_a_graph_stands_beside_its_code(html):
    """Its cell is marked."""
    page = html("# One\n\nWords.\n\n" + SMALL.format(""))
    assert 'class="cell flanked"' in page and flanked(page)[0][0] == "div"


def test_a_graph_without_code_stands_beside_what_leads_to_it(html):
    """Paragraphs, lists and cells, three at most, after any heading."""
    assert flanked(html(f"# One\n\nLead.\n\n## Two\n\nWords.\n\n{HIDDEN}")) == [["p"]]
    assert flanked(html(f"Words.\n\n- One.\n\n{CELL}\n\nMore.\n\n{HIDDEN}")) == [["ul", "div", "p"]]


@pytest.mark.parametrize(
    "page",
    [
        f"# One\n\nLead.\n\n{HIDDEN}",
        f"Words.\n\n## Two\n\n{HIDDEN}",
        "Words.\n\n" + SMALL.format("fold "),
        "Words.\n\n"
        + GRAPH.format("hide ", "g.edges(['ab', 'ac', 'ad', 'ae', 'af', 'ag', 'ah', 'ai'])"),
        "Words.\n\n" + GRAPH.format("", "g.edges(['ab', 'bc', 'cd', 'de', 'ef'])"),
        "Words.\n\n" + GRAPH.format("", "g.edges(['ab', 'ac', 'ad', 'ae'])"),
    ],
    ids=[
        "the lead",
        "below a heading",
        "with folded code",
        "a broad one",
        "a high one",
        "one that leaves its code no room",
    ],
)
def test_any_other_keeps_its_place(html, page):
    """Where there is nothing to stand beside, or no room for it."""
    assert flanked(html(page)) == []


@pytest.mark.parametrize(("times", "marked"), [(4, True), (1, False)])
def test_a_question_is_marked_whose_graph_is_drawn_anew_for_a_phone(html, times, marked):
    """Its fields stand beside it; those of a graph that fits as it is stand below."""
    code = f"from micrograd.engine import Value\nw = Value(1.0)\nfor n in range({times}):\n    w = w * n"
    page = html(f"```python exec\n{code}\n```\n\n```predict\nWhich?\ngradients: w\n```")
    assert ('class="predict abreast"' in page) == marked
