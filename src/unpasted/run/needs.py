"""Which cells above some code it needs: by the names that each binds and reads, and may change.

What a cell may change is guessed, always to the safe side: an object whose attribute or item it
sets, whose method it calls, or which it hands to a function; and with it whatever either was made
of. So never too little runs, and sometimes more than enough. In a browser this file says what runs
before a cell as its reader has it. Needs the standard library only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType

from unpasted.run.execute import ANYTHING
from unpasted.run.names import names_bound

PURE = {
    "abs", "all", "any", "bool", "callable", "complex", "dict", "enumerate", "float", "format",
    "frozenset", "getattr", "hasattr", "id", "int", "isinstance", "len", "list", "max", "min",
    "print", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "type",
    "zip",
}  # fmt: skip
"""Built-in functions that change none of their arguments."""
FILES = {"io", "open", "os", "pathlib", "pickle", "shutil", "sqlite3", "tempfile", "zipfile"}
"""Who reads or changes what cells share beside variables; so do the functions of `random`."""
COMPOUND = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.Match)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


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

    def add(self, other: Uses, without: Iterable[str] = ()) -> None:
        """Take over what other code does, but with its own names."""
        for name, found in vars(other).items():
            getattr(self, name).update(found.difference(without))


@dataclass(eq=False)
class Made:
    """What a statement binds to its names.

    Arguments:
        cell: the number of its cell; None for what no cell made.
        later: what it may do with other names when it is called.
        defined: whether it is a function or a class.
        fixed: whether nothing can change it, as a number.
        package: of what was imported, its top module.
        changed: the cells that change it.
    """

    cell: int | None
    later: Uses = field(default_factory=Uses)
    defined: bool = False
    fixed: bool = False
    package: str = ""
    changed: set[int | None] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.group = [self]

    def join(self, other: Made) -> None:
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
        self.names: dict[str, list[Made]] = {"<shared>": [Made(None)]}
        self.needs: dict[int | None, set[int]] = {None: set()}

    def run(self, number: int | None, code: str) -> set[int]:
        """Take in a cell, or code below all of them (None); the cells that it needs."""
        needed = self.needs[number] = set()
        try:
            body = ast.parse(code).body
        except SyntaxError:  # its words may mean anything
            words = set(re.findall(r"[^\W\d]\w*", code)) & self.names.keys()
            self._do(number, Uses(words, set(words)), Made(number), {}, True)
            return needed
        for statement in body:
            bound = names_bound(_compiled(statement))
            if isinstance(statement, SCOPES):
                uses, made = _defined(statement, number)
            else:
                uses, made = _uses(statement), Made(number, fixed=_is_fixed(statement))
            if uses.reads & ANYTHING or "*" in bound:
                uses.add(Uses(set(self.names), set(self.names)))
            if isinstance(statement, ast.Import | ast.ImportFrom):
                made.package = _package(statement)
                self.names.setdefault(f"<{made.package}>", [Made(None)])
            self._do(number, uses, made, bound, not isinstance(statement, COMPOUND))
        return needed

    def _do(
        self, number: int | None, uses: Uses, made: Made, bound: Iterable[str], definite: bool
    ) -> None:
        """Take in what one statement does."""
        needed = self.needs[number]
        uses = self._with_later(uses)
        read = list(self._made(uses.reads))
        for one in read:
            for cell in {one.cell, *one.changed} - {number}:
                needed |= self.needs[cell] | ({cell} if cell is not None else set())
        changes = [one for one in self._made(uses.changes) if not one.fixed and not one.package]
        objects = [one for one in read if one.cell is not None and not one.package]
        joined = [one for one in objects if not one.fixed and not one.defined]
        if made.defined or made.fixed or not (changes or bound):
            joined = []
        for one in [*joined, *changes]:
            if one.cell is not None:
                made.join(one)
        for one in changes:
            one.changed.add(number)
        if not made.defined:
            for one in objects:
                made.later.add(one.later)
        for name in bound:
            self.names[name] = [made] if definite else [*self.names.get(name, ()), made]

    def _made(self, names: Iterable[str]) -> Iterator[Made]:
        for name in names:
            yield from self.names.get(name, ())

    def _with_later(self, uses: Uses) -> Uses:
        """With what the functions that it reads may do when they are called."""
        whole, todo, seen = Uses(), [uses], set[int]()
        while todo:
            whole.add(one := todo.pop())
            new = {id(made): made.later for made in self._made(one.reads)}
            todo += [later for made, later in new.items() if made not in seen]
            seen |= new.keys()
        packages = {one.package for one in self._made(whole.reads)}
        whole.changes |= {f"<{one.package}>" for one in self._made(whole.sets)}
        called = {one.package for one in self._made(whole.calls)}
        if FILES & (packages | whole.reads) or "random" in called:
            whole.add(Uses({"<shared>"}, {"<shared>"}))
        whole.reads |= {f"<{one}>" for one in packages}
        return whole


def _compiled(node: ast.AST) -> CodeType:
    if isinstance(node, ast.expr):
        return compile(ast.Expression(node), "", "eval", dont_inherit=True)
    assert isinstance(node, ast.stmt)
    return compile(ast.Module([node], []), "", "exec", dont_inherit=True)


def _package(statement: ast.Import | ast.ImportFrom) -> str:
    """The top module of an import."""
    name = statement.module if isinstance(statement, ast.ImportFrom) else statement.names[0].name
    return (name or "").partition(".")[0]


def _is_fixed(statement: ast.stmt) -> bool:
    """Whether what it binds is a number or a text."""
    value = getattr(statement, "value", None)
    parts = () if value is None else ast.walk(value)
    kinds = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.JoinedStr)
    simple = isinstance(statement, ast.Assign | ast.AnnAssign)
    return simple and value is not None and all(isinstance(part, kinds) for part in parts)


def _defined(
    statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, number: int | None
) -> tuple[Uses, Made]:
    """What the statement does, and what it makes, which does the rest when it is called."""
    now: list[ast.AST | None] = [*statement.decorator_list]
    if isinstance(statement, ast.ClassDef):
        now += [*statement.bases, *statement.keywords]
        now += [one for one in statement.body if not isinstance(one, SCOPES)]
    else:
        now += [*statement.args.defaults, *statement.args.kw_defaults]
    uses = Uses()
    for one in filter(None, now):
        uses.add(_uses(one))
    return uses, Made(number, _uses(statement), defined=True)


def _uses(node: ast.AST) -> Uses:
    """What code does with names that are not its own."""
    found, own = Uses(), set[str]()
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        if isinstance(node, FUNCTIONS):
            name = getattr(node, "name", "<lambda>")
            inner = (one for one in _compiled(node).co_consts if isinstance(one, CodeType))
            for one in inner:
                if one.co_name == name:
                    own.update(one.co_varnames, one.co_cellvars)
    elif hasattr(node, "generators"):
        targets = [ast.walk(one.target) for one in node.generators]
        own |= {one.id for target in targets for one in target if isinstance(one, ast.Name)}
    elif isinstance(node, ast.Name):
        found.reads.add(node.id)
    elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        names = _names(node.value)
        found.add(Uses(changes=names, sets=names))
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(Uses({node.target.id}, {node.target.id}))
    elif isinstance(node, ast.Call):
        found.add(_called(node))
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)):
            found.add(_uses(child), own)
    return found


def _called(call: ast.Call) -> Uses:
    """What a call may change: the object of a method, and its arguments."""
    found = Uses()
    if isinstance(call.func, ast.Name) and call.func.id in PURE:
        return found
    if isinstance(call.func, ast.Attribute):
        found.changes |= _names(call.func.value)
    if getattr(call.func, "attr", getattr(call.func, "id", "")).islower():
        found.calls |= _names(call.func)
    for one in [*call.args, *(keyword.value for keyword in call.keywords)]:
        found.changes |= _names(one)
    if isinstance(call.func, ast.Name) and call.func.id in ("setattr", "delattr"):
        found.sets |= _names(call.args[0])
    return found


def _names(node: ast.AST) -> set[str]:
    """All names in an expression."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
