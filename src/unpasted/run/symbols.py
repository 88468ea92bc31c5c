"""The symbols of a Python file, and their merging into another: in the build and in a browser.

Needs the standard library only.
"""

import ast
from collections.abc import Container, Mapping, Sequence
from itertools import takewhile


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


def merged(source: str, parts: Mapping[str, str]) -> str:
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
            says = f"put `{name}` on a line of its own"
            raise SyntaxError(says, (None, where.start + 1, None, None))
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
            says = f"there is no `class {part}` for `{name}`"
            raise SyntaxError(says, (None, 1, None, None))
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
