"""The generated book: chapters with the same words, cells and figures, however they are built.

A chapter has twelve cells and six figures. A cell builds a small graph, passes slopes back and
prints one line, which holds a number that can be computed beforehand (`expected`) and the
EDITION of the engine it ran with. No two cells of the book are alike, so that a cache cannot pass
one chapter's output on to another. The engine is a copy of src/micrograd, as package `toy` in the
book's own `src`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MICROGRAD = Path(__file__).parents[1] / "src" / "micrograd"
SECTIONS = 6
CELLS = 2 * SECTIONS
FIGURES = SECTIONS

IMPORTS = "from toy.draw import draw_dot\nfrom toy.engine import EDITION, Value\n\n"
CELL = """\
a, b, c = Value({chapter}, label="a"), Value({cell}, label="b"), Value(2, label="c")
L = (a * b + c) * a
L.label = "L"
L.backward()
print(f"edition {{EDITION}}: dL/da is {{a.grad:.1f}}")
"""
FIGURE = "draw_dot(L)"

PICTURE = '''\
"""A graph as SVG, for a site builder that cannot draw one itself."""

import pygraphviz


def svg(dot):
    graph = pygraphviz.AGraph(string=dot.source)
    try:
        drawn = graph.draw(format="svg", prog="dot").decode()
    finally:
        graph.close()
    return drawn[drawn.index("<svg") :]
'''

PROSE = (
    "In chapter {chapter}, section {section}, a value is *used twice*, so that its slope has two "
    "parts. One comes by way of the product and one by way of the sum; **both count**, and the "
    "order in which they arrive does not. Change `a` a little and read off how far `L` moves.",
    "The cell below makes the same graph from another number. What changes is the slope at one "
    "input; what stays is the shape: three leaves, three operations, one output. A reader who "
    "has followed up to here can say beforehand which of the numbers will grow, and why.",
    "Drawn, it is easier to see who passes what to whom:\n\n"
    "- the output begins with a slope of one;\n"
    "- a product hands each input the *other* input times its own slope;\n"
    "- a sum hands its slope on as it is.",
)


@dataclass(frozen=True)
class Cell:
    """Code that prints."""

    code: str


@dataclass(frozen=True)
class Figure:
    """An expression that is a drawing of a graph."""

    code: str
    alt: str


Part = str | Cell | Figure


def parts(chapter: int) -> Iterator[Part]:
    """A chapter from top to bottom: Markdown, cells and figures."""
    yield f"# Chapter {chapter}"
    for section in range(1, SECTIONS + 1):
        words = [text.format(chapter=chapter, section=section) for text in PROSE]
        first, second = 2 * section - 1, 2 * section
        yield f"## Slopes, part {section}\n\n{words[0]}"
        yield cell(chapter, first)
        yield words[1]
        yield cell(chapter, second)
        yield words[2]
        yield Figure(FIGURE, f"The graph of L for a = {chapter} and b = {second}.")


def cell(chapter: int, number: int) -> Cell:
    """One cell; the first of a chapter imports what the others use."""
    code = CELL.format(chapter=chapter, cell=number)
    return Cell(IMPORTS + code if number == 1 else code)


def expected(chapter: int, edition: int) -> list[str]:
    """The lines that the cells of a chapter print: L is a²b + ca, so its slope is 2ab + c."""
    return [f"edition {edition}: dL/da is {2 * chapter * b + 2:.1f}" for b in range(1, CELLS + 1)]


def page_name(chapter: int) -> str:
    """The file of a chapter, without its ending."""
    return f"chapter-{chapter:03}"


def contents(chapters: int) -> str:
    """The first page, with a link to each chapter."""
    links = [f"- [Chapter {n}]({page_name(n)}.md)" for n in range(1, chapters + 1)]
    return "\n".join(["# A generated book", "", *links, ""])


def write_engine(src: Path) -> None:
    """The package `toy`: a copy of micrograd, with an EDITION and a way to draw."""
    toy = src / "toy"
    toy.mkdir(parents=True)
    for module in MICROGRAD.glob("*.py"):
        code = re.sub(r"(?<=from )micrograd\b", "toy", module.read_text("utf-8"))
        (toy / module.name).write_text(code, "utf-8")
    (toy / "picture.py").write_text(PICTURE)
    set_edition(src, 1)


def set_edition(src: Path, edition: int) -> None:
    """Change the engine: the constant that every cell prints."""
    engine = src / "toy" / "engine.py"
    code = re.sub(r"\nEDITION = \d+\n", "", engine.read_text("utf-8"))
    engine.write_text(f"{code}\nEDITION = {edition}\n", "utf-8")
