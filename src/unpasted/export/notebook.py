"""A chapter as a Jupyter notebook that has been run: its cells, and what they came to in the build.

Sentences are Markdown and formulas TeX, which Jupyter sets; a question is HTML with its answer
closed, and its code is the cell below. The first cell of code finds the book's packages, which lie
beside the notebooks.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urljoin

from unpasted import folders, live
from unpasted.book import Book
from unpasted.export.still import still
from unpasted.html import plain
from unpasted.html.links import lead, way_to
from unpasted.html.tree import Element, outer, parse, words_of
from unpasted.kinds.cell import HIDE
from unpasted.kinds.colours import LIGHT
from unpasted.page import Page
from unpasted.templating import filled

PACKAGES = "packages"
# The magic of cells that print HTML, and Jupyter's own for those whose HTML a script would fill.
AS_HTML, UNSEEN = "as_html", "capture"
SHOWS = ".//text()[normalize-space()]|.//svg|.//img"
COLOURS = {r"\data{": r"\textcolor{blue}{", r"\grad{": r"\textcolor{brown}{"}
ASKS = "descendant-or-self::*[starts-with(@class, 'predict') or starts-with(@class, 'exercise')]"
# What of a question a browser asks, or its cell shows.
USELESS = (
    ".//book-question|.//book-exercise|.//book-write|.//figure|"
    ".//*[ancestor-or-self::*[starts-with(@class, 'predict')] and "
    "(contains(@class, 'highlight') or @class='listing' or @class='output')]"
)
Cell = dict[str, Any]


def write(book: Book, folder: Path) -> None:
    """Write a notebook for each chapter, in the tree of the site, and the packages beside them."""
    found = live.packages(book.settings, book.docs)
    # Those in no folder are the browser's.
    folders.write(folder / PACKAGES, {name: found[name] for name in found if "/" in name})
    for page in book.chapters:
        text = json.dumps(notebook(book, page), ensure_ascii=False, indent=1)
        folders.write(folder, {re.sub(r"\.md$", ".ipynb", page.path): f"{text}\n"})


def notebook(book: Book, page: Page) -> dict[str, Any]:
    """A chapter as a notebook, of nbformat 4.5."""
    root = still(page.tree)
    for term in root.find_class("term"):
        term.drop_tag()
    paths = {unquote(one.url): one.path for one in book.pages.values() if one.number}

    def way(target: str, link: SplitResult, leads: bool) -> str | None:
        if not (leads and link.path):
            return None if leads else link.geturl()
        if path := paths.get(target):
            return quote(re.sub(r"\.md$", ".ipynb", way_to(path, page.path)))
        away = link._replace(path=quote(target)).geturl()
        return urljoin(book.address, away) if book.address else None

    lead(root, unquote(page.url), way)
    for math in root.iter("math"):
        for ours, theirs in COLOURS.items():
            math.set("data-tex", math.get("data-tex", "").replace(ours, theirs))
    jobs, kinds = enumerate(page.chapter.jobs), page.chapter.kinds
    asking = (n for n, job in jobs if job.kind in kinds and kinds[job.kind].asks)
    for question, number in zip(root.iter("book-question"), asking, strict=False):
        question.set("data-job", str(number))
    cells = [*_cells(root, page)]
    first = next((n for n, cell in enumerate(cells) if cell["cell_type"] == "code"), None)
    if first is not None:
        opens, closes = _frame()
        setup = filled("setup.txt", packages=PACKAGES, magic=AS_HTML, opens=opens, closes=closes)
        cells.insert(min(first, 1), _code(setup))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same in every build
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def _frame() -> tuple[str, str]:
    """What HTML is shown in: its colours, and no more of it than does something without scripts."""
    return filled("printed.txt", magic=AS_HTML, colours=LIGHT), "</div>"


def _cells(root: Element, page: Page) -> Iterator[Cell]:
    """The content of a page: sentences up to the next heading or code, and all code that ran."""
    waiting = {one["number"]: one["code"] for one in page.cells}
    prints = (n for n, job in enumerate(page.chapter.jobs) if job.says("html"))
    pictures = {words_of(one) for n in prints for one in parse(page.results()[n].printed.text)}
    prose = parse("")

    def spoken() -> Iterator[Cell]:
        if text := plain.markdown_of(prose).strip():
            yield _said(text)
        prose.clear()

    def ran(last: int, shown: dict[int, Element]) -> Iterator[Cell]:
        """The cells up to this one, of which the page may show nothing."""
        for number in [number for number in waiting if number <= last]:
            code, element = waiting.pop(number), shown.get(number)
            yield _came(code, page, number, element)
            for caption in element.iter("figcaption") if element is not None else ():
                yield _said(plain.markdown_of(caption).strip())

    for element in [*root]:
        marked = element.xpath("descendant-or-self::*[@data-job]")
        jobs = {int(one.get("data-job")): one for one in marked}
        asks = element.xpath(ASKS)
        if jobs or asks or re.fullmatch("h[1-6]", element.tag):
            yield from spoken()
        for cell in marked:
            if cell.get("class") == "cell":
                cell.drop_tree()
        if asks:
            yield _said(_question(element))
        elif element not in marked and words_of(element) not in pictures:
            prose.append(element)
        if jobs:
            yield from spoken()
            yield from ran(max(jobs), jobs)
    yield from spoken()
    yield from ran(len(page.chapter.jobs), {})


def _came(code: str, page: Page, number: int, element: Element | None) -> Cell:
    """The cell of a job that has been run; of its element on the page it has the drawing."""
    lines = [HIDE.sub("", line).rstrip() for line in code.split("\n")]
    printed = page.results()[number].printed
    cell = _code("\n".join(lines).strip("\n"))
    if as_html := page.chapter.jobs[number].says("html"):
        seen = still(parse(printed.text))
        shows = seen.xpath(SHOWS)
        cell["source"] = f"%%{AS_HTML if shows else UNSEEN}\n{cell['source']}"
        if shows:
            html = printed.text.join(_frame())
            cell["outputs"].append(_shown("text/html", html, _in_words(seen)))
    elif printed.text:
        text = printed.text.rstrip("\n") + "\n"
        cell["outputs"].append({"output_type": "stream", "name": "stdout", "text": text})
    if printed.raised:
        line, _, error = printed.raised.partition("\n")
        told = error if line in map(str.strip, code.split("\n")) else printed.raised
        name, _, says = told.partition(": ")
        known = {"ename": name, "evalue": says, "traceback": [printed.raised]}
        cell["outputs"].append({"output_type": "error", **known})
        cell["metadata"]["tags"] = ["raises-exception"]
    drawing = element.find(".//svg") if element is not None and not as_html else None
    if drawing is not None:
        words = drawing.findtext("title", "")
        cell["outputs"].append(_shown("image/svg+xml", outer(drawing), words))
    if element is not None and element.tag == "book-question":
        cell["metadata"]["jupyter"] = {"outputs_hidden": True}
    return cell


def _said(source: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str) -> Cell:
    empty = {"execution_count": None, "outputs": list[Cell]()}
    return {"cell_type": "code", "metadata": {}, "source": source} | empty


def _shown(kind: str, content: str, words: str) -> dict[str, Any]:
    """An output that is looked at, and what it says in words."""
    data = {kind: content, "text/plain": words}
    return {"output_type": "display_data", "metadata": {}, "data": data}


def _in_words(shown: Element) -> str:
    """What HTML says, and each of its drawings by its name."""
    for drawing in [*shown.iter("svg")]:
        name = drawing.get("aria-label") or drawing.findtext("title", "")
        drawing.tail = f" {name} {drawing.tail or ''}"
        drawing.drop_tree()
    return words_of(shown)


def _question(box: Element) -> str:
    """A question or an exercise as HTML, with its answer closed; without the code of its cell."""
    for useless in (USELESS, ".//p[not(*) and not(normalize-space())]"):
        for element in box.xpath(useless):
            element.drop_tree()
    for span in box.find_class("together"):
        span.drop_tag()
    for math in [*box.iter("math")]:
        signs = "$$" if math.get("display") == "block" else "$"
        math.tail = f"{signs}{math.get('data-tex')}{signs}{math.tail or ''}"
        math.drop_tree()
    return re.sub(r"\n\s*\n", "\n", outer(box))
