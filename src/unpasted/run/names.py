"""The names that code binds and reads, from the compiler, which misses none; and what it needs.

What a cell may change is guessed, always to the safe side: a statement that changes anything, or
calls what may, changes every object that it reads, and with it whatever each was made of. So never
too little runs, and sometimes more than enough. In a browser this file says what runs before a cell
as its reader has it. Needs the standard library only.
"""

import ast
import dis
import inspect
import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType

# What Python itself binds from 3.14 on, where a variable is annotated.
ANNOTATIONS = ("__annotate__", "__conditional_annotations__")
ANYTHING = {"dir", "eval", "exec", "globals", "locals", "vars"}  # may look at any variable
# Built-in functions that change none of their arguments.
PURE = {
    "abs", "all", "any", "bool", "callable", "complex", "dict", "enumerate", "float", "format",
    "frozenset", "getattr", "hasattr", "id", "int", "isinstance", "len", "list", "max", "min",
    "print", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "type",
    "zip",
}  # fmt: skip
# Who reads or changes what cells share beside variables; so do the functions of `random`.
FILES = {"io", "open", "os", "pathlib", "pickle", "shutil", "sqlite3", "tempfile", "zipfile"}
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.Match)


def names_bound(code: CodeType) -> dict[str, int]:
    """The names that compiled code binds where it stands, each with the last line that binds it.

    So does a walrus in a comprehension, which may be code of its own.
    """
    found: dict[str, int] = {}
    for one in dis.get_instructions(code):
        if one.opname in ("STORE_NAME", "STORE_GLOBAL") and one.argval not in ANNOTATIONS:
            line = one.positions.lineno if one.positions else None
            found[one.argval] = max(line or 0, found.get(one.argval, 0))
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and inner.co_name.startswith("<"):
            found |= names_bound(inner)
    return found


def names_read(code: CodeType, *, within: bool = True) -> set[str]:
    """The names around it that compiled code reads.

    Arguments:
        within: also when functions that are defined in it are called.
    """
    ways = ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS", "DELETE_NAME")
    found = {one.argval for one in dis.get_instructions(code) if one.opname in ways}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            function = inner.co_flags & inspect.CO_OPTIMIZED and inner.co_name[0] != "<"
            found |= names_read(inner, within=within) if within or not function else set()
    return found


