"""The book itself: it builds, its numbers are right, and it lies nowhere."""

import re
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.built import ADDRESS, MKDOCS, ROOT, copy_of_project, environment, mostly_slow
from tests.site.conftest import article, pages_of

CHAPTERS = sorted(path.stem for path in (ROOT / "docs" / "chapters").glob("*.md"))

# What the runs must print, from the course's plan and from the field's published values.
# fmt: off
NUMBERS = {
    "01-derivative": ["-3.0000", "2.0000", "1.0000", "4.0"],
    "02-chain-rule": ["6.0", "-1.8"],
    "03-computation-graph": ["-6.0", "4.0", "-8.0"],
    "04-manual-backprop": [
        "0.9999999999976694", "1.0", "-1.9999999999953388", "3.9999999999995595",
        "-2.000000000279556", "6.000000000021544", "-4.000000000008441",
    ],
    "05-neuron": ["0.8813735870195432", "0.7071067811865476", "0.4999999999999999"],
    "06-walk-it-backward": ["-1.0", "-10.0", "10.0"],
    "07-local-backward": ["0.0", "-1.4999999999999996"],
    "08-accumulate": ["1.0", "3.0", "2.0", "6.0"],
    "09-visit-order": ["3.0", "6.0", "9.0", "15.0"],
    "10-backward": ["12.0006", "-0.2500", "-3.0", "2.0", "1.0"],
    "11-gradient-checking": ["0.7071067811865476", "138.833819", "645.577259"],
    "12-local-gradients": ["1000", "100001.0", "45.0", "30.0"],
    "13-mlp": ["41", "337"],
    "14-training": ["after 200 steps: 100 right", "337"],
    "15-compile-the-graph": ["640", "1248"],
    "16-not-remembering": ["0.766", "0.804", "chosen: alpha 0.03"],
    "17-digits": ["1210", "2.3026", "435", "-0.295", "0.98"],
    "18-next-letter": ["27812", "439", "3.296", "2.335", "2.336", "2.346"],
    "19-attention": ["1.609", "2,880", "2502 of 2502"],
    "20-gpt": ["1272", "17,342", "2.211", "never read: 3"],
    "21-to-pytorch": ["0.7071067811865477", "[21.89]", "14.8", "1.75"],
}
# Too long to be typed as an input, or wrong on purpose: they may come from a run only.
NEVER_TYPED = [
    "0.9999999999976694", "1.9999999999953388", "3.9999999999995595", "2.000000000279556",
    "6.000000000021544", "4.000000000008441", "0.8813735870195432", "0.7071067811865476",
    "12.0006", "0.2500", "3.0000", "2.0000",
]
# fmt: on


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    return pages_of(site)


def text_of(html: str) -> str:
    """What a reader sees of a page, figures included."""
    return unescape(re.sub(r"<[^>]+>", "", article(html)))


def printed(html: str) -> str:
    """What the cells of a page printed, and the values in its sentences."""
    found = re.findall(r'<div class="output".*?</div>|<code class="value">.*?</code>', html, re.S)
    return unescape(re.sub(r"<[^>]+>", "", "\n".join(found)))


@pytest.mark.parametrize("chapter", NUMBERS)
def test_the_numbers_are_printed_by_the_run(pages, chapter):
    """Each stands in an output or a computed value of its chapter, exactly."""
    seen = printed(pages[f"chapters/{chapter}.html"])
    for number in NUMBERS[chapter]:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", seen), number


def test_no_number_is_pasted():
    """Results stand in the built pages only."""
    for source in (ROOT / "docs").rglob("*.md"):
        for number in NEVER_TYPED:
            assert not re.search(rf"(?<!\d){re.escape(number)}", source.read_text()), (
                source,
                number,
            )


def test_step_five_is_wrong_on_the_page(pages):
    """Chapter 08 shows what `=` gives before it shows the cure."""
    wrong, cured = article(pages["chapters/08-accumulate.html"]).split(
        ">micrograd.steps.step6_accumulate<", 1
    )
    assert re.search(r"^1\.0$", printed(wrong), re.M) and re.search(r"^3\.0$", printed(wrong), re.M)
    assert "double: 2.0" in printed(cured) and "square: 6.0" in printed(cured)


