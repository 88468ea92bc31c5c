"""A list that follows a paragraph at once becomes one: Markdown wants an empty line between them.

So GitHub reads it, and editors show it; Python-Markdown would leave the items in the paragraph.
"""

import re
from xml.etree.ElementTree import Element

from markdown.blockprocessors import BlockProcessor

ITEM = re.compile(r"\n(?= {0,3}(?:[-*+][ \t]+(?![-*_ \t]*$)|1\.[ \t]+)\S)", re.M)
LAST_BUT_PARAGRAPHS = 11  # of Markdown's own, those have 10


class ListBelow(BlockProcessor):  # type: ignore[misc]  # Markdown has no types
    """Parts a paragraph from the list that begins in it."""

    def test(self, parent: Element, block: str) -> bool:
        """Whether an item begins a line of what would be a paragraph."""
        return bool(ITEM.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Make two blocks of it."""
        blocks[:1] = ITEM.split(blocks[0], 1)
