"""An engine of the reader's own: in the place of the book's modules, and judged by its checks.

And the symbols of a Python file, by which the reader's parts are merged into it.

Runs in the build and in a browser, and needs the standard library only.
"""

import ast
import contextlib
import importlib
import math
import sys
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import FunctionType, ModuleType
from typing import Any

from unpasted.run.execute import ATOMS, Checks, Installed, Report, Sandbox, members_of, signature

FILE = "engine.py"  # what tracebacks call the reader's file
TRIAL = "<cell -1>"  # and the lines that try it
Texts = Mapping[str, str]  # of symbols, by their names
NOTHING = (*ATOMS, type, ModuleType, FunctionType)  # what holds no value of an engine
NEAR = {"rel_tol": 1e-9, "abs_tol": 1e-12}


def install(sandbox: Sandbox, texts: Mapping[str, str]) -> Report:
    """Have a reader's files take the place of modules, before anything else loads those.

    What the package has loaded is loaded anew, by whoever imports it. The book's own module stays
    as `book`, a member of the one that takes its place. Modules with the same text are one.

    Arguments:
        sandbox: where the files run; nothing is left of them there.
        texts: by the name of a module, the file; of those with the same text the last names it.

    Returns what running them came to; see Sandbox.run.
    """
    books = {name: importlib.import_module(name) for name in texts}
    made = {text: Installed(name) for name, text in texts.items()}
    installed = [name for name, one in sys.modules.items() if isinstance(one, Installed)]
    unload(name.partition(".")[0] for name in (*texts, *installed))
    for name, text in texts.items():
        sys.modules[name] = module = made[text]
        vars(module).update(__file__=FILE, book=getattr(books[name], "book", books[name]))
    came: Report = {"raised": ""}
    for text, module in reversed(made.items()):  # the engine first: whatever draws looks for it
        name = FILE if len(made) == 1 else f"{module.__name__.rpartition('.')[2]}.py"
        came = sandbox.execute(name, text, module.__dict__)[0]
        if came["raised"] or came["cut"]:
            return came
    for name in texts:
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(importlib.import_module(parent), child, sys.modules[name])
    return came


def unload(packages: Iterable[str]) -> None:
    """Forget the modules of packages: whoever imports one next loads it anew."""
    tops = {*packages}
    for name in [*sys.modules]:
        if name.partition(".")[0] in tops:
            del sys.modules[name]


def begun(code: str, given: Texts, stubs: Texts, writes: Sequence[str]) -> Report:
    """A reader's file as a step begins with it: what is given is in, and what is new is empty.

    Arguments:
        given: by symbol its text, which the reader does not write.
        stubs: by symbol that is to be written, what stands for it where the file has none.

    Returns its `code`, and `replaced`: by symbol that the file had otherwise, the lines that what
        is given for it adds; or what its file `raised`, and the `line`.
    """
    try:
        has, texts = symbols_of(ast.parse(code)), texts_of(code)
        new = {name: stubs[name] for name in writes if name not in has and name in stubs}
        others = [name for name, text in given.items() if text and texts.get(name, text) != text]
        replaced = {name: _added(texts[name], given[name]) for name in others}
        return {"code": merged(code, {**new, **given}), "replaced": replaced}
    except SyntaxError as error:
        return {"raised": f"SyntaxError: {error.msg}", "line": error.lineno or 0}


def attempt(
    code: str, modules: Sequence[str], checks: Checks, trial: str, solution: str = "", **how: Any
) -> Report:
    """Judge a file: run the trial with it, and say which facts fail.

    Arguments:
        code: the reader's whole file.
        modules: the names of the modules that it is meanwhile.
        trial: lines that run before the facts are asked; they find the file's public names.
        solution: the book's file, with which it is compared where it fails; or nothing.
        how: `drawing` and `tell` of its Sandbox.

    Returns what Sandbox.check returns, and:
        parted: the first value at which theirs and the book's differ, or None, which it is after an
            error; `tried` are the lines that made it. They are what the failing fact saw has as
            `trial`, or the trial; of that, only what the fact is about counts.
        has: the symbols of the file, and their texts.
    """
    before = {**sys.modules}
    try:
        sandbox, came = _tried(code, modules, **how)
        extra: Report = {"parted": None, "has": {}}
        if came["raised"] or came["cut"]:
            return came | extra | {"failed": [], "signature": signature(came)}
        extra["has"] = texts_of(code)
        came = sandbox.check(trial, checks)
        if came["failed"] and solution:
            says = came["failed"][0]["says"]
            fact = next(one for one in checks if one["says"] == says)
            shown = _counterexample(sandbox, trial, fact)
            tried = shown or trial
            theirs, books = (_made(one, modules, tried, how) for one in (code, solution))
            with contextlib.suppress(Exception):  # their `__repr__`, or a property of theirs
                books = books if shown else _about(fact["expression"], books)
                parted = _parted(theirs, books)
                extra["parted"] = parted and parted | {"tried": tried}
        return came | extra
    finally:
        unload(one.partition(".")[0] for one in modules)
        sys.modules.update(before)


