"""The formulas and values of one page, each behind a mark until the page is whole."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from authoring import prose
from authoring.errors import Fault, Place, box

MISPLACED = re.compile(f"<[^>]*{prose.MARK.pattern}[^>]*>|<h([1-6])\\b.*?</h\\2>", re.S)


@dataclass
class Thing:
    """What stands behind a mark: HTML, or an expression whose time has not come."""

    place: Place
    html: str = ""
    expression: str = ""


class Marks:
    """Sets marks in Markdown, evaluates values in the order in which they stand, fills marks.

    Arguments:
        evaluate: the text of an expression at a place, now. Raises Fault.
        note: called with each fault.
    """

    def __init__(
        self, evaluate: Callable[[str, Place], str], note: Callable[[Fault], None]
    ) -> None:
        self._evaluate, self._note = evaluate, note
        self._things: list[Thing] = []
        self.remembered: list[str] | None = None  # what the values were when they last came out
        self.computed: list[str] = []
        self.waiting: list[Thing] = []  # values not yet evaluated, in the order of their lines

    def set(self, text: str, place: Place, now: bool = False) -> str:
        """Markdown with a mark for each formula and each value in it.

        Arguments:
            now: evaluate the values at once, and not when their line is reached.
        """

        def value(here: Place, expression: str) -> str:
            thing = Thing(here, expression=expression)
            if now:
                thing.html = self._html(lambda: self._evaluate(expression, here))
            else:
                self.waiting.append(thing)
            return self._keep(thing)

        def formula(here: Place, tex: str, display: bool = False) -> str:
            try:
                return self._keep(Thing(here, prose.mathml(tex, here, display=display)))
            except Fault as fault:
                return self._keep(Thing(here, self._refused(fault)))

        def display(here: Place, tex: str) -> str:
            return formula(here, tex, True)

        def refuse(here: Place, message: str) -> str:
            return self._keep(Thing(here, self._refused(Fault(here, message))))

        return prose.set_marks(text, place, value, formula, display, refuse)

    def evaluate(self, before: float) -> None:
        """Compute the values that stand before a line of the chapter."""
        while self.waiting and self.waiting[0].place.line < before:
            thing = self.waiting.pop(0)
            thing.html = self._html(functools.partial(self._text, thing))

    def fill(self, html: str) -> str:
        """The HTML with every mark filled; a mark where none can stand is a fault."""
        faults = []
        for found in MISPLACED.finditer(html):
            for number in prose.MARK.findall(found[0]):
                thing = self._things[int(number)]
                thing.html = ""
                message = "no formula and no value can stand in a heading or an attribute"
                faults.append(Fault(thing.place, message))
        for fault in faults:
            self._note(fault)
        boxes = "".join(box(fault) for fault in faults)
        return boxes + prose.fill_marks(html, [thing.html for thing in self._things])

    def _text(self, thing: Thing) -> str:
        if self.remembered is None:
            text = self._evaluate(thing.expression, thing.place)
        else:
            text = self.remembered[len(self.computed)]
        self.computed.append(text)
        return text

    def _html(self, text: Callable[[], str]) -> str:
        try:
            return prose.value_html(text())
        except Fault as fault:
            return self._refused(fault)

    def _keep(self, thing: Thing) -> str:
        self._things.append(thing)
        return prose.mark(len(self._things) - 1)

    def _refused(self, fault: Fault) -> str:
        self._note(fault)
        return f'<code class="fault">{escape(str(fault))}</code>'
