"""What HTML says, however it is written."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement


def tokens(element: HtmlElement) -> Iterator[str]:
    """Tags with their attributes, and words; those of a <pre> with its lines.

    A <div> or <span> without attributes says nothing.
    """
    lines = element.tag == "pre" or next(element.iterancestors("pre"), None) is not None
    says = element.attrib or element.tag not in ("div", "span")
    if says:
        yield f"<{element.tag} {sorted(element.items())}>"
    yield from [element.text or ""] if lines else (element.text or "").split()
    for child in element:
        yield from tokens(child)
        yield from [child.tail or ""] if lines else (child.tail or "").split()
    if says:
        yield f"</{element.tag}>"
