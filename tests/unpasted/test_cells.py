"""A cell runs as its reader would run it, and says where it failed."""

import contextlib
import os
import re
import sys
import time
from pathlib import Path

import pytest

from unpasted.faults import Place, folded
from unpasted.run.names import names_bound, names_given


def test_output_stands_below_its_source(html, text):
    """What a cell prints stands under what it runs."""
    page = text(html("```python exec\nprint(2 + 3)\n```"))
    assert page.index("print(2 + 3)") < page.index("5")


def test_print_is_the_real_one(html):
    """`sep` and `end` of print do what Python says."""
    assert "1-2!3" in html('```python exec\nprint(1, 2, sep="-", end="!")\nprint(3)\n```')


def test_printing_of_imported_modules_is_captured(html):
    """What an imported module prints stands in the page."""
    assert "The Zen of Python" in html("```python exec\nimport this\n```")


def test_output_is_text(html):
    """A printed number sign is no heading, a printed tag no tag."""
    page = html('```python exec\nprint("# one\\n<b>two</b> *three*")\n```')
    assert "<h1" not in page and "# one" in page
    assert "&lt;b&gt;two&lt;/b&gt; *three*" in page


def test_cells_of_a_page_share_variables(html):
    """A later cell sees what an earlier one assigned."""
    assert "42" in html("```python exec\nx = 41\n```\n\n```python exec\nprint(x + 1)\n```")


def test_pages_share_no_variables(bench):
    """A page does not see the variables of the one before."""
    bench.html("```python exec\nshared = 1\n```")
    assert bench.faults("```python exec\nprint(shared)\n```") == [
        "docs/page.md:2: NameError: name 'shared' is not defined"
    ]


def test_a_dataclass_can_be_defined_in_a_cell(html):
    """Libraries that look up a class's module find it."""
    html(
        "```python exec\nfrom dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: 'int' = 1\n"
        "print(P())\n```"
    )


def test_a_raised_error_names_the_line_of_the_chapter(faults):
    """The fault's line is where the error was raised, not where the fence opens."""
    assert faults("Text.\n\n```python exec\nx = 1\n\n1 / 0\n```", first_line=10) == [
        "docs/page.md:15: ZeroDivisionError: division by zero"
    ]


def test_an_error_in_a_function_of_the_page_names_the_innermost_line(faults):
    """The line inside the function, though it was defined in another cell."""
    page = "```python exec\ndef f():\n    return [][1]\n```\n\n```python exec\nf()\n```"
    assert faults(page) == ["docs/page.md:3: IndexError: list index out of range"]


def test_an_error_in_a_module_names_both_lines(faults):
    """The chapter's line first, then the module's, without a folder of this machine."""
    [fault] = faults("```python exec\nimport json\njson.loads('{')\n```")
    assert fault.startswith("docs/page.md:3: json.decoder.JSONDecodeError")
    assert "(raised in json/decoder.py:" in fault


def test_a_syntax_error_names_its_line(faults):
    """A cell that does not parse is located, too."""
    [fault] = faults("```python exec\nx = 1\ny = = 2\n```")
    assert fault.startswith("docs/page.md:3: SyntaxError")


def test_exiting_is_a_fault(faults):
    """sys.exit() ends no build."""
    assert faults("```python exec\nimport sys\nsys.exit()\n```") == ["docs/page.md:3: SystemExit"]
    assert faults("```python exec\nraise SystemExit(3)\n```") == ["docs/page.md:2: SystemExit: 3"]


def test_all_faults_of_a_page_are_told(faults):
    """The first failure hides no later one."""
    assert len(faults("```python exec\n1/0\n```\n\n```python exec\n[][0]\n```")) == 2


def test_what_was_printed_before_a_failure_is_told(bench):
    """The fault carries the last printed lines, in the log and in the page."""
    built = bench.built('```python exec\nprint("got here")\n1/0\n```')
    assert "got here" in built.faults[0]
    assert "got here" in built.html and 'role="alert"' in built.html


def test_stderr_is_a_fault(faults):
    """A warning that nobody would see makes the build red."""
    [fault] = faults("```python exec\nimport sys\nprint('oops', file=sys.stderr)\n```")
    assert fault.startswith("docs/page.md:1: the cell wrote to stderr: oops")


