"""Steps are shown by symbol, their differences are computed."""

import re
from types import ModuleType

import pytest

from unpasted.faults import Refused
from unpasted.kinds.step import listing


def test_a_step_is_shown_whole(html, text):
    """The listing is the file."""
    page = text(html("```step\nstep2_ops\n```"))
    assert "micrograd/steps/step2_ops.py" in page and "def __mul__" in page


def test_a_symbol_is_shown_alone(html, text):
    """Dedented, with its name above it."""
    page = text(html("```step\nstep6_accumulate Value.__add__\n```"))
    assert "step6_accumulate.py · Value.__add__" in page
    assert "\ndef __add__" in page.replace("Value.__add__def", "Value.__add__\ndef")
    assert "__mul__" not in page


def test_a_diff_shows_what_was_added_and_taken(html, text):
    """`=` gives way to `+=`, with two lines around."""
    page = html("```step-diff\nstep5_local step6_accumulate Value.__add__\n```")
    gone = text("".join(re.findall(r"<del.*?</del>", page, re.S)))
    come = text("".join(re.findall(r"<ins.*?</ins>", page, re.S)))
    assert "self.grad = " in gone and "self.grad += " in come


def test_what_is_not_there_is_a_fault_with_a_hint(faults):
    """Unknown steps and symbols, no difference, the wrong number of names."""
    for body, hint in [
        ("step2_opps", "unknown step `step2_opps`; did you mean step2_ops?"),
        ("step2_ops Value.__ad__", "step2_ops has no `Value.__ad__`; did you mean Value.__add__?"),
        ("", "this step fence is empty"),
        ("a b c", "a step fence names a step"),
    ]:
        [fault] = faults(f"```step\n{body}\n```")
        assert hint in fault and fault.startswith("docs/page.md:")
    [fault] = faults("```step-diff\nstep2_ops step3_graph Value.__repr__\n```")
    assert "step2_ops and step3_graph do not differ there" in fault


def test_a_table_of_plain_strings_says_what_a_step_is():
    """In place of a traceback."""
    table = ModuleType("toy.steps")
    table.STEPS = ("first", "second")
    with pytest.raises(Refused, match="each of its entries has a"):
        listing(table, "one")
