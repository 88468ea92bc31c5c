"""What a search reads of a page, and the file that a browser loads when somebody searches."""

from pathlib import Path
from typing import Any

from unpasted.html import tree

PRESSED = ("controls", "held-back", "opened", "shut")
ANSWERS = ("answer", "hints", "reasons")  # to be tried first
LISTS = tree.of("numbers", "end-card", "cards", "reading-time", *PRESSED, *ANSWERS)
UNREAD = f".//pre | .//math | .//svg | .//details[{tree.of('code')}] | .//*[{LISTS}]"


def words_of(root: tree.Element) -> str:
    """The words of a page: no code, drawing or table of numbers, no answer and nothing that is
    pressed; each term under its name."""
    read = tree.without(root, UNREAD)
    for term in read.xpath(".//dt[@id]"):
        term.tag = "h2"
    for number in read.xpath(f".//*[{tree.of('chapter-number')}]"):
        number.text += " ·"
    return tree.write(read)


def move(site: Path) -> None:
    """Write the index of a site as a script, which a page loads from a disk as well.

    Without an index, because the site has no search or keeps that of its first build, nothing is
    written.
    """
    made = site / "search" / "search_index.json"
    if made.exists():
        index = made.read_text("utf-8")
        made.with_name("index.js").write_text(f"unpasted.index = {index};\n", "utf-8")
        made.unlink()


def keep(plugins: Any) -> None:
    """Let a host's search keep its index from now on: to make it takes longer than all the rest.

    It is not switched off: then no page would have a field for it.
    """
    found = [plugin for name, plugin in plugins.items() if name.endswith("search")]
    for event in ("page_context", "post_build"):
        hooks = plugins.events[event]
        hooks[:] = [one for one in hooks if getattr(one, "__self__", None) not in found]
