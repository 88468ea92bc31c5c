"""The last good site stays whatever happens, and no page changes what is not its own."""

from __future__ import annotations

import resource
import signal
import subprocess
from pathlib import Path

import pytest

from tests.built import MKDOCS
from tests.site.conftest import SETTINGS, TinyBook, bytes_of

STAYS = "the last good site stays as it was"


def cell(code: str) -> str:
    return f"# Page\n\n```python exec\n{code}\n```\n"


def test_a_build_that_is_ended_leaves_the_old_site(tiny: TinyBook):
    """By Control-C. By SIGTERM: exit status 1 and one line. By SIGKILL: what it leaves is cleared by
    the next build."""
    assert tiny.build().returncode == 0
    before = bytes_of(tiny.site)
    tiny.page(cell("import time\nprint(1)\ntime.sleep(20)"))
    process = tiny.started(
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    )  # who runs in the background may have been told to ignore it
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode != 0 and bytes_of(tiny.site) == before
    assert [*tiny.folder.glob(".site*")] == []
    process = tiny.started()
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=20)[1]
    assert process.returncode == 1
    assert said.strip().split("\n")[-1] == f"The build was ended by SIGTERM; {STAYS}."
    assert "Traceback" not in said and bytes_of(tiny.site) == before
    assert [*tiny.folder.glob(".site*")] == []
    process = tiny.started()
    process.kill()
    process.communicate(timeout=20)
    assert bytes_of(tiny.site) == before and [*tiny.folder.glob(".site*")] != []
    tiny.page("# Page\n")
    assert tiny.build().returncode == 0
    assert [*tiny.folder.glob(".site*")] == []


def test_a_full_disk_leaves_the_old_site(tiny: TinyBook):
    """One line, exit status 1; here no file may become larger than a few thousand bytes."""
    assert tiny.build().returncode == 0
    before = bytes_of(tiny.site)
    tiny.page("# Page\n\nNew.\n")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    done = subprocess.run(
        [*MKDOCS, "build"], cwd=tiny.folder, env=tiny.env, capture_output=True, text=True,
        preexec_fn=small, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1 and "Traceback" not in done.stderr
    last = done.stderr.strip().split("\n")[-1]
    assert last.startswith("Error: cannot write the site: OSError: ") and last.endswith(STAYS)
    assert bytes_of(tiny.site) == before
    assert [*tiny.folder.glob(".site*")] == []


@pytest.mark.parametrize("place", ["src", ".", "mine"])
def test_a_folder_that_is_no_site_is_not_replaced(tiny: TinyBook, place: str):
    """Nothing of it goes; the error names it."""
    (tiny.folder / "mine").mkdir()
    (tiny.folder / "mine" / "thesis.txt").write_text("years")
    if place == ".":
        (tiny.folder / "docs").rename(tiny.folder.parent / "docs")
        tiny.write("mkdocs.yml", f"{SETTINGS}docs_dir: ../docs\n")
    before = bytes_of(tiny.folder)
    done = tiny.build("--site-dir", place)
    assert done.returncode == 1 and "holds something else, which would be lost" in done.stderr
    assert {k: v for k, v in bytes_of(tiny.folder).items() if not k.startswith(".cache")} == before


CHANGES = {
    "child": ("import os\n_ = os.system('echo more >> docs/child.csv')", "docs/child.csv"),
    "truncate": ("import os\n_ = os.system(': > docs/truncate.csv')", "docs/truncate.csv"),
    "new": ("import subprocess\n_ = subprocess.run(['touch', 'docs/made.csv'])", "docs/made.csv"),
    "gone": ("import os\n_ = os.system('rm docs/gone.csv')", "docs/gone.csv"),
    "sqlite": (
        "import sqlite3\nwith sqlite3.connect('docs/sqlite.db') as base: _ = base.execute('create table t (x)')",
        "docs/sqlite.db",
    ),
    "module": ("import os\n_ = os.system('echo >> src/toy/first.py')", "src/toy/first.py"),
    "settings": ("import os\n_ = os.system('echo >> mkdocs.yml')", "mkdocs.yml"),
    "site": ("import os\n_ = os.system('echo forged > site/index.html')", "site/index.html"),
    "link": (
        "import os, tempfile\nhere = os.getcwd()\nos.chdir(tempfile.gettempdir())\n"
        "os.link(here + '/docs/link.csv', 'l')\nwith open('l', 'a') as file: _ = file.write('x')",
        "docs/link.csv",
    ),
    "forged": (
        "import os\n_ = os.system('cd .cache/unpasted; echo x > ' + '0' * 64)",
        f".cache/unpasted/{'0' * 64}",
    ),
}  # fmt: skip


def test_what_a_page_changes_fails_the_build_and_is_named(tiny: TinyBook):
    """In the book, the site, the cache: by a child, a database, a link."""
    assert tiny.build().returncode == 0
    for name in CHANGES:
        (tiny.folder / "docs" / f"{name}.csv").write_text("1\n")
        tiny.page(cell(CHANGES[name][0]), f"{name}.md")
    done = tiny.build()
    assert done.returncode == 1
    for name, (_, file) in CHANGES.items():
        if name != "link" or _same_disk(tiny.folder):
            assert f"{file} was changed while the code of " in done.stderr, (name, done.stderr)
    assert STAYS in done.stderr
    for name in CHANGES:
        (tiny.folder / "docs" / f"{name}.md").unlink()
    tiny.page(cell(CHANGES["child"][0]))
    done = tiny.build()
    assert (
        "docs/index.md:1: docs/child.csv was changed while the code of docs/index.md ran"
        in done.stderr
    )


def _same_disk(folder: Path) -> bool:
    return folder.stat().st_dev == Path("/tmp").stat().st_dev


def test_in_ci_pages_run_twice(tiny: TinyBook):
    """What differs is red, with its line; elsewhere it runs once."""
    tiny.page(cell("import time\nprint(time.time_ns())"))
    assert tiny.build().returncode == 0
    done = tiny.build(CI="1")
    assert done.returncode == 1
    assert "docs/index.md:3: this differs in every run, or under another" in done.stderr


def test_a_setting_names_what_cells_see_of_the_environment(tiny: TinyBook):
    """And nothing else."""
    tiny.write("mkdocs.yml", SETTINGS.replace("{packages", "{environment: [SEEN], packages"))
    tiny.page(cell("import os\nprint('saw', os.environ.get('SEEN'), os.environ.get('HIDDEN'))"))
    assert tiny.build(SEEN="one", HIDDEN="one").returncode == 0
    assert "saw one None" in (tiny.site / "index.html").read_text()


def test_gh_deploy_publishes_the_site(tiny: TinyBook):
    """From where it stands, and again."""

    def git(*arguments: str, cwd: Path = tiny.folder) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
        return subprocess.run(
            ["git", *who, *arguments], cwd=cwd, check=True, capture_output=True, text=True
        ).stdout

    remote = tiny.folder.parent / "remote"
    git("init", "--bare", str(remote), cwd=tiny.folder.parent)
    git("init")
    git("remote", "add", "origin", str(remote))
    git("commit", "--allow-empty", "-m", "x")
    who = {
        f"GIT_{role}_{what}": "a@b.c"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    for text in ("first", "second"):
        tiny.page(f"# Page\n\n{text}\n")
        done = subprocess.run(
            [*MKDOCS, "gh-deploy", "--force"], cwd=tiny.folder, env=tiny.env | who,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert text in git("show", "gh-pages:index.html", cwd=remote)
    assert text in (tiny.site / "index.html").read_text()
