"""Pages made from the grammar of fences, options, Markdown and odd characters.

Each is red, with a line of the page, or it shows all that its code came to and nothing is left.
Hypothesis shrinks what fails and prints it with its seed.
"""

from __future__ import annotations

import re
from html import unescape

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


def red_or_right(bench, parts) -> None:
    """What has to be true of a page."""
    text = "\n\n".join(["# Page", *(part for part, _ in parts)])
    built = bench.built(text)
    lines = text.strip("\n").count("\n") + 1
    for fault in built.faults:
        found = re.match(r"docs/page\.md:(\d+): \S", fault)
        assert found and 1 <= int(found[1]) <= lines, fault
        assert "internal error" not in fault, fault
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
