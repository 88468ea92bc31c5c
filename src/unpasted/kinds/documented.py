"""Fences written as markdown-exec documents them: ```python exec="on", `console`, `tree`, …"""

from dataclasses import dataclass

from unpasted.kinds.making import Kind
from unpasted.read.fence import Fence, Grammar
from unpasted.run.fences import Formatters
from unpasted.run.session import PAGE, Printed, Session
from unpasted.run.worker import Result


@dataclass(frozen=True)
class Documented(Kind):
    """What markdown-exec makes of such a fence is its HTML."""

    def result(self, session: Session, formatters: Formatters, fence: Fence) -> Result:
        """Run the fence, called by markdown-exec. Raises Fault."""
        html, headings, printed = formatters.documented(fence)
        whole = {"whole": html}
        return Result(whole, headings=headings, printed=Printed(printed), outputs=printed)


def code(fence: Fence) -> str:
    """What later cells of the page find: the code of a block that shares their variables."""
    shares = fence.language in ("python", "py") and fence.content["session"] == PAGE
    return fence.body if shares else ""


KIND = Documented(Grammar(), code=code)
