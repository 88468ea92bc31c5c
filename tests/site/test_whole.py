"""Commands without a host read the same book that MkDocs builds, or say why not."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.site.conftest import SETTINGS, TinyBook
from unpasted import whole
from unpasted.faults import Fault
from unpasted.run.session import Refused

RENDER = [sys.executable, "-m", "unpasted", "render"]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")


def settings(book: TinyBook, more: str, **changes: str) -> None:
    """Write a book's settings anew."""
    text = SETTINGS.strip()
    for old, new in changes.items():
        text = re.sub(rf"^{old}:.*\n", f"{new}\n" if new else "", text, flags=re.M)
    book.write("mkdocs.yml", f"{text}\n{more}\n")


def render(book: TinyBook) -> subprocess.CompletedProcess[str]:
    """Render a book into `out`."""
    return subprocess.run(
        [*RENDER, "out"], cwd=book.folder, env=book.env, capture_output=True, text=True, timeout=120
    )


def chapters_of_the_site(book: TinyBook) -> list[str]:
    """The URL of each chapter, by the number that MkDocs' build gives it."""
    done = book.build("--strict")
    assert done.returncode == 0, done.stderr
    numbers = {}
    for page in book.site.rglob("*.html"):
        if found := re.search(r'<span class="chapter-number">(\d+)</span>', page.read_text()):
            numbers[int(found[1])] = page.relative_to(book.site).as_posix()
    return [numbers[one] for one in sorted(numbers)]


def test_without_a_navigation_chapters_are_numbered_as_in_the_site(tiny):
    """Pages before folders, an index first; what MkDocs leaves out is no page."""
    more = "exclude_docs: |\n  draft-*.md\nnot_in_nav: |\n  /loose.md\n"
    settings(tiny, more, plugins="plugins: [{unpasted: {progress: ['*']}}]")
    text = (tiny.folder / "mkdocs.yml").read_text()
    tiny.write("mkdocs.yml", re.sub(r"\n  - unpasted: \{packages.*", "", text))
    for name in ("a_part/index", "a_part/b", "a_part/deep/x", "c", "loose", "draft-1"):
        (tiny.folder / f"docs/{name}").parent.mkdir(parents=True, exist_ok=True)
        tiny.page(f"# {name}\n", f"{name}.md")
    for name in (".hidden/y.md", "templates/z.md", "templates/words.txt"):
        (tiny.folder / "docs" / name).parent.mkdir(exist_ok=True)
        tiny.page("# No page\n", name)
    book = whole.read(tiny.folder)
    assert book.faults == [] and book.files == []
    assert [chapter.url for chapter in book.chapters] == chapters_of_the_site(tiny)
    assert [chapter.section for chapter in book.chapters] == [
        *("", "", ""), "A part", "A part", "Deep",
    ]  # fmt: skip
    assert "draft-1.md" not in book.pages and "loose.md" in book.pages


def test_settings_are_inherited(tiny):
    """Tables are merged, and all else is replaced, from file to file."""
    (tiny.folder / "below").mkdir()
    (tiny.folder / "mkdocs.yml").rename(tiny.folder / "below/first.yml")
    tiny.write("below/second.yml", "INHERIT: first.yml\nextra: {a: 1, b: 1}\nsite_name: Second\n")
    tiny.write("mkdocs.yml", "INHERIT: below/second.yml\nextra: {b: 2}\n")
    book = whole.read(tiny.folder)
    assert book.settings["extra"] == {"a": 1, "b": 2}
    assert book.settings["site_name"] == "Second" and "INHERIT" not in book.settings
    assert book.own["packages"] == ["toy"]


