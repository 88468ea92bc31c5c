"""What the code of a page came to, as text that a person can review: the approved outputs.

Each job of the page is a paragraph: what its author wrote, and below it whatever its kind says of
its data. Lines of the source and places in a drawing do not count.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from unpasted import folders
from unpasted.faults import Refused
from unpasted.html import tree
from unpasted.page import Page
from unpasted.read.fence import INLINE, Fence
from unpasted.read.prose import Value
from unpasted.run.making import Printed, Result

FRACTION = re.compile(r"(?<![\w.])\d+\.\d+(?:e[+-]?\d+)?(?![\w.]*\d)|(?<![\w.])\d+e[+-]?\d+")
OURS = re.compile(r"[a-z= -]+ \| |`= ")  # how the first line of a page's outputs begins
MARKUP = re.compile(r"<(?:details|div|figure|ol|svg|table)\b")  # how what a kind draws begins
NAMED = {"data-name", "data-at"}  # attributes of parts of a drawing


def of(page: Page) -> str:
    """The outputs of a page, in order; nothing for a page without any."""
    return "\n".join(map(_told, page.chapter.jobs, page.results()))


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write a file for each page that has outputs, and take away those of other pages.

    Arguments:
        texts: by the source of the page, relative to the pages' folder.

    Raises Refused where the folder holds something else.
    """
    wanted = {f"{name.removesuffix('.md')}.txt": text for name, text in texts.items() if text}
    there = sorted(path for path in folder.rglob("*") if path.is_file())
    for file in there:
        if not (file.suffix == ".txt" and OURS.match(file.read_text("utf-8", "replace"))):
            says = f"{os.path.relpath(file)} tells no outputs of a page"
            raise Refused(f"{says}; outputs are written into a folder that holds nothing else")
    for file in there:
        if file.relative_to(folder).as_posix() not in wanted:
            file.unlink()
    folders.write(folder, wanted)


def _told(job: Fence, result: Result) -> str:
    if job.kind == INLINE:
        return f"{_written(job.values[0])}\n    {result.outputs}\n"
    lines = [*_lines(result.outputs)]
    lines += [f"{_written(job.values[n])} {text}" for n, text in result.values.items()]
    if "digits" in job.options:
        digits = int(job.options["digits"])
        lines = [FRACTION.sub(lambda n: f"{float(n[0]):.{digits}g}", line) for line in lines]
    first = next(filter(None, map(str.strip, job.body.split("\n"))), "")
    return "".join([f"{job.kind} | {first}\n", *(f"    {line}".rstrip() + "\n" for line in lines)])


def _written(value: Value) -> str:
    return f"`= {value.expression}:{value.form}`" if value.form else f"`= {value.expression}`"


def _lines(data: Any) -> Iterator[str]:
    """Whatever a kind gives, line by line; what is empty says nothing."""
    if isinstance(data, Printed):
        yield from [*data.text.splitlines(), *data.raised.splitlines()]
    elif isinstance(data, str):
        yield from _words(data) if MARKUP.match(data) else data.splitlines()
    elif isinstance(data, Mapping):
        for name, one in data.items():
            lines = [*_lines(one)]
            if len(lines) == 1:
                yield f"{name}: {lines[0]}"
            elif lines:
                yield from [f"{name}:", *(f"    {line}" for line in lines)]
    elif isinstance(data, Sequence) and all(isinstance(one, int | float) for one in data):
        yield from [", ".join(map(repr, data))] if data else []
    elif isinstance(data, Sequence):
        yield from chain.from_iterable(map(_lines, data))
    elif data is not None:
        yield repr(data)


def _words(markup: str) -> Iterator[str]:
    """The words of HTML, row by row, or of a drawing; of one for several rooms, those of one."""
    told = False
    for part in tree.parse(markup):
        if part.tag != "svg":
            rows = [*part.iter("tr")] or [part]
            yield from (" | ".join(cell.text_content() for cell in row) for row in rows)
        elif not told:
            told = True
            yield from _drawn(part)


def _drawn(drawing: tree.Element) -> Iterator[str]:
    """What a drawing says, its text alternative first; a line for each part with a name."""
    lines: dict[tree.Element, list[str]] = {}
    in_turns: dict[str, None] = {}
    for text in drawing.iter("title", "desc", "text"):
        around = (one for one in text.iterancestors() if one is drawing or NAMED & {*one.keys()})
        named = text if text.tag == "title" or NAMED & {*text.keys()} else next(around)
        lines.setdefault(named, []).append(tree.words_of(text))
    for named, texts in lines.items():
        line = " | ".join(texts)
        if "data-at" in named.attrib:  # what several pictures of a slider show is told once
            in_turns[line] = None
        else:
            yield line
    yield from in_turns
