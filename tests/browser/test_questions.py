"""Questions: right, wrong, malformed; numbers, choices, every gradient of a graph."""

import pytest

RIGHT = "Right."


@pytest.fixture
def page(visit, small):
    return visit(small.url + "chapters/questions.html")


def question(page, text):
    return page.locator(".predict", has_text=text)


def verdict(box):
    return box.locator(".verdict").text_content()


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
        ("twice minus two", ["-4", "-4.0", "−4", " -4 ", "–4.0", "-4.", "-8/2", "-4e0", "-4.003"]),
        ("A half", ["1/2", "0.5", ".5", " 1 / 2 ", "5e-1", "+0.5"]),
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
    assert box.get_by_text("The run says").is_visible()
    assert "answered" in box.get_attribute("class")


def test_a_typical_wrong_number_gets_its_reason(page):
    """And its reason only; the code and bold words in it are set as such."""
    box = question(page, "twice minus two")
    answer(box, "4")
    assert verdict(box) == "Not quite. If you said 4.0: The sign got lost."
    assert box.locator(".verdict strong", has_text="sign").count() == 1
    answer(box, "−2.0")
    assert verdict(box) == "Not quite. If you said -2: That is once only."
    answer(box, "5")
    assert verdict(box) == "Not quite. Look again, or open the answer."
    assert not opened(box)


def test_a_rounded_wrong_number_gets_its_reason_too(page):
    """Of right and wrong numbers within the tolerance the nearest is meant."""
    box = question(page, "Two, or nearly")
    for text, said in [
        ("1.98", "Too few."),
        ("1.991", "Too few."),
        ("1.994", RIGHT),
        ("1.974", "Look"),
    ]:
        answer(box, text)
        assert said in verdict(box), text


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
    for text in ("", " ", "four", "-", "1,5", "- 4", "NaN", "Infinity", "1e999", "1/0", "<b>"):
        answer(box, text)
        assert verdict(box) == "Type a number, such as −4, 0.5 or 1e-3.", text
        assert box.get_by_role("textbox").get_attribute("aria-invalid") == "true"
    assert not opened(box)
    assert "answered" not in (box.get_attribute("class") or "")
    answer(box, "-4")
    assert box.get_by_role("textbox").get_attribute("aria-invalid") in (None, "false")


def test_a_choice_says_why_it_is_wrong(page):
    """None chosen, the wrong one, the right one; the plain list makes way for the buttons."""
    box = question(page, "Does the square")
    assert not box.locator(".choices").is_visible()
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == "Choose one of the answers first."
    box.get_by_role("radio", name="It falls.").check()
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == "Not quite. That would need a negative a."
    assert not opened(box)
    box.get_by_role("radio", name="It rises.").check()
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == RIGHT
    assert opened(box)


def test_a_choice_is_made_by_keys_alone(page):
    """Space chooses, an arrow goes on to the next, Enter checks."""
    box = question(page, "Does the square")
    box.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert verdict(box).startswith("Not quite.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert verdict(box) == RIGHT


def test_every_gradient_of_a_graph_is_filled_in(page):
    """Missing ones are named, wrong ones are named, all right ones finish it."""
    box = question(page, "Every gradient")
    right = {"a": "-2", "b": "2.0", "c": "1", "L": "1"}
    fields = {name: box.get_by_role("textbox", name=f"{name}.grad =") for name in right}
    assert box.get_by_role("textbox").count() == 4
    fields["a"].fill("-3")
    box.get_by_role("button", name="Check").click()
    said = verdict(box)
    assert said.startswith("A number is missing for ")
    assert all(name in said for name in "bcL")
    assert "a" not in said.removeprefix("A number is missing for ").rstrip(".").split(", ")
    for name in "bcL":
        fields[name].fill(right[name])
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == "Not quite. Not yet right: the gradient of a."
    assert not opened(box)
    fields["a"].fill("−2")
    box.get_by_role("button", name="Check").click()
    assert verdict(box) == RIGHT
    assert opened(box)
