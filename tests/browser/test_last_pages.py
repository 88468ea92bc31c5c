"""What the last pages let a reader do: fuse a graph, let a throw aim, break a page."""

import re

from playwright.sync_api import expect

from tests.browser.livecells import Cell

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HEADER = 48
# What of a drawing shows: how high its paths are, and those that are filled, and its words.
SHOWN = """(slider) => {
  const svg = [...slider.querySelectorAll("svg")].find((one) => one.checkVisibility());
  const shown = (name) => [...svg.querySelectorAll(name)].filter((one) => one.getBoundingClientRect().width > 0);
  const high = (paths) => paths.map((one) => one.getBoundingClientRect().height);
  const filled = shown("path").filter((one) => getComputedStyle(one).fill !== "none");
  return [high(shown("path")), high(filled), shown("text").map((one) => one.textContent)];
}"""


def test_nodes_fuse_until_their_graph_is_nearly_invisible(anew, book):
    """From one for each number to one for each array; at one scale, and an arrow finds the last,
    whose nodes stand above it, larger."""
    page = anew(book.url + "chapters/21-to-pytorch.html", **PHONE)
    slider = page.locator("figure-slider").first
    counts, heights = [], []
    for _ in range(4):
        paths, high, [words] = slider.evaluate(SHOWN)
        counts.append(int(re.sub(r"\D", "", words)))
        heights.append(high)
        slider.get_by_role("slider").press("ArrowRight")
    assert counts == sorted(counts, reverse=True) and counts[0] > 400 * counts[-1]
    assert max(heights[0]) > 80 and min(heights[-1]) < 6 and len(paths) > len(high)


def test_a_throw_aims_and_leaves_each_flight_behind(anew, book):
    """On the picture that the reader aimed on, from the same two fives."""
    page = anew(book.url + "graduation.html")
    page.evaluate("document.querySelectorAll('.held').forEach((one) => { one.hidden = false; })")
    slider = page.locator("figure-slider", has=page.locator(".play")).first
    knob = slider.get_by_role("slider")
    expect(knob).to_have_value("0")
    before = len(slider.evaluate(SHOWN)[0])
    slider.locator(".play").click()
    knob.press("End")
    steps = int(knob.input_value())
    gone = 2  # at the target there is no amber arrow
    assert len(slider.evaluate(SHOWN)[0]) >= before + steps - gone
    expect(slider.get_by_role("status")).to_contain_text("misses by 0.1 metres")


def test_throws_that_were_left_stay_faint(anew, book):
    """The last eight of them; and the one that shows is as it was."""
    page = anew(book.url + "graduation.html")
    slider = page.locator("figure-slider", has=page.locator(".trail"))
    right, up = slider.get_by_role("slider").all()
    past = slider.locator("svg.room-l .past")
    expect(past).to_have_count(0)
    dots = slider.locator("svg.room-l .trail [data-at]:visible")
    one = dots.count()
    right.press("ArrowRight")
    assert 0 < past.count() <= one and dots.count() > one
    for knob in (up, right) * 2:
        for key in ("ArrowRight", "ArrowLeft") * 4:
            knob.press(key)
    knob.press("Home")
    assert dots.count() <= 9 * one


def test_the_readers_number_goes_the_way_of_the_books(anew, book):
    """Place by place; with motion reduced, at once."""
    page = anew(book.url + "how-it-works.html", reduced_motion="reduce")
    places = page.locator("number-arrives b")
    expect(places).to_have_text(["5"] * 4)
    cell = Cell(page, page.locator("live-cell").count() - 1).open()
    cell.write("print(2 + 5)")
    cell.run()
    expect(places).to_have_text(["7"] * 4)
    cell.button("Reset").click()
    cell.run()
    expect(places).to_have_text(["5"] * 4)


def test_the_map_and_its_buttons_fit_a_phone(anew, book):
    """The arrow that Next lights is in sight."""
    page = anew(book.url + "how-it-works.html", **PHONE)
    slider = page.locator("figure-slider").first
    top = slider.bounding_box()["y"]
    button = slider.get_by_role("button", name="Next").bounding_box()
    assert button["y"] + button["height"] - top < PHONE["viewport"]["height"] - HEADER
    expect(slider).to_contain_text("<placeholder 0>")


def test_each_fault_has_its_report(anew, book):
    """And a random number has two: it gets through, unless the page runs twice."""
    page = anew(book.url + "how-it-works.html")
    faults = page.locator(".tabbed-set").first
    reports = []
    for label in faults.locator(".tabbed-labels label").all():
        label.click()
        reports.append(faults.locator("pre:visible code", has_text="exit status").all_inner_texts())
    assert [len(one) for one in reports] == [1, 1, 1, 2]
    assert ["ERROR" in one for told in reports for one in told] == [True, True, True, False, True]


def test_the_buttons_of_a_cell_that_trains_begin_where_text_does(visit, book):
    """They stand in a box of their own, and reach the edge of a phone no more than others do."""
    page = visit(book.url + "graduation.html", bypass_csp=False, **PHONE)
    cell = Cell(page, 0)
    assert cell.element.evaluate("(one) => one.closest('[data-trains]') !== null")
    left = page.locator(".md-content__inner > p").first.bounding_box()["x"]
    assert cell.open().button("Run").bounding_box()["x"] == left
