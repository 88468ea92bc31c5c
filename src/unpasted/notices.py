"""What a site holds that others made, each with its licence: for notices.html, and in the wheel."""

import tomllib
from pathlib import Path
from typing import Any

LICENCES = Path(__file__).parent / "licences"


def works() -> Any:
    """The works of others, each with what it is for, its files, its copyright and its licence."""
    return tomllib.loads((LICENCES / "notices.toml").read_text("utf-8"))["works"]


def licences() -> dict[str, str]:
    """The licences of these works as text, by the names that SPDX gives them."""
    return {file.stem: file.read_text("utf-8") for file in sorted(LICENCES.glob("*.txt"))}
