"""Mutants of a solution: one small mistake each, which the checks of an exercise must refuse.

What a mistake is knows the engine of this book: `.grad`, `Value(…)`. A book whose `kinds` are KINDS
of this module has a fault for each mutant that passes every check.
"""

import ast
import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from unpasted.kinds import KINDS, exercise, write
from unpasted.read.fields import names_in
from unpasted.run.making import Fault, Making

__all__ = ("KINDS",)

# What needs no brackets, wherever it stands.
ATOMS = (ast.Name, ast.Constant, ast.Attribute, ast.Call, ast.Subscript)


class Mutant(NamedTuple):
    """A solution with a mistake.

    Arguments:
        code: all of it.
        was, became: the line that is another, before and after.
    """

    code: str
    was: str
    became: str


def mutants(code: str, asked: Collection[str]) -> Iterator[Mutant]:
    """The mutants of the functions in some code.

    A gradient that is not passed on, with the wrong sign, or assigned where it is added; one branch
    of a conditional; a result that remembers no inputs; the sign of what is returned.

    Arguments:
        asked: the names that the checks ask for; what other functions return may only be shown.
    """
    for top in ast.parse(code).body:
        inside = [one for one in ast.walk(top) if isinstance(one, ast.FunctionDef)]
        nodes = {node: None for function in inside for node in ast.walk(function)}  # each once
        for node in nodes:
            if isinstance(node, ast.Return) and getattr(top, "name", "") not in asked:
                continue
            for text in _mistakes(node):
                assert isinstance(node, ast.stmt | ast.expr)
                mutant, line = with_node(code, node, text), node.lineno - 1
                yield Mutant(mutant, *(one.split("\n")[line].strip() for one in (code, mutant)))


def _mistakes(node: ast.AST) -> Iterator[str]:
    """What may stand in the place of a node by mistake."""
    match node:
        case ast.AugAssign(ast.Attribute(attr="grad") as target, ast.Add(), value):
            yield f"{ast.unparse(target)} += -({ast.unparse(value)})"
            yield f"{ast.unparse(target)} = {ast.unparse(value)}"
            yield "pass"
        case ast.Assign([ast.Attribute(attr="grad") as target], value) if getattr(
            value, "value", True
        ):
            yield f"{ast.unparse(target)} = -({ast.unparse(value)})"
            yield "pass"
        case ast.Return(ast.BinOp() as value):
            yield f"return -({ast.unparse(value)})"
        case ast.IfExp(test, body, orelse) if not _is_guard(test):
            for one in (body, orelse):
                text = ast.unparse(one)
                yield text if isinstance(one, ATOMS) else f"({text})"
        case ast.Call(ast.Name("Value"), [data, _, *_]):
            yield f"Value({ast.unparse(data)})"


def _is_guard(test: ast.expr) -> bool:
    """Whether a condition asks what something is, and not how large."""
    return isinstance(test, ast.Call) and ast.unparse(test.func) in ("isinstance", "hasattr")


def with_node(code: str, node: ast.stmt | ast.expr, text: str) -> str:
    """Code with another text in the place of a node."""
    lines = code.encode().split(b"\n")  # columns count bytes
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    lines[first : last + 1] = [head + text.encode() + tail]
    return b"\n".join(lines).decode()


def proven(making: Making, written: str, start: str, judge: exercise.Judge) -> dict[str, Any]:
    """Raise Fault for a mutant that passes every check, unless it is right too."""
    known = PROVE(making, written, start, judge)
    content = making.fence.content
    right = {ast.unparse(ast.parse(one.applied(written))) for one in content.sames}
    found = mutants(written, names_in(*(check.expression for check in content.checks)))
    others = [one for one in found if ast.unparse(ast.parse(one.code)) not in right]
    judged = exercise._judged(making, judge, [one.code for one in others])
    for one, came in zip(others, judged, strict=True):
        if not came["signature"]:
            says = f"a wrong solution passes every check: `{one.became}` in place of `{one.was}`"
            same = f"if it is right, `same {json.dumps(one.was)} > {json.dumps(one.became)}: why`"
            raise Fault(
                content.checks[-1].place, f"{says}; write a check that refuses it, or {same}"
            )
    return known


PROVE = exercise.prove
exercise.prove = write.prove = proven
