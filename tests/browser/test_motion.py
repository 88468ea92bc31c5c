"""Motion: gentle by default, none for who asked for less. And the switch between views."""

from playwright.sync_api import expect

MOVES = """() => [...document.querySelectorAll("graph-walk, graph-walk *, visit-order *, .predict *")]
  .filter((one) => {
    const style = getComputedStyle(one);
    const last = (text) => Math.max(...text.split(",").map(parseFloat));
    return last(style.transitionDuration) > 0 || last(style.animationDuration) > 0;
  }).map((one) => one.outerHTML.slice(0, 100))"""


def ours(page):
    """What moves among our elements; the details boxes are Material's."""
    return [
        html
        for html in page.evaluate(MOVES)
        if html.startswith(("<g", "<path", "<text", "<ellipse", "<polygon", "<rect"))
    ]


def test_steps_move_gently(visit, small):
    """Colours and strokes change over a moment."""
    assert ours(visit(small.url + "chapters/walks.html", reduced_motion="no-preference"))


def test_reduced_motion_moves_nothing(visit, small):
    """No transition, no animation in any figure."""
    assert ours(visit(small.url + "chapters/walks.html", reduced_motion="reduce")) == []


def test_one_view_shows_at_a_time(visit, small):
    """The tabs say which, and switch by mouse and by key."""
    page = visit(small.url + "chapters/walks.html")
    shown = lambda: [one.is_visible() for one in page.locator(".tabbed-set .drawing").all()]  # noqa: E731
    assert shown() == [True, False]
    page.get_by_text("Plain view").click()
    assert shown() == [False, True]
    expect(page.get_by_label("Plain view")).to_be_checked()
    page.get_by_label("Plain view").press("ArrowLeft")
    assert shown() == [True, False]
