"""An engine of the reader's own: in the place of the book's modules, and judged by its checks.

Runs in the build and in a browser, and needs the standard library only.
"""

import ast
import contextlib
import difflib
import importlib
import math
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import FunctionType
from typing import Any, NamedTuple

from unpasted.run.execute import Checks, Installed, OnOutput, Page, Report, members_of, signature
from unpasted.run.symbols import merged, symbols_of

FILE = "engine.py"  # what tracebacks call the reader's file
TRIAL = "<cell -1>"  # and the lines that try it
SEVERAL = (tuple, list, set, frozenset)
NEAR = {"rel_tol": 1e-9, "abs_tol": 1e-12}


class Made(NamedTuple):
    """A value that a trial made, the how manieth, and the lines that did, of trial and file."""

    value: Any
    place: int
    trial: int
    line: int


def install(page: Page, texts: Mapping[str, str]) -> Report:
    """Have a reader's files take the place of modules, before anything else loads those.

    What the package has loaded is loaded anew, by whoever imports it. The book's own module stays
    as `book`, a member of the one that takes its place. Modules with the same text are one.

    Arguments:
        page: where the files run; nothing is left of them there.
        texts: by the name of a module, the file; of those with the same text the last names it.

    Returns what running them came to; see Page.run.
    """
    books = {name: importlib.import_module(name) for name in texts}
    made = {text: Installed(name) for name, text in texts.items()}
    installed = [name for name, one in sys.modules.items() if isinstance(one, Installed)]
    packages = {name.partition(".")[0] for name in (*texts, *installed)}
    for name in [*sys.modules]:
        if name.partition(".")[0] in packages:
            del sys.modules[name]
    for name, text in texts.items():
        sys.modules[name] = module = made[text]
        vars(module).update(__file__=FILE, book=getattr(books[name], "book", books[name]))
    came: Report = {"raised": ""}
    for text, module in reversed(made.items()):  # the engine first: whatever draws looks for it
        name = FILE if len(made) == 1 else f"{module.__name__.rpartition('.')[2]}.py"
        came = page.execute(name, text, module.__dict__)[0]
        if came["raised"] or came["cut"]:
            return came
    for name in texts:
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(importlib.import_module(parent), child, sys.modules[name])
    return came


def begun(
    code: str, given: Mapping[str, str], stubs: Mapping[str, str], writes: Sequence[str]
) -> Report:
    """A reader's file as a step begins with it: what is given is in, and what is new is empty.

    Arguments:
        given: by symbol its text, which the reader does not write.
        stubs: by symbol that is to be written, what stands for it where the file has none.

    Returns its `code`; or what its file `raised`, and the `line`.
    """
    try:
        has = symbols_of(ast.parse(code))
        new = {name: stubs[name] for name in writes if name not in has and name in stubs}
        return {"code": merged(code, {**new, **given})}
    except SyntaxError as error:
        return {"raised": f"SyntaxError: {error.msg}", "line": error.lineno or 0}


def attempt(
    code: str,
    modules: Sequence[str],
    checks: Checks,
    trial: str,
    solution: str = "",
    drawing: str = "",
    tell: OnOutput = None,
    writes: Sequence[str] = (),
) -> Report:
    """Judge a file: run the trial with it, and say which facts fail.

    Arguments:
        code: the reader's whole file.
        modules: the names of the modules that it is meanwhile.
        trial: lines that run before the facts are asked; they find the file's public names.
        solution: the book's file, with which it is compared where it fails; or nothing.
        writes: the symbols of the file that are the reader's own.

    Returns what Page.check returns, and:
        parted: the first value at which theirs and the book's differ, or None; `tried` are the
            lines that made it. They are the trial, or what the failing fact saw has as `trial`.
        has: the symbols of the file.
        advice: a sentence on what the book looks for by another name; "" for nothing.
    """
    before = {**sys.modules}
    try:
        page, came, _ = _tried(code, modules, drawing, tell)
        extra: Report = {"parted": None, "advice": "", "has": []}
        if came["raised"] or came["cut"]:
            came["failed"] = []
            return came | extra | {"signature": signature(came)}
        extra["has"] = [*symbols_of(ast.parse(code))]
        came = page.check(trial, checks)
        if came["signature"] and solution:
            trial = _counterexample(page, trial, checks, came["failed"])
            theirs = _recorded(code, modules, trial, drawing)
            books = _recorded(solution, modules, trial, drawing)
            with contextlib.suppress(Exception):  # their `__repr__`, or a property of theirs
                extra["parted"] = _parted(theirs, books, trial, writes)
                extra["advice"] = _advice(theirs, books)
        return came | extra
    finally:
        for name in sys.modules.keys() - before.keys():
            if name.partition(".")[0] in {one.partition(".")[0] for one in modules}:
                del sys.modules[name]
        sys.modules.update(before)


