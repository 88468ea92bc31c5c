"""Questions as data: what a page asks."""

from __future__ import annotations

from types import SimpleNamespace

from unpasted import questions
from unpasted.__main__ import main
from unpasted.questions import asked_in

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
    number, choice, line = (SimpleNamespace(**one) for one in asked_in(html(PAGE)))
    assert number.words == "p is used twice.\nWhat is p plus p?".replace("\n", " ")
    assert number.known["about"] == "a value used twice"
    assert "about" not in choice.known
    assert (number.known["kind"], number.page, number.choices) == ("number", "page.html", [])
    assert number.met == ["If you said 9.0: That is p times p."]
    assert (choice.known["right"], choice.choices) == (0, ["It rises.", "It falls."])
    assert choice.met == ["It falls. That would need a negative p."]
    assert (line.known["kind"], line.words) == ("line", "Which line is wrong?")
    assert line.met == ["y = 1 One is one."]


def test_the_list_counts_kinds_and_places(html):
    """Of choices, how often the right one stands at each place."""
    said = questions.listed(asked_in(html(PAGE))).splitlines()
    assert said[:2] == ["", "page.html"]
    assert f"{'':30}  about: a value used twice" in said
    assert any("  choice, 1 of 2  " in line for line in said)
    assert said[-6:-3] == ["questions about", "   1  a value used twice", ""]
    assert said[-3:] == [
        "3 questions: 1 choice, 1 line, 1 number",
        "0 of them meet no wrong answer",
        "right of 2 choices, by place: 1, 0",
    ]


def test_the_command_lists_the_questions_of_a_site(html, tmp_path, capsys):
    """And says so where there are none."""
    (tmp_path / "page.html").write_text(html(PAGE))
    assert main(["questions", str(tmp_path)]) == 0
    assert "3 questions: 1 choice, 1 line, 1 number" in capsys.readouterr().out
    assert main(["questions", str(tmp_path / "none")]) == 1
    assert "has no page that asks a question" in capsys.readouterr().err
