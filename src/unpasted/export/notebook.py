"""A chapter as a Jupyter notebook that has been run: its cells, and what they came to in the build.

Sentences stay Markdown and formulas TeX, which Jupyter sets; a question is HTML with its answer
closed, and its code is the cell below.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

from unpasted import whole
from unpasted.export.host import CODE, parts
from unpasted.export.svg import alone
from unpasted.html.links import target_of
from unpasted.kinds import KINDS
from unpasted.kinds.code import HIDE
from unpasted.page import OWN_PARAGRAPH
from unpasted.read.chapter import Filling, Job
from unpasted.read.fence import Fence
from unpasted.read.prose import MARK, Formula
from unpasted.run.session import Printed
from unpasted.whole import One, Whole

SEEN = ("asked", "form", "ran")  # parts of a question that its cell shows, or a browser asks
LINK = r"\[(?P<words>[^\]]*)\]\((?P<to>[^)#\s]+)\.md(?:#[^)]*)?\)"
NOTE = (
    r'^(?:!!!|\?\?\?\+?) +(?P<type>\w+)[\w -]*(?:"(?P<title>[^"\n]*)")?[ ]*\n'
    r"(?P<text>(?:    [^\n]*\n?|\n)+)"
)
ATTRIBUTES = (
    r"(?:(?P<head>^\#{1,6} [^\n]*?)[ ]+|^|(?<=[)\]*_`>])|[ ]+(?=\{[^{}\n]*\}[ ]*\|))"
    r"\{:?(?: *[.#]?[\w-]+(?:=(?:\"[^\"\n]*\"|'[^'\n]*'|[\w-]+))?)+ *\}"
)
"""Of a heading, a block, what stands before it in the line, a cell of a table."""
COLOURS = {r"\data{": r"\textcolor{blue}{", r"\grad{": r"\textcolor{brown}{"}
ELEMENTS = re.compile(
    r"</?\w+-[^>]*>|<svg\b.*?</svg>|<button\b.*?</button>|"
    r"<li\b[^>]* data-mute=\"true\".*?</li>",
    re.S,
)
TAG = re.compile(r"<[^>]+>")
Cell = dict[str, Any]


def notebook(book: Whole, one: One) -> dict[str, Any]:
    """A chapter as a notebook, of nbformat 4.5."""
    cells: list[Cell] = []
    for part in parts(one.page.chapter.markdown, book.md):
        cells += _cells(book, one, part)
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same in every build
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def write(book: Whole, folder: Path) -> list[Path]:
    """Write a notebook for each chapter, in the tree of the site; where they lie."""
    files = []
    for chapter in book.chapters:
        one = next(one for one in book.pages.values() if one.url == chapter.url)
        file = folder / Path(one.path).with_suffix(".ipynb")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            json.dumps(notebook(book, one), ensure_ascii=False, indent=1) + "\n", "utf-8"
        )
        files.append(file)
    return files


def _cells(book: Whole, one: One, part: str) -> list[Cell]:
    """A part of a page: a cell of Markdown, and one for each code that runs in it."""
    chapter = one.page.chapter
    marks = {int(number): chapter.marks[int(number)] for number in MARK.findall(part)}
    jobs = dict.fromkeys(
        mark.job
        for mark in marks.values()
        if isinstance(mark, Filling) and isinstance(chapter.jobs[mark.job].what, Fence)
    )
    alone_here = bool(re.fullmatch(MARK.pattern, part.strip()))
    cells = []
    if not alone_here or not any(_code(chapter.jobs[job]) for job in jobs):
        cells.append({"cell_type": "markdown", "metadata": {}, "source": _words(book, one, part)})
    results = book.book.pages.wait(one.page.results)
    for job in jobs:
        if code := _code(chapter.jobs[job]):
            drawn = "".join(one.page.made[job].values()) if alone_here else ""
            cells.append(_cell(chapter.jobs[job], code, results[job].data, drawn))
    return cells


def _code(job: Job) -> str:
    assert isinstance(job.what, Fence)
    code = KINDS[job.what.kind].code(job.what)
    return "\n".join(HIDE.sub("", line).rstrip() for line in code.split("\n")).strip("\n")


def _cell(job: Job, code: str, data: Any, html: str) -> Cell:
    """A cell that has been run.

    Arguments:
        data: what the run handed back.
        html: what was made of it, for its drawing.
    """
    fence = job.what
    assert isinstance(fence, Fence)
    printed = getattr(data, "printed", data)
    outputs: list[Cell] = []
    metadata: Cell = {}
    if isinstance(printed, Printed) and printed.text:
        text = printed.text.rstrip("\n") + "\n"
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if isinstance(printed, Printed) and printed.raised:
        line, _, error = printed.raised.partition("\n")
        lines = KINDS[fence.kind].code(fence).split("\n")
        told = error if line in map(str.strip, lines) else printed.raised
        name, _, says = told.partition(": ")
        outputs.append(
            {"output_type": "error", "ename": name, "evalue": says, "traceback": [printed.raised]}
        )
        metadata["tags"] = ["raises-exception"]
    if drawing := alone(html):
        alt = fence.options.get("alt", "")
        drawings = {"image/svg+xml": drawing, "text/plain": alt}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": drawings})
    if fence.kind == "predict":
        metadata["jupyter"] = {"outputs_hidden": True}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "source": code,
        "outputs": outputs,
    }


def _words(book: Whole, one: One, part: str) -> str:
    """A part of a page as Jupyter's Markdown."""
    if part.startswith("<") or re.fullmatch(MARK.pattern, part.strip()):
        html = book.md.reset().convert(part)
        html = ELEMENTS.sub("", _filled(one, html, one.page.made, "<code>", "</code>"))
        html = book.with_chapters(whole.led(html), one)
        return re.sub(r"\n\s*\n", "\n", html)
    titles = {url: (book.numbers.get(url), title) for url, title in book.titles.items()}

    def link(found: re.Match[str]) -> str:
        url = f"{target_of(found['to'], one.path)}.html"
        number, title = titles.get(url, (None, found["to"]))
        words = found["words"] or (f"chapter {number}" if number else title)
        return f"[{words}]({found['to']}.ipynb)" if number else words

    text = _outside_code(NOTE, _quoted, part)
    text = _outside_code(ATTRIBUTES, lambda found: found["head"] or "", text)
    return _filled(one, _outside_code(LINK, link, text), one.page.made, "`", "`")


