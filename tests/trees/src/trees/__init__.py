"""A search tree of words: smaller words on the left, larger ones on the right. No numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tree:
    """A word between two trees."""

    word: str
    left: Tree | None = None
    right: Tree | None = None
    label: str = ""

    def words(self) -> list[str]:
        """All words, from the smallest to the largest."""
        left = self.left.words() if self.left else []
        return [*left, self.word, *(self.right.words() if self.right else [])]
