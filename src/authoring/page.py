"""One page on its way from Markdown to HTML.

A page is prepared (its fences become numbered slots, its formulas and values marks), then
Markdown is parsed, and SuperFences asks for the slots in the order in which they stand; last the
marks are filled. A fault never stops a page: it is noted, and shown where the output would be.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from math import ceil, inf

from markdown import Markdown

from authoring import answers, asked, links, parts, questions, views
from authoring.book import Book
from authoring.errors import Fault, Place, box
from authoring.fences import PLAIN, Fence
from authoring.marks import Marks
from authoring.memory import Remembered, key_of
from authoring.pieces import Prose, split
from authoring.runner import Runner
from authoring.slots import slot

PARTS = parts.PARTS | asked.PARTS
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
        self.runner = Runner(book)
        self.marks = Marks(self.runner.value_text, self.note)
        self.sound = True
        self._minutes = 0
        self._fences: list[Fence] = []
        self._due: list[tuple[int, str]] = []  # slots not yet asked for: fence and part
        self._questions: dict[int, questions.Question] = {}  # by their fence's line
        self._broken: dict[int, Fault] = {}
        self._asked = self._figures = 0
        self._ids: dict[str, Place] = {}  # that cells printed
        self._old: Remembered | None = None
        self._new = Remembered(None)

    def note(self, fault: Fault) -> None:
        """Remember a fault of this page."""
        self.sound = False
        self.book.faults.append(fault)

    # Before Markdown is parsed

    def prepare(self, markdown: str, first_line: int = 1) -> str:
        """The Markdown that the parser is to see.

        Arguments:
            markdown: the chapter without its front matter.
            first_line: the line of the file at which that begins.
        """
        if stray := re.search("[\ue000\ue001]", markdown):
            line = first_line + markdown.count("\n", 0, stray.start())
            self.note(Fault(Place(self.file, line), f"no page can hold {stray[0]!r}"))
            markdown = re.sub("[\ue000\ue001]", "", markdown)
        out: list[str] = []
        fault: Fault | None = None  # of the fence that comes next
        words = 0
        pieces = list(split(markdown, Place(self.file, first_line)))
        for found in views.faults(piece for piece in pieces if not isinstance(piece, Fault)):
            self.note(found)
            out += [box(found), ""]
        for piece in pieces:
            if isinstance(piece, Fault):
                self.note(piece)
                fault = piece
                continue
            if isinstance(piece, Prose):
                out.append(self.marks.set(piece.text, piece.place))
                words += _count_words(piece.text)
            elif piece.kind in PLAIN:
                out.append(piece.raw)
            else:
                out.append(self._slots_for(piece, fault))
                words += _count_words(piece.body) if piece.kind in questions.FIELDS else 0
            fault = None
        if fault:  # the page ends within something that is never closed
            out.append(box(fault))
        self._minutes = ceil(words / WORDS_A_MINUTE)
        self._recall()
        return "\n".join(out)

    def _slots_for(self, fence: Fence, fault: Fault | None) -> str:
        number = len(self._fences)
        self._fences.append(fence)

        def due(part: str) -> str:
            self._due.append((number, part))
            return slot(number, part, fence.indent)

        if fault:
            self._broken[number] = fault
        elif fence.kind in questions.FIELDS:
            try:
                question = self._question_of(fence)
            except Fault as found:
                self.note(found)
                self._broken[number] = found
            else:
                return answers.expand(question, fence, due)
        elif "caption" in fence.options:
            fence.options["caption"] = self.marks.set(fence.options["caption"], fence.place)
        return due("whole")

    def _question_of(self, fence: Fence) -> questions.Question:
        question = questions.read(fence)
        self._asked += fence.kind == "predict"
        question.name = questions.id_of(question)
        question.book, question.page = self.book.name, self.url
        for option in question.wrong:
            option.text = f"If you said `= {option.expression}`: {option.text}"
        question.text = self.marks.set(question.text, question.place)
        for option in question.choices + question.wrong:
            option.text = self.marks.set(option.text, option.place)
            option.because = self.marks.set(option.because, option.place)
        question.why = self.marks.set(question.why, question.why_place or question.place)
        self._questions[fence.place.line] = question
        return question

    def _recall(self) -> None:
        """Find what the same cells came to in an earlier build."""
        if self.book.memory is None:
            return
        lines = [fence.place.line for fence in self._fences]
        values = [(bisect(lines, one.place.line), one.expression) for one in self.marks.waiting]
        self._new.key = key_of(self._fences, values, self.book.packages)
        old = self.book.memory.get(self.file)
        if old and old.key == self._new.key:
            self._old = old
            self.marks.remembered = old.values

    # What the parts of a page ask of it

    def question(self, fence: Fence) -> questions.Question:
        """What a predict or exercise fence asks."""
        return self._questions[fence.place.line]

    def figure_name(self) -> str:
        """An id for the next figure; the same in every build, wherever the lines move."""
        self._figures += 1
        return f"figure-{self._figures}"

    # While Markdown is parsed

    def render(self, number: int, part: str, md: Markdown) -> str:
        """The HTML of one slot. A fault is noted and shown in its place."""
        fence = self._fences[number]
        if self._due[:1] == [(number, part)]:
            self._due.pop(0)
        else:
            self.note(Fault(fence.place, "Markdown reached this fence out of turn; set it apart"))
        if fault := self._broken.get(number):
            return box(fault, fence.body)
        self.marks.evaluate(before=fence.place.line)
        made = PARTS[fence.kind, part]
        try:
            html = self._old.slots[number, part] if self._old else made(self, fence, md)
        except Fault as fault:
            self.note(fault)
            self._broken[number] = fault  # its other parts would say the same
            return box(fault, fence.body)
        if part in ("whole", "result"):  # the fence has run; its own values can be told
            self.marks.evaluate(before=fence.last_line)
        html = self.marks.fill(html)
        self._new.slots[number, part] = html
        return self._checked(html, fence.place)

    def _checked(self, html: str, place: Place) -> str:
        """Note the ids and the links of a cell's HTML."""
        ids, found = links.ids_and_links(html)
        for name in ids:
            if name in self._ids:
                fault = Fault(place, f"the id `{name}` is on this page already")
                self.note(fault)
                return box(fault)
            self._ids[name] = place
        self.book.links += [(place, self.url, link) for link in found]
        return html + links.stub(place) if found else html

    # After

    def finish(self, html: str) -> str:
        """The page's HTML, whole."""
        self.marks.evaluate(before=inf)
        html = self.marks.fill(html)
        for number, _ in self._due:
            self.note(
                Fault(
                    self._fences[number].place,
                    "this fence never became part of the page; indent or quote every line of the "
                    "fence above it alike",
                )
            )
        if self.url.startswith("chapters/"):
            time = f'<p class="reading-time">{self._minutes} min read</p>'
            html = html.replace("</h1>", f"</h1>\n{time}", 1)
            known = f'data-book="{self.book.name}" data-page="{self.url}"'
            known += f' data-questions="{self._asked}"'
        else:
            known = f'data-book="{self.book.name}"'
        html += f"\n<book-progress {known}></book-progress>"
        ids = Counter(links.ids_and_links(html)[0])
        for name, place in self._ids.items():
            if ids[name] > 1:
                self.note(Fault(place, f"the id `{name}` is on this page already"))
        if self.book.memory is not None and self.sound:
            self._new.values = self.marks.computed
            self.book.memory[self.file] = self._new
        self.book.ids[self.url] = set(ids)
        return html


def _count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))
