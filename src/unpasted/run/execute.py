"""Executes one cell: while the book is built, and in the reader's browser, which runs this file.

`execute` is the executor of both. `Sandbox` is the rest of what a browser needs: a cell there finds
the variables of the cells above it, and neither a page, nor a network, nor anybody who answers;
whatever it does ends with a plain dict. Needs the standard library only.
"""

import ast
import builtins
import codeop
import contextlib
import copy
import functools
import importlib
import io
import json
import linecache
import math
import os
import re
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import length_hint
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from unpasted.run.names import ANYTHING, names_bound

MOST_PRINTED = 200_000  # characters, in the build and in a browser alike
MOST_TOLD = 2000  # characters of an error's message, and of a value
MOST_FRAMES = 8  # of the way to an error
RECURSION = 1000  # calls
DEEPEST = 1_000_000  # calls of ours
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
LIBRARY = os.path.dirname(os.__file__) + os.sep
INSTALLED = ("/site-packages/", "/dist-packages/")  # in the path of a package
OFTEN = 0.1  # seconds between two pieces of output that are told while a cell runs
SLICE = 0.25  # seconds of training between two looks at the Stop button

NOBODY = (
    "input() has nobody to ask: a cell runs apart from the page. "
    'Write the answer into the cell, such as name = "Ada"'
)


Namespace = dict[str, Any]  # variables, by their names
Report = dict[str, Any]  # what code came to; see Sandbox.run
Checks = Sequence[dict[str, str]]  # see Sandbox.check
OnOutput = Callable[[str], None] | None
Hook = Callable[[CodeType], None] | None
ADDRESS = re.compile(r" at 0x[0-9a-f]+|(?<=0x)[0-9a-f]{6,}")
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:e[+-]?\d+)?")
OPERANDS = re.compile(
    r"(?:unsupported operand type\(s\) for (?P<sign>[^ :]+)(?: or pow\(\))?|bad operand type for "
    r"(?P<unary>unary -)): '(?P<left>\w+)'(?: and '(?P<right>\w+)')?"
)
OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow", "unary -": "neg"}
ATOMS = (float, int, str, bool, type(None))  # nothing is in them that could be copied


class TooMuchError(BaseException):
    """A cell printed more than a page can hold. No `except Exception` of the cell swallows it."""


class Installed(ModuleType):
    """A module of the reader's own, in the place of one of the book's, which is its `book`."""

    book: ModuleType


