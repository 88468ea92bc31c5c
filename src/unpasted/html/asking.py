"""What a question holds back until its reader has answered."""

from itertools import takewhile

from unpasted.html import tree
from unpasted.words import say

ASKS = ("predict", "exercise")
ENDS = (*tree.HEADINGS, "book-progress", "book-held")  # of what belongs to a question above


def hold_back(root: tree.Element) -> None:
    """Wrap what questions hold back. Without a script all of it shows."""
    for box in root.xpath(f".//div[{tree.of('predict')}][{tree.of('holds')}]"):
        behind = box.itersiblings()
        held = [*takewhile(lambda one: one.tag not in ENDS and not tree.is_of(one, ASKS), behind)]
        if not held:
            continue
        says = say("Held back until you answer.")
        html = f'<p class="held-back" data-mute="true">{says}</p><div class="held"></div>'
        box.addnext(wrapper := box.makeelement("book-held", {"data-for": box.get("id")}))
        tree.insert(wrapper, 0, html)
        wrapper[1].extend(held)
