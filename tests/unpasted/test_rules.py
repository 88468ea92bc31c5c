"""What a book asks of its chapters is checked with file and line."""

import pytest

from unpasted.faults import Place
from unpasted.kinds import KINDS
from unpasted.read import chapter
from unpasted.rules import faults

FIGURE = '```python figure alt="short"\n1\n```'
PAGE = "# Title, simply\n\nOne two three.\nIt is Simply [just so](x.md).\n\n## Summary\n\nFour."


def said(markdown: str, rules: dict[str, object], chapter_too: bool = True) -> list[str]:
    read = chapter.read(markdown, Place("page.md", 10), KINDS)
    return [str(fault) for fault in faults(read, rules, chapter=chapter_too)]


def test_without_rules_nothing_is_asked():
    """A page may be short, and say what it likes."""
    assert said(f"{PAGE}\n\n{FIGURE}", {}) == []


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"words": (20, 30)}, "page.md:10: this chapter has 14 words of prose; a chapter has 20 to 30"),
        ({"words": (1, 5)}, "page.md:10: this chapter has 14 words of prose"),
        ({"predict": 1}, "page.md:10: this chapter has 0 predict fences; it needs 1"),
        ({"exercise": 3}, "page.md:10: this chapter has 0 exercise fences; it needs 3"),
        ({"headings": ("Summary", "What comes next")}, "page.md:10: this chapter has no section `## What comes next`"),
    ],
)  # fmt: skip
def test_a_chapter_that_breaks_a_rule_is_told_so(rules, says):
    """The rules on length and parts hold for chapters, and for no other page."""
    [fault] = said(PAGE, rules)
    assert fault.startswith(says)
    assert said(PAGE, rules, chapter_too=False) == []


def test_a_word_to_avoid_is_found_at_its_line():
    """In sentences of every page, questions too; titles and links to them may say it."""
    asked = "\n\n```predict\nIs it\nobviously so?\nanswer: 1\n```"
    found = said(PAGE + asked, {"avoid": ("simply", "just", "obviously")}, chapter_too=False)
    assert [fault.split(":")[1] for fault in found] == ["13", "21"]


def test_an_exercise_lists_what_it_refuses():
    """On every page; one without checks judges nothing."""
    exercise = "\n\n```exercise\nLet `x` be 1.\ncheck x == 1: It is.\n---\nx = 1\n```"
    [fault] = said(PAGE + exercise, {"wrong": 1}, chapter_too=False)
    assert fault.startswith(
        "page.md:21: this exercise refuses 0 wrong attempts; it needs 1: write `wrong"
    )
    refused = exercise.replace("\n---", '\nwrong "1" > "2": That is 2.\n---')
    assert said(PAGE + refused, {"wrong": 1}) == []
    assert said(PAGE + exercise.replace("check x == 1: It is.\n", ""), {"wrong": 1}) == []


def test_a_figure_says_what_one_sees():
    """A text alternative of a word is none."""
    [fault] = said(f"{PAGE}\n\n{FIGURE}", {"alt": 20}, chapter_too=False)
    assert fault.startswith("page.md:19: this text alternative has fewer than 20 characters")
