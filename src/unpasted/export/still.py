"""A page's tree where no script runs: in print, in an e-book, in a notebook."""

from unpasted.html.tree import Element, is_of, of, without
from unpasted.kinds.colours import written_out
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
        room: for which a drawing's layout is wanted; a plot has its small one where that is low.
    """
    tree = without(tree, USELESS)
    for unseen in tree.xpath(f".//scrolled-figure | .//pre//{TOKENS}"):
        unseen.drop_tag()
    for parent in tree.xpath(".//*[svg]"):
        if layouts := parent.xpath("svg[contains(@class, 'room-')]"):
            shown, small = for_room(room, layouts), for_room("room-s", layouts)
            if is_of(small, ("low",)):
                shown = small
            for layout in layouts:
                if layout is not shown:
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
