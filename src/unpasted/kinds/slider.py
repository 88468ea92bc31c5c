"""```python slider: pictures of one or two parameters, drawn at each value, which the reader drags.

The cell's last line is a function whose parameters have the lists of their values as defaults, or
a dict of titles and pictures. One picture stands without a script, and on paper.
"""

import gzip
import inspect
from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from unpasted.kinds import drawing, plots, turns
from unpasted.kinds.figure import grammar, shown
from unpasted.rounding import powered, signed
from unpasted.run.making import Fault, Fence, Kind, Making, Result, filled

MOST_PICTURES = 64
MOST_KB = 40  # of 1,000 bytes, as they go over the wire
CURES = {
    "shows": 'shows="h = {:.2f} m; k = {}"',
    "at": 'at="first", at="last", or a value of each: "1; 2"',
}
HEADER = '```python slider alt="what the picture shows at `= h`, in words"'
EXAMPLE = "def picture(h=[1, 0.1, 0.01]): … return fig"


class Knob(NamedTuple):
    """A parameter that the reader drags.

    Arguments:
        key: as the function calls it.
        name: as the reader sees it.
        values: what it takes.
        texts: each value as the reader sees it, its unit behind it.
        shows: the same, the name before it.
        at: the place of the value that shows at first.
    """

    key: str
    name: str
    values: tuple[Any, ...]
    texts: list[str]
    shows: list[str]
    at: int


def run(making: Making) -> Result:
    """Run the cell, and its function at all values."""
    fence, session = making.fence, making.session
    printed, function = making.cell()
    knobs = _knobs(function, fence)
    every = [dict(one) for one in product(*([(k.key, x) for x in k.values] for k in knobs))]
    if len(every) > MOST_PICTURES:
        sizes = " by ".join(f"{len(knob.values)} values of {knob.key}" for knob in knobs)
        says = f"a slider has at most {MOST_PICTURES} pictures, and this one has {len(every)}"
        raise Fault(fence.place, f"{says} ({sizes}); leave some out")
    name, titled = session.new_id(), isinstance(function, dict)
    named = track = ""
    shows = map(", ".join, product(*(knob.shows for knob in knobs)))
    words = _said(making, dict(zip(shows, every, strict=True)))
    stands = [*product(*(range(len(k.values)) for k in knobs))].index(tuple(k.at for k in knobs))

    def draw() -> str:
        nonlocal named, track
        found = []
        for given in every:
            named = f"with {', '.join(f'{key}={value!r}' for key, value in given.items())}: "
            found.append(plots.copied(function[given["picture"]]) if titled else function(**given))
            if not drawing.drawable(found[-1]):
                says = f"the picture is missing: the function gives {drawing.described(found[-1])}"
                cure = "a slider's function returns a graphviz.Digraph or a matplotlib figure"
                raise TypeError(f"{says}, and {cure}")
        named, figures = "", [plots.plot_of(one) for one in found]
        if all(figures):  # in one frame, so that none moves as they take turns
            ways = plots.WAYS if len(knobs) == 1 else plots.FOUR_WAYS
            pictures, handles = plots.svg_of(figures, name, words, drawing.palette(session), ways)
            track = _track(handles, len(pictures) - 1)
        else:
            both = zip(found, words, strict=True)
            pictures = [drawing.svg_of(session, one, name, alt) for one, alt in both]
        return turns.one_of(pictures, name, stands)

    try:
        made = drawing.drawn(making, draw)
    except Fault as fault:
        raise Fault(fault.place, f"{named}{fault.message}", fault.raised_in) from None
    if (weight := len(gzip.compress(made.encode())) / 1000) > MOST_KB:
        says = f"the {len(every)} pictures of this slider weigh {weight:.0f} KB (gzip), and may "
        cure = "take fewer values, or draw lines and grids of fewer points"
        raise Fault(fence.place, f"{says}weigh {MOST_KB}; {cure}")
    table = [{"texts": one.texts, "shows": one.shows} for one in knobs]
    known = {"table": table, "says": words, "knobs": knobs, "track": track}
    known |= {"flags": fence.flags, "caption": drawing.caption_of(fence)}
    return shown(making, printed, filled("slider.html", drawing=made, **known), [words, made])


