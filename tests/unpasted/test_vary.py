"""`vary`: a question with other numbers, each computed and judged by the build."""

import re
from html import unescape

import pytest

from tests.unpasted.conftest import data_in

PRODUCT = """
```predict
`a` is `= a`. What is `a` times `b`?
answer: a * b
wrong a + b: That is `= a` plus `= b`.
vary a = 2.0, 3.0, -1.5
vary b = 5.0, 7.0, 4.0
why: `= a` times `= b`.
---
a = 2.0
b = 5.0
print("product", a * b)
```
"""


def plain(lines: dict[str, str]) -> dict[str, str]:
    return {n: unescape(re.sub(r"<[^>]+>", "", html)) for n, html in lines.items()}


def test_each_variant_has_its_answer_its_wrong_numbers_its_words_and_its_output(html):
    """What is as in the first variant is not told again."""
    first, *others = [
        data_in(html(PRODUCT), "question"),
        *data_in(html(PRODUCT), "question")["variants"],
    ]
    assert first["answer"] == 10.0 and first["wrong"][0]["answer"] == 7.0
    assert [one["answer"] for one in others] == [21.0, -6.0]
    assert [one["said"] for one in others] == ["21.0", "-6.0"]
    assert [one["wrong"][0]["answer"] for one in others] == [10.0, 2.5]
    assert [one["printed"] for one in others] == ["product 21.0", "product -6.0"]
    assert plain(others[0]["lines"]) == {"0": "a = 3.0", "1": "b = 7.0"}
    assert others[0]["values"] == {
        "0": "3.0", "1": "3.0", "2": "7.0", "3": "10.0", "4": "3.0", "5": "7.0"
    }  # fmt: skip


def test_the_page_goes_on_with_the_first_variant(html, text):
    """And stands without a script as if there were no others."""
    page = html(PRODUCT + "\n```python exec\nprint('still', a, b)\n```")
    assert "still 2.0 5.0" in text(page)
    once = html(re.sub(r"^vary.*\n", "", PRODUCT, flags=re.M))
    stands = html(PRODUCT)
    told = r' data-(question|line)="[^"]*"'
    assert re.sub(told, "", stands) == re.sub(told, "", once)
    assert data_in(stands, "question")["id"] == data_in(once, "question")["id"]


def test_a_value_may_stand_in_a_call(html):
    """As the data of a node; the rest of the line stays, and so do other lines."""
    page = html(
        "```predict\nWhat?\nanswer: a.data * n\nvary a = 2.0, -3.0\nvary n = 4, 5\n---\n"
        "from micrograd.engine import Value\na, n = Value(2.0, label='ä'), 4\n```"
    )
    [other] = data_in(page, "question")["variants"]
    assert plain(other["lines"]) == {"1": "a, n = Value(-3.0, label='ä'), 5"}
    assert other["answer"] == -15.0


def test_names_of_one_line_may_take_each_others_values(html):
    """Each value goes where the first one of its name stood; lists vary too."""
    page = html(
        "```predict\nThe sum of `= xs`, and `= n`?\nanswer: sum(xs) + n\n"
        "vary xs = [1, 2], [3, 4]\nvary n = 4, 5\nvary m = 5, 4\n---\nxs = [1, 2]\n"
        "n, m = 4, 5\nprint(m)\n```"
    )
    [other] = data_in(page, "question")["variants"]
    assert plain(other["lines"]) == {"0": "xs = [3, 4]", "1": "n, m = 5, 4"}
    assert other["answer"] == 12


def test_the_right_choice_may_be_another_one(html, text):
    """Each choice that is ever wrong says why; the page knows which one is right at first."""
    page = html(
        "```predict ordered\nIs `= n` even?\nchoice n % 2 == 0: Yes.\nbecause: Two is left over.\n"
        "choice n % 2 == 1: No.\nbecause: Nothing is left over.\nvary n = 2, 3, 4\n---\nn = 2\n```"
    )
    assert [one["right"] for one in data_in(page, "question")["variants"]] == [1, 0]
    assert '<p class="answer">Right: Yes.</p>' in page
    assert page.count("data-for=") == 2
    assert '<li data-for="0" data-mute="true">' in page and page.count("data-mute") == 1