def _outside_code(pattern: str, change: Callable[[re.Match[str]], str], markdown: str) -> str:
    """Markdown in which every match is changed that does not begin in code."""
    either = re.compile(rf"(?P<code>{CODE.pattern})|{pattern}", re.S | re.M)
    return either.sub(lambda found: found[0] if found["code"] else change(found), markdown)


def _filled(one: One, text: str, made: list[dict[str, str]], opens: str, closes: str) -> str:
    """A text with its marks filled: formulas as TeX, values as code."""
    marks = one.page.chapter.marks

    def fill(found: re.Match[str]) -> str:
        mark = marks[int(found[1])]
        if isinstance(mark, Formula):
            tex = mark.tex
            for ours, theirs in COLOURS.items():
                tex = tex.replace(ours, theirs)
            return f"$${tex}$$" if mark.display else f"${tex}$"
        if not isinstance(mark, Filling) or mark.part in SEEN:
            return ""
        html = made[mark.job].get(mark.part, "")
        if mark.part.startswith("value"):
            return f"{opens}{unescape(TAG.sub('', html))}{closes}"
        return html

    def fill_paragraph(found: re.Match[str]) -> str:
        mark, html = marks[int(found[1])], fill(found)
        block = isinstance(mark, Filling) and not mark.part.startswith("value")
        return html if block else f"<p>{html}</p>"

    for _ in range(2):  # what is filled may hold the values of a caption
        text = MARK.sub(fill, OWN_PARAGRAPH.sub(fill_paragraph, text))
    return text


def _quoted(note: re.Match[str]) -> str:
    """A note as Jupyter's Markdown has it."""
    lines = [line.removeprefix("    ") for line in note["text"].rstrip("\n").split("\n")]
    title = note["type"].capitalize() if note["title"] is None else note["title"]
    head = [f"**{title}**", ""] if title else []
    return "\n".join(f"> {line}".rstrip() for line in [*head, *lines]) + "\n"