def _tried(code: str, modules: Sequence[str], **how: Any) -> tuple[Sandbox, Report]:
    """A page where a file is those modules, and what running the file came to."""
    sandbox = Sandbox(**how)
    sandbox.engine = FILE, code
    came = install(sandbox, dict.fromkeys(modules, code))
    names = vars(sys.modules[modules[0]])
    public = {name: one for name, one in names.items() if name[0] != "_" and name != "book"}
    sandbox.namespace.update({"math": math} | public)
    return sandbox, came


def _counterexample(sandbox: Sandbox, trial: str, fact: Mapping[str, str]) -> str:
    """The lines of what a fact has found, which show where a file fails; or nothing."""
    code = f"{trial}\n{fact.get('needs', '')}"
    return str(getattr(sandbox.execute(TRIAL, code, sandbox.namespace)[1], "trial", ""))


def _about(fact: str, made: Mapping[str, Any]) -> dict[str, Any]:
    """The variables that a fact names, what these were made of, and what was made of these."""
    named = {one.id for one in ast.walk(ast.parse(fact)) if isinstance(one, ast.Name)}
    behind = {name: _behind(one) for name, one in made.items()}
    about = {id(made[name]) for name in named & made.keys()}
    of = {one for name in named & made.keys() for one in behind[name]}
    kept = [name for name, one in made.items() if id(one) in about | of or about & behind[name]]
    return {name: made[name] for name in kept}


def _behind(one: object) -> set[int]:
    """Which objects an object holds, and those that these hold."""
    found: set[int] = set()
    left = [] if isinstance(one, NOTHING) else [one]
    while left:
        last = left.pop()
        parts = last if isinstance(last, list | tuple | set) else members_of(last).values()
        new = [part for part in parts if not isinstance(part, NOTHING) and id(part) not in found]
        found.update(map(id, new))
        left += new
    return found


def _made(code: str, modules: Sequence[str], trial: str, how: Report) -> dict[str, Any]:
    """What a trial with a file binds, in order."""
    sandbox = _tried(code, modules, **how | {"tell": None})[0]
    before = {*sandbox.namespace}
    sandbox.execute(TRIAL, trial, sandbox.namespace)
    return {name: one for name, one in sandbox.namespace.items() if name not in before}


def _parted(theirs: Mapping[str, Any], books: Mapping[str, Any]) -> Report | None:
    """The first variable at which two engines differ; else the last whose gradient does, since
    gradients come from there."""
    found = [
        {"value": name, "what": what, "theirs": own, "books": right}
        for name, book in books.items()
        for what, own, right in _differ(theirs.get(name), book)
    ]
    forward = [one for one in found if one["what"] != "gradient"]
    return next(iter(forward or found[::-1]), None)


def _differ(mine: Any, book: Any) -> Iterator[tuple[str, str, str]]:
    """What of a value differs, as each of the two has it."""
    has = members_of(mine)
    for name, right in members_of(book).items():
        own = has.get(name, right)
        if isinstance(right, int | float):
            same = isinstance(own, int | float) and math.isclose(own, right, **NEAR)
            if not same and repr(own) != repr(right):  # of no number, each is another
                yield "gradient" if name == "grad" else "data", repr(own), repr(right)
        elif isinstance(right, str) and own != right:
            yield "operation", repr(own), repr(right)


def symbols_of(tree: ast.Module | ast.ClassDef, prefix: str = "") -> dict[str, slice]:
    """The lines of each class, function, assignment and import of a module.

    A member is dotted, as `Value.__add__`, decorators included; of two of one name, the last
    counts, as for Python. An import is named as it is written: `import math`.
    """
    found: dict[str, slice] = {}
    for node in tree.body:
        names: list[str] = []
        first = node.lineno
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names = [node.name]
            first = min([first, *(one.lineno for one in node.decorator_list)])
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [ast.unparse(node)]
        for name in names:
            found[prefix + name] = slice(first - 1, node.end_lineno)
        if isinstance(node, ast.ClassDef):
            found |= symbols_of(node, f"{prefix}{node.name}.")
    return found


