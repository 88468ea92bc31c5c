"""What a finished page says: its ids, where its links lead, and what no page may hold."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

REFUSED = ("script", "iframe", "object", "embed", "base", "form", "link", "meta")
"""Elements that no author may write: a page runs only what the build gives it."""

AS_IT_IS = ("code", "pre", "math", "svg", "title", "style", "script", "textarea")
"""Elements whose text is no prose."""

LOADS = ("src", "srcset", "poster")
"""Attributes whose files a browser loads with the page."""

RUNS = ("javascript", "vbscript", "data")
"""Schemes of links that run code."""

DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
CODE = re.compile(r"<pre\b.*?</pre>", re.S)
COLOURED = re.compile(r'<span(?: class="\w*")?(?: data-line="\d+")?>|</span>')
ID = re.compile(r'\bid="([^"]+)"(?=[^<>]*>)')  # in a tag, and not in its words
LIVE = re.compile(
    rf"<(a|{'|'.join(REFUSED)})\b[^>]*>|<(\w+)[^>]*\s(?:on\w+|href|src)\s*=[^>]*>", re.I
)
"""Tags of a drawing that lead, load or run something."""

TEX = re.compile(
    r"\$\$|\\[a-zA-Z]+\s*[{_^]|"
    r"\\(?:alpha|beta|cdot|Delta|delta|dots|eta|exp|frac|infty|lambda|ldots|left|log|nabla|partial|"
    r"right|sigma|sqrt|sum|tanh|theta|times|to)\b"
)
REFERENCE = re.compile(r"(?<!\w)\[[^\]\[]+\]\[[^\]\[]*\]|\[\^[^\]\[]+\]")


@dataclass(frozen=True)
class Found:
    """What a piece of HTML holds.

    Arguments:
        ids, links: in order.
        refused: what no page may hold: a text to find it by in the source, and what to say.
    """

    ids: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def found_in(html: str) -> Found:
    """What a piece of HTML holds."""
    reader = _Reader()
    reader.feed(without_drawings(html))
    reader.close()
    return Found(tuple(reader.ids), tuple(reader.links), tuple(reader.refused))


def without_drawings(html: str) -> str:
    """The HTML without most of its tags: of code the words are left, of a drawing what counts."""
    html = DRAWING.sub(lambda found: f"<span>{_left_of(found[0])}</span>", html)
    return CODE.sub(lambda found: COLOURED.sub("", found[0]), html)


def _left_of(drawing: str) -> str:
    """The ids of a drawing, and the tags in it that lead, load or run something."""
    ids = "".join(f'<i id="{name}"></i>' for name in ID.findall(drawing))
    live = (f"{ID.sub('', tag[0])}</{tag[1] or tag[2]}>" for tag in LIVE.finditer(drawing))
    return f"{ids}{''.join(live)}"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.refused: list[tuple[str, str]] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in AS_IT_IS:
            self._open.append(tag)
        if tag in REFUSED:
            says = f"no page may hold <{tag}>; a page runs only what the build gives it"
            self.refused.append((f"<{tag}", says))
        for key, value in attrs:
            if key == "id" and value:
                self.ids.append(value)
            elif value and key in ("href", "xlink:href") and tag in ("a", "area"):
                self._leads(value)
            elif value and key in ("href", "xlink:href") and not value.startswith("#"):
                self._loads([value])
            elif value and key in LOADS:
                several = value.split(",") if key == "srcset" else [value]
                self._loads([part.split()[0] for part in several if part.split()])
            if key.startswith("on"):
                says = f"no page may hold {key}=; a page runs only what the build gives it"
                self.refused.append((f"{key}=", says))

    def _leads(self, link: str) -> None:
        scheme = re.sub(r"[\0- ]", "", link).lower().partition(":")[0]  # as browsers read it
        if scheme in RUNS:
            self.refused.append((link, f"the link {link} runs code; a link leads to a page"))
        else:
            self.links.append(link)

    def _loads(self, files: list[str]) -> None:
        for file in files:
            if file.startswith(("http:", "https:", "//")):
                says = f"{file} comes from another host; a page loads what lies beside it"
                self.refused.append((file, says))
            elif not file.startswith("data:"):
                self.links.append(file)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open:
            return
        if raw := TEX.search(data):
            says = f"TeX is left on the page: …{data[max(0, raw.start() - 20) : raw.end() + 20]}…"
            cure = "; a formula stands between dollar signs without blanks inside: $x$"
            self.refused.append((raw[0], " ".join(says.split()) + cure))
        if left := REFERENCE.search(data):
            says = f"{left[0]} leads nowhere; write [words](page.md), and a note in brackets"
            self.refused.append((left[0], says))
        if "```" in data:
            says = "a fence is left on the page as text; set it apart by an empty line"
            self.refused.append(("```", says))


def target_of(path: str, page: str) -> str:
    """What a path that stands on a page leads to; all relative to the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))


def problem_of(
    link: str, page: str, ids: Mapping[str, Collection[str]], files: Collection[str]
) -> str | None:
    """What is wrong with a link, or None.

    Arguments:
        link: as it stands in the HTML.
        page: the URL of the page it stands on, relative to the site.
        ids: for the URL of every page, the ids on it.
        files: the URLs of all other files of the site.
    """
    try:
        parts = urlsplit(link)
    except ValueError as error:
        return f"the link {link} is no address: {error}"
    if parts.scheme or parts.netloc:
        return None
    target = page = unquote(page)
    if parts.path:
        target = target_of(parts.path, page)
    if target not in ids:
        if target in files:
            return None
        meant = get_close_matches(target.replace(".md", ".html"), [*ids, *files], 1, 0.6)
        hint = (
            f"; did you mean {posixpath.relpath(meant[0], posixpath.dirname(page) or '.')}?"
            if meant
            else ""
        )
        return f"the link {link} leads nowhere: there is no {target}{hint}"
    fragment = unquote(parts.fragment)
    if fragment and fragment not in ids[target]:
        meant = get_close_matches(fragment, list(ids[target]), 1, 0.6)
        hint = f"; did you mean #{meant[0]}?" if meant else ""
        return f"the link {link} leads nowhere: {target} has no #{fragment}{hint}"
    return None
