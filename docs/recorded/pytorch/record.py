"""Run the programs of the chapter on PyTorch, and write down what they print.

Run it where torch and numpy are installed, with `src` on the path:

    PYTHONPATH=src python docs/recorded/pytorch/record.py

The chapter shows the programs beside it in this folder, and what `printed.json` says that they
print. Nothing of PyTorch is needed to build the book.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    import torch

    printed = {}
    for program in sorted(HERE.glob("*.py")):
        if program.name == Path(__file__).name:
            continue
        with tempfile.TemporaryDirectory() as folder:  # what a program saves is not kept
            ran = subprocess.run(
                [sys.executable, "-W", "error", str(program)],
                cwd=folder,
                capture_output=True,
                text=True,
                check=True,
            )
        printed[program.stem] = {"program": program.read_text(), "printed": ran.stdout}
    version = torch.__version__.partition("+")[0]
    content = {"torch": version, "programs": printed}
    (HERE / "printed.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
