"""What a cell's run comes to: the text that the page shows, or the fault that it is."""

from __future__ import annotations

import traceback
from html import escape
from pathlib import Path

from authoring.cells import Outcome
from authoring.errors import ADDRESS, Fault, Place, fault_of, scrub
from authoring.fences import Fence


def check(outcome: Outcome, fence: Fence, root: Path) -> None:
    """Raise Fault for an outcome that the author did not ask for."""
    wanted = fence.options.get("raises")
    raised = type(outcome.error).__name__
    if outcome.error is not None and raised != wanted:
        fault = fault_of(outcome.error, fence.place, root)
        if wanted:
            fault = Fault(fault.place, f"expected {wanted}, got {fault.message}")
        raise Fault(fault.place, fault.message + _tail(outcome.stdout, root))
    if wanted and outcome.error is None:
        raise Fault(fence.place, f"expected {wanted}, and the cell raised nothing")
    if outcome.stderr.strip():
        last = scrub(outcome.stderr.strip().split("\n")[-1], root)
        raise Fault(
            fence.place,
            f"the cell wrote to stderr: {last}\nprint what the reader should see; "
            "prevent or silence what the reader should not",
        )
    if address := ADDRESS.search(outcome.stdout):
        raise Fault(
            fence.place,
            f"the output holds a memory address ({address[0]}), different in every run; "
            "print something that stays the same",
        )


def output_html(outcome: Outcome, place: Place, code: str, root: Path) -> str:
    """What a cell printed, and the error that was its lesson, as text."""
    text = escape(scrub(outcome.stdout, root).rstrip("\n"))
    if outcome.error is not None:
        shown_error = (
            f'<span class="raised">{escape(_raised(outcome.error, place, code, root))}</span>'
        )
        text = f"{text}\n{shown_error}" if text else shown_error
    if not text:
        return ""
    return (
        '<div class="output" role="group" aria-label="Output">'
        f'<pre tabindex="0"><code>{text}</code></pre></div>'
    )


def _raised(error: BaseException, place: Place, code: str, root: Path) -> str:
    """The line of the cell that raised an error, and what the error says."""
    lines = code.split("\n")
    message = fault_of(error, place, root).message.split(" (raised in ")[0]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        number = (frame.lineno or 0) - place.line
        if frame.filename == place.file and 0 <= number < len(lines):
            return f"{lines[number].strip()}\n{message}"
    return message


def _tail(printed: str, root: Path) -> str:
    """The last lines that a failed cell had printed, to stand under its fault."""
    lines = scrub(printed, root).rstrip("\n").split("\n")[-5:]
    return "\nprinted until then:\n  " + "\n  ".join(lines) if any(lines) else ""
