"""A page on its way from Markdown to HTML: read, run, made, and its marks filled once.

A fault never stops a page: it is noted, and shown where the output would be.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import chain
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element

from lxml.etree import XPath
from lxml.html import HtmlElement
from markdown import Markdown
from markdown_exec import InsertHeadings, RemoveHeadings
from markupsafe import Markup

from unpasted import formulas, rules
from unpasted.faults import Fault, Place, box
from unpasted.html import asking, flanked, links, lint, scrolled, tree, typeset
from unpasted.read import markup
from unpasted.read.chapter import Chapter, Filling, Kind, Prose
from unpasted.read.fence import DOCUMENTED, INLINE, Fence
from unpasted.read.prose import MARK, Formula, literal_in, value_html
from unpasted.read.question import Question
from unpasted.run.making import Result
from unpasted.run.names import binding, names_given
from unpasted.templating import filled

WORDS_A_MINUTE = 150  # of a text with formulas and code, which are read more than once
MARKED = XPath(".//@*[contains(., '\ue000')]")
UNREAD = XPath(".//a[not(*|@id|@aria-label) and not(normalize-space())]/@href")  # no line of code


@dataclass
class Page:
    """A page that was read, and runs or has run.

    Arguments:
        url: its address, relative to the site.
        results: gives what its jobs come to, as soon as all have run.
        rules: what its book asks of it.
        live: whether readers can run cells.
        counts: whether it has a progress and a reading time.
        engine: the package whose place an engine of the reader's own may take, or nothing.
        faults: what its author must fix, at first in what others brought late; then all.
        ids, links: on the finished page, in order.
        tree: the content of the finished page, see html/tree.py.
        words: the same, with no more of its drawings than their titles.
        path: of its file, in the folder of the pages.
        front, meta: its front matter, as it was written and as it was read.
        title, section: as the navigation has them, or as the page does.
        description: what the page is about, in a sentence or two.
        question: the first that its first paragraph asks, or nothing.
        picture: a small drawing, as HTML, or nothing.
        shows: what there is to see in it, as plain text.
        number: of the chapter, from 1; of a page that is none, 0.
        inside: whether the navigation has it.
        steps: of the reader's own engine, where some are written here: all that there are.
    """

    url: str
    chapter: Chapter
    results: Callable[[], tuple[Result, ...]]
    rules: Mapping[str, Any]
    live: bool
    counts: bool
    engine: str = ""
    faults: list[Fault] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tree: HtmlElement = None
    words: HtmlElement = None
    seen: set[int] = field(default_factory=set)
    path: str = ""
    front: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    section: str = ""
    description: str = ""
    question: str = ""
    picture: str = ""
    shows: str = ""
    number: int = 0
    inside: bool = False
    steps: list[dict[str, Any]] = field(default_factory=list)

    def placed(self, number: int, md: Markdown) -> Markup:
        """What thing `number` came to, for SuperFences; its headings join the contents."""
        self.seen.add(number)
        thing = self.chapter.marks[number]
        if isinstance(thing, Fault):
            return Markup(box(thing))
        assert isinstance(thing, Filling)
        html = Markup(self._part(thing) or "<!-- nothing -->")  # a block, for Markdown
        name = html[1:].partition(">")[0].split(" ")[0]
        if "-" in name:  # Markdown would take an element of ours for part of a sentence
            md.block_level_elements.append(name)
        job = self.chapter.jobs[thing.job]
        if job.kind == DOCUMENTED and job.content["update_toc"] and not job.content["html"]:
            if InsertHeadings.name not in md.treeprocessors:
                md.treeprocessors.register(InsertHeadings(md), InsertHeadings.name, 75)
                md.treeprocessors.register(RemoveHeadings(md), RemoveHeadings.name, 4)
            headings = md.treeprocessors[InsertHeadings.name].headings[html] = []
            for heading in tree.parse(html).iter(*tree.HEADINGS):
                element = Element(heading.tag, dict(heading.attrib))
                words = tree.without(heading, "a[@class='headerlink']")
                element.text = md.htmlStash.store(tree.write(words))
                headings.append(element)
        return html

    def finish(self, html: str) -> None:
        """Make the page's tree, and find its faults.

        Arguments:
            html: what Markdown made of the chapter.
        """
        read = self.chapter
        loose = list(rules.faults(read, self.rules, chapter=self.counts))
        self._tell_causes()
        ran = [*chain.from_iterable(result.faults for result in self.results())]
        self.faults += [*read.faults, *ran]
        self.tree = tree.parse(html)
        loose += [*(self._fill() if MARK.search(html) else ()), *self._lost()]
        typeset.join(self.tree)
        typeset.lines(self.tree)
        typeset.tables(self.tree)
        asked = [*self._ask()]
        loose += [] if ran else asked  # what is in sight is known where all that is shown has run
        self._tell_elements()
        self.ids = links.IDS(self.tree)
        self.links, refused = links.found_in(self.tree)
        loose += self._ids_given_twice()
        loose += [Fault(self.line_of(word), says) for word, says in dict.fromkeys(refused)]
        loose += [*self._left(), *markup.faults(read, {one.tag for one in self.tree.iter()})]
        if tree.too_deep(self.tree):
            loose.append(Fault(read.place, f"elements here nest deeper than {tree.DEEPEST}"))
        self.note(loose)

    def note(self, faults: list[Fault]) -> None:
        """Note faults that have no place on the page, and show them at its top."""
        self.faults = sorted([*self.faults, *faults], key=lambda fault: fault.place)
        tree.insert(self.tree, 0, "".join(map(box, faults)))

    def _tell_causes(self) -> None:
        """Tell of each fault for want of a name which earlier one left the name undefined."""
        refused = [fault for fault in self.chapter.faults if fault.code]
        missing = {name: fault.place for fault in refused for name in names_given(fault.code)}
        for job, result in zip(self.chapter.jobs, self.results(), strict=True):
            if not (fault := result.fault):
                continue
            if undefined := re.search(r"NameError: name '(\w+)' is not defined", fault.message):
                fault.cause = fault.cause or missing.get(undefined[1])
            for name in names_given(getattr(job.content, "code", "") or job.body):
                missing.setdefault(name, fault.cause or fault.place)

    def note_in_front(self, key: str, says: str) -> None:
        """Note a fault of a line of the front matter."""
        lines = self.front.split("\n")
        line = next((n for n, text in enumerate(lines) if text.startswith(key)), 0)
        self.note([Fault(Place(self.chapter.place.file, line + 1), says)])

    def _tell_elements(self) -> None:
        """Tell the page's elements what they have to know of it, and the reader the time."""
        for one in self.tree.iter("book-write"):
            write = json.loads(one.get("data-write")) | {"chapter": self.title}
            self.steps = write.pop("steps")
            one.set("data-write", json.dumps(write))
        tags = "book-question", "book-exercise", "book-write", "live-cell"
        for one in [*self.tree.iter(*tags)]:
            one.set("data-page", self.url)
            if one.attrib.pop("data-runs", None) is not None and not self.live:
                one.drop_tree()
        self._tell_engine()
        if self.counts or "built" in self.meta:
            more = sum(kind.minutes for kind in self._kinds if kind.extra)
            self._put_below_title(filled("reading-time.html", minutes=self.minutes, more=more))
        known = {"data-page": self.url} if self.counts else {}
        self.tree.append(self.tree.makeelement("book-progress", known))

    def _tell_engine(self) -> None:
        """Name the modules whose place the reader's own engine may take, where there are any."""
        there = {one.tag for one in self.tree.iter("book-engine", "book-write", "live-cell")}
        code = "\n".join(cell["code"] for cell in self.cells if "live-cell" in there)
        imported = re.findall(rf"^\s*(?:from|import)\s+({self.engine}\b[\w.]*)", code, re.M)
        modules = " ".join(dict.fromkeys(imported))
        if "book-engine" not in there and (modules or "book-write" in there):
            self._put_below_title("<book-engine></book-engine>")
        chosen = self.engine and self.live and self.meta.get("engine") != "book"
        for one in [*self.tree.iter("book-engine")]:
            one.set("data-modules", modules)
            if not chosen:
                one.drop_tree()

    def _put_below_title(self, html: str) -> None:
        for title in [*self.tree.iter("h1")][:1]:
            tree.insert(title.getparent(), title.getparent().index(title) + 1, html)

    @property
    def asked(self) -> int:
        """How many questions it asks."""
        return sum(kind.asks for kind in self._kinds)

    @property
    def minutes(self) -> int:
        """How long it takes to read, with its figures and questions, without its exercises."""
        there = sum(kind.minutes for kind in self._kinds if not kind.extra)
        there -= len(self.tree.xpath(".//*[@data-scrolled > 0]"))  # one figure, in several states
        return ceil(self.chapter.words / WORDS_A_MINUTE) + there

    @property
    def _kinds(self) -> list[Kind]:
        """The kind of each of its fences that does something."""
        return [self.chapter.kinds[fence.kind] for _, fence, _ in self._fences]

    @property
    def _fences(self) -> list[tuple[int, Fence, Result]]:
        """Each of its fences that does something: its number as a job, and what it came to."""
        jobs = enumerate(zip(self.chapter.jobs, self.results(), strict=True))
        return [(n, job, result) for n, (job, result) in jobs if job.kind != INLINE]

    @property
    def cells(self) -> list[dict[str, Any]]:
        """All code that ran in the page, in order, as a browser runs it again."""
        cells = []
        for number, fence, result in self._fences:
            kind = self.chapter.kinds[fence.kind]
            printed = "\n".join(filter(None, (result.printed.text, result.printed.raised)))
            if code := kind.code(fence):
                cell = {"number": number, "kind": fence.kind, "line": fence.body_place.line}
                cell |= {"still": True} if "still" in fence.options else {}
                cells.append(cell | {"code": code, "printed": printed, "live": kind.live(fence)})
        return cells

    def check_links(self, ids: Mapping[str, Collection[str]], files: Collection[str]) -> None:
        """Note each link that leads nowhere, or that nobody can read.

        Arguments:
            ids: for the URL of every page, the ids on it.
            files: the URLs of all other files of the site.
        """
        wrong = {link: links.problem_of(link, self.url, ids, files) for link in self.links}
        unread = {one: f"the link {one} has no words: [words]({one})" for one in UNREAD(self.tree)}
        found = [*wrong.items(), *unread.items()]
        self.note([Fault(self.line_of(link), says) for link, says in found if says])

    def line_of(self, text: str) -> Place:
        """Where a text of the finished page comes from: a fence that made it, or the source."""
        page, _, anchor = text.partition("#")
        written = (text, page.replace(".html", ".md"), anchor and f"#{anchor}")
        found = chain.from_iterable(map(self._places_of, filter(None, written)))
        return next(found, self.chapter.place)

    def _places_of(self, text: str) -> list[Place]:
        """The fences that made a text, and the lines of the source that have it in any case."""
        made = [fence.place for _, fence, result in self._fences if text in result.html]
        lines = enumerate(unescape(self.chapter.source).lower().split("\n"))
        found = (self.chapter.place.below(n) for n, line in lines if text.lower() in line)
        return [*made, *found]

    def _part(self, thing: Filling) -> str:
        """The HTML of a part of a job; of a job at fault, its fault in the place of the first."""
        job, result = self.chapter.jobs[thing.job], self.results()[thing.job]
        if isinstance(thing.part, int):
            alone = result.fault if job.kind == INLINE else None
            return value_html(alone or result.values.get(thing.part, ""))
        if result.fault is None:
            return result.parts.get(thing.part, "")
        own = (m for m in self.chapter.marks if isinstance(m, Filling) and m.job == thing.job)
        first = next(m for m in own if isinstance(m.part, str))
        return box(result.fault, job.body) if first is thing else ""

    def _fill(self) -> list[Fault]:
        """Put formulas and values where their marks stand in the tree; what stands amiss."""
        refused: list[Fault] = []

        def html(found: re.Match[str], inside: HtmlElement | None) -> str:
            thing = self.chapter.marks[int(found[1])]
            around = [] if inside is None else [inside, *inside.iterancestors()]
            if not around or any(one.tag in tree.HEADINGS for one in around):
                says = "no formula and no value can stand in a heading or an attribute"
                refused.append(Fault(thing.place, says))
                return ""
            try:
                if isinstance(thing, Formula):
                    return formulas.mathml(thing.tex, thing.place, display=thing.display)
            except Fault as fault:
                self.faults.append(thing := fault)
            return value_html(thing) if isinstance(thing, Fault) else self._part(thing)

        for value in MARKED(self.tree):
            filled = MARK.sub(lambda found: html(found, None), value)
            value.getparent().set(value.attrname, filled)
        tree.replace(self.tree, MARK, lambda found, inside: tree.parse(html(found, inside)))
        return refused

    def _lost(self) -> Iterator[Fault]:
        """A fault for each fence of which Markdown made something else."""
        for number, thing in enumerate(self.chapter.marks):
            fence = isinstance(thing, Filling) and isinstance(thing.part, str)
            if fence and number not in self.seen:
                cure = "indent or quote every line of the fence above it alike"
                yield Fault(thing.place, f"this fence never became part of the page; {cure}")

    def _left(self) -> Iterator[Fault]:
        """A fault for what is left on the page as text, at the line where its author wrote it."""
        literal, finished = literal_in(self.chapter.source), ""
        for _, fence, result in self._fences:
            literal |= literal_in(result.printed.text, 1)  # what a cell prints is output
            if fence.kind == DOCUMENTED and fence.content.get("html"):
                finished += unescape(result.html)
        own = [piece for piece in self.chapter.pieces if isinstance(piece, Prose)]
        split = [(piece.place, unescape(piece.text).split("\n")) for piece in own]
        lines = [(place.below(n), line) for place, text in split for n, line in enumerate(text)]
        told: Counter[str] = Counter()
        for texts, says in lint.left_in(self.tree, literal, self.chapter.kinds):
            if texts[0] in finished:
                continue
            words = ([place for place, line in lines if text in line] for text in texts)
            found = chain(words, map(self._places_of, texts), [[self.chapter.place]])
            places = next(filter(None, found))
            at = min(told[texts[0]], len(places) - 1)
            told[texts[0]] += 1
            yield Fault(places[at], says)
        alone = [] if told else self.chapter.alone
        text = lint.text_of(self.tree) if alone else ""
        for place, seen in alone:
            if seen in text:
                cure = "code stands between two backticks; write \\` for one that is shown"
                yield Fault(place, f"`{seen}` is left as text: {cure}")

    def _ask(self) -> Iterator[Fault]:
        """Put around each question what it holds back, and around a scrolled figure what it is
        shown beside; a fault for each that holds back too much, or whose answer is in sight."""
        found = [(n, fence) for n, fence, _ in self._fences if isinstance(fence.content, Question)]
        questions = {f"question-{fence.content.name}": (n, fence) for n, fence in found}
        cells = self.cells
        for name, says in asking.hold_back(self.tree):
            yield Fault(questions[name][1].place, says)
        for number, says in scrolled.wrap(self.tree):
            yield Fault(self.chapter.jobs[number].place, says)
        for host in self.tree.iter("book-question"):
            box = host.getparent()
            if box.get("id") not in questions:
                continue
            number, asked = questions[box.get("id")]
            above = [(cell["number"], cell["code"]) for cell in cells if cell["number"] < number]
            if needed := binding(above, asked.content.names):
                host.set("data-needs", " ".join(map(str, needed)))
            judged = json.loads(host.get("data-question"))
            for reason in box.xpath(f".//li[@data-for='{judged.get('right')}']"):
                reason.set("data-mute", "true")  # right here, and wrong with other numbers
            leaks = [*asking.leaks(box, judged, asked.content.expression)]
            if leaks and not asked.content.allow:
                cure = "move one of them, write `holds`, or say why it may be seen: `allow: …`"
                yield Fault(asked.place, f"its answer is in sight: “{leaks[0]}”; {cure}")
            elif asked.content.allow and not leaks:
                yield Fault(asked.place, "`allow:` lets nothing be seen here; leave it out")
        flanked.wrap(self.tree)

    def _ids_given_twice(self) -> Iterator[Fault]:
        """A fault for each id that is given twice, at the second that gives it."""
        for name in sorted(Counter(self.ids) - Counter({*self.ids})):
            trees = ((fence, tree.parse(result.html)) for _, fence, result in self._fences)
            made = [fence.place for fence, root in trees for own in links.IDS(root) if own == name]
            found = [*made, *self._places_of(f"#{name}"), *self._places_of(f'"{name}"')]
            place = [*found[1:], *found, self.chapter.place][0]
            yield Fault(place, f"the id `{name}` is on this page already")
