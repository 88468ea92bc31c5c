"""Every hole that we know of turns the build red, and is survived under serve."""

import pytest

from tests.site.holes import HOLES, Hole

NAMES = [hole.name for hole in HOLES]


@pytest.mark.parametrize("hole", HOLES, ids=NAMES)
def test_a_strict_build_fails_and_says_where(tiny, hole: Hole):
    """Exit status 1, a line with file and line, and no site."""
    tiny.page(hole.page)
    tiny.page(hole.other, "other.md")
    done = tiny.build("--strict")
    assert done.returncode == 1
    assert f"docs/{hole.said}" in done.stderr
    assert str(tiny.folder) not in done.stderr.replace(f"directory: {tiny.folder}", "")
    assert "Traceback" not in done.stderr
    assert [path for path in tiny.published() if path.endswith(".html")] == []


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
