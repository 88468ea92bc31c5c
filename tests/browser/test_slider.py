"""A picture that the reader drags: by keys, by touch, by the picture itself, and without a script."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

PAGE = "chapters/figures.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
WORDS = """(host) => [...host.querySelectorAll("svg text")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""
SOON = "(f => (g, ms) => f(g, ms / 20))"


def title(slider, start="rises"):
    """What the picture that shows has written on it."""
    [found] = [one for one in slider.evaluate(WORDS) if one.startswith(start)]
    return found


@pytest.fixture
def slider(anew, small):
    return anew(small.url + PAGE).locator("figure-slider").nth(1)


@pytest.fixture
def touched(anew, small):
    return anew(small.url + PAGE, **PHONE).locator("figure-slider")


def test_keys_turn_the_pictures(slider):
    """The arrows by one value, Home and End to the first and the last."""
    knob = slider.get_by_role("slider", name="slope")
    assert title(slider) == "rises 0"
    for key, seen in [
        ("ArrowRight", "rises 1"), ("End", "rises 4"), ("ArrowRight", "rises 4"),
        ("ArrowLeft", "rises 2"), ("Home", "rises 0"),
    ]:  # fmt: skip
        knob.press(key)
        assert title(slider) == seen


def test_back_and_next_reach_each_of_few_values(slider):
    """Neither goes on at an end."""
    back, onward = (slider.get_by_role("button", name=name) for name in ("Back", "Next"))
    expect(back).to_have_attribute("aria-disabled", "true")
    for seen in ("rises 1", "rises 2", "rises 4"):
        onward.click()
        assert title(slider) == seen
    expect(onward).to_have_attribute("aria-disabled", "true")
    back.click()
    assert title(slider) == "rises 2"
    expect(onward).to_have_attribute("aria-disabled", "false")


def test_titles_are_dragged_too(anew, small):
    """The title shows, and is what the control says."""
    titled = anew(small.url + PAGE).locator("figure-slider").first
    knob = titled.get_by_role("slider", name="picture")
    for key, title in [("Home", "First"), ("ArrowRight", "Second"), ("End", "Third")]:
        knob.press(key)
        expect(titled.locator(".knob-shows")).to_have_text(title)
        expect(knob).to_have_attribute("aria-valuetext", title)


def test_the_value_is_said_with_its_unit(slider):
    """To the eye with its name; to a screen reader by the control, whose name it is."""
    knob = slider.get_by_role("slider", name="slope")
    for key, text in [("Home", "0 m"), ("End", "4 m")]:
        knob.press(key)
        expect(knob).to_have_attribute("aria-valuetext", text)
        expect(slider.locator(".knob-shows")).to_have_text(f"slope = {text}")


def test_the_picture_is_told_in_words(visit, small):
    """Its title at once; aloud when the reader has come to rest, and once."""
    init = f"setTimeout = {SOON}(setTimeout.bind(window))"
    slider = visit(small.url + PAGE, init=init).locator("figure-slider").nth(1)
    told = slider.get_by_role("status")
    expect(told).to_have_text("")
    for _ in range(2):
        slider.get_by_role("slider").press("ArrowRight")
    assert slider.locator("svg title").all_text_contents()[0] == (
        "slope = 2 m: A line that rises 2 for each step."
    )
    told.get_by_text("slope = 2 m: A line that rises 2").wait_for(state="attached")


def test_two_parameters_are_turned_each_by_itself(anew, small):
    """Every pair has its picture, in both of its drawings."""
    slider = anew(small.url + PAGE).locator("figure-slider").last
    x = slider.get_by_role("slider", name="x")
    assert [one for one in slider.evaluate(WORDS) if "at " in one] == ["at 3", "at 20"]
    ten, twenty = (slider.get_by_role("button", name=name) for name in ("10", "20"))
    ten.click()
    assert [one.get_attribute("aria-pressed") for one in (ten, twenty)] == ["true", "false"]
    x.press("ArrowLeft")
    assert [one for one in slider.evaluate(WORDS) if "at " in one] == ["at 2", "at 10"]
    expect(slider.locator("svg title")).to_have_text(
        2 * ["x = 2, y = 10: Two panels: a dot at 2, and a dot at 10."]
    )
    slider.page.set_viewport_size({"width": 390, "height": 844})
    assert [one for one in slider.evaluate(WORDS) if "at " in one] == ["at 2", "at 10"]
    slider.page.set_viewport_size({"width": 1280, "height": 720})


MIDDLE = """(host) => {
  const shown = [...host.querySelectorAll(".handle use, .handle[data-at] use")]
    .filter((one) => one.checkVisibility());
  if (shown.length !== 1) throw Error(`${shown.length} handles`);
  const { x, y, width, height } = shown[0].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def place(slider):
    """Where its knobs stand."""
    return [int(one.get_attribute("aria-valuetext")) for one in slider.locator("input").all()]


def test_a_handle_follows_the_mouse_to_where_a_picture_has_it(anew, small):
    """Two ways at once; between two places, to the nearer; beyond the last, to the last."""
    slider = anew(small.url + PAGE).locator("figure-slider").nth(2)
    slider.scroll_into_view_if_needed()
    east, north = slider.get_by_role("slider").all()
    at = {}
    for x, y in [(1, 0), (0, 1), (0, 0)]:
        for knob, value in ((east, x), (north, y)):
            knob.press("Home")
            for _ in range(value):
                knob.press("ArrowRight")
        at[x, y] = slider.evaluate(MIDDLE)
    (left, foot), right, up = at[0, 0], at[1, 0][0] - at[0, 0][0], at[0, 0][1] - at[0, 1][1]
    mouse = slider.page.mouse
    mouse.move(left + 4, foot + 4)
    mouse.down()
    for x, y, seen in [(2, 1, [2, 1]), (1.4, 1.6, [1, 2]), (9, 9, [3, 2]), (0, 0, [0, 0])]:
        mouse.move(left + 4 + x * right, foot + 4 - y * up, steps=3)
        assert place(slider) == seen
        assert slider.evaluate(MIDDLE) == pytest.approx(
            [left + seen[0] * right, foot - seen[1] * up], abs=0.5
        )
    mouse.up()
    mouse.move(left + 2 * right, foot)
    assert place(slider) == [0, 0]


def test_of_two_handles_the_one_that_is_held_moves(anew, small):
    """And its knob alone, though the other passes near."""
    slider = anew(small.url + PAGE).locator("figure-slider").nth(4)
    slider.scroll_into_view_if_needed()
    middles = """(host) => [...host.querySelectorAll(".handle use, .handle[data-at] use")]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
    (x, y), (right, height) = slider.evaluate(middles)
    mouse = slider.page.mouse
    for start, by, seen in [((x, y), -500, [1, 20]), ((right, height), -500, [1, 10])]:
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + by, start[1], steps=5)
        mouse.up()
        assert place(slider) == seen


