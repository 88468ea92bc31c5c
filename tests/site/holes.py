"""What an author, or a tool we build on, can get wrong: a tiny book for each.

Each is a page and what the build must say of it. Line numbers count from the page's first line.
"""

from collections.abc import Mapping
from typing import NamedTuple

OTHER = "# Other\n\n## There\n"


class Hole(NamedTuple):
    """One way to break a book.

    Arguments:
        page: docs/index.md.
        said: the start of the fault; its file is index.md, other.md or a path in the book.
        other: docs/other.md, which comes after index.
    """

    name: str
    page: str | bytes
    said: str
    other: str = OTHER


class WrongSettings(NamedTuple):
    """A mistake in mkdocs.yml, and the start of what is said of it."""

    name: str
    changes: Mapping[str, str]
    said: str


VALUES = """from micrograd.engine import Value
a, b = Value(2.0, label="a"), Value(3.0, label="b")
c = a * b
"""


def _cell(code: str, header: str = "python exec") -> str:
    return f"# Page\n\n```{header}\n{code}\n```\n"


def _figure(code: str, options: str = 'alt="x"') -> str:
    return _cell(f"import graphviz\n{code}", f"python figure {options}")


def _walk(code: str, options: str = "") -> str:
    return _cell(f"{VALUES}{code}", f'python walk alt="x"{options}')


def _slider(code: str, options: str = "") -> str:
    top = "import graphviz\ndef draw(n):\n    return graphviz.Digraph(body=[f'a{n}'])\n"
    return _cell(f"{top}{code}", f'python slider alt="x" {options}'.strip())


def _question(body: str, kind: str = "predict") -> str:
    return f"# Page\n\n```{kind}\n{body}\n```\n"


