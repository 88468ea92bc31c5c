"""A graph that is larger than its stage: it pans inside, a map says where, and the page stays."""

import pytest
from playwright.sync_api import expect

from tests.browser.walking import PHONE, Walker
from tests.built import mostly_slow

PAGE = "chapters/large.html"
# At every position by Next: where the page is, how high the stage is, and whether what changed shows.
ALL = """(walk) => {
  const { drawing, timeline } = walk.made, seen = [];
  timeline.go(0);
  while (timeline.at < timeline.end) {
    timeline.step(1);
    const sheet = drawing.shown, frame = sheet.svg.closest(".scroll").getBoundingClientRect();
    const { current, gifts } = drawing.state(timeline.at);
    const boxes = [...current, ...gifts.map(({ to }) => to)].map((i) => sheet.boxes[i].getBoundingClientRect());
    seen.push({ y: scrollY, height: frame.height, boxes: boxes.map((box) =>
      Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom)) });
  }
  return seen;
}"""


SCREENS = {"wide": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}


@pytest.fixture(params=mostly_slow(SCREENS, "phone"))
def page(request, anew, small):
    return anew(small.alone(PAGE), **SCREENS[request.param])


@pytest.fixture
def wide(anew, small):
    return anew(small.alone(PAGE), **SCREENS["wide"])


def test_the_page_never_moves_by_itself(page):
    """However large the graph: the stage keeps its height, and pans to what a step changes; to all
    of it where that fits, as it nearly always does."""
    walker = Walker(page, 0)
    walker.handle.evaluate(
        "({ made }) => made.drawing.stage.frame.scrollIntoView({ block: 'center' })"
    )
    page.mouse.move(0, 0)
    before = page.evaluate("scrollY")
    assert before > 0
    states = walker.handle.evaluate(ALL)
    assert {state["y"] for state in states} == {before}
    assert len({round(state["height"]) for state in states}) == 1
    for state in states:  # two that are as far apart as the ends of the graph show one of them
        assert sum(out <= 1 for out in state["boxes"]) >= min(1, len(state["boxes"]))
    shown = sum(all(out <= 1 for out in state["boxes"]) for state in states)
    assert shown > 0.8 * len(states)


CUT = """({ made }) => {
  const { frame, graph } = made.drawing.stage, { left, right, bottom } = frame.getBoundingClientRect();
  return [...graph.querySelectorAll(".node")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom - 1 && box.bottom > bottom + 1;
  }).length;
}"""


def test_the_stage_first_ends_between_rows(page):
    assert Walker(page, 0).handle.evaluate(CUT) == 0


def within(walker):
    """Which boxes are wholly in sight."""
    return walker.handle.evaluate(
        """(walk) => {
          const { boxes, svg } = walk.made.drawing.shown;
          const frame = svg.closest(".scroll").getBoundingClientRect();
          return boxes.map((one) => one.getBoundingClientRect()).filter(({ left, right, top, bottom }) =>
            left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1).length;
        }"""
    )


def expect_whole(walker, whole):
    expect(walker.button("Zoom in" if whole else "Whole graph")).to_be_visible()
    walker.page.wait_for_function(
        "([walk]) => !walk.made.drawing.shown.svg.getAnimations().length", arg=[walker.handle]
    )
    count = len(walker.state()["data"])
    assert (within(walker) == count) == whole


def begin_whole(walker):
    """All of it, which has to be asked for."""
    expect_whole(walker, False)
    walker.press("Whole graph")
    expect_whole(walker, True)


def test_it_is_seen_from_near_as_it_is_walked(page):
    """Where all of it would be too small to be read: from its first step to its last. Its text has
    11 pixels, and the button that shows all of it looks like one."""
    walker = Walker(page, 0)
    for step in ("", "Next", "Reset", "Next", "Show finished", "Back", "Next"):
        if step:
            walker.press(step)
        expect_whole(walker, False)
        size = """({ made }) => {
          const { svg } = made.drawing.shown;
          return parseFloat(getComputedStyle(svg.querySelector("text")).fontSize) * svg.querySelector("g").getScreenCTM().a;
        }"""
        assert walker.handle.evaluate(size) >= 10.9
    border = "(one) => getComputedStyle(one).borderTopColor"
    assert walker.button("Whole graph").evaluate(border) == walker.button("Back").evaluate(border)


