"""Steps one graph to its end, forwards, backwards and back again, and looks at every step."""

from __future__ import annotations

from math import isclose
from typing import Any

from tests.browser.walking import GIFT, UNKNOWN, Keys, Mouse, Shown

State = dict[str, Any]


def whole_walk(walker: Mouse | Keys, graph: Shown) -> None:
    """Every phase of one graph, each step undone and made again."""
    idle = walker.state()
    complete(idle, graph)
    filled = fill(walker, graph, idle)
    for expected in filled[-2::-1]:
        walker.press("Step backward")
        taken_back(walker.state(), expected, graph)
    for expected in filled[1:]:
        walker.press("Step forward")
        assert walker.state() == expected
    if graph.backward:
        backward(walker, graph, filled[-1])
    walker.press("Reset")
    assert walker.state() == idle


def complete(state: State, graph: Shown) -> None:
    """Idle: all is shown as it was before the script, in the figure and in the table."""
    assert (state["phase"], state["data"], state["grad"]) == ("idle", graph.data, graph.grad)
    assert [row[2] for row in graph.table] == graph.data
    assert UNKNOWN not in graph.data
    if graph.backward:
        assert [row[4] for row in graph.table] == graph.grad
        assert UNKNOWN not in graph.grad
    else:
        assert set(graph.grad) <= {UNKNOWN}


def fill(walker: Mouse | Keys, graph: Shown, idle: State) -> list[State]:
    """Step forward until all data is known; the states from idle to ready."""
    states = [idle]
    count = len(graph.nodes)
    for known in range(1, count + 1):
        walker.press("Step forward")
        now, before = walker.state(), states[-1]
        assert now["phase"] == ("forward" if known < count else "ready")
        assert now["phase"] in now["words"]
        assert count - now["data"].count(UNKNOWN) == known
        assert set(now["grad"]) <= {UNKNOWN}
        new = [i for i in range(count) if now["data"][i] != UNKNOWN]
        if known > 1:
            new = [i for i in new if before["data"][i] == UNKNOWN]
        node = graph.nodes[new[0]]
        assert all(now["data"][i] != UNKNOWN for i in node["inputs"])
        assert now["data"][new[0]] == graph.data[new[0]]
        assert node["name"] in now["says"]
        assert graph.data[new[0]] in now["says"]
        assert all(graph.data[i] in now["says"] for i in node["inputs"])
        assert now["says"] != before["says"]
        states.append(now)
    assert ("Start backward" in states[-1]["disabled"]) == (not graph.backward)
    assert all("Start backward" in state["disabled"] for state in states[:-1])
    assert "Step backward" in idle["disabled"]
    return states


def backward(walker: Mouse | Keys, graph: Shown, ready: State) -> None:
    """From ready to done, back to ready, and to done again."""
    states = [ready]
    walker.press("Start backward")
    states.append(walker.state())
    assert states[-1]["phase"] == "backward"
    assert states[-1]["grad"] == [UNKNOWN] * (len(graph.nodes) - 1) + ["1.0"]
    assert graph.nodes[-1]["name"] in states[-1]["says"]
    for left in range(graph.operations - 1, -1, -1):
        walker.press("Step backward")
        now = walker.state()
        assert now["phase"] == ("backward" if left else "done")
        assert now["phase"] in now["words"]
        told(now, states[-1], graph)
        states.append(now)
    assert (states[-1]["data"], states[-1]["grad"]) == (graph.data, graph.grad)
    assert "Step backward" in states[-1]["disabled"]
    for expected in states[-2::-1]:
        walker.press("Step forward")
        taken_back(walker.state(), expected, graph)
    walker.press("Start backward")
    for expected in states[2:]:
        walker.press("Step backward")
        assert walker.state() == expected


def taken_back(now: State, expected: State, graph: Shown) -> None:
    """All is as it was before the step, and it is said what was taken back."""
    said = now.pop("says")
    assert now == {key: value for key, value in expected.items() if key != "says"}
    assert said.startswith("Taken back: the ")
    names = [node["name"] for node in graph.nodes]
    assert said.endswith(("the seed.", *(f" {name}." for name in names)))


def told(now: State, before: State, graph: Shown) -> None:
    """The sentence of a visit: who is visited, and each product and sum, as the figure has them."""
    gifts = [found.groupdict() for found in GIFT.finditer(now["says"].split(": ", 1)[1])]
    names = [node["name"] for node in graph.nodes]
    said = now["says"].split(", whose gradient is ")
    visited = max(i for i, name in enumerate(names) if said[0] == f"Visit {name}")
    assert said[1].startswith(f"{now['grad'][visited]}: ")
    inputs = list(graph.nodes[visited]["inputs"])
    assert sorted(gift["name"].strip() for gift in gifts) == sorted(names[i] for i in inputs)
    latest: dict[int, str] = {}
    for gift in gifts:
        i = next(i for i in inputs if names[i] == gift["name"].strip())
        inputs.remove(i)
        grad, slope, amount = (float(gift[key]) for key in ("grad", "slope", "amount"))
        slack = 1e-4 * (1 + abs(grad) + abs(slope))  # they are rounded where they are said
        assert isclose(grad * slope, amount, abs_tol=slack)
        earlier = latest.get(i, before["grad"][i])
        if gift["before"]:
            assert gift["before"] == earlier
            assert isclose(float(gift["before"]) + amount, float(gift["sum"]), abs_tol=2e-4)
        else:
            assert earlier == UNKNOWN or float(earlier) == 0
        latest[i] = gift["sum"] or gift["amount"]
    for i, value in enumerate(now["grad"]):
        assert value == latest.get(i, before["grad"][i])
