"""A page written for markdown-exec alone comes out as plain MkDocs and markdown-exec make it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from tests.built import MKDOCS, environment, once
from unpasted.html import tree

SETTINGS = """
site_name: Tiny
use_directory_urls: false
theme: {{name: mkdocs, highlightjs: false}}
markdown_extensions: [admonition, attr_list, md_in_html, tables, toc, pymdownx.highlight,
  pymdownx.superfences, {{pymdownx.tabbed: {{alternate_style: true}}}}]
plugins: [{plugin}]
"""
PAGES = {
    "plain": """
        ```python exec="on"
        print("Hello *Markdown*!")
        ```
        """,
    "yes": """
        ```py exec="1"
        print("# Printed")
        print(1, 2, end="!")
        ```
        """,
    "braces": """
        ```{.python exec="yes" source="above"}
        print("said")
        ```
        """,
    "html": """
        ```python exec="true" html="true"
        print("<div class='x'>**no Markdown**</div>")
        ```
        """,
    "html-with-source": """
        ```python exec="true" html="true" source="tabbed-right"
        print("<div class='x'>**no Markdown**</div>")
        ```
        """,
    **{
        f"source-{where}": f"""
        ```python exec="on" source="{where}"
        x = 3  # markdown-exec: hide
        print("**seen**")
        ```
        """
        for where in ("above", "below", "block", "material-block", "tabbed-left", "tabbed-right")
    },
    "source-console": """
        ```pycon exec="1" source="console"
        >>> print("I'm the result!")
        >>> for n in range(2):
        ...     print(n)
        ```
        """,
    "tabs": """
        ```python exec="1" source="tabbed-left" tabs="Code|What it says"
        print("**seen**")
        ```
        """,
    "result": """
        ```python exec="on" result="json" source="above"
        import json
        print(json.dumps({"a": [1, 2]}))
        ```
        """,
    "title": """
        ```python exec="on" source="above" title="hello.py" linenums="1" hl_lines="1"
        print("hello")
        ```
        """,
    "session": """
        ```python exec="1" session="greet"
        def hi(name):
            print(f"hi {name}")
        ```

        Between.

        ```python exec="1" session="greet"
        hi("you")
        ```

        ```python exec="1"
        print("hi" in globals())
        ```
        """,
    "id": """
        ```python exec="on" id="first"
        print("## In `code`")
        ```
        """,
    "headings": """
        [TOC]

        # Top

        ```python exec="on"
        print("## One *more*\\n\\nSee [it](#one-more).\\n\\n### Deep <b>er</b>")
        ```

        ## After
        """,
    "idprefix": """
        [TOC]

        ```python exec="on" idprefix="own-"
        print("## Own")
        ```

        ```python exec="on" idprefix=""
        print("## Bare")
        ```
        """,
    "updatetoc": """
        [TOC]

        ```python exec="on" updatetoc="no"
        print("## Unlisted")
        ```
        """,
    "console": """
        ```console exec="1" source="console"
        $ echo one
        ```
        """,
    "returncode": """
        ```bash exec="on" source="above" returncode="3"
        echo before
        exit 3
        ```
        """,
    "sh": """
        ```sh exec="1" result="text"
        echo "a  b"; echo c >&2
        ```
        """,
    "workdir": """
        ```python exec="1" workdir="docs"
        import os
        print(os.path.exists("index.md"))
        ```
        """,
    "width": """
        ```sh exec="1" width="42"
        echo $COLUMNS
        ```
        """,
    "markdown": """
        ````md exec="1" source="tabbed-left"
        *Literate.*

        ```python exec="1"
        print("**nested**")
        ```
        ````
        """,
    "tree": """
        ```tree result="text" title="folder"
        root
          file.py
          more/
            deep.md
        ```
        """,
    "deep": """
        1.  One

            !!! note
                ```python exec="1" source="tabbed-left"
                print("- a\\n- b")
                ```

        > ```python exec="1"
        > print("quoted")
        > ```
        """,
    "shown": """
        ```python
        print("only shown")
        ```

        ```
        neither
        ```

        ```python title="x.py" linenums="1"
        pass
        ```
        """,
}


def build(folder: Path, plugin: str) -> None:
    """Build all of them with one plugin."""
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(SETTINGS.format(plugin=plugin))
    for name, page in PAGES.items():
        (folder / "docs" / f"{name}.md").write_text(dedent(page))
    (folder / "docs" / "index.md").write_text("# Index\n")
    done = subprocess.run(
        [*MKDOCS, "build", "--strict"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The site of markdown-exec's plugin, and ours."""
    return [
        once(tmp_path_factory, f"plugin-{name}", lambda folder, name=name: build(folder, name))
        for name in ("markdown-exec", "unpasted")
    ]


def content(site: Path, name: str) -> str:
    """What Markdown made of a page; blank lines and the counters of tabs over a book say nothing."""
    html = (site / "site" / f"{name}.html").read_text("utf-8")
    main = re.search(
        r'<div class="col-md-9" role="main">(.*?)</div>\s*</div>\s*</div>\s*<footer', html, re.S
    )
    toc = re.search(r'id="toc-collapse".*?</div>', html, re.S)
    assert main and toc
    said = f"{main[1].strip()}\n{toc[0]}"
    said = re.sub(r"\s*<book-progress[^>]*></book-progress>", "", said)
    said = re.sub(r"exec-\d+--", "exec-N--", said)  # ours count by page
    read = tree.parse(said)
    for ours in read.xpath(".//pre//span[contains(@class, 'line') or @class='folder']"):
        ours.drop_tag()  # lines go on below on a phone, and the sign of a folder is drawn
    said = tree.write(read).replace("<p></p>", "")  # ours is written from a tree
    said = re.sub(r"\n+", "\n", re.sub(r'<span class="together">(.*?)</span>', r"\1", said))
    return said.strip()


@pytest.mark.parametrize("name", PAGES)
def test_documented_options_work_as_documented(both, name):
    """The same HTML, and the same table of contents."""
    plain, ours = (content(site, name) for site in both)
    assert ours == plain
