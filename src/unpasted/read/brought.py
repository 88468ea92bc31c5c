"""What others bring into a page's Markdown: snippets, hooks and other plugins, before it is read.

It is read like what its author wrote, and a fault in it names the line that brought it.
"""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from pymdownx.snippets import SnippetMissingError

from unpasted.faults import Fault, Place

SNIPPETS = "pymdownx.snippets"
ITEM = re.compile(r"\n(?= {0,3}(?:[-*+][ \t]+(?![-*_ \t]*$)|1\.[ \t]+)\S)", re.M)
LAST_BUT_PARAGRAPHS = 11  # of Markdown's own, those have 10


def expanded(text: str, start: Place, configs: Mapping[str, Any]) -> tuple[str, Place, list[Fault]]:
    """A page's Markdown with the snippets in it; where it begins; and those that are not there.

    Arguments:
        configs: the settings of the extensions of Markdown, by their names.
    """
    if SNIPPETS not in configs:
        return text, start, []
    config = {**configs[SNIPPETS], "check_paths": True}
    md = Markdown(extensions=[SNIPPETS], extension_configs={SNIPPETS: config})
    lines = text.split("\n")
    try:
        now = "\n".join(md.preprocessors["snippet"].run([*lines]))
    except (SnippetMissingError, OSError, UnicodeError) as error:
        named = re.search(r"'([^']+)'", str(error))
        at = [n for n, line in enumerate(lines) if named and named[1] in line]
        says = f"this snippet cannot be read: {error}"
        if not at:
            return text, start, [Fault(start, says, "auto_append of mkdocs.yml")]
        lines[at[0]] = ""
        now, place, more = expanded("\n".join(lines), start, configs)
        return now, place, [Fault(start.below(at[0]), says), *more]
    return now, located(text, now, start), []


def located(text: str, now: str, start: Place) -> Place:
    """Where a text begins that others made of a page's own; each line is where it comes from."""
    if text == now:
        return start
    own, lines = text.split("\n"), now.split("\n")
    places: list[int] = []
    matcher = SequenceMatcher(lambda line: not line, own, lines, False)  # empty ones are all alike
    for _, first, end, new, new_end in matcher.get_opcodes():
        step = end - first == new_end - new  # line by line
        at = (min(first + n * step, len(own) - 1) for n in range(new_end - new))
        places += [start.below(line).line for line in at]
    return Place(start.file, places[0] if places else start.line, tuple(places))


class ListBelow(BlockProcessor):  # type: ignore[misc]  # Markdown has no types
    """Parts a paragraph from the list that begins in it: Markdown wants an empty line between them.

    So GitHub reads it, and editors show it; Python-Markdown would leave the items in the paragraph.
    """

    def test(self, parent: Element, block: str) -> bool:
        """Whether an item begins a line of what would be a paragraph."""
        return bool(ITEM.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Make two blocks of it."""
        blocks[:1] = ITEM.split(blocks[0], 1)


class AsElsewhere(Extension):  # type: ignore[misc]  # Markdown has no types
    """Reads lists as GitHub does, and no snippet that is in a page's Markdown already.

    Lists that begin with another number keep that, and those right below a paragraph are lists.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        md.parser.blockprocessors["olist"].LAZY_OL = False
        md.parser.blockprocessors.register(ListBelow(md.parser), "list", LAST_BUT_PARAGRAPHS)
        if "snippet" in md.preprocessors:
            md.preprocessors["snippet"].run = list  # it stays, for its own reset()
