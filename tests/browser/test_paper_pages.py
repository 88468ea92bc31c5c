"""Chapters printed to PDF by Chromium: pages counted, ink on white, answers at the end."""

from __future__ import annotations

import re

import pytest
from pypdfium2 import PdfDocument

from tests.built import mostly_slow
from tests.site.archives import empty_foot, smallest, words

PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.mark.parametrize(
    ("chapter", "most"),
    mostly_slow(
        [("06-walk-it-backward", 20), ("14-training", 24), ("20-gpt", 18)],
        ("06-walk-it-backward", 20),
        spread=True,
    ),
)
def test_a_chapter_is_not_a_pile_of_paper(anew, book, chapter, most):
    """In A4, printed from a dark screen; a long listing begins below its text, and breaks."""
    page = anew(f"{book.url}chapters/{chapter}.html", color_scheme="dark")
    page.wait_for_load_state("networkidle")
    assert 5 < len(PAGE.findall(page.pdf(format="A4"))) <= most


@pytest.mark.parametrize(
    "name",
    mostly_slow(["chapters/07-local-backward", "how-it-works"], "chapters/07-local-backward"),
)
def test_no_sheet_ends_early(anew, book, name):
    """A quarter of it stays empty, at most; the last one has four lines, or more."""
    page = anew(f"{book.url}{name}.html")
    page.wait_for_load_state("networkidle")
    with PdfDocument(page.pdf(format="A4")) as whole:
        *sheets, last = whole
        assert [n for n, sheet in enumerate(sheets, 1) if empty_foot(sheet) > 0.25] == []
        assert len(words(last).split("\r\n")) >= 2 + 4  # its title and its number are two


def test_what_a_reader_prints_has_its_title_above_and_numbers_below(anew, book):
    """In the book's own type, on each sheet behind the first, which has it as its heading; a large
    graph can be read, and links have addresses."""
    page = anew(f"{book.url}chapters/13-mlp.html")
    page.wait_for_load_state("networkidle")
    with PdfDocument(page.pdf(format="A4")) as whole:
        said = [words(sheet) for sheet in whole]
        assert 6.495 < min(map(smallest, whole)) < 8
    for number, sheet in enumerate(said, 1):
        lines = sheet.splitlines()
        above = any(line.startswith("13 · Neuron, layer, MLP") for line in lines)
        assert above == (number > 1), number
        assert any(line.strip() == str(number) for line in lines), number
    assert "1. https://" in said[-1] and "github.io" not in said[-1]
    assert not page.locator("article .address, article > .answers").count()


def test_paper_is_white_whatever_the_screen_is(anew, book):
    """Ink, data and gradients have the colours of the light scheme, on white."""
    colours = """() => { const style = getComputedStyle(document.body);
      return ["--data", "--grad", "--faint", "--paper", "--md-default-bg-color", "--md-code-bg-color",
        "--md-typeset-a-color", "--md-accent-fg-color"].map((name) => style.getPropertyValue(name)); }"""
    url = f"{book.url}chapters/06-walk-it-backward.html"
    seen = []
    for scheme in ("light", "dark"):
        page = anew(url, color_scheme=scheme)
        screen = page.evaluate(colours)
        page.emulate_media(media="print", color_scheme=scheme)
        seen.append((screen, page.evaluate(colours)))
    (light, light_paper), (dark, dark_paper) = seen
    assert light != dark
    paper = light[3]
    assert light_paper == dark_paper == ["#fff" if one == paper else one for one in light]


def test_the_answers_stand_at_the_end(anew, book):
    """Numbered as their questions are; afterwards each is back where it was."""
    page = anew(f"{book.url}chapters/06-walk-it-backward.html", color_scheme="light")
    boxes = (  # the theme gives code a place among the keys while it scrolls
        "[...document.querySelectorAll('.predict, .exercise')]"
        ".map((one) => one.outerHTML.replaceAll(' tabindex=\"0\"', ''))"
    )
    before = page.evaluate(boxes)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    asked = page.locator(".predict").count()
    heads = page.locator("article > .answers h3").all_text_contents()
    assert [one for one in heads if one.startswith("Question")] == [
        f"Question {n + 1}" for n in range(asked)
    ]
    assert heads[-1].startswith("Exercise")
    assert page.locator(".predict").first.get_attribute("data-number") == "Question 1"
    assert page.locator(".answers").is_visible()
    assert not page.locator(".predict p.answer").count()
    assert not any(one.is_visible() for one in page.locator("summary, button, input").all())
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(boxes) == before
    assert not page.locator(".answers").count()


def on_paper(visit, url):
    between = {"width": 567, "height": 900}  # what A4 leaves between its margins
    page = visit(url, viewport=between)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return page


def test_code_in_an_answer_has_room(visit, book):
    """None of its lines goes on below, and what it printed stands at its foot."""
    page = on_paper(visit, f"{book.url}chapters/20-gpt.html")
    lines = page.locator("article > .answers .highlight .line:not(:first-child, :last-child)")
    heights = {round(line.bounding_box()["height"] / 4) for line in lines.all()}
    assert lines.count() > 30 and len(heights) == 1
    code, output = (
        page.locator(f"article > .answers {css}").first.bounding_box()
        for css in (".highlight:has(+ .output)", ".highlight + .output")
    )
    assert code["y"] + code["height"] == pytest.approx(output["y"], abs=1)


