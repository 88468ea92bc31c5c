"""Looks at every position of a walk: its phase, its numbers, its words, what is drawn on its edges."""

from __future__ import annotations

import re
from math import isclose

from tests.browser.walking import GIFT, UNKNOWN, Shown, State, Walker, value


def whole_walk(walker: Walker, graph: Shown) -> None:
    """From the beginning to the end by Next, and every step taken back by Back."""
    stood = walker.state()
    on, back = walker.recorded()
    assert [state["phase"] for state in on] == graph.phases
    assert [state["at"] for state in on] == list(range(on[-1]["end"] + 1))
    assert back == on[::-1]
    for state in on:
        ends = ["Back"] * (state["at"] == 0) + ["Next"] * (state["at"] == state["end"])
        assert state["disabled"] == ends
        assert state["steps"] == graph.steps[: state["at"] + 1]  # what was said can be read back
    assert [state["says"] for state in on[:-1]] == graph.steps
    count = len(graph.layers)
    filling(on[:count], graph)
    if graph.backward:
        seeding(on[count], graph)
        visiting(on[count:-1], graph)
    finished(on[-1], graph)
    stood["says"] = ""  # it may speak of the box that has the focus
    assert stood in [state | {"says": ""} for state in (on[0], on[-1])]


def finished(state: State, graph: Shown) -> None:
    """All is shown as it was before the script, in the figure and in the table."""
    assert (state["data"], state["grad"]) == (graph.data, graph.grad)
    assert [row[2] for row in graph.table] == graph.data
    assert UNKNOWN not in graph.data
    if graph.backward:
        assert [row[4] for row in graph.table] == graph.grad
        assert UNKNOWN not in graph.grad
    else:
        assert set(graph.grad) <= {UNKNOWN}


def filling(states: list[State], graph: Shown) -> None:
    """From the leaves to all data, a value or a layer a step, each after what it is computed from."""
    for known, now in enumerate(states):
        new = [i for i, text in enumerate(now["data"]) if text != UNKNOWN]
        assert len(new) == sum(graph.layers[: known + 1])
        assert set(now["grad"]) <= {UNKNOWN}
        assert now["chips"] + now["slopes"] == []
        before = states[known - 1]["data"] if known else [UNKNOWN] * len(graph.nodes)
        for i in [i for i in new if before[i] == UNKNOWN]:
            node = graph.nodes[i]
            assert all(before[j] != UNKNOWN for j in node["inputs"])
            assert now["data"][i] == graph.data[i]
            assert node["name"] in now["says"].replace("\xa0", " ")
            assert graph.data[i] in now["says"]
            assert all(graph.data[j] in now["says"] for j in node["inputs"])
    assert states[-1]["says"].endswith("All data is known.")


def seeding(state: State, graph: Shown) -> None:
    """The output has its gradient, and nobody else."""
    assert state["grad"] == [UNKNOWN] * (len(graph.nodes) - 1) + ["1.0"]
    assert f"the gradient of {graph.nodes[-1]['name']} is 1.0" in state["says"]
    assert state["chips"] + state["slopes"] == []


def visiting(states: list[State], graph: Shown) -> None:
    """From the seed on, each visit tells and draws what it passes on."""
    totals = dict(enumerate(states[0]["grad"]))
    for now in states[1:]:
        assert now["data"] == graph.data
        totals = told(now, totals, graph)
    assert list(totals.values()) == graph.grad


def told(now: State, totals: dict[int, str], graph: Shown) -> dict[int, str]:
    """A step backward: who is visited, each product and sum, in the words as in the figure.

    Arguments:
        totals: the gradients before it. Returns those after it.
    """
    after, chips, slopes = dict(totals), [], []
    arriving: dict[int, list[str]] = {}
    says = now["says"].replace("\xa0", " ")
    if several := re.fullmatch(r"\d+ visits: (.*)\.", says):
        amounts = together(several[1], after, arriving, graph)
        products = [value(grad) * value(by) for grad, by in (c.split(" × ") for c in now["chips"])]
        for product, amount in zip(sorted(products), sorted(amounts), strict=True):
            assert isclose(product, amount, abs_tol=1e-3)  # they are rounded where they are said
    else:
        for gift in visit(says, after, arriving, totals, graph):
            chips.append(f"{gift['grad']} × {gift['slope']}")
            slopes.append(gift["slope"])
        assert now["chips"] == sorted(chips), (now["at"], now["chips"], chips)
        assert now["slopes"] == sorted(slopes)
    assert now["grad"] == [after[i] for i in range(len(after))]
    sums = sorted(f"{' + '.join(got)} = {after[i]}" for i, got in arriving.items() if got[1:])
    assert now["sums"] == sums, (now["at"], now["sums"], sums)
    return after


def together(
    words: str, after: dict[int, str], arriving: dict[int, list[str]], graph: Shown
) -> list[float]:
    """What several visits give at once, by input; added up as `visit` does it, one by one."""
    given = []
    for said in words.split("; "):
        name, share = said.split(" gets ")
        i = next(i for i, node in enumerate(graph.nodes) if node["name"] == name)
        share, _, added = share.partition(", added to ")
        before, _, total = added.partition(" makes ")
        share, _, summed = share.partition(" = ")
        terms = share.split(" + ")
        amounts = [*map(value, terms)]
        assert before == (after[i] if before else "")
        after[i] = total or summed or share
        parts = [*([value(before)] if before else []), *amounts]
        assert isclose(sum(parts), value(after[i]), abs_tol=3e-4)
        arriving[i] = [*([before] if before else []), *terms]
        given += amounts
    return given


def visit(
    words: str,
    after: dict[int, str],
    arriving: dict[int, list[str]],
    totals: dict[int, str],
    graph: Shown,
) -> list[dict[str, str]]:
    """What one visit gives, by its sentence; added to the gradients, and to what has arrived."""
    gifts = [found.groupdict() for found in GIFT.finditer(words.split(": ", 1)[1])]
    names = [node["name"] for node in graph.nodes]
    said = words.split(", whose gradient is ")
    visited = max(i for i, name in enumerate(names) if said[0] == f"Visit {name}")
    assert said[1].startswith(f"{totals[visited]}: ")
    inputs = list(graph.nodes[visited]["inputs"])
    assert sorted(gift["name"].strip() for gift in gifts) == sorted(names[i] for i in inputs)
    for gift in gifts:
        i = next(i for i in inputs if names[i] == gift["name"].strip())
        inputs.remove(i)
        grad, slope, amount = (value(gift[key]) for key in ("grad", "slope", "amount"))
        slack = 1e-4 * (1 + abs(grad) + abs(slope))  # they are rounded where they are said
        assert gift["grad"] == totals[visited]
        assert isclose(grad * slope, amount, abs_tol=slack)
        earlier = after[i]
        if gift["before"]:
            assert gift["before"] == earlier
            assert isclose(value(gift["before"]) + amount, value(gift["sum"]), abs_tol=2e-4)
        else:
            assert earlier == UNKNOWN or value(earlier) == 0
        after[i] = gift["sum"] or gift["amount"]
        arriving.setdefault(i, [gift["before"]] if gift["before"] else []).append(gift["amount"])
    return gifts
