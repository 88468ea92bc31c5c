"""What is left on a finished page as text and was meant as more: markup that came to nothing.

Fences, values, formulas and notes that nobody read, and what other flavours of Markdown, linters,
word processors and phones write otherwise. Only text is looked at: what stands in a block of code
is shown on purpose, and so is what an author puts between two backticks.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from unpasted.html import tree

# What stands in a text for code, a formula, or another thing that is no word.
THING = "\ufffc"
# Classes of what no author wrote.
OWN = frozenset(("arithmatex", "fault", "filename", "headerlink", "value"))

# The patterns of what is looked for, each with what to say.
TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


_TEXT = [([found], f"add {one} to markdown_extensions") for one, found in TABLE["needs"].items()]
_TEXT += [(one["found"], one["write"]) for one in TABLE["text"]]
_joined = [("|".join(found).replace("WORDS", TABLE["WORDS"]), what) for found, what in _TEXT]
_PATTERNS = [(re.compile(found, re.M), what) for found, what in _joined]


def left_in(
    root: tree.Element, literal: Collection[str], kinds: Iterable[str]
) -> Iterator[tuple[list[str], str]]:
    """What is left as text on a page: by what to find it in the source, and what to say.

    Arguments:
        literal: what its author shows as it is.
        kinds: the names of the kinds of fences.
    """
    names = "|".join(map(re.escape, kinds))
    in_code = [(one["found"].replace("KINDS", names), one["is"]) for one in TABLE["code"]]
    for code in root.xpath(".//code[not(ancestor::pre)]"):
        raw = code.text_content().strip()
        text = " ".join(raw.split())
        if (text not in literal or "\n" in raw) and code.get("class") not in OWN:
            for what in (what for found, what in in_code if re.fullmatch(found, raw, re.S)):
                cure = f"`` `{text}` ``" if text.startswith("=") else f"`` {text} ``"
                says = f"`{text}` is {what}; to show it as it is, write {cure}"
                yield [text, raw.split("\n")[0]], says
    text = text_of(root)
    for pattern, what in _PATTERNS:
        for found in pattern.finditer(text):
            seen = found[0].strip().split("\n")[0].rstrip(THING)
            begins, ends = text.rfind("\n", 0, found.end() - 1), text.find("\n", found.end())
            around = sorted(text[begins + 1 : ends].split(THING), key=len, reverse=True)
            says = f"`{seen.replace(THING, '…')[:60]}` is left as text: {what}"
            pieces = [seen, *(one for one in around if one.strip()), *re.findall(r"\w{3,}", seen)]
            yield [one for one in pieces if one] or [found[0]], says


def text_of(root: tree.Element) -> str:
    """The text of a page, its blocks apart, each below a line that says of which kind it is."""
    return "".join(_parts(root))


def _parts(element: tree.Element) -> Iterator[str]:
    kind = "h" if element.tag in tree.HEADINGS else element.tag
    within = element.tag in tree.INLINE
    begins = "" if within else f"\n\n\x1e{kind}\n"
    yield begins
    yield element.text or "" if within else (element.text or "").lstrip("\n")
    for child in element:
        shown = child.tag in tree.AS_IT_IS or tree.is_of(child, OWN)
        yield from [THING] if shown else _parts(child)
        if child.tag in tree.INLINE:
            yield child.tail or ""
        elif (child.tail or "").strip():
            yield begins + child.tail.lstrip("\n")
