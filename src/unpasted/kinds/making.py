"""What a kind of fence is, and what it may ask for when its HTML is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from unpasted.faults import Fault
from unpasted.read import chapter
from unpasted.read.fence import Fence
from unpasted.run.fences import Formatters
from unpasted.run.session import Printed, Session
from unpasted.run.worker import Result

Run = Callable[[Session, Fence], tuple[Any, dict[int, str | Fault]]]
"""What a kind does in the page's process: its data, and the texts of the values in the fence's own
words. Raises Fault."""


@dataclass
class Making:
    """What stands around a fence whose HTML is made.

    Arguments:
        values: the texts of the values in the fence's own words, numbered as they stand there.
    """

    session: Session
    formatters: Formatters
    fence: Fence
    values: dict[int, str | Fault] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The place of the fence among the jobs of its page."""
        return self.session.job

    def line(self, made: tuple[int, int]) -> str:
        """The name of a line: a job of the page, and how many lines below its first."""
        return f"{made[0]}:{made[1]}"

    def text(self, made: tuple[int, int]) -> str:
        """What stands in that line."""
        fence = self.session.jobs[made[0]]
        return fence.raw.split("\n")[made[1]] if isinstance(fence, Fence) else ""

    def markdown(self, text: str) -> str:
        """Markdown as HTML. Raises Fault for a formula in it that cannot be read."""
        known = {
            (one.expression, one.form): shown
            for number, one in enumerate(self.fence.values)
            if isinstance(shown := self.values.get(number), str)
        }
        return self.formatters.markdown(text, known)

    def inline(self, text: str) -> str:
        """A line of Markdown as HTML, without its paragraph."""
        return self.markdown(text).strip().removeprefix("<p>").removesuffix("</p>")


Make = Callable[[Fence, Any, Making], dict[str, str]]
"""What a kind makes of its data: HTML for each part of the fence. Raises Fault."""


@dataclass(frozen=True)
class Kind(chapter.Kind):
    """One kind of fence, and all that is to be known of it.

    Arguments:
        run: what it does in the page's process.
        make: what it makes of that.
        outputs: what of its data is approved: plain data, empty where nothing is.
    """

    run: Run = lambda session, fence: (None, {})
    make: Make = lambda fence, data, making: {}
    outputs: Callable[[Fence, Any], Any] = lambda fence, data: data

    def result(self, session: Session, formatters: Formatters, fence: Fence) -> Result:
        """Run a fence of this kind and make its HTML, called by markdown-exec. Raises Fault."""
        found: list[Result] = []

        def run() -> str:
            data, values = self.run(session, fence)
            parts = self.make(fence, data, Making(session, formatters, fence, values))
            printed = getattr(data, "printed", data)
            printed = printed if isinstance(printed, Printed) else Printed()
            outputs = self.outputs(fence, data)
            found.append(Result(parts, values, printed=printed, outputs=outputs))
            return "".join(parts.values())

        formatters.call(run)
        return found[0]