def _track(handles: list[list[float]], last: int) -> str:
    """Where the track of the knob runs: below the way of the handle, where that goes evenly across.

    Returns a style for each room, or nothing.
    """
    style = ""
    for room, shares in zip(("", "-s"), handles, strict=True):
        if len(shares) != last + 1 or shares[0] >= shares[-1]:
            return ""
        start, pace = shares[0], (shares[-1] - shares[0]) / last
        if any(abs(share - start - pace * k) > 0.01 for k, share in enumerate(shares)):
            return ""
        style += f"--from{room}: {start:.2%}; --to{room}: {shares[-1]:.2%}; "
    return style


def _knobs(function: Any, fence: Fence) -> list[Knob]:
    """The parameters of a function, as what is dragged; of a dict, its titles. Raises Fault."""
    if isinstance(function, dict):
        parameters: dict[str, Any] = {"picture": tuple(function)}
    elif inspect.isroutine(function):
        parameters = {k: p.default for k, p in inspect.signature(function).parameters.items()}
    else:
        it = f"this one is {drawing.described(function)}"
        says = "a slider cell ends with the name of a function, or a dict of titles and figures"
        raise Fault(fence.place, f"{says}; {it}. Write {EXAMPLE}, then picture")
    if not 1 <= len(parameters) <= 2:
        says = f"a slider's function has one parameter or two, and this one has {len(parameters)}"
        raise Fault(fence.place, f"{says}; write {EXAMPLE}")
    forms = "{}" if isinstance(function, dict) else "; ".join(f"{key} = {{}}" for key in parameters)
    shows, at = fence.options.get("shows", forms), fence.options.get("at", "first")
    parts = [shows.split(";"), [at] * len(parameters) if at in ("first", "last") else at.split(";")]
    for (option, cure), given in zip(CURES.items(), parts, strict=True):
        if len(given) != len(parameters):
            says = f'{option}="{fence.options[option]}" has no part for each parameter'
            raise Fault(fence.place, f"{says}; write {cure}")
    both = zip(parameters.items(), parts[0], parts[1], strict=True)
    return [_knob(*one, form.strip(), at.strip(), fence) for one, form, at in both]


def _knob(key: str, values: Any, form: str, at: str, fence: Fence) -> Knob:
    if not isinstance(values, list | tuple | range) or len(values) < 2:
        says = f"the parameter {key} has no list of values to be dragged through"
        raise Fault(fence.place, f"{says}; write {key}=[…] with two or more")
    if "{}" in form and all(isinstance(value, int | float) for value in values):
        form = form.replace("{}", "{:g}")
    try:
        shows = [signed(powered(form.format(value))) for value in values]
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise Fault(fence.place, f'shows="{form}" cannot show values of {key}: {error}') from None
    for one in (one for one in shows if shows.count(one) > 1):
        says = f"two values of {key} show as `{one}`; give more digits"
        raise Fault(fence.place, f'{says}: shows="{key} = {{:.6g}}"')
    before = form[: form.index("{")]
    texts = [one[len(before) :] for one in shows]
    places = {"first": 0, "last": len(texts) - 1} | {text: n for n, text in enumerate(texts)}
    if (at := signed(powered(at))) not in places:
        says = f'at="{fence.options["at"]}": no value of {key} shows as `{at}`'
        raise Fault(fence.place, f"{says}; they are {', '.join(texts)}")
    return Knob(key, before.rstrip(" =:") or key, tuple(values), texts, shows, places[at])


def _said(making: Making, given: Mapping[str, dict[str, Any]]) -> list[str]:
    """The words for each picture, in which the parameters are values of the page."""
    session, page, said = making.session, making.session.namespace, []
    try:
        for shows, values in given.items():
            session.namespace = page | values
            said.append(f"{shows}: {drawing.alt_of(making)}")
    finally:
        session.namespace = page
    return said


GRAMMAR = grammar(HEADER, ("hide", "fold", "play", "rewound"), "shows", "at")
KIND = Kind(GRAMMAR, run=run, code=lambda fence: fence.body, minutes=1)
