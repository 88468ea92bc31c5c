"""A small graph stands beside its code, or the text that leads to it, where there is room; one that
is asked about, beside the question's fields."""

from unpasted.html.tree import Element, of

SMALL = f"count(.//svg)=1 and .//svg[{of('room-s')}][{of('room-l')}][not({of('plot', 'plate')})]"
CELLS = f"div[{of('cell')}][figure[{SMALL}]]"
ASKED = f"div[{of('predict')}][*[{of('drawing')}]//*[{of('room-s')}][not({of('room-m')})]]"
LINE, HIGHER = 19, 1.5  # of code, in points of a drawing: it is drawn at 0.9
BROADEST = 234  # points: beside the code, what is broader would have text of 11 px
LEADS = f"""preceding-sibling::*[1][self::p or self::ul or self::ol or {of("cell", "formula")}]
    [not(.//figure | .//train-cell | preceding-sibling::*[1][self::h1])]"""


def wrap(root: Element) -> None:
    """Mark each cell that shows its code; put a block around any other and what leads to it.

    A question whose graph is drawn anew for a phone is marked here: a style sheet that looks for
    such a drawing itself, by :has(), has each change of a page style all of it again.
    """
    for question in root.xpath(f".//{ASKED}"):
        question.set("class", f"{question.get('class')} abreast")
    for cell in filter(_has_room, root.xpath(f"./{CELLS} | .//div[{of('held')}]/{CELLS}")):
        text = cell.makeelement("div")
        while len(cell) == 1 and len(text) < 3 and (before := cell.xpath(LEADS)):
            text.insert(0, before[0])
        block = cell if cell[0].tag != "figure" else cell.makeelement("div")
        if len(text) or block is cell:
            block.set("class", f"{block.get('class', '')} flanked".strip())
            block.set("style", cell.find(".//svg").get("style"))
        if len(text):
            cell.addprevious(block)
            block.extend([text, cell])


def _has_room(cell: Element) -> bool:
    """Whether the graph leaves some to its code, and is not so much higher that white is left."""
    *_, across, high = map(float, cell.find(".//svg").get("viewBox", "0 0 0 0").split())
    lines = len(cell.xpath(f"./div[{of('highlight')}]//span[{of('line')}]"))
    return across <= BROADEST and (lines == 0 or LINE * (lines + 2) * HIGHER >= high)
