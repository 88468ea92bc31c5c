"""Figures that the reader plays through."""

import pytest

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


def test_buttons_go_one_frame_on_and_back(frames):
    """At the ends no further."""
    for name, title in [
        ("Previous", "Second"),
        ("Previous", "First"),
        ("Previous", "First"),
        ("Next", "Second"),
    ]:
        frames.get_by_role("button", name=name).click()
        assert shown(frames) == [title]


def test_keys_alone_move_the_slider(frames):
    """Its value is said by the frame's title."""
    slider = frames.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    assert shown(frames) == ["First"]
    slider.press("ArrowRight")
    assert shown(frames) == ["Second"]
    assert slider.get_attribute("aria-valuetext") == "Second"


def test_play_goes_through_all_and_stops(visit, small):
    """From the first to the last, whatever stood before."""
    frames = visit(small.url + PAGE, init=FAST, reduced_motion="no-preference").locator(
        "figure-frames"
    )
    frames.evaluate("""({ player: frames }) => {
      window.seen = [];
      const show = frames.show.bind(frames);
      frames.show = (at) => { show(at); seen.push(frames.frames[frames.at].dataset.title); };
    }""")
    frames.get_by_role("button", name="Play").click()
    frames.get_by_role("button", name="Play").wait_for()
    assert frames.page.evaluate("seen") == TITLES


def test_pause_holds_the_frame(frames):
    """For as long as the reader likes."""
    frames.get_by_role("button", name="Play").click()
    frames.get_by_role("button", name="Pause").click()
    paused = shown(frames)
    frames.page.wait_for_timeout(900)
    assert shown(frames) == paused
    assert frames.get_by_role("button", name="Play").is_visible()


def test_paper_shows_the_last_frame(frames):
    """Wherever the reader stands, and no buttons."""
    frames.get_by_role("button", name="Previous").click()
    frames.page.emulate_media(media="print")
    assert shown(frames) == ["Third"]
    assert not frames.get_by_role("slider").is_visible()


def test_without_a_script_the_last_frame_stands(visit, small):
    """It is the figure; the others lead up to it."""
    page = visit(small.url + PAGE, java_script_enabled=False)
    assert shown(page.locator("figure-frames")) == ["Third"]