def test_a_page_about_the_books_engine_runs_on_no_other(pages):
    """Its reader isn't asked, while a chapter that imports the engine asks."""
    own, chapter = pages["the-engine.html"], pages["chapters/20-gpt.html"]
    assert "<live-cell" in own and "<book-engine" not in own
    assert "<book-engine" in chapter


def test_the_gpt_is_trained_where_nothing_is_held_back(pages):
    """Its links lead to the heading above the button."""
    html = pages["chapters/20-gpt.html"]
    heading, held, button = (
        html.find(one) for one in (' id="train-yours"', "<book-held", "<train-cell")
    )
    assert 0 < heading < button < held
    assert all(
        "20-gpt.html#train-yours" in pages[page] for page in ("index.html", "graduation.html")
    )


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_has_its_parts(pages, chapter):
    """A question to predict, three exercises, a summary of three lines, what comes next."""
    html = article(pages[f"chapters/{chapter}.html"])
    source = (ROOT / "docs" / "chapters" / f"{chapter}.md").read_text()
    assert source.count("\n```predict") >= 1
    assert html.count('class="exercise"') >= 3
    assert re.search(r"\d+ minutes, and \d+ for the exercises", html)
    summary = re.search(r"## Summary\n(.*?)\n## ", source, re.S)[1]
    assert 1 <= len([line for line in summary.split("\n") if line.strip()]) <= 3
    assert "## What comes next" in source
    assert re.search(r"^from micrograd", source, re.M)


def test_the_short_road_is_twenty_minutes_that_begin_with_a_walk(pages):
    """Played before anything is explained; `=` and `+=` side by side; a diamond that gives 15, also
    without the line whose loss the next one shows."""
    html = article(pages["short-road.html"])
    assert int(re.search(r"(\d+) minutes, and 5 for the exercises<", html)[1]) <= 20
    assert html.index("<graph-walk") < html.index("<h2")
    seen = printed(html)
    assert "with =  a.grad ends at 3.0" in seen and "with += a.grad ends at 6.0" in seen
    assert "\n15.0\n" in seen and "first diamond 15.0  this one 31.0" in seen


def test_every_figure_is_described(pages):
    """An image role, and a title that says more than a word."""
    for name, html in pages.items():
        for figure in re.findall(r'<figure class="drawing">.*?</figure>', html, re.S):
            title = re.search(r"<title id=\"[^\"]+\">(.*?)</title>|aria-label=\"([^\"]+)\"", figure)
            assert 'role="img"' in figure and title, (name, figure[:200])
            assert len(title[1] or title[2]) > 20, (name, title[0])