def test_a_memory_address_is_a_fault(faults):
    """What differs in every run cannot be published."""
    assert "memory address" in faults("```python exec\nprint(object())\n```")[0]


def test_a_cell_without_end_is_stopped(faults):
    """Nor can it hide behind `except Exception`, or behind a bare `except`."""
    start = time.monotonic()
    loops = (
        "while True:\n    pass",
        "while True:\n    try:\n        x = 1\n    except Exception:\n        pass",
        "n = 0\nwhile n < 2:\n    try:\n        while True: pass\n    except:\n        n += 1\n"
        "while True: pass",
    )
    for loop in loops:
        [fault] = faults(f'```python exec timeout="0.2"\n{loop}\n```')
        assert "TimeoutError: the cell ran longer than 0.2 s" in fault
    assert time.monotonic() - start < 20


def test_input_finds_nothing_to_read(faults):
    """A cell that asks the terminal does not hang the build."""
    assert "EOFError" in faults("```python exec\ninput()\n```")[0]


def test_an_expected_error_is_shown(html, text):
    """`raises` shows the line and its message, after what was printed."""
    page = text(html('```python exec raises="ZeroDivisionError"\nprint("a")\nx = 1 / 0\n```'))
    assert page.rstrip().endswith("a\nx = 1 / 0\nZeroDivisionError: division by zero")


def test_another_error_than_the_expected_is_a_fault(faults):
    """So is a base class, and so is none."""
    assert faults('```python exec raises="KeyError"\n1 / 0\n```') == [
        "docs/page.md:2: expected KeyError, got ZeroDivisionError: division by zero"
    ]
    assert faults('```python exec raises="ArithmeticError"\n1 / 0\n```') != []
    assert faults('```python exec raises="KeyError"\nx = 1\n```') == [
        "docs/page.md:1: expected KeyError, and the cell raised nothing"
    ]


def test_a_hidden_line_runs_unseen(html, text):
    """A line that ends in `# hide` is not shown."""
    page = text(html("```python exec\nx = 6  # hide\nprint(x * 7)\n```"))
    assert "42" in page and "x = 6" not in page


def test_a_hidden_cell_shows_its_output_only(html, text):
    """`hide` takes the source away, `fold` closes it."""
    assert "print" not in text(html("```python exec hide\nprint(6 * 7)\n```"))
    assert "<details" in html("```python exec fold\nprint(6 * 7)\n```")


def test_printed_markdown_is_read_on_request(html):
    """A table that a cell computes, with a formula in it."""
    page = html("```python exec markdown\nprint('| a | $x^2$ |\\n|---|---|\\n| 1 | `b` |')\n```")
    assert "<table>" in page and "<msup>" in page


def test_no_folder_of_this_machine_is_published(bench):
    """Not in an output, not in a fault."""
    built = bench.built(
        "```python exec\nimport micrograd.engine, traceback\nprint(micrograd.engine.__file__)\n"
        "import json\ntry: json.loads('{')\nexcept ValueError: print(traceback.format_exc())\n```"
    )
    assert str(bench.book.settings.root) not in built.html
    assert "src/micrograd/engine.py" in built.html
    assert sys.prefix not in built.html and os.path.dirname(os.__file__) not in built.html


def test_cells_in_admonitions_run(html):
    """An indented fence is a fence."""
    assert "43" in html('!!! trap "T"\n    Text.\n\n    ```python exec\n    print(42 + 1)\n    ```')


def test_a_cell_in_a_comment_does_not_run(html):
    """What is commented out has no effect."""
    page = html("<!--\n```python exec\n1/0\n```\n-->\n\n```python exec\nprint('ran')\n```")
    assert "ran" in page


def test_cells_run_in_the_projects_folder(html):
    """A recorded file is found wherever the build was started; the folder is left as it was."""
    before = os.getcwd()
    assert "True" in html("```python exec\nimport os\nprint(os.path.exists('mkdocs.yml'))\n```")
    assert os.getcwd() == before


def test_a_cell_is_a_script(html):
    """`__name__` is what it is when a reader runs the code."""
    assert "hello" in html("```python exec\nif __name__ == '__main__':\n    print('hello')\n```")


def test_a_cell_inherits_no_future(html):
    """Annotations are what they are at the reader's, and not their text."""
    page = html("```python exec\ndef f(x: int): return x\nprint(f.__annotations__)\n```")
    assert "class" in page and "int" in page


