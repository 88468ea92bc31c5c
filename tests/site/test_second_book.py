"""A book that `python -m unpasted new` makes, of unpasted as pip installs it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from tests.built import ROOT, environment
from tests.site.conftest import article, pages_of

STARTER = ROOT / "src" / "unpasted" / "starter"
WIDGETS = {
    "chapters/01-halving.html": ["live-cell", "figure-slider", "book-question", "book-exercise"],
    "chapters/02-tangent.html": ["live-cell", "figure-slider", "book-question", "book-exercise"],
}


class Installed:
    """unpasted, installed into a folder that stands before every other."""

    def __init__(self, folder: Path) -> None:
        sources, self.folder = folder / "sources", folder / "installed"
        ignored = shutil.ignore_patterns("*.egg-info", "__pycache__")
        shutil.copytree(ROOT / "src", sources / "src", ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", sources)
        pip = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        done = self.run("-m", *pip, "--target", str(self.folder), str(sources), cwd=folder)
        assert done.returncode == 0, done.stderr

    def run(self, *arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=environment(PYTHONPATH=str(self.folder), **env),
            capture_output=True,
            text=True,
            timeout=300,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `pip install` makes of this project."""
    return Installed(tmp_path_factory.mktemp("pip"))


@pytest.fixture(scope="module")
def second(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book; what npm would install for it is this project's."""
    folder = tmp_path_factory.mktemp("second") / "book"
    done = installed.run("-m", "unpasted", "new", str(folder), cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    assert f"cd {folder} && make serve" in done.stdout
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def test_pip_installs_every_file(installed):
    """Style sheets, scripts, templates and the whole small book, its hidden files too."""
    ours = {p.relative_to(ROOT / "src") for p in (ROOT / "src" / "unpasted").rglob("*")}
    there = {p.relative_to(installed.folder) for p in installed.folder.rglob("*")}
    missing = {str(p) for p in ours - there if "__pycache__" not in p.parts}
    assert missing == set()


def test_a_new_book_pins_what_stood_beside_authoring(second):
    """Each in one version; unpasted itself comes from its address."""
    pins = (second / "constraints.txt").read_text().splitlines()
    assert f"mkdocs-material=={version('mkdocs-material')}" in pins
    assert not [pin for pin in pins if pin.startswith("micrograd-book")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.+-]+", pin) for pin in pins)
    assert "--constraint constraints.txt" in (second / "Makefile").read_text()


def test_a_new_book_is_built_breaks_and_is_mended(installed, second):
    """Strictly; a fault has its file and its line and leaves no site."""
    build = ("-m", "mkdocs", "build", "--strict")
    done = installed.run(*build, cwd=second)
    assert done.returncode == 0, done.stderr
    pages = pages_of(second / "site")
    for name, widgets in WIDGETS.items():
        for widget in widgets:
            assert f"<{widget}" in article(pages[name]), (name, widget)
    assert 'class="highlight diff"' in pages["chapters/02-tangent.html"]
    assert "&quot;variants&quot;" in pages["chapters/01-halving.html"]
    assert str(second) not in "".join(pages.values())

    module = second / "src" / "roots" / "tangent.py"
    sound = module.read_text()
    module.write_text(sound.replace("x - f(x) / slope(x)", "x + f(x) / slope(x)"))
    broken = installed.run(*build, cwd=second)
    assert broken.returncode == 1 and not (second / "site").exists()
    chapter = (second / "docs" / "chapters" / "02-tangent.md").read_text()
    line = chapter[: chapter.index("How do the right digits grow")].count("\n") + 1
    assert f"docs/chapters/02-tangent.md:{line}: exactly one choice must" in broken.stderr
    assert "2 faults in the book; no site was written" in broken.stderr

    module.write_text(sound)
    assert installed.run(*build, cwd=second).returncode == 0
    assert pages_of(second / "site") == pages


def test_a_new_books_own_tests_pass(installed, second):
    """Its second command runs them: of the package, and a strict build."""
    done = installed.run("-m", "pytest", "-p", "no:cacheprovider", cwd=second)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_folder_that_is_not_empty_is_left_alone(installed, second):
    """Nobody's chapters are overwritten."""
    done = installed.run("-m", "unpasted", "new", str(second), cwd=second)
    assert done.returncode == 1
    assert done.stderr == f"{second} is there, and not empty; name a folder that is not there yet\n"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"url": "https://host/o/r.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}, " @ git+https://host/o/r.git@abc"),
        ({"url": "file:///some/folder", "dir_info": {}}, " @ file:///some/folder"),
        (None, "==0.1.0"),
    ],
    ids=["a repository", "a folder", "an index"],
)  # fmt: skip
def test_a_new_book_installs_authoring_from_where_this_one_came(installed, tmp_path, told, line):
    """pip notes what it was told: the repository and its commit."""
    [info] = installed.folder.glob("*.dist-info")
    copy = tmp_path / info.name
    shutil.copytree(info, copy)
    (copy / "direct_url.json").unlink()
    if told:
        (copy / "direct_url.json").write_text(json.dumps(told))
    (tmp_path / "unpasted").symlink_to(installed.folder / "unpasted")
    code = "from unpasted.new import needed; print(needed())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"micrograd-book[unpasted,live]{line}\n"


def test_its_pins_are_this_projects():
    """What its readers run cells with is what is tested here."""
    own, ours = (json.loads((at / "package.json").read_text()) for at in (STARTER, ROOT))
    assert own["devDependencies"].items() <= ours["devDependencies"].items()
    own, ours = (json.loads((at / "package-lock.json").read_text()) for at in (STARTER, ROOT))
    for name, entry in own["packages"].items():
        if name:
            assert entry == ours["packages"][name], name


def test_its_workflow_runs_what_its_reader_runs(second):
    """The two commands that publish it are targets of its Makefile; each action has its commit."""
    text = (second / ".github" / "workflows" / "book.yml").read_text()
    workflow = yaml.safe_load(text)
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    makefile = (second / "Makefile").read_text()
    commands = [step["run"] for step in steps if "run" in step]
    assert commands == ["make test", "make build"]
    assert all(f"\n{command.split()[1]}: " in makefile for command in commands)
    for step in steps:
        if "uses" in step:
            assert len(step["uses"].split("@")[1]) == 40
