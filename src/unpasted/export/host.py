"""The way out: a book as Markdown with finished fragments, for a host that knows nothing of it.

A paragraph stays the Markdown that its author wrote wherever the host makes of that what this
build makes; the rest (a cell, a figure, a question) is finished HTML. Which is which is not
guessed: each part is rendered both ways and compared, and so is each page when it is whole.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml
from markdown import Markdown

from unpasted import assets, formulas, live, whole
from unpasted.faults import Fault, folded
from unpasted.html import chapters, typeset
from unpasted.read.prose import MARK
from unpasted.stage import Stage
from unpasted.whole import PYTHON_NAME, Named, One, Whole

ASSETS = "assets/unpasted"
THEMES = ("search.js",)  # speaks to a part of MkDocs' theme that no other host has

PART = re.compile(
    r"(?:^(?P<ticks>`{3,}|~{3,})[^\n]*\n.*?^(?P=ticks)[ \t]*$|.)+?(?=\n{2,}\S|\s*\Z)", re.S | re.M
)
"""What stands between two empty lines; a fence has its own."""

BLOCKS = (
    "address|article|aside|blockquote|details|div|dl|figure|footer|form|h[1-6]|header|hr|nav|ol|p|"
    "pre|section|table|ul"
)
BLANK = re.compile(r"\n(?=[ \t]*\n)")
FENCE = re.compile(r"^(?P<before>\s*)(?P<tick>[`~])(?=(?P=tick){2})", re.M)
TAG = re.compile(r"<(?:\"[^\"]*\"|'[^']*'|[^'\">])*>")
SPECIAL = re.compile(r"(?P<entity>&#?\w+;)|[\\`*_{}\[\]|~^=$!+]")
TERM = re.compile(r'<a class="term"[^>]*>(?P<word>.*?)</a>')
LINK = re.compile(r'<a [^>]*?href="([^"]+)"( title="[^"]*")?>(.*?)</a>')
NUMBER = re.compile(r'<span class="chapter-number">\d+</span>')
TIME = re.compile(r'<p class="reading-time">.*?</p>')
HEADING = re.compile(r'<h1 id="([^"]+)"')
TOP = re.compile(r"\A# (?P<title>.+)$", re.M)
LINE_OF_MATH = re.compile(r"^<math.*?</math>", re.M)
CODE = re.compile(r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)", re.S)
UNREAD = re.compile(rf"{CODE.pattern}|\[[^\]]*\]\([^)]*\)|<a\b.*?</a>|<[^>]*>", re.S)
"""What of Markdown is no sentence: code, links, tags."""
EMPTY_LINK = re.compile(rf"\[\]\((?P<to>[^)\s]+)\)|{UNREAD.pattern}", re.S)
BLOCK = re.compile(
    rf"</?(?P<tag>article|aside|details|div|figure|ol|section|table|ul)\b|{CODE.pattern}",
    re.S | re.M,
)


class Settings(yaml.SafeDumper):  # type: ignore[misc]
    """A mkdocs.yml, with the functions that it names."""


Settings.add_representer(
    Named, lambda dumper, name: dumper.represent_scalar(PYTHON_NAME + name, "")
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what the command takes."""
    parser.add_argument("folder", type=Path, help="where the Markdown is to stand")


def run(given: argparse.Namespace) -> int:
    """Write the book of this folder into another one; 1 when it has a fault, and then nothing."""
    faults = render(Path.cwd(), given.folder)
    for line in folded(faults):
        print(line, file=sys.stderr)
    if faults:
        count = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
        print(f"{count} in the book; nothing was written", file=sys.stderr)
    return 1 if faults else 0