def test_an_error_tells_its_whole_message(html, text):
    """Not its last line only."""
    page = html('```python exec raises="ValueError"\nraise ValueError("first\\nsecond")\n```')
    assert "ValueError: first\nsecond" in text(page)


def test_a_timeout_is_no_lesson(faults):
    """`raises` does not excuse a cell without end."""
    page = '```python exec raises="TimeoutError" timeout="0.2"\nwhile True: pass\n```'
    assert "the cell ran longer than" in faults(page)[0]


def test_an_expected_error_publishes_no_address(faults):
    """Nor does a value, nor a figure's label or alt text."""
    assert (
        "memory address"
        in faults('```python exec raises="KeyError"\nraise KeyError(object())\n```')[0]
    )
    assert "memory address" in faults("It is `= object()`.")[0]
    assert (
        "memory address"
        in faults(
            '```python figure alt="`= object()`"\nimport graphviz\ngraphviz.Digraph(body=[chr(97)])\n```'
        )[0]
    )
    assert (
        "memory address"
        in faults(
            '```python figure alt="x"\nimport graphviz\ngraphviz.Digraph(body=[f\'a [label="{object()}"]\'])\n```'
        )[0]
    )


def test_a_drawing_takes_no_longer_than_its_cell(faults):
    """The time limit holds for what is drawn, too."""
    page = (
        '```python figure alt="x" timeout="0.3"\nimport time\nclass Slow:\n    pipe = None\n'
        "    @property\n    def source(self):\n        while True: pass\nSlow()\n```"
    )
    assert "the cell ran longer than 0.3 s" in faults(page)[0]


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ("import math\nmath.pi = 3", "import math\nprint(math.pi)"),
        ("import os\nos.chdir('/')\nos.environ['LEAK'] = 'x'", "import os\nprint(os.getcwd(), os.environ.get('LEAK'))"),
        ("import sys\nsys.argv.append('y')\nsys.setrecursionlimit(500)", "import sys\nprint(sys.argv, sys.getrecursionlimit())"),
        ("import builtins\nbuiltins.sum = max", "print(sum([1, 2]))"),
        ("import decimal\ndecimal.getcontext().prec = 3", "import decimal\nprint(decimal.Decimal(1) / 3)"),
        ("import logging\nlogging.disable(logging.CRITICAL)", "import logging\nprint(logging.root.manager.disable)"),
        ("import warnings\nwarnings.simplefilter('ignore')", "import warnings\nprint(len(warnings.filters))"),
        ("import numpy\nnumpy.set_printoptions(precision=2)", "import numpy\nprint(numpy.array([1 / 3]))"),
        ("import micrograd.engine\nmicrograd.engine.Value.data = 1", "import micrograd.engine as e\nprint(e.Value.data)"),
        ("import locale\n_ = locale.setlocale(locale.LC_ALL, 'C')", "import locale\nprint(locale.setlocale(locale.LC_ALL))"),
    ],
)  # fmt: skip
def test_what_a_cell_changes_ends_with_its_page(html, text, change, seen):
    """Modules, folder, environment, limits, builtins: the next page finds them as they were."""
    cell = f"```python exec\n{seen}\n```"
    before = text(html(cell))
    html(f"```python exec\n{change}\n```")
    assert text(html(cell)) == before


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.write(1, b'whole')",
        "import os\nos.system('printf whole')",
        "import subprocess\nsubprocess.run(['printf', 'whole'])",
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.puts(b'whole')\nlibc.fflush(None)",
        "import threading\nt = threading.Thread(target=print, args=('whole',))\nt.start()\nt.join()",
        "import sys\nsys.__stdout__.write('whole')",
    ],
)
def test_what_is_written_past_print_is_seen_like_print(html, code):
    """By a file descriptor, a child process, a C library, a thread: it stands under its cell."""
    page = html(f"```python exec\nprint('first', flush=True)\n{code}\nprint()\n```")
    assert "<code>first\nwhole" in page.split('class="output"')[1]


