"""What three pages let a reader try: a line of the engine to break, two lines to end, eleven beds."""

import json
import re

from playwright.sync_api import expect

from tests.browser.axe import Axe, switch

ENGINE, REVIEW, CLINIC = "the-engine.html", "review.html", "bug-clinic.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = (
    "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
)
ROWS = "all => all.map(row => [...row.cells].map(one => one.textContent.trim()))"
HIGH = "one => one.getBoundingClientRect().height"


def all_is_well(page, name):
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert Axe(thorough=True).all(page, [name]) == {}
    switch(page, "dark")
    assert Axe(thorough=True).colours(page, [name]) == {}


def test_each_change_lights_the_checks_of_the_table(anew, book):
    page = anew(book.url + ENGINE)
    game = page.locator("break-line")
    says = game.get_by_role("status")
    lines, changes = game.get_by_role("group").all()
    table = page.locator("details.note", has_text="and who notices").locator("tbody tr")
    rows = table.evaluate_all(ROWS)
    high, empty = game.evaluate(HIGH), 0
    for n, (line, becomes, noticed) in enumerate(rows):
        button = lines.get_by_role("button").nth(n // 3)
        assert button.locator("code").inner_text() == line
        button.click()
        expect(game.locator(".red")).to_have_count(0)
        change = changes.get_by_role("button").nth(n % 3)
        assert change.locator("code").inner_text() == becomes
        change.click()
        wanted = noticed.split(", ") if not noticed.startswith("nothing") else []
        empty += not wanted
        expect(game.locator(".red")).to_have_text(wanted)
        expect(says).to_contain_text(", ".join(wanted) or "Nothing notices.")
        ends = " That’s all of them." if empty == 2 else ""
        expect(says).to_have_text(
            re.compile(rf" Tried: {n + 1} of 24. Unnoticed: {empty} of 2.{ends}$")
        )
        assert game.evaluate(HIGH) == high
    assert len(rows) == 24 and empty == 2


def test_a_thumb_breaks_the_engine(anew, book):
    page = anew(book.url + ENGINE, **PHONE)
    game = page.locator("break-line")
    high = game.evaluate(HIGH)
    lines, changes = game.get_by_role("group").all()
    lines.get_by_role("button", name="node.grad = 0.0").tap()
    changes.get_by_role("button").last.tap()
    expect(game.get_by_role("status")).to_contain_text("Two mistakes cancel")
    assert game.evaluate(HIGH) == high < 844 - 48
    changes.get_by_role("button").first.tap()
    assert min(game.get_by_role("button").evaluate_all(SIZES)) >= 40
    all_is_well(page, "break-line")


def test_the_real_lines_come_over_the_readers(anew, book):
    """By keys: only once both ends were moved; then all begins again."""
    page = anew(book.url + REVIEW, **PHONE)
    lines = page.locator("own-lines")
    says, button = lines.get_by_role("status"), lines.get_by_role("button")
    again, asked = lines.get_by_role("slider").all()
    real = lines.locator(".real").first
    high = lines.evaluate(HIGH)
    again.press("ArrowDown")
    button.dispatch_event("click")
    expect(says).to_contain_text("Drag both dots")
    expect(real).to_be_hidden()
    asked.press("ArrowUp")
    button.click()
    expect(says).to_have_text(
        "After a week: read again 42%, you 80%; asked 56%, you 76%. You had another order. "
        "Both forgot. The lead changed hands within two days."
    )
    expect(real).to_be_visible()
    again.press("ArrowDown")
    expect(again).to_have_attribute("aria-valuenow", "80")
    assert lines.evaluate(HIGH) == high
    all_is_well(page, "own-lines")
    button.click()
    expect(real).to_be_hidden()
    expect(again).to_have_attribute("aria-valuenow", "81")


def test_the_nearer_end_is_dragged(anew, book):
    page = anew(book.url + REVIEW)
    lines = page.locator("own-lines")
    for grab, by in zip(lines.get_by_role("slider").all(), (-40, 60), strict=True):
        grab.scroll_into_view_if_needed()
        before = int(grab.get_attribute("aria-valuenow"))
        box = grab.locator(".end").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + by, steps=4)
        page.mouse.up()
        assert (int(grab.get_attribute("aria-valuenow")) - before) * by < 0
    expect(lines.get_by_role("button")).to_have_attribute("aria-disabled", "false")


