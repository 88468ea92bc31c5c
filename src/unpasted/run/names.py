"""The names that code binds, from the compiler, which misses none."""

import ast
import dis
import inspect
import re
import warnings
from collections.abc import Collection, Iterable
from functools import lru_cache
from types import CodeType

# What Python itself binds from 3.14 on, where a variable is annotated.
STORE = (dis.opmap["STORE_NAME"], dis.opmap["STORE_GLOBAL"])
ANNOTATIONS = ("__annotate__", "__conditional_annotations__")


def names_bound(code: CodeType) -> dict[str, int]:
    """The names that compiled code binds where it stands, each with the last line that binds it.

    So does a walrus in a comprehension, which may be code of its own.
    """
    found: dict[str, int] = {}
    wide, codes = 0, code.co_code
    for way, number, (line, *_) in zip(codes[::2], codes[1::2], code.co_positions(), strict=True):
        at = wide | number
        wide = at << 8 if way == dis.EXTENDED_ARG else 0
        if way in STORE and (name := code.co_names[at]) not in ANNOTATIONS:
            found[name] = max(line or 0, found.get(name, 0))
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
