"""A list that follows a paragraph at once becomes one: Markdown wants an empty line between them.

So GitHub reads it, and editors show it; Python-Markdown would leave the items in the paragraph.
"""

from __future__ import annotations

import re

LINE = re.compile(r"(?P<before>[ \t>]*)(?P<text>.*)")
ITEM = re.compile(r"[-*+][ \t]+(?![-*_ \t]*$)\S|1\.[ \t]+\S")
NOTE = re.compile(r"!!!|\?\?\?|===|///")
HOLDS = re.compile(rf"(?:[-*+]|\d+[.)]|:)\s|{NOTE.pattern}")
"""What may hold paragraphs that are indented: an item, a definition, a note, a tab."""
NO_PARAGRAPH = re.compile(r"[<|#:]|\*\[|\[[^\]]+\]:|`{3}|~{3}|[-*_ ]+$")
TABLE = re.compile(r"[-:| \t]+$")


def set_apart(markdown: str) -> str:
    """The Markdown with an empty line between each paragraph and the list that follows it."""
    out: list[str] = []
    first: re.Match[str] | None = None  # line of what stands together
    for line in markdown.split("\n"):
        read = LINE.match(line)
        assert read  # it matches whatever there is
        before, text = read["before"], read["text"]
        if not text:
            first = None
        elif first is None or (NOTE.match(first["text"]) and len(before) > len(first["before"])):
            first = read
        elif (
            ITEM.match(text)
            and first["before"].startswith(before)
            and _is_paragraph(first["text"])
            and _is_held(before, out)
            and not TABLE.match(text)
        ):
            out.append(before.rstrip())
            first = read
        out.append(line)
    return "\n".join(out)


def _is_paragraph(text: str) -> bool:
    return not (NO_PARAGRAPH.match(text) or HOLDS.match(text))


def _is_held(before: str, above: list[str]) -> bool:
    """Whether what is indented like this is no code: whether something above holds it."""
    if len(before) < 4 or ">" in before:
        return True
    lines = (line for line in reversed(above) if line.strip() and not line.startswith(before))
    return bool(HOLDS.match(next(lines, "").lstrip()))
