"""```step and ```step-diff: a step of the engine as a listing, and the difference of two."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from unpasted.faults import Fault, Refused
from unpasted.kinds.code import block, code_html, highlighted
from unpasted.kinds.making import Kind, Making
from unpasted.read.fence import Fence, Grammar
from unpasted.run.session import Session

CONTEXT = 2  # unchanged lines shown around a change


@dataclass(frozen=True)
class Listing:
    """Source text of a step: the whole module, or one symbol of it."""

    step: str
    module: str
    symbol: str
    text: str

    @property
    def title(self) -> str:
        """What stands above the listing."""
        file = self.module.replace(".", "/") + ".py"
        return f"{file} · {self.symbol}" if self.symbol else file


def listing(package: ModuleType, name: str, symbol: str = "") -> Listing:
    """A step of a package, or the part of it that defines `symbol`, such as `Value.__add__`.

    Arguments:
        package: a module with a sequence `STEPS`; each entry has `name` and `module`.

    Raises Refused where it has none, and for an unknown step or symbol.
    """
    modules: dict[str, str] = {}
    for step in package.STEPS:
        if not (hasattr(step, "name") and hasattr(step, "module")):
            raise Refused(
                f"{package.__name__}.STEPS holds {step!r}; each of its entries has a `name` "
                "and a `module`, as a NamedTuple may have"
            )
        modules[step.name] = step.module
    if name not in modules:
        raise Refused(f"unknown step `{name}`; {_hint(name, list(modules))}")
    module = modules[name]
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise Refused(f"step `{name}` names the module {module}, which is not there")
    text = Path(spec.origin).read_text(encoding="utf-8")
    try:
        symbols = symbols_of(text)
    except SyntaxError as error:
        says = f"step `{name}` cannot be parsed: its line {error.lineno}: {error.msg}"
        raise Refused(says) from None
    if not symbol:
        return Listing(name, module, "", text)
    if symbol not in symbols:
        raise Refused(f"{name} has no `{symbol}`; {_hint(symbol, list(symbols))}")
    first, last = symbols[symbol]
    return Listing(name, module, symbol, "\n".join(text.split("\n")[first - 1 : last]))


def symbols_of(source: str) -> dict[str, tuple[int, int]]:
    """The classes and functions of a module, dotted, each with its first and last line."""
    found: dict[str, tuple[int, int]] = {}

    def visit(body: Iterable[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                found[prefix + node.name] = (first, node.end_lineno or first)
                if isinstance(node, ast.ClassDef):
                    visit(node.body, f"{prefix}{node.name}.")

    visit(ast.parse(source).body, "")
    return found


def diff_html(old: Listing, new: Listing) -> str:
    """What the new listing adds to and takes from the old one, two lines of context around.

    Raises Refused where nothing differs.
    """
    before, after = (_body(one).split("\n") for one in (old, new))
    shown_before, shown_after = (highlighted("\n".join(lines)) for lines in (before, after))
    rows: list[str] = []
    for group in difflib.SequenceMatcher(None, before, after, False).get_grouped_opcodes(CONTEXT):
        if rows:
            rows.append('<span class="gap">⋯\n</span>')
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                rows += [_row("same", " ", line) for line in shown_after[j1:j2]]
                continue
            rows += [_row("del", "−", line) for line in shown_before[i1:i2]]
            rows += [_row("ins", "+", line) for line in shown_after[j1:j2]]
    if not rows:
        raise Refused(f"{old.step} and {new.step} do not differ there")
    title = f"{old.title} → {new.step}"
    return block("".join(rows), title, "highlight diff")


def _body(of: Listing) -> str:
    """The text without its module's docstring, which says in words what the code says."""
    tree = ast.parse(textwrap.dedent(of.text))
    if of.symbol or ast.get_docstring(tree) is None:
        return _dedented(of.text)
    lines = of.text.split("\n")[tree.body[0].end_lineno :]
    return "\n".join(lines).strip("\n")


def _row(kind: str, sign: str, line: str) -> str:
    tag = kind if kind in ("ins", "del") else "span"
    return f'<{tag} class="line"><span class="sign">{sign} </span>{line}\n</{tag}>'


def _dedented(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _hint(name: str, known: list[str]) -> str:
    """What to write instead: what begins alike comes before what is spelt alike."""
    begins = [one for one in known if one.split("_")[0] == name.split("_")[0]]
    meant = get_close_matches(name, begins or known, 1, 0.0 if begins else 0.7)
    return f"did you mean {meant[0]}?" if meant else f"expected one of {', '.join(known)}"


def run_step(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """The listing that the fence names, as HTML, its file named above it."""
    name, symbol = _words(fence, 1, 2, "a step, and perhaps a symbol: step6_accumulate Value")

    def draw() -> str:
        [one] = _listings(session, (name, symbol))
        return code_html(_dedented(one.text), one.title)

    return session.draw(draw, fence.body_place), {}


def run_diff(session: Session, fence: Fence) -> tuple[Any, dict[int, str | Fault]]:
    """What the second of the two steps that the fence names changes in the first, as HTML."""
    old, new, symbol = _words(fence, 2, 3, "two steps: step5_local step6_accumulate")

    def draw() -> str:
        return diff_html(*_listings(session, (old, symbol), (new, symbol)))

    return session.draw(draw, fence.body_place), {}


def _listings(session: Session, *wanted: tuple[str, str]) -> list[Listing]:
    steps = session.module(session.settings.steps, "steps")
    return [listing(steps, name, symbol) for name, symbol in wanted]


def make(fence: Fence, html: str, making: Making) -> dict[str, str]:
    """The listing, or the difference."""
    return {"whole": html}


def _words(fence: Fence, least: int, most: int, expected: str) -> list[str]:
    words = fence.body.split()
    if not least <= len(words) <= most:
        raise Fault(fence.place, f"a {fence.kind} fence names {expected}")
    return words + [""] * (most - len(words))


def nothing(fence: Fence, html: str) -> None:
    """Source is no output: what changes in it, its own file shows."""


STEP = Kind(Grammar(), run=run_step, make=make, outputs=nothing)
DIFF = Kind(Grammar(), run=run_diff, make=make, outputs=nothing)
