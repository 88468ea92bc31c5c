"""A chapter as a notebook: its words, as its page has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unpasted.export import notebook
from unpasted.mkdocs import book_of

SETTINGS = """
site_name: Tiny
use_directory_urls: false
markdown_extensions: [admonition, attr_list, md_in_html, pymdownx.details,
  {pymdownx.highlight: {pygments_lang_class: true}}, pymdownx.superfences]
plugins:
  - unpasted: {progress: ["*.html"]}
"""


def cells(folder: Path, *pages: str) -> list[list[dict[str, Any]]]:
    """The cells of pages that lie in a folder, beside a first one."""
    (folder / "mkdocs.yml").write_text(SETTINGS)
    (folder / "docs" / "one").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# First\n")
    names = [f"one/{number:02}.md" for number in range(len(pages))]
    for name, page in zip(names, pages, strict=True):
        (folder / "docs" / name).write_text(page)
    book = book_of(folder, folder / "site")
    return [notebook.notebook(book, book.pages[name])["cells"] for name in names]


SENTENCES = [
    ("It is `{ a }`.", "It is `{ a }`."),
    ("The set { a } here.", "The set { a } here."),
    ("```py\nx = { name }\n```", "```py\nx = { name }\n```"),
    ("`[a](b.md)`", "`[a](b.md)`"),
    (r"So $\frac{ a }{ b }$ is.", r"So $\frac{ a }{ b }$ is."),
    ("A *b*{: .c } d.", "A *b* d."),
    ("## Head { #head .x }", "## Head"),
    ("Words.\n{: .small }", "Words."),
    ("[](../index.md)", "[Chapter 1](../index.ipynb)"),
    ("[it](./../index.md#first)", "[it](../index.ipynb)"),
    ('??? note "T"\n    Some `{ a }`.', "> **T**\n>\n> Some `{ a }`."),
    ('!!! tip inline "T"\n    Some.', "> **T**\n>\n> Some."),
    ("???+ warning\n    Some.", "> **Warning**\n>\n> Some."),
    ('!!! note ""\n    Some.', "> Some."),
]


@pytest.fixture(scope="module")
def sentences(tmp_path_factory) -> dict[str, str]:
    """The notebook that each of them comes to."""
    written = [markdown for markdown, _ in SENTENCES]
    pages = [f"# Page\n\n{markdown}\n" for markdown in written]
    found = cells(tmp_path_factory.mktemp("sentences"), *pages)
    sources = ("\n\n".join(cell["source"] for cell in page) for page in found)
    return dict(zip(written, sources, strict=True))


@pytest.mark.parametrize(("markdown", "expected"), SENTENCES)
def test_a_sentence_stays_the_markdown_that_it_was(sentences, markdown, expected):
    """What only a site can read goes; code, formulas and words stay."""
    first, *said, last = sentences[markdown].split("\n\n")
    number = [*sentences].index(markdown) + 2
    assert first == f"# {number} · Page"
    end = "This was the last chapter." if number == 15 else f"[{number + 1} · Page]("
    assert end in last
    assert "\n\n".join(said) == expected


def test_the_error_of_a_cell_has_its_name_and_what_it_said(tmp_path):
    """Whatever the line looks like that raised it, and however many lines it said."""
    page = '# Page\n\n```python exec raises="ZeroDivisionError"\ntotal: float = 1 / 0\n```\n\n'
    page += '```python exec raises="ValueError"\nraise ValueError("a\\nb: c")\n```\n'
    outputs = [cell["outputs"][0] for cell in cells(tmp_path, page)[0] if cell.get("outputs")]
    named = [(output["ename"], output["evalue"]) for output in outputs]
    assert named == [("ZeroDivisionError", "division by zero"), ("ValueError", "a\nb: c")]


@pytest.mark.parametrize("kind", ["predict", "predict holds"])
def test_a_question_is_html_without_empty_paragraphs(tmp_path, kind):
    """Its words stand in paragraphs, its answer in its own, which is closed."""
    page = f"# Page\n\n```{kind}\nWhat is $a$?\nanswer: a\nwhy: It is `= a`.\n---\na = 2\nprint(a)\n```\n\nBehind it.\n"
    question = next(cell for cell in cells(tmp_path, page)[0] if 'class="predict' in cell["source"])
    html = question["source"]
    assert "<details>" in html and "Show me" not in html.partition("<details>")[0]
    assert "<p></p>" not in html and "<p><p" not in html
    assert "<p>What is $a$?</p>" in html


def test_the_caption_of_a_figure_stands_below_its_cell(tmp_path):
    """As Markdown, which stays when the cell runs again."""
    page = '# Page\n\n```python figure alt="A box." caption="One `a`."\n'
    page += "import graphviz\ngraphviz.Digraph(body=['a'])\n```\n\nBehind it.\n"
    [found] = cells(tmp_path, page)
    at = next(n for n, cell in enumerate(found) if cell.get("outputs"))
    assert found[at + 1]["source"] == "One `a`."
    assert "Behind it." in found[at + 2]["source"]


def test_html_that_only_a_script_fills_is_not_shown(tmp_path):
    """Its cell runs, and what it names is known below; HTML that can be read is shown, and in words."""
    page = "# Page\n"
    drawn = "<svg aria-label='A dot.'><text>a</text><text>b</text></svg><p>Three.</p>"
    for printed in ("<my-machine data-n='3'><button>Go</button></my-machine>", drawn):
        page += f'\n```python exec="on" session="page" html="on"\nn = 3\nprint("{printed}")\n```\n'
    unseen, seen = [cell for cell in cells(tmp_path, page)[0] if "n = 3" in cell["source"]]
    assert unseen["source"].startswith("%%capture\nn = 3\n") and not unseen["outputs"]
    assert seen["source"].startswith("%%as_html\n")
    [output] = seen["outputs"]
    assert "<p>Three.</p>" in output["data"]["text/html"]
    assert output["data"]["text/plain"] == "A dot. Three."
