"""A page's bytes become its text, and its front matter is looked at."""

import re

import yaml

from unpasted.faults import Fault, Place, did_you_mean

# What a page's front matter may hold for MkDocs, its themes and plugins, and for this tool.
KEYS = (
    "title", "description", "template", "hide", "search", "icon", "status", "tags", "subtitle",
    "author", "authors", "date", "categories", "draft", "slug", "comments", "social", "image",
    "built", "picture", "mark", "keywords", "robots", "license", "lang", "weight", "order", "links",
    "pin", "render_macros", "readtime", "summary", "version", "revision_date",
)  # fmt: skip


def read(content: bytes, place: Place) -> tuple[str, list[Fault]]:
    """The text of a page, and what is wrong with it.

    Arguments:
        content: the file, UTF-8 with or without a byte-order mark.
        place: its first line.
    """
    faults = []
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        here = place.below(content.count(b"\n", 0, error.start))
        byte = f"byte {content[error.start]:#04x}"
        faults.append(Fault(here, f"{byte} is no UTF-8; save the file in that encoding"))
        text = content.decode("utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    line, says = _front_matter_problem(text)
    return text, [*faults, *[Fault(place.below(line), says)] * bool(says)]


def _front_matter_problem(text: str) -> tuple[int, str]:
    """The line, counted from 0, and what is wrong with a page's front matter, or nothing."""
    if late := re.match(r"\s+---[ \t]*\n[\w-]+:", text):
        return late[0].count("\n") - 1, "front matter begins in the first line of its file"
    if not (opened := re.match(r"---[ \t]*\n", text)):
        swallowed = re.match(r" {0,3}([A-Za-z0-9_-]+):(?!:)", text)
        if swallowed is None or swallowed[1].lower() in KEYS:
            return 0, ""
        says = f"`{swallowed[1]}:` in the first line is taken for front matter, and is not shown"
        return 0, f"{says}; write a heading or an empty line above it"
    rest = text[opened.end() :]
    if not (closed := re.search(r"^(---|\.\.\.)[ \t]*$", rest, re.M)):
        is_rule = rest.lstrip(" ").startswith("\n")  # a line across the page, and no front matter
        return 0, "" if is_rule else "this front matter is never closed; expected a line ---"
    try:
        data = yaml.safe_load(rest[: closed.start()])
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        says = f"this front matter cannot be read: {getattr(error, 'problem', error)}"
        return (mark.line + 1 if mark else 0), says
    if data is not None and not isinstance(data, dict):
        return 1, "front matter is made of lines `key: value`"
    for key in map(str, data or {}):
        if key not in KEYS and (hint := did_you_mean(key, KEYS, 0.8)):
            line = f"\n{rest}".partition(f"\n{key}")[0].count("\n")
            return line + 1, f"`{key}:` is no key of front matter{hint}"
    return 0, ""
