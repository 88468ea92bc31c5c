"""What is left on a finished page as text and was meant as more: markup that came to nothing.

Fences, values, formulas and notes that nobody read, and what other flavours of Markdown, linters,
word processors and phones write otherwise. Only text is looked at: what stands in a block of code
is shown on purpose, and so is what an author puts between two backticks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lxml.html import HtmlElement

from unpasted.html import tree

THING = "\ufffc"
"""What stands in a text for code, a formula, or another thing that is no word."""
OWN = frozenset(("arithmatex", "fault", "filename", "headerlink", "value"))
"""Classes of what no author wrote."""

IN_CODE = (
    (r"= (?!=).+|=\S.*:\.\d[efg]", "a value that was not computed"),
    (
        r"(?:python (?:exec|figure|train|walk|slider|order)|predict|exercise|write|step|\w+ exec=)"
        r"[^\n]*\n.+",
        "a fence that did not run: it begins a line, below an empty one",
    ),
    (r"\$(?=[^$]*[\\^_])[^\s$]+(?: [^$]+)?\$", "a formula that was not set"),
    (r"(?:!!!|\?\?\?\+?) \w+.*|===\+? \".*", "a note that is none"),
    (r"[\x02\x03].*|.*(?:wzxhzdk|klzzwxh):\d+.*", "a marker that nobody replaced"),
)
"""What code in a line looks like, and was not meant to be."""

NEEDS = {
    "abbr": r"^\*\[[^\]\n]+\]: .*",
    "def_list": r"(?<=.\n): +\S.*",
    "footnotes": r"\^\[[^\[\]\n]+\]",
    "pymdownx.blocks": r"^/{3,} [\w-]+.*",
    "pymdownx.caret": r"(?<![\w^])\^\^[^\s^][^^\n]*\^\^",
    "pymdownx.critic": r"\{(?:\+\+|--|~~|==|>>)[^{}\n]+(?:\+\+|--|~~|==|<<)\}",
    "pymdownx.emoji": r":(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:",
    "pymdownx.keys": r"(?<!\S)\+\+[a-z0-9-]+(?:\+[a-z0-9-]+)*\+\+",
    "pymdownx.mark": r"(?<![\w=])==[^\s=][^=\n]*==(?![\w=])",
    "pymdownx.snippets": r"^;?-+8<-+.*|\{!.+?!\}",
    "pymdownx.tasklist": r"(?<=\x1eli\n)\[[ xX]\] .*",
    "pymdownx.tilde": r"(?<![\w~])~~[^\s~][^~\n]*~~(?!~)",
    "toc": r"^\[\[?_?TOC_?\]?\]$",
}
"""What an extension of Markdown would have read, by its name."""

WORDS = r"\[[^\[\]\n]+\]"
TEX = (
    "alpha|beta|cdot|Delta|delta|dots|eta|exp|frac|infty|lambda|ldots|left|log|nabla|partial|"
    "right|sigma|sqrt|sum|tanh|theta|times|to"
)
LEFT = {
    "a fence opens with three backticks, ```, below an empty line":
        r"^[~´‘’']{3,}.*"
        r"|^.*?`{3}.*",
    "a marker that nobody replaced; write its HTML simpler": r"[\x02\x03]|(?:wzxhzdk|klzzwxh):\d+",
    "a note is `!!! note`, and its words are indented by four blanks; ??? needs pymdownx.details":
        r"^(?:!!!|\?\?\?\+?) ?[\w\"].*"
        r"|^\[!\w+\][-+]?.*"
        r"|^:{3,} ?[\w{\[.].*"
        r"|^\.\. ?[\w-]+::.*",
    "what is in a tab is indented by four; it needs pymdownx.tabbed": r"^===[+!]? ?[\"“].*",
    "a value stands between two backticks: `= x`":
        r"`? ?= ?[^`\n]+`|` ?= [^`\n]+|\ufffc= ?[^\ufffc\n]*[^\ufffc\s]\ufffc",
    "a formula stands between dollar signs, without blanks inside: $x$":
        r"\$`|`\$|\$\ufffc\$|\$\$"
        r"|\\[a-zA-Z]+\s*[{_^]"
        rf"|\\(?:{TEX})\b",
    "a formula ends with $": r"(?<![\w$])\$[a-zA-Z\\({][^$\n]{0,60}?(?:\^|_\{|\\[a-z])",
    "an item begins with `- ` or `1. `, and a list with an empty line above it":
        r"(?<=.\n)[-*+] +\S.*|^[•‣◦▪●∙·][ \t\u00a0].*"
        r"|^\d+\) +\S.*\n\d+\) .*|^[–—] .*\n[–—] .*",
    "at the beginning of a line stand ordinary blanks and signs; type them anew":
        r"^(?:[-*+]|\d+\.|#{1,6}|>|)[\u00a0\u2000-\u200a\u202f\u3000]+\S.*|^[＃＊－＞].*",
    "a heading has six signs at most, and a blank behind them": r"(?<=\x1eh\n)#+ ?\S?.*",
    "a table has an empty line above it, and as many cells in all its rows":
        r"^ *\|?(?: *:?-{2,}:? *\|)+(?: *:?-{2,}:? *)?$",
    "a line across the page is `---`, below an empty line; so front matter begins and ends":
        r"^(?:-{3,}|[—–-]*[—–][—–-]+|\*{3,}|_{3,}|\+{3,})$",
    "a link is [words](page.md), without blanks in the address, and not inside of HTML":
        rf"(?<![\w\]])!?{WORDS}[ \n]\((?:https?:[^()\s]*|#[\w-]+|[^()\s]*(?:/|\.md|\.html)"
        r"[^()\s]*)\)"
        rf"|(?<![\w\]])!?{WORDS}\([^()\n]*(?:\.(?:md|html|png|svg|jpg)|https?:)[^()\n]*\)?"
        r"|\([^()\n]+\)\[(?:https?:|#|[\w./-]+\.(?:md|html))[^\[\]\n]*\]|\][（【].*"
        r"|\[https?://\S+ [^\[\]\n]+\]|!?\[\[[^\W\d][^\[\],\n]*\]\]"
        r"|\{[a-z]+(?:[:-][a-z]+)*\}\ufffc|(?<!\w):[a-z]+(?::[a-z]+)?:\ufffc|\ufffc__?(?!\w)"
        r"|\[-?@[a-zA-Z][\w:.-]+(?:[,;] [^\]\n]+)?\]",
    "this leads nowhere; write [words](page.md), and a note in brackets":
        r"(?<![\w\ufffc])\[[^\]\[\x1e]+\]\[[^\]\[]*\]|\[\^[^\]\[\x1e]+\]",
    "the address of a reference, `[name]: page.md`, stands below an empty line":
        rf"^{WORDS} ?: ?<?(?:https?:|[\w./-]+\.md)\S*",
    "attributes, { .name } or { #name }, stand right behind a link, a picture or a heading":
        r"\{:? ?[.#][a-zA-Z][\w-]*(?: [^{}\n]*)?\}|\{[^{}\n]*=[“”][^{}\n]*\}"
        rf"|^\([\w-]+\)=$|{WORDS}\{{[^{{}}\n]+\}}",
    "a backslash keeps nothing here; write an entity, such as &lt;": r"\\[<~|\"&=@](?!\w*\\)",
    "a line is broken by <br>": r"\S{1,20}\\(?=\n)",
    "there is no such entity": r"&[a-zA-Z]\w+;",
    "write an element as HTML, or show it as code":
        r"</?(?:br|p|b|i|em|strong|div|span|a|img|code|pre|details|summary|sub|sup|kbd)\b[^<>\n]*>",
    "a comment is written <!-- … -->": r"<!-(?!-).*|<!?[–—].*[–—]>|(?<!\S)%%[^%\n]+%%",
    "a template that nobody filled: a plugin is missing":
        r"\{%-? ?\w[^%\n]*%\}|\{\{[<%]? ?[\w.\" ]+(?:\([^()\n]*\))? ?[>%]?\}\}",
    'inside of HTML, Markdown needs markdown="1"': r"(?<![*\w/])\*\*[^\s*][^*\n]*\*\*",
}  # fmt: skip
"""What is left in a text and was meant as more, by what to write."""

_CODE = [(re.compile(pattern, re.S), what) for pattern, what in IN_CODE]
_TEXT = [
    *((re.compile(p, re.M), f"add {name} to markdown_extensions") for name, p in NEEDS.items()),
    *((re.compile(pattern, re.M), what) for what, pattern in LEFT.items()),
]


def left_in(root: HtmlElement, literal: Collection[str]) -> Iterator[tuple[list[str], str]]:
    """What is left as text on a page: by what to find it in the source, and what to say.

    Arguments:
        literal: what its author shows as it is.
    """
    for code in root.iter("code"):
        raw = tree.text_of(code).strip()
        text = " ".join(raw.split())
        if text in literal or any(one.tag == "pre" for one in code.iterancestors()):
            continue
        if code.get("class") not in OWN:
            if not raw and not code.attrib:
                yield (
                    ["` `"],
                    "nothing stands between these backticks; write \\` for one that is shown",
                )
            for what in (what for pattern, what in _CODE if pattern.fullmatch(raw)):
                cure = f"`` `{text}` ``" if text.startswith("=") else f"`` {text} ``"
                yield (
                    [text, raw.split("\n")[0]],
                    f"`{text}` is {what}; to show it as it is, write {cure}",
                )
    text = text_of(root)
    for pattern, what in _TEXT:
        for found in pattern.finditer(text):
            seen = found[0].strip().split("\n")[0].rstrip(THING)
            begins, ends = text.rfind("\n", 0, found.end() - 1), text.find("\n", found.end())
            around = sorted(text[begins + 1 : ends].split(THING), key=len, reverse=True)
            says = f"`{seen.replace(THING, '…')[:60]}` is left as text: {what}"
            pieces = [seen, *(one for one in around if one.strip()), *re.findall(r"\w{3,}", seen)]
            yield [one for one in pieces if one], says


def text_of(root: HtmlElement) -> str:
    """The text of a page, its blocks apart, each below a line that says of which kind it is."""
    return "".join(_parts(root))


def _parts(element: HtmlElement) -> Iterator[str]:
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
