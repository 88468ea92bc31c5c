"""```python exec: source above, as every kind shows it, and what it printed below.

And fences as markdown-exec documents them: ```python exec="on", `console`, `tree`, …
"""

import ast
import re
from html import escape, unescape
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from unpasted.kinds.drawing import drawable
from unpasted.run.making import Fault, Fence, Grammar, Kind, Making, Printed, Result, filled
from unpasted.run.session import PAGE

HIDE = re.compile(r"#\s*hide\s*$")
BRACKET = re.compile(r'(?<=>)<span class="p">[^<]*[(\[{]</span>(?=<)')
OPERATED = r'<span class="o">[^<]+</span> <span class="[^"]+">[^<]{1,20}</span>'
WHOLE = re.compile(  # a clause; what is in brackets; = and what is bound; an operator's right side
    r'(?<=\S )<span class="k">(?:for|if)</span>.*?(?=$| <span class="k">(?:for|if|else)</span>)'
    r'|(?<=[(\[{]</span>)(?:<span class="(?!p")[^"]+">[^<]*</span>|<span class="p">,</span>| )+'
    r'(?=<span class="p">[)\]}])'
    r'|<span class="[^"]+">[^<]{1,20}</span> <span class="o">[-+*/]*=</span>(?= )'
    rf"|{OPERATED}"
)
ONE = r'<span class="one">\g<0></span>'
UNBROKEN = re.compile(r"(?:<[^>]+>|[^<> ])+")
LONG = 34  # characters: a line of it may break on a phone
SHORT = 28  # and a part of one, of no more, stays whole
FORMATTER = HtmlFormatter(nowrap=True)
PRINTED_FENCE = re.compile(r"^[ >]*(?:`{3,}|~{3,}) *(?P<header>\S.*)$", re.M)


def run(making: Making) -> Result:
    """Run the cell; its output alone is read as Markdown on request."""
    fence, marked = making.fence, "markdown" in making.fence.flags
    printed, value = making.cell()
    for opened in PRINTED_FENCE.finditer(printed.text) if marked else ():
        words = " ".join(opened["header"].split()[:2])
        if any(f"{words} ".startswith(f"{kind} ") for kind in making.session.kinds):
            says = f"the cell prints a fence that would not run: {opened[0].strip()}; print ```text"
            raise Fault(fence.place, says)
    if not printed.raised and (unseen := _unseen(fence.body, value, printed.text)):
        raise Fault(fence.place, unseen)
    shown = making.markdown(printed.text) if marked else output_html(printed)
    return making.result(with_source(making, shown), printed, printed)


def _unseen(code: str, value: Any, printed: str) -> str:
    """What is wrong with a last line whose value the author may expect to see, or nothing."""
    last = ast.parse(code).body[-1:]
    if not last or not isinstance(last[0], ast.Expr):
        return ""
    written = last[0].value
    called = written.func if isinstance(written, ast.Call) else None
    if called and (getattr(called, "attr", "") == "show" or drawable(value)):
        return "a cell shows what it prints, and no drawing; write ```python figure for that"
    if value is None or isinstance(written, ast.Constant) or (called and printed):
        return ""  # or it was called for what it printed
    cure = f"write print({ast.unparse(written)})"
    if called:
        cure += f", or _ = {ast.unparse(written)} where it is called for what it does"
    return f"the last line of the cell has a value that nothing shows; {cure}"


def is_live(fence: Fence) -> bool:
    """Whether readers may edit and run a cell: they see its code, and its output as text."""
    return not {"hide", "markdown", "scrolled"} & fence.flags and "still" not in fence.options


def output_html(printed: Printed) -> str:
    """What a cell printed, and the error that was its lesson, as text."""
    return filled("output.html", printed=printed)


def with_source(making: Making, shown: str) -> str:
    """A cell's source above what it came to; unseen or closed on request."""
    fence, session = making.fence, making.session
    source, live = code_html(fence.body), session.kinds[fence.kind].live(fence)
    known = {"flags": fence.flags, "number": session.job, "live": live}
    return filled("cell.html", source=source, shown=shown, **known)


def code_html(code: str, caption: str = "") -> str:
    """Python source as a highlighted block, without lines that end in `# hide`."""
    html = highlighted(code)
    return block("".join(f'<span class="line">{html[n]}\n</span>' for n in shown(code)), caption)


def shown(code: str) -> list[int]:
    """The numbers of the lines that show: not the hidden ones, and no blank one at either end."""
    texts = code.split("\n")
    numbers = [n for n, text in enumerate(texts) if not HIDE.search(text)]
    filled = [at for at, n in enumerate(numbers) if texts[n].strip()]
    return numbers[filled[0] : filled[-1] + 1] if filled else []


def block(lines: str, caption: str = "", kind: str = "language-python highlight") -> str:
    """Lines of HTML as a block of code, what it is named above it."""
    head = f'<span class="filename">{escape(caption)}</span>' if caption else ""
    return f'<div class="{kind}">{head}<pre><code>{lines}</code></pre></div>'


def highlighted(code: str) -> list[str]:
    """The lines of Python source, each with its words marked up, and where a long one may break.

    That is at a blank, but for those in a clause or in brackets that fit into a
    line, and behind an operator; behind a bracket only in what has neither and is long itself.
    """
    html = highlight(code, PythonLexer(stripnl=False, ensurenl=False), FORMATTER)
    lines = html.removesuffix("\n").split("\n")
    return [_breakable(line) if _is_long(line) else line for line in lines]


def _breakable(line: str) -> str:
    return UNBROKEN.sub(_cut, WHOLE.sub(_whole, line))


def _whole(part: re.Match[str]) -> str:
    fits = "> <" in part[0] and not _is_long(part[0], SHORT)
    return part.expand(ONE) if fits else re.sub(OPERATED, ONE, part[0])


def _cut(run: re.Match[str]) -> str:
    return BRACKET.sub(r"\g<0><wbr>", run[0]) if _is_long(run[0]) else run[0]


def _is_long(html: str, most: int = LONG) -> bool:
    return len(unescape(re.sub(r"<[^>]+>", "", html))) > most


def documented(making: Making) -> Result:
    """Run a fence as markdown-exec documents it; what that makes of it is its HTML."""
    html, printed = making.formatters.documented(making.fence)
    return Result({"whole": html}, printed=Printed(printed), outputs=printed)


def shared(fence: Fence) -> str:
    """What later cells of the page find: the code of a block that shares their variables."""
    shares = fence.language in ("python", "py") and fence.content["session"] == PAGE
    return fence.body if shares else ""


GRAMMAR = Grammar(("hide", "fold", "markdown"), ("raises", "timeout", "still", "digits"))
KIND = Kind(GRAMMAR, run=run, code=lambda fence: fence.body, live=is_live)
DOCUMENTED = Kind(Grammar(), run=documented, code=shared)
