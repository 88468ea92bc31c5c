"""Every graph of every walker of the book, stepped by keys alone."""

import pytest

from tests.browser.pages import of_both
from tests.browser.stepping import whole_walk
from tests.browser.walking import Keys, static


@pytest.mark.parametrize(("which", "path"), of_both("python walk"))
def test_every_graph_is_stepped_to_the_end_and_back(request, visit, which, path):
    """Forwards, backwards and back again by keys; each step is told and can be undone."""
    page = visit(request.getfixturevalue(which).url + path)
    for number, graphs in enumerate(static(page)):
        walker = Keys(page, number)
        for place, graph in enumerate(graphs):
            walker.choose(graph.name, place)
            whole_walk(walker, graph)
