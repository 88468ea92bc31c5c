"""What pages show of the chapters: numbers, cards, references, what is next."""

import re
from types import SimpleNamespace

import pytest

from unpasted.html import chapters, tree

FIGURE = (
    '<figure class="drawing"><div class="scroll"><svg xmlns="http://www.w3.org/2000/svg" id="x" '
    'class="room-l" width="9pt" viewBox="0 0 9 9" style="min-width: 7px"><title id="t">Words'
    '</title><g id="g"><path d="M0,0 1,1" stroke="#000000"/><text>a</text></g></svg></div>'
    "<figcaption>A line. It rises.</figcaption></figure>"
)


def chapter(number, title="Title", section="Part", **more):
    known = {
        "question": "Why?",
        "meta": {"built": "built it"},
        "minutes": 12,
        "asked": 3,
        "picture": "",
    }
    url = f"chapters/{number:02}.html"
    own = {"number": number, "url": url, "title": title, "section": section}
    return SimpleNamespace(**(own | known | more))


BOOK = [chapter(1, "One & all"), chapter(2, "Two"), chapter(3, "Three", "Other")]
NAMED = {one.url: (one.number, f"{one.number} · {one.title}") for one in BOOK}
NAMED["use.html"] = 0, "How to <use>"


CARDS = "<book-chapters></book-chapters>"


def told(html, url="index.html", after=None):
    root = tree.parse(html)
    tree.write(root)  # leaves empty texts
    chapters.name_links(root, url, NAMED)
    chapters.tell(root, url, BOOK, after)
    return tree.write(root)


def test_a_chapter_bears_its_number_before_its_title():
    """In its heading, once."""
    root = tree.parse('<h1 id="a" title="a > b">A</h1><h1>B</h1>')
    chapters.begin_title(root, 6, "", "")
    assert (
        tree.write(root)
        == '<h1 id="a" title="a &gt; b"><span class="chapter-number">6</span> A</h1><h1>B</h1>'
    )


def test_any_other_page_bears_its_mark_and_its_part():
    """Beside its words, so that nobody hears, finds or copies them."""
    root = tree.parse("<h1>A <i>b</i></h1><h1>B</h1>")
    chapters.begin_title(root, 0, "!", "More & more")
    mark = '<span class="page-mark" data-mark="!" data-part="More &amp; more"></span>'
    assert tree.write(root) == f"<h1>{mark}A <i>b</i></h1><h1>B</h1>"


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ('<p>In <a href="02.html"></a> you', "chapter 2"),
        ('<p><a href="02.html"></a> shows', "Chapter 2"),
        ('<p>Words.\n<a href="02.html"></a> shows', "Chapter 2"),
        ('<p>It ends (at last). <a href="02.html"></a> mends it.', "Chapter 2"),
        ('<p>Words that go\non in <a href="02.html"></a>', "chapter 2"),
        ('<td><a class="x" href="./02.html"></a></td>', "Chapter 2"),
        ('<p>See <a href="../use.html"></a>', "How to &lt;use&gt;"),
        ('<p>See <a href="02.html">this</a>', "this"),
    ],
)
def test_a_link_without_words_says_where_it_leads(html, words):
    """The number of a chapter, in capitals where a sentence begins; the title of another page."""
    assert re.search(r"<a[^>]*>(.*?)</a>", told(html, "chapters/01.html"))[1] == words


def test_cards_stand_part_by_part_with_all_that_is_known():
    """Each leads to its chapter from where it stands, and asks for its progress."""
    html = told(CARDS)
    assert re.findall(r'class="part"><h3>(\w+)', html) == ["Part", "Other"]
    assert html.count('class="card"') == 3 and html.count('data-progress=""') == 3
    assert 'href="chapters/01.html"' in html and "One &amp; all" in html and "12 min" in html
    assert 'href="../chapters/01.html"' in told(CARDS, "more/x.html")
    assert told(f"<p>{CARDS}</p>") == html, "they are no words of a paragraph"


