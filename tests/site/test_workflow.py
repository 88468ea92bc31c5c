"""The workflow that publishes the site: what it is made of, and its commands as they run here."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest
import yaml

from tests.built import ROOT, environment
from tests.site.conftest import TinyBook

FILE = ROOT / ".github" / "workflows" / "book.yml"
WORKFLOW = yaml.safe_load(FILE.read_text())
STEPS = WORKFLOW["jobs"]["book"]["steps"]
SETTINGS = f"""
INHERIT: {ROOT / "mkdocs.yml"}
nav: [index.md, other.md]
extra_css: []
plugins: [unpasted: {{packages: [toy]}}]
"""
GITHUB = {
    "github.server_url": "https://github.com",
    "github.repository": "someone/book",
    "steps.pages.outputs.base_url": "https://someone.github.io/book",
}
"""What an expression of the workflow comes to on main."""


def step(command: str) -> dict:
    """The step that runs a command."""
    return next(one for one in STEPS if command in one.get("run", ""))


@pytest.fixture
def project(tiny: TinyBook) -> TinyBook:
    """A tiny book in a project like this one, whose environments are set up."""
    (tiny.folder / "mkdocs.yml").write_text(SETTINGS)
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "package-lock.json"):
        shutil.copy(ROOT / name, tiny.folder)
    for path in (".venv", "node_modules/.live"):
        (tiny.folder / path).mkdir(parents=True)
    (tiny.folder / ".venv" / "bin").symlink_to(ROOT / ".venv" / "bin")
    for name in (".venv/node", ".venv/ready", "node_modules/.ready", "node_modules/.live/ready"):
        (tiny.folder / name).touch()
    return tiny


def run(project: TinyBook, one: dict, github: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a step as the runner does."""

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: github[found[1]], text)

    env = {name: filled(text) for name, text in one.get("env", {}).items()}
    return subprocess.run(
        ["bash", "-e", "-c", one["run"]],
        cwd=project.folder,
        env=environment(CI="true", **env),
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_each_action_is_pinned_by_its_commit():
    """With the version beside it, for whoever renews it."""
    uses = re.findall(r"uses: (.*)", FILE.read_text())
    assert len(uses) == 10
    for one in uses:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one


def test_the_build_step_builds_the_site_of_its_address(project):
    """Where the other steps look for it, with its repository in the header."""
    done = run(project, step("make live build"), GITHUB)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (project.site / "other.html").read_text()
    assert '<link rel="canonical" href="https://someone.github.io/book/other.html">' in page
    assert '<a href="https://github.com/someone/book" ' in page
    paths = [one["with"]["path"] for one in STEPS if "path" in one.get("with", {})]
    assert [project.folder / path for path in paths] == [project.site] * 2


def test_a_pull_request_has_no_address(project):
    """Its site is looked at from a disk; a step that did not run hands nothing over."""
    none = GITHUB | {"steps.pages.outputs.base_url": ""}
    assert run(project, step("make live build"), none).returncode == 0
    assert "canonical" not in (project.site / "other.html").read_text()


def test_each_fault_stands_on_its_line(project):
    """As the workflow's matcher reads the log; the step fails, and the old site stays."""
    before = project.published()
    project.page("# Page\n\n```python exec\nraise ValueError('100%\\nwrong')\n```\n\n[x](no.md)\n")
    done = run(project, step("make live build"), GITHUB)
    assert done.returncode != 0
    matchers = ROOT / step("::add-matcher::")["run"].split("::")[-1].strip('"')
    [matcher] = json.loads(matchers.read_text())["problemMatcher"]
    [pattern] = matcher["pattern"]
    found = [re.match(pattern["regexp"], line) for line in (done.stdout + done.stderr).split("\n")]
    told = [[one[pattern[key]] for key in ("file", "line", "message")] for one in found if one]
    assert told[0] == ["docs/index.md", "4", "ValueError: 100%"]
    assert told[1][:2] == ["docs/index.md", "7"]
    assert told[1][2].startswith("the link no.md leads nowhere")
    assert len(told) == 2
    assert project.published() == before


def test_the_test_step_is_the_command_that_everybody_runs(project):
    """`make test`, which is running now; what it would do on the runner is pytest and the lint."""
    planned = subprocess.run(
        ["make", "--dry-run", *step("make test")["run"].split()[1:]],
        cwd=project.folder, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "/pytest" in planned and "/mypy" in planned and "/biome check" in planned


def test_the_packages_that_it_installs_are_those_that_the_tests_ask_for():
    """The runner has Chrome and Firefox; it is not root, so that a test can install none."""
    asked = (ROOT / "tests" / "browser" / "engines.py").read_text()
    needed = set(re.findall(r'program\("[^"]+", "([^"]+)"\)', asked)) - {"firefox-esr"}
    assert set(step("apt-get install")["run"].split()) > needed != set()


def test_every_python_that_readers_may_have_checks_and_builds_the_book():
    """From the oldest that pyproject.toml allows; one of them runs the whole suite."""
    [whole] = [one["with"]["python-version"] for one in STEPS if "python" in one.get("uses", "")]
    others = WORKFLOW["jobs"]["versions"]
    matrix = others["strategy"]["matrix"]["python"]
    assert sorted([whole, *matrix]) == ["3.11", "3.12", "3.13", "3.14"]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text()
    assert others["steps"][-1]["run"] == "make check build"


def test_everything_is_tested_weekly_and_before_a_release():
    """By one command; what a push runs is not run again for it."""
    jobs, on = WORKFLOW["jobs"], WORKFLOW[True]  # YAML takes `on` for true
    assert on["schedule"] and on["push"]["tags"] == ["v*"]
    assert jobs["everything"]["steps"][-1] == {"run": "make test-all"}
    assert jobs["everything"]["if"] == (
        "github.event_name == 'schedule' || startsWith(github.ref, 'refs/tags/')"
    )
    assert {jobs[name]["if"] for name in ("book", "versions")} == {
        "github.event_name != 'schedule'"
    }


def test_only_main_is_published():
    """After everything else passed; and only that job may write."""
    jobs = WORKFLOW["jobs"]
    assert {*jobs["publish"]["needs"]} == jobs.keys() - {"publish", "everything"}
    main = "github.ref == 'refs/heads/main'"
    assert jobs["publish"]["if"] == main
    assert [one.get("if") for one in STEPS if "pages" in one.get("uses", "")] == [main, main]
    [handed] = [one for one in STEPS if "upload-artifact" in one.get("uses", "")]
    assert handed["if"] == "github.event_name == 'pull_request'"


def test_without_a_repository_nothing_speaks_of_one(project):
    """No header link, no edit link."""
    project.page("# Page\n\nWords.\n", "other.md")
    assert project.build().returncode == 0
    page = (project.site / "other.html").read_text()
    assert "md-source" not in page and 'rel="edit"' not in page


def test_one_setting_links_the_repository(project):
    """From the header, and from each page to its source."""
    project.page("# Page\n\nWords.\n", "other.md")
    done = project.build(REPO_URL="https://github.com/someone/book", SITE_URL="https://x.test/b/")
    assert done.returncode == 0, done.stderr
    page = (project.site / "other.html").read_text()
    assert 'href="https://github.com/someone/book/edit/main/docs/other.md"' in page
    assert 'data-md-component="source"' not in page  # by which the theme asks another host
