"""Figures that the reader plays through."""

import pytest

from tests.browser.walking import PHONE

PAGE = "chapters/figures.html"
TITLES = ["First", "Second", "Third"]


@pytest.fixture
def frames(visit, small):
    return visit(small.url + PAGE).locator("figure-frames")


FAST = "{ const slow = setInterval; setInterval = (f, ms) => slow(f, ms / 20); }"


def shown(frames):
    """The titles of the frames that can be seen."""
    return [
        one.get_attribute("data-title")
        for one in frames.locator(".frame").all()
        if one.is_visible()
    ]


def test_the_last_frame_stands_at_first(frames):
    """With its title and its place among them."""
    assert shown(frames) == TITLES[-1:]
    assert frames.get_by_role("status").text_content() == "Third (3 of 3)"


def off(frames):
    """The buttons that can do no more."""
    return frames.locator("button[aria-disabled=true]").all_text_contents()


def test_buttons_go_one_frame_on_and_back(frames):
    """At the ends no further, and the button says so."""
    for name, title, ends in [
        ("Next", "Third", ["▶ Next"]),  # it stands there
        ("Back", "Second", []),
        ("Back", "First", ["◀ Back"]),
        ("Back", "First", ["◀ Back"]),
        ("Next", "Second", []),
    ]:
        frames.get_by_role("button", name=name).press("Enter")
        assert (shown(frames), off(frames)) == ([title], ends)


def test_right_and_left_go_on_and_back(frames):
    """From any button, as in every figure that is stepped."""
    frames.get_by_role("button", name="Play").focus()
    for key, title in (("ArrowLeft", "Second"), ("ArrowLeft", "First"), ("ArrowRight", "Second")):
        frames.page.keyboard.press(key)
        assert shown(frames) == [title]


def test_a_finger_goes_through_the_frames(visit, small):
    """On a phone: back, on, and to the beginning."""
    page = visit(small.url + PAGE, **PHONE)
    frames = page.locator("figure-frames")
    for name, title in (("Back", "Second"), ("Next", "Third"), ("Reset", "First")):
        frames.get_by_role("button", name=name).tap()
        assert shown(frames) == [title]


def test_keys_alone_move_the_slider(frames):
    """Its value is said by the frame's title."""
    slider = frames.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    assert shown(frames) == ["First"]
    slider.press("ArrowRight")
    assert shown(frames) == ["Second"]
    assert slider.get_attribute("aria-valuetext") == "Second (2 of 3)"


def test_play_goes_through_all_and_stops(visit, small):
    """From the first to the last, whatever stood before."""
    page = visit(small.url + PAGE, init=FAST, reduced_motion="no-preference")
    frames = page.locator("figure-frames")
    frames.evaluate("""({ timeline, children }) => {
      window.seen = [];
      const show = timeline.course.show;
      timeline.course.show = (at, by) => { show(at, by); seen.push([...children].find((one) => !one.hidden).dataset.title); };
    }""")
    frames.get_by_role("button", name="Play").click()
    frames.get_by_role("button", name="Play").wait_for()
    assert page.evaluate("seen") == TITLES


def test_pause_holds_the_frame(visit, small):
    """For as long as the reader likes."""
    page = visit(small.url + PAGE, init=FAST, reduced_motion="no-preference")
    frames = page.locator("figure-frames")
    frames.evaluate("""(one) => {
      const press = (text) => [...one.querySelectorAll("button")].find((b) => b.textContent === text).click();
      press("Play");
      press("Pause");
    }""")
    assert shown(frames) == ["Second"]
    page.wait_for_timeout(200)
    assert shown(frames) == ["Second"]
    assert frames.get_by_role("button", name="Play").is_visible()


def test_paper_shows_the_last_frame(frames):
    """Wherever the reader stands, and no buttons."""
    frames.get_by_role("button", name="Back").click()
    frames.page.emulate_media(media="print")
    assert shown(frames) == ["Third"]
    assert not frames.get_by_role("slider").is_visible()


def test_without_a_script_the_last_frame_stands(visit, small):
    """It is the figure; the others lead up to it."""
    page = visit(small.url + PAGE, java_script_enabled=False)
    assert shown(page.locator("figure-frames")) == ["Third"]
