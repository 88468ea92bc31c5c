"""```python slider: pictures of one or two parameters, drawn at each value, which the reader drags.

The cell's last line is a function whose parameters have the lists of their values as defaults, or
a dict of titles and pictures. One picture stands without a script, and on paper.
"""

from __future__ import annotations

import gzip
import inspect
import itertools
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

from unpasted.faults import Fault
from unpasted.kinds import plots, turns
from unpasted.kinds.drawing import (
    alt_of,
    described,
    drawable,
    drawn,
    figure_html,
    plots_svg,
    svg_of,
)
from unpasted.kinds.figure import Drawn, caption_of, grammar, ran, shown
from unpasted.kinds.making import Kind, Making
from unpasted.read.chapter import Job
from unpasted.read.fence import Fence, Grammar
from unpasted.run.session import Session
from unpasted.words import say

MOST_PICTURES = 64
MOST_KB = 40  # of 1,000 bytes, as they go over the wire
EXAMPLE = "def picture(h=[1, 0.1, 0.01]): … return fig"
FIELD = re.compile(r"\{:?[^{}]*\}")


@dataclass(frozen=True)
class Knob:
    """A parameter that the reader drags.

    Arguments:
        key: as the function calls it.
        name: as the reader sees it.
        values: what it takes.
        texts: each value as the reader sees it, its unit behind it.
        shows: the same, the name before it.
    """

    key: str
    name: str
    values: tuple[Any, ...]
    texts: tuple[str, ...]
    shows: tuple[str, ...]


@dataclass(frozen=True)
class Slider:
    """What becomes of the function.

    Arguments:
        drawing: SVG in which the pictures take turns.
        says: what each shows, in words.
        knobs: for each parameter its name, and each value alone and behind the name.
        stands: for each parameter, which value shows at first.
    """

    drawing: str
    says: list[str]
    knobs: list[tuple[str, tuple[str, ...], tuple[str, ...]]]
    stands: tuple[int, ...]


def run(session: Session, job: Job) -> tuple[Any, dict[int, str | Fault]]:
    """Run the cell, and its function at all values."""
    fence, printed, function = ran(session, job)
    if isinstance(function, dict):
        function, shows = _chosen(function), fence.options.get("shows", "{}")
        fence = fence.with_option("shows", shows)
    name = session.new_id()
    knobs = _knobs(function, fence)
    points = list(itertools.product(*(range(len(knob.values)) for knob in knobs)))
    if len(points) > MOST_PICTURES:
        sizes = " by ".join(f"{len(knob.values)} of {knob.key}" for knob in knobs)
        raise Fault(
            fence.place,
            f"a slider has at most {MOST_PICTURES} pictures, and this one {len(points)}, for "
            f"{sizes} values; leave some out",
        )
    stands = _stands(knobs, fence)
    says = []
    for point in points:
        shows = ", ".join(knob.shows[n] for knob, n in zip(knobs, point, strict=True))
        with _bound(session, {k.key: k.values[n] for k, n in zip(knobs, point, strict=True)}):
            says.append(f"{shows}: {alt_of(session, fence)}")
    now = [""]

    def draw() -> str:
        found = []
        for point in points:
            given = {k.key: k.values[n] for k, n in zip(knobs, point, strict=True)}
            now[0] = ", ".join(f"{key}={value!r}" for key, value in given.items())
            found.append(_picture(function, given))
        now[0] = ""
        pictures = _pictures(session, found, name, says)
        return turns.one_of(pictures, name, points.index(stands))

    try:
        drawing = drawn(session, fence, draw)
    except Fault as fault:
        if now[0]:
            fault = Fault(fault.place, f"with {now[0]}: {fault.message}", fault.raised_in)
        raise fault from None
    _check_weight(drawing, len(points), fence)
    table = [(knob.name, knob.texts, knob.shows) for knob in knobs]
    return Drawn(printed, Slider(drawing, says, table, stands)), session.texts(job.values)


def _chosen(pictures: dict[Any, Any]) -> Callable[..., Any]:
    """The function by which a dict of pictures is dragged through."""

    def chosen(picture: Any = tuple(pictures)) -> Any:
        return pictures[picture]

    return chosen


def _knobs(function: Any, fence: Fence) -> list[Knob]:
    """The parameters of a function, as what is dragged. Raises Fault."""
    if not inspect.isroutine(function):
        it = f"this one is {described(function)}"
        says = "a slider cell ends with the name of a function, or a dict of titles and figures"
        raise Fault(fence.place, f"{says}; {it}. Write {EXAMPLE}, then picture")
    parameters = list(inspect.signature(function).parameters.values())
    if not 1 <= len(parameters) <= 2:
        says = f"a slider's function has one parameter or two, and this one {len(parameters)}"
        raise Fault(fence.place, f"{says}; write {EXAMPLE}")
    shows = fence.options.get("shows", "").split(";") if "shows" in fence.options else []
    if shows and len(shows) != len(parameters):
        says = f'shows="{fence.options["shows"]}" has no part for each parameter'
        raise Fault(fence.place, f'{says}; write shows="h = {{:.2f}} m; k = {{}}"')
    forms = shows or [f"{one.name} = {{}}" for one in parameters]
    return [_knob(one, form.strip(), fence) for one, form in zip(parameters, forms, strict=True)]


