"""```write: a step of the engine that the reader writes, in a file of their own.

The build writes it first: the step before fails the checks, the step reached passes them, and each
wrong attempt fails and is told why. The reader's file takes the place of the step's module, and of
the last one's, while it is judged.
"""

import difflib
from typing import Any

from unpasted.kinds.cell import highlighted
from unpasted.kinds.exercise import lines_html, markdown, prove
from unpasted.kinds.step import diff_html, modules_of, source_of
from unpasted.read.exercise import FIELDS, Write
from unpasted.read.fence import ONCE, meant
from unpasted.run.attempt import Texts, attempt, changes, members, merged, stub, texts_of
from unpasted.run.making import Fault, Grammar, Kind, Making, Result, filled
from unpasted.words import say

HEADER = '```write from="step2_ops" to="step3_graph"'
STEPS = ("from", "to")
MOST = 10  # lines that a reader writes
ORDERED = 14  # lines that are put in order; functions beyond are given then


def step_of(write: Write, old: str, new: str) -> tuple[Texts, Texts, dict[str, Any]]:
    """The step from one file to another. Raises Fault for what cannot be written so.

    Returns, for each symbol that the reader writes, the book's text of it, and the text with which
    the reader begins; then what the browser is told of the step: `start`, the whole file with which
    the reader begins; `given`, texts of the symbols that are not to be written; `stubs`, what
    stands for a symbol that is new; `writes`, the names of those to write.
    """
    changed = changes(old, new)
    place = (write.one("write") or write.asked).place
    functions = [name for name in changed if changed[name] and stub(changed[name])]
    ours = [name for name in functions if not name.endswith(("__init__", "__repr__"))]
    names = write.writes or ours
    for name in names or [""]:
        if name not in functions:
            hint = meant(name, functions, 0.6, expected=functions or ["another pair of steps"])
            raise Fault(place, f"the step does not change a function `{name}`{hint}")
    written = {name: changed[name] for name in names}
    given = {name: text for name, text in changed.items() if name not in written}
    stubs = {name: stub(text) for name, text in written.items()}
    if write.start_place:
        parts = texts_of(write.start)
        for name in parts:
            if not any(one.rpartition(".")[2] == name for one in written):
                says = f"the start holds `{name}`, which is not to be written here"
                raise Fault(write.start_place, f"{says}; write the beginning of {', '.join(names)}")
        stubs |= {one: parts[own] for one in written if (own := one.rpartition(".")[2]) in parts}
    begun = {name: texts_of(old).get(name, stubs[name]) for name in written}
    known = {"start": merged(new, begun), "given": given, "stubs": stubs, "writes": names}
    return written, begun, known


def _codes(text: str) -> list[str]:
    """Its lines without the empty ones."""
    return [line for line in text.split("\n") if line.strip()]


def run(making: Making) -> Result:
    """Prove the step, and make the place to write it."""
    write: Write = making.fence.content
    session, old, new = making.session, making.fence.options["from"], making.fence.options["to"]

    def found() -> tuple[dict[str, str], list[str], list[dict[str, Any]]]:
        package = session.module(session.settings.steps, "steps")
        modules = modules_of(package)
        texts = [source_of(modules, name)[0] for name in (old, new)]
        return modules, texts, table(package, modules)

    modules, (start, solution), steps = session.draw(found, making.fence.place)
    names = [*modules]
    if names.index(old) >= names.index(new):
        raise Fault(making.fence.place, f"`{old}` is no step before `{new}`; write {HEADER}")
    written, begun, step = step_of(write, start, solution)
    compared = difflib.ndiff(step["start"].split("\n"), solution.split("\n"))
    added = [line[2:].strip() for line in compared if line.startswith("+ ") and line[2:].strip()]
    if len(added) > MOST:
        says = f"{len(added)} lines are to be written, and {MOST} at most may be"
        raise Fault(making.fence.place, f"{says}; give some of them: `write:`, or a start")
    places = list(dict.fromkeys([modules[new], modules[names[-1]]]))

    def judge(code: str, checks: list[dict[str, str]]) -> dict[str, Any]:
        whole = merged(solution, dict.fromkeys(written, "") | members(code, [*written]))
        drawing = session.settings.drawing
        return attempt(whole, places, checks, write.code, drawing=drawing)

    composed, start = ("\n\n".join(texts.values()) for texts in (written, begun))
    known = prove(making, composed, start, judge) | step | {
        "from": old, "to": new, "steps": steps, "judged": places, "solution": solution,
        "modules": {name: modules[name] for name in names[: names.index(new) + 1]},
        "trial": write.code, "one": highlighted(added[0])[0],
    }  # fmt: skip
    rest = _to_order(write, written, begun)
    order = write.shuffled(0) if write.lines else []
    known["lines"] = lines_html(write.every[n].strip() for n in order)
    known |= {"composed": "\n".join(write.lines), "rest": rest, "others": len(write.others)}
    diff = diff_html(step["start"], solution, say("The book’s version") + f" → {new}")
    form = filled("try.html", kind="write", known=known, shuffled="")
    return making.result({"try": form, "answer": diff})


def _to_order(write: Write, written: Texts, begun: Texts) -> Texts:
    """Put the lines of the functions in order that may be; those that are too long are returned."""
    rest: dict[str, str] = {}
    for name, text in written.items():
        codes = _codes(text)
        if len(write.lines) + len(codes) > ORDERED:
            rest[name] = text
        else:
            write.lines += codes
            before = (one for one in _codes(begun[name]) if one not in codes)
            write.others += [one for one in before if one.strip() != "..."]
    return rest


def table(package: Any, modules: dict[str, str]) -> list[dict[str, Any]]:
    """All steps, as pages know them: what each adds to the one before."""
    before: dict[str, str] = {}
    rows = []
    for one in package.STEPS:
        now = texts_of(source_of(modules, one.name)[0])
        row = {"name": one.name, "module": one.module, "idea": getattr(one, "idea", "") or one.name}
        rows.append(row | {"adds": [name for name in now if name not in before]})
        before = now
    return rows


GRAMMAR = Grammar((), ("timeout", *STEPS), dict.fromkeys(STEPS, HEADER), {"write": ONCE, **FIELDS})
KIND = Kind(GRAMMAR, read=Write, markdown=markdown, run=run, minutes=5)