def test_a_finger_drags_a_handle_up_while_the_page_stays(touched):
    """Elsewhere on the picture a finger scrolls the page, and moves no parameter."""
    slider = touched.nth(2)
    slider.scroll_into_view_if_needed()
    page = slider.page
    cdp = page.context.new_cdp_session(page)

    def drag(x, y, by):
        before = page.evaluate("scrollY")
        for step in range(7):
            point = {"x": x, "y": y + by * step / 6}
            kind = "touchMove" if step else "touchStart"
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return page.evaluate("scrollY") - before

    x, y = slider.evaluate(MIDDLE)
    assert drag(x, y, -100) == 0
    east, north = place(slider)
    assert east == 0
    assert north > 0
    box = slider.locator(".scroll").bounding_box()
    drag(box["x"] + box["width"] - 30, box["y"] + 30, 60)
    assert place(slider) == [east, north]


def test_a_thumb_hits_it(touched):
    """44 pixels high on touch, as wide as the picture; its own thumb is large."""
    for knob in touched.get_by_role("slider").all():
        box = knob.bounding_box()
        assert box["height"] >= 44 and box["width"] > 300


def test_nothing_moves_as_pictures_turn(slider):
    """Neither the page below nor the picture's frame."""
    at = "(host) => [host.getBoundingClientRect().height, host.querySelector('svg').getBoundingClientRect().toJSON()]"
    before = slider.evaluate(at)
    slider.get_by_role("slider").press("End")
    assert slider.evaluate(at) == before