def render(root: Path, folder: Path) -> list[Fault]:
    """Write a book for a bare host: mkdocs.yml, and in docs/ its pages, files and assets.

    Arguments:
        root: where the book's mkdocs.yml lies.
        folder: takes the place of what is there.

    Returns the faults of the book. With one, nothing is written.
    """
    book = whole.read(root)
    if book.faults:
        return book.faults
    host = whole.markdown(book.settings, {})
    pages = {path: page(book, one, host) for path, one in book.pages.items()}
    if book.faults:
        return book.faults
    with Stage(folder, ours=f"docs/{ASSETS}/*.js") as made:
        docs = made / "docs"
        for path, text in pages.items():
            front = book.pages[path].front
            _write(docs / path, f"{front}\n{text}" if front else text)
        for name in book.files:
            (docs / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(book.docs / name, docs / name)
        bundles = assets.style(), assets.script(without=THEMES)
        for bundle in bundles:
            (docs / ASSETS).mkdir(parents=True, exist_ok=True)
            (docs / ASSETS / bundle.name).write_bytes(bundle.content)
        needed = {one for html in pages.values() for one in formulas.characters(html)}
        formulas.write(docs / ASSETS / "math.woff2", needed)
        if book.book.live:
            cells = {one.url: one.page.cells for one in book.pages.values() if one.page.cells}
            used = book.book.settings
            data = live.data_of(root, book.docs)
            packages = live.pack(used.packages, used.path, used.drawing, data, root)
            live.write(docs / ASSETS, root, packages, cells)
        style, script = (f"{ASSETS}/{bundle.name}" for bundle in bundles)
        own = settings(book, style, script)
        text = yaml.dump(own, Dumper=Settings, sort_keys=False, allow_unicode=True)
        _write(made / "mkdocs.yml", text)
    return []


def settings(book: Whole, style: str, script: str) -> dict[str, Any]:
    """The settings of the host: the book's, without what only this build knows."""
    plugins = whole.named(book.settings.get("plugins", []))
    plugins.pop("unpasted", None)
    left = {"validation", "docs_dir", "hooks"}
    if not book.settings.get("repo_url"):
        left |= {"repo_url", "edit_uri"}  # there is nothing to edit
    kept = {k: v for k, v in book.settings.items() if k not in left}
    if isinstance(theme := kept.get("theme"), dict):
        kept["theme"] = {k: v for k, v in theme.items() if k != "custom_dir"}
    return kept | {
        "nav": _numbered(kept["nav"], book),
        "plugins": [{name: config} if config else name for name, config in plugins.items()],
        "extra_css": [style, *book.settings.get("extra_css", [])],
        "extra_javascript": [*book.settings.get("extra_javascript", []), script],
    }


def _numbered(nav: list[Any], book: Whole) -> list[Any]:
    """The navigation, in which chapters have their numbers."""
    titles, numbers = book.titles, book.numbers
    new = []
    for item in nav:
        title, what = next(iter(item.items())) if isinstance(item, dict) else ("", item)
        if isinstance(what, list):
            new.append({title: _numbered(what, book)})
        elif (url := whole.url_of(str(what))) in numbers:
            new.append({titles[url]: what})
        else:
            new.append(item)
    return new


def page(book: Whole, one: One, host: Markdown) -> str:
    """A page as Markdown with finished fragments.

    What the host would make of it is compared with the finished page; a difference is a fault.

    Arguments:
        host: Markdown as the host has it.
    """
    seen: set[str] = set()
    texts, headed = [], False
    for part in parts(one.page.chapter.markdown, book.md):
        html = _finished(book, one, part, seen, first=not headed)
        headed |= "<h1" in html
        text = _as_markdown(book, part, one, html)
        if tokens(host.reset().convert(text)) != tokens(html):
            text = fragment(html)
        texts.append(text)
    last = one.html[one.html.rindex("<book-progress") :]
    text = "\n\n".join([*texts, fragment(book.with_chapters(last, one))]) + "\n"
    finished = tokens(_told(book, one, one.html, set(), first=True))
    made = tokens(host.reset().convert(text))
    if made != finished:
        pairs = enumerate(zip(made, finished, strict=False))
        at = next((n for n, (a, b) in pairs if a != b), min(len(made), len(finished)))
        says = f"a bare host would show {made[at : at + 1]} in place of {finished[at : at + 1]}"
        one.page.faults.append(Fault(one.page.chapter.place, says))
    return text


def parts(markdown: str, md: Markdown) -> Iterator[str]:
    """Cut a page into parts that Markdown renders alone as it renders them together."""
    part, html = "", list[object]()
    for found in PART.finditer(markdown):
        if not (more := found[0].strip("\n")):
            continue
        together = f"{part}\n\n{more}" if part else more
        if part and not _open(part):
            own, both = tokens(md.reset().convert(more)), tokens(md.reset().convert(together))
            if both == html + own or (_open(more) and both[: len(html)] == html):
                yield part
                part, html = more, own
                continue
            html = both
        elif not _open(together):
            html = tokens(md.reset().convert(together))
        part = together
    yield part


def _open(part: str) -> int:
    """How many elements of a part are not closed yet."""
    tags = (found[0] for found in BLOCK.finditer(part) if found["tag"])
    return sum(-1 if tag.startswith("</") else 1 for tag in tags)


def _finished(book: Whole, one: One, part: str, seen: set[str], *, first: bool) -> str:
    """A part of a page as the finished page has it.

    Arguments:
        first: whether the page's first heading may be in it.
    """
    html, _ = one.page.filled(book.md.reset().convert(part))
    html = whole.led(typeset.joined(html))
    if first and (time := TIME.search(one.html)):
        html = html.replace("</h1>", f"</h1>\n{time[0]}", 1)
    return _told(book, one, html, seen, first=first)


def _told(book: Whole, one: One, html: str, seen: set[str], *, first: bool) -> str:
    """A piece of a page with what it shows of the rest of the book."""
    html = book.with_chapters(html, one, first=first)
    return chapters.continued(book.with_terms(html, one, seen), book.chapters)


def _as_markdown(book: Whole, part: str, one: One, html: str) -> str:
    """A part of a page as Markdown that may come to this HTML."""
    text = MARK.sub(lambda found: _inline(one.page.filled(found[0])[0]), part)
    if (count := NUMBER.search(html)) and (name := HEADING.search(html)):
        text = TOP.sub(rf"# {count[0]} \g<title> {{ #{name[1]} }}", text)
    time = TIME.search(html)
    text += f"\n\n{time[0]}" if time else ""
    text = LINE_OF_MATH.sub(r"<span>\g<0></span>", typeset.joined(text))
    words = "|".join(map(re.escape, book.terms))
    text = re.sub(rf"\\(?=(?:{words})\b)", "", text) if words else text
    links = LINK.findall(html)

    def said(found: re.Match[str]) -> str:
        if not found["to"]:
            return found[0]
        to = whole.url_of(found["to"])
        title, words = next(((t, w) for href, t, w in links if href == to), ("", ""))
        return f"[{words}]({found['to']}{title.replace(' title=', ' ')})"

    text = EMPTY_LINK.sub(said, text)
    for term in TERM.finditer(html):
        text = _first(text, term["word"], term[0])
    return text


def _first(markdown: str, word: str, link: str) -> str:
    """Markdown with a link in the place of a word, where that stands first in a sentence."""
    left = 1

    def linked(found: re.Match[str]) -> str:
        nonlocal left
        if found["unread"] or not left:
            return found[0]
        left = 0
        return link

    pattern = rf"(?P<unread>{UNREAD.pattern})|(?<!\w){re.escape(word)}(?!\w)"
    return re.sub(pattern, linked, markdown, flags=re.S)


def fragment(html: str) -> str:
    """HTML that Markdown hands on as it is: one block, without an empty line and without fences."""
    html = html.strip("\n")
    if not re.match(rf"<(?:{BLOCKS})\b", html):
        html = f"<div>{html}</div>"
    html = html.replace("](", "&#93;(")  # Zensical takes it for a link, in code as well
    return FENCE.sub(r"\g<before>&#96;", BLANK.sub("&#10;", html))


def _inline(html: str) -> str:
    """HTML within a sentence, in whose text nothing means anything to Markdown."""

    def plain(text: str) -> str:
        return SPECIAL.sub(lambda one: one["entity"] or f"&#{ord(one[0])};", text)

    texts, tags = TAG.split(html), [tag.replace("|", "&#124;") for tag in TAG.findall(html)]
    return "".join(plain(text) + tag for text, tag in zip(texts, [*tags, ""], strict=True))


def tokens(html: str) -> list[object]:
    """What HTML says, however it is written: its tags with their attributes, and its words.

    A <div> or <span> without attributes says nothing.
    """
    reader = _Reader()
    reader.feed(whole.led(html))
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []
        self._says: list[tuple[str, bool]] = []  # the open elements that may say nothing

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("div", "span"):
            self._says.append((tag, bool(attrs)))
        if attrs or tag not in ("div", "span"):
            self.found.append((tag, sorted((key, value or "") for key, value in attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("div", "span"):
            self.found.append(f"/{tag}")
            return
        while self._says:
            opened, says = self._says.pop()
            if opened == tag:
                if says:
                    self.found.append(f"/{tag}")
                break

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            if self.found and isinstance(self.found[-1], Words):
                words = f"{self.found.pop()} {words}"
            self.found.append(Words(words))


class Words(str):
    """Text between two tags."""


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
