"""Every hole that we know of is survived under serve: it shows in the page, and can be mended."""

import pytest

from tests.site.holes import HOLES, Hole

NAMES = [hole.name for hole in HOLES]


@pytest.mark.parametrize("hole", HOLES, ids=NAMES)
def test_serve_shows_it_and_recovers(server, hole: Hole):
    """The fault stands in the page; mended, the page is whole again, from the same server."""
    file, _, said = hole.said.partition(":")
    page = file.replace(".md", ".html")
    server.book.page(hole.other, "other.md")
    server.book.page(hole.page)
    shown = server.wait_for(f"docs/{file}:{said.split(':')[0]}", page)
    assert str(server.book.folder) not in shown
    server.book.page(f"# Page\n\n```python exec\nprint('mended', {HOLES.index(hole)})\n```\n")
    server.book.page("# Other\n\n## There\n", "other.md")
    server.wait_for(f"mended {HOLES.index(hole)}")
