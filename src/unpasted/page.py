"""A page on its way from Markdown to HTML: read, run, made, and its marks filled once.

A fault never stops a page: it is noted, and shown where the output would be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from fnmatch import fnmatch
from html import escape, unescape
from math import ceil
from typing import Any

from markdown import Markdown

from unpasted import formulas, outputs, rules
from unpasted.faults import Fault, Place, box, told
from unpasted.html import links, typeset
from unpasted.kinds import KINDS
from unpasted.kinds.cell import is_live
from unpasted.kinds.making import Making, value_html
from unpasted.read import chapter
from unpasted.read.chapter import Chapter, Filling, Job
from unpasted.read.fence import Fence
from unpasted.read.prose import MARK, Formula
from unpasted.rules import Rules
from unpasted.run.cell import Printed, Settings
from unpasted.run.pages import Pages
from unpasted.run.worker import Result, Task

WORDS_A_MINUTE = 150  # of a text with formulas and code, which are read more than once
OWN_PARAGRAPH = re.compile(f"<p>\\s*{MARK.pattern}\\s*</p>")
MISPLACED = re.compile(f"<[^>]*{MARK.pattern}[^>]*>|<h([1-6])\\b.*?</h\\2>", re.S)
WORKS = {name: kind.run for name, kind in KINDS.items()}


def name_of(site_name: str) -> str:
    """A book's name in files, and on a reader's device."""
    return re.sub(r"\W+", "-", site_name.lower()).strip("-")


@dataclass
class Book:
    """What the pages of one build share.

    Arguments:
        settings: what of the book its cells can notice.
        pages: runs them.
        second: runs them once more under other surroundings, to be compared; or nothing.
        packages: a digest of what cells can import from the project.
        name: by which a reader's device tells this book from others of the same host.
        progress: patterns of the pages, by URL, that have a progress and a reading time; without
            any, the pages that ask something.
        rules: what the book asks of its chapters, which are the pages with a progress.
        live: whether readers can run cells.
    """

    settings: Settings
    pages: Pages
    second: Pages | None = None
    packages: str = ""
    name: str = "book"
    progress: tuple[str, ...] = ()
    rules: Rules = field(default_factory=Rules)
    live: bool = False

    def counts(self, url: str, asked: int) -> bool:
        """Whether a page that asks so many questions has a progress."""
        if not self.progress:
            return asked > 0
        return any(fnmatch(url, pattern) for pattern in self.progress)

    def begin(self, markdown: str, start: Place, url: str) -> Page:
        """Read a page, and start to run it.

        Arguments:
            markdown: its text, without front matter, which begins at `start`.
            url: its URL relative to the site.
        """
        read = chapter.read(markdown, start, KINDS)
        task = Task(self.settings, read.jobs, WORKS, self.packages)
        again = self.second.start(task) if self.second else None
        return Page(self, url, read, self.pages.start(task), again)


@dataclass
class Page:
    """A page that was read, and runs or has run.

    Arguments:
        results: what its jobs come to.
        again: what they come to under other surroundings, if somebody wants to know.
        faults: what its author must mend; whole when the page is finished.
        found: the ids and links on the finished page.
        tex: the formulas of its prose as they were written, by their MathML.
        made: the HTML of each part of each job.
    """

    book: Book
    url: str
    chapter: Chapter
    results: Future[tuple[Result, ...]]
    again: Future[tuple[Result, ...]] | None = None
    faults: list[Fault] = field(default_factory=list)
    found: links.Found = field(default_factory=links.Found)
    fragments: list[tuple[Place, str]] = field(default_factory=list)
    tex: dict[str, str] = field(default_factory=dict)
    made: list[dict[str, str]] = field(default_factory=list)

    def finish(self, html: str, md: Markdown) -> str:
        """The page's HTML, whole.

        Arguments:
            html: what Markdown made of the chapter's prose and marks.
            md: for what cells print as Markdown.
        """
        read, results = self.chapter, self.book.pages.wait(self.results)
        asked, counts = self.asked, self.counts
        loose = list(rules.faults(read, self.book.rules, chapter=counts))
        loose += _asked_twice(read.jobs)
        self.faults = list(read.faults)
        for result in results:
            self.faults += [result.fault] if result.fault else []
            self.faults += [text for text in result.values.values() if isinstance(text, Fault)]
        if self.again:
            second = self.book.pages.wait(self.again)
            for job, one, other in zip(read.jobs, results, second, strict=True):
                self.faults += differences(job, one, other)
        jobs = zip(read.jobs, results, strict=True)
        self.made = [self._made(job, result, md) for job, result in jobs]
        html = typeset.joined(self._checked(html))
        html = self._with_progress(html, asked if counts else None)
        self.found = links.found_in(html)
        loose += self._ids_given_twice()
        loose += [Fault(self.line_of(word), says) for word, says in self.found.refused]
        self.faults = sorted([*self.faults, *loose], key=lambda fault: fault.place)
        return "".join(map(box, loose)) + html

    @property
    def asked(self) -> int:
        """How many questions it asks."""
        return self._kinds.count("predict")

    @property
    def minutes(self) -> int:
        """How long it takes to read, with its figures and questions, without its exercises."""
        there = sum(KINDS[kind].minutes for kind in self._kinds if kind != "exercise")
        return ceil(self.chapter.words / WORDS_A_MINUTE) + there

    @property
    def _kinds(self) -> list[str]:
        """The kind of each of its fences that does something."""
        return [job.what.kind for job in self.chapter.jobs if isinstance(job.what, Fence)]

    @property
    def counts(self) -> bool:
        """Whether it has a progress."""
        return self.book.counts(self.url, self.asked)

    @property
    def outputs(self) -> str:
        """What its code came to, to be approved."""
        return outputs.text_of(self.chapter.jobs, self.book.pages.wait(self.results))

    @property
    def cells(self) -> list[dict[str, Any]]:
        """All code that ran in the page, in order, as a browser runs it again."""
        found = []
        results = self.book.pages.wait(self.results)
        for number, (job, result) in enumerate(zip(self.chapter.jobs, results, strict=True)):
            what = job.what
            if not isinstance(what, Fence) or not (code := KINDS[what.kind].code(what)):
                continue
            printed = getattr(result.data, "printed", result.data)
            text = printed.text + printed.raised if isinstance(printed, Printed) else ""
            found.append(
                {
                    "number": number,
                    "kind": what.kind,
                    "line": what.body_place.line,
                    "code": code,
                    "printed": text,
                    "live": is_live(what),
                }
            )
        return found

    def dangling(self, ids: Mapping[str, Collection[str]], files: Collection[str]) -> list[Fault]:
        """A fault for each link that leads nowhere, which is noted with the others.

        Arguments:
            ids: for the URL of every page, the ids on it.
            files: the URLs of all other files of the site.
        """
        wrong = [
            Fault(self.line_of(link), problem)
            for link in dict.fromkeys(self.found.links)
            if (problem := links.problem_of(link, self.url, ids, files))
        ]
        self.faults += wrong
        return wrong

    def line_of(self, text: str) -> Place:
        """Where a text of the finished page comes from: a fence that made it, or the source."""
        for place, html in self.fragments:
            if text in html:
                return place
        lines = [unescape(line).lower() for line in self.chapter.source.split("\n")]
        page, _, anchor = text.lower().partition("#")
        for written in (text.lower(), page.replace(".html", ".md"), anchor and f"#{anchor}"):
            for number, line in enumerate(lines):
                if written and written in line:
                    return self.chapter.place.below(number)
        return self.chapter.place

    def _made(self, job: Job, result: Result, md: Markdown) -> dict[str, str]:
        """The HTML of each part of a job."""
        what = job.what
        if not isinstance(what, Fence):
            return {"value": _shown(result.fault or result.data)}
        values = {f"value {number}": _shown(text) for number, text in result.values.items()}
        fault = result.fault
        if fault is None:
            texts = {
                (job.values[number].expression, job.values[number].form): text
                for number, text in result.values.items()
                if isinstance(text, str)
            }
            lines = tuple(one.place.line for one in self.chapter.jobs)
            making = Making(
                md,
                lines,
                texts,
                self.book.name,
                self.url,
                tuple(self.chapter.source.split("\n")),
                self.chapter.place.line,
                self.chapter.jobs.index(job),
                self.book.live,
            )
            try:
                made = KINDS[what.kind].make(what, result.data, making)
                self.fragments += [(what.place, html) for html in made.values()]
                return made | values
            except Fault as found:
                fault = found
            except Exception as error:
                fault = Fault(what.place, told(error))
            self.faults.append(fault)
        number = self.chapter.jobs.index(job)
        parts = [m.part for m in self.chapter.marks if isinstance(m, Filling) and m.job == number]
        first = next(part for part in parts if not part.startswith("value"))
        return {first: box(fault, what.body)} | values

    def filled(self, html: str) -> tuple[str, Counter[int]]:
        """A piece of the page with its marks filled, and how often each of them was."""
        marks = self.chapter.marks
        seen: Counter[int] = Counter()

        def text(number: int, block: bool) -> str:
            seen[number] += 1
            thing = marks[number]
            if isinstance(thing, Formula):
                shown = self._formula(thing)
                if block and "<math display" in shown:
                    return f'<div class="formula">{shown}</div>'
                return f"<p>{shown}</p>" if block else shown
            if isinstance(thing, Fault):
                return box(thing) if block else _shown(thing)
            shown = self.made[thing.job].get(thing.part, "")
            return f"<p>{shown}</p>" if block and thing.part.startswith("value") else shown

        for _ in range(2):  # what is filled may hold the values of a caption
            html = OWN_PARAGRAPH.sub(lambda found: text(int(found[1]), True), html)
            html = MARK.sub(lambda found: text(int(found[1]), False), html)
        return html, seen

    def _checked(self, html: str) -> str:
        """The HTML with every mark filled; one that is lost, or stands amiss, is a fault."""
        marks = self.chapter.marks
        refused: list[Fault] = []

        def refuse(found: re.Match[str]) -> str:
            if self._is_block(int(found[1])):  # no author wrote it there
                return found[0]
            says = "no formula and no value can stand in a heading or an attribute"
            refused.append(Fault(self._place(int(found[1])), says))
            return ""

        html = MISPLACED.sub(lambda found: MARK.sub(refuse, found[0]), html)
        html, seen = self.filled(html)
        misplaced = {fault.place for fault in refused}
        for number in range(len(marks)):
            place = self._place(number)
            fault_here = isinstance(marks[number], Fault) or place in misplaced
            if seen[number] == 0 and not fault_here and self._is_block(number):
                says = (
                    "this fence never became part of the page; indent or quote every line of the "
                    "fence above it alike"
                )
                refused.append(Fault(place, says))
        self.faults += refused
        return "".join(box(fault) for fault in refused) + html

    def _formula(self, formula: Formula) -> str:
        try:
            mathml = formulas.mathml(formula.tex, formula.place, display=formula.display)
        except Fault as fault:
            self.faults.append(fault)
            return _shown(fault)
        marks = "\n$$\n" if formula.display else "$"
        self.tex[mathml] = f"{marks}{formula.tex.strip()}{marks}"
        return mathml

    def _place(self, number: int) -> Place:
        thing = self.chapter.marks[number]
        if not isinstance(thing, Filling):
            return thing.place
        job = self.chapter.jobs[thing.job]
        own = thing.part.removeprefix("value ")
        return job.values[int(own)].place if own.isdigit() else job.place

    def _is_block(self, number: int) -> bool:
        thing = self.chapter.marks[number]
        return isinstance(thing, Filling) and not thing.part.startswith("value")

    def _with_progress(self, html: str, asked: int | None) -> str:
        """The page with the element that knows the reader's progress, and its reading time."""
        known = f'data-book="{escape(self.book.name)}"'
        if asked is not None:
            exercises = self._kinds.count("exercise") * KINDS["exercise"].minutes
            more = f", and {exercises} for the exercises" if exercises else ""
            time = f'<p class="reading-time">{self.minutes} minutes{more}</p>'
            html = html.replace("</h1>", f"</h1>\n{time}", 1)
            known += f' data-page="{escape(self.url)}" data-questions="{asked}"'
        return f"{html}\n<book-progress {known}></book-progress>"

    def _ids_given_twice(self) -> list[Fault]:
        """A fault for each id that is given twice, at the second that gives it."""
        faults: list[Fault] = []
        double = {name for name, times in Counter(self.found.ids).items() if times > 1}
        if not double:
            return []
        seen: set[str] = set()
        for place, html in self.fragments:
            for name in links.found_in(html).ids:
                if name in double and name in seen:
                    faults.append(Fault(place, f"the id `{name}` is on this page already"))
                    double.discard(name)
                seen.add(name)
        lines = self.chapter.source.split("\n")
        for name in sorted(double):
            where = [n for n, line in enumerate(lines) if f"#{name}" in line or f'"{name}"' in line]
            place = self.chapter.place.below(where[1] if len(where) > 1 else (where or [0])[0])
            faults.append(Fault(place, f"the id `{name}` is on this page already"))
        return faults


def _asked_twice(jobs: tuple[Job, ...]) -> list[Fault]:
    """A fault for each question that the page asks again: a device knows it by its words."""
    asked: set[str] = set()
    faults = []
    for job in jobs:
        name = getattr(getattr(job.what, "content", None), "name", "")
        if name and name in asked:
            faults.append(Fault(job.place, "the page asks this already, in the same words"))
        asked.add(name)
    return faults


def differences(job: Job, one: Result, other: Result) -> list[Fault]:
    """A fault for a job that came to something else when it ran again."""
    if one == other or one.fault or other.fault:
        return []
    first, second = repr(one), repr(other)
    pairs = enumerate(zip(first, second, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(first), len(second)))
    seen, then = (text[max(0, at - 30) : at + 30] for text in (first, second))
    return [
        Fault(
            job.place,
            "this gives something else in every run, or under another hash seed, time zone or "
            f"locale: …{seen}… became …{then}…; print what stays the same",
        )
    ]


def _shown(text: str | Fault | None) -> str:
    """A computed value as it stands in a sentence, or why there is none."""
    if isinstance(text, Fault):
        return f'<code class="fault">{escape(str(text))}</code>'
    return value_html(str(text))
