"""Pages made from the grammar of fences, options, Markdown and odd characters, and a page of every
kind of fence in which somebody has mistyped something.

Each is red, with a line of the page, or it shows all that its code came to and nothing is left.
Hypothesis shrinks what fails and prints it with its seed.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unpasted.conftest import examples

ODD = "\u0301\u202e\u200b\u00a0\ufeff\x85“”—‘…｀＃•<>&*_`$\\[](){}|!:;#-=~^"
PLAIN = "plain words and more of them. "
WORDS = st.text(st.sampled_from(ODD + PLAIN * 4), max_size=30)
NUMBERS = st.integers(100_000, 999_999)
"""What a page computes: nothing else on it has six digits."""
FLAGS = st.sampled_from(
    ["", " hide", " fold", " markdown", " hide markdown", " exce", " digits=6", "\u00a0hide"]
)


@st.composite
def cells(draw):
    """A cell, and what it prints."""
    number, header = draw(NUMBERS), f"python exec{draw(FLAGS)}"
    ticks = draw(st.sampled_from(["```", "~~~", "````", "``", "'''"]))
    closing = draw(st.sampled_from([ticks, ticks, ticks, "", "```"]))
    return f"{ticks}{header}\nprint({number - 1} + 1)\n{closing}", [number]


@st.composite
def values(draw):
    """A value in a sentence, and what it is."""
    number = draw(NUMBERS)
    opens, closes = draw(
        st.sampled_from([("`= ", "`"), ("` = ", " `"), ("`=", "`"), ("`=\u00a0", "`")])
    )
    return f"{draw(WORDS)} {opens}{number - 1} + 1{closes} {draw(WORDS)}", [number]


@st.composite
def prose(draw):
    """Words in some block of Markdown, or of what is none."""
    shape = draw(st.sampled_from([
        "{}", "- {}\n- {}", "Words\n- {}", "> {}", "!!! note\n    {}", "!!! note\n  {}", "??? note\n    {}",
        "## {}", "| a | b |\n|---|---|\n| {} | {} |", "<div>\n{}\n</div>", "<!-- {} -->", "**{}**",
        "$x^2$ {}", "[a]({})", "1. {}\n\n   {}", "```text\n{}\n```", "    {}", "<b>{}", "{}\n---", ": {}",
        "> ```text\n> {}\n\n> {}\n> ```", "- {}\n\n    ```text\n    {}\n    ```", "## {} {#{}}", "[a](#{})",
    ]))  # fmt: skip
    return shape.replace("{}", draw(WORDS)), []


PAGES = st.lists(st.one_of(cells(), values(), prose()), min_size=1, max_size=6)
LEFT = re.compile(r"^(?:`{3}|~{3}|'{3}|!!!|\?\?\?)|python exec|[\ue000\ue001\x02\x03]", re.M)
QUOTED = re.compile(r"(``+)[^`]*`=[^`]*`[^`]*\1")  # Markdown for code that holds backticks
SHOWN = re.compile(r"<(pre|code|svg|math|script)\b.*?</\1>", re.S)


def located(built, text: str) -> None:
    """Each fault is at a line of the page, and none is ours."""
    lines = text.strip("\n").count("\n") + 1
    for fault in built.faults:
        found = re.match(r"docs/page\.md:(\d+): \S", fault)
        assert found and 1 <= int(found[1]) <= lines, fault
        assert "internal error" not in fault, fault


def red_or_right(bench, parts) -> None:
    """What has to be true of a page."""
    text = "\n\n".join(["# Page", *(part for part, _ in parts)])
    built = bench.built(text)
    located(built, text)
    if built.faults:
        return
    shown = unescape(re.sub(r"<[^>]+>", "", built.html))
    for part, numbers in parts:
        for number in numbers:
            assert str(number) in shown or QUOTED.search(part), number
    left = LEFT.search(unescape(re.sub(r"<[^>]+>", "", SHOWN.sub("", built.html))))
    assert left is None, left


@examples(25)
@given(parts=PAGES)
def test_a_page_is_red_or_right(bench, parts):
    """A few pages in every run."""
    red_or_right(bench, parts)


@pytest.mark.slow
@examples(400)
@given(parts=PAGES)
def test_many_pages_are_red_or_right(bench, parts):
    """And some hundreds in the long one."""
    red_or_right(bench, parts)


EVERY_KIND = Path(__file__).with_name("every_kind.md").read_text("utf-8")
FIELD_LEFT = re.compile(r"^\s*(?:answer|because|check|hint|why)\b[^.\n]*:|^\s*!!!|^---", re.M)


@st.composite
def edits(draw):
    """A sound page in which somebody has mistyped something."""
    page = EVERY_KIND
    for _ in range(draw(st.integers(1, 3))):
        lines = page.split("\n")
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        line, sign = lines[at], draw(st.sampled_from(ODD + "0a \t\n'\"?%"))
        column = draw(st.integers(0, len(line)))
        lines[at : at + 1] = draw(
            st.sampled_from([
                [], [line, line], [f" {line}"], [f"    {line}"], [lines[other], line], [lines[other]],
                [line[:column] + line[column + 1 :]], [line[:column] + sign + line[column:]],
                [line[:column] + sign + line[column + 1 :]],
            ])
        )  # fmt: skip
        page = "\n".join(lines)
    return page


def typed(bench, text: str) -> None:
    """What has to be true of a page with a slip in it."""
    built = bench.built(text)
    located(built, text)
    if not built.faults:
        left = FIELD_LEFT.search(unescape(re.sub(r"<[^>]+>", "", SHOWN.sub("", built.html))))
        assert left is None, left


def test_a_page_of_every_kind_is_sound(bench):
    """Else no slip in it would be found."""
    assert bench.built(EVERY_KIND).faults == []


@examples(8)
@given(page=edits())
def test_a_slip_is_red_or_harmless(bench, page):
    """A few in every run."""
    typed(bench, page)


@pytest.mark.slow
@examples(400)
@given(page=edits())
def test_many_slips_are_red_or_harmless(bench, page):
    """And some hundreds in the long one."""
    typed(bench, page)


def test_a_check_that_slipped_below_a_formula_is_red(bench):
    """Hypothesis found it: the formula begins the paragraph, and the field goes on in it."""
    page = EVERY_KIND.replace("= c\n$$\n", "= c\n$$\ncheck: three(1) == 3\n", 1)
    [fault] = bench.built(page).faults
    assert "`check: three(1) == 3` is left as text" in str(fault)