class Sandbox:
    """What the cells of one page share.

    Arguments:
        drawing: the module that draws a graph of values, by `draw_dot` and `trace`; or nothing.
        tell: is told what a cell prints while it runs.
        module: whose variables they are; without it, one that has none yet.
    """

    def __init__(
        self, drawing: str = "", tell: OnOutput = None, module: ModuleType | None = None
    ) -> None:
        self._drawing, self._tell = drawing, tell
        self._module = module or ModuleType("__main__")  # as a script: pickle looks there
        self._known = _own_modules()
        self.engine: tuple[str, str] | None = None  # the reader's file and its text, on trial
        self._turns: Iterator[float] = iter(())
        self._training = "", ""  # the cell that they are of: its name, and its code

    @property
    def namespace(self) -> Namespace:
        """The variables of the cells."""
        return self._module.__dict__

    def run(self, number: int, code: str) -> Report:
        """Run a cell; what it came to.

        Arguments:
            number: its place in the page, by which errors below it can name it.

        Returns a dict of plain data:
            printed: what it printed.
            raised: its error, after the line of the cell that raised it; "" for none.
            line: that line's number in the cell, from 1; 0 for none.
            own: whether it is a line of the reader's engine, and not of the cell.
            trace: the way to the error, one sentence for each line of a cell or of the book's
                packages, the innermost last.
            drawn: what its last line is to be drawn from: {"dot": …}, or {"missing": the package
                that is not here}; or None.
            value: what Python shows of the last line; "" for nothing.
            missing: the module that it asked for and that is not here; "" for none.
            lacks: {"symbol": what it asked for and the reader's engine does not have, such as
                `Value.backward`}; or None.
            cut: whether it was ended because it printed too much.
        """
        return self.execute(_name(number), code, self.namespace)[0]

    def train(self, number: int, code: str, curve: str) -> Report:
        """Begin a cell that ends in a loop, as `turns` does, and go on for a moment: see `turn`."""
        self._training = _name(number), code
        self._turns = turns(code, _name(number), self.namespace, curve)
        return self.turn()

    def turn(self) -> Report:
        """Go on with the loop of `train` for a moment.

        Returns what `run` returns, and `curve`, what `turns` yielded meanwhile, None for a number
        that is not finite; `more`: whether the loop goes on.
        """
        curve: list[float | None] = []

        def some() -> bool:
            until = time.monotonic() + SLICE
            for one in self._turns:
                curve.append(float(one) if math.isfinite(one) else None)
                if time.monotonic() > until:
                    return True
            return False

        came, more = self.execute(*self._training, self.namespace, some)
        return came | {"curve": curve, "more": bool(more), "value": ""}

    def check(self, code: str, checks: Checks) -> Report:
        """Run an answer on a copy of the cells' variables, and say which facts fail.

        Arguments:
            checks: each an `expression` that is true of a right answer, `says`, what it means in
                words, and `needs`, an expression whose value is told where it fails, or "".

        Returns what `run` returns, and `failed`: for each fact that fails, what it `says` and the
        `value` of what it needs; and its `signature`, by which a wrong answer is known again.
        Classes and modules that the answer changes are put back.
        """
        with _put_back([self._module, *_own_modules().values()]):
            facts = [one.get(key) for one in checks for key in ("expression", "needs")]
            whole = [f"({fact}\n)" for fact in facts if fact]
            namespace = copied(self.namespace, [code, *whole])
            came = self.execute(_name(-1), code, namespace)[0]
            failed = []
            for one in [] if came["raised"] or came["cut"] else checks:
                fact, holds = self.execute(_name(-2), f"not not ({one['expression']}\n)", namespace)
                if not holds:
                    value = fact["raised"].rpartition("\n")[2]
                    if one.get("needs"):
                        needed = self.execute(_name(-2), one["needs"], namespace)[0]
                        value = needed["value"] or needed["raised"].rpartition("\n")[2]
                    failed.append({"says": one["says"], "value": value})
        came["failed"] = failed
        return came | {"signature": signature(came)}

    def renew(self) -> None:
        """Forget all variables, and what cells changed in the book's packages."""
        self._module = ModuleType("__main__")
        for name in _own_modules().keys() - self._known.keys():
            del sys.modules[name]

    def execute(
        self, name: str, code: str, namespace: Namespace, action: Callable[[], Any] | None = None
    ) -> tuple[Report, Any]:
        """Run code as the file of that name; what it came to, as `run` says, and its last value.

        Arguments:
            action: what runs it, if it is not to run at once and whole.
        """
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
        output = _Output(self._tell)
        came: Report = {"printed": "", "raised": "", "line": 0, "trace": [], "cut": False}
        came |= {"drawn": None, "value": "", "missing": "", "lacks": None, "own": False}
        value: Any = None
        with _surroundings(output, self._module):
            try:
                value = action() if action else execute(code, name, namespace)
                came["drawn"] = self._drawn(value)
                if value is not None and came["drawn"] is None:
                    came["value"] = repr(value)[:MOST_TOLD]
            except TooMuchError:
                came["cut"] = True
            except BaseException as error:
                if isinstance(error, MemoryError) and not error.args:
                    error.args = ("this needs more memory than a page has",)
                came["line"], came["raised"] = raised_of(error, name, code)
                if self.engine and (own := raised_of(error, *self.engine))[0]:
                    came |= {"line": own[0], "raised": own[1], "own": True}
                came["trace"] = _way(error, name)
                came["lacks"] = {"symbol": symbol} if (symbol := _lacking(error)) else None
                if isinstance(error, ModuleNotFoundError):
                    came["missing"] = str(error.name)
            output.hand_over()
        came["printed"] = output.getvalue().rstrip("\n")
        came["cut"] = came["cut"] or output.full
        return came, value

    def _drawn(self, value: Any) -> dict[str, Any] | None:
        """What a value is drawn from."""
        if missing := getattr(type(value), "stands_for", ""):  # first: it has every attribute
            return {"missing": missing}
        if hasattr(value, "source") and hasattr(value, "pipe"):
            palette = getattr(sys.modules.get(self._drawing), "PALETTE", {})  # as a cell has it
            roles = {str(role): str(colour) for role, colour in dict(palette).items()}
            return {"dot": str(value.source), "palette": roles}
        drawing = importlib.import_module(self._drawing) if self._drawing else None
        if value is None or drawing is None or not hasattr(drawing, "draw_dot"):
            return None
        try:
            drawing.nodes(value)
        except (AttributeError, TypeError, ValueError):  # it is no graph
            return None
        return self._drawn(drawing.draw_dot(value))


