"""What a kind of fence is, and what it has at hand while a fence of it runs.

The file of a kind imports from here what it is made of.
"""

from dataclasses import dataclass, field
from typing import Any

from unpasted.faults import Fault, Place, Refused, caught
from unpasted.read.chapter import Kind, Put
from unpasted.read.fence import Fence, Grammar
from unpasted.run.execute import raised_of
from unpasted.run.fences import Formatters
from unpasted.run.session import Printed, Session
from unpasted.templating import filled

__all__ = (
    "Fault", "Fence", "Grammar", "Kind", "Making", "Printed", "Put", "Refused", "Result", "Session",
    "filled",
)  # fmt: skip


Parts = dict[str, str] | str  # HTML, by the name of the part of the page that it is; or the whole


@dataclass(frozen=True)
class Result:
    """What a job came to: plain data.

    Arguments:
        parts: HTML, by the name of the part of the page that it is.
        values: the values in its own words, numbered as they stand there; or the one that it is.
        printed: what its code printed.
        outputs: what of it is approved.
        fault: what went wrong; then there is nothing else.
    """

    parts: dict[str, str] = field(default_factory=dict)
    values: dict[int, str | Fault] = field(default_factory=dict)
    printed: Printed = field(default_factory=Printed)
    outputs: Any = None
    fault: Fault | None = None

    @property
    def faults(self) -> list[Fault]:
        """All that went wrong."""
        return [one for one in (self.fault, *self.values.values()) if isinstance(one, Fault)]

    @property
    def html(self) -> str:
        """All of its HTML."""
        return "".join(self.parts.values())


@dataclass
class Making:
    """A fence that runs in its page, and whose HTML is made.

    Arguments:
        values: the texts of the values in the fence's own words, numbered as they stand there.
    """

    session: Session
    formatters: Formatters
    fence: Fence
    values: dict[int, str | Fault] = field(default_factory=dict)

    def cell(self, code: str = "", place: Place | None = None) -> tuple[Printed, Any]:
        """Run the body, or other code at its place; what it printed, the value of its last line.

        Raises Fault, at the fence for what is wrong with the cell as a whole.
        """
        code, place = (code, place) if place else (self.fence.body, self.fence.body_place)
        session, fence, options = self.session, self.fence.place, self.fence.options
        outcome = session.run(code, place, curve=options.get("curve", ""))
        session.check(outcome, fence, options.get("raises", ""))
        printed, error = session.publishable(outcome.stdout, fence).rstrip("\n"), outcome.error
        said = raised_of(error, place.file, place.padded(code))[1] if error is not None else ""
        return Printed(printed, session.publishable(said, fence)), outcome.value

    def take_values(self) -> None:
        """Find the values in the fence's own words, as they are now."""
        wanted = enumerate(self.fence.values)
        self.values = {number: caught(self.session.text, one) for number, one in wanted}

    def markdown(self, text: str) -> str:
        """Markdown as HTML. Raises Fault for a formula in it that cannot be read."""
        known = zip(self.fence.values, self.values.values(), strict=False)
        texts = {(one.expression, one.form): text for one, text in known if isinstance(text, str)}
        return self.formatters.markdown(text, texts)

    def inline(self, text: str) -> str:
        """A line of Markdown as HTML, without its paragraph."""
        return self.markdown(text).strip().removeprefix("<p>").removesuffix("</p>")

    def result(self, parts: Parts, printed: Printed | None = None, outputs: Any = None) -> Result:
        """What the fence comes to; the values in its words are as they are now, or were taken.

        Arguments:
            parts: HTML, by the name of the part of the page that it is, or of the whole.
            printed: what its code printed.
            outputs: what is approved: plain data, empty where nothing is.
        """
        if not self.values:
            self.take_values()
        parts = {"whole": parts} if isinstance(parts, str) else parts
        return Result(parts, self.values, printed or Printed(), outputs)
