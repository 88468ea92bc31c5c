"""What an author, or a tool we build on, can get wrong: a tiny book for each.

Each is a page and what the build must say of it; `LINE` counts from the page's first line.
"""

from typing import NamedTuple


class Hole(NamedTuple):
    name: str
    page: str
    said: str  # the start of the fault, with the line of docs/index.md
    other: str = "# Other\n\n## There\n"  # docs/other.md, which comes after index


def _cell(code: str, header: str = "python exec") -> str:
    return f"# Page\n\n```{header}\n{code}\n```\n"


HOLES = [
    Hole("a raising cell", _cell("1 / 0"), "index.md:4: ZeroDivisionError: division by zero"),
    Hole("an exit", _cell("import sys\nsys.exit()"), "index.md:5: SystemExit"),
    Hole("an exit with a status", _cell("raise SystemExit(3)"), "index.md:4: SystemExit: 3"),
    Hole("a misspelt word", _cell("1", "python exce"), "index.md:3: unknown fence `python exce`"),
    Hole("a forgotten word", _cell("1", "python"), "index.md:3: python what?"),
    Hole(
        "a misspelt option",
        _cell("1", 'python exec sesion="a"'),
        "index.md:3: unknown option `sesion=`",
    ),
    Hole(
        "an option of the tool below",
        _cell("1", 'python exec source="abov"'),
        "index.md:3: unknown option `source=`",
    ),
    Hole("a bad number", _cell("1", 'python exec timeout="x"'), 'index.md:3: timeout="x"'),
    Hole("an option unquoted", _cell("1", "python exec raises=A"), "index.md:3: cannot read"),
    Hole("a misspelt fence", "# Page\n\n```predcit\nx\n```\n", "index.md:3: unknown fence"),
    Hole(
        "an open fence", "# Page\n\n```python exec\nx\n", "index.md:3: this fence is never closed"
    ),
    Hole(
        "words to stderr",
        _cell("import sys\nprint('psst', file=sys.stderr)"),
        "index.md:3: the cell wrote to stderr: psst",
    ),
    Hole(
        "variables of another page",
        _cell("leaked = 1"),
        "other.md:4: NameError: name 'leaked' is not defined",
        other=_cell("print(leaked)"),
    ),
    Hole(
        "a cell without end",
        _cell("while True: pass", 'python exec timeout="0.3"'),
        "index.md:4: TimeoutError: the cell ran longer than 0.3 s",
    ),
    Hole(
        "a printed link to nowhere",
        _cell("print('[x](gone.html)')", "python exec markdown"),
        "index.md:3: the link gone.html leads nowhere: there is no gone.html",
    ),
    Hole(
        "a printed anchor to nowhere",
        _cell("print('[x](other.html#gone) [y](other.html#there)')", "python exec markdown"),
        "index.md:3: the link other.html#gone leads nowhere",
    ),
    Hole(
        "an id given twice",
        _cell('print(\'<i id="a">x</i> <i id="a">y</i>\')', "python exec markdown"),
        "index.md:3: the id `a` is on this page already",
    ),
    Hole("a memory address", _cell("print(object())"), "index.md:3: the output holds a memory"),
    Hole(
        "an error that does not come",
        _cell("1", 'python exec raises="KeyError"'),
        "index.md:3: expected KeyError, and the cell raised nothing",
    ),
    Hole(
        "another error than expected",
        _cell("1 / 0", 'python exec raises="KeyError"'),
        "index.md:4: expected KeyError, got ZeroDivisionError",
    ),
    Hole("a figure without alt", _cell("1", "python figure"), "index.md:3: a python figure fence"),
    Hole(
        "a figure of the wrong type",
        _cell("[1, 2]", 'python figure alt="x"'),
        "index.md:3: a figure cell ends with",
    ),
    Hole(
        "an unknown step", "# Page\n\n```step\nstep_9\n```\n", "index.md:4: unknown step `step_9`"
    ),
    Hole(
        "an unknown symbol",
        "# Page\n\n```step\nfirst Value.nope\n```\n",
        "index.md:4: first has no `Value.nope`",
    ),
    Hole(
        "an answer that cannot be computed",
        "# Page\n\n```predict\nWhat?\nanswer: nope\n```\n",
        "index.md:5: NameError",
    ),
    Hole(
        "a solution that fails",
        "# Page\n\n```exercise\nDo.\n---\n1 / 0\n```\n",
        "index.md:6: ZeroDivisionError",
    ),
    Hole("a bad formula", "# Page\n\nTake $\\frac{a}$.\n", "index.md:3: in the formula"),
    Hole("a value that fails", "# Page\n\nIt is `= nope`.\n", "index.md:3: NameError"),
    Hole(
        "a broken module",
        _cell("import toy.broken"),
        "index.md:4: SyntaxError",
    ),
    Hole(
        "front matter, which moves the lines",
        "---\ntitle: T\n---\n\n# Page\n\n```python exec\n1 / 0\n```\n",
        "index.md:8: ZeroDivisionError",
    ),
    Hole(
        "a fence that Markdown never reaches",
        "# Page\n\n> ```text\n```\n> ```\n\n```python exec\n1 / 0\n```\n",
        "index.md:4: this line stands further left than its fence",
    ),
    Hole(
        "a line left of its fence",
        "# Page\n\n!!! note\n    ```python exec\n  1 / 0\n    ```\n",
        "index.md:5: this line stands further left than its fence",
    ),
    Hole(
        "an exit while drawing",
        _cell(
            "class Odd:\n    pipe = None\n    @property\n    def source(self):\n"
            "        raise SystemExit\nOdd()",
            'python figure alt="x"',
        ),
        "index.md:8: SystemExit",
    ),
    Hole(
        "a log that is silenced",
        _cell("import logging\nlogging.disable(logging.CRITICAL)\n1 / 0"),
        "index.md:6: ZeroDivisionError",
    ),
    Hole(
        "a limit that is left behind",
        _cell("import sys\nsys.setrecursionlimit(60)\n1 / 0"),
        "index.md:6: ZeroDivisionError",
    ),
    Hole(
        "a changed folder and environment",
        _cell("import os\nos.chdir('/')\nos.environ['LEAK'] = '1'"),
        "other.md:5: AssertionError",
        other=_cell("import os\nassert os.environ.get('LEAK')"),
    ),
    Hole(
        "warnings that are silenced for another page",
        _cell("import warnings\nwarnings.simplefilter('ignore')"),
        "other.md:3: the cell wrote to stderr",
        other=_cell("import warnings\nwarnings.warn('psst')"),
    ),
    Hole("an interrupt of its own", _cell("raise KeyboardInterrupt"), "index.md:4: KeyboardInterr"),
    Hole(
        "a thread that is left at work",
        _cell("import threading, time\nthreading.Thread(target=time.sleep, args=(1,)).start()"),
        "index.md:3: RuntimeError: the cell left a thread",
    ),
    Hole(
        "output without end",
        _cell("while True: print('x' * 1000)"),
        "index.md:4: OverflowError: the cell printed more than",
    ),
    Hole(
        "a character of the terminal",
        _cell("print('\\x1b[31mred')"),
        "index.md:3: the output holds the character",
    ),
    Hole("a value in a heading", "# Page\n\nA `= 1` b\n---\n", "index.md:3: no formula and no"),
    Hole(
        "a value in an attribute",
        '# Page\n\n[x](other.md){title="`= 1`"}\n',
        "index.md:3: no formula and no value can stand",
    ),
    Hole(
        "a misspelt field",
        "# Page\n\n```predict\nWhat?\nanswer: 1\nwyh: Since.\n```\n",
        "index.md:6: unknown field `wyh:`; write `why:`",
    ),
    Hole(
        "a table of steps that fails",
        "# Page\n\n```step\nsecond\n```\n",
        "index.md:4: unknown step `second`",
    ),
    Hole(
        "views without names",
        '# Page\n\n<div class="views">\n<figure>x</figure>\n<figure-views></figure-views>\n</div>\n',
        'index.md:3: data-names="" does not name the 1 figure of these views',
    ),
    Hole(
        "a comment that never ends",
        "# Page\n\nx --> y <!-- todo\n",
        "index.md:3: this comment is never closed",
    ),
]