def copied(namespace: Namespace, texts: Sequence[str]) -> Namespace:
    """A copy of variables, for code that may do anything to those that it can reach.

    Arguments:
        texts: the code. What it names is copied, and what the functions among that name.

    Functions find the copies: those of the namespace by name, and what a function has captured, as
    the rule that a value carries has captured its inputs. What cannot be copied, and classes and
    modules, are the same.

    copy.deepcopy knows no functions. A graph of a thousand additions is as deep: calls from Python
    to Python need none of the stack of a browser.
    """
    new, made, names = dict(namespace), dict[int, Any](), list[str]()
    plain: Callable[[type], bool] = functools.cache(_plain)

    def twin(one: Any) -> Any:
        if type(one) in ATOMS or id(one) in made:
            return made.get(id(one), one)
        kind, mine = type(one), one
        if kind in (list, set, dict, CellType) or plain(kind):  # it may hold itself
            mine = made[id(one)] = object.__new__(kind) if plain(kind) else kind()
        if kind is list:
            mine += [twin(part) for part in one]
        elif kind is set:
            mine |= {twin(part) for part in one}
        elif kind is dict:
            mine |= {twin(key): twin(part) for key, part in one.items()}
        elif kind is CellType:
            with contextlib.suppress(ValueError):  # an empty one
                mine.cell_contents = twin(one.cell_contents)
        elif kind is tuple:
            mine = tuple([twin(part) for part in one])
        elif kind is MethodType:
            mine = MethodType(twin(one.__func__), twin(one.__self__))
        elif kind is FunctionType and (one.__globals__ is namespace or one.__closure__):
            found = new if one.__globals__ is namespace else one.__globals__
            names.extend(_named(one.__code__, namespace) if found is new else ())
            defaults, closure = twin(one.__defaults__), twin(one.__closure__)
            mine = FunctionType(one.__code__, found, one.__name__, defaults, closure)
            mine.__kwdefaults__ = one.__kwdefaults__
            mine.__dict__.update(one.__dict__)
        elif plain(kind):
            for name, part in members_of(one).items():
                object.__setattr__(mine, name, twin(part))
        elif kind.__module__ != "builtins" and not isinstance(one, type | ModuleType):
            with contextlib.suppress(Exception):  # an open file, a generator: none can copy it
                mine = copy.deepcopy(one, made)
        return made.setdefault(id(one), mine)  # a tuple that holds itself was made on the way

    for text in texts:
        with contextlib.suppress(SyntaxError, ValueError):  # what is no Python reaches nothing
            names += _named(compile(text, "", "exec"), namespace)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST)
    try:
        for name in names:  # which grow
            if not name.startswith("__") and new.get(name) is namespace.get(name):
                new[name] = twin(namespace.get(name))
    finally:
        sys.setrecursionlimit(limit)
    return new


def _named(code: CodeType, namespace: Namespace) -> Iterable[str]:
    """The variables that compiled code can reach by their names."""
    if not ANYTHING.isdisjoint(code.co_names):
        return namespace
    inner = (_named(one, namespace) for one in code.co_consts if isinstance(one, CodeType))
    return {name for names in (code.co_names, *inner) for name in names if name in namespace}


def members_of(one: object) -> dict[str, Any]:
    """What an object holds, in slots or not."""
    state: Any = object.__getstate__(one)
    both = state if isinstance(state, tuple) else [state]
    return {name: part for members in filter(None, both) for name, part in members.items()}


def _plain(kind: type) -> bool:
    """Whether objects of a class are no more than their members."""
    as_object = ("__new__", "__reduce__", "__reduce_ex__")
    return (
        bool(kind.__flags__ & (1 << 9))  # made by a class statement
        and all(getattr(kind, name) is getattr(object, name) for name in as_object)
        and not hasattr(kind, "__deepcopy__")
        and kind.__module__.partition(".")[0] not in sys.stdlib_module_names - {"__main__"}
    )


def told(error: BaseException) -> str:
    """An error's type and message, as the last lines of a traceback tell them."""
    if isinstance(error, SyntaxError):
        return traceback.format_exception_only(error)[-1].strip()
    kind = type(error)
    named = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        named = f"{kind.__module__}.{named}"
    try:
        text = str(error)
    except Exception:
        text = "<its message cannot be told>"
    text = text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]}…"
    return f"{named}: {text}" if text else named


