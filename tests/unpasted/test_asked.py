"""Questions as data: what a page asks, and what readers' first answers say of it."""

from __future__ import annotations

import json

import pytest

from unpasted import questions
from unpasted.__main__ import main
from unpasted.questions import asked_in, first_answers

PAGE = """
# Page

```predict
`p` is used twice. What is `p` plus `p`?
answer: p + p
wrong 9.0: That is `p` times `p`.
why: Both operands are the same 3.
about: a value
  used twice
---
p = 3.0
print(p + p)
```

- no choice

```predict ordered
Does `p * p` rise or fall when `p` grows a little?
choice p > 0: It rises.
choice p < 0: It falls.
because: That would need a negative `p`.
```

```predict
Which line is wrong?
check: x == 3
---
y = 1  # sound: One is one.
x = y + 1  # faulty: x = y + 2
```

```exercise
Do.
---
x = 1
```
"""


def test_a_page_gives_its_questions(html):
    """In order: words, kind, choices, the wrong answers that each meets; and nothing else."""
    number, choice, line = asked_in(html(PAGE))
    assert number.words == "p is used twice.\nWhat is p plus p?".replace("\n", " ")
    assert number.known["about"] == "a value used twice"
    assert "about" not in choice.known
    assert (number.kind, number.page, number.choices) == ("number", "page.html", [])
    assert number.met == ["If you said 9.0: That is p times p."]
    assert (choice.kind, choice.choices) == ("choice, 1 of 2", ["It rises.", "It falls."])
    assert choice.met == ["It falls. That would need a negative p."]
    assert (line.kind, line.words) == ("line", "Which line is wrong?")
    assert line.met == ["y = 1 One is one."]
    assert len({one.name for one in (number, choice, line)}) == 3


def test_the_list_counts_kinds_and_places(html):
    """Of choices, how often the right one stands at each place."""
    said = [*questions.listed(asked_in(html(PAGE)))]
    assert said[0] == "\npage.html"
    assert f"{'':30}  about: a value used twice" in said
    assert said[-5:-3] == ["\nquestions about", "   1  a value used twice"]
    assert said[-3:] == [
        "\n3 questions: 1 number, 1 choice, 1 line",
        "0 of them meet no wrong answer",
        "right of 2 choices, by place: 1, 0",
    ]


def saved(first: dict[str, bool | None], book: str = "book", page_of: str = "page.html") -> str:
    """A file as the review page saves it."""
    met = {"box": 1, "due": "2026-03-05", "right": True, "variant": 0}
    page = {name: met if right is None else met | {"first": right} for name, right in first.items()}
    return json.dumps({"book": book, "review": {page_of: page}, "answered": {}})


def test_a_file_gives_the_first_answers():
    """An answer from before they were noted does not count."""
    assert first_answers(saved({"a": True, "b": None, "c": False}), "book") == {
        "page.html a": True,
        "page.html c": False,
    }


def test_the_same_question_on_two_pages_is_two():
    """Each keeps its own first answer."""
    kept = [json.loads(saved({"a": right}, page_of=f"{right}.html")) for right in (True, False)]
    both = kept[0] | {"review": kept[0]["review"] | kept[1]["review"]}
    answers = first_answers(json.dumps(both), "book")
    assert answers == {"True.html a": True, "False.html a": False}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a", "it is no JSON"),
        ("[]", "it is no file that the review page saved"),
        ("{}", "it is no file that the review page saved"),
        (saved({}, "other"), "it belongs to another book, 'other'"),
    ],
)
def test_another_file_is_refused(text, why):
    """With the reason."""
    with pytest.raises(ValueError, match=why):
        first_answers(text, "book")


def test_the_fewest_right_stand_first(html):
    """Of those who answered a question, the share whose first answer was right."""
    asked = asked_in(html(PAGE))
    number, choice, _ = (one.name for one in asked)
    readers = [{number: True, choice: False}, {number: True, choice: True}, {number: False}]
    lines = [line.split()[:2] for line in questions.table(asked, readers)]
    assert lines == [["readers", "right"], ["2", "0.50"], ["3", "0.67"], ["0", "–"]]


def test_the_command_sums_files(html, tmp_path, capsys):
    """Hardest first; what is not asked any more is counted, a wrong file named."""
    (tmp_path / "page.html").write_text(html(PAGE))
    one, two, _ = (question.known["id"] for question in asked_in(html(PAGE)))
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    files[0].write_text(saved({one: True, two: False, "gone": True}))
    files[1].write_text(saved({one: True}))
    main(["questions", str(tmp_path), *map(str, files)])
    lines = capsys.readouterr().out.split("\n")
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "0.00"], ["2", "1.00"], ["0", "–"]]
    assert lines[4] == "1 that was answered: not asked any more"
    files[1].write_text("{")
    assert main(["questions", str(tmp_path), *map(str, files)]) == 1
    assert "b.json: it is no JSON" in capsys.readouterr().err
    assert main(["questions", str(tmp_path / "none")]) == 1
    assert "has no page that asks a question" in capsys.readouterr().err
