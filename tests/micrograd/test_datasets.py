"""The examples that the book trains on."""

from itertools import pairwise

from micrograd import datasets


def test_one_line_parts_the_frosty_evenings_from_the_others():
    """A single neuron can learn them: -10·dusk - 5·clouds + 6.5 has the sign of every label."""
    inputs, labels = datasets.frost()
    sums = [-10 * dusk - 5 * clouds + 6.5 for dusk, clouds in inputs]
    assert [1 if s > 0 else -1 for s in sums] == labels
    assert sorted(labels) == [-1] * 4 + [1] * 4


def test_neither_temperature_nor_clouds_alone_tell_of_frost():
    """No threshold on one of them has all labels right, in either direction."""
    inputs, labels = datasets.frost()
    for column in zip(*inputs, strict=True):
        ordered = [label for _, label in sorted(zip(column, labels, strict=True))]
        assert sum(a != b for a, b in pairwise(ordered)) > 1
