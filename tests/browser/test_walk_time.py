"""One line of time: Next always goes on and Back always takes back, by mouse, by keys, by touch."""

import pytest

from tests.browser.pages import of_both
from tests.browser.stepping import whole_walk
from tests.browser.walking import PHONE, UNKNOWN, Keys, Mouse, Touch, Walker, static

WALKS = "chapters/walks.html"
FAST = "{ const slow = setInterval; setInterval = (f, ms) => slow(f, ms / 12); }"


@pytest.fixture
def walker(anew, small):
    """L = a * b + a * a * 0.5 with a = 2, b = -3; it begins finished."""
    return Walker(anew(small.alone(WALKS)), 0)


@pytest.mark.parametrize("where", of_both("python walk", one="", few=[WALKS]), ids=" ".join)
def test_every_position_of_every_walk_is_true(request, visit, where):
    """Each graph of each walk of both books: on by Next, and back by Back through the same."""
    which, path = where
    page = visit(request.getfixturevalue(which).url + path)
    for number, graphs in enumerate(static(page)):
        walker = Walker(page, number)
        if walker.live:
            continue
        for place, graph in enumerate(graphs):
            walker.choose(graph.name, place)
            whole_walk(walker, graph)


@pytest.mark.parametrize(("hand", "options"), [(Mouse, {}), (Keys, {}), (Touch, PHONE)])
def test_a_reader_goes_on_and_back(anew, small, hand, options):
    """By mouse alone, by keys alone, by a finger alone."""
    page = anew(small.alone(WALKS, 2), **options)
    [[graph]] = static(page)
    whole_walk(hand(page, 0), graph)


def test_no_button_leads_past_an_end(walker):
    """There it is disabled for all who can tell, keeps the focus, and does nothing."""
    for name, at in (("Next", "finished"), ("Back", "given")):
        before = walker.to(at)
        assert before["disabled"] == [name]
        walker.button(name).focus()
        walker.page.keyboard.press("Enter")
        walker.page.keyboard.press("ArrowRight" if name == "Next" else "ArrowLeft")
        assert walker.state() == before
        assert walker.button(name).evaluate("(one) => one === document.activeElement")


def test_right_and_left_step_anywhere_in_the_figure(walker):
    """Whatever has the focus: an edge, a box, a button."""
    for css in ("svg g[role=button]:visible", "svg g[role=img]:visible", ".timeline button"):
        before = walker.to("backward")
        walker.element.locator(css).first.focus()
        walker.page.keyboard.press("ArrowRight")
        assert walker.state()["at"] == before["at"] + 1, css
        walker.page.keyboard.press("ArrowLeft")
        walker.page.keyboard.press("ArrowLeft")
        assert walker.state()["at"] == before["at"] - 1, css


def test_an_arrow_with_another_key_is_the_browsers(walker):
    """Alt and Left goes back in the browser's history, not in the walk."""
    before = walker.to("forward")
    walker.handle.evaluate(
        """(walk) => ["altKey", "ctrlKey", "metaKey"].forEach((key) => walk.querySelector("button")
          .dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, [key]: true })))"""
    )
    assert walker.state() == before


def test_the_scrubber_has_its_own_keys(walker):
    """Home, End, Right and Left as in every slider, one step at a time, and it tells the step."""
    walker.range.focus()
    end = walker.state()["end"]
    for key, at in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", end)):  # fmt: skip
        walker.page.keyboard.press(key)
        now = walker.state()
        assert now["at"] == at
        told = walker.range.get_attribute("aria-valuetext")
        assert told and told.replace("\xa0", " ") == now["says"]


def test_the_scrubber_is_dragged_to_any_position(walker):
    """What stands there is what Next leads to."""
    on, _ = walker.recorded()
    walker.range.scroll_into_view_if_needed()
    box = walker.range.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    walker.page.mouse.move(*middle)
    walker.page.mouse.down()
    seen = set()
    for part in range(11):
        walker.page.mouse.move(box["x"] + box["width"] * part / 10, middle[1])
        now = walker.state()
        assert now == on[now["at"]]
        seen.add(now["at"])
    walker.page.mouse.up()
    assert {0, on[0]["end"]} < seen
    assert len(seen) == 11


PHASES = """(walk) => [...walk.querySelectorAll(".phases span")].filter((one) => one.checkVisibility()).map((one) => {
  const { left, right } = one.getBoundingClientRect();
  return [one.textContent, left, right];
})"""


