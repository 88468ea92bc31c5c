"""Every hole that we know of turns the build red, with file and line."""

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
