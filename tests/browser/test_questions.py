"""Questions: right, wrong, malformed; numbers, choices, every gradient of a graph."""

import pytest
from playwright.sync_api import expect

RIGHT = "Right."


@pytest.fixture
def page(anew, small):
    return anew(small.url + "chapters/questions.html")


def question(page, text):
    return page.locator(".predict", has_text=text)


def verdict(box):
    return box.locator(".verdict").text_content()


def said(box):
    """Verdict, what the reader wrote, reason."""
    return " ".join(box.locator(".said").inner_text().split())


def answer(box, text, submit="Enter"):
    field = box.get_by_role("textbox").first
    field.fill(text)
    if submit == "Enter":
        field.press("Enter")
    else:
        box.get_by_role("button", name="Check").click()


def opened(box):
    return box.locator("details").first.evaluate("(details) => details.open")


@pytest.mark.parametrize(
    ("asked", "forms"),
    [
        (
            "twice minus two",
            ["-4", "-4.0", "−4", " -4 ", "–4.0", "-4.", "-8/2", "-4e0", "-4.003", "−4,0"],
        ),
        ("A half", ["1/2", "0.5", ".5", " 1 / 2 ", "5e-1", "+0.5", "0,5", "1,0/2,0", "0,500"]),
        ("A thousandth", ["1e-3", "0.001", "1/1000", ".001", "1E-3"]),
        ("Two, or nearly", ["2", "2.005", "1.995", "2.01", "1.993"]),
    ],
)
def test_every_usual_form_of_the_right_number_is_right(page, asked, forms):
    """Written as a fraction, with an exponent, with a real minus, as near as the tolerance."""
    for form in forms:
        answer(question(page, asked), form)
        assert verdict(question(page, asked)) == RIGHT, form


@pytest.mark.parametrize("submit", ["Enter", "button"])
def test_a_right_answer_opens_the_explanation(page, submit):
    """By key or by button; only a right one does."""
    box = question(page, "twice minus two")
    answer(box, "7", submit)
    assert verdict(box).startswith("Not quite.")
    assert not opened(box)
    answer(box, "-4", submit)
    assert opened(box)
    expect(box.get_by_text("The run says")).to_be_visible()
    expect(box).to_contain_class("answered")


def test_a_typical_wrong_number_gets_its_reason(page):
    """And its reason only; the code and bold words in it are set as such."""
    box = question(page, "twice minus two")
    answer(box, "4")
    assert said(box) == "Not quite. You answered 4. The sign got lost."
    expect(box.locator(".said strong", has_text="sign")).to_have_count(1)
    answer(box, "−2.0")
    assert said(box) == "Not quite. You answered −2.0. That is once only."
    answer(box, "5")
    assert said(box) == "Not quite. You answered 5. Look again, or open the answer."
    assert not opened(box)


def test_what_the_reader_wrote_stands_beside_the_verdict(page):
    """As it was written, markup and all, and still when the answer is open."""
    box = question(page, "twice minus two")
    answer(box, " −4,0 ")
    assert opened(box) and said(box) == "Right. You answered −4,0."
    box.locator("summary").click()
    assert not opened(box) and said(box) == "Right. You answered −4,0."


def test_commas_that_part_thousands_are_told(page):
    """Where a comma may be either, it is said how the number was read."""
    box = question(page, "A thousandth")
    answer(box, "1,000")
    assert said(box).startswith("Not quite. You answered 1,000, which was read as 1000.")
    box = question(page, "Two, or nearly")
    for text, told in [
        ("2,000", "read as 2000"),
        ("−12,345.5", "read as -12345.5"),
        ("2,00", "2,00."),
    ]:
        answer(box, text)
        assert told in said(box), text


def test_after_a_right_answer_the_reason_comes_first(page):
    """And the button that opened the answer says that it closes it."""
    box = question(page, "twice minus two")
    summary = box.locator("summary")
    expect(summary).to_have_text("Show me", use_inner_text=True)
    answer(box, "-4")
    expect(summary).to_have_text("Close", use_inner_text=True)
    parts = box.locator("details > *:not(summary)").all_inner_texts()
    assert parts[0] == "Two times minus two." and "The run says" in parts[1]
    summary.click()
    expect(summary).to_have_text("Show me", use_inner_text=True)


def test_check_is_what_is_meant_to_be_pressed(visit, small):
    """The primary button, and 44 pixels high for a thumb, as is each choice and each line."""
    page = visit(
        small.url + "chapters/questions.html", viewport={"width": 390, "height": 844},
        is_mobile=True, has_touch=True,
    )  # fmt: skip
    expect(page.locator(".answering button.primary")).to_have_count(
        page.locator(".predict").count()
    )
    heights = page.evaluate(
        """() => [...document.querySelectorAll(".answering :is(button, input[type=text]), .option, .predict summary")]
          .map((one) => one.getBoundingClientRect().height)"""
    )
    assert len(heights) > 30 and min(heights) > 43.9
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_form_keeps_its_room_before_it_is_there(anew, small):
    """With the script of the questions or without it, a page is as long; nothing above a verdict moves."""
    heights = "[...document.querySelectorAll('.predict')].map((one) => one.getBoundingClientRect().height)"
    page = anew(small.url + "chapters/questions.html")
    whole = page.evaluate(heights)
    page.evaluate(
        """() => document.querySelectorAll("book-question").forEach((one) => {
          one.closest(".predict").querySelectorAll(".option").forEach((made) => { made.replaceWith(...made.lastChild.childNodes); });
          const { asked } = one.made, fields = asked.gradients ?? [];
          const room = `<div class="fields">${"<span></span>".repeat(fields.length)}</div>`;
          one.innerHTML = `<div class="answering">${fields.length ? room : ""}<div class="check"></div></div>`;
        })"""
    )
    assert page.evaluate(heights) == pytest.approx(whole, abs=1.5)


