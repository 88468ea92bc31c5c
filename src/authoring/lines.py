"""Which line of a chapter made a value."""

from __future__ import annotations

import ast
from typing import Any

from authoring.cells import parse
from authoring.errors import Place


class Lines:
    """Notes, after each cell, which of its lines made the values that now have a name."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[int, Any]] = {}  # a value that is kept keeps its id

    def note(self, code: str, place: Place, namespace: dict[str, Any]) -> None:
        """Look at what the names that `code` assigns stand for, now that it has run."""
        for statement in parse(code, place).body:
            if not isinstance(statement, ast.Assign):
                continue
            for name in ast.walk(ast.Tuple(statement.targets)):
                value = namespace.get(name.id) if isinstance(name, ast.Name) else None
                if hasattr(value, "_prev"):
                    self._made.setdefault(id(value), (statement.lineno, value))

    def of_values(self) -> dict[int, int]:
        """For the `id` of each such value, its line."""
        return {key: line for key, (line, _) in self._made.items()}