def _knob(parameter: inspect.Parameter, form: str, fence: Fence) -> Knob:
    values, key = parameter.default, parameter.name
    if not isinstance(values, list | tuple | range) or len(values) < 2:
        says = f"the parameter {key} has no list of values to be dragged through"
        raise Fault(fence.place, f"{says}; write {key}=[…] with two or more")
    if len(FIELD.findall(form)) != 1:
        says = f'shows="{form}" has to have one pair of braces, where the value of {key} stands'
        raise Fault(fence.place, f'{says}; write shows="{key} = {{:.2f}}"')
    if "{}" in form and all(isinstance(value, int | float) for value in values):
        form = form.replace("{}", "{:g}")
    try:
        shows = tuple(form.format(value) for value in values)
    except (ValueError, TypeError, LookupError) as error:
        says = f'shows="{form}" cannot show the values of {key}: {error}'
        raise Fault(fence.place, says) from None
    for number, one in enumerate(shows):
        if one in shows[:number]:
            says = f"two values of {key} show as `{one}`; give more digits"
            raise Fault(fence.place, f'{says}: shows="{key} = {{:.6g}}"')
    before = form[: form.index("{")]
    name = before.rstrip(" =:") or key
    texts = tuple(one[len(before) :] for one in shows)
    return Knob(key, name, tuple(values), texts, shows)


def _stands(knobs: list[Knob], fence: Fence) -> tuple[int, ...]:
    """Which value of each parameter shows at first. Raises Fault."""
    at = fence.options.get("at", "first")
    wanted = [one.strip() for one in at.split(";")]
    wanted = wanted * len(knobs) if at in ("first", "last") else wanted
    if len(wanted) != len(knobs):
        says = f'at="{at}" has no part for each parameter'
        raise Fault(fence.place, f'{says}; write at="first", at="last", or a value of each: "1; 2"')
    found = []
    for knob, one in zip(knobs, wanted, strict=True):
        known = {"first": 0, "last": len(knob.texts) - 1}
        known |= {text: number for number, text in enumerate(knob.texts)}
        if one not in known:
            says = f'at="{at}": no value of {knob.key} shows as `{one}`'
            raise Fault(fence.place, f"{says}; they are {', '.join(knob.texts)}")
        found.append(known[one])
    return tuple(found)


@contextmanager
def _bound(session: Session, given: dict[str, Any]) -> Iterator[None]:
    """The parameters as values of the page, for the words that tell of one picture."""
    before = {key: session.namespace[key] for key in given if key in session.namespace}
    session.namespace.update(given)
    try:
        yield
    finally:
        for key in given:
            session.namespace.pop(key, None)
        session.namespace.update(before)


def _picture(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    picture = function(**given)
    if not drawable(picture):
        raise TypeError(
            f"the picture is missing: the function gives {described(picture)}, and a slider's "
            "function returns a graphviz.Digraph or a matplotlib figure"
        )
    return picture


def _pictures(session: Session, found: list[Any], name: str, says: list[str]) -> list[str]:
    """Each picture as SVG; plots in one frame, so that none moves as they take turns."""
    figures = [plots.plot_of(one) for one in found]
    if all(figures):
        return plots_svg(session, figures, name, says)
    return [svg_of(session, one, name, alt) for one, alt in zip(found, says, strict=True)]


def _check_weight(drawing: str, count: int, fence: Fence) -> None:
    size = len(gzip.compress(drawing.encode())) / 1000
    if size > MOST_KB:
        raise Fault(
            fence.place,
            f"the {count} pictures of this slider weigh {size:.0f} KB (gzip), and may weigh "
            f"{MOST_KB}; take fewer values, or draw lines and grids of fewer points",
        )


def make(fence: Fence, data: Drawn, making: Making) -> dict[str, str]:
    """The cell and the figure, with something to drag for each parameter."""
    slider: Slider = data.drawing
    knobs = "".join(
        f'<p class="knob"><span class="knob-shows" aria-hidden="true">{escape(shows[at])}</span>'
        f'<input type="range" min="0" max="{len(texts) - 1}" value="{at}" autocomplete="off" '
        f'aria-label="{escape(name)}" aria-valuetext="{escape(texts[at])}"></p>'
        for (name, texts, shows), at in zip(slider.knobs, slider.stands, strict=True)
    )
    if "play" in fence.flags:
        knobs += f'<p class="bar"><button type="button">{say("Play")}</button></p>'
    table = [{"texts": texts, "shows": shows} for _, texts, shows in slider.knobs]
    figure = figure_html(slider.drawing, caption_of(fence), f'<div class="knobs">{knobs}</div>')
    element = (
        f'<figure-slider data-knobs="{escape(json.dumps(table, ensure_ascii=False))}" '
        f'data-says="{escape(json.dumps(slider.says, ensure_ascii=False))}"'
        f"{' data-play' if 'play' in fence.flags else ''}>{figure}</figure-slider>"
    )
    return shown(fence, data, making, element)


_FIGURE = grammar("python slider", "what the picture shows at `= h`, in words")

KIND = Kind(
    Grammar(
        (*_FIGURE.flags, "play"), (*_FIGURE.options, "shows", "at"), _FIGURE.required,
        _FIGURE.example,
    ),
    run=run,
    outputs=lambda fence, data: [data.printed, data.drawing.says, data.drawing.drawing],
    make=make,
    minutes=1,
    code=lambda fence: fence.body,
)  # fmt: skip
