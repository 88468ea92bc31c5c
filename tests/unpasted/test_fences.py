"""A fence is read whole or refused with a cure."""

import pytest

REFUSED = [
    ('```python exec sesion="a"', "unknown option `sesion=`; a python exec fence takes hide"),
    ("```python exec hid", "unknown option `hid`; did you mean hide?"),
    ('```python exce', "unknown fence `python exce`; did you mean python exec?"),
    ("```predcit", "unknown fence `predcit`; did you mean predict?"),
    ('```python exec timeout="soon"', 'timeout="soon" is not a time in seconds'),
    ('```python exec timeout="-1"', "is not a time in seconds"),
    ("```python exec raises=KeyError", 'cannot read `raises=KeyError`; an option is written key="text"'),
    ("```python exec raises", "unknown option `raises`; did you mean raises=?"),
    ('```python exec hide="yes"', "unknown option `hide=`; did you mean hide?"),
    ('```python exec raises=""', 'raises="" is empty'),
    ('```python exec raises="A" raises="B"', "raises= is given twice"),
    ('```python exec source="abov"', "unknown option `source=`"),
    ('```python exec returncode="x"', "unknown option `returncode=`"),
    ("```python figure", 'a python figure fence needs alt=; write ```python figure alt='),
    ('```python figure alt=" "', 'alt=" " is empty'),
    ('```text titel="x"', "unknown option `titel=`; a fence of text, which is only shown, takes title="),
    ('```text timeout="3"', "unknown option `timeout=`; a fence of text, which is only shown"),
    ("```js edited", "unknown option `edited`; a fence of js, which is only shown, takes title="),
    ("```python Exec", "unknown option `Exec`; a fence of python, which is only shown"),
    ('```python timeout="3"', 'takes title=, linenums=, hl_lines=; to run it, write ```python exec="on"'),
]  # fmt: skip


@pytest.mark.parametrize("header", ["```python", "```", "```bash"])
def test_a_book_names_the_languages_that_it_only_shows(bench, header):
    """Any other fence was meant to run; without the rule it is shown."""
    page = f"One.\n\n{header}\nx = 1\n```"
    assert bench.faults(page) == []
    bench.book.rules = {"shown": ("text", "py")}
    try:
        [fault] = bench.faults(page)
    finally:
        bench.book.rules = {}
    assert "docs/page.md:3: this book shows fences of text, py" in fault


@pytest.mark.parametrize(("header", "cure"), REFUSED)
def test_a_bad_header_is_refused_with_a_cure(faults, header, cure):
    """One fault, at the fence's line, that says what to write."""
    [fault] = faults(f"One.\n\n{header}\nx = 1\n```")
    assert fault.startswith("docs/page.md:3: ")
    assert cure in fault


def test_a_refused_fence_shows_in_the_page_and_the_rest_lives(bench):
    """The cells after it run."""
    built = bench.built("```python exce\n1\n```\n\n```python exec\nprint(40 + 2)\n```")
    assert 'role="alert"' in built.html and "42" in built.html


def test_a_fence_that_is_never_closed_is_refused(faults):
    """It would swallow the rest of the chapter."""
    [fault] = faults("One.\n\n```python exec\nprint(1)\n")
    assert fault == "docs/page.md:3: this fence is never closed; expected a line ```"


def test_a_comment_that_is_never_closed_is_refused(faults):
    """It would hide the rest of the chapter."""
    assert faults("One.\n\n<!-- two\n") == ["docs/page.md:3: this comment is never closed"]


def test_plain_fences_show_as_they_are(html, text):
    """A fence within a longer fence is text."""
    assert "```python exec\n1/0\n```" in text(html("````markdown\n```python exec\n1/0\n```\n````"))


def test_fences_in_order(html):
    """Cells run in the order in which they stand, indented ones too."""
    page = html(
        '```python exec\nseen = [1]\n```\n\n!!! trap "T"\n    ```python exec\n    seen.append(2)\n    ```\n\n'
        "> ```python exec\n> seen.append(3)\n> ```\n\n```python exec\nprint(seen)\n```"
    )
    assert "[1, 2, 3]" in page


@pytest.mark.parametrize(
    "header", ["python exec\u00a0hide", "text\u3000title='a'", "\u2009python exec"]
)
def test_a_blank_that_is_none_is_told(faults, header):
    """It looks like one, and other readers of Markdown take it for a letter."""
    assert "is no ordinary blank" in faults(f"```{header}\nprint(1)\n```")[0]


def test_a_title_may_hold_any_blank(html):
    """A number and its unit stay together by one."""
    assert "5\u00a0cm" in html('```text title="5\u00a0cm"\nx\n```')


def test_a_word_behind_a_language_is_told_as_an_option(faults):
    """The language itself is known."""
    says = "unknown option `config-example`; a fence of toml, which is only shown, takes title="
    assert says in faults("```toml config-example\nx = 1\n```")[0]


def test_an_empty_line_in_a_quoted_fence_is_told_where_it_stands(faults):
    """Markdown ends the quote there, and shows the backticks."""
    says = "docs/page.md:3: an empty line ends the quote"
    assert says in faults("> ```text\n> a\n\n> b\n> ```")[0]
    assert faults("> ```text\n> a\n>\n> b\n> ```") == []