# fmt: off
HOLES = [
    Hole("a raising cell", _cell("1 / 0"), "index.md:4: ZeroDivisionError: division by zero"),
    Hole("an exit", _cell("import sys\nsys.exit()"), "index.md:5: SystemExit"),
    Hole("an exit with a status", _cell("raise SystemExit(3)"), "index.md:4: SystemExit: 3"),
    Hole("a misspelt word", _cell("1", "python exce"), "index.md:3: unknown fence `python exce`"),
    Hole("a forgotten word", _cell("1", "python"), "index.md:3: this book shows fences of text, py, sh, markdown, yaml; this one is `python`. To run it, write ```python exec"),
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
    Hole("digits that no float has", _cell("1", 'python exec digits="20"'), 'index.md:3: digits="20" means nothing here; expected one of 1, 2, 3'),
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
        "a thread without end",
        _cell(
            "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()",
            'python exec timeout="0.3"',
        ),
        "index.md:3: TimeoutError: the cell ran longer than 0.3 s",
    ),
    Hole(
        "output without end",
        _cell("while True: print('x' * 1000)"),
        "index.md:4: OverflowError: the cell printed more than",
    ),
    Hole(
        "a character of the terminal",
        _cell("print('\\x1b[31mred')"),
        "index.md:3: the output holds '",
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
        "a comment that never ends",
        "# Page\n\nx --> y <!-- todo\n",
        "index.md:3: this comment is never closed",
    ),
    # What ends, or holds up, the process of a page
    Hole("an exit past Python", _cell("import os\nos._exit(0)"), "index.md:4: the cell ended its process: exit status 0"),
    Hole("a crash in C", _cell("import ctypes\nctypes.string_at(0)"), "index.md:4: the cell ended its process: SIGSEGV"),
    Hole("a process that is killed", _cell("import os\nos.kill(os.getpid(), 9)"), "index.md:4: the cell ended its process: SIGKILL"),
    Hole("a recursion without end", _cell("import sys\nsys.setrecursionlimit(10**8)\ndef f():\n    f()\nf()", 'python exec timeout="0.3"'), "index.md:"),
    Hole("a repr that calls itself", _cell("class A:\n    def __repr__(self):\n        return repr(self)\nprint(A())"), "index.md:6: RecursionError"),
    Hole("memory beyond the limit", _cell("x = 1\nx = bytearray(1 << 40)"), "index.md:5: MemoryError"),
    Hole("a loop in C", _cell("import itertools\nsum(itertools.repeat(0))", 'python exec timeout="0.2"'), "index.md:4: TimeoutError: the cell ran longer than 0.2 s"),
    Hole(
        "a time limit that is swallowed",
        _cell("while True:\n    try:\n        while True: pass\n    except BaseException: pass", 'python exec timeout="0.2"'),
        "index.md:",
    ),
    Hole(
        "an alarm that is switched off",
        _cell("import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass", 'python exec timeout="0.2"'),
        "index.md:4: TimeoutError: the cell ran longer than 0.2 s",
    ),
    Hole("a process that is stopped", _cell("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", 'python exec timeout="0.2"'), "index.md:4: TimeoutError"),
    Hole("an answer that never comes", _question("What?\nanswer: sum(iter(int, 1))", 'predict timeout="0.2"'), "index.md:5: TimeoutError: the cell ran longer than 0.2 s"),
    Hole("an answer that ends the process", _question("What?\nanswer: __import__('os')._exit(0)"), "index.md:3: the cell ended its process: exit status 0"),
    Hole("a solution that crashes", _question("Do.\n---\nimport ctypes\nctypes.string_at(0)", "exercise"), "index.md:3: the cell ended its process: SIGSEGV"),
    Hole("a builtin that is taken away", _cell("import builtins\nbuiltins.len = None"), "index.md:4: the cell left Python unable to go on"),
    Hole("all modules taken away", _cell("import sys\nsys.modules.clear()"), "index.md:4: the cell left Python unable to go on"),
    Hole("all files closed", _cell("import os\nos.closerange(0, 1000)"), "index.md:4: the cell left Python unable to go on"),
    Hole("stdout closed", _cell("import os\nos.close(1)\nprint(1)"), "index.md:6: OSError: [Errno 9] Bad file descriptor\n"),
    Hole("a stdout that is none", _cell("import sys\nsys.stdout = 5\nprint(1)"), "index.md:6: AttributeError: 'int' object has no attribute 'write'\n"),
    Hole("a tracer that fails", _cell("import sys\nsys.settrace(lambda *a: 1 / 0)\ndef f(): pass\nf()"), "index.md:5: ZeroDivisionError"),
    Hole("a thread that fails", _cell("import threading\nthreading.Thread(target=lambda: 1 / 0).start()"), "index.md:5: ZeroDivisionError: division by zero"),
    Hole("a debugger", _cell("x = input()"), "index.md:4: EOFError"),
    Hole("an assert, under -O", _cell("assert False"), "index.md:4: AssertionError"),
    Hole("a page of the book overwritten", _cell("open('docs/index.md', 'w')"), "index.md:4: PermissionError: a cell cannot change a file of the book, docs/index.md"),
    Hole("a page of the book deleted", _cell("import os\nos.remove('docs/index.md')"), "index.md:5: PermissionError: a cell cannot change a file of the book, docs/index.md"),
    # What a cell prints
    Hole("a child's output without end", _cell("import os\nos.system('yes')"), "index.md:4: the cell wrote more than"),
    Hole("too much output past print", _cell("import os\nos.write(1, b'x' * 10_000_000)"), "index.md:3: OverflowError: the cell printed more than 200000 characters"),
    Hole("an error in a child", _cell("import subprocess, sys\nsubprocess.run([sys.executable, '-c', '1/0'])"), "index.md:3: the cell wrote to stderr: ZeroDivisionError"),
    Hole("bytes that are no text", _cell("import os\nos.write(1, b'\\xff')"), "index.md:3: the output holds '"),
    Hole("half a character", _cell("print('\\ud800')"), "index.md:4: UnicodeEncodeError"),
    Hole("a mark that is printed", _cell("print('\\ue000')"), "index.md:3: the output holds '\\ue000'"),
    Hole("a repr that raises", _cell("class A:\n    def __repr__(self):\n        1 / 0\nprint(A())"), "index.md:6: ZeroDivisionError"),
    Hole("a message that raises", _cell("class E(Exception):\n    def __str__(self):\n        1 / 0\nraise E"), "index.md:7: E: <its message cannot be told>"),
    Hole("a markdown cell that prints a fence", _cell("print('```python exec')", "python exec markdown"), "index.md:3: the cell prints a fence that would not run"),
    Hole("a markdown cell that prints a script", _cell("print('<script>1</script>')", "python exec markdown"), "index.md:3: no page may hold <script>"),
    Hole("a markdown cell that prints half a formula", _cell("print('$\\\\frac{a}$')", "python exec markdown"), "index.md:3: in the formula"),
    Hole("a last line that nothing shows", _cell("x = 1\nx"), "index.md:3: the last line of the cell has a value that nothing shows; write print(x)"),
    Hole("a generator as last line", _cell("(n for n in [1])"), "index.md:3: the last line of the cell has a value that nothing shows"),
    Hole("a plot that nothing shows", _cell("import matplotlib.pyplot as plt\nplt.show()"), "index.md:3: a cell shows what it prints, and no drawing; write ```python figure"),
    Hole("a graph that nothing shows", _cell("import graphviz\ngraphviz.Digraph()\ngraphviz.Digraph(name='x')"), "index.md:3: a cell shows what it prints"),
    Hole("a command of a notebook", _cell("%matplotlib inline"), "index.md:4: SyntaxError"),
    Hole("quotes of a word processor", _cell("print(“x”)"), "index.md:4: SyntaxError: invalid character"),
    Hole("tabs and blanks", _cell("if True:\n\tx = 1\n        y = 1"), "index.md:6: TabError"),
    Hole("a name that cells above did not give", _cell("1 / 0\nx = 1") + "\n```python exec\nprint(x)\n```\n", "index.md:4: ZeroDivisionError"),
    # How a page is written
    Hole("a page in Latin-1", "# Page\n\nna\xefve\n".encode("latin-1"), "index.md:3: byte 0xef is no UTF-8"),
    Hole("front matter that is no YAML", "---\ntitle: [a\n---\n\n# Page\n", "index.md:3: this front matter cannot be read"),
    Hole("front matter that is a list", "---\n- a\n---\n\n# Page\n", "index.md:2: front matter is made of lines"),
    Hole("front matter that never ends", "---\ntitle: a\n# Page\n", "index.md:1: this front matter is never closed"),
    Hole("a template that is not there", "---\ntemplate: gone.html\n---\n\n# Page\n", "index.md:2: the theme has no template gone.html"),
    Hole("front matter below an empty line", "\n---\ntitle: a\n---\n\n# Page\n", "index.md:2: front matter begins in the first line"),
    Hole("front matter that a paragraph ends", "---\ntitle: a\n\n# Page\n", "index.md:1: this front matter is never closed"),
    Hole("lines that end as in Windows", "---\r\ntitle: a\r\n---\r\n\r\n# Page\r\n\r\n```python exec\r\n1 / 0\r\n```\r\n", "index.md:8: ZeroDivisionError"),
    Hole("a script in a drawing", "# Page\n\n<svg><script>1</script></svg>\n", "index.md:3: no page may hold <script>"),
    Hole("a handler in a drawing", '# Page\n\n<svg onload="x()"></svg>\n', "index.md:3: no page may hold onload="),
    Hole("a mark of byte order", "\ufeff# Page\n\n```python exec\n1 / 0\n```\n", "index.md:4: ZeroDivisionError"),
    Hole("a character of the terminal in the page", "# Page\n\na \x07 b\n", "index.md:3: no page can hold '\\x07'"),
    Hole("a mark in the page", "# Page\n\na \ue0005\ue001 b\n", "index.md:3: no page can hold '\\ue000'"),
    Hole("a fence within a fence", "# Page\n\n```text\n```python exec\nx = 1\n```\n\nMore.\n", "index.md:3: this fence is never closed: line 4 opens the next"),
    Hole("a fence of two backticks", "# Page\n\n``python exec\n1 / 0\n``\n", "index.md:3: `python exec 1 / 0` is a fence that did not run"),
    Hole("a fence indented by three", "# Page\n\n1. a\n\n   ```python exec\n   x = 1\n   ```\n", "index.md:5: this fence is indented by 3 blanks"),
    Hole("an empty cell", "# Page\n\n```python exec\n```\n", "index.md:3: this python exec fence is empty"),
    Hole("a quote in an option", _figure("graphviz.Digraph()", 'alt="the "x" axis"'), "index.md:3: cannot read"),
    Hole("braces in a caption", _figure("graphviz.Digraph(body=['a'])", 'alt="x" caption="it is {x}"'), "index.md:3: caption= is no f-string; for the value of x write `= x`"),
    Hole("a link in a caption", _figure("graphviz.Digraph(body=['a'])", 'alt="x" caption="[x](other.md)"'), "index.md:3: a caption holds words"),
    Hole("a formula in a text alternative", _figure("graphviz.Digraph(body=['a'])", 'alt="the slope $x^2$"'), "index.md:3: alt= is read aloud"),
    Hole("raw TeX", "# Page\n\nTake $ \\frac{a}{b} $.\n", "index.md:3: `\\frac{` is left as text: a formula"),
    Hole("TeX without dollars", "# Page\n\nTake \\(x^2\\).\n", "index.md:3: a formula stands between dollar signs; write $x^2$"),
    Hole("a formula in a heading", "# Page\n\n## The slope $x^2$\n", "index.md:3: no formula and no value can stand in a heading"),
    Hole("a value that is no expression", "# Page\n\nIt is `= x = 1`.\n", "index.md:3: `= x = 1` is no Python expression"),
    Hole("a value that is None", "# Page\n\nIt is `= print(1)`.\n", "index.md:3: `print(1)` is None"),
    Hole("a value without its blank", "# Page\n\nIt is `=max(1, 2)`.\n", "index.md:3: `=max(1, 2)` is a value without a blank after its sign"),
    Hole("a format that does not fit", "# Page\n\nIt is `= 'a':.2f`.\n", "index.md:3: Unknown format code 'f'"),
    Hole("a value whose format raises", _cell("class A:\n    def __format__(self, form):\n        1 / 0\nx = A()") + "\nIt is `= x`.\n", "index.md:6: ZeroDivisionError"),
    # Where links lead, and what a page holds
    Hole("a link to nowhere", "# Page\n\n[x](gone.md)\n", "index.md:3: the link gone.md leads nowhere"),
    Hole("a raw link to nowhere", '# Page\n\n<a href="gone.html">x</a>\n', "index.md:3: the link gone.html leads nowhere"),
    Hole("an image that is not there", "# Page\n\n![x](gone.png)\n", "index.md:3: the link gone.png leads nowhere"),
    Hole("a raw image that is not there", '# Page\n\n<img srcset="gone.png 2x" alt="x">\n', "index.md:3: the link gone.png leads nowhere"),
    Hole("an anchor to nowhere", "# Page\n\n[x](#gone)\n", "index.md:3: the link #gone leads nowhere"),
    Hole("an anchor of another page to nowhere", "# Page\n\n[x](other.md#ther)\n", "index.md:3: the link other.html#ther leads nowhere: other.html has no #ther; did you mean #there?"),
    Hole("a link without words", "# Page\n\n[](other.md#there)\n", "index.md:3: the link other.html#there has no words"),
    Hole("a reference to nowhere", "# Page\n\n[x][gone]\n", "index.md:3: `[x][gone]` is left as text"),
    Hole("a link in a graph to nowhere", _figure("graphviz.Digraph(body=['a [URL=\"gone.html\"]'])"), "index.md:3: the link gone.html leads nowhere"),
    Hole("an address that is none", '# Page\n\n<a href="http://[x">x</a>\n', "index.md:3: the link http://[x is no address"),
    Hole("an id that is written twice", "# Page\n\n## A {#same}\n\n## B {#same}\n", "index.md:5: the id `same` is on this page already"),
    Hole("a script", "# Page\n\n<script>1</script>\n", "index.md:3: no page may hold <script>"),
    Hole("a handler", '# Page\n\n<p onclick="x()">x</p>\n', "index.md:3: no page may hold onclick="),
    Hole("a link that runs code", "# Page\n\n[x](javascript:alert(1))\n", "index.md:3: the link javascript:alert(1) runs code"),
    Hole("a hidden link that runs code", '# Page\n\n<a href="java&#9;script:x()">x</a>\n', "index.md:3: the link java"),
    Hole("an image of another host", "# Page\n\n![x](https://example.org/x.png)\n", "index.md:3: https://example.org/x.png comes from another host"),
    # Drawings
    Hole("an empty graph", _figure("graphviz.Digraph()"), "index.md:3: the graph is empty"),
    Hole("an empty plot", _cell("import matplotlib.pyplot as plt\nplt.figure()", 'python figure alt="x"'), "index.md:3: the plot is empty"),
    Hole("a plot that is shown", _cell("import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()", 'python figure alt="x"'), "index.md:3: a figure cell ends with an expression that is"),
    Hole("a graph that cannot be read", _figure("graphviz.Source('a -> b')"), "index.md:3: this is no DOT"),
    Hole("a graph with a slip", _figure("graphviz.Digraph(body=['a ->'])"), "index.md:3: Error: syntax error in line"),
    Hole("a slider of nothing", _cell("{}", 'python slider alt="x"'), "index.md:3: the parameter picture has no list of values to be dragged through; write picture=[…] with two or more"),
    Hole("a slider without alt", _cell("1", "python slider"), "index.md:3: a python slider fence needs alt="),
    Hole("a slider of no function", _slider("draw(1)"), "index.md:3: a slider cell ends with the name of a function, or a dict of titles and figures; this one is of type Digraph"),
    Hole("a slider without values", _slider("draw"), "index.md:3: the parameter n has no list of values to be dragged through; write n=[…]"),
    Hole("a slider of one value", _slider("lambda n=[1]: draw(n)"), "index.md:3: the parameter n has no list of values"),
    Hole("a slider of no parameter", _slider("lambda: draw(1)"), "index.md:3: a slider's function has one parameter or two, and this one has 0"),
    Hole("a slider of three parameters", _slider("lambda a=[1, 2], b=[1, 2], c=[1, 2]: draw(a)"), "index.md:3: a slider's function has one parameter or two, and this one has 3"),
    Hole("a slider of too many pictures", _slider("lambda a=range(9), b=range(9): draw(a)"), "index.md:3: a slider has at most 64 pictures, and this one has 81 (9 values of a by 9 values of b)"),
    Hole("a slider with a picture missing", _slider("lambda n=[1, 2]: draw(n) if n == 1 else None"), "index.md:3: with n=2: the picture is missing: the function gives nothing (None)"),
    Hole("a slider that fails at a value", _slider("def f(n=[1, 0]):\n    return draw(1 / n)\nf"), "index.md:8: with n=0: ZeroDivisionError"),
    Hole("a slider with an empty picture", _slider("lambda n=['a', '']: graphviz.Digraph(body=[n])"), "index.md:3: the graph is empty"),
    Hole("a slider whose values show alike", _slider("lambda n=[0.01, 0.02]: draw(n)", 'shows="n = {:.1f}"'), "index.md:3: two values of n show as `n = 0.0`; give more digits"),
    Hole("a slider whose value shows nowhere", _slider("lambda n=[1, 2]: draw(n)", 'shows="n"'), 'index.md:3: two values of n show as `n`; give more digits: shows="n = {:.6g}"'),
    Hole("a slider of numbers that no float holds", _slider("lambda n=[1, 10**400]: draw(n)"), "index.md:3: shows=\"n = {:g}\" cannot show values of n: int too large"),
    Hole("a slider with a wrong format", _slider("lambda n=['a', 'b']: draw(n)", 'shows="{:.1f}"'), 'index.md:3: shows="{:.1f}" cannot show values of n'),
    Hole("a slider with a format too few", _slider("lambda n=[1, 2], m=[1, 2]: draw(n)", 'shows="n = {}"'), 'index.md:3: shows="n = {}" has no part for each parameter'),
    Hole("a slider that stands at no value", _slider("lambda n=[1, 2]: draw(n)", 'at="3"'), 'index.md:3: at="3": no value of n shows as `3`; they are 1, 2'),
    Hole("a slider that stands at too few", _slider("lambda n=[1, 2], m=[1, 2]: draw(n)", 'at="2"'), 'index.md:3: at="2" has no part for each parameter'),
    Hole("a slider whose words fail", _cell("import graphviz\nlambda n=[1, 2]: graphviz.Digraph(body=['a'])", 'python slider alt="`= m`"'), "index.md:3: NameError: name 'm' is not defined"),
    Hole("an empty walk", _walk("{}"), "index.md:3: a walk of no graphs"),
    Hole("a walk of a lone value", _walk("a"), "index.md:3: there is nothing to step"),
    Hole("a walk with stale data", _walk("a.data = 5.0\nc"), "index.md:3: the data of a × b is 6.0, but `*` of 5.0 and 3.0 is 15.0"),
    Hole("a walk whose rule is patched", _walk("def mul(x, y):\n    out = x + y\n    out._op = '*'\n    return out\nValue.__mul__ = mul\na * b"), "index.md:3: the data of a × b is 5.0, but `*` of 2.0 and 3.0 is 6.0"),
    Hole("a walk with a wrong backward rule", _walk("c._da = 9.0\nc"), "index.md:3: the engine's rule for `*` passes 9.0 to a for each 1 it gets; its derivative is 3.0"),
    Hole("a walk that begins nowhere", _walk("c", ' from="end"'), 'index.md:3: from="end" means nothing here; expected one of start'),
    Hole("a walk whose beginning is no option", _walk("c", " from"), 'index.md:3: unknown option `from`; did you mean from=?'),
    Hole("a walk that is hidden", _walk("c", " hide"), "index.md:3: unknown option `hide`; a python walk fence takes fold, live, words, alt="),
    Hole("an order that begins empty", _cell(f"{VALUES}c", 'python order alt="x" from="start"'), "index.md:3: unknown option `from=`; a python order fence takes fold, words, alt="),
    Hole("an order of too many", _cell(f"{VALUES}(((c + a).tanh() * b).tanh() + a).tanh()", 'python order alt="x"'), "index.md:3: an order game has at most 5 nodes; this has 9"),
    Hole("a walk without end", _walk("d = c * 1e308 * 1e308\nd"), "index.md:3: the data of a × b × 1e+308 is inf"),
    # Questions and steps
    Hole("an answer larger than any float", _question("What?\nanswer: 10**400"), "index.md:5: an answer is a finite number; this one is larger than any float"),
    Hole("an answer that is no number", _question("What?\nanswer: float('nan')"), "index.md:5: an answer is a finite number; this one is nan"),
    Hole("a tolerance that covers zero", _question("What?\nanswer: 0.5\ntolerance: 0.6"), "index.md:5: a tolerance of 0.6 around 0.5 takes 0 for right as well"),
    Hole("a wrong answer that is right", _question("What?\nanswer: 3\nwrong 3.0: No."), "index.md:6: `wrong 3.0` is 3.0: the right answer"),
    Hole("choices that differ in case", _question("What?\nchoice True: Up\nchoice False: up\nbecause: No."), "index.md:5: two choices read the same: Up"),
    Hole("two choices that are right", _question("What?\nchoice True: Up\nchoice True: Down\nbecause: No."), "index.md:4: exactly one choice must be true"),
    Hole("a faulty line that is in order", _question("Which?\ncheck: x > 0\n---\nx = 1  # faulty: x = 2"), "index.md:7: `check: x > 0` is true with the faulty line as well; write what the faulty line breaks"),
    Hole("a mended line that mends nothing", _question("Which?\ncheck: x > 2\n---\nx = 1  # faulty: x = 2"), "index.md:7: `check: x > 2` is false with the fixed line, `x = 2`; fix the line or the check"),
    Hole("a mended line that breaks off", _question("Which?\ncheck: x > 2\n---\nx = 1  # faulty: x = y"), "index.md:7: NameError: name 'y' is not defined"),
    Hole("a check without a faulty line", _question("Which?\ncheck: x > 2\n---\nx = 1"), "index.md:5: `check:` is about the one faulty line, and 0 are marked; end it with `# faulty: ` and the line"),
    Hole("two faulty lines", _question("Which?\ncheck: x > 2\n---\nx = 1  # faulty: x = 2\ny = 1  # faulty: y = 2"), "index.md:8: `check:` is about the one faulty line, and 2 are marked"),
    Hole("a faulty line without a check", _question("What?\nanswer: x\n---\nx = 1  # faulty: x = 2"), "index.md:7: `faulty` goes with `check`, and with nothing else"),
    Hole("a sound line without a reason", _question("Which?\ncheck: x > 1\n---\ny = 0  # sound:\nx = 1  # faulty: x = 2"), "index.md:7: `# sound:` is empty; write `# sound: why`"),
    Hole("a check that is no condition", _question("Which?\ncheck: x\n---\nx = 1  # faulty: x = 2"), "index.md:5: `check: x` is 2; write a condition, true or false"),
    Hole("hidden lines to tap", _question("Which?\ncheck: x > 1\n---\nx = 1  # faulty: x = 2", "predict hide"), "index.md:3: `hide` goes with `answer` or `choice` or `gradients`, and with nothing else"),
    Hole("hidden code that is not there", _question("What?\nanswer: 1", "predict hide"), "index.md:3: `hide` keeps the code for the answer, and there is none"),
    Hole("an order of no choices", _question("What?\nanswer: 1", "predict ordered"), "index.md:3: `ordered` goes with `choice`, and with nothing else"),
    Hole("two nodes of one name", _question(f"What?\ngradients: c\n---\n{VALUES}a.label = 'b'"), "index.md:5: two nodes are both called b"),
    Hole("a variant that asks the same", "# Page\n\n```predict hide\nWhat?\nanswer: a\nvary a = 1, 2\n---\na = 1\n```\n", "index.md:6: with a = 2 the reader sees the same question as with a = 1; write the values in its words, `= a`, or in its code"),
    Hole("a variant in which a wrong answer is right", _question("Of `= a`?\nanswer: 2 * a\nwrong 6: No.\nvary a = 1, 3\n---\na = 1"), "index.md:6: with a = 3: `wrong 6` is 6: the right answer"),
    Hole("a variant with two wrong answers alike", _question("Of `= a`?\nanswer: 5 * a\nwrong 2 * a: No.\nwrong 4: No.\nvary a = 1, 2\n---\na = 1"), "index.md:7: with a = 2: two wrong answers are both 4"),
    Hole("a variant without a finite answer", _question("Of `= a`?\nanswer: 1e300 * a\nvary a = 1, 20\n---\na = 1"), "index.md:5: with a = 20: an answer is a finite number"),
    Hole("a variant whose code fails", _question("Of `= a`?\nanswer: b\nvary a = 1, 0\n---\na = 1\nb = 1 / a"), "index.md:9: with a = 0: ZeroDivisionError"),
    Hole("a variant without a right choice", _question("Of `= a`?\nchoice a > 0: Up.\nbecause: No.\nchoice a < 0: Down.\nbecause: No.\nvary a = 1, -1, 0\n---\na = 1"), "index.md:4: with a = 0: exactly one choice must be true"),
    Hole("one value to vary", _question("Of `= a`?\nanswer: a\nvary a = 1"), "index.md:6: `vary a = 1` is no name with two values or more; write `vary a = 2.0, 3.0, -1.5`"),
    Hole("values that do not go together", _question("Of `= a`?\nanswer: a * b\nvary a = 1, 2\nvary b = 1, 2, 3"), "index.md:7: `b` has 3 values and `a` has 2; they go together by place"),
    Hole("values that the code does not begin with", _question("Of `= a`?\nanswer: a\nvary a = 1, 2\n---\na = 3"), "index.md:6: `vary a` begins with 1, and no line of the code gives it that value once; write `a = 1` there"),
    Hole("a figure that varies", _question(f"What?\ngradients: c\nvary a = 2.0, 3.0\n---\n{VALUES}"), "index.md:6: `vary` goes with `answer` or `choice`, and with nothing else"),
    Hole("an answer in an exercise", _question("Do.\nanswer: 1\n---\nx = 1", "exercise"), "index.md:5: `answer:` is a field of a predict fence"),
    Hole("a check that its solution fails", _question("Do.\ncheck x == 3: It is 3.\n---\nx = 2", "exercise"), "index.md:5: `check x == 3` does not hold for the solution: `x` is 2; fix one of them"),
    Hole("a check that its solution cannot answer", _question("Do.\ncheck y == 3: It is 3.\n---\nx = 2", "exercise"), "index.md:5: `check y == 3` does not hold for the solution: `y` is NameError: name 'y' is not defined"),
    Hole("a check that everybody passes", _question("Do.\ncheck 1 > 0: It is so.\n---\nx = 2", "exercise"), "index.md:5: what the reader begins with passes every check already"),
    Hole("a start that is the solution", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n---\n\nx = 1 + 1", "exercise"), "index.md:10: what the reader begins with passes every check already"),
    Hole("a start that never ends", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n---\nwhile True: pass", 'exercise timeout="0.3"'), "index.md:9: what the reader begins with runs longer than 0.3 s"),
    Hole("a check without words", _question("Do.\ncheck x == 2:\n---\nx = 2", "exercise"), "index.md:5: `check` needs an expression and words; write `check x.grad == 6: "),
    Hole("a check without an expression", _question("Do.\ncheck: It is 2.\n---\nx = 2", "exercise"), "index.md:5: `check` needs an expression and words"),
    Hole("a check that is no expression", _question("Do.\ncheck x = 2: It is 2.\n---\nx = 2", "exercise"), "index.md:5: `x = 2` is no Python expression"),
    Hole("two checks in the same words", _question("Do.\ncheck x == 2: It is 2.\ncheck x > 1: It is 2.\n---\nx = 2", "exercise"), "index.md:6: two checks say the same: It is 2."),
    Hole("a hint without words", _question("Do.\nhint:\n---\nx = 2", "exercise"), "index.md:5: `hint:` is empty"),
    Hole("a hint in a question", _question("What?\nanswer: 1\nhint: One."), "index.md:6: `hint:` is a field of an exercise fence"),
    Hole("a start and nothing to check", _question("Do.\n---\nx = 2\n---\nx = ...", "exercise"), "index.md:8: nothing judges what the reader does; write `check EXPRESSION: "),
    Hole("a start that is no Python", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n---\ny = 1\nx = …", "exercise"), "index.md:10: the start is no Python: "),
    Hole("an empty start", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n---\n", "exercise"), "index.md:8: the start is empty; write what the reader begins with, or leave out the second ---"),
    Hole("three parts of an exercise", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n---\nx = ...\n---\nx = 3", "exercise"), "index.md:11: an exercise has a solution and a start; this is a third part"),
    Hole("an error that is judged", _question("Do.\ncheck x == 2: It is 2.\n---\nx = 2\n1 / 0", 'exercise raises="ZeroDivisionError"'), "index.md:3: unknown option `raises=`; an exercise fence takes"),
    Hole("lines that any order suits", _question("Do.\ncheck x + y + z == 6: Six.\n---\nx = 1\ny = 2\nz = 3", "exercise shuffled"), "index.md:5: 8 orders of these lines were tried, and all pass the checks; write a check that the order decides"),
    Hole("lines in order and nothing to check", _question("Do.\n---\nx = 1\ny = x\nz = y", "exercise shuffled"), "index.md:3: nothing judges what the reader does"),
    Hole("two lines in order", _question("Do.\ncheck y == 1: One.\n---\nx = 1\ny = x", "exercise shuffled"), "index.md:7: between 3 and 12 lines can be put in order, and this one has 2"),
    Hole("a line between two indents", _question("Do.\ncheck y == 1: One.\n---\nx = 1\nif x:\n  y = x", "exercise shuffled"), "index.md:9: this line is indented by 2 blanks; lines are put in order in steps of 4"),
    Hole("a line that belongs after all", _question("Do.\ncheck y == 1: One.\n---\nx = 1\nz = x\ny = z\n---\ny = 2\nx = 1", "exercise shuffled"), "index.md:12: `x = 1` is to not belong, and is a line of the solution"),
    Hole("a question in a list", "# Page\n\n- a\n\n    ```predict\n    What?\n    answer: 1\n    ```\n", "index.md:5: a predict fence cannot be in a list item, a note or a tab"),
    Hole("a renamed step", "# Page\n\n```step\nfrist\n```\n", "index.md:4: unknown step `frist`; did you mean first?"),
    # Beside the pages
    Hole("a glossary entry without a colon", "# Page\n", "docs/glossary.md:3: `slope` has no definition"),
    Hole("a glossary entry defined twice", "# Page\n", "docs/glossary.md:9: `step` is defined twice"),
    Hole("a page that nav leaves out", "# Page\n", "mkdocs.yml:1: The following pages exist in the docs directory, but are not included"),
    Hole("a dead entry of nav", "# Page\n", "mkdocs.yml:9: A reference to 'gone.md' is included in the 'nav' configuration"),
]

GLOSSARY = """# Glossary

slope
How steep.

step
: A move.

step
: A stair.
"""

SETTINGS_HOLES = [
    WrongSettings("no md_in_html", {"md_in_html, ": ""}, "add to mkdocs.yml:\n\nmarkdown_extensions:\n  - md_in_html"),
    WrongSettings("no admonition", {"admonition, ": ""}, "add to mkdocs.yml:\n\nmarkdown_extensions:\n  - admonition"),
    WrongSettings("a misspelt package", {"packages: [toy]": "packages: [tyo]"}, "`packages:` names tyo; there is no package src/tyo in this project; did you mean toy?"),
    WrongSettings("a package of another project", {"packages: [toy]": "packages: [json]"}, "`packages:` names json; there is no package src/json in this project"),
    WrongSettings("misspelt steps", {"toy.steps": "toy.stesp"}, "`steps:` names toy.stesp; there is no module src/toy/stesp.py in this project; did you mean toy.steps?"),
    WrongSettings("a misspelt drawing", {"steps: toy.steps": "drawing: toy.darw"}, "`drawing:` names toy.darw; there is no module src/toy/darw.py in this project"),
    WrongSettings("a glossary that is not there", {"steps: toy.steps": "glossary: gone.md", "admonition,": "abbr, def_list, admonition,"}, "the glossary gone.md is not in docs"),
    WrongSettings("a glossary without definitions", {"steps: toy.steps": "glossary: other.md"}, "add to mkdocs.yml:\n\nmarkdown_extensions:\n  - def_list"),
    WrongSettings("folders for addresses", {"use_directory_urls: false": ""}, "set `use_directory_urls: false`"),
    WrongSettings("no YAML", {"site_name: Tiny": "site_name: [Tiny"}, "MkDocs encountered an error parsing the configuration file"),
]
# fmt: on
