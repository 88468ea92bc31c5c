"""What a cell's run comes to: the text that the page shows, or the fault that it is."""

from __future__ import annotations

import re
import traceback
from html import escape
from pathlib import Path

from authoring.cells import Outcome
from authoring.errors import Fault, Place, fault_of, scrub, told
from authoring.fences import Fence

ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ue000\ue001\ud800-\udfff]")


def publishable(text: str, place: Place, root: Path) -> str:
    """The text without this machine's folders.

    Raises Fault for what differs in every run, and for characters that no page can hold.
    """
    if address := ADDRESS.search(text):
        raise Fault(
            place,
            f"the output holds a memory address ({address[0]}), different in every run; "
            "print something that stays the same",
        )
    if control := CONTROL.search(text):
        raise Fault(place, f"the output holds the character {control[0]!r}, which no page can show")
    return scrub(text, root)


def check(outcome: Outcome, place: Place, root: Path, wanted: str = "") -> None:
    """Raise Fault for an outcome that the author did not ask for.

    Arguments:
        wanted: the name of the error that the cell is to raise, if any.
    """
    if outcome.error is not None and (outcome.expired or type(outcome.error).__name__ != wanted):
        fault = fault_of(outcome.error, place, root)
        expected = f"expected {wanted}, got " if wanted else ""
        raise Fault(
            fault.place,
            f"{expected}{fault.message}{_tail(outcome.stdout, root)}",
            fault.raised_in,
        )
    if wanted and outcome.error is None:
        raise Fault(place, f"expected {wanted}, and the cell raised nothing")
    if outcome.stderr.strip():
        last = scrub(outcome.stderr.strip().split("\n")[-1], root)
        raise Fault(
            place,
            f"the cell wrote to stderr: {last}\nprint what the reader should see; "
            "prevent or silence what the reader should not",
        )


def output_html(outcome: Outcome, fence: Fence, root: Path, code: str, place: Place) -> str:
    """What a cell printed, and the error that was its lesson, as text.

    Arguments:
        code: what was run, beginning at `place`.

    Raises Fault for what cannot be published.
    """
    text = escape(publishable(outcome.stdout, fence.place, root).rstrip("\n"))
    if outcome.error is not None:
        message = publishable(told(outcome.error), fence.place, root)
        raised = escape(f"{_raising_line(outcome.error, place, code)}{message}")
        text += ("\n" if text else "") + f'<span class="raised">{raised}</span>'
    if not text:
        return ""
    return (
        '<div class="output" role="group" aria-label="Output">'
        f'<pre tabindex="0"><code>{text}</code></pre></div>'
    )


def _raising_line(error: BaseException, place: Place, code: str) -> str:
    """The line of the cell in which an error came up."""
    lines = code.split("\n")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        number = (frame.lineno or 0) - place.line
        if frame.filename == place.file and 0 <= number < len(lines):
            return f"{lines[number].strip()}\n"
    return ""


def _tail(printed: str, root: Path) -> str:
    """The last lines that a failed cell had printed, to stand under its fault."""
    lines = [line[:200] for line in scrub(printed, root).rstrip("\n").split("\n")[-5:]]
    return "\nprinted until then:\n  " + "\n  ".join(lines) if any(lines) else ""