def test_a_button_leads_back_to_the_whole_and_stays_there(page):
    """Until it is pressed again; so does a press on the drawing, to where it was pressed."""
    walker = Walker(page, 0)
    walker.to("backward")
    walker.press("Whole graph")
    expect_whole(walker, True)
    walker.press("Next")
    expect_whole(walker, True)
    walker.press("Zoom in")
    expect_whole(walker, False)
    walker.press("Whole graph")
    walker.element.locator(".drawing .scroll").click()
    expect_whole(walker, False)


def test_the_whole_graph_names_its_boxes(page):
    """Where a name has room, large enough to be read; from far none."""
    walker = Walker(page, 0)
    begin_whole(walker)
    seen = walker.handle.evaluate(
        """(walk) => [...walk.made.drawing.shown.svg.querySelectorAll("[data-part=label]")]
          .filter((one) => getComputedStyle(one).opacity === "1" && one.textContent.trim())
          .map((one) => one.getBoundingClientRect().height)"""
    )
    assert min(seen, default=10) >= 10
    assert bool(seen) != bool(walker.element.locator(".far").count())


def test_who_comes_by_key_sees_the_box_from_near(page):
    """A box that has the focus can be read."""
    walker = Walker(page, 0)
    begin_whole(walker)
    walker.handle.evaluate("(walk) => walk.made.drawing.shown.boxes.at(-1).focus()")
    expect_whole(walker, False)


def test_on_a_phone_the_map_stands_on_end(anew, small):
    """Beside the sentence, which it leaves free, and as large as a finger."""
    walker = Walker(anew(small.alone(PAGE), **PHONE), 0)
    walker.to("forward")
    expect_whole(walker, False)
    on_end, said, scrubber = (
        walker.element.locator(css).first.bounding_box() for css in (".map", ".status", ".track")
    )
    assert on_end["height"] > 2 * on_end["width"] >= 87.8
    assert said["x"] + said["width"] < on_end["x"]
    assert on_end["x"] + on_end["width"] <= 390
    assert on_end["y"] + on_end["height"] <= scrubber["y"] + 1


def test_a_map_says_what_shows(wide):
    """It is the drawing, small, with a frame around what shows; where all does, there is none."""
    walker = Walker(wide, 0)
    begin_whole(walker)
    expect(walker.element.locator(".map")).to_be_hidden()
    walker.press("Zoom in")
    walker.to("forward")
    small = walker.element.locator(".map")
    expect(small).to_be_visible()
    pane = "(one) => ['x', 'y', 'width', 'height'].map((key) => Number(one.querySelector('.pane').getAttribute(key)))"
    whole = small.evaluate("(one) => [one.viewBox.baseVal.width, one.viewBox.baseVal.height]")
    _, _, width, height = small.evaluate(pane)
    assert width < whole[0] - 1 or height < whole[1] - 1


def test_pressing_the_map_shows_what_is_pressed(wide):
    """And dragging on it pans, to either end."""
    page = wide
    walker = Walker(page, 0)
    walker.to("forward")
    frame, small = (walker.element.locator(css) for css in (".drawing .scroll", ".map"))
    frame.evaluate(
        "(one) => scrollBy({ top: one.getBoundingClientRect().top - 60, behavior: 'instant' })"
    )
    box = small.bounding_box()
    ends = [
        [box["x"] + 2, box["y"] + 2],
        [box["x"] + box["width"] - 2, box["y"] + box["height"] - 2],
    ]
    over = (
        "(one) => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight)"
    )
    most = frame.evaluate(over)
    assert most > 50
    at = "(one) => Math.round(Math.max(one.scrollLeft, one.scrollTop))"
    page.mouse.click(*ends[1])
    assert frame.evaluate(at) == pytest.approx(most, rel=0.02)  # its nearest box
    page.mouse.move(*ends[1])
    page.mouse.down()
    page.mouse.move(*ends[0], steps=3)
    page.mouse.up()
    assert frame.evaluate(at) == pytest.approx(0, abs=0.02 * most)


def test_a_small_graph_has_no_map(anew, small):
    """All of it shows."""
    walk = anew(small.url + "chapters/walks.html").locator("graph-walk").nth(2)
    assert walk.locator(".map").count() == 0


def test_a_step_may_take_two_of_a_layer(anew, small):
    """Of what is as far from the leaves two nodes are filled in, and visited, at once."""
    walker = Walker(anew(small.url + PAGE), 1)
    for phase, known in (
        ("given", 11),
        ("forward", 13),
    ):  # w and constants; two of w × w and two sums
        assert sum(text != "" for text in walker.to(phase)["data"]) == known
    walker.press("Show finished")
    walker.press("Back")
    assert walker.state()["says"].startswith("2 visits: ")
