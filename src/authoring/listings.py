"""A step of the engine as a listing, and the difference of two steps, by symbol."""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.util
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

HIDE = re.compile(r"#\s*hide\s*$")
CONTEXT = 2  # unchanged lines shown around a change


class ListingError(Exception):
    """The fence names what is not there; the message says what is."""


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


class Steps:
    """The ordered table of steps of a package, as its `STEPS` gives it.

    Arguments:
        package: a module with a sequence `STEPS`; each entry has `name` and `module`.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.table: tuple[Any, ...] = tuple(importlib.import_module(package).STEPS)

    def source(self, name: str) -> Listing:
        """The whole listing of a step. Raises ListingError for an unknown one."""
        step = next((step for step in self.table if step.name == name), None)
        if step is None:
            known = [step.name for step in self.table]
            raise ListingError(f"unknown step `{name}`; {_hint(name, known)}")
        spec = importlib.util.find_spec(step.module)
        if spec is None or spec.origin is None:
            raise ListingError(f"step `{name}` names the module {step.module}, which is not there")
        return Listing(name, step.module, "", Path(spec.origin).read_text(encoding="utf-8"))

    def listing(self, name: str, symbol: str = "") -> Listing:
        """A step, or the part of it that defines `symbol`, such as `Value.__add__`.

        Raises ListingError for an unknown step or symbol.
        """
        whole = self.source(name)
        if not symbol:
            return whole
        symbols = symbols_of(whole.text)
        if symbol not in symbols:
            raise ListingError(f"{name} has no `{symbol}`; {_hint(symbol, list(symbols))}")
        first, last = symbols[symbol]
        lines = whole.text.split("\n")[first - 1 : last]
        return Listing(name, whole.module, symbol, "\n".join(lines))


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


def code_html(code: str, caption: str = "", first_line: int = 0) -> str:
    """Python source as a highlighted block, one span a line; a line ending in `# hide` is left out.

    Arguments:
        first_line: the line of the chapter where it begins; then each span knows its own.
    """
    texts = code.split("\n")
    shown = [n for n, text in enumerate(texts) if not HIDE.search(text)]
    while shown and not texts[shown[0]].strip():
        shown.pop(0)
    while shown and not texts[shown[-1]].strip():
        shown.pop()
    html = _highlighted(code)
    known = ' data-line="{}"' if first_line else ""
    lines = "".join(
        f'<span class="line"{known.format(first_line + n)}>{html[n]}\n</span>' for n in shown
    )
    head = f'<span class="filename">{escape(caption)}</span>' if caption else ""
    return f'<div class="highlight">{head}<pre tabindex="0"><code>{lines}</code></pre></div>'


def listing_html(listing: Listing) -> str:
    """A listing as a highlighted block, its file named above it."""
    return code_html(_dedented(listing.text), listing.title)


def diff_html(old: Listing, new: Listing) -> str:
    """What the new listing adds to and takes from the old one, two lines of context around.

    Raises ListingError where nothing differs.
    """
    before, after = (_body(listing).split("\n") for listing in (old, new))
    shown_before, shown_after = (_highlighted("\n".join(lines)) for lines in (before, after))
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
        raise ListingError(f"{old.step} and {new.step} do not differ there")
    title = f"{old.title} → {new.step}"
    return (
        f'<div class="highlight diff"><span class="filename">{escape(title)}</span>'
        f'<pre tabindex="0"><code>{"".join(rows)}</code></pre></div>'
    )


def _body(listing: Listing) -> str:
    """The text without its module's docstring, which says in words what the code says."""
    tree = ast.parse(textwrap.dedent(listing.text))
    if listing.symbol or ast.get_docstring(tree) is None:
        return _dedented(listing.text)
    lines = listing.text.split("\n")[tree.body[0].end_lineno :]
    return "\n".join(lines).strip("\n")


def _row(kind: str, sign: str, line: str) -> str:
    tag = kind if kind in ("ins", "del") else "span"
    return f'<{tag} class="line"><span class="sign">{sign} </span>{line}\n</{tag}>'


def _highlighted(code: str) -> list[str]:
    html = highlight(code, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    return str(html).removesuffix("\n").split("\n")


def _dedented(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _hint(name: str, known: list[str]) -> str:
    meant = get_close_matches(name, known, 1, 0.5)
    return f"did you mean {meant[0]}?" if meant else f"expected one of {', '.join(known)}"
