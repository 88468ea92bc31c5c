"""What a question holds back until its reader has answered."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from unpasted.html import tree
from unpasted.words import say

ENDS = (*tree.HEADINGS, "book-progress", "book-held")  # of what belongs to a question above


def hold_back(root: tree.Element) -> Iterator[str]:
    """Wrap what questions hold back; the ids of those behind which there is nothing.

    <book-held> names its question and, in words, what is in it. Without a script all of it shows.
    """
    for box in root.xpath(".//div[contains(concat(' ', @class, ' '), ' predict holds ')]"):
        held = [*takewhile(lambda one: one.tag not in ENDS and not _asks(one), box.itersiblings())]
        if not held:
            yield box.get("id")
            continue
        says = say("Held back until you answer: {what}.", what=_counted(held))
        html = f'<p class="held-back" data-mute="true">{says}</p><div class="held"></div>'
        box.addnext(wrapper := box.makeelement("book-held", {"data-for": box.get("id")}))
        tree.insert(wrapper, 0, html)
        wrapper[1].extend(held)


def _asks(block: tree.Element) -> bool:
    return bool({"predict", "exercise"} & {*(block.get("class") or "").split()})


def _counted(blocks: Sequence[tree.Element]) -> str:
    """What blocks are, as a reader is told: 2 paragraphs, 1 figure."""
    figures = sum(map(_drawn, blocks))
    pieces = sum("cell" in one.get("class", "") for one in blocks if not _drawn(one))
    words = len(blocks) - figures - pieces
    counts = (
        (words, say("1 paragraph"), say("{n} paragraphs", n=words)),
        (pieces, say("1 piece of code"), say("{n} pieces of code", n=pieces)),
        (figures, say("1 figure"), say("{n} figures", n=figures)),
    )
    return ", ".join(one if n == 1 else many for n, one, many in counts if n)


def _drawn(block: tree.Element) -> bool:
    return block.tag == "figure" or next(block.iter("figure"), None) is not None