def _tried(
    code: str, modules: Sequence[str], drawing: str, tell: OnOutput = None
) -> tuple[Page, Report, dict[str, Any]]:
    """A page where a file is those modules, what running the file came to, and its names."""
    page = Page(drawing, tell)
    page.engine = FILE, code
    came = install(page, dict.fromkeys(modules, code))
    names = vars(sys.modules[modules[0]])
    public = {name: one for name, one in names.items() if name[0] != "_" and name != "book"}
    page.namespace.update({"math": math} | public)
    return page, came, names


def _counterexample(page: Page, trial: str, checks: Checks, failed: Checks) -> str:
    """The lines that show where a file fails: the trial, or those of what a fact has found."""
    needs = {one["says"]: one.get("needs", "") for one in checks}
    if not failed:
        return trial
    seen = page.execute(TRIAL, f"{trial}\n{needs[failed[0]['says']]}", page.namespace)[1]
    return str(getattr(seen, "trial", trial))


class Recorded(NamedTuple):
    """A trial as it went with one file.

    Arguments:
        made: by id the values of the file's classes, in the order in which they were made.
        names: by the id of a value, the name that the trial gave it.
        sets: by the id of a value, the lines of the file that set its gradient last, the innermost
            call first.
    """

    code: str
    came: Report
    made: dict[int, Made]
    names: dict[int, str]
    sets: dict[int, list[int]]

    @property
    def known(self) -> dict[str, None]:
        """The symbols of the file, and the members of the first value that it made."""
        members = (name for one in [*self.made.values()][:1] for name in members_of(one.value))
        return dict.fromkeys([*symbols_of(ast.parse(self.code)), *members])

    def name(self, value: Any) -> str:
        """What a reader calls a value: its label, its variable, or which of all it is."""
        label = getattr(value, "label", "")
        place = self.made[id(value)].place if id(value) in self.made else 0
        return (isinstance(label, str) and label) or self.names.get(id(value), f"value {place}")

    def listed(self, inputs: Any) -> str:
        """What a reader calls what a value was computed from."""
        if not isinstance(inputs, SEVERAL):
            return repr(inputs)
        return ", ".join(sorted(map(self.name, inputs))) or "none"

    def places(self, inputs: Any) -> set[int] | None:
        """Which values a value was computed from, by their order of making."""
        if not isinstance(inputs, SEVERAL):
            return None
        return {self.made[id(one)].place if id(one) in self.made else 0 for one in inputs}


def _recorded(code: str, modules: Sequence[str], trial: str, drawing: str) -> Recorded:
    """Run a trial with a file, and note each value that it makes."""
    page, _, names = _tried(code, modules, drawing)
    made: dict[int, Made] = {}
    sets: dict[int, list[int]] = {}
    for kind in names.values():
        own = isinstance(kind, type) and kind.__module__ == names["__name__"]
        if own and kind.__init__ is not object.__init__:  # else `__new__` takes the arguments
            _note(kind, made, sets)
    came = page.execute(TRIAL, trial, page.namespace)[0]
    called = {id(one): name for name, one in page.namespace.items()}
    return Recorded(code, came, made, called, sets)