def test_a_part_has_the_picture_that_a_chapter_names():
    """Else that of its first chapter."""
    plain, named = (
        chapter(n, picture=f"<i>{n}</i>", shows=f"Shows {n}.", meta=meta)
        for n, meta in ((1, {}), (2, {"picture": 1}))
    )
    for book, n in (([plain], 1), ([plain, named], 2)):
        root = tree.parse(CARDS)
        chapters.tell(root, "index.html", book)
        (seen,) = root.xpath(".//*[@class='part-picture']")
        assert tree.words_of(seen) == f"{n}Shows {n}. From chapter {n}"


def test_a_chapter_ends_with_what_was_built_and_what_is_next():
    """The last one says so; a page that is no chapter ends with nothing."""
    end = '<book-progress data-page="x"></book-progress>'
    first, last = told(end, "chapters/01.html"), told(end, "chapters/03.html")
    assert "You have built it." in first and 'href="02.html">2 · Two</a>' in first
    assert "This was the last chapter." in last and "<a " not in last
    assert told(end) == end


def test_the_last_chapter_leads_to_the_page_after_it():
    """Others don't."""
    end = '<book-progress data-page="x"></book-progress>'
    after = SimpleNamespace(url="use.html", title="Use & keep")
    last = told(end, "chapters/03.html", after)
    said, _, link = last.partition("<br/>")
    assert "This was the last chapter." in said
    assert 'md-button--primary" href="../use.html">Use &amp; keep</a>' in link
    assert "use.html" not in told(end, "chapters/02.html", after)


@pytest.mark.parametrize(
    ("html", "question"),
    [
        (
            "<p>You know. How fast does <code>z</code> go?\nAnd why?</p>",
            "How fast does <code>z</code> go?",
        ),
        (
            '<p>Why does the engine of <a href="02.html"></a> fail?</p>',
            "Why does the engine of chapter 2 fail?",
        ),
        ('<p><a href="02.html"></a> worked: why?</p>', "Chapter 2 worked: why?"),
        ("<p>No question here.</p><p>But here?</p>", ""),
        ("", ""),
    ],
)
def test_the_question_of_a_chapter_is_the_first_of_its_first_paragraph(html, question):
    """With its code, and a link without words says where it leads."""
    root = tree.parse(html)
    chapters.name_links(root, "chapters/01.html", NAMED)
    assert chapters.question_of(root) == question


def test_a_picture_is_a_figure_without_its_words():
    """And without ids, which its page has already; of a figure that is not there, none."""
    picture = chapters.picture_of(tree.parse(FIGURE), 1)
    assert 'd="M0,0 1,1"' in picture and 'viewBox="0 0 9 9"' in picture
    assert not re.search(r"\bid=|<text|<title|min-width|Words", picture)
    assert 'aria-hidden="true"' in picture
    assert (
        chapters.picture_of(tree.parse(FIGURE), 2)
        == chapters.picture_of(tree.parse(FIGURE), 0)
        == ""
    )


def test_a_picture_has_the_marks_that_its_figure_shows():
    """A mark that the figure uses by its id is drawn out; what another state shows is left out."""
    marks = '<defs><path id="m" d="m0 3" style="stroke: red"/></defs><use xlink:href="#m" x="1" y="2" style="fill: red"/>'
    hidden = '<path d="M5,5" display="none"/>'
    picture = chapters.picture_of(tree.parse(FIGURE.replace("</svg>", f"{marks}{hidden}</svg>")), 1)
    assert '<path d="m0 3" style="fill: red; stroke: red" transform="translate(1 2)"' in picture
    assert "M5,5" not in picture


def test_a_picture_is_named_by_the_first_sentences_of_its_caption():
    """As many as are short."""
    long = FIGURE.replace("It rises.", "It rises, and goes on to rise, " * 4 + "for ever.")
    captions = (chapters.caption_of(tree.parse(one), 1) for one in (FIGURE, long, "<p>None</p>"))
    assert [*captions] == ["A line. It rises.", "A line.", ""]
