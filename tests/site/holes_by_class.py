"""More natural ways for a page to be wrong, by the classes of what makes a build lie.

Each is red, located where its author can mend it, or comes out right: then it says what its page
shows. The classes: 1, what fed a result and nobody recorded; 2, what arrives after reading, or is
swallowed on the way; 3, what outlives its cell; 4, markup that silently is none; 5, trust across a
boundary.
"""

from typing import NamedTuple


class Case(NamedTuple):
    """One page.

    Arguments:
        page: the Markdown, or the bytes of the file.
        said: how its fault begins, with file and line; or
        shows: a text that its page has when it is built, where it comes out right.
        other: another page, which comes after it.
    """

    name: str
    page: str | bytes
    said: str = ""
    shows: str = ""
    other: str = ""


SNIPPETS = {
    "cell.txt": "```python exec\nprint(6 * 7)\n```\n",
    "raising.txt": "Some words.\n\n```python exec\n1 / 0\n```\n",
    "value.txt": "It is `= 6 * 7 + 1`, and $x^2$.\n",
    "misspelt.txt": "```python exce\nprint(1)\n```\n",
    "code.txt": "print(6 * 7 + 2)\n",
    "parts.txt": "; --8<-- [start:one]\nOne is `= 40 + 5`.\n; --8<-- [end:one]\nTwo is `= nope`.\n",
    "note.txt": "[!NOTE]\nOf GitHub.\n",
}
HOOKS = '''"""What other plugins do."""

BROUGHT = {
    "HOOK-CELL": "```python exec\\nprint(50 + 1)\\n```",
    "HOOK-RAISES": "```python exec\\n1 / 0\\n```",
    "HOOK-VALUE": "It is `= 50 + 2`, and $x^2$.",
    "HOOK-MISSPELT": "```python exce\\n1\\n```",
}
CONTENT = {
    "CONTENT-VALUE": "<code>= 1 + 1</code>",
    "CONTENT-FENCE": "```python exec",
    "CONTENT-FORMULA": "$\\\\frac{a}{b}$",
    "CONTENT-NOTE": "!!! note",
    "CONTENT-MARKER": "wzxhzdk:7",
    "CONTENT-LINK": "[a](page.md)",
}


def on_page_markdown(markdown, **_):
    for name, text in BROUGHT.items():
        markdown = markdown.replace(name, text)
    return markdown.replace("HOOK-LINES\\n", "one\\n\\ntwo\\n\\nthree\\n")


def on_page_content(html, **_):
    for name, text in CONTENT.items():
        html = html.replace(name, text)
    return html
'''


def page(text: str) -> str:
    return f"# Page\n\n{text}\n"


def cell(code: str, header: str = "python exec") -> str:
    return page(f"```{header}\n{code}\n```")


def asked(body: str) -> str:
    return page(f"```predict\n{body}\n```")