def test_what_the_renderer_warns_of_is_a_fault(faults):
    """Graphviz writes to stderr, which no stream of Python's sees."""
    page = "```python figure alt=\"x\"\nimport graphviz\ngraphviz.Digraph(body=['a [shape=nonsense]'])\n```"
    assert "nonsense" in faults(page)[0]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os\nos._exit(0)", "the cell ended its process: exit status 0"),
        ("import ctypes\nctypes.string_at(0)", "the cell ended its process: SIGSEGV"),
        (
            "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
            "the cell ended its process: SIGKILL",
        ),
        ("x = 1\nx = bytearray(1 << 40)", "MemoryError"),
        pytest.param(
            "import sys\nsys.setrecursionlimit(10**8)\ndef f(): f()\nf()",
            "",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_death_of_a_process_is_a_located_fault(bench, code, says):
    """One fault for the page, at the cell's line; the next page is whole."""
    built = bench.built(f'```python exec timeout="3"\n{code}\n```\n\n`= 6 * 7`')
    place = built.faults[0].split(":")
    assert place[0] == "docs/page.md" and 2 <= int(place[1]) <= 5 and says in built.faults[0]
    assert "42" in bench.html("`= 6 * 7`")


def test_what_comes_after_a_death_follows_from_it(bench):
    """It did not run; the log names the one cause."""
    page = bench.page("```python exec\nimport os\nos._exit(3)\n```\n\n`= 1`")
    assert [fault.cause for fault in page.faults] == [None, Place("docs/page.md", 2)]
    [line] = folded(page.faults)
    assert line.startswith("docs/page.md:2: the cell ended its process: exit status 3")


def test_a_loop_inside_c_is_stopped(faults):
    """Python cannot interrupt it; the guard of the process can."""
    page = '```python exec timeout="0.2"\nimport itertools\nsum(itertools.repeat(0))\n```'
    assert faults(page) == [
        "docs/page.md:2: TimeoutError: the cell ran longer than 0.2 s; make it faster or allow timeout=…"
    ]


def test_a_copy_of_the_page_that_dies_is_a_fault_of_its_fence(bench):
    """A solution runs in one; the page goes on."""
    built = bench.built(
        "```exercise\nEnd it.\n---\nx = 1\nimport os\nos._exit(3)\n```\n\n`= 6 * 7`"
    )
    [fault] = built.faults
    assert fault.startswith("docs/page.md:1: the cell ended its process: exit status 3")
    assert ">42</code>" in built.html


def test_who_ends_the_page_at_its_end_is_told_at_the_cell_that_asked_for_it(bench):
    """The cells below it have run, and are not told as if they had not."""
    cell = "import atexit, os\n_ = atexit.register(os.kill, os.getpid(), 9)"
    built = bench.built(f"```python exec\n{cell}\n```\n\n```python exec\nprint(6 * 7)\n```")
    assert [fault.split(": ")[0] for fault in built.faults] == ["docs/page.md:1"]
    assert "<code>42</code>" in built.html


def test_a_limit_cannot_be_swallowed(faults):
    """Not by `except BaseException` around each turn of a loop."""
    loop = (
        "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass"
    )
    [fault] = faults(f'```python exec timeout="0.2"\n{loop}\n```')
    assert "TimeoutError: the cell ran longer than 0.2 s" in fault


def test_output_past_pythons_streams_is_bounded(faults):
    """A child without end fills no disk."""
    [fault] = faults("```python exec\nimport os\nos.system('yes')\n```")
    assert "the cell wrote more than" in fault


def test_a_name_that_a_failed_cell_would_give_is_no_second_cause(bench):
    """The log tells the first fault; the page shows both."""
    built = bench.page("```python exec\n1 / 0\nx = 1\n```\n\n```python exec\nprint(x)\n```")
    assert len(built.faults) == 2
    [line] = folded(built.faults)
    assert "ZeroDivisionError" in line and "from the same cause: docs/page.md:7" in line


def test_the_folder_of_the_project_is_not_published(html, bench):
    """Neither with a slash behind it nor without."""
    page = html("```python exec\nimport os\nprint(os.getcwd())\nprint(os.path.abspath('src'))\n```")
    assert str(bench.book.settings.root) not in page


@pytest.mark.parametrize("last", ["d.data", "x", "x + 1", "plt.show()", "draw_dot(d)"])
def test_a_last_line_that_shows_nothing_says_so(faults, last):
    """A reader who copies the cell sees nothing either; the cure is told."""
    code = (
        "import matplotlib.pyplot as plt\nfrom micrograd.draw import draw_dot\n"
        f"from micrograd.engine import Value\nx = 1\nd = Value(1.0)\n{last}"
    )
    [fault] = faults(f"```python exec\n{code}\n```")
    assert "write print(" in fault or "write ```python figure" in fault


def test_asserts_hold_whatever_the_build_was_started_with(faults, monkeypatch):
    """PYTHONOPTIMIZE does not reach a cell."""
    assert "AssertionError" in faults("```python exec\nassert False\n```")[0]


@pytest.mark.parametrize(
    "code",
    [
        "import os\npid = os.fork()\nif pid:\n    os.waitpid(pid, 0)",
        "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(2) as pool:\n    pool.map(abs, [-1])",
        "import asyncio\nasyncio.run(asyncio.sleep(0))",
        "import atexit\n_ = atexit.register(len, 'quiet')",
        "import concurrent.futures as c\npool = c.ThreadPoolExecutor(2)\nprint(pool.submit(abs, -1).result())",
        "import sys\nsys.settrace(lambda frame, event, argument: print(event))",
        "import sys\nsys.setprofile(lambda *event: None)",
        "import gc\ngc.disable()",
        "import os\n_ = os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
        "import os\nos.close(2)",
        "import sys\nsys.stdout = sys.stderr = None",
        "import sys\ndel sys.modules['sys']",
        "import sys\nsys.modules['__main__'] = None",
        "import builtins\nbuiltins.open = None",
        "import signal\n_ = signal.signal(signal.SIGALRM, signal.SIG_IGN)",
        "import os, tempfile\nfolder = tempfile.mkdtemp()\nos.chdir(folder)\nos.rmdir(folder)",
        "import tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    open(f'{folder}/x', 'w').close()",
        "globals().clear()",
        "α, naïve = 1, 2",
        "print(end='x' * 100_000)",
    ],
)
def test_a_cell_may_do_what_a_script_may(html, code):
    """Then the cell below it runs, prints as ever, and is bounded in time; so does the next page."""
    below = "```python exec\nprint(6 * 7)\n```"
    start = time.monotonic()
    for page in (f"```python exec\n{code}\n```\n\n{below}", below):
        assert "<code>42</code>" in html(page)
    assert time.monotonic() - start < 20


def test_a_forked_copy_ends_with_its_cell(html):
    """What it prints is seen; the page goes on once."""
    page = html(
        "```python exec\nimport os\n_ = os.fork()\n```\n\n```python exec\nprint('once')\n```"
    )
    assert page.count("<code>once</code>") == 1


def test_what_a_page_hands_back_is_plain(html):
    """No class of a cell reaches the build, which could not read it."""
    names = "class Word(str):\n    def __format__(self, form): return self\nword = Word('w')"
    assert "w</code>" in html(f"```python exec\n{names}\n```\n\n`= word`")
    enum = "import enum\nclass Colour(enum.IntEnum):\n    red = 3"
    assert "The run says" in html(f"```predict\nWhich?\nanswer: Colour.red\n---\n{enum}\n```")


@pytest.mark.parametrize(
    "code",
    [
        "open('docs/index.md', 'a')",
        "import os\nos.remove('docs/index.md')",
        "import os\nos.rename('docs', 'gone')",
        "import shutil\nshutil.rmtree('docs')",
        "import pathlib\npathlib.Path('docs/new').mkdir()",
    ],
)
def test_no_cell_changes_a_file_of_the_book(bench, code):
    """Under serve a build that changes its own sources has no end."""
    before = sorted(bench.book.settings.root.glob("docs/*"))
    [fault] = bench.faults(f"```python exec\n{code}\n```")
    assert "PermissionError: a cell cannot change a file of the book, docs" in fault
    assert sorted(bench.book.settings.root.glob("docs/*")) == before


def test_a_fault_names_no_line_of_ours(faults):
    """Only what its author can mend."""
    for code in ("while True: print('x' * 1000)", "import os\nos.close(1)\nprint(1)"):
        assert "unpasted" not in faults(f"```python exec\n{code}\n```")[0]


def test_a_call_whose_value_nobody_sees_is_a_fault(faults):
    """Whoever ends a cell with `sorted(numbers)` expects to see what it gives."""
    [fault] = faults("```python exec\nsorted([2, 1])\n```")
    assert "write print(sorted([2, 1])), or _ = sorted([2, 1])" in fault
    assert (
        faults("```python exec\n[].append(1)\n```\n\n```python exec\nprint(1)\nlen('a')\n```") == []
    )


BINDS = """
import a.b, a.c as d
match thing:
    case {"k": e, **f}: pass
    case [g, *h] | (h, *g): pass
    case A() as i: pass
[(j := one) for one in (k for _ in [])]
list((l := other) for other in [])
for m, (n, *o) in []: pass
with x as p: pass
try: pass
except E as q: pass
r: int = 1
def s(own=(t := 1)):
    global never
    never = inner = 1
class u: inner = 1
lambda: (inner := 1)
v = (
    2
)
v += 1
"""


def test_all_ways_to_bind_a_name_are_known():
    """Patterns and a walrus in a comprehension too; each with the last line that binds it."""
    found = names_bound(compile(BINDS, "", "exec"))
    assert sorted(found) == [*"adefghijlmnopqrstuv"]
    assert (found["e"], found["j"], found["v"]) == (4, 7, 22)
    assert names_given("no = = code") == {"no", "code"}


def test_a_name_of_a_failed_pattern_is_no_second_cause(bench):
    """Whatever statement would have bound it."""
    page = bench.page(
        "```python exec\nmatch 1 / 0:\n    case first: pass\n```\n\n```python exec\nprint(first)\n```"
    )
    assert len(page.faults) == 2 and len(folded(page.faults)) == 1


@pytest.mark.parametrize("opening", ["```python exce", "```python exec hid"])
def test_what_follows_from_a_refused_fence_is_folded_into_it(bench, opening):
    """The cells that miss its names are one fault to mend, with it."""
    page = bench.page(f"{opening}\nx = 1\n```\n\n```python exec\nx + 1\n```\n\n`= x`")
    assert len(page.faults) == 3 and len(folded(page.faults)) == 1


def test_a_loop_runs_as_python_runs_it(html):
    """No line of a cell is changed before it runs, so nobody is asked for attributes."""
    html(
        "```python exec\nclass Loud:\n    def __getattr__(self, name):\n        raise RuntimeError(name)\n\n"
        "loud = Loud()\nfor _ in range(3):\n    again = Loud()\n```"
    )


WAIT = "wait for it, or end it"


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("import subprocess\np = subprocess.Popen(['sleep', '9761'])", "the process sleep 9761"),
        (
            "import subprocess\np = subprocess.Popen(['sleep', '9762'], start_new_session=True)",
            "the process sleep 9762",
        ),
        ("import os\n_ = os.system('sleep 9763 >/dev/null 2>&1 &')", "the process sleep 9763"),
        ("import os\n_ = os.system('setsid sleep 9764 &')", "the process sleep 9764"),
        (
            "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)",
            "a forked copy",
        ),
        (
            "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
            "the thread Thread-",
        ),
        (
            "import threading\nt = threading.Timer(60, print)\nt.daemon = True\nt.start()",
            "the thread",
        ),
        (
            "import http.server, threading\ns = http.server.HTTPServer(('127.0.0.1', 0), None)\n"
            "threading.Thread(target=s.serve_forever, daemon=True).start()",
            "the thread",
        ),
    ],
)
def test_what_a_cell_starts_ends_before_the_next_one(bench, code, left):
    """Or is ended, where that is possible, and named; the cell below runs undisturbed."""
    built = bench.built(f"```python exec\n{code}\n```\n\n```python exec\nprint(6 * 7)\n```")
    [fault] = built.faults
    assert fault.startswith("docs/page.md:1: the cell leaves running: ") and WAIT in fault
    assert left in fault and "<code>42</code>" in built.html
    assert "sleep 976" not in _command_lines()


