"""```step and ```step-diff: a step of the engine as a listing, and the difference of two."""

import ast
import difflib
import importlib.util
import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from unpasted.kinds.cell import block, code_html, highlighted
from unpasted.read.fence import an, meant
from unpasted.run.attempt import symbols_of
from unpasted.run.making import Fault, Grammar, Kind, Making, Refused, Result, filled

# How many steps a fence names; behind them may stand a symbol.
NAMES = {
    "step": (1, "a step, and perhaps a symbol: step6_accumulate Value"),
    "step-diff": (2, "two steps: step5_local step6_accumulate"),
}


def listing(
    package: ModuleType, name: str, symbol: str = "", *, documented: bool = True
) -> tuple[str, str]:
    """A step of a package, or the part of it that defines `symbol`, such as `Value.__add__`.

    Arguments:
        package: a module with a sequence `STEPS`; each entry has `name` and `module`.
        documented: whether its docstring is shown, which says in words what the code says.

    Returns what stands above it, and its text. Raises Refused where there is no such table, and for
    an unknown step or symbol.
    """
    modules = modules_of(package)
    text, tree = source_of(modules, name)
    title, lines = modules[name].replace(".", "/") + ".py", text.split("\n")
    if symbol:
        symbols = symbols_of(tree)
        if symbol not in symbols:
            hint = meant(symbol, symbols, 0.6, expected=symbols)
            raise Refused(f"{name} has no `{symbol}`{hint}")
        title, lines = f"{title} · {symbol}", lines[symbols[symbol]]
    elif not documented and ast.get_docstring(tree) is not None:
        lines = lines[tree.body[0].end_lineno :]
    return title, textwrap.dedent("\n".join(lines)).strip("\n")


def modules_of(package: ModuleType) -> dict[str, str]:
    """The modules of all steps, by name and in order. Raises Refused."""
    modules: dict[str, str] = {}
    for step in package.STEPS:
        if not (hasattr(step, "name") and hasattr(step, "module")):
            says = f"{package.__name__}.STEPS holds {step!r}; each of its entries has a `name`"
            raise Refused(f"{says} and a `module`, as a NamedTuple may have")
        modules[step.name] = step.module
    return modules


def source_of(modules: Mapping[str, str], name: str) -> tuple[str, ast.Module]:
    """The text of a step, and its tree. Raises Refused."""
    if name not in modules:
        raise Refused(f"unknown step `{name}`{meant(name, modules, 0.6, expected=modules)}")
    spec = importlib.util.find_spec(modules[name])
    if spec is None or spec.origin is None:
        raise Refused(f"step `{name}` names the module {modules[name]}, which is not there")
    text = Path(spec.origin).read_text("utf-8")
    return text, ast.parse(text, spec.origin)


def diff_html(old: str, new: str, title: str) -> str:
    """What new code adds to and takes from old, two lines of context around."""
    before, after = old.split("\n"), new.split("\n")
    groups = difflib.SequenceMatcher(None, before, after, False).get_grouped_opcodes(2)
    known = {"before": highlighted(old), "after": highlighted(new)}
    return block(filled("diff.html", groups=groups, **known), title, "highlight diff")


def run(making: Making) -> Result:
    """A listing, its file named above it; or what the second of two steps changes in the first.

    It is source, and no output: what changes in it, its own file shows.
    """
    fence, session = making.fence, making.session
    count, expected = NAMES[fence.kind]
    names, symbol = fence.body.split()[:count], "".join(fence.body.split()[count:])
    if not count <= len(fence.body.split()) <= count + 1:
        raise Fault(fence.place, f"{an(fence.kind)} fence names {expected}")

    def shown() -> str:
        steps = session.module(session.settings.steps, "steps")
        listed = [listing(steps, name, symbol, documented=count == 1) for name in names]
        (title, text), (_, after) = listed[0], listed[-1]
        if count == 1:
            return code_html(text, title)
        if text == after:
            raise Refused(f"{names[0]} and {names[1]} do not differ there")
        return diff_html(text, after, f"{title} → {names[1]}")

    return making.result(session.draw(shown, fence.body_place))


STEP = DIFF = Kind(Grammar(), run=run)
