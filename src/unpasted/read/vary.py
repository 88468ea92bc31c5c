"""`vary a = 2.0, 3.0, -1.5`: the values with which a question is asked, the first one first.

Where the question's own code gives the name its value, in a line such as `a = 2.0` or
`a = Value(2.0, label="a")`, the other values take the place of the first one in that line. Where it
does not, the name gets its value before the code runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unpasted.faults import Fault, Place

LINE = re.compile(r"vary +(?P<said>[^\W\d]\w* *(?:=(?!=)|:(?: |$)).*)$")
SHAPE = "write `vary a = 2.0, 3.0, -1.5`"


@dataclass(frozen=True)
class Varied:
    """A name, and the values that it has one after the other, as they are written."""

    place: Place
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """A question with one set of values.

    Arguments:
        given: the values, for an error: `a = 3.0, b = 1.0`.
        before: what is to be run before the code, and where that is written.
        code: the question's code with the values in it.
    """

    given: str
    before: tuple[tuple[Place, str, str], ...]
    code: str


def read(text: str, place: Place) -> Varied:
    """Read what stands behind the word `vary`. Raises Fault."""
    name, _, written = text.partition("=")
    try:
        tree = ast.parse(written.strip() or "()", mode="eval").body
    except SyntaxError as error:
        raise Fault(place, f"`vary {text.strip()}` cannot be read: {error.msg}; {SHAPE}") from None
    if not isinstance(tree, ast.Tuple) or len(tree.elts) < 2:
        raise Fault(place, f"`vary` needs a name and two values at least; {SHAPE}")
    values = tuple(str(ast.get_source_segment(written.strip(), one)) for one in tree.elts)
    for value in values:
        if values.count(value) > 1:
            raise Fault(place, f"`vary {name.strip()}` has {value} twice")
    return Varied(place, name.strip(), values)


def variants(vary: Sequence[Varied], code: str) -> list[Variant]:
    """The question once for each set of values; values of several names go together by place.

    Raises Fault where the names have not equally many, or the code begins with another value.
    """
    for one in vary[1:]:
        if len(one.values) != len(vary[0].values):
            says = f"`{one.name}` has {len(one.values)} values and `{vary[0].name}` has"
            raise Fault(one.place, f"{says} {len(vary[0].values)}; they go together by place")
        if one.name in [other.name for other in vary if other is not one]:
            raise Fault(one.place, f"`vary {one.name}` is given twice")
    return [_variant(vary, code, number) for number in range(len(vary[0].values))] if vary else []


def _variant(vary: Sequence[Varied], code: str, number: int) -> Variant:
    before = []
    for one in vary:
        value = one.values[number]
        placed = _placed(one, value, code)
        if placed is None:
            before.append((one.place, one.name, value))
        else:
            code = placed
    given = ", ".join(f"{one.name} = {one.values[number]}" for one in vary)
    return Variant(given, tuple(before), code)


def _placed(varied: Varied, value: str, code: str) -> str | None:
    """The code with another value in the line that gives the name its first; None without one."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None  # the run will tell
    given = next((one for node in tree.body for one in _given(node, varied.name)), None)
    if given is None:
        return None
    first = ast.dump(ast.parse(varied.values[0], mode="eval").body)
    parts = [given, *given.args] if isinstance(given, ast.Call) else [given]
    found = [part for part in parts if ast.dump(part) == first and part.lineno == part.end_lineno]
    if len(found) != 1:
        says = f"`vary {varied.name}` begins with {varied.values[0]}, and the code gives "
        says += f"`{varied.name}` the value {ast.unparse(given)}"
        raise Fault(
            varied.place, f"{says}; begin with what stands there, such as 2.0 in `Value(2.0)`"
        )
    [part], lines = found, code.split("\n")
    line = lines[part.lineno - 1].encode()  # columns are bytes
    new = line[: part.col_offset] + value.encode() + line[part.end_col_offset :]
    lines[part.lineno - 1] = new.decode()
    return "\n".join(lines)


def _given(node: ast.stmt, name: str) -> Iterator[ast.expr]:
    """What an assignment gives to a name."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        pairs: list[tuple[ast.expr, ast.expr]] = [(target, node.value)]
        if isinstance(target, ast.Tuple):
            each = isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts)
            values = node.value.elts if each and isinstance(node.value, ast.Tuple) else None
            pairs = list(zip(target.elts, values or [node.value] * len(target.elts), strict=True))
        yield from (value for one, value in pairs if isinstance(one, ast.Name) and one.id == name)