def test_a_function_that_the_settings_name_is_used_and_written_again(tiny):
    """An emoji is what it is in the site, and the host knows by whom."""
    named = "!!python/name:pymdownx.emoji.to_alt"
    emoji = f"{{pymdownx.emoji: {{emoji_generator: {named} ''}}}}"
    extensions = f"[admonition, attr_list, md_in_html, tables, pymdownx.superfences, {emoji}]"
    settings(tiny, "", markdown_extensions=f"markdown_extensions: {extensions}")
    tiny.page("# Page\n\nIt is :smile: here.\n")
    assert "It is 😄 here." in whole.read(tiny.folder).pages["index.md"].html
    assert render(tiny).returncode == 0
    assert f"emoji_generator: {named}" in (tiny.folder / "out/mkdocs.yml").read_text()


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ("rules: {word: [1, 2]}", "`rules:` has no rule `word`; did you mean words?"),
        ("rules: {words: 1}", "`rules: words:` is the least and the most, such as [700, 1700]; here it is 1"),
        ("rules: {alt: many}", "`rules: alt:` is how many characters, such as 20; here it is 'many'"),
        ("glossary: gone.md", "add to mkdocs.yml:\n\nmarkdown_extensions:\n  - abbr"),
        ("packages: [tyo]", "`packages:` names tyo; there is no package src/tyo"),
    ],
)  # fmt: skip
def test_wrong_settings_are_refused_in_the_words_of_the_build(tiny, own, says):
    """Whichever command reads them."""
    text = SETTINGS.replace("packages: [toy], steps: toy.steps", own)
    tiny.write("mkdocs.yml", text)
    with pytest.raises(Refused) as error:
        whole.read(tiny.folder)
    assert str(error.value).startswith(says)
    done = tiny.build()
    assert done.returncode == 1 and says in done.stderr


def test_a_glossary_that_is_not_there_is_told(tiny):
    """By its name, as settings have it."""
    text = SETTINGS.replace("steps: toy.steps", "glossary: gone.md")
    tiny.write("mkdocs.yml", text.replace("[admonition", "[abbr, def_list, admonition"))
    with pytest.raises(Refused, match=r"the glossary gone\.md is not in docs"):
        whole.read(tiny.folder)


def test_a_folder_without_a_book_is_told(tiny):
    """And a file to inherit from that is not there, and settings that are none."""
    tiny.write("mkdocs.yml", "INHERIT: gone.yml\nsite_name: x\n")
    with pytest.raises(Fault, match=r"`INHERIT:` names gone\.yml, which is not there"):
        whole.read(tiny.folder)
    tiny.write("mkdocs.yml", "words\n")
    with pytest.raises(Fault, match="these are no settings"):
        whole.read(tiny.folder)
    tiny.write("mkdocs.yml", "theme: material\n")
    with pytest.raises(Fault, match="the book has no name"):
        whole.read(tiny.folder)
    (tiny.folder / "mkdocs.yml").unlink()
    done = render(tiny)
    assert done.returncode == 1 and done.stderr == (
        "there is no mkdocs.yml here; call this in the folder of a book\n"
    )


def test_a_readme_is_refused(tiny):
    """MkDocs makes an index of it; here that is index.md only."""
    (tiny.folder / "docs/part").mkdir()
    tiny.page("# Part\n", "part/README.md")
    assert [str(fault) for fault in whole.read(tiny.folder).faults] == [
        "docs/part/README.md:1: this becomes no page here; name it index.md"
    ]


def test_nothing_is_kept_where_the_settings_say_so(tiny, monkeypatch):
    """Also outside of CI."""
    monkeypatch.delenv("CI")
    tiny.page("# Page\n\n```python exec\nprint(1)\n```\n")
    tiny.write("mkdocs.yml", SETTINGS.replace("steps: toy.steps", "cache: false"))
    whole.read(tiny.folder)
    assert not (tiny.folder / ".cache").exists()
    tiny.write("mkdocs.yml", SETTINGS)
    whole.read(tiny.folder)
    assert (tiny.folder / ".cache").exists()


def test_a_picture_that_is_no_figure_is_a_fault(tiny):
    """As in the build."""
    tiny.page("---\npicture: 3\n---\n# Page\n\n```predict\nWhat?\nanswer: 1\n```\n")
    [fault] = whole.read(tiny.folder).faults
    assert str(fault).startswith("docs/index.md:1: picture: 3 is no figure of this page")