def test_captions_stand_below_figures_and_a_graph_as_high_as_a_sheet_has_no_table(visit, book):
    """However narrow the figure; such a graph says its own numbers."""
    page = on_paper(visit, f"{book.url}chapters/13-mlp.html")
    for figure in page.locator("figure.drawing:has(> figcaption)").all():
        drawn, said = (
            figure.locator(css).first.bounding_box() for css in ("svg:visible", "figcaption")
        )
        assert drawn["y"] + drawn["height"] <= said["y"] + 1
    graph, caption = (
        page.locator(f".preset.broad {css}").first.bounding_box()["y"]
        for css in ("svg:visible", ".caption")
    )
    assert graph < caption
    assert not page.locator(".preset.broad table").first.is_visible()


def test_a_question_before_a_walk_that_begins_empty_says_that_it_tells(visit, book):
    """On paper the walk is complete."""
    page = on_paper(visit, f"{book.url}chapters/13-mlp.html")
    said = """(question) => getComputedStyle(question.nextElementSibling, "::before").content"""
    asked = page.locator(".predict:has(+ p + .cell > [data-from=start])")
    assert asked.evaluate(said).startswith('"Answer first')


def test_on_paper_the_short_road_solves_nothing_before_it_asks(visit, book):
    """Of its first walk one graph is printed; a note that answers its summary's question says so,
    a picture names its step, and an option ends before what is said of it."""
    page = on_paper(visit, f"{book.url}short-road.html")
    walk = page.locator("graph-walk").first
    assert walk.locator(".preset").count() == 4
    assert walk.locator(".preset:visible").count() == 1
    before = """(note) => getComputedStyle(note, "::before").content"""
    assert page.locator("details.note").first.evaluate(before).startswith('"Answer first')
    last = page.locator("figure-slider").last
    assert last.locator(".knob-shows").is_visible()
    assert last.locator(".knob-shows").text_content() == "step = 100"
    page = on_paper(visit, f"{book.url}chapters/18-next-letter.html")
    ends = """(all) => all.map((one) => one.textContent.at(-1) + getComputedStyle(one, "::after").content)"""
    named = page.locator("article > .answers .named").evaluate_all(ends)
    assert len(named) > 5
    assert all(one[0] in ".:?" or one.endswith('":"') for one in named)


def test_a_graph_too_broad_for_paper_is_printed_as_on_a_tablet(visit, book):
    """Its letters would have five points."""
    page = on_paper(visit, f"{book.url}how-it-works.html")
    shown = page.locator("figure-slider svg:visible")
    assert "room-m" in shown.get_attribute("class")
    assert shown.bounding_box()["width"] < 400


def test_of_a_plot_the_layout_is_printed_that_takes_less_of_a_sheet(visit, book):
    """Its letters are larger there; panels side by side stay so."""
    page = on_paper(visit, f"{book.url}chapters/14-training.html")
    shown = page.locator(".drawing .plot:visible").evaluate_all(
        "all => all.map((one) => one.classList.contains('room-s'))"
    )
    assert {True, False} == {*shown}


def test_code_stands_above_the_curve_that_it_makes(visit, book):
    """As all other code does."""
    page = on_paper(visit, f"{book.url}chapters/20-gpt.html")
    cell = page.locator(".cell:has(> .output + .code)").last
    code, curve = (
        cell.locator(css).first.bounding_box()["y"] for css in ("details pre", "figcaption")
    )
    assert code < curve


def test_a_listing_is_cut_only_where_a_part_of_it_ends(visit, book):
    """Behind an empty line, or a block's last; far from those, before a statement. Five lines, at
    least, stay above, and three below."""
    page = visit(f"{book.url}the-engine.html")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    listings = page.locator(".highlight:not(.diff) code:has(> .seam)").all()
    assert len(listings) > 3
    for listing in listings:
        lines = listing.locator("> *").evaluate_all(
            "all => all.map((one) => [one.textContent.trimEnd(), getComputedStyle(one).breakAfter])"
        )
        texts = [text for text, _ in lines]
        cuts = [at for at, (_, after) in enumerate(lines[:-1], 1) if after == "auto"]
        assert all(5 <= cut <= len(texts) - 3 and texts[cut + 1] for cut in cuts)
        ends = [n for n in cuts if not texts[n - 1] or indent(texts[n]) < indent(texts[n - 1])]
        for cut in {*cuts} - {*ends}:
            assert indent(texts[cut]) == indent(texts[cut - 1])
            assert all(abs(cut - end) > 3 for end in ends)


def indent(line):
    return len(line) - len(line.lstrip())


def test_without_a_script_the_answers_stand_open_in_their_places(visit, book):
    """Nobody can press a button on paper."""
    page = visit(f"{book.url}chapters/06-walk-it-backward.html", java_script_enabled=False)
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in page.locator(".predict p.answer").all())


def test_long_tables_of_numbers_are_not_printed(visit, book):
    """The 24 orders of the game; a short table stays."""
    page = visit(f"{book.url}chapters/09-visit-order.html")
    page.emulate_media(media="print")
    assert not page.locator("order-board table").is_visible()
    assert page.locator("graph-walk .numbers table").first.is_visible()


def test_folded_code_stands_above_what_it_printed(visit, book):
    """As all other code does; and no box has the shade of one that scrolls."""
    page = visit(f"{book.url}chapters/04-manual-backprop.html")
    page.emulate_media(media="print")
    cell = page.locator(".cell:has(> details.code):has(> .output)").first
    code, output = (
        cell.locator(css).first.bounding_box()["y"] for css in ("details pre", ".output")
    )
    assert code < output
    shades = "all => all.map((one) => getComputedStyle(one).backgroundImage)"
    assert {*page.locator(".highlight > pre, .scroll").evaluate_all(shades)} == {"none"}