class Requests(HTMLParser):
    """What a browser would fetch for a page by itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.urls += [named[key] or "" for key in ("src", "srcset", "poster") if key in named]
        if tag == "link" and named.get("rel") != "canonical":
            self.urls.append(named.get("href") or "")
        self.urls += re.findall(r"url\(([^)]+)\)", named.get("style") or "")


def test_no_page_asks_another_host(site, pages):
    """Nor does a style sheet."""
    for name, html in pages.items():
        styles = "".join(re.findall(r"<style.*?</style>", html, re.S))
        for url in Requests(html).urls + re.findall(r"url\(([^)]+)\)", styles):
            assert not urlsplit(url.strip("\"'")).netloc, (name, url)
    for sheet in site.rglob("*.css"):
        css = sheet.read_text()
        urls = re.findall(r"url\(([^)]+)\)", css) + re.findall(r"@import\s+([^;]+)", css)
        assert not [url for url in urls if urlsplit(url.strip("\"' ")).netloc], sheet


def test_the_formulas_have_their_font(site, pages):
    """Cut to what is used, and found by the style sheet."""
    font = site / "assets" / "unpasted" / "math.woff2"
    assert font.read_bytes()[:4] == b"wOF2" and font.stat().st_size < 120_000
    [sheet] = font.parent.glob("book.*.css")
    assert 'url("math.woff2")' in sheet.read_text()
    assert sum(html.count("<math") for html in pages.values()) > 50


def test_no_code_is_searched_and_no_answer(site):
    """The index has the words of the book, and is loaded as a script."""
    index = (site / "search" / "index.js").read_text()
    assert "closure" in index and "import math" not in index and "<mfrac" not in index
    assert "s the bug?" in index
    assert "Right: " not in index and "The run says" not in index
    assert len(index) < 500_000
    assert not (site / "search" / "search_index.json").exists()


def test_no_mark_is_left(pages):
    """Each formula and value found its place, and no raw fence was published; code and a drawing
    may quote one."""
    for name, html in pages.items():
        assert not re.search("[\ue000\ue001]", html), name
        body = re.sub(r"<(pre|code|svg)\b.*?</\1>", "", article(html), flags=re.S)
        assert "```" not in body and ' part="' not in body and "$" not in text_of(body), name


def test_no_folder_of_this_machine_is_published(site):
    """In no file of the site."""
    for file in site.rglob("*"):
        if file.is_file() and file.suffix in (".html", ".json", ".xml", ".css", ".js"):
            text = file.read_text()
            assert str(ROOT) not in text and str(Path.home()) + "/" not in text, file


@pytest.mark.parametrize("book", mostly_slow(["", "small_"], "small_"))
def test_two_builds_give_the_same_bytes(request, book):
    """In another folder, zone and locale, with another seed for hashing, on one core; an address is
    told by one link more, in what is said of the page's card and in an issue that a reader begins,
    and by no script on the 404 page,
    which need not look for the book then: nor is there its hash in the policy."""
    told = pages_of(request.getfixturevalue(f"{book}site"))
    pages = pages_of(request.getfixturevalue(f"{book}again"))
    canonical = re.compile(rf'\n *<link rel="canonical" href="{ADDRESS}[^"]*">\n *')
    assert pages.keys() == told.keys()
    assert [
        name
        for name in told.keys() - {"404.html", "notices.html"}
        if len(canonical.findall(told[name])) != 1
    ] == []
    card = re.compile(r'\n?<meta (?:property="og:|name="twitter:)[^>]*>')
    policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
    again = {name: card.sub("", canonical.sub("", html)) for name, html in told.items()}
    assert [
        name
        for name in pages.keys() - {"404.html"}
        if policy.sub("", pages[name]) != policy.sub("", again[name])
    ] == []


@pytest.mark.slow  # as a new book's chapters do in test_second_book.py
def test_a_wrong_rule_turns_the_build_red(tmp_path):
    """`+` that passes on twice the gradient is caught by the chapters themselves."""
    project = copy_of_project(tmp_path / "broken")
    for other in (project / "docs").rglob("*.md"):
        if not other.name.startswith(("06", "07", "08", "glossary")):
            other.unlink()
    for step in (project / "src" / "micrograd" / "steps").glob("step*.py"):
        source = step.read_text()
        step.write_text(re.sub(r"(self\.grad \+?= )1\.0 \* out", r"\g<1>2.0 * out", source))
    done = subprocess.run(
        [*MKDOCS, "build", "--strict"], cwd=project, capture_output=True, text=True,
        env=environment(PYTHONPATH=str(project / "src")), timeout=600,
    )  # fmt: skip
    assert done.returncode == 1
    red = set(re.findall(r"docs/(\S+?\.md):\d+", done.stderr))
    assert len(red) >= 3, done.stderr
    assert not (project / "site" / "index.html").exists()


def test_the_front_page_shows_each_page_beside_the_chapters_with_its_mark(pages):
    """As the page itself has it."""
    own = {
        name: mark[1]
        for name, html in pages.items()
        if (mark := re.search(r'page-mark" data-mark="(.*?)" data-part="Beside the ', html))
    }
    cards = re.findall(r'class="card" data-mark="(.*?)" href="(.*?)"', pages["index.html"])
    assert own and sorted((page, mark) for mark, page in cards) == sorted(own.items())
