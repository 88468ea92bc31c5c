"""What others bring to a page: snippets before it is read, and whatever comes later."""

from __future__ import annotations

import re

import pytest
from markdown import Markdown
from markdown.preprocessors import Preprocessor

from unpasted.faults import Place, folded
from unpasted.read.brought import AsElsewhere, expanded, located

START = Place("docs/page.md", 5)


def test_a_line_of_others_is_where_the_line_is_that_brought_it():
    """Lines that stay keep their own, however many come between."""
    place = located("one\nHERE\ntwo", "one\na\nb\nc\ntwo", START)
    assert [place.below(n).line for n in range(5)] == [5, 6, 6, 6, 7]
    assert place.below(4).below(3).line == 7  # below the end


def test_an_empty_line_of_a_snippet_is_none_of_the_page():
    """They are all alike, and say nothing of where a line comes from."""
    place = located("one\n\nHERE\n", "one\n\na\n\nb\nc\n\n", START)
    assert [place.below(n).line for n in range(6)] == [5, 6, 7, 7, 7, 7]


def test_a_text_that_nobody_changed_is_where_it_was():
    assert located("one\ntwo", "one\ntwo", START) is START


def test_snippets_are_read_where_they_are_named(tmp_path):
    """In one line, or in a block; the lines below keep their places."""
    (tmp_path / "a.txt").write_text("x\ny\nz")
    config = {"pymdownx.snippets": {"base_path": [str(tmp_path)]}}
    text, place, missing = expanded('top\n--8<-- "a.txt"\nend', START, config)
    assert text.split("\n") == ["top", "x", "y", "z", "end"]
    assert [place.below(n).line for n in range(5)] == [5, 6, 6, 6, 7] and missing == []
    text, place, _ = expanded("--8<--\na.txt\n--8<--\nend", START, config)
    assert text.split("\n") == ["x", "y", "z", "end"] and place.below(3).line == 8


def test_a_snippet_that_is_not_there_is_a_fault_at_its_line(tmp_path):
    """Whatever `check_paths` says: Markdown would leave nothing, without a word."""
    config = {"pymdownx.snippets": {"base_path": [str(tmp_path)]}}
    _, _, [fault] = expanded('top\n\n--8<-- "gone.txt"', START, config)
    assert str(fault).startswith("docs/page.md:7: this snippet cannot be read")
    _, _, both = expanded('--8<-- "gone.txt"\n\n--8<-- "away.txt"', START, config)
    assert [fault.place.line for fault in both] == [5, 7]


def test_a_snippet_that_every_page_ends_with_and_that_is_not_there_is_one_fault(tmp_path):
    """Of the settings, which name it; each page that lacks it is named behind it."""
    config = {"pymdownx.snippets": {"base_path": [str(tmp_path)], "auto_append": ["gone.md"]}}
    found = [expanded("top", Place(f"docs/{n}.md", 1), config)[2] for n in (1, 2)]
    [told] = folded(fault for [fault] in found)
    assert "gone.md" in told and "auto_append of mkdocs.yml" in told
    assert told.endswith("from the same cause: docs/2.md:1")


@pytest.mark.parametrize(
    ("header", "runs"),
    [
        ("python exec", True), ('python figure alt="x"', True), ("predict holds", True),
        ("exercise", True), ("tree", True), ('sh exec="on"', True), ('{.python exec="on"}', True),
        ("text", False), ('python title="exec"', False),
    ],
)  # fmt: skip
def test_a_fence_that_comes_too_late_is_a_fault(bench, header, runs):
    """One that an extension of Markdown brings; one that it only shows is none."""
    late = Preprocessor(bench.md)
    late.run = lambda lines: [*lines, "", f"```{header}", "1", "", "2", "```"]
    bench.md.preprocessors.register(late, "late", 30)
    faults = bench.faults("# Page\n\nWords.")
    bench.md.preprocessors.deregister("late")
    assert ["brings a fence of" in fault for fault in faults] == [True] * runs


def test_lists_keep_their_first_number_and_snippets_are_not_brought_twice():
    """Markdown would begin each with one, and read what an escaped snippet shows."""
    extensions = ["pymdownx.snippets", AsElsewhere()]
    html = Markdown(extensions=extensions).convert('3. three\n\n--8<-- "gone.txt"')
    assert '<ol start="3">' in html and "gone.txt" in html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Words:\n- one\n- two", "<p>Words:</p><ul><li>one</li><li>two</li></ul>"),
        ("Words:\n1. one", "<p>Words:</p><ol><li>one</li></ol>"),
        ("> Words:\n> * one", "<blockquote><p>Words:</p><ul><li>one</li></ul></blockquote>"),
        ("- a\n\n    Words:\n    - one", "<ul><li><p>a</p><p>Words:</p><ul><li>one</li></ul></li></ul>"),
        ("- a\nb\n- c", "<ul><li>a\nb</li><li>c</li></ul>"),
        ("In 2024\n2. it rained", "<p>In 2024\n2. it rained</p>"),
        ("a\n- - -", "<p>a</p><hr />"),
        ("```\na\n- b\n```", "<pre><code>a\n- b</code></pre>"),
    ],
)  # fmt: skip
def test_a_list_may_follow_a_paragraph_at_once(text, expected):
    """As GitHub reads it; a line that begins with a number other than one begins none."""
    made = Markdown(extensions=["fenced_code", AsElsewhere()]).convert(text)
    assert re.sub(r"\n(?=<)|(?<=>)\n", "", made) == expected
