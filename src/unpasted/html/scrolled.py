"""A graph that fills beside the text: its states stand where its author drew them.

<scrolled-figure> is put around all from its first state to the end of the last one's section; there
a script keeps one drawing in sight, and fills it as the reader passes each state.
"""

from collections.abc import Iterator

from lxml.html import HtmlElement

NEW = ".//*[@data-scrolled='']"
HEADS = "following::*[self::h1 or self::h2]"
BOXES = ".//svg//*[contains(@class, 'value')]/@data-name"
ROOMS = ".//svg/@class"


def wrap(root: HtmlElement) -> Iterator[tuple[int, str]]:
    """Wrap the passages of each such figure, and number its states.

    What stands in one element, such as a page or a panel of it, is one figure. Gives the jobs that
    cannot be its states, with the reason.
    """
    while new := root.xpath(NEW):
        first = new[0]
        states = first.getparent().xpath(NEW)
        for number, state in enumerate(states):
            state.set("data-scrolled", str(number))
            same = all(state.xpath(what) == first.xpath(what) for what in (BOXES, ROOMS))
            if not same or not state.xpath(BOXES):
                says = "a scrolled figure is a graph of values; each state draws the same boxes"
                yield int(state.get("data-job")), f"{says}, in the same layouts"
        behind = {*states[-1].xpath(HEADS), *states[-1].xpath(f"{HEADS}/following-sibling::*")}
        inside = [one for one in (first, *first.itersiblings()) if one not in behind]
        wrapper = first.makeelement("scrolled-figure")
        first.addprevious(wrapper)
        wrapper.extend(inside)
