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

from tests.browser.books import REPOSITORY
from tests.browser.pages import of_both
from tests.built import ADDRESS, ROOT, environment, once
from tests.site.conftest import article
from tests.tokens import tokens
from unpasted.html.tree import parse

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


@pytest.fixture
def mkdocs(request) -> Built:
    """A book as MkDocs builds it."""
    return lambda which: request.getfixturevalue("site" if which == "book" else "small_site")


@pytest.fixture
def sources(mkdocs, small_sources) -> Callable[[str], tuple[Path, dict[str, str]]]:
    """The folder of a book's sources, and what its settings ask of the environment. What the code of
    the small one comes to is there from MkDocs' build."""
    books = {"book": (ROOT, {}), "small": (small_sources, {"REPO_URL": REPOSITORY, "CI": ""})}
    return lambda which: mkdocs(which) and books[which]


@pytest.fixture
def zensical(tmp_path_factory, sources) -> Built:
    """A book as Zensical builds it of its rendered Markdown, strictly."""

    def make(which: str, folder: Path) -> None:
        root, env = sources(which)
        must([*RENDER, str(folder / "book")], root, **env)
        must([sys.executable, "-m", "zensical", "build", "--strict"], folder / "book", **env)

    return lambda which: (
        once(tmp_path_factory, f"zensical-{which}", partial(make, which)) / "book" / "site"
    )


@pytest.fixture
def properdocs(tmp_path_factory, sources) -> Built:
    """A book as ProperDocs builds it of its sources, strictly."""
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "-f", "mkdocs.yml"]

    def make(which: str, folder: Path) -> None:
        root, env = sources(which)
        must([*command, "--site-dir", str(folder / "site")], root, **env)

    return lambda which: (
        once(tmp_path_factory, f"properdocs-{which}", partial(make, which)) / "site"
    )


def said(page: Path) -> list[str]:
    """The tags, attributes and words of what a page's Markdown wrote."""
    return [*tokens(parse(SKIP.sub("", article(page.read_text()))))]


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


def test_headings_are_markdown_and_front_matter_is_kept(tiny):
    """For the host's table of contents and its search."""
    front = "---\ndescription: Its own.\n---\n"
    tiny.page(f"{front}\n# Page\n\n## Two *words*\n")
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    text = (tiny.folder / "out/docs/index.md").read_text()
    assert text.startswith(front)
    assert "## Two <em>words</em> { #two-words }\n" in text


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
    assert done.returncode == 1 and re.search(r'mkdocs.yml", line \d+', done.stderr)


def test_headings_of_one_name_keep_their_ids(tiny):
    """And a page with two first headings has one number and one reading time."""
    question = "```predict\nWhat?\nanswer: 1\n```"
    tiny.page(f"# One\nWith words below.\n\n{question}\n\n# Two\n\n## Two\n\nMore.\n")
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    text = (tiny.folder / "out/docs/index.md").read_text()
    assert text.count('"chapter-number"') == text.count('"reading-time"') == 1
    assert "# Two { #two }" in text and "## Two { #two_1 }" in text


def test_a_function_that_the_settings_name_is_named_again(tiny):
    """And settings are inherited, from file to file."""
    named = "!!python/name:pymdownx.emoji.to_alt"
    settings = tiny.folder / "mkdocs.yml"
    emoji = f"tables, {{pymdownx.emoji: {{emoji_generator: {named} ''}}}}"
    (tiny.folder / "below.yml").write_text(settings.read_text().replace("tables", emoji))
    settings.write_text("INHERIT: below.yml\nsite_name: Above\n")
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    written = (tiny.folder / "out/mkdocs.yml").read_text()
    assert f"emoji_generator: {named}" in written and "site_name: Above" in written


def test_what_a_bare_host_cannot_use_is_not_in_its_settings(tiny):
    """Templates and hooks lie in folders that are not copied."""
    settings = tiny.folder / "mkdocs.yml"
    theme = "theme: {name: mkdocs, custom_dir: own, highlightjs: false}\nhooks: [hook.py]"
    settings.write_text(re.sub("^theme:.*", theme, settings.read_text(), flags=re.M))
    (tiny.folder / "own").mkdir()
    (tiny.folder / "hook.py").touch()
    assert run([*RENDER, "out"], tiny.folder).returncode == 0
    written = (tiny.folder / "out/mkdocs.yml").read_text()
    assert "custom_dir" not in written and "hook" not in written and "highlightjs" in written
