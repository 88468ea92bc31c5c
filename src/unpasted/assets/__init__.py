"""What a page needs beside its HTML: files joined in their order, without comments, as two."""

import hashlib
import re
from collections.abc import Collection, Iterable
from graphlib import TopologicalSorter
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from unpasted import words
from unpasted.kinds import colours, svg
from unpasted.templating import filled

HERE = Path(__file__).parent
# What scripts have to know of drawings.
FIGURES = {
    "rooms": svg.ROOMS,
    "smallest": svg.SMALLEST,
    "least": svg.LEAST,
    "pixels": svg.PIXELS,
    "character": svg.CHARACTER,
    "colours": colours.of_the_page({}),
}
STYLES = """
tokens theme prose cells figures controls slider steppers questions exercise engine live
chapters print
"""


# Several files as one: its name holds a digest of the content, so that no cache gives an old one.
Bundle = tuple[str, bytes]


def style(themes: Iterable[str] = (), *, with_fonts: bool = False) -> Bundle:
    """The style sheets, joined.

    Arguments:
        themes: a theme's folders of templates, whose own come before: a page asks for one file.
        with_fonts: whether the fonts of the text lie beside them; without, the system's serve.
    """
    found = (file for one in themes for file in sorted(Path(one).glob("assets/stylesheets/*.css")))
    theme = cssmin("\n".join(file.read_text("utf-8") for file in found))
    names = ["fonts"] * with_fonts + STYLES.split()
    own = "\n".join(_text(f"{name}.css") for name in names)
    return _bundle(theme + cssmin(words.styled(own)), "css")


def script(names: Collection[str] = (), without: Collection[str] = (), book: str = "") -> Bundle:
    """The scripts, joined: CommonJS modules, each after those that it requires.

    What a module exports is a part of `unpasted`, by the name of its file.

    Arguments:
        names: those that are wanted, beside what they require; by default all.
        without: those that are not.
        book: by what a reader's device tells the book from others of the same host.
    """
    needs: dict[str, list[str]] = {}
    wanted = [*names] or sorted(file.name for file in HERE.glob("*.js") if file.name not in without)
    for name in wanted:  # grows by what they require
        needs[name] = re.findall(r'= require\("\./(\w+\.js)"\)', _text(name))
        wanted += needs[name]
    modules = [(name[:-3], _text(name)) for name in TopologicalSorter(needs).static_order()]
    known = {"book": book, "texts": words.overrides, "figures": FIGURES}
    return _bundle(jsmin(filled("bundle.txt", modules=modules, **known)), "js")


def _text(name: str) -> str:
    return (HERE / name).read_text("utf-8").strip()


def _bundle(text: str, kind: str) -> Bundle:
    content = f"{text}\n".encode()
    return f"book.{hashlib.sha256(content).hexdigest()[:8]}.{kind}", content
