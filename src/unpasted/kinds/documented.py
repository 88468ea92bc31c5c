"""Fences written as markdown-exec documents them: ```python exec="on", `console`, `tree`, …"""

from unpasted.run.making import Fence, Grammar, Kind, Making, Printed, Result
from unpasted.run.session import PAGE


def run(making: Making) -> Result:
    """Run the fence; what markdown-exec makes of it is its HTML."""
    html, printed = making.formatters.documented(making.fence)
    return Result({"whole": html}, printed=Printed(printed), outputs=printed)


def code(fence: Fence) -> str:
    """What later cells of the page find: the code of a block that shares their variables."""
    shares = fence.language in ("python", "py") and fence.content["session"] == PAGE
    return fence.body if shares else ""


KIND = Kind(Grammar(), run=run, code=code)
