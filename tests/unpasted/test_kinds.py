"""A kind of fence is a file and a row: whatever is to be known of it, it says itself."""

import sys
from textwrap import dedent
from types import SimpleNamespace

import pytest

from tests.unpasted.conftest import ROOT, Bench
from unpasted import outputs
from unpasted.export import host
from unpasted.export.notebook import notebook
from unpasted.faults import Place, Refused
from unpasted.html import tree
from unpasted.html.plain import markdown_of
from unpasted.read import chapter

TOY = """
    from html import escape
    from unpasted.kinds import KINDS as KNOWN, plots
    from unpasted.run.making import Kind
    from unpasted.read.fence import Grammar

    def run(making):
        printed, value = making.cell()
        making.take_values()
        says = printed.text * 2
        html = f"<div class='toy'><p>{escape(says)}{value}</p><book-question></book-question></div>"
        return making.result(html, printed, says)

    def broken(making):
        return {}["nothing of that name"]

    def slow(making):
        path = "M" + "L".join(["1 2"] * 3_000_000)
        return making.session.draw(lambda: plots._lines(path), making.fence.place)

    def code(fence):
        return fence.body

    TOY = Kind(Grammar(("twice",)), run=run, code=code, minutes=3, asks=True)
    BROKEN = Kind(Grammar(), run=broken)
    SLOW = Kind(Grammar((), ("timeout",)), run=slow)
    KINDS = KNOWN | {"toy": TOY, "toy-broken": BROKEN, "toy-slow": SLOW}
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    """A book with two kinds more, from a folder of their own."""
    folder = tmp_path_factory.mktemp("toys")
    (folder / "toykinds.py").write_text(dedent(TOY))
    sys.path.insert(0, str(folder))
    bench = Bench(ROOT, [], "", "")
    bench.book.kinds = "toykinds:KINDS"
    yield bench
    bench.pages.close()
    sys.path.remove(str(folder))


def test_a_kind_from_elsewhere_runs_and_shares_the_page(toys):
    """Its code is a cell of the page like any other."""
    page = toys.html("```toy\nprint('ab', end='')\nx = 4\nx\n```\n\nIt is `= x`.")
    assert '<div class="toy"><p>abab4</p>' in page and '<code class="value">4</code>' in page


def test_a_kind_from_elsewhere_asks_counts_and_is_approved(toys):
    """It declares what progress, reading time, live cells and approval need of it."""
    page = toys.page("```toy twice\nprint('ab', end='')\n```")
    assert page.asked == 1 and page.minutes == 3
    assert outputs.of(page) == "toy | print('ab', end='')\n    abab\n"
    assert [cell["code"] for cell in page.cells] == ["print('ab', end='')"]


EXPORTED = """
    # Page

    ```toy
    print('ab', end='')
    x = 4
    x
    ```

    ## Behind

    ```predict
    What is `= x`?
    answer: y
    why: It is `= y`.
    ---
    y = x + 1
    print(y)
    ```
"""


@pytest.fixture
def exported(toys):
    """A page with a kind from elsewhere, and one of ours behind it; and their book."""
    page = toys.page(EXPORTED)
    assert page.faults == []
    page.path, page.number = "page.md", 1
    return SimpleNamespace(pages={page.path: page}, address=""), page


def test_a_kind_from_elsewhere_is_exported_as_a_notebook(exported):
    """Its words, its cell with what that printed, hidden since it asks; then what is behind it."""
    cells = notebook(*exported)["cells"]
    sources = [cell["source"] for cell in cells if cell["source"].count("\n") < 4]
    assert sources[:4] == ["# Page", "abab4", "print('ab', end='')\nx = 4\nx", "## Behind"]
    printed = [cell["outputs"][0]["text"] for cell in cells if cell.get("outputs")]
    assert printed == ["ab\n", "5\n"]
    hidden = [cell["source"] for cell in cells if "jupyter" in cell["metadata"]]
    assert hidden == [sources[2], "y = x + 1\nprint(y)"]


def test_a_kind_from_elsewhere_is_exported_as_markdown(exported):
    """As HTML for another host; as its words for who copies the page."""
    _, page = exported
    assert '<div class="toy"><p>abab4</p><book-question ' in host.markdown(page)
    assert markdown_of(page.tree).startswith("# Page\n\nabab4\n\n## Behind\n")


def test_a_kind_from_elsewhere_is_read_by_its_own_grammar(toys):
    """What it does not take is a fault like any other."""
    [fault] = toys.faults("```toy trice\n1\n```")
    assert "unknown option `trice`; did you mean twice? a toy fence takes twice" in fault


def test_a_drawing_that_takes_too_long_is_no_fault_of_ours(toys):
    """Though its time ends in our code."""
    [fault] = toys.faults('Words.\n\n```toy-slow timeout="0.2"\nprint(1)\n```')
    assert fault.startswith("docs/page.md:3: TimeoutError: the cell ran longer than 0.2 s; make it")


def test_an_error_of_ours_is_told_as_ours(toys):
    """With what was made, the traceback, and no reproach to the page."""
    [fault] = toys.faults("Words.\n\n```toy-broken\nprint(1)\n```")
    assert fault.startswith(
        "docs/page.md:3: internal error while making the toy-broken of docs/page.md:3"
    )
    assert "KeyError" in fault and "toykinds.py" in fault and "Traceback" in fault
    assert "a fault of unpasted, not of the page" in fault


def test_an_error_of_ours_at_the_end_of_a_page_names_the_page(bench, monkeypatch):
    """A build stops for it: what is known of the page may be wrong."""
    page = bench.book.begin("# Page", Place("docs/page.md", 1), "page.html")
    monkeypatch.setattr(tree, "parse", lambda html: html.nothing)
    with pytest.raises(Refused) as told:
        bench.book.finish(page, "<h1>Page</h1>", "Page", {})
    begins = "docs/page.md:1: internal error while making the page: AttributeError"
    assert str(told.value).startswith(begins)
    assert "a fault of unpasted, not of the page" in str(told.value)
    assert "Traceback" in str(told.value)


def test_an_error_of_ours_while_a_page_is_read_names_the_page(bench, monkeypatch):
    """It named mkdocs.yml, and no other page's faults were told."""
    monkeypatch.setattr(chapter, "read", lambda *read: read[0].nothing)
    with pytest.raises(Refused, match=r"^docs/page\.md:1: internal error .*AttributeError"):
        bench.book.begin("# Page", Place("docs/page.md", 1), "page.html")
