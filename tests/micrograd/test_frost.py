"""The frost machine as the book's pages show it."""

import re
import sys

import pytest

from micrograd import datasets, frost, maps
from unpasted.live import inside


def test_it_learns_all_eight_evenings():
    """Right about five at the start, and about all in the end; the loss never rises."""
    record = frost.learned(frost.START, frost.STEPS)
    assert [len(frost.wrong(weights)) for weights, _ in (record[0], record[-1])] == [3, 0]
    losses = [loss for _, loss in record]
    assert losses == sorted(losses, reverse=True)


def test_only_the_parts_that_are_named_are_there():
    """A part that nobody named leaves no control, and one that there is not is refused."""
    whole, few = frost.machine(), frost.machine("line dial")
    controls = re.compile(r"<input|<button|frost-dial|class=\"handle\"|class=\"pull\"")
    assert len(controls.findall(whole)) == 3 + 4 + 1 + 1 + 3
    assert sorted(controls.findall(few)) == ['class="handle"', "frost-dial"]
    assert "goal" in frost.machine("knobs", goal=0.5) and "goal" not in whole
    with pytest.raises(ValueError, match=r"no part \['lever'\]"):
        frost.machine("line lever")


def test_a_curtain_hangs_only_where_a_goal_lifts_it():
    made = frost.machine("dial knobs pulls", goal=0.5, blind=True)
    assert (
        "lifts below a loss of 0.5" in made
        and "Follow the arrows until the dial reads less" in made
    )
    assert "curtain" not in frost.machine("dial knobs pulls", goal=0.5)
    with pytest.raises(ValueError, match="needs a goal"):
        frost.machine("dial knobs pulls", blind=True)


def test_a_ninth_evening_is_one_too_many():
    """Given the windy evening as well, the machine learns, and no more than eight of nine."""
    windy = (0.0, 0.0, -1)
    made = frost.machine("line learn", more=(windy,))
    assert "Drag the line. How many can you get right?" in made and "8 of 9 right" in made
    assert "Drag the line until all eight are right." in frost.machine("line")
    stepped = frost.machine("line step")
    assert "Press Step until all eight are right." in stepped
    assert "At the start: 5 of 8 right." in stepped
    assert len(frost.wrong(frost.learned(frost.START, frost.STEPS, (windy,))[-1][0], (windy,))) == 1


def _what_draws():
    return [one for one in sys.modules if one.partition(".")[0] in inside.PLOTS]


@pytest.fixture
def _undrawn(monkeypatch):
    """As in a reader's browser; what stands there for matplotlib goes with it."""
    for name in _what_draws():
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [inside._Refused(), *sys.meta_path])
    yield
    for name in _what_draws():
        del sys.modules[name]


@pytest.mark.usefixtures("_undrawn")
def test_its_maps_come_to_nothing_in_a_readers_browser():
    """They run there without an error, though nothing that draws is there."""
    axes = inside._Plots("axes")
    maps.shade(axes, [0, 1], [0, 1], [[-1, 1], [1, 2]])
    frost.chart(axes, *datasets.frost(), lambda evening: evening[0] - 0.5, turn=0.0)
