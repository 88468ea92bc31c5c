"""```python frames: drawings that the reader plays through; the last stands without a script."""

from __future__ import annotations

from html import escape
from typing import Any

from unpasted.faults import Fault
from unpasted.kinds.drawing import alt_of, described, drawn, figure_html, svg_of
from unpasted.kinds.figure import Drawn, caption_of, grammar, ran, shown
from unpasted.kinds.making import Kind, Making
from unpasted.read.chapter import Job
from unpasted.read.fence import Fence
from unpasted.run.session import Session


def run(session: Session, job: Job) -> tuple[Any, dict[int, str | Fault]]:
    """Run the cell; draw each figure of the dict that its last line gives."""
    fence, printed, value = ran(session, job)
    name, alt = session.new_id(), alt_of(session, fence)

    def draw() -> list[tuple[str, str]]:
        if not isinstance(value, dict) or not value:
            raise TypeError(
                "a frames cell ends with a dict of titles and figures; this one is "
                f"{described(value)}"
            )
        return [
            (str(title), svg_of(session, one, f"{name}-{number}", f"{title}: {alt}", "frames"))
            for number, (title, one) in enumerate(value.items())
        ]

    return Drawn(printed, drawn(session, fence, draw)), session.texts(job.values)


def make(fence: Fence, data: Drawn, making: Making) -> dict[str, str]:
    """All frames; those before the last are hidden."""
    caption, last = caption_of(fence), len(data.drawing) - 1
    frames = "".join(
        f'<div class="frame" data-title="{escape(title)}"{"" if number == last else " hidden"}>'
        f"{figure_html(drawing, f'{escape(title)}. {caption}')}</div>"
        for number, (title, drawing) in enumerate(data.drawing)
    )
    return shown(fence, data, making, f"<figure-frames>{frames}</figure-frames>")


KIND = Kind(
    grammar("python frames", "what changes from frame to frame"),
    run=run,
    make=make,
    code=lambda fence: fence.body,
    minutes=1,
)
