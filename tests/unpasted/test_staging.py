"""A folder of results takes its place whole, and nothing of anybody else's goes."""

from __future__ import annotations

import errno
import threading

import pytest

from unpasted import folders
from unpasted.faults import Refused
from unpasted.folders import Claim, Stage, copy_changes


def test_what_is_somebody_elses_stays(tmp_path):
    """A folder that holds no earlier result is not replaced; the error names it."""
    precious = tmp_path / "my" / "thesis.txt"
    precious.parent.mkdir()
    precious.write_text("years")
    with pytest.raises(Refused, match="my holds something else"):
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


def test_a_site_takes_its_place_in_one_move(tmp_path, monkeypatch):
    """Nobody who looks in between finds none, or half of one."""
    place = tmp_path / "site"
    place.mkdir()
    (place / "a.epub").write_text("old")
    seen = set()

    def look(stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                seen.add((place / "a.epub").read_text())
            except FileNotFoundError:
                seen.add("nothing")

    stop = threading.Event()
    looking = threading.Thread(target=look, args=[stop])
    looking.start()
    for number in range(100):
        with Stage(place, "*.epub") as made:
            (made / "a.epub").write_text(f"{number}")
    stop.set()
    looking.join()
    assert "nothing" not in seen and (place / "a.epub").read_text() == "99"


def test_where_folders_cannot_change_places_it_is_said(tmp_path, monkeypatch, caplog):
    """Two moves then; the result is the same."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(folders, "exchange", refuse)
    caplog.set_level("INFO")
    place = tmp_path / "site"
    place.mkdir()
    (place / "a.epub").write_text("old")
    with Stage(place, "*.epub") as made:
        (made / "a.epub").write_text("new")
    assert (place / "a.epub").read_text() == "new" and [*tmp_path.iterdir()] == [place]
    assert "for a moment the site was half old" in caplog.text


@pytest.mark.parametrize("kept", [".git/config", "CNAME", ".nojekyll"])
def test_what_a_host_wants_beside_a_site_stays(tmp_path, caplog, kept):
    """Such a site is brought up to date file by file; that is said."""
    caplog.set_level("INFO")
    place = tmp_path / "site"
    (place / kept).parent.mkdir(parents=True)
    (place / kept).write_text("kept")
    for number in (1, 2):
        with Stage(place, "*.epub") as made:
            (made / "a.epub").write_text(f"{number}")
            (made / f"only-{number}").touch()
        assert (place / "a.epub").read_text() == f"{number}" and (
            place / kept
        ).read_text() == "kept"
    assert not (place / "only-1").exists() and (place / "only-2").exists()
    assert "brought up to date one by one" in caplog.text


def test_a_link_to_a_folder_stays_a_link(tmp_path):
    """And one to somebody else's files is not followed."""
    real, place = tmp_path / "real", tmp_path / "site"
    real.mkdir()
    place.symlink_to(real)
    with Stage(place, "*.epub") as made:
        (made / "a.epub").write_text("new")
    assert place.is_symlink() and (real / "a.epub").read_text() == "new"
    (real / "a.epub").rename(real / "thesis.txt")
    with pytest.raises(Refused, match="site holds something else"):
        Stage(place, "*.epub")
    assert (real / "thesis.txt").read_text() == "new"


def test_what_a_killed_build_left_is_cleared_by_the_next(tmp_path):
    """Not what a build uses that runs, nor what is somebody else's."""
    left, mine = tmp_path / ".site-unpasted-left", tmp_path / ".site-backup"
    for folder in (left, mine):
        folder.mkdir()
        (folder / "file").touch()
    running = Stage(tmp_path / "site", "*.epub")
    with Stage(tmp_path / "site", "*.epub"):
        assert not left.exists() and (mine / "file").exists() and running.path.exists()
    running.clear()


def test_what_failed_leaves_nothing_and_takes_nothing(tmp_path):
    """The earlier result stays."""
    place = tmp_path / "archive"
    place.mkdir()
    (place / "a.epub").write_text("old")
    with pytest.raises(ZeroDivisionError), Stage(place, ours="*.epub"):
        1 / 0  # noqa: B018
    assert (place / "a.epub").read_text() == "old"
    assert [*tmp_path.iterdir()] == [place]


def test_a_file_takes_the_place_of_a_folder_and_a_folder_that_of_a_file(tmp_path):
    """Where a site is brought up to date file by file."""
    new, served = tmp_path / "new", tmp_path / "served"
    for folder, file in ((new, "a"), (new, "b/c"), (served, "a/x"), (served, "b")):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(folder.name)
    copy_changes(new, served, ())
    assert {
        p.relative_to(served).as_posix(): p.read_text() for p in served.rglob("*") if p.is_file()
    } == {"a": "new", "b/c": "new"}


def test_where_a_file_system_has_no_locks_one_folder_is_made(tmp_path, monkeypatch):
    """And used, without a lock."""

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(folders.fcntl, "flock", none)
    claim = Claim(tmp_path, ".site-")
    assert [*tmp_path.iterdir()] == [claim.path]
    claim.clear()
    assert [*tmp_path.iterdir()] == []