def _note(kind: Any, made: dict[int, Made], sets: dict[int, list[int]]) -> None:
    """Have a class note what it makes, and what sets gradients."""
    make, assign = kind.__init__, kind.__setattr__

    def __init__(self: Any, *args: Any, **more: Any) -> None:  # noqa: N807
        lines = {name: [*_lines(name), 0][0] for name in (TRIAL, FILE)}
        made.setdefault(id(self), Made(self, len(made) + 1, lines[TRIAL], lines[FILE]))
        make(self, *args, **more)
        sets.pop(id(self), None)  # its zero

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        assign(self, name, value)
        if name == "grad":
            sets[id(self)] = [*_lines(FILE)]

    type.__setattr__(kind, "__init__", __init__)
    type.__setattr__(kind, "__setattr__", __setattr__)


def _lines(name: str) -> Iterator[int]:
    """The lines of a file that are running, the innermost call first."""
    for frame, line in traceback.walk_stack(sys._getframe(1)):
        if frame.f_code.co_filename == name:
            yield line


def _parted(theirs: Recorded, books: Recorded, trial: str, writes: Sequence[str]) -> Report | None:
    """The first value, in the order of making, at which two engines differ; else the last
    whose gradient does, since gradients come from there."""
    pairs = [*_pairs(theirs, books)]
    back = [] if theirs.came["raised"] else pairs[::-1]
    for order, gradients in ((pairs, False), (back, True)):
        for mine, book in order:
            for what, own, right in _differ(theirs, books, mine.value, book.value):
                if (what == "gradient") == gradients:
                    line = _rule(theirs, writes, mine.value) if gradients else mine.line
                    made = trial.split("\n")[mine.trial - 1].strip() if mine.trial else ""
                    told = {"value": theirs.name(mine.value), "made": made, "what": what}
                    return told | {"theirs": own, "books": right, "line": line, "tried": trial}
    return None


def _pairs(theirs: Recorded, books: Recorded) -> Iterator[tuple[Made, Made]]:
    """The values of two engines, up to a line of the trial for which they make unequally many."""
    lines = (groupby(one.made.values(), lambda made: made.trial) for one in (theirs, books))
    for (line, mine), (other, book) in zip(*lines, strict=False):
        own, right = [*mine], [*book]
        ended = theirs.came["raised"] and own[-1].place == len(theirs.made)
        if line != other or not (len(own) == len(right) or (ended and len(own) < len(right))):
            return
        yield from zip(own, right, strict=False)


def _differ(theirs: Recorded, books: Recorded, mine: Any, book: Any) -> Iterator[tuple[str, ...]]:
    """What of a value differs, as each of the two has it."""
    has = members_of(mine)
    for name, right in members_of(book).items():
        own = has.get(name)
        if name not in has or callable(right):
            continue
        if isinstance(right, int | float):
            same = isinstance(own, int | float) and math.isclose(own, right, **NEAR)
            if not same and repr(own) != repr(right):  # of no number, each is another
                yield "gradient" if name == "grad" else "data", repr(own), repr(right)
        elif isinstance(right, str):
            if own != right:
                yield "operation", repr(own), repr(right)
        elif isinstance(right, SEVERAL) and theirs.places(own) != books.places(right):
            yield "inputs", theirs.listed(own), books.listed(right)


def _rule(theirs: Recorded, writes: Sequence[str], value: Any) -> int:
    """The line of what the reader writes that set the gradient of a value; 0 for none.

    Where nothing did, the first line of a rule that knows the value.
    """
    symbols = symbols_of(ast.parse(theirs.code))
    own = [at for name, at in symbols.items() if name in writes]
    lines = [*theirs.sets.get(id(value), ())]
    for made in reversed(theirs.made.values()):
        for rule in members_of(made.value).values():
            captured = rule.__closure__ or () if isinstance(rule, FunctionType) else ()
            if made.value is not value and any(one.cell_contents is value for one in captured):
                lines.append(rule.__code__.co_firstlineno)
    return next((line for line in lines if any(at.start < line <= at.stop for at in own)), 0)


def _advice(theirs: Recorded, books: Recorded) -> str:
    """What the book looks for that the reader's file has by another name; or nothing."""
    own, wanted = theirs.known, books.known
    others = [name for name in own if name not in wanted]
    for name in (one for one in wanted if one not in own):
        if close := difflib.get_close_matches(name, others, 1, 0.65):
            return f"The book looks for `{name}`; yours has `{close[0]}`."
    return ""
