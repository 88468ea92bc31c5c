"""Figures that are stepped on a phone: the controls at hand, what changed in view, no jump."""

from itertools import product

import pytest

from tests.browser.walking import PHONE, Touch, Walker, static
from tests.built import mostly_slow

CHAPTERS = ["06-walk-it-backward", "13-mlp"]

# Of the walker as it stands: where its controls, what it fills, and who is visited are.
PLACES = """(walk) => {
  const place = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect(); return { left, right, top, bottom }; };
  const { drawing, timeline } = walk.made;
  const sheet = drawing.sheets.find((one) => one.seen);
  const { current, gifts } = drawing.state(timeline.at);
  const of = (nodes) => nodes.map((i) => place(sheet.boxes[i]));
  const visited = of(current), filled = gifts.length ? of(gifts.map(({ to }) => to)) : visited;
  const buttons = [...timeline.bar.children].filter((one) => one.checkVisibility()).map(place);
  const controls = place(timeline.element), { height } = timeline.element.getBoundingClientRect();
  return { y: scrollY, filled, visited, buttons, controls, height, head: document.querySelector(".md-header").getBoundingClientRect().bottom };
}"""
# Brings a walk's drawing below the page's head.
TO_HEAD = """(walk) => {
  scrollTo({ top: 0, behavior: "instant" });
  const own = walk.querySelector(".preset:not([hidden]) .drawing .scroll").getBoundingClientRect();
  const head = document.querySelector(".md-header").getBoundingClientRect().bottom;
  scrollBy({ top: own.top - head, behavior: "instant" });
}"""
# The same for every position, by its own Next.
ALL = f"""(walk) => {{
  const places = {PLACES};
  const next = [...walk.querySelectorAll(".bar button")].find((one) => one.textContent.startsWith("Next"));
  const all = [];
  while (next.getAttribute("aria-disabled") !== "true") {{ next.click(); all.push(places(walk)); }}
  return all;
}}"""
# How tall the walk is from its beginning to its end.
TALL = """(walk) => [...Array(5).keys()].map((n) => {
  walk.made.timeline.go(Math.round((n * walk.made.timeline.end) / 4));
  return walk.querySelector(".preset:not([hidden]) .drawing").offsetHeight + walk.querySelector(".timeline").offsetHeight;
})"""
# For each place of the page where Next can be pressed, and enough of the stage shows for a box: the
# steps that fill what does not show, and whether anything lies on Next.
FROM_EVERYWHERE = """(walk) => {
  const { drawing, timeline } = walk.made, { next } = timeline.buttons, seen = [];
  const to = (y) => scrollTo({ top: y, behavior: "instant" });
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const shows = (one) => one.contains(document.elementFromPoint(...middle(one.getBoundingClientRect())));
  const { top, bottom } = walk.getBoundingClientRect();
  const [first, last] = [scrollY + top - innerHeight, scrollY + bottom];
  const head = document.querySelector(".md-header").getBoundingClientRect().bottom, { frame } = drawing.stage;
  for (let y = Math.max(first, 0); y < last; y += 30) {
    to(y);
    timeline.go(0);
    const { top, bottom } = next.getBoundingClientRect();
    if (top < head || bottom > innerHeight) continue;
    if (!shows(next)) { seen.push({ y, unseen: ["Next"] }); continue; }
    if (frame.getBoundingClientRect().bottom - head < 200) continue;
    const unseen = [];
    while (timeline.at < timeline.end) {
      timeline.step(1);
      const { current, gifts } = drawing.state(timeline.at);
      const filled = (gifts.length ? gifts.map(({ to }) => to) : current).map((i) => drawing.shown.boxes[i]);
      const above = frame.scrollTop < 1 && frame.getBoundingClientRect().top < head;
      if (filled.length && !filled.some(shows) && !above) unseen.push(timeline.at);
    }
    seen.push({ y, unseen });
  }
  return seen;
}"""
SMALL = """() => [...document.querySelectorAll(":is(graph-walk, visit-order) :is(button, select, input)")]
  .filter((one) => one.checkVisibility()).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height) < 43.9 ? [`${one.outerHTML.slice(0, 80)} ${width} x ${height}`] : [];
  })"""


@pytest.fixture(scope="module", params=mostly_slow(CHAPTERS, CHAPTERS[0]))
def seen(request, visits, book):
    """Of each graph of each walk of a page, its drawing below the page's head: what is seen at every
    position, where the page stands after them, and how tall the walk is at some."""
    page = visits(f"{book.url}chapters/{request.param}.html", **PHONE)
    found = [
        (walker.handle.evaluate(ALL), page.evaluate("scrollY"), walker.handle.evaluate(TALL))
        for walker in walkers(page)
    ]
    assert visits.leave() == []
    return found


def walkers(page):
    """Each graph of each walk with steps, at its beginning, its drawing below the page's head."""
    for number, graphs in enumerate(static(page)):
        if Walker(page, number).live:
            continue
        walker = Touch(page, number)
        for place, graph in enumerate(graphs):
            walker.choose(graph.name, place)
            walker.to("given")
            walker.handle.evaluate(TO_HEAD)
            yield walker