def test_the_script_moves_nothing(visit, anew, small):
    """The controls have their room before it comes."""
    height = "document.querySelectorAll('figure-slider')[1].getBoundingClientRect().height"
    with_script = anew(small.url + PAGE).evaluate(height)
    page = visit(small.url + PAGE, init="customElements.define = () => {}")
    assert page.evaluate(height) == with_script
    expect(page.get_by_role("slider").first).to_be_hidden()


def test_without_a_script_one_picture_stands(visit, small):
    """The one that its author chose, and nothing that cannot be used."""
    page = visit(small.url + PAGE, java_script_enabled=False)
    _, first, _, rewound, last = page.locator("figure-slider").all()
    assert [title(first), title(rewound)] == ["rises 0", "rises 3"]
    assert [one for one in last.evaluate(WORDS) if "at " in one] == ["at 3", "at 20"]
    expect(first.locator(".knobs")).to_be_hidden()


def test_paper_shows_the_picture_that_stands(slider):
    """Wherever the reader has dragged it; on the screen it is where it was."""
    slider.get_by_role("slider").press("End")
    slider.page.emulate_media(media="print")
    assert title(slider) == "rises 0"
    expect(slider.get_by_role("slider")).to_be_hidden()
    slider.page.emulate_media(media="screen")
    assert title(slider) == "rises 4"


def test_one_that_is_rewound_gives_no_ending_away(anew, small):
    """On the screen its first picture shows, and on paper the one that its author chose."""
    rewound = anew(small.url + PAGE).locator("figure-slider").nth(3)
    assert title(rewound) == "rises 1"
    expect(rewound.get_by_role("slider")).to_have_value("0")
    rewound.page.emulate_media(media="print")
    assert title(rewound) == "rises 3"


PLAYS = """
window.seen = [];
setInterval = (f => (g, ms) => f(g, ms / 10))(setInterval.bind(window));
new MutationObserver((changes) => {
  for (const { target } of changes)
    if (target instanceof Element && target.matches(".knob-shows")) seen.push(target.textContent);
}).observe(document, { childList: true, subtree: true });
"""


def test_it_stands_until_its_reader_plays_it(visit, small):
    """Where its author says so, by a button that always begins at the first value."""
    page = visit(small.url + PAGE, init=PLAYS, reduced_motion="no-preference")
    slider = page.locator("figure-slider").last
    page.evaluate("seen.length = 0")  # what the page was read with
    slider.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert page.evaluate("seen") == []
    assert [one for one in slider.evaluate(WORDS) if "at " in one] == ["at 3", "at 20"]
    button = slider.get_by_role("button", name="Play from the start", exact=True)
    for _ in range(2):
        button.click()
        page.wait_for_function("seen.at(-2) === 'x = 3'")
        page.wait_for_timeout(100)
        seen = [one for one in page.evaluate("seen.splice(0)") if one.startswith("x")]
        assert seen == ["x = 1", "x = 2", "x = 3"]
        expect(button).to_be_visible()
    expect(page.locator("figure-slider").nth(1).locator("input")).to_have_value("0")


def test_what_plays_stops_where_its_reader_takes_hold(anew, small):
    """Of a knob, by a key or a pointer; the page's clock stands, so nothing moves meanwhile."""
    page = anew(small.url + PAGE)
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    slider = page.locator("figure-slider").last
    slider.get_by_role("button", name="Play from the start").click()
    page.clock.run_for(500)
    expect(slider.locator("input").first).to_have_value("1")
    slider.locator("input").last.press("Home")
    page.clock.run_for(2000)
    expect(slider.locator("input").first).to_have_value("1")