# fmt: off
UNRECORDED = [
    Case("a variable of the machine", cell("import os\nprint('seen:', os.environ.get('LEAKED'))"), shows="seen: None"),
    Case("the zone of the machine", cell("import time\nprint('zone:', time.tzname[0])"), shows="zone: UTC"),
    Case("the width of the terminal", cell("import os\nprint('columns:', os.environ.get('COLUMNS', '80'))"), shows="columns: 80"),
    Case("the seed of hashes", cell("import os\nprint('seed:', os.environ.get('PYTHONHASHSEED'))"), shows="seed: 0"),
    Case("an address in a set", cell("print({object()})"), "index.md:3: the output holds a memory address"),
    Case("an address in a value", page("It is `= object()`."), "index.md:3: the output holds a memory address"),
]
SWALLOWED = [
    Case("a cell of a snippet", page('--8<-- "cell.txt"'), shows="42"),
    Case("a value and a formula of a snippet", page('--8<-- "value.txt"'), shows='<code class="value">43</code>'),
    Case("a snippet in a cell", cell('--8<-- "code.txt"'), shows="44"),
    Case("a part of a snippet", page('--8<-- "parts.txt:one"'), shows='<code class="value">45</code>'),
    Case("a snippet of another part", page('--8<-- "parts.txt:two"'), "index.md:3: this snippet cannot be read"),
    Case("a snippet that raises", page('--8<-- "raising.txt"'), "index.md:3: ZeroDivisionError"),
    Case("a snippet that is not there", page('Words.\n\n--8<-- "gone.txt"'), "index.md:5: this snippet cannot be read"),
    Case("a snippet with a misspelt fence", page('--8<-- "misspelt.txt"'), "index.md:3: unknown fence `python exce`"),
    Case("a snippet with a note of GitHub", page('--8<-- "note.txt"'), "index.md:3: `[!NOTE]` is left as text"),
    Case("a line below a snippet", page('--8<-- "cell.txt"\n\n```python exec\n1 / 0\n```'), "index.md:6: ZeroDivisionError"),
    Case("a cell of a hook", page("HOOK-CELL"), shows="51"),
    Case("a value and a formula of a hook", page("HOOK-VALUE"), shows='<code class="value">52</code>'),
    Case("a cell of a hook that raises", page("HOOK-RAISES"), "index.md:3: ZeroDivisionError"),
    Case("a misspelt fence of a hook", page("HOOK-MISSPELT"), "index.md:3: unknown fence `python exce`"),
    Case("a line below those of a hook", page("HOOK-LINES\n```python exec\n1 / 0\n```"), "index.md:5: ZeroDivisionError"),
    Case("a value in the HTML of a hook", page("Of CONTENT-VALUE."), "index.md:1: `= 1 + 1` is a value that was not computed"),
    Case("a fence in the HTML of a hook", page("CONTENT-FENCE"), "index.md:1: ````python exec` is left as text: a fence"),
    Case("a formula in the HTML of a hook", page("Of CONTENT-FORMULA."), "index.md:1: `\\frac{` is left as text: a formula"),
    Case("a note in the HTML of a hook", page("CONTENT-NOTE"), "index.md:3: `!!! note` is left as text"),
    Case("a marker in the HTML of a hook", page("CONTENT-MARKER"), "index.md:1: `wzxhzdk:7` is left as text"),
    Case("a link in the HTML of a hook", page("CONTENT-LINK"), "index.md:1: `[a](page.md)` is left as text"),
    Case("a comment behind a backslash", page("\\<!-- x --> y"), "index.md:3: a backslash keeps no comment from being one"),
    Case("code over two lines that holds a comment's beginning", page("a `x <!-- y\nz` b\n\nshown `= 53`"), shows='<code class="value">53</code>'),
    Case("code whose second line is a comment", page("a `x\n<!-- y -->` b"), "index.md:4: Markdown takes this for a comment"),
    Case("code with a comment in it", page("a `<!-- x -->` b `= 54`"), shows='<code class="value">54</code>'),
    Case("a cell that is commented out", page("<!--\n```python exec\n1 / 0\n```\n-->\n\n`= 55`"), shows='<code class="value">55</code>'),
    Case("a comment behind code that never ends", page("a \\` b <!-- x\n\n```python exec\n1 / 0\n```\n\n-->\n\n`= 56`"), shows='<code class="value">56</code>'),
    Case("words taken for front matter", "Warning: this is not front matter.\n\n# Page\n", "index.md:1: `Warning:` in the first line is taken for front matter"),
    Case("a value over two lines", page("It is `= 50 +\n7`."), shows='<code class="value">57</code>'),
    Case("a value with a blank before its sign", page("It is ` = 58 `."), shows='<code class="value">58</code>'),
    Case("a value with blanks that are none", page("It is `=\u00a059`."), shows='<code class="value">59</code>'),
    Case("a value between stray backticks", page("So `: ` = 99999 + 1 ` :`."), "index.md:3: `= 99999 + 1` is left as text: a backtick too many"),
    Case("a value without a blank", page("x is `=x`."), "index.md:3: `=x` is a value without a blank after its sign"),
    Case("an item of a list as a value", page("It is `=x[0]`."), "index.md:3: `=x[0]` is a value without a blank after its sign"),
    Case("a value in a table", page("| a |\n|---|\n| `= 60` |"), shows='<code class="value">60</code>'),
    Case("a value in two backticks", page("Write `` = 1 `` here."), shows=">= 1</span></code>"),
    Case("a value that is shown", page("Write `` `= 1` `` here."), shows=">`= 1`</span></code>"),
    Case("a formula in code", page("It is `$x^2$`."), "index.md:3: `$x^2$` is a formula that was not set"),
    Case("a formula that is shown", page("Write `` $x^2$ `` here."), shows="<code>$x^2$</code>"),
    Case("a fence in code", page("Run ```python exec\nprint(1)\n``` here."), "index.md:3: "),
    Case("a note in code", page("It is `!!! note`."), "index.md:3: `!!! note` is a note that is none"),
    Case("a formula over two lines", page("It is $a + b\n= c^2$."), shows="<math"),
    Case("a formula over two lines in a quote", page("> It is $a + b\n> = c^2$."), shows="<math"),
    Case("prices that are no formula", page("It costs $5 or\nmaybe US$ 6."), shows="It costs $5 or"),
    Case("a template that nobody fills", page("It is {{ version }}."), "index.md:3: `{{ version }}` is left as text"),
    Case("an include of Jinja", page("{% include 'x.md' %}"), "index.md:3: `{% include 'x.md' %}` is left as text"),
    Case("an include of markdown-include", page("{!x.md!}"), "index.md:3: `{!x.md!}` is left as text"),
    Case("a formula that never ends", page("It is $x^2 + 1."), "index.md:3: `$x^` is left as text: a formula ends with $"),
    Case("a formula of GitLab", page("It is $`x^2`$."), shows="<msup>"),
]
OUTLIVES = [
    Case("a thread that fails late", cell("import threading, time\ndef late():\n    time.sleep(0.3)\n    1 / 0\nthreading.Thread(target=late, daemon=True).start()") + "\n```python exec\nimport time\ntime.sleep(0.6)\nprint(1)\n```\n", "index.md:7: ZeroDivisionError"),
    Case("words that come late", cell("import threading\nthreading.Timer(0.3, print, ['late']).start()") + "\n```python exec\nprint('other')\n```\n", shows="late"),
    Case("an error at the end of Python", cell("import atexit\natexit.register(lambda: 1 / 0)"), "index.md:3: "),
    Case("an error while an object ends", cell("class A:\n    def __del__(self):\n        1 / 0\nA()\nprint(1)"), "index.md:6: ZeroDivisionError"),
    Case("an error in a forked child", cell("import os\nif os.fork() == 0:\n    1 / 0\nos.wait()\nprint(1)"), "index.md:"),
    Case("a child that ends a little later", cell("import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 0.3; echo late'])\nprint('now')"), shows="late"),
    Case("a child that goes on", cell("import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 9; echo late'])\nprint('now')"), "index.md:3: "),
    Case("a child in a session of its own", cell("import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 9; echo late'], start_new_session=True)\nprint('now')"), "index.md:3: "),
]
NO_MARKUP = [
    Case("a list without an empty line", page("Words:\n- one\n- two"), shows="<li>two</li>"),
    Case("a numbered list without an empty line", page("Words:\n1. one\n2. two"), shows="<li>two</li>"),
    Case("a quoted list without an empty line", page("> Words:\n> - one\n> - two"), shows="<li>two</li>"),
    Case("a list in a note without an empty line", page("!!! note\n    Words:\n    - one\n    - two"), shows="<li>two</li>"),
    Case("a list that begins with three", page("3. three\n4. four"), shows='<ol start="3">'),
    Case("a nested item indented by two", page("- one\n  - two"), "index.md:4: this item is indented by 2"),
    Case("a nested item indented by three", page("1. one\n   - two"), "index.md:4: this item is indented by 3"),
    Case("a paragraph of an item indented by two", page("- one\n\n  more"), "index.md:5: this is indented by 2, so it ends the list above"),
    Case("a paragraph of an item indented by three", page("1. one\n\n   more\n\n2. two"), "index.md:5: this is indented by 3, so it ends the list above"),
    Case("a list with brackets", page("1) one\n2) two"), "index.md:3: `1) one` is left as text"),
    Case("a list of a word processor", page("• one\n• two"), "index.md:3: `• one` is left as text"),
    Case("a list with dashes of a word processor", page("– one\n– two"), "index.md:3: `– one` is left as text"),
    Case("a list with a blank that is none", page("-\u00a0one\n-\u00a0two"), "index.md:3: `-\u00a0one` is left as text"),
    Case("a heading with a blank that is none", page("##\u00a0Title"), shows=">Title</h2>"),
    Case("a heading in full width", page("＃ Title"), "index.md:3: `＃ Title` is left as text"),
    Case("seven signs of a heading", page("####### Title"), "index.md:3: `# Title` is left as text"),
    Case("a sentence that becomes a heading", page("This is a sentence.\n---\nMore."), "index.md:4: the sentence above becomes a heading"),
    Case("a rule of dashes that are none", page("Words\n\n———\n\nmore"), "index.md:5: `———` is left as text"),
    Case("a note indented by two", page("!!! note\n  Words."), "index.md:4: this is indented by 2, so it is outside of the note above"),
    Case("a note's title without quotes", page("!!! note My title\n    Words."), 'index.md:3: a title stands between quotes: `!!! note "My title"`'),
    Case("a formula closed by a second one", page("Between $x and $y$."), "index.md:3: `$x` is left as text: a formula ends with $"),
    Case("a note that is not indented", page("!!! note\nWords."), "index.md:4: this is outside of the note or tab above, which is empty"),
    Case("a note that ends at once", page("!!! note\n\nWords."), "index.md:5: this is outside of the note or tab above"),
    Case("a titled note that is not indented", page('!!! note "A"\nWords.'), "index.md:4: this is outside of the note or tab above"),
    Case("an attribute that is not closed", "# Page\n\n## Two {#two\n", "index.md:3: `Two {#two` is left as text: attributes, { .name }"),
    Case("a picture that says nothing", page("![](pic.svg)"), "index.md:3: this picture has no text alternative"),
    Case("an element of a picture that says nothing", page('<img src="pic.svg"/>'), "index.md:3: this picture has no text alternative"),
    Case("a note without its extension", page("??? note\n    Words."), "index.md:3: `??? note` is left as text"),
    Case("an open note without its extension", page("???+ note\n    Words."), "index.md:3: `???+ note` is left as text"),
    Case("a tab without its extension", page('=== "One"\n\n    Words.'), 'index.md:3: `=== "One"` is left as text'),
    Case("a note whose blank is none", page("!!!\u00a0note\n    Words."), "index.md:3: `!!!\u00a0note` is left as text"),
    Case("a note with a sign too many", page("!!! *note\n    Words."), "index.md:3: `!!! *note` is left as text"),
    Case("a fence of two backticks and a sign", page("``?python exec\nprint(1)"), "index.md:3: ```?python exec` is left as text"),
    Case("a fence that lost its backticks", page('python figure alt="x"\nb'), 'index.md:3: `python figure alt="x"` is left as text'),
    Case("a reason behind its question", page("```predict\nWhat?\nanswer: 6 * 7\n```\nwhy: So it is."), "index.md:7: `why: So it is.` is left as text: it is a line of a question"),
    Case("a choice behind its question", page("```predict\nWhat?\nchoice 1 > 0: One.\nchoice 0 > 1: None.\nbecause: No.\nwhy: So it is.\n```\nchoice 2 > 9: Two."), "index.md:10: `choice 2 > 9: Two.` is left as text: it is a line of a question"),
    Case("a reason that is indented", page("```predict\nWhat?\nanswer: 6 * 7\n  why: So it is.\n```"), "index.md:6: `why` begins its line, and a blank follows its colon"),
    Case("a reason without a blank", page("```predict\nWhat?\nanswer: 6 * 7\nwhy:So it is.\n```"), "index.md:6: `why` begins its line, and a blank follows its colon"),
    Case("a question whose code begins below no line", page("```predict\nWhat?\nanswer: 6 * 7\nwhy: So it is.\n---print(1)\n```"), "index.md:7: code begins below a line that is `---`"),
    Case("a mark of a line that is misspelt", page("```predict\nWhich line?\ncheck: f() == 2\nwhy: So it is.\n---\ndef f():\n    a = 1  # soud: It is one.\n    return a  # faulty: return a + 1\nprint(f())\n```"), "index.md:9: unknown mark `# soud:`; write `# sound: …`"),
    Case("a backtick within a word", page("For each pati`ent that you cure."), "index.md:3: `pati`ent` is left as text: code stands between two backticks"),
    Case("code that lost its first backtick", page("It is `one`,\nor two`, with `three`."), "index.md:4: `three`` is left as text"),
    Case("a backtick that is shown", page("A sign \\` and `code`."), shows="A sign ` and"),
    Case("a backtick in a question", page("```predict\nWhat?\nchoice 1 > 0: It is one`.\nchoice 0 > 1: None.\nbecause: No.\nwhy: So it is.\n```"), "index.md:5: `one`` is left as text"),
    Case("a cell of a table that begins with a blank that is none", page("| a |\n|---|\n|\u00a0`x` |"), "index.md:"),
    Case("a list of words and colons", page("- why: for this\n- hint: that"), shows="why: for this"),
    Case("items with paragraphs of words and colons", page("- why: for this\n\n- check it: that"), shows="why: for this"),
    Case("cells of a table with words and colons", page("| why: a | hint: b |\n|---|---|\n| why: c | d |"), shows="why: c"),
    Case("a table in a question", page("```predict\nWhat?\n\na | b\n--- | ---\n1 | 2\n\nanswer: 6 * 7\nwhy: So it is.\n```"), shows="<table"),
    Case("a comment that is no mark", page("```predict\nWhich line?\ncheck: f() == 2\nwhy: So it is.\n---\ndef f():\n    a = 1  # round: it has no digits\n    return a  # faulty: return a + 1\nprint(f())\n```"), shows="round: it has"),
    Case("a backtick and a comment", page("a ` b <!-- x\n\n```python exec\n1 / 0\n```\n\n-->"), "index.md:3: ``` is left as text"),
    Case("a cell that cannot be read above a question", cell("a = (1") + "\n```predict\nWhat?\nanswer: 6 * a\nwhy: So it is.\n---\nprint(6 * a)\n```\n", "index.md:4: SyntaxError: '(' was never closed"),
    Case("a header in braces", page("```python {exec}\nprint(1)\n```"), "index.md:3: cannot read the header python {exec}; write ```python exec, without braces"),
    Case("a class and a flag in braces", page("```{.python exec}\nprint(1)\n```"), "index.md:3: cannot read the header {.python exec}"),
    Case("a fence with a capital", page("```Python exec\nprint(1)\n```"), "index.md:3:"),
    Case("a tab without quotes", page("=== Loop\n\n    Words."), "index.md:3: `=== Loop` is left as text"),
    Case("a table without a line below its heads", page("| a | b |\n| 1 | 2 |"), "index.md:3: `| a | b |` is left as text"),
    Case("a check without its colon", page("```exercise\nWrite f.\ncheck f(1) == 1\n---\ndef f(x):\n    return x\n```"), "index.md:5: `check` needs its colon"),
    Case("a check that is misspelt", page("```exercise\nWrite f.\nchekc f(1) == 1: It is 1.\n---\ndef f(x):\n    return x\n```"), "index.md:5: unknown field `chekc f(1) == 1:`; write `check f(1) == 1:`"),
    Case("code without its line", page("```predict\nWhat?\nanswer: 6 * 7\nwhy: So it is.\ny = 3\nprint(y + 1)\n```"), "index.md:8: `print(y + 1)` is read as words; code stands below a line `---`"),
    Case("code below a line that is too short", page("```predict\nWhat?\nanswer: y\nwhy: So it is.\n--\ny = 3\n```"), "index.md:7: code begins below a line that is `---`"),
    Case("a tolerance without its colon", page("```predict\nWhat?\nanswer: 6 * 7\ntolerance 0.5\nwhy: So it is.\n```"), "index.md:6: `tolerance` needs its colon"),
    Case("words that go on", page("```predict\nIs it clear,\nwhy it is so?\nanswer: 6 * 7\nwhy: So it is.\n```"), shows="why it is so?"),
    Case("an exercise in a list", page("- a\n\n    ```exercise\n    Write f.\n    check f(1) == 1: It is 1.\n    ---\n    def f(x):\n        return x\n    ```"), "index.md:5: an exercise fence cannot be in a list item, a note or a tab"),
    Case("a note of GitHub", page("> [!NOTE]\n> Words."), "index.md:3: `[!NOTE]` is left as text"),
    Case("a callout of Obsidian", page("> [!info]- Title\n> Words."), "index.md:3: `[!info]- Title` is left as text"),
    Case("a block of Pandoc", page("::: {.note}\nWords.\n:::"), "index.md:3: `::: {.note}` is left as text"),
    Case("a block of Docusaurus", page(":::tip\nWords.\n:::"), "index.md:3: `:::tip` is left as text"),
    Case("a block of pymdownx", page("/// note\nWords.\n///"), "index.md:3: `/// note` is left as text: add pymdownx.blocks"),
    Case("a directive of MyST", page("```{note}\nWords.\n```"), "index.md:3: `{note}` is a block of MyST"),
    Case("a role of MyST", page("See {ref}`x`."), "index.md:3: `{ref}` is left as text"),
    Case("a target of MyST", page("(here)=\n\n## Title"), "index.md:3: `(here)=` is left as text"),
    Case("a directive of reStructuredText", page(".. note:: Words."), "index.md:3: `.. note:: Words.` is left as text"),
    Case("a role of reStructuredText", page("See :ref:`x`."), "index.md:3: `:ref:` is left as text"),
    Case("a link of reStructuredText", page("See `x <other.md>`_ there."), "index.md:3: "),
    Case("a link of a wiki", page("See [[Other page]]."), "index.md:3: `[[Other page]]` is left as text"),
    Case("a picture of Obsidian", page("![[picture.png]]"), "index.md:3: `![[picture.png]]` is left as text"),
    Case("a link of MediaWiki", page("See [https://example.com the page]."), "index.md:3: `[https://example.com the page]` is left as text"),
    Case("a citation of Pandoc", page("So says [@knuth84]."), "index.md:3: `[@knuth84]` is left as text"),
    Case("a note of Pandoc", page("Words^[a note]."), "index.md:3: `^[a note]` is left as text"),
    Case("a span of Pandoc", page("A [word]{.small}."), "index.md:3: "),
    Case("a comment of Obsidian", page("Words %%hidden%% more."), "index.md:3: `%%hidden%%` is left as text"),
    Case("marked words", page("A ==word== here."), "index.md:3: `==word==` is left as text: add pymdownx.mark"),
    Case("words struck out", page("A ~~word~~ here."), "index.md:3: `~~word~~` is left as text: add pymdownx.tilde"),
    Case("inserted words", page("A ^^word^^ here."), "index.md:3: `^^word^^` is left as text: add pymdownx.caret"),
    Case("keys", page("Press ++ctrl+c++ now."), "index.md:3: `++ctrl+c++` is left as text: add pymdownx.keys"),
    Case("a change under review", page("A {++word++} here."), "index.md:3: `{++word++}` is left as text: add pymdownx.critic"),
    Case("a box to tick", page("- [ ] one\n- [x] two"), "index.md:3: `[ ] one` is left as text: add pymdownx.tasklist"),
    Case("an icon", page("See :material-home: there."), "index.md:3: `:material-home:` is left as text: add pymdownx.emoji"),
    Case("a table of contents", page("[[_TOC_]]"), "index.md:3: `[[TOC]]` is left as text"),
    Case("a fence of quotes", page("'''python exec\nprint(1)\n'''"), "index.md:3: `'''python exec` is left as text"),
    Case("a fence of accents", page("´´´python exec\nprint(1)\n´´´"), "index.md:3: `´´´python exec` is left as text"),
    Case("curly quotes in a header", cell("1", "python exec timeout=“3”"), "index.md:3: cannot read"),
    Case("a dash of a word processor in a comment", page("<!— hidden —>"), "index.md:3: `<!— hidden —>` is left as text"),
    Case("a comment with one dash", page("<!- hidden ->"), "index.md:3: `<!- hidden ->` is left as text"),
    Case("a link with a blank between", page("See [a] (other.md)."), "index.md:3: `[a] (other.md)` is left as text"),
    Case("a link the wrong way round", page("See (a)[other.md]."), "index.md:3: `(a)[other.md]` is left as text"),
    Case("a link with brackets in full width", page("See [a]（other.md）."), "index.md:3: `]（other.md）.` is left as text"),
    Case("a link that never ends", page("See [a](other.md for more."), "index.md:3: `[a](other.md for more.` is left as text"),
    Case("a link inside HTML", page("<div>\n[a](other.md)\n</div>"), "index.md:4: `[a](other.md)` is left as text"),
    Case("stars inside HTML", page("<div>\n**a**\n</div>"), "index.md:4: `**a**` is left as text"),
    Case("an address without its empty line", page("See [a][b].\n[b]: other.md"), shows=">a</a>"),
    Case("attributes behind a blank", page("[a](other.md) {.button}"), "index.md:3: `{.button}` is left as text"),
    Case("a backslash before a sign of HTML", page("It is a \\<b> here</b>."), "index.md:3: "),
    Case("a backslash at the end of a line", page("One\\\ntwo"), "index.md:3: `One\\` is left as text"),
    Case("an entity that there is not", page("A &foobar; here."), "index.md:3: `&foobar;` is left as text"),
    Case("an element that stays open", page("A <b>bold word."), "index.md:3: <b> is never closed"),
    Case("a block that stays open", page("<div>\n\nWords."), "index.md:3: <div> is never closed"),
    Case("an end without a beginning", page("Words</b> more."), "index.md:3: </b> closes nothing"),
    Case("a type of a language in prose", page("A List<int> here."), "index.md:3: <int> is no element, and nobody sees it"),
    Case("a table without an empty line", page("Words\n| a | b |\n|---|---|\n| 1 | 2 |"), "index.md:5: `|---|---|` is left as text"),
    Case("a definition without its extension", page("Word\n: Meaning."), shows="<dd>Meaning.</dd>"),
    Case("a conflict of a merge", page("<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch"), "index.md:3: `<<<<<<< HEAD` is left as text: a mark of a merge"),
    Case("a conflict in a cell", cell("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> branch"), "index.md:4: "),
    Case("front matter with a misspelt key", "---\ndescripton: What it is.\n---\n\n# Page\n", "index.md:2: `descripton:` is no key of front matter; did you mean description?"),
    Case("front matter with a misspelt title", "---\ntitel: Page\n---\n\n# Page\n", "index.md:2: `titel:` is no key of front matter; did you mean title?"),
    Case("front matter of Hugo", '+++\ntitle = "Page"\n+++\n\n# Page\n', "index.md:1: `+++` is left as text"),
    Case("text that is turned round", page("Words \u202edesrever\u202c more."), "index.md:3: U+202E stands here, and nobody sees it"),
    Case("a blank of no width", page("Wor\u200bds."), "index.md:3: U+200B stands here"),
    Case("a mark of the order of bytes in the middle", page("Words\ufeff."), "index.md:3: U+FEFF stands here"),
    Case("a control of the second kind", page("Words\x85."), "index.md:3: U+0085 stands here"),
    Case("a tag that nobody sees", page("Words\U000e0041."), "index.md:3: U+E0041 stands here"),
    Case("a cell whose code is turned round", cell("x = 1  # \u202e2"), "index.md:4: U+202E stands here"),
    Case("an output that is turned round", cell("print('\\u202e')"), "index.md:3: the output holds U+202E, which nobody sees"),
    Case("a value that nobody sees", page("It is `= '\\u200b'`."), "index.md:3: the output holds U+200B"),
    Case("a joiner between letters", page("Emoji 👩\u200d💻 and `= 61`."), shows='<code class="value">61</code>'),
    Case("choices that look alike", asked("What?\nchoice 1 > 0: It is café.\nchoice 1 < 0: It is cafe\u0301.\nbecause: No."), "index.md:5: two choices"),
    Case("choices that differ by a blank", asked("What?\nchoice 1 > 0: It is so.\nchoice 1 < 0: It\u00a0is so.\nbecause: No."), "index.md:5: two choices"),
    Case("choices in letters that look alike", asked("What?\nchoice 1 > 0: ﬁne\nchoice 1 < 0: fine\nbecause: No."), "index.md:5: two choices"),
    Case("an answer that is what rounding left", asked("What?\nanswer: 0.1 + 0.2 - 0.3"), "index.md:5: "),
    Case("a tolerance that nobody can meet", asked("What?\nanswer: 1 / 3\ntolerance: 1e-20"), "index.md:5: "),
]
TRUSTED = [
    Case("a page that is cut short", cell("import os\nos.truncate('docs/other.md', 0)"), "index.md:5: ", other="# Other\n"),
    Case("a page that is linked to another", cell("import os\nos.symlink('/dev/null', 'docs/other.txt')"), "index.md:5: ", other="# Other\n"),
    Case("a page that a child writes", cell("import os\nos.system('echo x >> docs/other.md')"), "index.md:", other="# Other\n"),
    Case("a script in a value", page("It is `= '<script>1</script>'`."), shows="&lt;script&gt;"),
    Case("a script in what a cell prints", cell("print('<script>1</script>')"), shows="&lt;script&gt;"),
    Case("a handler in what a cell prints", cell("print('<b onclick=\"x()\">y</b>')", "python exec markdown"), "index.md:3: no page may hold onclick="),
    Case("a link that runs a script", page("[x](javascript:alert(1))"), "index.md:3: the link javascript:alert(1) runs code"),
    Case("a picture of another host", page("![x](https://example.com/x.png)"), "index.md:3: https://example.com/x.png comes from another host"),
]
# fmt: on
CLASSES = {1: UNRECORDED, 2: SWALLOWED, 3: OUTLIVES, 4: NO_MARKUP, 5: TRUSTED}
