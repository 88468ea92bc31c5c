"""Pages of a built site as PDF: printed by Chromium, as a reader's own would print them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pypdfium2

from authoring.run.cell import Refused

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run", "--no-pdf-header-footer", "--virtual-time-budget=20000",
)  # fmt: skip


def browser() -> str:
    """The path of a Chromium. Raises Refused where there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise Refused(
        f"a PDF is printed by Chromium, and there is no {', '.join(NAMES)} on the PATH; install "
        "your system's package, such as `apt-get install chromium`"
    )


def write(page: Path, file: Path) -> None:
    """Print a page, on A4. Raises Refused where Chromium cannot."""
    with tempfile.TemporaryDirectory() as profile:
        command = [browser(), *FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={file}"]
        done = subprocess.run(
            [*command, page.resolve().as_uri()], capture_output=True, text=True, timeout=300
        )
    if done.returncode or not file.exists():
        said = done.stderr.strip().split("\n")[-1]
        raise Refused(f"Chromium did not print {page.name}: {said}")


def join(files: Sequence[Path], file: Path) -> None:
    """Write several PDFs as one, one after the other."""
    whole = pypdfium2.PdfDocument.new()
    for one in files:
        with pypdfium2.PdfDocument(one) as part:
            whole.import_pages(part)
    whole.save(file)
    whole.close()
