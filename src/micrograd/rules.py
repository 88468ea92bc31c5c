"""What each operation computes, as text: read from the engine's own methods.

A method of an operation ends in `return _node(result, name, self, slope)`, or with `b` and its
slope behind that. Its guards are not read: where one of them would raise, so does the
arithmetic, except at minus infinity.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache

from micrograd import engine

Writer = Callable[..., str]
WORDS = {"True": 1.0, "False": 0.0}  # exponents that Python writes so


def _read(method: ast.FunctionDef) -> tuple[str, list[ast.expr]] | None:
    """Return an operation's name and its expressions in `{a}`, `{b}`, `{c}`: result and slopes."""
    match method.body[-1]:
        case ast.Return(ast.Call(ast.Name("_node"), [result, name, _, *rest])):
            known = {
                target.id: node.value
                for node in ast.walk(method)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name) and target.id != "n"  # the constant exponent
            }
            if isinstance(result, ast.Name):
                slopes = _Written(known | {result.id: ast.Name("{c}")})
                result = known[result.id]
            else:
                slopes = _Written(known)
            written = [_Written(known).visit(deepcopy(result))]
            written += [slopes.visit(deepcopy(slope)) for slope in rest[::2]]
            return (str(name.value) if isinstance(name, ast.Constant) else "**"), written
    return None


class _Written(ast.NodeTransformer):
    """Put letters for the data of inputs, and what a name of the method stands for in its place."""

    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.known:
            return node
        written: ast.expr = self.visit(deepcopy(self.known[node.id]))
        return written

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(ast.Name("self"), "data"):
                return ast.Name("{a}")
            case ast.Attribute(ast.Name("b"), "data"):
                return ast.Name("{b}")
            case ast.Attribute(ast.Name("math"), name):
                return ast.Name(name)
        return node


class _Power(ast.NodeTransformer):
    """Put a constant for n, and work out what that decides."""

    def __init__(self, n: float) -> None:
        self.n = n

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.n) if node.id == "n" else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        decided: ast.expr = self.visit(node.body if self._number(node.test) else node.orelse)
        return decided

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return ast.Constant(self._number(node))
        if isinstance(node.op, ast.Pow) and not self.n.is_integer():
            # `pow` of the module math is the same number, and an error where ** would be complex
            return ast.Call(ast.Name("pow"), [node.left, node.right], [])
        return node

    def _number(self, node: ast.expr) -> float:
        number: float = eval(ast.unparse(node), {"n": self.n})
        return number


_text = inspect.getsource(getattr(engine, "book", engine))  # not of what stands in its place
_class = next(n for n in ast.parse(_text).body if isinstance(n, ast.ClassDef))
RULES = dict(filter(None, (_read(m) for m in _class.body if isinstance(m, ast.FunctionDef))))


@cache
def rule(name: str) -> list[Writer]:
    """Say how to write an operation's result, and its derivative for each input.

    Args:
        name: as in `_op`; micrograd's own `ReLU` is relu, and `**3` a power.

    Returns:
        Functions of texts: `rule("*")[0]("x", "y")` is `x * y`. The derivatives take that of the
        result as `c`, too, and can stand in front of a times sign.

    Raises:
        KeyError: the engine has no such operation.
        ValueError: what follows `**` is no number.
    """
    if name.startswith("**"):
        n = float(WORDS[name[2:]] if name[2:] in WORDS else Fraction(name[2:]))
        result, *slopes = (_Power(n).visit(deepcopy(part)) for part in RULES["**"])
    else:
        result, *slopes = RULES[name if name in RULES else name.lower()]
    return [_writer(ast.unparse(result)), *(_writer(_factor(slope)) for slope in slopes)]


def _writer(form: str) -> Writer:
    write: Writer = eval(f"lambda a, b='', c='': f{form!r}")  # an f-string is filled at its fastest
    return write


def _factor(slope: ast.expr) -> str:
    """Write a slope so that it can stand in front of a times sign."""
    text = ast.unparse(slope)
    match slope:
        case ast.BinOp(op=ast.Add() | ast.Sub()) | ast.IfExp():
            return f"({text})"
    return text
