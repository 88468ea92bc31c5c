"""From a book's settings to the book: whether what they name is there, and what it needs."""

import logging
import os
import pkgutil
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from unpasted import live, rules, words
from unpasted.book import Book
from unpasted.faults import Fault, Place, Refused, did_you_mean, log
from unpasted.kinds import KINDS, colours, drawing
from unpasted.read.brought import SNIPPETS
from unpasted.run.cache import Cache, owned
from unpasted.run.fences import sendable
from unpasted.run.runner import Runner
from unpasted.run.session import Settings

NEEDED = ("admonition", "attr_list", "md_in_html", "tables", "pymdownx.superfences")


class Warnings(logging.Handler):
    """Takes down what a host and its plugins warn of: each is a fault of the book."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != log.name:
            self.said.append(record.getMessage())

    def taken(self, file: Path, known: Collection[str]) -> list[Fault]:
        """What was said since the last time, at the lines of a file of settings that it quotes.

        Arguments:
            known: the names of our own settings.
        """
        lines = file.read_text("utf-8").split("\n")
        faults = []
        for said in self.said:
            quoted = re.findall(r"'([^']+)'", said)
            found = [next((n for n, line in enumerate(lines, 1) if q in line), 1) for q in quoted]
            hint = did_you_mean(quoted[-1], known) if "'unpasted' option" in said else ""
            faults.append(Fault(Place(file.name, max(found, default=1)), said + hint))
        self.said.clear()
        return faults


WARNINGS = Warnings()
logging.getLogger("mkdocs").addHandler(WARNINGS)  # now: they begin as soon as settings are read


def book_from(
    own: Any, host: Any, *, site: Path | None, before: Book | None
) -> tuple[Book, dict[str, Any]]:
    """A book without pages; and the extensions of Markdown, each with its settings, for its host.

    Arguments:
        own: the settings of the book, see unpasted.mkdocs.UnpastedConfig.
        host: those of mkdocs.yml, by the names that they have there.
        site: where the site stands; None while the book is served.
        before: the book as it was served until now, whose processes go on.

    Raises Refused for what cannot be.
    """
    if host.use_directory_urls:
        raise Refused("set `use_directory_urls: false`: the book must work from its files")
    root, docs = Path(host.config_file_path).resolve().parent, Path(host.docs_dir)
    names = [one for one in host.markdown_extensions if isinstance(one, str)]  # some are plugins'
    markdown = {name: host.mdx_configs.get(name, {}) for name in names}
    check(markdown, own.glossary, docs)
    _name_folders(markdown.get(SNIPPETS, {}))
    rules.check(own.rules, KINDS)
    settings = settings_of(root, own)
    sheets = [docs / str(name) for name in host.extra_css]
    colours.use(one.read_text("utf-8", "replace") for one in sheets if one.is_file())
    if lacks := live.missing(root):
        log.info("%s", lacks)
    runner = before.runner if before else runner_of(own, docs, settings, site)
    book = Book(
        settings=settings, runner=runner, docs=docs, progress=own.progress, rules=own.rules,
        live=not lacks, glossary=own.glossary, markdown=sendable(markdown), title=host.site_name,
        description=host.site_description or "", language=host.theme.get("language", "en"),
        address=host.site_url or "", author=host.site_author or "",
    )  # fmt: skip
    superfences = markdown["pymdownx.superfences"]
    superfences["custom_fences"] = [*superfences.get("custom_fences", []), *book.custom_fences]
    return book, markdown


def _name_folders(snippets: dict[str, Any]) -> None:
    """Name the folders of snippets as text, which another process can have. Raises Refused."""
    base = snippets.get("base_path", [])
    try:
        paths = [base] if isinstance(base, str | os.PathLike) else base
        snippets["base_path"] = [os.fspath(path) for path in paths or ["."]]
    except Exception:  # what follows the page has no name before there is a page
        says = f"{SNIPPETS}: `base_path: !relative` names no folder here"
        raise Refused(f"{says}; write `!relative $docs_dir`, or $config_dir") from None


def runner_of(own: Any, docs: Path, settings: Settings, site: Path | None) -> Runner:
    """What runs the pages of a book; while it is served, once.

    By default results are kept between builds everywhere but in CI, where pages run twice.
    """
    root, ci = settings.root, bool(os.environ.get("CI"))
    keeps, kept = not ci, root / ".cache" / "unpasted"
    if keeps and not (keeps := owned(kept)):
        log.info(".cache/unpasted is no cache of ours, so nothing is kept; remove it")
    twice = bool(site and (ci if own.twice is None else own.twice))
    sources = [Path(path) for path in settings.path if Path(path) != root]
    beside = [root / name for name in (*own.packages, "mkdocs.yml")]
    guarded = [docs, *sources, *beside, site, Path(__file__).parent] if site else []
    cache = Cache(kept if keeps else None, twice=twice)
    return Runner(cache, drawing.environment, drawing.FIRST, guarded=guarded)


def check(extensions: Collection[str], defining: str, docs: Path) -> None:
    """Raise Refused for what the book needs and mkdocs.yml does not give, with the cure.

    Arguments:
        extensions: of Markdown, by their names.
        defining: the page that defines the terms, relative to `docs`, or nothing.
    """
    given = [name.removeprefix("markdown.extensions.") for name in extensions]
    needed = (*NEEDED, "def_list") if defining else NEEDED
    if missing := [f"  - {name}\n" for name in needed if name not in given]:
        raise Refused(f"add to mkdocs.yml:\n\nmarkdown_extensions:\n{''.join(missing)}")
    if defining and not (docs / defining).exists():
        raise Refused(f"the glossary {defining} is not in {docs.name}")


def settings_of(root: Path, own: Any) -> Settings:
    """The settings of a project whose packages lie in `src/`, or beside its mkdocs.yml.

    Arguments:
        own: see book_from. The words of the interface in it are said from now on.

    Raises Refused for a package or a module that is not there: cells would import another one of
    that name, or none; and for words that no page says.
    """
    words.use(own.words)
    environment = [(name, os.environ[name]) for name in own.environment if name in os.environ]
    folders = [folder for folder in (root / "src", root) if folder.is_dir()]
    named = [("packages", name) for name in own.packages]
    named += [(one, own[one]) for one in ("steps", "drawing") if own[one]]
    for setting, name in named:
        parent, dot, last = name.rpartition(".")
        beside = [str(folder / parent.replace(".", "/")) for folder in folders]
        kind, end = ("package", "") if setting == "packages" else ("module", ".py")
        found = pkgutil.iter_modules(beside)
        there = [one.name for one in found if one.ispkg or kind == "module"]
        if last not in there:
            says = f"there is no {kind} src/{name.replace('.', '/')}{end} in this project"
            hint = did_you_mean(last, there, 0.5, parent + dot)
            raise Refused(f"`{setting}:` names {name}; {says}{hint}")
    tops = {name.partition(".")[0] for _, name in named}
    flat = any((root / top).is_dir() or (root / f"{top}.py").exists() for top in tops)
    used = (*(str(folder) for folder in folders if folder != root or flat),)
    given = (*own.packages,), own.steps, own.drawing, (*own.words.items(),), (*environment,)
    return Settings(root, used, *given)
