"""A kind of fence is a file and a row: whatever is to be known of it, it says itself."""

import sys
from textwrap import dedent

import pytest

from tests.unpasted.conftest import ROOT, Bench
from unpasted.outputs import text_of

TOY = """
    from html import escape
    from unpasted.kinds import KINDS as KNOWN
    from unpasted.kinds.making import Kind
    from unpasted.read.fence import Grammar

    def run(making):
        printed, value = making.cell()
        making.take_values()
        says = printed.text * 2
        html = f"<p class='toy'>{escape(says)}{value}</p>"
        return making.result(html, printed, says)

    def broken(making):
        return {}["nothing of that name"]

    def code(fence):
        return fence.body

    TOY = Kind(Grammar(("twice",)), run=run, code=code, minutes=3, asks=True)
    BROKEN = Kind(Grammar(), run=broken)
    KINDS = KNOWN | {"toy": TOY, "toy-broken": BROKEN}
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
    assert '<p class="toy">abab4</p>' in page and '<code class="value">4</code>' in page


def test_a_kind_from_elsewhere_asks_counts_and_is_approved(toys):
    """It declares what progress, reading time, live cells and approval need of it."""
    page = toys.page("```toy twice\nprint('ab', end='')\n```")
    assert page.asked == 1 and page.minutes == 3
    assert text_of(page.chapter.jobs, page.results) == "toy | print('ab', end='')\n    abab\n"
    assert [cell["code"] for cell in page.cells] == ["print('ab', end='')"]


def test_a_kind_from_elsewhere_is_read_by_its_own_grammar(toys):
    """What it does not take is a fault like any other."""
    [fault] = toys.faults("```toy trice\n1\n```")
    assert "unknown option `trice`; did you mean twice? a toy fence takes twice" in fault


def test_an_error_of_ours_is_told_as_ours(toys):
    """With what was made, the traceback, and no reproach to the page."""
    [fault] = toys.faults("Words.\n\n```toy-broken\nprint(1)\n```")
    assert fault.startswith(
        "docs/page.md:3: internal error while making the toy-broken of docs/page.md:3"
    )
    assert "KeyError" in fault and "toykinds.py" in fault and "Traceback" in fault
    assert "a fault of unpasted, not of the page" in fault