def frames_of(error: BaseException) -> list[tuple[str, int, str]]:
    """File, line and function of each frame of an error's traceback, the innermost last."""
    walked = traceback.walk_tb(error.__traceback__)
    return [(frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in walked]


def execute(code: str, file: str, namespace: Namespace, ran: Hook = None) -> Any:
    """Run code as it is written, one statement after the other; the value of its last line.

    Arguments:
        file: what tracebacks call it.
        ran: is told of each statement, when it has run, how it was compiled.

    Raises whatever the code raises, and SyntaxError.
    """
    tree = ast.parse(code, file)
    last: Any = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    compiled: Any = codeop.Compile()  # remembers what `from __future__ import …` has switched on
    for statement in tree.body:
        code_of_it = compiled(ast.Module([statement], []), file, "exec")
        exec(code_of_it, namespace)
        if ran:
            ran(code_of_it)
    return last and eval(compiled(ast.Expression(last.value), file, "eval"), namespace)


def turns(code: str, file: str, names: Namespace, curve: str, ran: Hook = None) -> Iterator[float]:
    """Run code that ends in a `for` loop as `execute` does, but its loop turn by turn.

    Arguments:
        curve: an expression, such as "loss".

    Yields how many turns there will be, 0 if nobody knows; then, after each, what `curve` is.
    """
    tree = ast.parse(code, file)
    loop = tree.body[-1] if tree.body else None
    if not isinstance(loop, ast.For):
        execute(code, file, names, ran)
        return
    execute("\n".join(code.split("\n")[: loop.lineno - 1]), file, names, ran)
    items = eval(compile(ast.Expression(loop.iter), file, "eval", dont_inherit=True), names)
    yield length_hint(items)
    bound = names_bound(compile(ast.Module([loop], []), file, "exec", dont_inherit=True))
    written = f"global {', '.join(bound | {'_': 0})}\n for _ in items:\n  yield {curve}"
    shell: Any = ast.parse(f"def loop(items):\n {written}")
    for node in ast.walk(shell):
        ast.copy_location(node, loop)
    inner = shell.body[0].body[1]
    inner.target, inner.orelse = loop.target, loop.orelse
    inner.body[:0] = loop.body
    found: dict[str, Any] = {}
    exec(compile(shell, file, "exec", dont_inherit=True), names, found)
    yield from found["loop"](items)


def raised_of(error: BaseException, file: str, code: str) -> tuple[int, str]:
    """The line of code, from 1, in which an error came up, 0 for none; and the error as its
    reader sees it: that line, then what it says. Of an endless recursion, the line that is in most
    of its calls: where it ends is chance."""
    lines = dict(enumerate(map(str.strip, code.split("\n")), 1))
    own = [line for one, line, _ in frames_of(error) if one == file and lines.get(line)]
    endless = isinstance(error, RecursionError)
    at = (max(own, key=own.count) if endless else own[-1]) if own else 0
    if isinstance(error, SyntaxError):
        return (error.lineno or 0) if error.filename == file else at, told(error)
    return at, (f"{lines[at]}\n" if at else "") + told(error)


def signature(came: Report) -> str:
    """How an answer failed: the type of its error, or the facts and what was seen; "" if it holds.

    Of an error also what has no such name, and whether the reader's engine raised it, and not what
    tries that; of numbers ten digits, however they are written. Two answers with the same signature
    made the same mistake.
    """
    if came["cut"]:
        return "cut"
    if came["raised"]:
        last = came["raised"].rpartition("\n")[2]
        unknown = re.search(r"(?:no attribute|^NameError: name) '(\w+)'", last)
        kind = last.partition(":")[0] + (f" {unknown[1]}" if unknown else "")
        return f"{kind} in it" if came["own"] else str(kind)

    def alike(value: str) -> str:
        return NUMBER.sub(lambda found: f"{float(found[0]):.10g}", ADDRESS.sub("", value))

    seen = [[one["says"], alike(one["value"])] for one in came["failed"]]
    return json.dumps(seen) if seen else ""


def _lacking(error: BaseException) -> str:
    """The symbol of an engine of the reader's own for whose absence an error came up."""
    if not isinstance(error, AttributeError | TypeError):
        return ""  # there may be no memory to look further
    modules = [one for one in [*sys.modules.values()] if isinstance(one, Installed)]
    kinds = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    mine = {kind for kind in kinds if kind.__module__ in {one.__name__ for one in modules}}
    if isinstance(error, AttributeError):
        kind = error.obj if isinstance(error.obj, type) else type(error.obj)
        return f"{kind.__qualname__}.{error.name}" if kind in mine else ""
    found = OPERANDS.match(str(error))
    if found and (name := OPERATORS.get((found["sign"] or found["unary"]).rstrip("="))):
        for side, reflected in (("left", ""), ("right", "r")):
            if found[side] in {kind.__qualname__ for kind in mine}:
                return f"{found[side]}.__{reflected}{name}__"
    return ""


def _name(number: int) -> str:
    """The file name of a cell; a check's own code has none that a reader would know."""
    return f"<cell {number}>"


def _way(error: BaseException, own: str) -> list[str]:
    """The way to an error in sentences; of an endless recursion its beginning and its end.

    It names lines of cells and of the book's own packages; ours and Python's tell a reader nothing.
    """
    said = []
    for file, line, function in frames_of(error):
        if file.startswith("<cell ") or _own(file):
            above = "a cell above" if file.startswith("<cell ") else _short(file)
            inside = "" if function == "<module>" else f", in {function}"
            text = linecache.getline(file, line).strip()
            where = f"line {line} of {'this cell' if file == own else above}{inside}"
            said.append(f"{where}: {text}" if text else where)
    if len(said) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        said[half:-half] = [f"and {len(said) - MOST_FRAMES} calls more"]
    return said


def _short(file: str) -> str:
    """A module's file as a reader knows it, from its package on."""
    tops = [folder + os.sep for folder in sys.path if folder]
    inside = (file.removeprefix(top) for top in tops if file.startswith(top))
    return min(inside, key=len, default=os.path.basename(file))


@functools.cache
def _own(file: str) -> bool:
    """Whether a file is one of the book's packages."""
    return file != "" and not (file.startswith("<") or ".zip" in file or is_library(file))


def is_library(file: str) -> bool:
    """Whether a source file belongs to Python, to an installed package, or to us."""
    return file.startswith(("<frozen ", OURS, LIBRARY)) or any(one in file for one in INSTALLED)


def _own_modules() -> dict[str, ModuleType]:
    """The modules of the book's packages that are loaded."""
    loaded = [(name, one, getattr(one, "__file__", 0)) for name, one in [*sys.modules.items()]]
    return {name: one for name, one, file in loaded if isinstance(file, str) and _own(file)}


@contextlib.contextmanager
def _put_back(modules: Sequence[ModuleType]) -> Iterator[None]:
    """Put back, at the end, the members of modules, and of the classes in them."""
    inside = {id(one): one for module in modules for one in vars(module).values()}
    # Those made by a class statement.
    classes = [one for one in inside.values() if isinstance(one, type) and one.__flags__ & (1 << 9)]
    kept = [(owner, dict(vars(owner))) for owner in (*modules, *classes)]
    try:
        yield
    finally:
        for owner, members in kept:
            now = dict(vars(owner))
            for name in now.keys() - members.keys():
                with contextlib.suppress(AttributeError, TypeError):  # what Python notes there
                    delattr(owner, name)
            for name, one in members.items():
                if now.get(name) is not one:
                    setattr(owner, name, one)


@contextlib.contextmanager
def _surroundings(output: io.StringIO, module: ModuleType) -> Iterator[None]:
    """Output caught, nobody to ask, `__main__` the page's own; afterwards all as it was."""

    def nobody(*_: object) -> str:
        raise EOFError(NOBODY)

    main, asked, limit = sys.modules["__main__"], builtins.input, sys.getrecursionlimit()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), output, output
    sys.modules["__main__"], builtins.input = module, nobody
    sys.setrecursionlimit(RECURSION)
    try:
        with warnings.catch_warnings():
            yield
    finally:
        sys.setrecursionlimit(limit)
        sys.modules["__main__"], builtins.input = main, asked
        sys.stdin, sys.stdout, sys.stderr = before


class _Output(io.StringIO):
    """Keeps what is written, as much as a page can hold, and tells it while a cell runs."""

    def __init__(self, tell: OnOutput) -> None:
        super().__init__()
        self._tell, self._told, self._waiting = tell, time.monotonic(), ""
        self.full = False

    def write(self, text: str) -> int:
        fits = text[: MOST_PRINTED - self.tell()]
        super().write(fits)
        self._waiting += fits
        if time.monotonic() - self._told > OFTEN:
            self.hand_over()
        if len(fits) < len(text):
            self.full = True
            raise TooMuchError
        return len(text)

    def hand_over(self) -> None:
        """Tell what was not told yet."""
        if self._tell and self._waiting:
            self._tell(self._waiting)
        self._told, self._waiting = time.monotonic(), ""
