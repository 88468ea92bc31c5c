"""The book builds: every cell runs, every question has one right answer, every link leads on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The site, built strictly and anew, all code run twice; and what that code came to."""
    folder = tmp_path_factory.mktemp("built")
    env = os.environ | {"CI": "1", "TWICE": "true", "OUTPUTS": str(folder / "outputs")}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder / "site"]
    done = subprocess.run(build, cwd=BOOK, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(done.stderr, pytrace=False)
    return folder


def test_every_page_is_there(built):
    """One for each file of Markdown."""
    for page in (BOOK / "docs").rglob("*.md"):
        assert (built / "site" / page.relative_to(BOOK / "docs").with_suffix(".html")).exists()


@pytest.mark.skipif(not (BOOK / "approved").exists(), reason="make approve approves the outputs")
def test_the_code_comes_to_what_was_approved(built):
    """Where a change is wanted, make approve accepts it."""
    compare = ["diff", "-Nru", BOOK / "approved", built / "outputs"]
    done = subprocess.run(compare, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"Look at these outputs, then make approve:\n{done.stdout}", pytrace=False)
