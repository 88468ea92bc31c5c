"""What the end of a line may not tear apart: a formula and its full stop, code at its hyphens."""

from __future__ import annotations

import re

LONG = 24  # characters; what is longer may break, or it would leave a phone's screen
AS_IT_IS = r"(?P<kept><(?P<tag>pre|svg|script|style)\b.*?</(?P=tag)>)"
FORMULA = r"(?P<opens>\(?)(?P<formula><math>(?:(?!</math>).)*</math>)(?P<stop>[.,;:?!)]*)"
CODE = r"(?P<before><code[^>]*>)(?P<code>[^<]*-[^<]*)</code>"
PARTS = re.compile(f"{AS_IT_IS}|{FORMULA}|{CODE}", re.S)
HYPHENED = re.compile(rf"[^\s-]{{1,{LONG}}}-\S{{0,{LONG}}}|-\S{{1,{LONG}}}")


def joined(html: str) -> str:
    """HTML in which a formula keeps its brackets and stops, and short code its hyphens."""
    return PARTS.sub(_part, html)


def _part(found: re.Match[str]) -> str:
    if found["formula"]:
        around = found["opens"] + found["stop"]
        return f'<span class="together">{found[0]}</span>' if around else found[0]
    if found["code"]:
        code = HYPHENED.sub(r'<span class="together">\g<0></span>', found["code"])
        return f"{found['before']}{code}</code>"
    return found[0]
