"""A folder of results takes its place whole, and nothing of anybody else's goes."""

from __future__ import annotations

import pytest

from unpasted.stage import CannotStageError, Stage


def test_what_is_somebody_elses_stays(tmp_path):
    """A folder that holds no earlier result is not replaced; the error names it."""
    precious = tmp_path / "my" / "thesis.txt"
    precious.parent.mkdir()
    precious.write_text("years")
    with pytest.raises(CannotStageError, match="my holds something else"):
        Stage(precious.parent, ours="*.epub")
    assert precious.read_text() == "years"
    assert [*tmp_path.iterdir()] == [precious.parent]


@pytest.mark.parametrize("there", [None, [], ["a.epub", "old.txt"]])
def test_an_earlier_result_goes_when_the_new_one_is_whole(tmp_path, there):
    """So may a folder that is empty, or not there."""
    place = tmp_path / "archive"
    for name in there or []:
        place.mkdir(exist_ok=True)
        (place / name).write_text("old")
    if there == []:
        place.mkdir()
    with Stage(place, ours="*.epub") as made:
        (made / "a.epub").write_text("new")
        assert (place / "a.epub").exists() == bool(there)
    assert [(file.name, file.read_text()) for file in place.iterdir()] == [("a.epub", "new")]
    assert [*tmp_path.iterdir()] == [place]


def test_what_failed_leaves_nothing_and_takes_nothing(tmp_path):
    """The earlier result stays."""
    place = tmp_path / "archive"
    place.mkdir()
    (place / "a.epub").write_text("old")
    with pytest.raises(ZeroDivisionError), Stage(place, ours="*.epub"):
        1 / 0  # noqa: B018
    assert (place / "a.epub").read_text() == "old"
    assert [*tmp_path.iterdir()] == [place]