def test_what_a_step_changes_is_on_the_screen(seen):
    """A number that it fills, above the controls and below the page's head, while the page stands
    still; of nearly every step all of them, and who is visited."""
    for states, stood, _ in seen:
        whole = 0
        for at, now in enumerate(states, 1):
            foot = min(844, now["controls"]["top"])
            shown = {
                part: [
                    box["left"] >= -1
                    and box["right"] <= 391
                    and box["top"] >= now["head"] - 1
                    and box["bottom"] <= foot + 1
                    for box in now[part]
                ]
                for part in ("filled", "visited")
            }
            assert not shown["filled"] or any(shown["filled"]), (at, now)
            assert now["y"] == stood
            whole += all(shown["filled"] + shown["visited"])
        assert whole > 0.7 * len(states)


@pytest.mark.parametrize(
    ("path", "size"),
    mostly_slow(
        product(
            ["short-road", *(f"chapters/{name}" for name in CHAPTERS)],
            [(390, 844), (360, 640), (1280, 900)],
        ),
        ("short-road", (360, 640)),
        spread=True,
    ),
)
def test_whoever_can_press_next_sees_what_it_fills(visit, book, path, size):
    """Wherever the page is scrolled to, while enough of the stage is on the screen for a box: a number
    that is filled is on it at each step, as far as the stage can pan. (Where its beginning is above the
    screen the page would have to move, and it never does.) Nothing ever covers it, nor the button."""
    phone = PHONE if size[0] < 500 else {}
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = visit(f"{book.url}{path}.html", **phone | {"viewport": viewport})
    for number in range(len(static(page))):
        walker = Walker(page, number)
        seen = [] if walker.live else walker.handle.evaluate(FROM_EVERYWHERE)
        assert walker.live or len(seen) > 1, number
        assert {step for place in seen for step in place["unseen"]} == set(), (number, seen)


def test_stage_and_controls_leave_the_screen_together(visit, book):
    """However far the page is scrolled: what stands below the drawing stays as far below it."""
    walker = Walker(visit(f"{book.url}short-road.html", **PHONE), 0)
    apart = walker.handle.evaluate("""(walk) => {
      const figure = walk.querySelector(".stage > figure"), controls = walk.made.timeline.element;
      const top = (one) => one.getBoundingClientRect().top, last = top(walk) + scrollY + walk.offsetHeight;
      return [...Array(20).keys()].map((n) => {
        scrollTo({ top: (last * n) / 20, behavior: "instant" });
        return Math.round(top(controls) - top(figure));
      });
    }""")
    assert len(set(apart)) == 1


def test_the_controls_stay_in_one_row_at_the_foot_of_the_screen(seen):
    """While the figure is stepped: whole, and at the same place on the screen at every step."""
    for states, *_ in seen:
        for now in states:
            assert now["controls"]["top"] >= 0
            assert now["controls"]["bottom"] <= 845
            assert len({round(one["top"]) for one in now["buttons"]}) == 1
            assert all(one["left"] >= 0 and one["right"] <= 390 for one in now["buttons"])


def test_nothing_jumps_as_words_come_and_go(seen):
    """The controls are as tall at every position, and so is the walk as a whole."""
    for states, _, tall in seen:
        assert len({round(now["height"]) for now in states}) == 1
        assert len(set(tall)) == 1


def test_a_reader_with_a_thumb_gets_through_a_walk(visit, book):
    """Chapter 6's first, by taps on Next alone: the button stays where it is under the thumb."""
    page = visit(f"{book.url}chapters/06-walk-it-backward.html", **PHONE)
    walker = Touch(page, 0)
    walker.press("Next")
    at = walker.centre("Next")
    for _ in range(walker.state()["end"] - 1):
        page.touchscreen.tap(*at)
    assert walker.state()["phase"] == "finished"


@pytest.mark.parametrize("path", ["walks.html", "order.html", "figures.html"])
def test_everything_to_press_is_as_large_as_a_thumb(visit, small, path):
    """44 pixels each way: buttons, menus, fields, the scrubber, the grips."""
    page = visit(f"{small.url}chapters/{path}", **PHONE)
    assert page.evaluate(SMALL) == []
    for grip in page.locator(".grip").all():
        box = grip.bounding_box()
        assert min(box["width"], box["height"]) >= 43.9


def test_on_a_wide_screen_the_free_column_is_used(visit, book):
    """A walk is wider than the text; where its drawing leaves room, the code stands beside it."""
    page = visit(f"{book.url}chapters/13-mlp.html", viewport={"width": 1280, "height": 800})
    walker = Walker(page, 0)
    text = page.locator("article > p").first.bounding_box()
    walk = walker.element.bounding_box()
    assert walk["x"] == pytest.approx(text["x"], abs=1)
    assert walk["width"] > text["width"] + 200
    assert walk["x"] + walk["width"] <= 1280


def test_a_box_that_lights_up_keeps_its_numbers_in_sight(visit, book):
    """While the pointer is on it, nothing covers what it holds."""
    page = visit(f"{book.url}chapters/06-walk-it-backward.html")
    box = page.locator("graph-walk svg:visible .draggable").first
    box.hover()
    assert "lit" in box.get_attribute("class")
    frame = box.locator("> rect:not([data-part])")
    assert frame.evaluate("(rect) => getComputedStyle(rect).fill") == "none"