def cure(page, case, right=True):
    """Choose a line of the patient of this case: the faulty one, or another."""
    box = page.locator(f"h2:has(+ p > strong:text('Case {case}:')) ~ .predict").first
    asked = json.loads(box.locator("book-question").get_attribute("data-question"))
    line = (asked["right"] + (not right)) % len(asked["lines"])
    box.locator("[type=radio]").nth(line).evaluate("one => { one.checked = true; }")
    box.locator("form").evaluate("one => one.requestSubmit()")


def test_a_bed_is_filled_by_a_cure_at_the_first_try(anew, book):
    """Not by a second one, nor behind an opened answer; and the device keeps it."""
    page = anew(book.url + CLINIC, **PHONE)
    beds = page.locator("clinic-beds").first
    says, links = beds.get_by_role("status"), beds.get_by_role("link")
    expect(links).to_have_count(11)
    high = beds.evaluate(HIGH)
    expect(says).to_have_text("Your points: 0 of 11.")
    cure(page, 2)
    expect(says).to_have_text("Your points: 1 of 11.")
    cure(page, 5, right=False)
    cure(page, 5)
    expect(says).to_have_text("Your points: 1 of 11. Cured later, in grey: 1.")
    page.locator("#more-than-half-of-me-is-missing ~ .predict").first.get_by_text("Show me").click()
    cure(page, 6)
    told = "Your points: 1 of 11. Cured later, in grey: 2."
    expect(says).to_have_text(told)
    expect(page.locator("clinic-beds").last.locator(".status")).to_have_text(told)
    page.reload()
    expect(says).to_have_text(told)
    expect(links.nth(1)).to_have_attribute("aria-label", "Case 2: cured at the first try")
    assert beds.evaluate(HIGH) == high and min(links.evaluate_all(SIZES)) >= 40
    all_is_well(page, "clinic-beds")
    links.nth(10).click()
    expect(page.locator("#only-my-last-bias-learns")).to_be_in_viewport()


def test_a_miss_is_remembered_before_anything_is_cured(anew, book):
    """A reload is no second first try."""
    page = anew(book.url + CLINIC)
    says = page.locator("clinic-beds").first.get_by_role("status")
    cure(page, 5, right=False)
    expect(page.locator(".said .verdict.wrong")).to_have_count(1)
    page.reload()
    cure(page, 5)
    expect(says).to_have_text("Your points: 0 of 11. Cured later, in grey: 1.")


def test_lines_put_in_order_cure_as_well(anew, book):
    page = anew(book.url + CLINIC)
    box = page.locator(".exercise").first
    box.get_by_role("button", name="Put it in order").click()
    box.locator(".placing code", has_text="output.grad").focus()
    for _ in range(2):
        box.get_by_role("button", name="Move output.grad = 1.0 down").click()
    box.get_by_role("button", name="Check").click()
    beds = page.locator("clinic-beds").first
    expect(beds.get_by_role("status")).to_have_text("Your points: 1 of 11.")


def test_without_a_script_the_same_is_read(visit, book):
    page = visit(book.url + REVIEW, java_script_enabled=False)
    expect(page.locator(".on-paper figure")).to_be_visible()
    expect(page.locator("own-lines")).to_be_hidden()
    page = visit(book.url + ENGINE, java_script_enabled=False)
    expect(page.locator("details.note", has_text="and who notices")).to_be_visible()
    expect(page.locator("break-line")).to_be_hidden()
