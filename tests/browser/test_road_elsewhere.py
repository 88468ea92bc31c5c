"""The main road of the reader's own engine in Firefox and in WebKit: from a wrong step to graduation."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.browser.test_engine_of_the_reader import (  # noqa: F401 (steps and solution are fixtures)
    GRADUATION,
    KEY,
    WRITE,
    solution,
    steps,
)
from tests.browser.test_engines import HANDS, tab  # noqa: F401 (a fixture)

LATER = "later"
# Before all else in a page: it is opened a day later.
CLOCK = "<script>{ const now = Date.now; Date.now = () => now() + 86_400_000; }</script>"
# A step of the engine, and the panel.
ROAD = """
  const kept = () => JSON.parse(localStorage[key]);
  const step = async () => {
    const host = await until(() => document.querySelector("book-write:has(button)"));
    const words = () => host.made.says.innerText.replace(/\\s+/g, " ");
    press(host, "Write it");
    const first = await until(() => words().includes("This does not hold yet") && words());
    const check = (code) => {
      host.made.editor.set(code);
      host.made.says.replaceChildren();
      press(host, "Check");
      return until(() => !host.hasAttribute("aria-busy") && words());
    };
    return { host, first, check, asked: JSON.parse(host.dataset.write) };
  };
  const run = async (one, code) => {
    if (code) one.editor.set(code);
    press(one.host, "Run");
    await until(() => one.host.classList.contains("running"));
    await until(() => !one.host.classList.contains("running"));
    return one.output.textContent;
  };
  const panel = async (text) => {
    const host = document.querySelector("book-engine");
    await until(() => host.textContent.includes(text));
    return host;
  };
"""
OWN = "\n    def whose(self):\n        return 'mine'\n"


@pytest.fixture
def does(tab, steps):  # noqa: F811
    """What a script comes to in a page that is opened for it."""

    def do(path: str, script: str) -> Any:
        tab.goto(steps.url + path)
        key = f"const key = {json.dumps(KEY)};"
        return tab.evaluate(f"(async () => {{ {HANDS} {key} {ROAD} {script} }})()")

    return do


@pytest.mark.slow
def test_from_a_wrong_step_to_graduation(does, steps, solution, tmp_path):  # noqa: F811
    """A step is written wrong, told, written right; the page runs on it; another step
    is written. A day later it is welcomed, trained, checked, saved, reset, and brought back."""
    page = steps.folder / GRADUATION
    page.with_stem(LATER).write_text(page.read_text().replace("<head>", f"<head>{CLOCK}", 1))
    cells = steps.folder / "assets/unpasted/live/cells" / f"{page.stem}.json"
    shutil.copyfile(cells, cells.with_stem(LATER))

    wrong = solution.replace('(self, other), "*"', '(self,), "*"')
    said = does(
        WRITE,
        f"""const {{ host, first, check }} = await step();
        const wrong = await check({json.dumps(wrong)});
        const right = await check({json.dumps(solution + OWN)});
        press(host, "Run the cells on it");
        await panel("Cells run on your engine, as of this chapter.");
        const shown = await run(await opened(0),
          "from micrograd.steps.step3_graph import Value\\nprint(Value(1.0).whose())");
        return {{ first, wrong, right, shown, kept: kept() }};""",
    )
    assert "This does not hold yet" in said["first"]
    assert "The right operand is forgotten." in said["wrong"]
    assert said["right"].startswith("It holds. Your engine: + × whose().")
    assert "mine" in said["shown"]
    assert list(said["kept"]["passed"]) == ["step3_graph"]

    said = does(
        "backward.html",
        f"""const {{ first, check, asked }} = await step();
        const right = await check(asked.solution + {json.dumps(OWN)});
        return {{ first, right, kept: kept() }};""",
    )
    assert "This does not hold yet" in said["first"]
    assert said["right"].startswith("It holds. Your engine: + ×")
    assert list(said["kept"]["passed"]) == ["step3_graph", "step7_backward"]

    said = does(
        f"{LATER}.html",
        """const host = await panel("Your engine:");
        const words = host.querySelector(".can").textContent;
        await run(await opened(0));
        await panel("Trained on it: frost");
        const checked = async () => {
          press(host, "Run all checks");
          return until(() => /Steps that hold: .*/.exec(host.querySelector(".said").innerText));
        };
        const [all] = await checked();
        const [{ createObjectURL }, saved] = [URL, {}];
        URL.createObjectURL = (blob) => { saved.blob = blob; return "#"; };
        HTMLAnchorElement.prototype.click = function () { saved.name = this.download; };
        press(host, "Save engine.py");
        const file = await until(() => saved.name && saved.blob.text());
        URL.createObjectURL = createObjectURL; // by which Python starts, too
        host.querySelector("select").value = ""; // the beginning
        press(host, "Go back, and drop later steps");
        const reset = kept().passed;
        press(host, "Undo");
        const undone = kept().passed;
        host.querySelector("select").value = ""; // the beginning
        press(host, "Go back, and drop later steps");
        const given = new DataTransfer();
        given.items.add(new File([file], saved.name, { type: "text/x-python" }));
        const field = host.querySelector("input[type=file]");
        field.files = given.files;
        field.dispatchEvent(new Event("change"));
        await panel("Loaded. Steps that it passes: 2.");
        const [again] = await checked();
        return { words, all, file, name: saved.name, reset, undone, again, kept: kept() };""",
    )
    assert said["words"].startswith("Welcome back. Your engine: + ×")
    assert said["all"] == said["again"] == "Steps that hold: 2 of 2."
    assert said["name"] == "engine.py"
    assert said["reset"] == {}
    names = ["step3_graph", "step7_backward"]
    assert sorted(said["undone"]) == sorted(said["kept"]["passed"]) == names
    assert all("def whose" in one["code"] for one in said["kept"]["passed"].values())
    assert list(said["kept"]["ran"]) == ["frost"]
    (tmp_path / "engine.py").write_text(said["file"])
    done = subprocess.run([sys.executable, str(tmp_path / "engine.py")], capture_output=True, text=True, check=True)  # fmt: skip
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["holds"]
