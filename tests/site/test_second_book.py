"""A book that `python -m unpasted new` makes, of unpasted as pip installs it from what is released.

The package is built, and installed into an environment of its own, outside the checkout. What it
depends on lies in this project's environment, for no test needs the network.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from tests.built import ROOT, environment
from tests.site.conftest import article, bytes_of, pages_of
from unpasted import __version__
from unpasted.faults import Refused
from unpasted.new import needed

STARTER = ROOT / "src" / "unpasted" / "starter"
WIDGETS = {
    "chapters/01-halving.html": ["live-cell", "figure-slider", "book-question", "book-exercise"],
    "chapters/02-tangent.html": ["live-cell", "figure-slider", "book-question", "book-exercise"],
}
BUILD = (
    "from setuptools import build_meta as b; print(b.build_sdist('dist'), b.build_wheel('dist'))"
)
PROGRAMS = ("mkdocs", "pytest")  # that a new book's Makefile calls, as pip writes them
TOOLS = ("ruff", "node", "npm", "npx")


def run(program: Path | str, *arguments: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run a program where nothing of this process is set."""
    return subprocess.run(
        [program, *map(str, arguments)],
        cwd=cwd,
        env=environment(**env),
        capture_output=True,
        text=True,
        timeout=300,
    )


class Released:
    """unpasted as it is released: sdist and wheel, and the wheel in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        sources = folder / "sources"
        ignored = shutil.ignore_patterns("*.egg-info", "__pycache__", ".ruff_cache")
        shutil.copytree(ROOT / "src", sources / "src", ignore=ignored)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, sources)
        done = run(sys.executable, "-c", BUILD, cwd=sources)
        assert done.returncode == 0, done.stderr
        sdist, wheel = done.stdout.split()[-2:]
        self.sdist, self.wheel = sources / "dist" / sdist, sources / "dist" / wheel
        self.bin = self.environment(folder / "env", self.wheel) / "bin"

    def environment(self, folder: Path, released: Path) -> Path:
        """A fresh one, with what was released, and everything else from this project's."""
        done = run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
        assert done.returncode == 0, done.stderr
        own = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
        (own / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
        pip = ("-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet")
        to_install = ("--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed")
        done = run(sys.executable, *pip, *to_install, released, cwd=folder)
        assert done.returncode == 0, done.stderr
        for name in PROGRAMS:
            program = folder / "bin" / name
            program.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m {name} "$@"\n')
            program.chmod(0o755)
        for name in TOOLS:
            (folder / "bin" / name).symlink_to(Path(sys.executable).with_name(name))
        return folder

    def python(self, *arguments: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
        return run(self.bin / "python", *arguments, cwd=cwd, **env)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    """What whoever installs unpasted gets."""
    return Released(tmp_path_factory.mktemp("released"))


@pytest.fixture(scope="module")
def second(released: Released, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new book, set up; what npm would install for it is this project's."""
    folder = tmp_path_factory.mktemp("second") / "book"
    done = released.python("-m", "unpasted", "new", folder, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    assert f"cd {folder} && make serve" in done.stdout
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(released.bin)
    for name in ("ready", "live"):
        (folder / ".venv" / name).touch()
    return folder


def contents(archive: Path) -> dict[str, bytes]:
    """The files of a wheel, or those that an sdist makes a wheel of, by their paths in `src/`."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist() if ".dist-info" not in name}
    with tarfile.open(archive) as sdist:
        files = {one.name.partition("/src/")[2]: one for one in sdist if one.isfile()}
        return {
            name: sdist.extractfile(one).read()  # type: ignore[union-attr]
            for name, one in files.items()
            if name and ".egg-info" not in name
        }


def test_a_release_holds_every_file_of_the_tool_and_no_book(released):
    """Scripts, templates, licences and the whole small book, its hidden files too; no micrograd."""
    ours = {
        path.relative_to(ROOT / "src").as_posix(): path.read_bytes()
        for path in (ROOT / "src" / "unpasted").rglob("*")
        if path.is_file() and not {"__pycache__", ".ruff_cache"} & {*path.parts}
    }
    assert contents(released.wheel) == ours
    assert contents(released.sdist) == ours


def test_its_metadata_say_what_it_is(released):
    """Name, version, licence with its text, systems, the README; no address that nobody has."""
    with zipfile.ZipFile(released.wheel) as wheel:
        [about] = [name for name in wheel.namelist() if name.endswith("/METADATA")]
        text = wheel.read(about).decode()
        files = {name.partition("/licenses/")[2] for name in wheel.namelist()}
    head = text.partition("\n\n")[0].split("\n")
    for line in (
        "Name: unpasted",
        f"Version: {__version__}",
        "License-Expression: MIT",
        "Author: The unpasted maintainers",
        "Requires-Python: >=3.11",
        "Requires-Dist: mkdocs<2,>=1.6.1",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Operating System :: MacOS",
    ):
        assert line in head, text
    assert {"LICENSE", "src/unpasted/licences/MPL-2.0.txt"} <= files
    assert (ROOT / "README.md").read_text() in text
    assert "Project-URL" not in text and "Home-page" not in text
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.slow
def test_the_sdist_installs_as_the_wheel_does(released, tmp_path):
    """To the same files."""
    code = "import unpasted, pathlib; print(pathlib.Path(unpasted.__file__).parent)"
    python = released.environment(tmp_path / "env", released.sdist) / "bin" / "python"
    folder = Path(run(python, "-c", code, cwd=tmp_path).stdout.strip())
    assert folder.is_relative_to(tmp_path)
    for name, content in contents(released.wheel).items():
        assert (folder.parent / name).read_bytes() == content


def test_a_new_book_pins_what_stood_beside_unpasted(second):
    """Each in one version; unpasted itself comes from its address."""
    pins = (second / "constraints.txt").read_text().splitlines()
    assert f"mkdocs-material=={version('mkdocs-material')}" in pins
    assert not [pin for pin in pins if pin.startswith("unpasted")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.+-]+", pin) for pin in pins)
    assert "--constraint constraints.txt" in (second / "Makefile").read_text()


def test_a_new_book_is_built_and_breaks(released, second):
    """Strictly; a fault has its file and its line and leaves the site as it was."""
    build = ("-m", "mkdocs", "build", "--strict")
    done = released.python(*build, cwd=second)
    assert done.returncode == 0, done.stderr
    pages = pages_of(second / "site")
    for name, widgets in WIDGETS.items():
        for widget in widgets:
            assert f"<{widget}" in article(pages[name]), (name, widget)
    assert 'class="highlight diff"' in pages["chapters/02-tangent.html"]
    assert "&quot;variants&quot;" in pages["chapters/01-halving.html"]
    assert str(second) not in "".join(pages.values())

    before = bytes_of(second / "site")
    module = second / "src" / "roots" / "tangent.py"
    sound = module.read_text()
    module.write_text(sound.replace("x - f(x) / slope(x)", "x + f(x) / slope(x)"))
    broken = released.python(*build, cwd=second)
    assert broken.returncode == 1 and bytes_of(second / "site") == before
    chapter = (second / "docs" / "chapters" / "02-tangent.md").read_text()
    line = chapter[: chapter.index("How do the right digits grow")].count("\n") + 1
    assert f"docs/chapters/02-tangent.md:{line}: exactly one choice must" in broken.stderr
    assert "2 faults in the book; the last good site stays as it was" in broken.stderr
    module.write_text(sound)


@pytest.mark.slow
def test_what_its_guide_and_its_workflow_call_works(released, second):
    """Its lint and tests pass; what its code comes to is approved, and then it is held to that."""
    make = {"cwd": second, "CI": "true", "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    assert run("make", "approve", **make).returncode == 0
    approved = second / "approved" / "chapters" / "01-halving.txt"
    assert approved.exists() and "halving" in approved.read_text()
    done = run("make", "test", **make)
    assert done.returncode == 0, done.stdout + done.stderr
    approved.write_text(approved.read_text() + "    and more\n")
    done = run("make", "test", **make)
    assert done.returncode != 0 and "1 failed" in done.stdout
    shutil.rmtree(second / "approved")


def test_a_folder_that_is_not_empty_is_left_alone(released, second):
    """Nobody's chapters are overwritten."""
    done = released.python("-m", "unpasted", "new", second, cwd=second)
    assert done.returncode == 1
    assert done.stderr == f"{second} exists and is not empty; name a new folder\n"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"url": "https://host/o/r.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}, " @ git+https://host/o/r.git@abc"),
        ({"url": "file:///some/folder", "dir_info": {}}, " @ file:///some/folder"),
        (None, f"=={__version__}"),
    ],
    ids=["a repository", "a folder", "an index"],
)  # fmt: skip
def test_a_new_book_installs_unpasted_from_where_this_one_came(released, tmp_path, told, line):
    """pip notes what it was told: the repository and its commit."""
    [info] = released.bin.parent.glob("lib/*/site-packages/unpasted-*.dist-info")
    copy = tmp_path / info.name
    shutil.copytree(info, copy)
    (copy / "direct_url.json").unlink()
    if told:
        (copy / "direct_url.json").write_text(json.dumps(told))
    code = "from unpasted.new import needed; print(needed())"
    done = released.python("-c", code, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert done.stdout == f"unpasted[live]{line}\n", done.stderr


@pytest.mark.parametrize(
    "source",
    [
        "git+https://host/owner/name@v1",
        "git+ssh://git@host/owner/name",
        "https://host/unpasted-1.0-py3-none-any.whl",
    ],
)
def test_a_source_is_what_pip_installs_from(source):
    """A repository, or what was released."""
    assert needed(source) == f"unpasted[live] @ {source}"


def test_a_folder_of_this_machine_is_a_source(tmp_path, monkeypatch):
    """As an address; `new` then says that others will not find it."""
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert needed("tool") == f"unpasted[live] @ {(tmp_path / 'tool').as_uri()}"


@pytest.mark.parametrize(
    "source", ["nonsense", "https://host/owner/name", "git+nothing", "/no/such/folder", "."]
)
def test_a_source_that_pip_cannot_install_is_refused(source, tmp_path, monkeypatch):
    """Before anything is written; in one line, with what is meant."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        Refused, match=rf"^pip cannot install unpasted from {re.escape(source)}; name a"
    ):
        needed(source)


def test_windows_is_told_where_it_works():
    """In one line, before anything that Windows lacks is imported."""
    code = "import sys; sys.platform = 'win32'; import unpasted.mkdocs"
    done = run(sys.executable, "-c", code, cwd=ROOT)
    assert done.returncode == 1
    assert (
        done.stderr == "unpasted runs pages in forked processes: on Windows, use it inside WSL.\n"
    )


def test_its_pins_are_this_projects():
    """What its readers run cells with is what is tested here."""
    own, ours = (json.loads((at / "package.json").read_text()) for at in (STARTER, ROOT))
    assert own["devDependencies"].items() <= ours["devDependencies"].items()
    own, ours = (json.loads((at / "package-lock.json").read_text()) for at in (STARTER, ROOT))
    for name, entry in own["packages"].items():
        if name:
            assert entry == ours["packages"][name], name


def test_its_workflow_runs_what_its_reader_runs():
    """The two commands that publish it are targets of its Makefile; each action has its commit."""
    text = (STARTER / ".github" / "workflows" / "book.yml").read_text()
    workflow = yaml.safe_load(text)
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    makefile = (STARTER / "Makefile").read_text()
    matcher, *commands = [step["run"] for step in steps if "run" in step]
    assert matcher == 'echo "::add-matcher::.github/faults.json"'
    assert (STARTER / ".github/faults.json").read_text() == (
        ROOT / ".github/faults.json"
    ).read_text()
    assert commands == ["make test", "make build"]
    for target in ("serve", "test", "build", "approve", "lint", "archive"):
        assert f"\n{target}: " in makefile
    for step in steps:
        if "uses" in step:
            assert len(step["uses"].split("@")[1]) == 40


@pytest.mark.parametrize("project", [ROOT, STARTER], ids=["this book", "a new book"])
def test_a_workflow_has_no_more_rights_than_it_needs(project):
    """Each job ends in time, on a runner that stays the same; no step keeps credentials."""
    workflow = yaml.safe_load((project / ".github" / "workflows" / "book.yml").read_text())
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] and job["runs-on"] == "ubuntu-24.04"
        rights = {"book": {"contents": "read", "pages": "read"},
                  "publish": {"pages": "write", "id-token": "write"}}.get(name)  # fmt: skip
        assert job.get("permissions") == rights
        for step in job["steps"]:
            if "/checkout@" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False
