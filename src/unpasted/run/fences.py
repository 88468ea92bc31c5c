"""Hands the fences of a page to markdown-exec, which calls what runs them and renders the output.

markdown-exec looks up a language in its public table `formatters`; what stands there for a page
is set here, each a `base_format` around the session of the page. So every cell has markdown-exec
below it on the stack, and the options that markdown-exec documents are markdown-exec's own.
"""

import contextlib
import os
import pickle
import re
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from types import ModuleType
from typing import Any, cast

import markdown_exec
from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown_exec import MarkdownConverter, base_format, formatter, formatters

from unpasted import formulas
from unpasted.faults import Fault, Place
from unpasted.read.fence import Fence
from unpasted.read.prose import SPECIAL, Formula, thing_in, value_html
from unpasted.run.session import PAGE, Session

# The entry of `formatters` for whatever has no language of markdown-exec's.
OURS = "unpasted"
FOLDER = "📁"  # of a `tree`; no font that a book brings has it, so that a style draws it
TABLE: dict[str, Any] = cast(Any, formatters)


class Formatters(Extension):  # type: ignore[misc]  # Markdown has no types
    """markdown-exec, as one page has it; and formulas and values in the Markdown that cells print.

    Arguments:
        session: runs the code.
        markdown: the extensions with which output is converted, and their settings.
    """

    def __init__(self, session: Session, markdown: Mapping[str, Any]) -> None:
        super().__init__()
        self._session = session
        self._md = Markdown()  # takes the headings; what is converted has its own
        self._source = ""
        self._printed: list[str] = []
        self._faults: list[Fault] = []
        self._values: Mapping[tuple[str, str], str] = {}
        self._sessions: dict[str, ModuleType] = {}
        self._blocks = Counter[str]()  # of each session, and of none
        bash = partial(self._shell, shell="bash")
        for name, run, starts in (
            ("python", self._python, ()), ("pycon", self._python, (">>> ", "... ")),
            ("sh", self._shell, ()), ("bash", bash, ()), ("console", self._shell, ("$ ", "% ")),
        ):  # fmt: skip
            read = partial(_behind, starts) if starts else None
            around: Any = {"language": name, "run": run, "transform_source": read}
            TABLE[name] = partial(base_format, **around)
        TABLE["py"] = TABLE["python"]
        ours = {"validator": markdown_exec.validator, "format": self._nested}
        superfences = dict(markdown.get("pymdownx.superfences", {}))
        own = [{"name": one, "class": one, **ours} for one in formatters]
        superfences["custom_fences"] = [*superfences.get("custom_fences", []), *own]
        configs = {**markdown, "pymdownx.superfences": superfences}
        markdown_exec.markdown_config.save([*markdown, self], configs)
        MarkdownConverter.counter = 0

    def call(self, make: Callable[[], Any]) -> Any:
        """What `make` returns, which has `html`, called by markdown-exec."""
        made = []

        def run(*_: Any, **__: Any) -> str:
            made.append(make())
            return str(made[0].html)

        TABLE[OURS] = partial(base_format, language="python", run=run)
        formatter("", OURS, "", {"html": True}, self._md)
        return made[0]

    def documented(self, fence: Fence) -> tuple[str, str]:
        """Run a fence whose header is written as markdown-exec documents it.

        Returns its HTML, and the raw output. Raises Fault.
        """
        options: dict[str, Any] = fence.content
        self._printed, self._faults, self._values, self._source = [], [], {}, fence.body
        if (folder := options["workdir"]) and not os.path.isdir(folder):
            says = f'workdir="{folder}" is no folder; it is looked up from that of mkdocs.yml'
            raise Fault(fence.place, says)
        made = formatter(fence.body, fence.language, "", {**options}, self._md)
        if self._faults:
            raise self._faults[0]
        html = str(made)
        if fence.language == "tree":
            html = html.replace(FOLDER, f'<span class="folder">{FOLDER}</span>')
        return html, "\n".join(self._printed)

    def markdown(self, text: str, values: Mapping[tuple[str, str], str]) -> str:
        """Markdown as HTML, converted by markdown-exec.

        Arguments:
            values: the texts of the values in it, by expression and format.

        Raises Fault for a formula that cannot be read.
        """
        self._values, self._faults = values, []
        html = str(MarkdownConverter(self._md, update_toc=False).convert(text, id_prefix=""))
        if self._faults:
            raise self._faults[0]
        return html

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Have formulas and values read before code in backticks, which has 190."""

        def handle(found: re.Match[str], _: str) -> Any:
            html = self._inline(found)
            return (md.htmlStash.store(html), *found.span()) if html else (None, None, None)

        processor = InlineProcessor("", md)
        processor.compiled_re, processor.handleMatch = SPECIAL, handle
        md.inlinePatterns.register(processor, "unpasted", 195)

    def _inline(self, found: re.Match[str]) -> str:
        """The HTML of a formula, or of a value, in what a cell printed; nothing for other text."""
        place = self._session.fence.place
        thing = thing_in(found, place)
        if isinstance(thing, Formula):
            return formulas.mathml(thing.tex, place, display=thing.display)
        if isinstance(thing, str):
            return ""
        known = self._values.get((thing.expression, thing.form))
        return f"<code>{escape(found[0].strip('`'))}</code>" if known is None else value_html(known)

    def _nested(self, source: str, language: str, css: str, options: Any, md: Any, **_: Any) -> str:
        """A fence in Markdown that is converted; SuperFences would swallow what it raises."""
        around, self._source = self._source, source
        try:
            return formatter(source, language, css, options, md)
        except Fault as fault:
            self._faults.append(fault)
            return ""
        finally:
            self._source = around

    def _python(self, code: str, session: str = "", id: str = "", title: str = "", **_: Any) -> str:
        own = None if session == PAGE else self._variables(session, id, title)
        outcome = self._session.run(code, self._place, own)
        self._session.check(outcome, self._place)
        return self._took(outcome.stdout)

    def _variables(self, session: str, id: str, title: str) -> dict[str, Any]:
        """The variables of a session, or new ones; `__name__` is what markdown-exec calls a block.

        Whoever looks up a class finds it in the module of that name.
        """
        self._blocks[session] += 1
        parts = {"session ": session, "n": self._blocks[session], "title ": title}
        words = [f"id {id}"] if id else [f"{key}{text}" for key, text in parts.items() if text]
        name = re.sub(r"[^a-zA-Z\d]+", "_", f"<code block {' '.join(words)}>")
        new = ModuleType(name)
        module = sys.modules[name] = self._sessions.setdefault(session, new) if session else new
        module.__name__ = name
        return vars(module)

    def _shell(self, code: str, returncode: int = 0, shell: str = "sh", **_: Any) -> str:
        command = [shell, "-c", code]
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        run = partial(subprocess.run, command, encoding="utf-8", **both)
        outcome = self._session.guard(run, self._place)
        self._session.check(outcome, self._place)
        done = outcome.value
        if done.returncode != returncode:
            says = f"the command ended with {done.returncode}, and {returncode} was expected"
            cure = f'fix it, or write returncode="{done.returncode}"'
            last = textwrap.indent(f"\n{done.stdout.strip()[-500:]}".rstrip(), "  ")
            raise Fault(self._place, f"{says}; {cure}{last}")
        return self._took(done.stdout)

    def _took(self, output: str) -> str:
        text = self._session.publishable(output, self._session.fence.place)
        self._printed.append(text)
        return text

    @property
    def _place(self) -> Place:
        """Where the code begins that runs; nested code is looked up in its fence."""
        written = [line.strip() for line in self._session.fence.body.split("\n")]
        lines = [line.strip() for line in self._source.split("\n")]
        first = next(filter(None, lines), "")
        below = written.index(first) - lines.index(first) if first in written else 0
        return self._session.fence.body_place.below(below)


def sendable(markdown: Mapping[str, Any]) -> dict[str, Any]:
    """The extensions of Markdown, each with those of its settings that another process can have.

    Left out are the meanings of the glossary too, whose every change would run all cells.
    """
    kept = {name: dict[str, Any]() for name in markdown}
    for name in markdown.keys() - {"abbr"}:
        with contextlib.suppress(Exception):  # whatever keeps it from being pickled
            kept[name] = pickle.loads(pickle.dumps(markdown[name]))
    return kept


def convert_once(extensions: Mapping[str, Any]) -> None:
    """Convert a fence, so that all that it needs is loaded; settings that fail do so in a page."""
    with contextlib.suppress(Exception):
        markdown = Markdown(extensions=[*extensions], extension_configs=extensions)
        markdown.convert("```python\nx\n```")


def _behind(prompts: tuple[str, ...], code: str) -> tuple[str, str]:
    """The code behind prompts, each line where it stood, and the lines that are shown."""
    run = [line[len(prompts[0]) :] if line.startswith(prompts) else "" for line in code.split("\n")]
    return "\n".join(run), "\n".join(one for one in code.split("\n") if one.startswith(prompts))
