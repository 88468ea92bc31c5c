"""Every position of a walk has an address, and so have the numbers that a reader changed."""

import pytest

from tests.browser.walking import Walker
from tests.built import mostly_slow

WALKS = "chapters/walks.html"
WAIT = "(hash) => location.hash === hash"


@pytest.fixture
def page(visit, small):
    return visit(small.url + WALKS)


def test_the_address_follows_the_steps_and_the_edits(page):
    """Which walk, which graph of its menu, after how many steps, with which numbers; nothing as
    long as nobody touches the page."""
    page.wait_for_timeout(500)
    assert page.evaluate("location.hash") == ""
    walker = Walker(page, 0)
    walker.press("Back")
    page.wait_for_function(WAIT, arg="#walk=1&graph=sum&at=12")
    walker.to("forward")
    field = walker.element.get_by_role("textbox", name="a =")
    field.fill("0.1")
    field.press("Enter")
    page.wait_for_function(WAIT, arg="#walk=1&graph=sum&at=1&set=a%3A0.1")
    walker.press("Reset")
    page.wait_for_function(WAIT, arg="#walk=1&graph=sum&at=0")
    Walker(page, 2).press("Back")
    page.wait_for_function(WAIT, arg="#walk=3&at=4")


def test_stepping_leaves_no_trail_in_the_history(page):
    """Back in the browser leads to the page before, not through the steps."""
    length = page.evaluate("history.length")
    walker = Walker(page, 2)
    for _ in range(3):
        walker.press("Back")
        page.wait_for_function(WAIT, arg=f"#walk=3&at={walker.state()['at']}")
    assert page.evaluate("history.length") == length


def test_an_address_leads_to_its_position(visit, small, page):
    """With the numbers; on the screen; as the reader who sent it saw it."""
    walker = Walker(page, 0)
    walker.menu.select_option("neuron")
    walker.to("seed")
    field = walker.element.get_by_role("textbox", name="w =")
    field.fill("-2.5")
    field.press("Enter")
    page.wait_for_function("() => location.hash.includes('set=w')")
    sent, seen = page.url, walker.state()
    page = visit(small.url + "chapters/more.html")
    page.goto(sent)
    walker = Walker(page, 0)
    now = walker.state()
    assert walker.menu.input_value() == "neuron"
    assert {**now, "says": seen["says"]} == seen
    assert walker.element.get_by_role("textbox", name="w =").input_value() == "−2.5"
    head, stage, bar = page.evaluate(
        """() => [".md-header", ".preset:not([hidden]) .drawing .scroll", ".timeline"]
          .map((css) => document.querySelector(css).getBoundingClientRect().toJSON())"""
    )
    assert head["bottom"] <= stage["top"]
    assert stage["bottom"] <= bar["top"] < bar["bottom"] <= page.viewport_size["height"] + 1


def test_a_link_on_the_page_leads_to_a_position(page):
    """By the message of the browser that the address changed."""
    page.evaluate("location.hash = '#walk=3&at=2&set=a:5'")
    page.wait_for_function("document.querySelectorAll('graph-walk')[2].dataset.phase === 'forward'")
    walker = Walker(page, 2)
    assert walker.state()["at"] == 2
    assert walker.state()["data"] == ["5.0", "25.0"]
    assert Walker(page, 0).state()["phase"] == "finished"


@pytest.mark.parametrize(
    ("damaged", "at"),
    mostly_slow(
        [
            ("#walk=1&at=-4", 0), ("#walk=1&at=999&set=", 5),
            ("#walk=1&at=2&set=a:b,:,a:,zz:3,a:1e999", 2), ("#walk=1&at=2&set=a:1e300", 2),
            ("#walk=1&graph=none&at=2", 2), ("#walk=99&at=2", 5), ("#%E0%A4%A", 5),
        ],
        ("#walk=1&at=2&set=a:b,:,a:,zz:3,a:1e999", 2), ("#walk=99&at=2", 5), ("#%E0%A4%A", 5),
        spread=True,
    ),
)  # fmt: skip
def test_a_damaged_address_does_no_harm(visit, small, damaged, at):
    """What can be read of it counts; numbers that are none stay the chapter's."""
    walker = Walker(visit(small.alone(WALKS, 2) + damaged), 0)
    now = walker.state()
    assert now["at"] == at
    walker.range.press("End")
    assert walker.state()["data"] == ["2.0", "4.0"]
