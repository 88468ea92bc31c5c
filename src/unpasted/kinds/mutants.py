"""Mutants of a solution: one small mistake each, which the checks of an exercise must refuse."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A solution with a mistake.

    Arguments:
        code: all of it.
        line: the number of the line that is another, from 1.
        was, became: that line, before and after.
    """

    code: str
    line: int
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
                yield _replaced(code, node, text)


def _mistakes(node: ast.AST) -> Iterator[str]:
    """What may stand in the place of a node by mistake."""
    match node:
        case ast.AugAssign(ast.Attribute(attr="grad") as target, ast.Add(), value):
            yield f"{ast.unparse(target)} += -({ast.unparse(value)})"
            yield f"{ast.unparse(target)} = {ast.unparse(value)}"
            yield "pass"
        case ast.Assign([ast.Attribute(attr="grad") as target], value) if not _is_zero(value):
            yield f"{ast.unparse(target)} = -({ast.unparse(value)})"
            yield "pass"
        case ast.Return(ast.BinOp() as value):
            yield f"return -({ast.unparse(value)})"
        case ast.IfExp(test, body, orelse) if not _is_guard(test):
            yield from (ast.unparse(body), ast.unparse(orelse))
        case ast.Call(ast.Name("Value"), [data, _, *_]):
            yield f"Value({ast.unparse(data)})"


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value


def _is_guard(test: ast.expr) -> bool:
    """Whether a condition asks what something is, and not how large."""
    return isinstance(test, ast.Call) and ast.unparse(test.func) in ("isinstance", "hasattr")


def _replaced(code: str, node: ast.AST, text: str) -> Mutant:
    """Code with other text in the place of a node."""
    assert isinstance(node, ast.stmt | ast.expr)
    lines = code.encode().split(b"\n")  # columns count bytes
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    was = code.split("\n")[first].strip()
    if isinstance(node, ast.IfExp) and not head.rstrip().endswith(b"("):
        text = f"({text})"
    became = head + text.encode() + tail
    lines[first : last + 1] = [became]
    return Mutant(b"\n".join(lines).decode(), node.lineno, was, became.decode().strip())
