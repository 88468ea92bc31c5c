"""Fences written as markdown-exec documents them: ```python exec="on", `console`, `tree`, …"""

from __future__ import annotations

from dataclasses import dataclass

from unpasted.kinds.making import Kind
from unpasted.read.chapter import Job
from unpasted.read.fence import Fence, Grammar
from unpasted.run.fences import Formatters
from unpasted.run.session import Printed, Session
from unpasted.run.worker import Result


@dataclass(frozen=True)
class Documented(Kind):
    """What markdown-exec makes of such a fence is its HTML."""

    def result(self, session: Session, formatters: Formatters, job: Job) -> Result:
        """Run the fence, called by markdown-exec. Raises Fault."""
        assert isinstance(job.what, Fence)
        html, headings, printed = formatters.documented(job.what)
        whole = {"whole": html}
        return Result(whole, headings=headings, printed=Printed(printed), outputs=printed)


KIND = Documented(Grammar(example='```python exec="on"'))
