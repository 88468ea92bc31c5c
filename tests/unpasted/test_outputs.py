"""What a page's code came to, as the text that is approved."""

from __future__ import annotations

from textwrap import dedent

import pytest

from unpasted import outputs
from unpasted.faults import Refused


@pytest.fixture
def told(bench):
    """Markdown to the outputs of its page, which must be without fault."""

    def told(markdown: str) -> str:
        page = bench.page(markdown)
        assert page.faults == []
        return outputs.of(page)

    return told


def text(expected: str) -> str:
    return dedent(expected).lstrip("\n")


def test_what_a_cell_prints_stands_below_its_first_line(told):
    """Also the error that was its lesson; a cell that prints nothing is told, too."""
    assert told(
        """
        ```python exec
        x = 2
        ```

        ```python exec raises="ZeroDivisionError"
        print(x, "<b>")
        print()
        print("y")
        x / 0
        ```
        """
    ) == text(
        """
        python exec | x = 2

        python exec | print(x, "<b>")
            2 <b>

            y
            x / 0
            ZeroDivisionError: division by zero
        """
    )


def test_a_value_stands_below_its_expression(told):
    """With its format."""
    assert told("It is `= 2 / 3:.2f`.") == "`= 2 / 3:.2f`\n    0.67\n"


def test_a_question_tells_what_is_right(told):
    """A choice in its words, a number with the typical wrong ones, each for all of its values."""
    assert told(
        """
        ```predict
        Of `= a`?
        answer: a * a
        wrong 2 * a: Twice.
        vary a = 3, 5
        ---
        a = 3
        print(a)
        ```

        ```predict
        Larger?
        choice 2 > 1: Two.
        choice 2 < 1: One.
        because: It is not.
        ```
        """
    ) == text(
        """
        predict | Of `= a`?
            printed: 3
            right: 9
            wrong: 6
            again:
                values:
                    5
                    10
                printed: 5
                right: 25
                wrong: 10
            `= a` 3
            `= 2 * a:~` 6

        predict | Larger?
            right: Two.
        """
    )


def test_a_figure_tells_its_words_and_no_places(told):
    """Its text alternative, and a line for each node."""
    said = told(
        """
        ```python figure alt="Two boxes and a times sign."
        from micrograd.draw import draw_dot
        from micrograd.engine import Value
        draw_dot(Value(2.0, label="a") * 3.0)
        ```
        """
    )
    assert said.split("\n")[1:4] == [
        "    Two boxes and a times sign.", "    a | data | 2.0 | grad |", "    ×",
    ]  # fmt: skip


def test_a_walk_tells_its_steps_and_all_numbers(told):
    """What changes in the engine changes here."""
    said = told(
        """
        ```python exec
        from micrograd.engine import Value
        a = Value(2.0, label="a")
        b = a * a
        b.label = "b"
        ```

        ```python walk alt="a times a is b."
        b
        ```
        """
    )
    assert "    b: 2.0 × 2.0 = 4.0. All data is known.\n" in said.replace("        ", "    ")
    assert "b | a × a | 4.0 | to a: 2.0; to a: 2.0 | 1.0\n" in said


def test_a_slider_tells_each_picture_and_what_all_share_once(told):
    """Its words for each value; a label that several pictures show stands once."""
    said = told(
        """
        ```python slider alt="n is `= n`."
        import graphviz
        def draw(n=[1, 2, 3]):
            return graphviz.Digraph(body=[f"a{n // 3}"])
        draw
        ```
        """
    )
    assert [line.strip() for line in said.split("\n")[1:-1]] == [
        "n = 1: n is 1.", "n = 2: n is 2.", "n = 3: n is 3.", "n = 1: n is 1.", "a0", "a1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("digits", "shown"),
    [("", "0.30000000000000004 -1.2e-17 12 3.10.2"), (' digits="6"', "0.3 -1.2e-17 12 3.10.2")],
)
def test_last_digits_are_loose_where_the_author_says_so(told, digits, shown):
    """Of fractions only: counts and versions are told whole, and so is every other fence."""
    said = told(f'```python exec{digits}\nprint(0.1 + 0.2, -1.2e-17, 12, "3.10.2")\n```')
    assert said.endswith(f"\n    {shown}\n")


def test_a_step_of_the_engine_is_no_output(told):
    """Its source shows what changed in it."""
    assert told("```step\nstep1_data Value\n```") == "step | step1_data Value\n"


def test_the_files_are_those_of_the_pages(tmp_path):
    """A page that is gone, or has no outputs any more, has no file."""
    outputs.write(tmp_path, {"a.md": "exec= | print(1)\n    1\n", "in/b.md": "`= 2` 2\n"})
    outputs.write(tmp_path, {"a.md": "", "in/c.md": "predict | 3\n"})
    found = {str(file.relative_to(tmp_path)): file.read_text() for file in tmp_path.rglob("*.txt")}
    assert found == {"in/c.txt": "predict | 3\n"}


def test_a_folder_that_holds_something_else_is_refused(tmp_path):
    """And keeps it."""
    (tmp_path / "words.txt").write_text("backpropagation\n")
    with pytest.raises(Refused, match=r"words\.txt tells no outputs of a page"):
        outputs.write(tmp_path, {"a.md": "python exec | x\n"})
    assert [file.name for file in tmp_path.iterdir()] == ["words.txt"]
