"""A page as Markdown: what its code came to stands in it, and nothing that only a page can do."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from unpasted.html import tree
from unpasted.html.chapters import description_of
from unpasted.html.plain import markdown_of
from unpasted.templating import filled


@pytest.fixture
def plain(bench):
    """Markdown to the Markdown that readers copy."""

    def made(markdown: str, address: str = "") -> str:
        page = bench.page(markdown)
        assert page.faults == []
        return markdown_of(page.tree, address)

    return made


def test_a_cell_stands_above_its_output(plain):
    """Each in a fence of its own, uncoloured and unescaped."""
    assert plain("# Page\n\n```python exec\na_b = 2 * 3\nprint(a_b, '<*>')\n```\n") == (
        "# Page\n\n```python\na_b = 2 * 3\nprint(a_b, '<*>')\n```\n\n```text\n6 <*>\n```\n"
    )


@pytest.mark.parametrize("language", ["python", "yaml", "sh", "markdown", "text"])
def test_a_listing_keeps_its_language(plain, language):
    """A reader's tools colour it by that."""
    listing = f"```{language}\na: b\n```\n"
    assert plain(f"# Page\n\n{listing}") == f"# Page\n\n{listing}"


def test_a_value_is_computed_and_a_formula_is_tex(plain):
    """As it was written, in the line and alone."""
    text = plain(r"""
        It is `= 2 / 3:.2f`, or $x_1^2 * a$.

        $$
        \frac{a}{b} < 1
        $$
    """)
    assert text == "It is `0.67`, or $x_1^2 * a$.\n\n$$\n\\frac{a}{b} < 1\n$$\n"


def test_a_figure_is_told_in_its_words_once(plain):
    """However many drawings a page has of it."""
    text = plain("""
        ```python figure alt="A box, a, alone." caption="One node."
        from micrograd.engine import Value
        from micrograd.draw import draw_dot
        draw_dot(Value(2.0, label="a"))
        ```
    """)
    assert text.count("> Figure: A box, a, alone.") == text.count("A box") == 1
    assert "One node." in text and "<svg" not in text


def test_a_reason_speaks_against_no_right_choice(plain):
    """With its first numbers; with others it may be wrong."""
    text = plain("""
        ```predict ordered
        Is `= n` even?
        choice n % 2 == 0: Yes.
        because: One is left over.
        choice n % 2 == 1: No.
        because: Nothing is left over.
        vary n = 2, 3
        ---
        n = 2
        ```
    """)
    assert "Right: Yes." in text and "Nothing is left over." in text
    assert "One is left over." not in text


def test_a_question_has_its_answer_and_its_reasons(plain):
    """Nothing is left to be pressed."""
    text = plain("""
        ```predict
        What is two and two?
        answer: 2 + 2
        wrong 5: One too many.
        why: Count.
        ```
    """)
    parts = [
        "What is two and two?",
        "**Show me**",
        "`4`",
        "Count.",
        "- If you said `5`: One",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places) and "Close" not in text


def test_a_walk_is_its_steps_and_its_numbers(plain):
    """What stands below it for who has no script."""
    text = plain("""
        ```python walk alt="The graph."
        from micrograd.engine import Value
        a = Value(2.0, label="a")
        c = a * 3
        c.label = "c"
        c
        ```
    """)
    assert "1. Given: a = 2.0, the 3.0 of c." in text and "| c | a × 3 | 6.0 |" in text


def test_a_difference_is_one(plain):
    """With its signs."""
    text = plain("```step-diff\nstep5_local step6_accumulate Value.__add__\n```\n")
    assert "```diff\n" in text
    assert "\n-         self.grad = 1.0" in text and "\n+         self.grad += 1.0" in text


def test_links_lead_to_the_site_where_it_has_an_address(plain):
    """A copied page lies elsewhere."""
    page = "Read [on](other.html#there)."
    assert plain(page) == "Read [on](other.html#there).\n"
    at = "https://x.test/book/chapters/one.html"
    assert plain(page, at) == "Read [on](https://x.test/book/chapters/other.html#there).\n"


def contents(about: str, **parts: list[tuple[str, str, str]]) -> str:
    return filled("llms.txt", book=SimpleNamespace(title="Book", description=about), parts=parts)


def test_a_list_of_pages_has_its_parts():
    """As llmstxt.org has it: a title, what it is about, and a list for each part."""
    one = [("A <&>", "a.md", ""), ("B", "b.md", "b")]
    assert contents("About.", **{"": [("Start", "index.md", "All.")], "One": one}) == (
        "# Book\n\n> About.\n\n## Book\n\n- [Start](index.md): All.\n\n"
        "## One\n\n- [A <&>](a.md)\n- [B](b.md): b\n"
    )


def test_a_book_that_says_nothing_about_it_has_no_empty_line_for_it():
    """Its list begins with its title."""
    assert contents("", **{"": [("A", "a.md", "")]}) == "# Book\n\n## Book\n\n- [A](a.md)\n"


def test_a_description_is_whole_sentences():
    """Of the first paragraph that can be said without its mark-up; a long one stands alone."""

    def said(html: str) -> str:
        return description_of(tree.parse(html))

    assert said("<p>Sum <b>one</b> &amp; two. Three?</p><p>No.</p>") == "Sum one & two. Three?"
    assert said("<p>Not so:</p><p>x <math>y</math>.</p><p>So.</p>") == "So."
    long = "word " * 45 + "end."
    assert said(f"<p>{long} More.</p>") == long
    assert said("<p>1</p>") == ""