def test_a_shell_fence_leaves_nothing_running(faults):
    """Whatever it puts into the background."""
    [fault] = faults('```bash exec="on"\nsetsid sleep 9765 >/dev/null 2>&1 &\necho done\n```')
    assert "leaves running: the process sleep 9765" in fault


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import atexit\n_ = atexit.register(print, 'late')", "1: the cell, or what it began, wrote after it had ended: late"),
        ("import atexit\n@atexit.register\ndef f(): 1 / 0", "4: ZeroDivisionError"),
        ("class A:\n    def __del__(self): 1 / 0\na = A()", "3: ZeroDivisionError"),
        ("class A:\n    def __del__(self): 1 / 0\nA()\nx = 1", "3: ZeroDivisionError"),
        ("class A:\n    def __del__(self): print('gone')\na = A()", "1: the cell, or what it began, wrote after it had ended: gone"),
        ("import threading\nthreading.Thread(target=lambda: 1 / 0).start()", "3: ZeroDivisionError"),
        ("import os\nif os.fork() == 0: 1 / 0", "1: the cell wrote to stderr: docs/page.md:3: ZeroDivisionError"),
        (
            "import multiprocessing as m\ndef f(): 1 / 0\np = m.get_context('fork').Process(target=f)\np.start()",
            "1: the cell wrote to stderr: ZeroDivisionError",
        ),
        (
            "import concurrent.futures as c, time\npool = c.ThreadPoolExecutor()\n"
            "_ = pool.submit(lambda: (time.sleep(0.3), print('late')))",
            "1: the cell, or what it began, wrote after it had ended: late",
        ),
        ("import ctypes\nctypes.CDLL(None).printf(b'unflushed')\nprint(end='x')", ""),
    ],
)  # fmt: skip
def test_no_error_and_no_word_is_lost(bench, code, says):
    """Nor told of another cell: it is a fault of the cell that began it."""
    below = "\n\n```python exec\nimport time\ntime.sleep(0.5)\nprint(6 * 7)\n```"
    built = bench.built(f"```python exec\n{code}\n```{below}")
    assert "<code>42</code>" in built.html
    if says:
        [fault] = built.faults
        assert fault.startswith(f"docs/page.md:{says}")
    else:
        assert "unflushedx" in built.html or "xunflushed" in built.html


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.truncate('docs/index.md', 0)",
        "import os\nos.link('README.md', 'docs/linked.md')",
        "import os\nos.symlink('README.md', 'docs/linked.md')",
        "import os\nos.chmod('docs/index.md', 0)",
        "import pathlib\npathlib.Path('docs/index.md').touch()",
        "import pathlib\npathlib.Path('.cache/mine').mkdir(parents=True)",
        "import unpasted\nopen(unpasted.__file__, 'w')",
    ],
)
def test_no_cell_changes_the_book_the_cache_or_the_tool(faults, code):
    """By whatever function of Python's."""
    [fault] = faults(f"```python exec\n{code}\n```")
    assert "PermissionError: a cell cannot change a file of the book" in fault


