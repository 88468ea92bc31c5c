"""A page's tree where no script runs: in print, in an e-book, in a notebook."""

from unpasted.html.tree import Element, is_of, of, without
from unpasted.kinds.colours import written_out
from unpasted.kinds.svg import size
from unpasted.kinds.turns import for_room

# Of code, signs and names, whose colour is its own; comments and strings have another.
TOKENS = "span[string-length(@class) < 3 and not(contains('sc', substring(@class, 1, 1)))]"
# What is pressed, with what is in it; of the two words of a summary, one is enough.
USELESS = (
    ".//*[self::button or self::form or self::script or self::style[not(ancestor::svg)] or "
    "self::input or self::select or self::option or self::label or self::live-cell or "
    f"@data-mute='true' or @class='on-screen' or {of('ends', 'headerlink')}]"
    f"|.//summary/*[{of('opened')}]"
)


def still(tree: Element, room: str = "room-m") -> Element:
    """A copy of a tree without what is pressed, each drawing in one layout and in its colours.

    Arguments:
        room: for which a drawing's layout is wanted. A high plot has its small one: as broad as a
            sheet it would be higher than the room that is left on one.
    """
    tree = without(tree, USELESS)
    for unseen in tree.xpath(f".//scrolled-figure | .//pre//{TOKENS}"):
        unseen.drop_tag()
    for parent in tree.xpath(".//*[svg]"):
        layouts = parent.xpath("svg[contains(@class, 'room-')]")
        shown = [for_room(room, layouts)] if layouts else []
        # One that is higher than three quarters of its breadth.
        if any(is_of(one, ("plot",)) and size(one, "height") > 0.75 * size(one) for one in shown):
            shown = [for_room("room-s", layouts)]
        for layout in layouts:
            if layout not in shown:
                layout.drop_tree()
    for drawing in tree.iter("svg"):
        drawing.set("xmlns", "http://www.w3.org/2000/svg")
    for element in tree.xpath(".//svg/descendant-or-self::*"):
        if element.tag == "path" and not element.get("d"):  # a script would draw it
            element.drop_tree()
        for name, value in element.items():
            if name == "tabindex" or name.startswith("data-"):
                del element.attrib[name]
            elif "var(" in value:
                element.set(name, written_out(value))
    return tree
