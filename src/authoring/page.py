"""One page on its way from Markdown to HTML.

A page is prepared (its fences become numbered slots, its formulas and values marks), then
Markdown is parsed, and SuperFences asks for the slots in the order in which they stand; last the
marks are filled. A fault never stops a page: it is noted, and shown where the output would be.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import re
from bisect import bisect
from collections.abc import Callable
from html import escape
from math import ceil, inf
from time import perf_counter
from typing import Any

from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from authoring import links, listings, prose, questions, walk
from authoring.book import Book
from authoring.cells import TIMEOUT, Outcome, Session, parse
from authoring.errors import ADDRESS, Fault, Place, box, fault_of
from authoring.fences import PLAIN, Fence, Prose, split
from authoring.memory import Remembered, key_of
from authoring.parts import PARTS, asked_figure

WORDS_A_MINUTE = 200


class Page:
    """A chapter while it is built.

    Arguments:
        book: what it shares with the other pages.
        file: its path relative to the project.
        url: its URL relative to the site.
    """

    def __init__(self, book: Book, file: str, url: str) -> None:
        self.book, self.file, self.url = book, file, url
        self.session = Session()
        self.minutes = 0
        self._fences: list[Fence] = []
        self._questions: dict[int, questions.Question] = {}
        self._broken: dict[int, Fault] = {}
        self._things: list[str] = []  # the HTML behind each mark
        self._values: list[tuple[Place, int, str]] = []  # not yet evaluated, in order
        self._ids: set[str] = set()  # that cells printed
        self._figures = 0
        self.questions = 0
        self._made: dict[int, tuple[int, Any]] = {}  # line and value, by the value's id
        self._sound = True
        self._old: Remembered | None = None
        self._new = Remembered(None)

    # Before Markdown is parsed

    def prepare(self, markdown: str, first_line: int = 1) -> str:
        """The Markdown that the parser is to see.

        Arguments:
            markdown: the chapter without its front matter.
            first_line: the line of the file at which that begins.
        """
        parts: list[str] = []
        fault: Fault | None = None  # of the fence that comes next
        words = 0
        for piece in split(markdown, Place(self.file, first_line)):
            if isinstance(piece, Fault):
                self.book.faults.append(piece)
                fault = piece
                continue
            if isinstance(piece, Prose):
                parts.append(self.marked(piece.text, piece.place))
                words += _count_words(piece.text)
            elif piece.kind in PLAIN:
                parts.append(piece.raw)
            else:
                parts.append(self._slot_for(piece, fault))
                words += _count_words(piece.body) if piece.kind in questions.FIELDS else 0
            fault = None
        if fault:  # the page ends within something that is never closed
            parts.append(box(fault))
        self.minutes = ceil(words / WORDS_A_MINUTE)
        self._recall()
        return "\n".join(parts)

    def _recall(self) -> None:
        """Find what the same cells came to in an earlier build."""
        if self.book.memory is None:
            return
        lines = [fence.place.line for fence in self._fences]
        values = [(bisect(lines, place.line), text) for place, _, text in self._values]
        self._new.key = key_of(self._fences, values, self.book.packages)
        old = self.book.memory.get(self.file)
        self._old = old if old and old.key == self._new.key else None

    def _slot_for(self, fence: Fence, fault: Fault | None) -> str:
        number = len(self._fences)
        self._fences.append(fence)

        def slot(part: str) -> str:
            return f'{fence.indent}```python cell="{number}" part="{part}"\n{fence.indent}```'

        if fault:
            self._broken[number] = fault
        elif fence.kind in ("predict", "exercise"):
            try:
                question = questions.read(fence)
            except Fault as found:
                self._broken[number] = found
                self.book.faults.append(found)
            else:
                self._mark_question(question)
                self._questions[fence.place.line] = question
                self.questions += fence.kind == "predict"
                question.name = f"{self.url}#q{self.questions}"
                return questions.expand(question, fence, slot)
        if "caption" in fence.options:
            fence.options["caption"] = self.marked(fence.options["caption"], fence.place)
        return slot("whole")

    def _mark_question(self, question: questions.Question) -> None:
        question.text = self.marked(question.text, question.place)
        question.why = self.marked(question.why, question.why_place or question.place)
        for option in question.wrong:
            option.text = f"If you said `= {option.expression}`: {option.text}"
        for option in question.choices + question.wrong:
            option.text = self.marked(option.text, option.place)
            option.because = self.marked(option.because, option.place)

    def marked(self, text: str, place: Place) -> str:
        """Markdown with a mark for each formula and each value in it."""

        def value(here: Place, expression: str) -> str:
            self._values.append((here, len(self._things), expression))
            return self._keep("")

        def formula(here: Place, tex: str, display: bool = False) -> str:
            try:
                return self._keep(prose.mathml(tex, here, display=display))
            except Fault as fault:
                return self._keep(self._refused(fault))

        def display(here: Place, tex: str) -> str:
            return formula(here, tex, True)

        def refuse(here: Place, message: str) -> str:
            return self._keep(self._refused(Fault(here, message)))

        return prose.set_marks(text, place, value, formula, display, refuse)

    def _refused(self, fault: Fault) -> str:
        self._sound = False
        self.book.faults.append(fault)
        return f'<code class="fault">{escape(str(fault))}</code>'

    def _keep(self, html: str) -> str:
        self._things.append(html)
        return prose.mark(len(self._things) - 1)

    def question(self, fence: Fence) -> questions.Question:
        """What a predict or exercise fence asks."""
        return self._questions[fence.place.line]

    def figure_name(self) -> str:
        """An id for the next figure; the same in every build, wherever the lines move."""
        self._figures += 1
        return f"figure-{self._figures}"

    def filled(self, text: str, fence: Fence) -> str:
        """Plain text with the values in it as they are now."""
        return re.sub(r"`= (.+?)`", lambda found: self._value_text(found[1], fence.place), text)

    def run(
        self, code: str, place: Place, timeout: float, session: Session | None = None
    ) -> Outcome:
        """Run code in the page's session, or in another; the book keeps the time."""
        start = perf_counter()
        with contextlib.chdir(self.book.root):  # so that a cell finds the project's files
            outcome = (session or self.session).run(code, place, timeout)
        self.book.seconds += perf_counter() - start
        if session is None and outcome.error is None:
            self._note_lines(code, place)
        return outcome

    def _note_lines(self, code: str, place: Place) -> None:
        """Remember which line made the values that now have a name."""
        for statement in parse(code, place).body:
            if not isinstance(statement, ast.Assign):
                continue
            for name in ast.walk(ast.Tuple(statement.targets)):
                value = self.session.namespace.get(name.id) if isinstance(name, ast.Name) else None
                if hasattr(value, "_prev"):
                    self._made.setdefault(id(value), (statement.lineno, value))

    def graph(self, root: Any) -> walk.Graph:
        """The graph that ends in `root`, as a figure steps it. Raises WalkError."""
        if not self.book.drawing:
            raise walk.WalkError("set `drawing:` of the authoring plugin, such as micrograd.draw")
        drawing = importlib.import_module(self.book.drawing)
        return walk.read(root, drawing, {key: line for key, (line, _) in self._made.items()})

    # While Markdown is parsed

    def render(self, number: int, part: str, md: Markdown) -> str:
        """The HTML of one slot. A fault is noted and shown in its place."""
        fence = self._fences[number]
        if fault := self._broken.get(number):
            return box(fault, fence.body)
        if part == "source":
            question = self.question(fence)
            first = question.code_place.line if question.code_place else 0
            return listings.code_html(question.code, first_line=first)
        self._evaluate_values(before=fence.place.line)
        try:
            if self._old:
                html = self._old.slots[number, part]
            elif part == "figure":
                html = asked_figure(self, fence, md)
            else:
                html = PARTS[fence.kind](self, fence, md)
            self._new.slots[number, part] = html
            return self._checked(html, fence.place)
        except Fault as fault:
            return self._fail(fault, fence.body)

    def _fail(self, fault: Fault, source: str) -> str:
        self._sound = False
        self.book.faults.append(fault)
        return box(fault, source)

    def _checked(self, html: str, place: Place) -> str:
        """Note the links of a cell's HTML; an id that the page has already is a fault."""
        found = links.Anchors(html)
        for name in found.ids:
            if name in self._ids:
                raise Fault(place, f"the id `{name}` is on this page already")
            self._ids.add(name)
        self.book.links += [(place, self.url, link) for link in found.links]
        return html + links.stub(place) if found.links else html

    # Values in sentences

    def value(self, expression: str, place: Place) -> Any:
        """What an expression is now, in the page's session. Raises Fault."""
        outcome = self.run(expression, place, TIMEOUT)
        if outcome.error is not None:
            raise fault_of(outcome.error, place, self.book.root)
        return outcome.value

    def _progress(self, attributes: str) -> str:
        return f"\n<micrograd-progress{attributes}></micrograd-progress>"

    def _evaluate_values(self, before: float) -> None:
        while self._values and self._values[0][0].line < before:
            place, number, expression = self._values.pop(0)
            try:
                if self._old:
                    html = self._old.values[len(self._new.values)]
                else:
                    html = prose.value_html(self._value_text(expression, place))
                self._new.values.append(html)
                self._things[number] = html
            except Fault as fault:
                self._things[number] = self._refused(fault)

    def _value_text(self, expression: str, place: Place) -> str:
        text = str(self.value(f"f'''{{ {expression}}}'''", place))
        if ADDRESS.search(text):
            raise Fault(place, f"`{expression}` holds a memory address: {text}")
        return text

    # After

    def finish(self, html: str) -> str:
        """The page's HTML with every mark filled."""
        self._evaluate_values(before=inf)
        html = prose.fill_marks(html, self._things)
        if self.url.startswith("chapters/"):
            time = f'<p class="reading-time">{self.minutes} min read</p>'
            html = html.replace("</h1>", f"</h1>\n{time}", 1)
            html += self._progress(f' data-page="{self.url}" data-questions="{self.questions}"')
        if self.book.memory is not None and self._sound:
            self.book.memory[self.file] = self._new
        self.book.ids[self.url] = set(links.Anchors(html).ids)
        return html


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))


def slots(page: Callable[[], Page]) -> dict[str, Any]:
    """The custom fence by which SuperFences asks the page at work for the HTML of its slots."""

    def takes(language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
        if "cell" not in inputs:
            return False
        options.update(number=int(inputs["cell"]), part=inputs["part"])
        return True

    def render(
        source: str, language: str, name: str, options: dict[str, Any], md: Markdown, **_: Any
    ) -> str:
        try:
            return page().render(options["number"], options["part"], md)
        except Exception as error:  # SuperFences swallows every exception but its own
            raise SuperFencesException(f"{page().file}: {error!r}") from error

    return {"name": "python", "class": "python", "validator": takes, "format": render}
