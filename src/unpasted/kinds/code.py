"""Python source as the page shows it."""

import re
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

HIDE = re.compile(r"#\s*hide\s*$")
BREAKS = re.compile(r'(?<=>)<span class="(?:p">[^<]*[(\[{,]|o">=)</span>(?=<)')
LEXER, FORMATTER = PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True)


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
    return f'<div class="{kind}">{head}<pre tabindex="0"><code>{lines}</code></pre></div>'


def highlighted(code: str) -> list[str]:
    """The lines of Python source, each with its words marked up, and where a long one may break."""
    html = BREAKS.sub(r"\g<0><wbr>", highlight(code, LEXER, FORMATTER))
    return html.removesuffix("\n").split("\n")
