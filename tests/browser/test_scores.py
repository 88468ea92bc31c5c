"""Three scores to drag, their softmax, and the gradient of each."""

import re

from playwright.sync_api import expect

PAGE = "chapters/17-digits.html"


def numbers(scores, what):
    texts = scores.locator(f".tells.{what}").all_text_contents()
    return [float(re.sub(r"[^\d.-]", "", text.replace("−", "-"))) for text in texts]


def test_it_shows_what_the_cell_beside_it_prints(anew, book):
    """The script's softmax is the engine's."""
    page = anew(book.url + PAGE)
    scores = page.locator("three-scores")
    rows = re.findall(
        r"p (\S+) grad (\S+) nudge", page.locator("pre", has_text="nudge +").last.inner_text()
    )
    assert numbers(scores, "p") == [float(p) for p, _ in rows]
    found = zip(numbers(scores, "grad"), (float(grad) for _, grad in rows), strict=True)
    assert all(abs(one - other) < 0.0011 for one, other in found)


def test_adding_as_much_to_all_changes_no_probability_and_another_can_be_right(anew, book):
    page = anew(book.url + PAGE)
    scores = page.locator("three-scores")
    before = numbers(scores, "p"), numbers(scores, "grad")
    scores.get_by_role("button", name="Add 2 to all").click()
    assert numbers(scores, "score") == [4, 3, 1]
    assert (numbers(scores, "p"), numbers(scores, "grad")) == before
    scores.get_by_role("button", name="Another one is right").click()
    assert [grad < 0 for grad in numbers(scores, "grad")] == [False, True, False]


def test_a_bar_is_moved_by_hand_and_by_keys(anew, book):
    page = anew(book.url + PAGE)
    scores = page.locator("three-scores")
    bar = scores.get_by_role("slider").nth(1)
    bar.scroll_into_view_if_needed()
    box = bar.locator(".knob-of").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 25, steps=4)
    page.mouse.up()
    dragged = numbers(scores, "score")[1]
    assert dragged > 1.5
    bar.focus()
    page.keyboard.press("ArrowDown")
    assert abs(numbers(scores, "score")[1] - dragged + 0.1) < 0.11
    expect(scores.get_by_role("status")).to_contain_text("All arrows up")
