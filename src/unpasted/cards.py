"""The card of a page: the picture that is shown where somebody sends its address.

It is drawn with the font that comes along with matplotlib, and asks nobody.
"""

import textwrap

import resvg_py
from lxml import etree

from unpasted.html.tree import write
from unpasted.kinds import drawing
from unpasted.kinds.colours import LIGHT, written_out
from unpasted.templating import filled

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


def card(
    book: str, number: int, title: str, about: str, picture: str = "",
    *, size: tuple[int, int] = (1200, 630), zoom: int = 1,
) -> bytes:  # fmt: skip
    """A PNG of 1200 by 630 pixels, or of another size.

    Arguments:
        book: its name.
        number: of the chapter, or 0.
        title, about: of the page.
        picture: an SVG of lines and boxes, as chapters.picture_of gives it, or nothing.
        size: its width and its height, before it is zoomed.
    """
    seen = etree.fromstring(written_out(picture) or "<svg/>")
    shown = {"colours": LIGHT, "seen": seen.get("viewBox"), "shapes": write(seen)}
    about = textwrap.shorten(about, 150, placeholder=" …")
    shown |= {"book": book, "number": number, "title": title, "size": size}
    drawn = filled("card.svg", about=about, **shown)
    fonts = [str(drawing.FONTS / name) for name in FONTS]
    return resvg_py.svg_to_bytes(drawn, zoom=zoom, skip_system_fonts=True, font_files=fonts)
