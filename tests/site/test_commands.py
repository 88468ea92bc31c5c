"""Commands get the finished book from MkDocs' own build in their process, or say why not."""

from __future__ import annotations

import re

import pytest

from tests.site.conftest import SETTINGS, TinyBook
from unpasted.faults import Refused
from unpasted.live import bundle
from unpasted.mkdocs import book_of

ASKS = "# Page\n\n```predict\nWhat?\nanswer: 1\n```\n"
CELL = "# Page\n\n```python exec\nprint(1)\n```\n"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")


def test_a_book_knows_its_pages_in_order(tiny: TinyBook):
    """Chapters are numbered; what the settings leave out is no page, and what is no page a file."""
    more = "exclude_docs: |\n  draft-*.md\nnot_in_nav: |\n  /loose.md\nsite_author: A. B.\n"
    tiny.write("mkdocs.yml", SETTINGS.replace("steps: toy.steps", "progress: ['*']") + more)
    (tiny.folder / "docs/a_part/deep").mkdir(parents=True)
    for name in ("a_part/index", "a_part/b", "a_part/deep/x", "c", "loose", "draft-1"):
        tiny.page(f"---\nkey: {name}\n---\n\n# {name}\n", f"{name}.md")
    tiny.write("docs/data.txt", "1")
    book = book_of(tiny.folder, tiny.folder.parent / "unwanted")
    assert [(one.path, one.number) for one in book.pages.values()] == [
        ("index.md", 1), ("c.md", 2), ("other.md", 3), ("a_part/index.md", 4), ("a_part/b.md", 5),
        ("a_part/deep/x.md", 6), ("loose.md", 0),
    ]  # fmt: skip
    assert [one.section for one in book.chapters] == ["", "", "", "A part", "A part", "Deep"]
    assert (book.title, book.name, book.author, book.files) == ("Tiny", "tiny", "A. B.", ["data.txt"])  # fmt: skip
    page = book.pages["a_part/b.md"]
    assert (page.front, page.meta["key"]) == ("---\nkey: a_part/b\n---\n\n", "a_part/b")
    assert book.title_of(page) == "5 · a_part/b"
    assert page.tree.find("h1").text_content() == "5 a_part/b"


def test_a_book_comes_with_its_site_where_one_is_wanted(tiny: TinyBook):
    """And leaves nothing where none is."""
    tiny.page(CELL)
    assert (
        book_of(tiny.folder, tiny.folder.parent / "unwanted")
        .pages["index.md"]
        .results()[0]
        .printed.text
        == "1"
    )
    assert not tiny.site.exists()
    book_of(tiny.folder, tiny.site)
    assert (tiny.site / "index.html").exists()


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ("rules: {word: [1, 2]}", "`rules:` has no rule `word`; did you mean words?"),
        ("rules: {words: 1}", "`rules: words:` is the least and the most, such as [700, 1700]; here it is 1"),
        ("rules: {alt: many}", "`rules: alt:` is how many characters, such as 20; here it is 'many'"),
        ("glossary: gone.md", "add to mkdocs.yml:\n\nmarkdown_extensions:\n  - def_list"),
        ("packages: [tyo]", "`packages:` names tyo; there is no package src/tyo"),
        ("pakages: [toy]", "mkdocs.yml:6: Config value 'plugins': Plugin 'unpasted' option 'pakages': Unrecognised configuration name: pakages; did you mean packages?"),
        ("progress: 1", "Config value 'plugins': Plugin 'unpasted' option 'progress': Expected a list of items"),
    ],
)  # fmt: skip
def test_wrong_settings_are_refused(tiny: TinyBook, own, says):
    """With what is meant."""
    tiny.write("mkdocs.yml", SETTINGS.replace("packages: [toy], steps: toy.steps", own).strip())
    with pytest.raises(Refused, match=re.escape(says)):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")


def test_a_build_refuses_them_in_the_same_words(tiny: TinyBook):
    """And no traceback."""
    tiny.write("mkdocs.yml", SETTINGS.replace("packages:", "pakages:"))
    done = tiny.build()
    assert done.returncode == 1 and "pakages; did you mean packages?" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_book_with_a_fault_is_refused(tiny: TinyBook):
    """With a line for each fault."""
    tiny.page(CELL.replace("print(1)", "1 / 0") + "\n[a](othre.md)\n")
    with pytest.raises(Refused) as error:
        book_of(tiny.folder, tiny.folder.parent / "unwanted")
    assert str(error.value).split("\n") == [
        "docs/index.md:4: ZeroDivisionError: division by zero",
        "docs/index.md:7: the link othre.md leads nowhere: there is no othre.md; did you mean other.md?",
    ]


def test_a_folder_without_a_book_is_told(tiny: TinyBook):
    """And a book that is built without us."""
    tiny.write("mkdocs.yml", re.sub(r"(?s)plugins:.*", "plugins: []\n", SETTINGS))
    with pytest.raises(Refused, match="add `unpasted` to the `plugins:`"):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")
    (tiny.folder / "mkdocs.yml").unlink()
    with pytest.raises(Refused, match=r"mkdocs\.yml' does not exist"):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")


def test_nothing_is_kept_in_ci(tiny: TinyBook, monkeypatch):
    """And everywhere else it is."""
    tiny.page(CELL)
    book_of(tiny.folder, tiny.folder.parent / "unwanted")
    assert not (tiny.folder / ".cache").exists()
    monkeypatch.delenv("CI")
    book_of(tiny.folder, tiny.folder.parent / "unwanted")
    assert (tiny.folder / ".cache").exists()


def test_a_picture_that_is_no_figure_is_a_fault(tiny: TinyBook):
    """Of the line that asks for it."""
    tiny.page(f"---\nkey: 1\npicture: 3\n---\n{ASKS}")
    with pytest.raises(Refused, match=r"docs/index\.md:3: picture: 3 is no figure of this page"):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")


@pytest.mark.parametrize(
    "page", ["mark: long\n---\n# P", 'mark: ""\n---\n# P', f"mark: '!'\n---\n{ASKS}"]
)
def test_a_mark_is_short_and_no_chapter_has_one(tiny: TinyBook, page):
    """A chapter has its number."""
    tiny.page(f"---\n{page}")
    with pytest.raises(Refused, match=r"docs/index\.md:2: mark: is for a page that is no chapter"):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")


def test_a_page_has_the_books_engine_or_the_one_its_reader_chose(tiny: TinyBook):
    """It may say the first."""
    tiny.page("---\nengine: mine\n---\n# P")
    with pytest.raises(Refused, match=r"docs/index\.md:2: engine: mine is not known"):
        book_of(tiny.folder, tiny.folder.parent / "unwanted")


def test_live_cells_are_bundled_from_what_npm_installed(tiny: TinyBook, monkeypatch):
    """Where nothing is, that is told, and nothing half made stays."""
    monkeypatch.chdir(tiny.folder)
    with pytest.raises(SystemExit, match=r"There is no node_modules/pyodide/.*: `npm ci` installs"):
        bundle.live()
    assert not (tiny.folder / "node_modules").exists()
