"""markdown-exec runs the blocks, ours and those written as it documents them."""

import re
import subprocess
import sys

import pytest

STACK = """
import sys
def below():
    frame, seen = sys._getframe(), []
    while frame:
        seen.append(frame.f_globals.get("__name__", ""))
        frame = frame.f_back
    return any(name.startswith("markdown_exec") for name in seen)
"""
RUNS = {
    "a cell": "```python exec\nassert below()\n```",
    "a figure": '```python figure alt="x"\nassert below()\nfrom graphviz import Digraph\nDigraph(body=["a"])\n```',
    "a value": "It is `= below()`.",
    "a question": "```predict\nIs it?\nchoice below(): Yes.\nchoice not below(): No.\nbecause: It is.\n---\nassert below()\n```",
    "an exercise": "```exercise\nDo.\ncheck x and below(): It is.\n---\nassert below()\nx = True\n---\nx = 0\n```",
    "a walk": '```python walk alt="x"\nassert below()\nfrom micrograd.engine import Value\nValue(1.0) + 2\n```',
    "a documented fence": f'```python exec="on"\n{STACK}\nassert below()\n```',
    "a nested one": f'````md exec="on"\n```python exec="on"\n{STACK}\nassert below()\n```\n````',
}


@pytest.mark.parametrize("kind", RUNS)
def test_code_finds_markdown_exec_below_it(html, kind):
    """Whoever walks up the stack of a cell comes by markdown-exec."""
    html(f"```python exec hide\n{STACK}\n```\n\n{RUNS[kind]}")


FAULTS = {
    "an error": ('```python exec="on"\nx = 1\n1 / 0\n```', "docs/page.md:3: ZeroDivisionError"),
    "an error in a transcript": (
        '```pycon exec="1"\n>>> x = 1\nx\n>>> 1 / 0\n```',
        "docs/page.md:4: ZeroD",
    ),
    "a nested error": (
        '````md exec="1"\nWords.\n\n```python exec="1"\nx = 1\n1 / 0\n```\n````',
        "docs/page.md:6: ZeroDivisionError",
    ),
    "an endless loop": (
        '```python exec="1" timeout="0.3"\nwhile True: pass\n```',
        "docs/page.md:2: TimeoutError",
    ),
    "an endless command": (
        '```sh exec="1" timeout="0.3"\nsleep 20\n```',
        "TimeoutError: the cell ran longer",
    ),
    "a failing command": (
        '```sh exec="1"\necho why >&2\nfalse\n```',
        'docs/page.md:2: the command ended with 1, and 0 was expected; fix it, or write returncode="1"\n  why',
    ),
    "what is written to stderr": (
        '```python exec="1"\nimport sys\nsys.stderr.write("x")\n```',
        "wrote to stderr: x",
    ),
    "an option that is misspelt": (
        '```python exec="1" sesion="a"\n1\n```',
        "did you mean session=?",
    ),
    "a place that is none": ('```python exec="1" source="abov"\n1\n```', "did you mean above?"),
    "a number that is none": ('```sh exec="1" returncode="x"\n1\n```', "whole numbers"),
    "a folder that is none": (
        '```sh exec="1" workdir="nowhere"\n1\n```',
        'workdir="nowhere" is no folder',
    ),
    "a language that cannot run": ('```ruby exec="1"\n1\n```', "markdown-exec runs no `ruby`"),
    "pyodide": ("```pyodide\n1\n```", "loads Python from another host"),
    "an address": ('```python exec="1"\nprint(object())\n```', "memory address"),
    "a formula that no page can hold": (
        '```python exec="1"\nprint(r"So \\(x\\).")\n```',
        "stands between dollar signs",
    ),
    "a formula that is none": ('```python exec="1"\nprint("$\\\\frc{1}$")\n```', "in the formula"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_documented_fence_fails_as_ours_do(faults, what):
    """One fault, at its line, and no block in its place."""
    page, says = FAULTS[what]
    [fault] = faults(page)
    assert says in fault, fault


def test_the_page_session_is_that_of_the_short_grammar(html):
    """`python exec` is `python exec="on" session="page"`, shown in our way."""
    page = html(
        '```python exec\nx = 41\n```\n\n```python exec="on" session="page"\nprint(x + 1)\n```'
    )
    assert "<p>42</p>" in page


NAMES = "print(__name__, type(globals().setdefault('one', type('One', (), {}))()).__module__)"
BLOCKS = "\n\n".join(
    f'```python exec="on" result="text" {options}\n{NAMES}\n```'
    for options in (
        "", "", 'title="A title"', 'id="an id"', 'session="one"', 'session="one"',
        'session="odd: ü"', 'session="one" title="x"', 'session="one" id="own"', 'session="one"',
    )
)  # fmt: skip
BY_MARKDOWN_EXEC = f"""
from markdown import markdown
from markdown_exec import formatter, validator
fence = {{"name": "python", "class": "python", "validator": validator, "format": formatter}}
configs = {{"pymdownx.superfences": {{"custom_fences": [fence]}}}}
print(markdown({BLOCKS!r}, extensions=["pymdownx.superfences"], extension_configs=configs))
"""


def test_a_block_is_called_what_markdown_exec_calls_it(html):
    """Its `__name__`, and so the module of its classes: in a session, without one, with an id."""
    run = subprocess.run([sys.executable, "-c", BY_MARKDOWN_EXEC], capture_output=True, text=True)
    named = r"_code_block_\w+ _code_block_\w+"
    expected = re.findall(named, run.stdout)
    assert len(expected) == 10, run.stderr
    assert re.findall(named, html(BLOCKS)) == expected


def test_a_class_of_a_session_is_found_by_its_name(html):
    """As pickle looks for it, in whichever block of the session."""
    first = '```python exec="on" session="s"\nclass A: pass\nprint(__name__)\n```'
    then = 'import pickle\nassert type(pickle.loads(pickle.dumps(A()))) is A\nprint("the same")'
    assert "the same" in html(f'{first}\n\n```python exec="on" session="s"\n{then}\n```')


def test_blocks_without_a_session_share_nothing(faults):
    """As documented."""
    [fault] = faults('```python exec="1"\nx = 1\n```\n\n```python exec="1"\nx\n```')
    assert "NameError" in fault


def test_formulas_and_values_that_are_printed_are_set(html):
    """In Markdown, and not in code."""
    page = html('```python exec="1"\nprint("So $x^2$ and `$y$`.\\n\\n~~~text\\n$z$\\n~~~")\n```')
    assert "<math" in page and "<code>$y$</code>" in page and page.count("<math") == 1
