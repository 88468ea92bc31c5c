"""Other hosts make the same pages: ProperDocs of the sources, Zensical of what `render` writes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from difflib import unified_diff
from functools import partial
from pathlib import Path

import pytest
from markdown import Markdown

from tests.browser.books import REPOSITORY, small_project
from tests.browser.pages import of_both
from tests.built import ADDRESS, ROOT, environment, once
from tests.site.conftest import article
from unpasted.export.host import parts, tokens

# Zensical's mark where a page's text begins; what a theme offers beside it, to copy or to edit.
SKIP = re.compile(r'<a id="__skip"[^>]*></a>|<a [^>]*class="md-content__button.*?</a>', re.S)
PAGES = of_both(one="")
Built = Callable[[str], Path]
"""From the name of a book, "small" or "book", to its site."""
RENDER = [sys.executable, "-m", "unpasted", "render"]


def run(command: list[str], folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=environment(**env), capture_output=True, text=True, timeout=600
    )


def must(command: list[str], folder: Path, **env: str) -> None:
    done = run(command, folder, SITE_URL=ADDRESS, **env)
    assert done.returncode == 0, done.stdout + done.stderr


def sources(which: str, folder: Path) -> tuple[Path, dict[str, str]]:
    """The folder of a book's sources, and what its settings ask of the environment."""
    if which == "book":
        return ROOT, {}
    return small_project(folder / "sources"), {"REPO_URL": REPOSITORY}


@pytest.fixture
def mkdocs(request) -> Built:
    """A book as MkDocs builds it."""
    return lambda which: request.getfixturevalue("site" if which == "book" else "small_site")


@pytest.fixture
def zensical(tmp_path_factory) -> Built:
    """A book as Zensical builds it of its rendered Markdown, strictly."""

    def make(which: str, folder: Path) -> None:
        root, env = sources(which, folder)
        must([*RENDER, str(folder / "book")], root, **env)
        must([sys.executable, "-m", "zensical", "build", "--strict"], folder / "book", **env)

    return lambda which: (
        once(tmp_path_factory, f"zensical-{which}", partial(make, which)) / "book" / "site"
    )


@pytest.fixture
def properdocs(tmp_path_factory) -> Built:
    """A book as ProperDocs builds it of its sources, strictly."""
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "-f", "mkdocs.yml"]

    def make(which: str, folder: Path) -> None:
        root, env = sources(which, folder)
        must([*command, "--site-dir", str(folder / "site")], root, **env)

    return lambda which: (
        once(tmp_path_factory, f"properdocs-{which}", partial(make, which)) / "site"
    )


def said(page: Path) -> list[str]:
    """The tags, attributes and words of what a page's Markdown wrote."""
    return [repr(one) for one in tokens(SKIP.sub("", article(page.read_text())))]


def assert_alike(page: str, one: Path, other: Path) -> None:
    ours, theirs = said(one / page), said(other / page)
    assert len(ours) > 5
    assert ours == theirs, "\n".join([*unified_diff(ours, theirs, lineterm="", n=1)][:40])


@pytest.mark.parametrize("where", PAGES, ids=" ".join)
def test_zensical_says_what_mkdocs_says(mkdocs, zensical, where):
    """Every word, every widget with all that it knows, every link."""
    which, page = where
    assert_alike(page, mkdocs(which), zensical(which))


@pytest.mark.parametrize("where", PAGES, ids=" ".join)
def test_properdocs_says_what_mkdocs_says(mkdocs, properdocs, where):
    """The same plugin, loaded by MkDocs' successor."""
    which, page = where
    assert_alike(page, mkdocs(which), properdocs(which))


@pytest.mark.slow
def test_rendered_pages_are_mostly_as_they_were_written(zensical):
    """Sentences are Markdown, and not HTML; front matter is kept."""
    source = (ROOT / "docs/chapters/05-neuron.md").read_text()
    written = (zensical("book").parent / "docs/chapters/05-neuron.md").read_text()
    assert written.startswith(source[: source.index("# ")])
    lines = [line for line in source.split("\n") if re.match(r"[A-Z]\w+ [^`$\[{]{40,}$", line)]
    kept = [line for line in lines if line in written]
    assert len(lines) > 20 and len(kept) > len(lines) / 2


def test_a_fault_is_told_by_our_own_exit_status(tiny):
    """And then nothing is written, also where something was."""
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    before = (tiny.folder / "out/docs/index.md").read_text()
    tiny.page("# Page\n\n```python exec\n1 / 0\n```\n\n[gone](gone.md)\n")
    done = run([*RENDER, "out"], tiny.folder)
    assert done.returncode == 1
    assert "docs/index.md:4: ZeroDivisionError" in done.stderr
    assert "docs/index.md:7: the link gone." in done.stderr
    assert (tiny.folder / "out/docs/index.md").read_text() == before


def test_settings_that_cannot_be_read_are_a_fault(tiny):
    """Of a line, as in a page."""
    settings = tiny.folder / "mkdocs.yml"
    settings.write_text(settings.read_text().replace("site_name: Tiny", "site_name: [Tiny"))
    done = run([*RENDER, "out"], tiny.folder)
    assert done.returncode == 1 and re.search(r"mkdocs.yml:\d+: this cannot be read", done.stderr)


def test_a_page_with_two_first_headings_has_one_number_and_one_reading_time(tiny):
    """As in the site: each page is compared with what the site has, and not with its own parts."""
    question = "```predict\nWhat?\nanswer: 1\n```"
    tiny.page(f"# One\nWith words below.\n\n{question}\n\n# Two\n\nMore.\n")
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    text = (tiny.folder / "out/docs/index.md").read_text()
    assert text.count("chapter-number") == text.count("reading-time") == 1
    assert re.search(r"One</h1>\s*<p class=\"reading-time\".*\s*<p>With words", text)


def test_a_page_is_compared_with_what_the_site_has(tiny):
    """Two headings of one name: the second has another anchor there than where it stands alone."""
    div = '<div class="x" markdown>\n\n## Same\n\n```python exec\nprint(1)\n```\n\n</div>\n'
    tiny.page(f"# One\n\n## Same\n\nWords.\n\n{div}")
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    tiny.page("## Same\n\nWords.\n\n# Same\n\n```predict\nWhat?\nanswer: 1\n```\n")
    done = run([*RENDER, "out"], tiny.folder)
    assert done.returncode == 1 and "docs/index.md:1: a bare host would show" in done.stderr


def test_what_a_bare_host_cannot_use_is_not_in_its_settings(tiny):
    """Templates and hooks lie in folders that are not copied."""
    settings = tiny.folder / "mkdocs.yml"
    theme = "theme: {name: mkdocs, custom_dir: own, highlightjs: false}\nhooks: [hook.py]"
    settings.write_text(re.sub("^theme:.*", theme, settings.read_text(), flags=re.M))
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    written = (tiny.folder / "out/mkdocs.yml").read_text()
    assert "custom_dir" not in written and "hook" not in written and "highlightjs" in written


def test_a_list_with_empty_lines_stays_one_list():
    """Markdown is cut only where the parts alone come to the same."""
    md = Markdown(extensions=["md_in_html"])
    text = "One.\n\n- a\n\n- b\n\n    more\n\nTwo.\n\n<div markdown>\n\nx\n\ny\n\n</div>\n\nThree."
    assert [len(part) for part in parts(text, md)] == [4, 18, 4, 28, 6]