def test_the_phases_are_marked_under_the_scrubber(walker, anew, small):
    """Each as long as its steps: forward, seed, backward."""
    assert [name for name, *_ in walker.handle.evaluate(PHASES)] == ["forward", "seed", "backward"]
    on, _ = walker.recorded()
    box = walker.range.bounding_box()
    thumb = 16  # of which its middle goes from half to half
    for name, left, right in walker.handle.evaluate(PHASES):
        if name == "seed":  # which is drawn wide enough for its word
            continue
        middle = [
            box["x"] + thumb / 2 + (box["width"] - thumb) * (state["at"] - 0.5) / state["end"]
            for state in on
            if state["phase"] == name
        ]
        assert all(left - 16 < x < right + 16 for x in middle), name
    early = Walker(anew(small.alone(WALKS, 3)), 0)
    assert [name for name, *_ in early.handle.evaluate(PHASES)] == ["forward"]


def test_play_goes_to_the_end_and_stops_there(visit, small):
    """Play is Pause meanwhile; at the end it is Play again, and begins anew."""
    walker = Walker(visit(small.alone(WALKS), init=FAST, reduced_motion="no-preference"), 0)
    walker.handle.evaluate("""({ made: walker, dataset }) => {
      window.seen = [];
      const show = walker.timeline.course.show;
      walker.timeline.course.show = (at, by) => { show(at, by); seen.push(at); };
    }""")
    for _ in range(2):
        assert walker.state()["phase"] == "finished"
        walker.page.evaluate("seen.length = 0")
        walker.press("Play")
        assert walker.button("Pause").is_visible()
        walker.button("Play").wait_for()
        assert walker.page.evaluate("seen") == list(range(walker.state()["end"] + 1))


def test_what_a_reader_does_ends_the_playing(visit, small):
    """It stands where it was brought, for as long as the reader likes."""
    walker = Walker(visit(small.alone(WALKS), init=FAST, reduced_motion="no-preference"), 0)
    for act in ("Pause", "Back", "Next", "Reset", "key", "edge", "scrubber"):
        walker.press("Reset")
        walker.press("Play")
        if act == "key":
            walker.button("Back").press("ArrowLeft")
        elif act == "edge":
            walker.element.locator("section:not([hidden]) svg g[role=button]").first.focus()
        elif act == "scrubber":
            walker.range.press("End")
        else:
            walker.press(act)
        stands = walker.state()
        assert walker.button("Play").is_visible(), act
        walker.page.wait_for_timeout(300)
        assert walker.state() == stands, act


def test_next_is_primary_as_long_as_there_is_one(walker):
    """At the end nothing is."""
    walker.to("forward")
    assert "Next" in walker.element.locator(".timeline .primary").inner_text()
    walker.range.press("End")
    assert walker.element.locator(".timeline .primary").count() == 0


def test_reset_begins_anew(walker):
    """With the leaves alone, wherever the reader stood."""
    walker.to("backward")
    walker.press("Reset")
    now = walker.state()
    assert (now["phase"], now["disabled"]) == ("given", ["Back"])
    [graph, *_] = static(walker.page)[0]
    leaves = [n for n, node in enumerate(graph.nodes) if not node["inputs"]]
    assert [n for n, text in enumerate(now["data"]) if text != UNKNOWN] == leaves
    assert set(now["grad"]) == {UNKNOWN}


def test_a_walk_begins_as_its_author_says(anew, small):
    """Finished; or with its leaves, and then one button shows it finished."""
    page = anew(small.url + WALKS)
    walks = [Walker(page, n) for n in range(page.locator("graph-walk").count())]
    begins = [walker.state()["phase"] for walker in walks]
    assert begins == ["finished"] * 5 + ["given", "finished"]
    assert not walks[0].button("Show finished").is_visible()
    given = walks[5]
    assert given.button("Show finished").is_visible()
    given.press("Show finished")
    assert given.state()["phase"] == "finished"
    assert given.state()["data"] == static(page)[5][0].data


def test_another_graph_of_the_menu_begins_as_the_first_did(anew, small):
    """With its leaves where the walk begins so, else finished."""
    page = anew(small.url + WALKS)
    for number, begins in ((0, "finished"), (5, "given")):
        walker = Walker(page, number)
        walker.to("backward")
        walker.menu.select_option(index=1)
        assert walker.state()["phase"] == begins
        walker.menu.select_option(index=0)
        assert walker.state()["phase"] == begins
