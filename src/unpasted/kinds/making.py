"""What a kind of fence is, and what it may ask for when its HTML is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from markdown import Markdown

from unpasted import formulas
from unpasted.faults import Fault
from unpasted.read import chapter
from unpasted.read.fence import Fence
from unpasted.read.prose import MARK, Formula, Value, set_marks
from unpasted.run.worker import Work


@dataclass(frozen=True)
class Making:
    """What stands around a fence whose HTML is made.

    Arguments:
        md: as MkDocs set it up.
        lines: where the jobs of the page stand.
        source: the lines of the chapter, of which the first is number `first`.
        values: the texts of the values in the fence's own words.
        book, page: by which a reader's device remembers answers.
        number: the place of the fence among the jobs of its page.
        live: whether readers can run cells.
    """

    md: Markdown
    lines: tuple[int, ...] = ()
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)
    book: str = ""
    page: str = ""
    source: tuple[str, ...] = ()
    first: int = 1
    number: int = 0
    live: bool = False

    def line(self, made: tuple[int, int]) -> int:
        """The line of the chapter that is so many lines below the beginning of a job."""
        return self.lines[made[0]] + made[1]

    def text(self, line: int) -> str:
        """What stands in a line of the chapter."""
        return self.source[line - self.first]

    def executed(self, code: str, output: str, fence: Fence, *, markdown: bool = False) -> str:
        """What running code gave, as markdown-exec renders it: HTML as it is, Markdown read.

        Raises Fault for a formula in the output that cannot be read.
        """
        from markdown_exec import base_format  # the processes of pages load kinds, but make nothing

        def run(*_: Any, **__: Any) -> str:
            return self._marked(output, fence, kept) if markdown else output

        kept: list[str] = []
        html = base_format(
            language="python", run=run, code=code, md=self.md, html=not markdown,
            id_prefix="", update_toc=False,
        )  # fmt: skip
        return MARK.sub(lambda found: kept[int(found[1])], str(html)) if markdown else str(html)

    def inline(self, text: str, fence: Fence) -> str:
        """A line of the author's Markdown as HTML, without its paragraph."""
        html = self.executed("", text, fence, markdown=True).strip()
        return html.removeprefix("<p>").removesuffix("</p>")

    def _marked(self, text: str, fence: Fence, kept: list[str]) -> str:
        def keep(thing: Formula | Value | Fault) -> int:
            if isinstance(thing, Fault):
                raise thing
            if isinstance(thing, Formula):
                kept.append(formulas.mathml(thing.tex, thing.place, display=thing.display))
            else:
                written = f"{thing.expression}:{thing.form}" if thing.form else thing.expression
                known = self.values.get((thing.expression, thing.form))
                shown = f"<code>= {escape(written)}</code>"  # printed, and not the author's
                kept.append(shown if known is None else value_html(known))
            return len(kept) - 1

        return set_marks(text, fence.place, keep)


Make = Callable[[Fence, Any, Making], dict[str, str]]
"""What a kind makes of its data: HTML for each part of the fence. Raises Fault."""


@dataclass(frozen=True)
class Kind(chapter.Kind):
    """One kind of fence: how it is read, what it does in the page's process, what is made of it.

    Arguments:
        code: what of it runs in the page, where later cells find what it did.
        minutes: what it takes a reader, beside the words around it.
        outputs: what of its data is approved: plain data, empty where nothing is.
    """

    run: Work = lambda session, job: (None, {})
    make: Make = lambda fence, data, making: {}
    code: Callable[[Fence], str] = lambda fence: ""
    minutes: int = 0
    outputs: Callable[[Fence, Any], Any] = lambda fence, data: data


def value_html(text: str) -> str:
    """A computed value as it stands in a sentence."""
    return f'<code class="value">{escape(text)}</code>'
