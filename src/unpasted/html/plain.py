"""A page as Markdown, with what its code came to: for who copies it, and for machines that read.

Pages are listed in llms.txt, as https://llmstxt.org has it.
"""

import re

from unpasted.html.tree import HEADINGS, INLINE, Element, is_of, of, without, words_of

# What does something only on the page.
CLUTTER = (
    ".//book-engine | .//book-exercise | .//book-question | .//book-write | .//button | .//input | "
    ".//live-cell | .//script | .//select | .//style | .//@data-mute[. = 'true']/.. | "
    f".//*[{of('part-picture', 'controls', 'headerlink', 'opened', 'reading-time')}]"
)
AROUND = {"b": "**", "del": "~~", "em": "*", "i": "*", "s": "~~", "strong": "**"}
# What parts on the page stand apart by their looks.
BEHIND = {"card-number": " · ", "card-question": " ", "card-title": " · ", "chapter-number": " ·",
          "equation": "  \n"}  # fmt: skip

SPECIAL = re.compile(r"[\\`*_$]|<(?=[a-zA-Z/!])")
BLANKS, ENDS = re.compile(r"[^\S\n]+"), re.compile(r"\s*\n\s*")


def markdown_of(element: Element, address: str = "") -> str:
    """What is in an element of a finished page, as Markdown; formulas are TeX between dollars.

    Arguments:
        address: of the page, by which its links are completed, or nothing.
    """
    root = without(element, CLUTTER)
    if address:
        root.make_links_absolute(address)
    return "\n\n".join(_blocks(root)) + "\n"


def _blocks(element: Element) -> list[str]:
    """The paragraphs and their like in an element, each without an empty line around it."""
    blocks: list[str] = []
    line = _escaped(element.text)
    for child in element:
        if _is_block(child):
            blocks += [_tidy(line), *_block(child)]
            line = _escaped(child.tail)
        else:
            line += _inline(child) + _escaped(child.tail)
    return [*filter(None, [*blocks, _tidy(line)])]


def _block(element: Element) -> list[str]:
    tag = element.tag
    if tag == "math":
        return [f"$$\n{_tex(element)}\n$$"]
    if tag == "svg":
        title = element.find("title")
        return [] if title is None else [f"> Figure: {words_of(title)}"]
    if tag == "pre":
        return [_fence(element)]
    if tag == "table":
        return _table(element)
    if tag == "hr":
        return ["---"]
    blocks = _blocks(element)
    words = _line(blocks)
    if tag in HEADINGS:
        return [f"{'#' * int(tag[1])} {words}"]
    if tag == "summary" or is_of(element, ("admonition-title",)):
        return [f"**{words}**"]
    folded = tag == "details" and element.get("class")
    if tag == "blockquote" or folded or is_of(element, ("admonition",)):
        return [_indented("\n\n".join(blocks), "> ", "> ")]
    if tag in ("ol", "ul"):
        first = int(element.get("start") or 1)
        texts = enumerate(map(_paragraphs, element.iterchildren("li")), first)
        items = ((f"{n}. " if tag == "ol" else "- ", text) for n, text in texts)
        return ["\n".join(_indented(text, " " * len(sign), sign) for sign, text in items)]
    if tag == "dl":
        lines = []
        for one in element.iter("dt", "dd"):
            text = _paragraphs(one)
            lines.append(f"\n{text}" if one.tag == "dt" else _indented(text, "    ", ":   "))
        return ["\n".join(lines).strip()]
    return [*dict.fromkeys(blocks)] if is_of(element, ("plot", "scroll")) else blocks


def _inline(element: Element) -> str:
    tag, name = element.tag, element.get("class", "")
    if tag == "br":
        return "  \n"
    if tag == "math":
        return f"${_tex(element)}$"
    if tag == "img":
        return f"![{element.get('alt', '')}]({element.get('src', '')})"
    if tag in ("code", "kbd", "samp"):
        text = element.text_content()
        ticks = _ticks(text, 1)
        return f"{ticks} {text} {ticks}" if "`" in text else f"{ticks}{text}{ticks}"
    parts = (_inline(one) + _escaped(one.tail) for one in element)
    text = _escaped(element.text) + "".join(parts)
    href = element.get("href")
    if tag == "a" and href and name != "term" and text.strip():
        return f"<{href}>" if text == _escaped(href) else f"[{' '.join(text.split())}]({href})"
    if (sign := AROUND.get(tag)) and (words := text.strip()):
        text = text.replace(words, f"{sign}{words}{sign}")
    return text + BEHIND.get(name, "")


def _is_block(element: Element) -> bool:
    if element.tag == "math":
        return bool(element.get("display") == "block")
    return element.tag == "svg" or element.tag not in INLINE or any(map(_is_block, element))


def _tex(formula: Element) -> str:
    return str(formula.get("data-tex") or words_of(formula)).strip()


def _fence(code: Element) -> str:
    for sign in code.xpath(".//*[@class='sign']"):  # diffs have a hyphen
        sign.text = (sign.text or "").replace("−", "-")
    text = code.text_content().strip("\n")
    ticks = _ticks(text, 3)
    return f"{ticks}{_language(code)}\n{text}\n{ticks}"


def _language(code: Element) -> str:
    around = (one.get("class", "").split() for one in (code, *code.iterancestors()))
    block = next((names for names in around if "highlight" in names), ["language-text"])
    named = (name.removeprefix("language-") for name in block if name.startswith("language-"))
    return "diff" if "diff" in block else next(named, "")


def _ticks(text: str, least: int) -> str:
    """As many backticks as open code in which there are these."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(least, longest + 1 if longest >= least else 0)


def _table(table: Element) -> list[str]:
    rows = [[_line(_blocks(cell)).replace("|", "\\|") for cell in row] for row in table.iter("tr")]
    if not rows:
        return []
    if not table.xpath("(.//tr)[1]/th"):
        rows.insert(0, [""] * len(rows[0]))
    rows.insert(1, ["---"] * len(rows[0]))
    caption = [words_of(one) for one in table.iterchildren("caption")]
    return [*caption, "\n".join(f"| {' | '.join(row)} |" for row in rows)]


def _line(blocks: list[str]) -> str:
    return " ".join(" ".join(blocks).split())


def _paragraphs(element: Element) -> str:
    return "\n\n".join(_blocks(element))


def _indented(text: str, indent: str, first: str) -> str:
    lines = [f"{indent}{line}".rstrip() for line in text.split("\n")]
    return first + "\n".join(lines)[len(first) :]


def _escaped(text: str | None) -> str:
    """Text in which nothing means anything to Markdown; its lines stay."""
    return SPECIAL.sub(r"\\\g<0>", ENDS.sub("\n", BLANKS.sub(" ", text or "")))


def _tidy(line: str) -> str:
    """A paragraph, of which no line is empty."""
    return re.sub(r"(  )?\n\s*", r"\1\n", line).strip()
