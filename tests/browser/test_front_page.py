"""The front page: a promise, a machine that learns, a way in, a graph that answers, the chapters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pages import pages
from tests.built import ROOT, mostly_slow

CHAPTERS = [path for path in pages(ROOT / "docs") if path.startswith("chapters/")]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
SEEN = """() => ["h1", "a[data-continue]", "frost-machine .frost-field", "frost-machine button"].map((name) => {
  const shown = [...document.querySelectorAll(name)].find((one) => one.checkVisibility());
  const { top, bottom } = shown.getBoundingClientRect();
  return [name, top >= 0 && bottom <= innerHeight];
})"""

PICTURE = """() => Math.min(...[...document.querySelectorAll(
  "article :is(figure, frost-machine, three-bends, .digits, letter-table, graph-walk, visit-order)")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top + scrollY))"""


@pytest.mark.parametrize("options", [PHONE, DESK], ids=["phone", "desk"])
def test_promise_way_in_and_machine_are_on_one_screen(anew, book, options):
    """Before anything is scrolled; and one thing is primary there."""
    page = anew(book.url + "index.html", **options)
    page.wait_for_selector("frost-machine [role=slider]")
    assert [name for name, seen in page.evaluate(SEEN) if not seen] == []
    primary = page.locator(".primary, .md-button--primary").all_inner_texts()
    assert primary[:1] == ["Let it learn"] and "Start chapter 1" not in primary


def test_once_it_has_learned_the_way_in_is_primary(visit, book):
    """And is so no more when the machine is put back."""
    page = visit(book.url + "index.html", **DESK, reduced_motion="reduce")
    ink = page.locator("h1").evaluate("(one) => getComputedStyle(one).color")
    learn = page.get_by_role("button", name="Let it learn")
    for does, said in (("learn", 0), ("reset", 1)):
        page.locator(f"[data-does={does}]").click()
        page.mouse.move(0, 0)
        expect(page.locator(".hero .primary")).to_have_count(said)
        for one, filled in ((learn, said), (page.locator("a[data-continue]"), not said)):
            ground = one.evaluate("(one) => getComputedStyle(one).backgroundColor")
            assert (ground == ink) == filled


def test_a_number_of_the_graph_is_dragged(anew, book):
    """Without a time to step; what depends on it follows."""
    page = anew(book.url + "index.html", **DESK)
    page.wait_for_selector("graph-walk.live")
    expect(page.locator("graph-walk .timeline")).to_have_count(0)
    data = "[data-name=n{}] [data-part=data] >> visible=true"
    page.locator(data.format(0)).first.scroll_into_view_if_needed()
    box = page.locator(data.format(0)).first.bounding_box()
    before = page.locator("graph-walk svg >> visible=true").text_content()
    page.mouse.move(box["x"], box["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + 62, box["y"], steps=4)
    page.mouse.up()
    expect(page.locator("graph-walk .leaves input").first).to_have_value("3.0")
    assert page.locator("graph-walk svg >> visible=true").text_content() != before


def test_the_number_that_was_asked_for_is_noticed(anew, book):
    """Once the output comes to it, by the leaf that the question names; the room is there before."""
    page = anew(book.url + "index.html", **PHONE)
    aim = page.locator("walk-aim")
    leaf = page.locator("graph-walk .leaves input").nth(2)
    aimed = "The aim: f is −15."
    expect(aim).to_have_text(aimed)
    high = aim.bounding_box()["height"]
    for typed, told in (("-4", aimed), ("-5", "There: f is −15, and c is −5."), ("-6", aimed)):
        leaf.fill(typed)
        leaf.press("Enter")
        expect(aim).to_have_text(told)
    assert aim.bounding_box()["height"] == high > 0


def test_the_pictures_of_the_parts_fill_their_column(visit, book):
    """Or are as high as any."""
    page = visit(book.url + "index.html", **DESK)
    sizes = page.locator(".part-picture svg").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    most = [max(side) for side in zip(*sizes, strict=True)]
    assert len(sizes) > 4
    for size in sizes:
        assert size[0] > most[0] - 1 or size[1] > most[1] - 1


def test_every_chapter_has_a_card_with_all_of_it(anew, book):
    """Number, title, question, minutes."""
    page = anew(book.url + "index.html", **DESK)
    cards = page.evaluate(
        """() => [...document.querySelectorAll(".chapters .card")].map((card) => [
          card.querySelector(".card-number").textContent,
          card.querySelector(".card-question").textContent.endsWith("?"),
          /^\\d+ min$/.test(card.querySelector(".card-minutes").textContent)])"""
    )
    assert cards == [[str(n), True, True] for n in range(1, len(cards) + 1)]
    assert len(cards) >= 16


def test_every_part_has_a_picture_of_its_own(anew, book):
    """Of its first chapter, drawn, and like no other."""
    page = anew(book.url + "index.html", **DESK)
    parts = page.evaluate(
        """() => [...document.querySelectorAll(".chapters .part")].map((part) => [
          part.querySelectorAll(".part-picture svg :is(path, circle, rect, polygon)").length > 2,
          part.querySelector(".part-picture svg").outerHTML])"""
    )
    assert len(parts) == 6 and all(drawn for drawn, _ in parts)
    assert len({picture for _, picture in parts}) == 6


@pytest.mark.parametrize(
    "options", [PHONE, pytest.param(DESK, marks=pytest.mark.slow)], ids=["phone", "desk"]
)
@pytest.mark.parametrize("path", mostly_slow(CHAPTERS, CHAPTERS[8]))
def test_the_first_picture_of_a_chapter_is_within_two_screens(visit, book, path, options):
    """Of a drawing, a machine or a row of digits, its top."""
    page = visit(book.url + path, **options)
    top = page.evaluate(PICTURE)
    assert top < 2 * options["viewport"]["height"]


def test_a_chapter_bears_its_number_everywhere(visit, book):
    """In its title, its heading, the navigation, and at its end leads to the next one."""
    page = visit(book.url + "chapters/06-walk-it-backward.html", **DESK)
    assert page.title().startswith("6 · Walk it backward")
    assert page.locator("h1").inner_text().split()[:4] == ["6", "Walk", "it", "backward"]
    assert (
        page.locator(".md-nav--primary a.md-nav__link--active").first.inner_text().startswith("6")
    )
    end = page.locator(".end-card")
    expect(end).to_contain_text("You have ")
    expect(end).to_contain_text("Questions answered: 0 of ")
    end.locator(".next a").click()
    page.wait_for_url("**/chapters/07-local-backward.html")
