"""One parsed tree for each page: it is read once, all passes work on it, and it is written once.

lxml reads it, with libxml2's reader of HTML, which is fast but older than HTML 5. What it gets
wrong is put right here: names of SVG that are no lower case, void elements that it takes for open
ones, what follows an end of the document; and we write it ourselves, since it would change
addresses. What an author may notice: `<div/>` is empty, `disabled` is `disabled="disabled"`, and an
element that was left open ends with the one around it.

A formula is a <math> whose `data-tex` holds its TeX, as its author wrote it; one on lines of its
own has `display="block"`. There are no comments in a tree.
"""

import re
from collections.abc import Callable, Collection, Iterable
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from lxml import etree
from lxml.html import HtmlElement, defs
from lxml.html.builder import E

# Of a page's tree.
Element: TypeAlias = HtmlElement

VOID = defs.empty_tags
# Elements whose text is written as it is.
RAW = ("iframe", "noembed", "noframes", "script", "style", "xmp")

# Elements whose text is no prose: it is shown as it is, or not at all.
AS_IT_IS = ("button", "code", "math", "pre", "script", "select", "style", "svg", "template",
            "textarea", "title")  # fmt: skip

# Elements that stand in a line.
INLINE = ("a", "abbr", "b", "bdi", "bdo", "br", "cite", "data", "del", "dfn", "em", "i", "img",
          "input", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong",
          "sub", "sup", "time", "u", "var", "wbr", *{*AS_IT_IS} - {"pre"})  # fmt: skip

# Elements that may be written as `<path/>`.
LEAVES = (*VOID, "circle", "ellipse", "image", "line", "mprescripts", "mspace", "path", "polygon",
          "polyline", "rect", "stop", "use")  # fmt: skip

# How deep elements may be nested: readers of HTML drop what lies much deeper.
DEEPEST = 250

# The elements and attributes of SVG whose names are no lower case.
SVG = {name.lower(): name for name in Path(__file__).with_name("svg.txt").read_text().split()}

ENDS = re.compile(r"</(?:body|html)\s*>", re.I)  # browsers ignore them, libxml2 stops there
EMPTY = etree.XPath("descendant-or-self::*[not(*) and string() = '']")
TEXTS = etree.XPath(".//text()")
BEFORE = etree.XPath("preceding-sibling::node()[1][self::text()]")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Whether elements in one are nested deeper than readers of HTML follow.
too_deep = etree.XPath(f"boolean({'/'.join('*' * (DEEPEST + 1))})")


def parse(html: str) -> Element:
    """The content of a page, or a piece of it, as the children of a <div>."""
    reader = etree.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)
    reader.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
    root = etree.fromstring(f"<!DOCTYPE html><html><body>{ENDS.sub('', html)}", reader).body
    root.tag = "div"
    root.attrib.clear()
    root.getparent().remove(root)
    for void in reversed([*root.iter(*VOID)]):
        if void.text is not None or len(void):  # what stands in it belongs behind it
            void.addprevious(void.makeelement(void.tag, dict(void.attrib)))
            void.drop_tag()
    for drawing in root.iter("svg"):
        for element in drawing.iter():
            element.tag = SVG.get(element.tag, element.tag)
            if not SVG.keys().isdisjoint(element.keys()):
                items = dict(element.attrib)
                element.attrib.clear()
                element.attrib.update({SVG.get(key, key): value for key, value in items.items()})
    return root


def write(root: Element) -> str:
    """What is in an element, as HTML."""
    html = outer(root)
    return html[html.index(">") + 1 : html.rindex("<")]


def outer(element: Element) -> str:
    """An element as HTML, without the text that follows it."""
    for empty in EMPTY(element):
        empty.text = None if empty.tag in LEAVES else ""  # any text, and it has an end tag
    html: str = etree.tostring(element, encoding="unicode", method="xml", with_tail=False)
    for raw in element.iter(*RAW):
        written = escape(text := raw.text or "", quote=False)
        html = html.replace(f">{written}</{raw.tag}>", f">{text}</{raw.tag}>")
    return html


def without(element: Element, useless: str) -> Element:
    """A copy of an element, without what an XPath finds in it; the text behind that stays."""
    copy = deepcopy(element)
    for one in copy.xpath(useless):
        one.drop_tree()
    return copy


def of(*classes: str) -> str:
    """An XPath's condition that an element has one of these classes."""
    likely = " or ".join(f"contains(., '{name}')" for name in classes)  # quick, and mostly false
    one = " or ".join(f"contains(concat(' ', ., ' '), ' {name} ')" for name in classes)
    return f"@class[{likely}][{one}]"


def is_of(element: Element, classes: Collection[str]) -> bool:
    """Whether an element has one of these classes."""
    return any(name in classes for name in element.get("class", "").split())


def words_of(element: Element) -> str:
    """The text in an element on one line; of a heading, without the link to itself."""
    link = element.find("a[@class='headerlink']")
    text = element.text_content()
    return " ".join((text if link is None else text.removesuffix(link.text_content())).split())


def before(element: Element) -> Any:
    """The text between an element and the tag before it, as `put` takes it."""
    return next(iter(BEFORE(element)), "")


def insert(parent: Element, at: int, html: str) -> None:
    """Put HTML before the child of this number, or behind the last."""
    made = parse(html)
    parent.insert(at, made)
    made.drop_tag()


def replace(
    root: Element,
    pattern: re.Pattern[str],
    parts: Callable[[re.Match[str], Element], Iterable[str | Element]],
    skipped: Callable[[Element], bool] = lambda _: False,
    read: Callable[[str], str] = str,
) -> None:
    """Put texts and elements in the place of what a pattern finds in the texts of a tree.

    Arguments:
        parts: is given what was found and the element that holds it.
        skipped: the elements that stay as they are.
        read: what becomes of a text before it is searched.
    """
    for written in TEXTS(root):  # before any is new
        if not pattern.search(text := read(written)):
            continue
        new, at, near = list[str | Element](), 0, written.getparent()
        parent, previous = (near.getparent(), near) if written.is_tail else (near, None)
        if not any(map(skipped, (parent, *parent.iterancestors()))):
            for found in pattern.finditer(text):
                new += [text[at : found.start()], *parts(found, parent)]
                at = found.end()
        if all(isinstance(one, str) for one in new):  # as most are that come up again
            put(written, "".join([*new, text[at:]]) if at else written)
        else:
            put(written, "")
            whole = E.div(*new, text[at:])
            parent.insert(0 if previous is None else parent.index(previous) + 1, whole)
            whole.drop_tag()


def put(written: Any, text: str) -> None:
    """Write another text in the place of one that an XPath has found."""
    setattr(written.getparent(), "tail" if written.is_tail else "text", text)