def _command_lines() -> str:
    """What runs on this machine."""
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            lines.append(file.read_text().replace("\0", " "))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("code", "breaks"),
    [
        ("print(max([1, 2], key=abs), (3,))", "print(max([1, 2], key=abs), (3,))"),
        (
            "print(max([1, 2], key=abs), 'longer than a phone')",
            "print(max([[1, 2]], key=abs), 'longer than a phone')",
        ),
        (
            "longer = 'x' if 'a longer line' == 'y' else 'z'",
            "[longer =] 'x' [if 'a longer line' == 'y'] else 'z'",
        ),
        (
            "longer = 'x' if 'a clause too long for it' == 'y' else 'z'",
            "[longer =] 'x' if 'a clause too long for it' [== 'y'] else 'z'",
        ),
        (
            "words = [one.title() for one in 'abc' if one != 'longer']",
            "[words =] [one.title() [for one in 'abc'] [if one != 'longer']]",
        ),
        (
            "print(str(str(str(str('longer-than-a-phone')))))",
            "print(|str(|str(|str(|str(|'longer-than-a-phone')))))",
        ),
    ],
)
def test_a_long_line_of_code_breaks_behind_a_bracket_only_where_it_must(html, code, breaks):
    """A clause, what is in brackets, an operator and what it takes stay whole: here, in `[]`."""
    page = html(f"```python exec\n{code}\n```")
    line = re.search(r'<span class="line">(.*?)\n', page)[1]
    line = re.sub(r'<span class="one">(.*?</span> .*?</span>)</span>', r"[\1]", line)
    broken = re.sub(r"</?span[^>]*>", "", line).replace("<wbr/>", "|").strip()
    assert broken == breaks
