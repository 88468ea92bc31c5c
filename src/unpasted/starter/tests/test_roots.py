"""Each step of the package finds roots; the last one also knows where there are none to find."""

import pytest

from roots import finished, halving, tangent

NUMBERS = [0.25, 1.0, 2.0, 3.0, 10.0, 1e6]


@pytest.mark.parametrize("number", NUMBERS)
def test_halving_closes_in(number):
    """Each guess is at most half as far away as the one before could be."""
    high = max(number, 1.0)
    for n, x in enumerate(halving.guesses(lambda x: x * x - number, 0.0, high, 40), 1):
        assert abs(x - number**0.5) <= high / 2**n


@pytest.mark.parametrize("module", [tangent, finished])
@pytest.mark.parametrize("number", NUMBERS)
def test_the_tangent_finds_the_root(module, number):
    """To the last digit but one."""
    found = module.guesses(lambda x: x * x - number, lambda x: 2 * x, max(number, 1.0), 20)
    assert found[-1] == pytest.approx(number**0.5, rel=1e-15)


def test_a_level_tangent_is_refused():
    """It would lead to no number at all."""
    with pytest.raises(ValueError, match=r"the tangent at 0\.0 is level"):
        finished.guesses(lambda x: x * x - 2, lambda x: 2 * x, 0.0, 5)


def test_it_ends_when_nothing_changes():
    """One root of 4 is hit exactly, and not visited again."""
    found = finished.guesses(lambda x: x * x - 4, lambda x: 2 * x, 1.0, 100)
    assert found[-1] == 2.0 and len(found) < 10