@lru_cache(1000)  # each question of a page asks for the cells above it
def names_given(code: str, *, imported: bool = True) -> frozenset[str]:
    """The names that a cell gives to those below it; every word of one that cannot be compiled.

    Arguments:
        imported: also what it only imports.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(code)
            left = () if imported else (ast.Import, ast.ImportFrom)
            tree.body = [one for one in tree.body if not isinstance(one, left)]
            return frozenset(names_bound(compile(tree, "", "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return frozenset(re.findall(r"[^\W\d]\w*", code))


def binding(cells: Iterable[tuple[int, str]], names: Collection[str]) -> list[int]:
    """The numbers of the cells that bind names last, but for what they only import."""
    last: dict[str, int] = {}
    for number, code in cells:
        last |= dict.fromkeys(names_given(code, imported=False).intersection(names), number)
    return sorted({*last.values()})


@dataclass
class Uses:
    """What code does with the names around it.

    Arguments:
        sets: those of which an attribute or an item is set.
        calls: those that are called, or of which a function is, as in `random.seed(1)`.
    """

    reads: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)

    def add(self, other: "Uses") -> None:
        """Take over what other code does."""
        for name, found in vars(other).items():
            getattr(self, name).update(found)

    def leave(self, names: set[str]) -> None:
        """Leave out what it does with some names."""
        for found in vars(self).values():
            found -= names


@dataclass(eq=False)
class Made:
    """What a statement binds to its names.

    Arguments:
        cell: the number of its cell; None for what no cell made.
        later: what it may do with other names when it is called.
        alone: whether it is no part of what is made with it, and changes only where an attribute
            of it is set: a function, a class, a module, or a number, which has none.
        changed: the cells that change it.
    """

    cell: int | None = None
    later: Uses = field(default_factory=Uses)
    alone: bool = False
    changed: set[int | None] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.group = [self]

    def join(self, other: "Made") -> None:
        """From now on each may be a part of the other: whoever changes one, changes both."""
        if self.group is not other.group:
            self.changed |= other.changed
            self.group += other.group
            for one in other.group:
                one.group, one.changed = self.group, self.changed


def needs(cells: Sequence[tuple[int, str]], code: str) -> list[int]:
    """The numbers of the cells that must run before some code, in order.

    Arguments:
        cells: those above it, each its number and its code.
    """
    known = _Known()
    for number, text in cells:
        known.run(number, text)
    return sorted(known.run(None, code))


class _Known:
    """What is known after some cells: what every name may stand for, and who changed that."""

    def __init__(self) -> None:
        files, self.chance = Made(), Made()
        self.packages = dict.fromkeys(FILES, files) | {"random": self.chance}
        self.names: dict[str, list[Made]] = {"open": [files]}
        self.needs: dict[int | None, set[int]] = {None: set()}

    def run(self, number: int | None, code: str) -> set[int]:
        """Take in a cell, or code below all of them (None); the cells that it needs."""
        self.needs[number] = set()
        try:
            body = ast.parse(code).body
        except SyntaxError:  # its words may mean anything
            words = {*names_given(code)}
            self._do(number, Uses(words, words), Made(number), {})
            body = []
        for statement in body:
            compiled = compile(ast.Module([statement], []), "", "exec", dont_inherit=True)
            bound, made = {*names_bound(compiled)}, [Made(number, alone=_is_fixed(statement))]
            defines = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            uses = _uses(statement, names_read(compiled, within=not defines))
            if isinstance(statement, (*COMPOUND, ast.With)):
                uses.leave(uses.reads - _read_first([statement]))
            if uses.reads & ANYTHING:
                uses.add(Uses({*self.names}, {*self.names}))
            if defines:
                made = [Made(number, _uses(statement, names_read(compiled)), alone=True)]
            if isinstance(statement, ast.Import | ast.ImportFrom):
                module = getattr(statement, "module", "") or statement.names[0].name
                package = self.packages.setdefault(module.partition(".")[0], Made(alone=True))
                made = [Made(number, alone=True), package]
                bound |= {"*"} & {one.name for one in statement.names}
            kept = self.names if isinstance(statement, COMPOUND) else {}
            known = {name: [*kept.get(name, ()), *made] for name in bound}
            self._do(number, uses, made[0], known)
        return self.needs[number]

    def _do(self, number: int | None, uses: Uses, new: Made, bound: dict[str, list[Made]]) -> None:
        """Take in what one statement does."""
        uses = self._with_later(uses)
        read = self._made(uses.reads, uses)
        for one in read:
            for cell in {one.cell, *one.changed} - {number}:
                self.needs[number] |= self.needs[cell] | ({cell} if cell is not None else set())
        changed = [one for one in self._made(uses.changes, uses) if not one.alone]
        changed += self._made(uses.sets, uses)
        for one in changed:
            one.changed.add(number)
        for one in read if not new.alone else ():
            if (changed or bound) and not one.alone and one.cell is not None:
                new.join(one)
            new.later.add(one.later)
        self.names |= bound

    def _made(self, names: set[str], uses: Uses) -> list[Made]:
        """What names may stand for; chance is asked by who calls one of its functions."""
        known = [(name, one) for name in names for one in self.names.get(name, ())]
        found = [one for name, one in known if one is not self.chance or name in uses.calls]
        return found + (self.names.get("*", []) if names else [])

    def _with_later(self, uses: Uses) -> Uses:
        """With what the functions that it reads may do when they are called."""
        whole, todo, seen = Uses(), [uses], set[int]()
        while todo:
            whole.add(one := todo.pop())
            new = {id(made): made.later for made in self._made(one.reads, one)}
            todo += [later for made, later in new.items() if made not in seen]
            seen |= new.keys()
        return whole


def _read_first(body: Iterable[ast.stmt]) -> set[str]:
    """The names that statements in a row may read before they bind them."""
    reads, bound = set[str](), set[str]()
    for one in body:
        head, inner, rest = one, list[ast.stmt](), list[ast.stmt]()
        match one:
            case ast.For():
                head, inner, rest = ast.Assign([one.target], one.iter), one.body, one.orelse
            case ast.If() | ast.While():
                head, inner, rest = ast.Expr(one.test), one.body, one.orelse
            case ast.With():
                head, inner = ast.With(one.items, [ast.Pass()]), one.body
        loop = ast.While(ast.Constant(True), [head], [])  # it may be a `break`
        tree = ast.fix_missing_locations(ast.Module([loop], []))
        code = compile(tree, "", "exec", dont_inherit=True)
        after = bound | names_bound(code).keys()
        reads |= names_read(code) - bound | _read_first(inner) - after | _read_first(rest) - bound
        if not isinstance(one, COMPOUND):
            bound = after
    return reads


def _is_fixed(statement: ast.stmt) -> bool:
    """Whether what it binds is a number or a text."""
    if not (isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value):
        return False
    kinds = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.JoinedStr)
    return all(isinstance(part, kinds) for part in ast.walk(statement.value))


def _uses(node: ast.AST, reads: set[str]) -> Uses:
    """What code does with the names that it reads, of those that are not its own."""
    found, changes = Uses(reads), False
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute | ast.Subscript) and not isinstance(one.ctx, ast.Load):
            found.sets |= _names(one.value) & reads
        elif isinstance(one, ast.Call):
            name = getattr(one.func, "attr", getattr(one.func, "id", ""))
            changes |= name not in PURE or isinstance(one.func, ast.Attribute)
            if name.islower():
                found.calls |= _names(one.func) & reads
            if name in ("setattr", "delattr"):
                found.sets |= _names(one.args[0]) & reads
        changes |= isinstance(one, ast.AugAssign)
    if changes or found.sets:
        found.changes |= reads
    return found


def _names(node: ast.AST) -> set[str]:
    """All names in an expression."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
