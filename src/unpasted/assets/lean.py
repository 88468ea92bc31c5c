"""A style sheet without the rules that no element of a site can have.

A theme has rules for whatever its users may want, and a slow phone reads them all before it shows
a word.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any

import tinycss2

WORD = re.compile(r"[\w-]+")
REFERRED = re.compile(r"var\(\s*(--[\w-]+)")
PROPERTY = re.compile(r"(?<=[{;])(--[\w-]+):(?:[^;{}\"]|\"[^\"]*\")*(?:;|(?=}))")
NESTED = ("media", "supports")
SHORTEST = 4  # letters: a shorter class is one of code, which a cell may yet print


def given(pages: Iterable[str], *attributes: str) -> set[str]:
    """What elements of the pages have for these attributes."""
    patterns = [re.compile(rf"{name}=[\"']([^\"']*)") for name in attributes]
    return {text for page in pages for pattern in patterns for text in pattern.findall(page)}


def names_of(pages: Collection[str], beside: Iterable[str]) -> set[str]:
    """The classes, ids and properties that pages name, and every word of what lies beside them:
    of scripts, which may set a class later, and of other sheets."""
    found = given(pages, "class", "id").union(*map(REFERRED.findall, pages))
    return set[str]().union(*map(str.split, found), *map(WORD.findall, beside))


def lean(sheet: str, names: Collection[str]) -> str:
    """The rules of a sheet whose classes and ids are all among the names, without the properties
    to which then nothing refers."""
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    text = "".join(_used(rules, names))
    referred = {*REFERRED.findall(text), *names}
    return PROPERTY.sub(lambda match: match[0] if match[1] in referred else "", text)


def _used(rules: Iterable[Any], names: Collection[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            groups = groupby(rule.prelude, lambda token: bool(token == ","))
            selectors = ([*tokens] for comma, tokens in groups if not comma)
            matching = [one for one in selectors if _possible(one, names)]
            if matching:
                written = ",".join(map(tinycss2.serialize, matching))
                yield f"{written}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in NESTED:
            inner = "".join(_used(tinycss2.parse_rule_list(rule.content), names))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        else:
            yield rule.serialize()


def _possible(selector: list[Any], names: Collection[str]) -> bool:
    """Whether elements may have its classes and ids; what a `:not(…)` holds is none of them.

    A script may put the end of a class behind what comes before `--`.
    """
    before = [None, *selector]
    classes = {one.value for dot, one in zip(before, selector, strict=False) if dot == "."}
    ids = {one.value for one in selector if one.type == "hash"}
    asked = {name for name in classes | ids if len(name) >= SHORTEST}
    return all(name in names or f"{name.partition('--')[0]}--" in names for name in asked)
