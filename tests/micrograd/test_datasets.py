"""The examples that the book trains on."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from micrograd import datasets

RECORDED = json.loads(Path(__file__).with_name("recorded_data.json").read_text(encoding="utf-8"))


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


def test_digits_are_those_of_the_original():
    """Labels, sums and squares of every image, sums of every pixel, two images whole: as recorded
    from scikit-learn's copy."""
    recorded = RECORDED["digits"]
    assert recorded["scikit-learn"] == "1.9.1"
    packed = datasets._unpacked(datasets_of("digits"))
    images = [packed[i : i + 65] for i in range(0, len(packed), 65)]
    assert [label for label, *_ in images] == recorded["labels"]
    assert [sum(ink) for _, *ink in images] == recorded["sums of images"]
    assert [sum(x * x for x in ink) for _, *ink in images] == recorded["sums of squares"]
    columns = zip(*(ink for _, *ink in images), strict=True)
    assert [sum(column) for column in columns] == recorded["sums of pixels"]
    assert [list(images[i][1:]) for i in (0, -1)] == [recorded["first"], recorded["last"]]


def test_names_are_those_of_the_census():
    """As many, the same every hundredth one, and every pair of letters as often, as recorded."""
    recorded = RECORDED["names"]
    found = sorted(name for part in datasets.names() for name in part)
    assert (len(found), found[::100]) == (recorded["count"], recorded["every hundredth"])
    text = "".join(f".{name}" for name in found) + "."
    letters = ".abcdefghijklmnopqrstuvwxyz"
    assert [[text.count(a + b) for b in letters] for a in letters] == recorded["pairs"]


def datasets_of(name):
    return __import__(f"micrograd.data.{name}", fromlist=["PACKED"]).PACKED


@pytest.mark.parametrize(
    ("load", "sizes"), [(datasets.digits, [400, 100, 100]), (datasets.names, [4063, 400, 400])]
)
def test_parts_share_no_example(load, sizes):
    """Training, validation and test have fixed sizes, the same in every call, and nothing twice."""
    parts = load()
    assert [len(part) for part in parts] == sizes
    assert load() == parts
    every = [repr(example) for part in parts for example in part]
    assert len(set(every)) == len(every)


def test_the_parts_are_drawn_alike():
    """Every digit is in every part, and the names of none begin with few letters: they are shuffled."""
    for part in datasets.digits():
        assert {label for _, label in part} == set(range(10))
        assert {len(ink) for ink, _ in part} == {64}
        assert {x for ink, _ in part for x in ink} <= {k / 16 for k in range(17)}
    for part in datasets.names():
        assert len({name[0] for name in part}) > 20
        assert all(re.fullmatch("[a-z]{3,8}", name) for name in part)


@pytest.mark.parametrize("name", ["digits", "names"])
def test_each_file_names_its_source_and_licence(name):
    """In its docstring, so they travel with the data."""
    module = __import__(f"micrograd.data.{name}", fromlist=["PACKED"])
    assert "Source: " in module.__doc__ and re.search("CC BY 4.0|public domain", module.__doc__)