def test_a_rounded_wrong_number_gets_its_reason_too(page):
    """Of right and wrong numbers within the tolerance the nearest is meant."""
    box = question(page, "Two, or nearly")
    for text, told in [
        ("1.98", "Too few."),
        ("1.991", "Too few."),
        ("1.994", RIGHT),
        ("1.974", "Look"),
    ]:
        answer(box, text)
        assert told in said(box), text


def test_a_number_outside_the_tolerance_is_wrong(page):
    """Within it, right; beyond it, wrong."""
    for text in ("2.011", "1.989", "-2", "1e99"):
        answer(question(page, "Two, or nearly"), text)
        assert verdict(question(page, "Two, or nearly")).startswith("Not quite."), text
    answer(question(page, "twice minus two"), "-4.005")
    assert verdict(question(page, "twice minus two")).startswith("Not quite.")


def test_what_is_no_number_is_neither_right_nor_wrong(page):
    """It is said what to type, the field is marked for assistive technology, nothing opens."""
    box = question(page, "twice minus two")
    for text in (
        "",
        " ",
        "four",
        "-",
        "1,,5",
        "1,5,2",
        "- 4",
        "NaN",
        "Infinity",
        "1e999",
        "1/0",
        "<b>",
    ):
        answer(box, text)
        assert verdict(box) == "Type a number, such as −4, 0.5 or 1e-3.", text
        expect(box.get_by_role("textbox")).to_have_attribute("aria-invalid", "true")
    assert not opened(box)
    assert "answered" not in (box.get_attribute("class") or "")
    answer(box, "-4")
    assert box.get_by_role("textbox").get_attribute("aria-invalid") in (None, "false")


def test_a_choice_says_why_it_is_wrong(page):
    """None chosen, the wrong one, the right one."""
    box = question(page, "Does the square")
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == "Choose one of the answers first."
    box.get_by_role("radio", name="It falls.").check()
    box.get_by_role("button", name="Check").click()
    assert said(box) == "Not quite. You answered “It falls.” That would need a negative a."
    assert not opened(box)
    box.get_by_role("radio", name="It rises.").check()
    box.get_by_role("button", name="Check").click()
    assert said(box) == "Right."
    assert opened(box)
    [reason] = box.locator(".reasons li").all_inner_texts()
    assert reason.split("\n") == ["It falls.", "That would need a negative a."]


def test_a_choice_is_made_by_keys_alone(page):
    """Space chooses, an arrow goes on to the next, Enter checks."""
    box = question(page, "How many?")
    box.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert said(box) == "Not quite. You answered “1” One more."
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert verdict(box) == RIGHT


def test_on_a_phone_a_button_makes_a_number_negative(visit, anew, small):
    """A decimal pad may have no minus; where there is a keyboard, no button is in the way."""
    page = visit(
        small.url + "chapters/questions.html", viewport={"width": 390, "height": 844},
        is_mobile=True, has_touch=True,
    )  # fmt: skip
    box = question(page, "twice minus two")
    field, sign = box.get_by_role("textbox"), box.get_by_role("button", name="Change the sign")
    assert field.get_attribute("inputmode") == "decimal"
    sign.tap()
    expect(field).to_be_focused()
    page.keyboard.type("4")
    expect(field).to_have_value("−4")
    sign.tap()
    expect(field).to_have_value("4")
    sign.tap()
    box.get_by_role("button", name="Check").tap()
    expect(box.locator(".verdict")).to_have_text(RIGHT)
    laptop = anew(small.url + "chapters/questions.html")
    expect(question(laptop, "twice minus two").get_by_role("textbox")).to_be_visible()
    expect(laptop.get_by_role("button", name="Change the sign")).to_have_count(0)


