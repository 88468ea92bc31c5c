"""Where the browser comes from."""

import pytest

from tests.browser.chromium import NoBrowserError, find, reason


class Machine:
    """A machine with some programs, and what its commands do."""

    def __init__(self, *programs: str, **effects: str) -> None:
        self.programs, self.effects, self.ran = list(programs), effects, []

    def which(self, name: str) -> str | None:
        return f"/bin/{name}" if name in self.programs else None

    def run(self, command: list[str]) -> str:
        self.ran.append(" ".join(command))
        words = next((word for word in self.effects if word in command), "")
        said = self.effects.get(words, "refused")
        if said.startswith("gives "):
            self.programs.append(said.removeprefix("gives "))
        return "" if said == "fine" or said.startswith("gives ") else said

    def find(self, root: bool) -> str:
        return find(self.which, self.run, root)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "chrome"])
def test_a_browser_on_the_path_is_used(name):
    """Nothing is installed where one is there."""
    machine = Machine(name, "apt-get")
    assert machine.find(root=True) == f"/bin/{name}"
    assert machine.ran == []


def test_the_systems_package_comes_next():
    """Root with apt-get installs Debian's, from a fresh list; where there is none without windows, the other."""
    install = "apt-get install -y --no-install-recommends chromium"
    machine = Machine("apt-get", update="fine", install="gives chromium-headless-shell")
    assert machine.find(root=True) == "/bin/chromium-headless-shell"
    assert machine.ran == ["apt-get update", f"{install}-headless-shell"]
    machine = Machine(
        "apt-get",
        **{"update": "fine", "chromium-headless-shell": "none", "chromium": "gives chromium"},
    )
    assert machine.find(root=True) == "/bin/chromium"
    assert machine.ran[-1] == install


def test_who_is_not_root_gets_playwrights_own():
    """Without the right to install packages, Playwright fetches its browser."""
    machine = Machine("apt-get", playwright="fine")
    assert machine.find(root=False) == ""
    assert len(machine.ran) == 1
    assert machine.ran[0].endswith("-m playwright install chromium")


def test_of_a_long_complaint_the_reason_is_told():
    """Not the stack of calls that it came through."""
    said = "Failed to install\nError: no download, code=1\n    at f (a.js:1:2) {\n  errno: -3\n}\n"
    assert reason(said) == "Error: no download, code=1"
    assert (
        reason("E: Unable to locate package chromium\n") == "E: Unable to locate package chromium"
    )
    assert reason("nothing to see\n") == "nothing to see"


def test_without_any_the_message_says_what_to_install():
    """It names what was tried, why that failed, and two commands to choose from."""
    with pytest.raises(NoBrowserError) as caught:
        Machine("apt-get", update="no network", playwright="no download").find(root=True)
    said = str(caught.value)
    for part in ("no network", "no download", "apt-get install chromium", "playwright install"):
        assert part in said
