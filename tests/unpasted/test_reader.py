"""What a field, a file and the storage of a device bring to the reader's scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unpasted.conftest import examples

NODE = Path(sys.executable).with_name("node")
NAMES = st.sampled_from(
    ["answered", "asked", "finished", "last", "review", "solved", "typed", "page.html", "id", "box",
     "due", "right", "variant", "bets", "sure", "all", "n", "constructor", "__proto__", "toString", "book"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
STORED = JSON.map(json.dumps) | st.text(max_size=20) | st.just("{")
TYPED = st.text("0123456789.,eE+-−–/ ", max_size=30) | st.text(max_size=60)


class Scripts:
    """The reader's scripts, in node."""

    def __init__(self) -> None:
        command = [str(NODE), str(Path(__file__).with_name("reader.js"))]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, encoding="utf-8", **pipes)

    def __call__(self, *asked):
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def scripts():
    running = Scripts()
    yield running
    running.process.stdin.close()
    running.process.wait(10)


def kept_whatever_it_is(scripts, raw: str) -> None:
    """What is stored is read without an error; after a write nothing of it is lost."""
    scripts("store", "b:progress", raw)
    state = scripts("kept.js", "read")
    assert set(state["back"]) == {
        "always",
        "answered",
        "apart",
        "asked",
        "bets",
        "finished",
        "last",
        "review",
        "row",
        "shown",
        "solved",
        "typed",
    }
    stored = scripts("kept.js", "write", state["back"])["stored"]
    assert scripts("kept.js", "read")["back"] == state["back"]
    now = json.loads(stored["b:progress"])
    try:
        before = json.loads(raw)
    except ValueError:
        before = None
    if raw and stored.get("b:progress:found") != raw:
        assert isinstance(before, dict)
        assert {name for name in before if before[name]} <= set(now)


@examples(40)
@given(raw=STORED)
def test_what_is_stored_is_survived_and_kept(scripts, raw):
    """Of any shape, of an older version, of somebody else."""
    kept_whatever_it_is(scripts, raw)


@pytest.mark.slow
@examples(600)
@given(raw=STORED)
def test_much_that_is_stored_is_survived_and_kept(scripts, raw):
    """The same, longer."""
    kept_whatever_it_is(scripts, raw)


@examples(60)
@given(text=TYPED)
def test_whatever_is_typed_is_a_finite_number_or_none(scripts, text):
    """Within a few milliseconds."""
    came = scripts("numbers.js", "parse", text)
    assert came["back"] == "NaN" or isinstance(came["back"], int | float)
    assert came["took"] < 100


@pytest.mark.parametrize(
    "text", ["9" * 100_000 + "x", "1," + "000," * 50_000 + "x", "1" * 50_000 + "/"]
)
def test_an_endless_number_is_none(scripts, text):
    """Whoever pastes one does not wait."""
    came = scripts("numbers.js", "parse", text)
    assert came["back"] == "NaN" and came["took"] < 50


@pytest.mark.parametrize(
    ("typed", "answer", "right"),
    [
        ("7.4", 7.389056, True), ("7,39", 7.389056, True), ("1.1", 1.0986123, True),
        ("7.3", 7.389056, False), ("7", 7.389056, False), ("10", 10.3, False), ("0", 1e-6, False),
        ("0.00", 0.004, False), ("-0.33", -1 / 3, True), ("−0.67", -2 / 3, True),
    ],
)  # fmt: skip
def test_what_a_number_rounds_to_is_right(scripts, typed, answer, right):
    """With two digits at least, and not where the author gave a tolerance."""
    known = {"answer": answer, "tolerance": 0.0}
    assert scripts("numbers.js", "rounds", typed, known | {"rounds": True})["back"] is right
    assert scripts("numbers.js", "rounds", typed, known)["back"] is False


@pytest.mark.parametrize(
    "day", ["2026-02-30", "2026-13-01", "2026-00-10", "9999-99-99", "soon", "2026-1-1"]
)
def test_an_impossible_day_is_refused(scripts, day):
    """A file that holds one is damaged."""
    met = {"box": 1, "due": day, "right": True, "variant": 0}
    file = {
        "book": "b",
        "answered": {},
        "asked": {},
        "finished": [],
        "last": "",
        "review": {"p": {"q": met}},
    }
    said = scripts("kept.js", "imported", json.dumps(file))["back"]["raised"]
    assert said == "something in it is damaged"
