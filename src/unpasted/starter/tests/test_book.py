"""The book builds: every cell runs, every question has one right answer, every link leads on."""

import os
import subprocess
import sys
from pathlib import Path

BOOK = Path(__file__).parents[1]


def test_the_book_builds(tmp_path):
    """Strictly, and without anything that was kept from an earlier build."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site"],
        cwd=BOOK,
        env={**os.environ, "CI": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "chapters" / "02-tangent.html").exists()