BASE = "```predict\n`= a`?\nanswer: a\n{}\n---\na = 1\n```"


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (
            BASE.format("vary a = 1"),
            ":4: `vary a = 1` is no name with two values or more; write `vary",
        ),
        (BASE.format("vary a: 1, 2"), ":4: `vary a: 1, 2` is no name with two"),
        (BASE.format("vary a = 1, 2 +"), ":4: `vary a = 1, 2 +` is no name with two values"),
        (BASE.format("vary a = 1, 2, 1"), ":4: `vary a` has 1 twice"),
        (BASE.format("vary a = 1, 2\nvary b = 3, 4, 5"), ":5: `b` has 3 values and `a` has 2"),
        (BASE.format("vary a = 1, 2\nvary a = 3, 4"), ":5: `vary a` is given twice"),
        (
            BASE.format("vary a = 3, 2"),
            ":4: `vary a` begins with 3, and no line of the code gives it that value once; write `a = 3` there",
        ),
        (BASE.format("vary b = 3, 2"), ":4: `vary b` begins with 3, and no line of the code"),
        (
            "```predict\n`= a`?\nanswer: a\nvary a = 1, 2\n---\na = 1 + 1\n```",
            "gives it that value once",
        ),
        (BASE.format("vary a = 1, nope"), ":6: with a = nope: NameError"),
        (BASE.format("vary a = 1, float('inf')"), ":3: with a = float('inf'): an answer is a fini"),
        (BASE.format("wrong 3: No.\nvary a = 1, 3"), ":4: with a = 3: `wrong 3` is 3: the right"),
        (
            BASE.format("wrong 2 * a: A.\nwrong 4 - a: B.\nvary a = 1, 4 / 3"),
            "with a = 4 / 3: two wrong answers are both 2.66",
        ),
        (BASE.format("why: `= 1 / (a - 2)`\nvary a = 1, 2"), "with a = 2: ZeroDivisionError"),
        (
            "```predict\n`= a`?\nanswer: a\nvary a = 1, 2\n---\na = 1\nprint(1 / (a - 2))\n```",
            ":7: with a = 2: ZeroDivision",
        ),
        (
            "```predict hide\nQ?\nanswer: a\nvary a = 1, 2\n---\na = 1\n```",
            ":4: with a = 2 the reader sees the same question as with a = 1",
        ),
        (
            "```predict\n`= a`?\nanswer: a\nvary a = 1, 2\n---\na = 1\nif a > 1: print(a)\n```",
            "with a = 2 the code prints, and",
        ),
        (
            "```predict\n`= a`?\nchoice a > 0: A.\nchoice a < 0: B.\nbecause: x\nvary a = 1, -1\n---\na = 1\n```",
            ":3: with a = -1: a wrong choice says why",
        ),
        (
            "```predict\n`= a`?\nchoice a > 0: A.\nbecause: y\nchoice a < 0: B.\nbecause: x\n"
            "vary a = 1, 2\n---\na = 1\n```",
            ":3: this choice comes out right",
        ),
        (
            "```predict\n`= a`?\nchoice a > 0: `= a`\nchoice a < 0: `= 3 - a`\nbecause: x\n"
            "vary a = 1, 1.5\n---\na = 1\n```",
            ":2: with a = 1.5: two choices read the same",
        ),
        (
            "```predict\n`= a`?\ngradients: a\nvary a = 1, 2\n---\na = 1\n```",
            ":4: `vary` goes with `answer` or `choice`, and with nothing else",
        ),
        (
            "```exercise\nDo.\nvary a = 1, 2\n---\npass\n```",
            ":3: `vary:` is a field of a predict fence",
        ),
    ],
)
def test_a_variant_that_cannot_be_asked_is_a_fault(faults, page, says):
    """One, at its line, that names the values."""
    [fault] = faults(page)
    assert fault.startswith("docs/page.md:") and says in fault