def test_the_faulty_line_is_tapped(visit, small):
    """By touch: no line, a sound one with a reason and one without, the faulty one."""
    page = visit(
        small.url + "chapters/questions.html", viewport={"width": 390, "height": 844},
        is_mobile=True, has_touch=True,
    )  # fmt: skip
    box = question(page, "Which line makes")
    check = box.get_by_role("button", name="Check")
    lines = box.locator(".option")
    expect(lines).to_have_count(8)
    assert (
        box.locator(".listing .line:not(:has(.option))").all_inner_texts()[1].strip()
        == "# the seed"
    )
    check.tap()
    assert verdict(box) == "Choose a line first."
    lines.filter(has_text="v = Value(x)").tap()
    check.tap()
    assert said(box) == (
        "Not quite. You answered v = Value(x). That is the v whose slope is asked for."
    )
    lines.filter(has_text="return").tap()
    check.tap()
    assert "That line may stay" in said(box) and not opened(box)
    lines.filter(has_text="u.grad").tap()
    check.tap()
    assert said(box) == "Right." and opened(box)
    expect(box.locator(".answer")).to_contain_text("u.grad += d * w.grad")
    expect(box.locator("details .output")).to_have_text(["slope 3.0", "slope 6.0"])


def test_the_faulty_line_is_found_by_keys_alone(page):
    """Arrows go from line to line, past blank ones and comments; Enter checks."""
    box = question(page, "Which line makes")
    box.get_by_role("radio").first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert verdict(box) == RIGHT


def test_code_that_gives_it_away_comes_with_the_answer(page):
    """Unseen before, there after."""
    box = question(page, "hidden code")
    expect(box.get_by_text("hidden = 3")).to_be_hidden()
    answer(box, "15")
    expect(box.locator("details .highlight")).to_be_visible()
    expect(box.locator("details .output")).to_contain_text("printed 15")


def test_every_gradient_of_a_graph_is_filled_in(page):
    """Missing ones are named; each field says whether it is right, by a sign and a word."""
    box = question(page, "Every gradient")
    right = {"a": "-2", "b": "2.0", "c": "1", "L": "1"}
    fields = {name: box.get_by_role("textbox", name=f"{name}.grad =") for name in right}
    marks = {
        name: box.locator(f"#{field.get_attribute('aria-describedby')}")
        for name, field in fields.items()
    }
    expect(box.get_by_role("textbox")).to_have_count(4)

    def marked():
        return {name: marks[name].text_content() for name in right}

    def invalid():
        return [n for n, field in fields.items() if field.get_attribute("aria-invalid") == "true"]

    fields["a"].fill("-3")
    fields["b"].fill("2")
    box.get_by_role("button", name="Check").click()
    assert verdict(box).startswith("A number is missing for ")
    named = verdict(box).removeprefix("A number is missing for ").rstrip(".").split(", ")
    assert sorted(named) == ["L", "c"]
    assert marked() == {"a": "✗ wrong", "b": "✓ right", "c": "✗ no number", "L": "✗ no number"}
    for name in "bcL":
        fields[name].fill(right[name])
    box.get_by_role("button", name="Check").click()
    assert said(box) == "Not quite. Right so far: 3 of 4. The rest are marked."
    assert invalid() == ["a"] and marked()["a"] == "✗ wrong" and marked()["c"] == "✓ right"
    assert not opened(box)
    fields["a"].fill("−2")
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == RIGHT
    assert opened(box) and invalid() == []


FOUND = """(box) => Object.fromEntries([...box.querySelectorAll(".drawing .node.value")]
  .filter((one) => one.checkVisibility()).map((one) => ["label", "grad"].map((part) =>
    one.querySelector(`[data-part=${part}]`).textContent.trim())))"""


def test_a_right_gradient_lands_in_its_box(page):
    """As its field is left; Enter goes on, from the output back. A wrong one leaves the box empty."""
    box = question(page, "Every gradient")
    fields = box.get_by_role("textbox")
    labels = box.locator(".fields label > span").all_inner_texts()
    assert labels == ["L.grad =", "c.grad =", "a.grad =", "b.grad ="]
    fields.first.focus()
    for typed in ("1", "-1", "-2"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(fields.last).to_be_focused()
    assert box.evaluate(FOUND) == {"L": "1.0", "c": "", "a": "−2.0", "b": ""}
    expect(box.get_by_role("img", name="L.grad: 1.0. a.grad: −2.0.")).to_have_count(1)
    assert box.locator(".verdict").count() == 0
    fields.first.fill("2")
    fields.nth(1).fill("1")
    fields.last.fill("2")
    fields.last.press("Enter")
    assert said(box) == "Not quite. Right so far: 3 of 4. The rest are marked."
    assert box.evaluate(FOUND) == {"L": "", "c": "1.0", "a": "−2.0", "b": "2.0"}


BESIDE = """(box) => {
  const [drawing, first, last] = [".room-s", ".fields label", ".fields > :last-child input"].map((css) =>
    box.querySelector(css).getBoundingClientRect());
  return [first.left - drawing.right, first.top - drawing.top, last.bottom - first.top];
}"""


def test_on_a_phone_the_graph_is_seen_while_its_gradients_are_typed(visit, book):
    """The fields stand beside it, that of the output first, and all of it fits a screen."""
    page = visit(
        book.url + "chapters/04-manual-backprop.html", viewport={"width": 390, "height": 844},
        is_mobile=True, has_touch=True,
    )  # fmt: skip
    gap, off, height = question(page, "Fill in the gradients").evaluate(BESIDE)
    assert gap >= 0 and abs(off) < 60 and 300 < height < 600
    assert page.evaluate("document.documentElement.scrollWidth") == 390