def texts_of(source: str, known: Container[str] | None = None) -> dict[str, str]:
    """The text of each symbol, at the left margin; of a class that has members, theirs alone.

    Arguments:
        known: the classes of which that is so; each other class is one text.
    """
    symbols, lines = symbols_of(ast.parse(source)), source.split("\n")
    known = symbols if known is None else known
    parts = {name for name in symbols if any(one.startswith(f"{name}.") for one in symbols)}
    return {
        name: _indented("\n".join(lines[where]), _margin(lines[where.start]), "")
        for name, where in symbols.items()
        if (name not in parts or name not in known)
        and ("." not in name or name.rpartition(".")[0] in known)
    }


def _added(old: str, new: str) -> str:
    """The lines of a text that an older one does not have, at the left margin."""
    before = {line.strip() for line in old.split("\n")}
    return textwrap.dedent("\n".join(one for one in new.split("\n") if one.strip() not in before))


def changes(old: str, new: str) -> dict[str, str]:
    """What makes one file of another: by symbol its new text, or nothing for one that is gone."""
    before, after = texts_of(old), texts_of(new, symbols_of(ast.parse(old)))
    changed = {name: text for name, text in after.items() if before.get(name) != text}
    return changed | dict.fromkeys(before.keys() - after.keys(), "")


def members(text: str, names: Sequence[str]) -> dict[str, str]:
    """Functions that stand one below the other, as members of the class of the first name."""
    owner, dot, _ = names[0].rpartition(".")
    return {f"{owner}{dot}{name}": own for name, own in texts_of(text).items()}


def stub(text: str) -> str:
    """A function or a class without what is in it; of anything else, nothing."""
    [node] = ast.parse(text).body
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ""
    node.body = [ast.Expr(ast.Constant(...))]
    return ast.unparse(node)


def merged(source: str, parts: Texts) -> str:
    """A file with other texts for some of its symbols: what it has is replaced, the rest added.

    Whatever stands between its symbols stays, and each text is indented as the file indents.

    Arguments:
        parts: by symbol its text; nothing takes the symbol away.

    Raises SyntaxError for what is no Python, and for a member of a class that is not there.
    """
    for name, text in parts.items():
        tree, lines = ast.parse(source), source.split("\n")
        symbols = symbols_of(tree)
        where = symbols.get(name)
        if where and any(at == where and one != name for one, at in symbols.items()):
            if text == name:
                continue  # an import that is there
            raise SyntaxError(f"put `{name}` on its own line", (None, where.start + 1, None, None))
        if where:
            own = _indented(text, "", _margin(lines[where.start])).split("\n") if text else []
            gap = not own and "".join(lines[where.stop : where.stop + 1]).strip() == ""
            lines[where.start : where.stop + gap] = own
        elif text:
            _add(lines, tree, name, text)
        source = "\n".join(lines)
    ast.parse(source)
    return source


def _add(lines: list[str], tree: ast.Module, name: str, text: str) -> None:
    """Put a symbol that is not there at the end of what it belongs to."""
    if name.startswith(("import ", "from ")):
        kinds = () if name.startswith("from __future__") else (ast.Import, ast.ImportFrom)
        documented = tree.body[: ast.get_docstring(tree) is not None]
        imports = takewhile(lambda one: isinstance(one, kinds), tree.body[len(documented) :])
        above = [*documented, *imports]
        head = (above[-1].end_lineno or 0) if above else 0
        gap = [""] if above and above == documented else []
        lines[head:head] = [*gap, text, *([] if head else [""])]
        return
    owner: ast.Module | ast.ClassDef = tree
    for part in name.split(".")[:-1]:
        inner = [one for one in owner.body if isinstance(one, ast.ClassDef) and one.name == part]
        if not inner:
            raise SyntaxError(f"there is no `class {part}` for `{name}`", (None, 1, None, None))
        owner = inner[-1]
    if owner is tree:
        while lines and not lines[-1].strip():
            lines.pop()
        lines += ["", "", *text.split("\n"), ""]
        return
    first, last = owner.body[0], owner.body[-1]
    if isinstance(owner, ast.ClassDef) and first.lineno == owner.lineno:
        says = f"begin what `class {owner.name}` holds on a line of its own"
        raise SyntaxError(says, (None, owner.lineno, None, None))
    own = _indented(text, "", lines[first.lineno - 1][: first.col_offset])
    lines[last.end_lineno : last.end_lineno] = ["", *own.split("\n")]


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _indented(text: str, old: str, new: str) -> str:
    """A text that begins its lines otherwise; empty lines stay empty."""
    lines = (line.removeprefix(old) for line in text.split("\n"))
    return "\n".join(new + line if line.strip() else "" for line in lines)
