"""Runs what an author wrote on one page: cells, values, drawings; the book keeps the time."""

from __future__ import annotations

import contextlib
import importlib
import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

from authoring import prose, walk
from authoring.book import Book
from authoring.cells import TIMEOUT, Outcome, Session
from authoring.errors import Fault, Place, within
from authoring.lines import Lines
from authoring.operations import WalkError
from authoring.output import check, publishable


class Runner:
    """Runs what an author wrote on one page, in the page's session."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._lines = Lines()
        self.session = Session()

    def run(
        self, code: str, place: Place, timeout: float, session: Session | None = None
    ) -> Outcome:
        """Run code in the page's session, or in another."""
        outcome = self._timed(lambda: (session or self.session).run(code, place, timeout))
        if session is None and outcome.error is None:
            self._lines.note(code, place, self.session.namespace)
        return outcome

    def guarded(self, action: Callable[[], Any], place: Place, timeout: float) -> Any:
        """What an action returns that runs code of the author's, such as drawing. Raises Fault."""
        outcome = self._timed(lambda: self.session.guard(action, place, timeout))
        error = outcome.error
        if isinstance(error, Fault):
            raise error
        if isinstance(error, TypeError | ValueError | WalkError) and not within(error, place):
            raise Fault(place, str(error).strip() or "it cannot be drawn")
        check(outcome, place, self._book.root)
        return outcome.value

    def _timed(self, run: Callable[[], Outcome]) -> Outcome:
        start = perf_counter()
        with contextlib.chdir(self._book.root):  # so that a cell finds the project's files
            outcome = run()
        self._book.seconds += perf_counter() - start
        return outcome

    def value(self, expression: str, place: Place) -> Any:
        """What an expression is now, in the page's session. Raises Fault."""
        outcome = self.run(expression, place, TIMEOUT)
        check(outcome, place, self._book.root)
        return outcome.value

    def value_text(self, written: str, place: Place) -> str:
        """A value as it stands in a sentence: `x / 3:.4f`. Raises Fault."""
        expression, form = prose.split_format(written)
        value = self.value(expression, place)
        if value is None:
            raise Fault(place, f"`{expression}` is None; a value is something to show")
        text = self.guarded(lambda: format(value, form), place, TIMEOUT)
        return publishable(text, place, self._book.root)

    def filled(self, text: str, place: Place) -> str:
        """Plain text with the values in it as they are now. Raises Fault."""
        return re.sub(r"`= (.+?)`", lambda found: self.value_text(found[1], place), text)

    def graph(self, root: Any) -> walk.Graph:
        """The graph that ends in `root`, as a figure steps it. Raises WalkError."""
        if not self._book.drawing:
            raise WalkError("set `drawing:` of the authoring plugin, such as micrograd.draw")
        drawing = importlib.import_module(self._book.drawing)
        return walk.read(root, drawing, self._lines.of_values())
