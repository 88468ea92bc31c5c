"""The arithmetic of a visit, drawn on its edges."""

import pytest

from tests.browser.walking import Walker

# For each chip of a visit where it rests, below which box; and whether its words lie in its frame.
CHIPS = """(walk) => {
  const sheet = walk.made.drawing.sheets.find((one) => one.seen);
  const box = (one) => one.getBoundingClientRect();
  return [...sheet.svg.querySelectorAll(".arithmetic .chip")].map((chip) => {
    const [frame, words] = [box(chip.querySelector("rect")), box(chip.querySelector("text"))];
    const x = (frame.left + frame.right) / 2;
    const over = sheet.boxes.findIndex((group) => {
      const path = box(group.querySelector("path"));
      return Math.abs((path.left + path.right) / 2 - x) < 2 && Math.abs(path.bottom - frame.top) < 20;
    });
    return { text: chip.textContent, to: sheet.nodes[over]?.name, inside: words.left >= frame.left && words.right <= frame.right };
  });
}"""
MOVING = """(walk) => [...walk.querySelectorAll(".arithmetic .chip")].map((chip) => chip.getAnimations().length)"""
RESTS = "(all) => all.map((one) => one.style.transform)"
OVERLAPS = """(walk) => {
  const texts = [...walk.querySelectorAll(".preset:not([hidden]) .arithmetic .slope")].filter((one) => one.checkVisibility());
  const boxes = texts.map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""


@pytest.fixture
def walker(visit, small):
    """f = a * b and g = f + a * 0.5, with a = 2 and b = -3."""
    return Walker(visit(small.url + "chapters/walks.html"), 6)


def visits(walker):
    """Go from visit to visit."""
    walker.to("seed")
    while walker.state()["phase"] != "finished":
        walker.press("Next")
        if (now := walker.state())["phase"] == "backward":
            yield now


def test_a_chip_comes_to_rest_at_the_box_that_gets_it(walker):
    """One for each edge of who is visited, the gradient times the local derivative."""
    landed = []
    for _ in visits(walker):
        chips = walker.handle.evaluate(CHIPS)
        assert all(chip["inside"] for chip in chips)
        landed.append(sorted((chip["to"], chip["text"]) for chip in chips))
    assert landed == [
        [("a · 0.5", "1.0 × 1.0"), ("f", "1.0 × 1.0")],
        [("0.5", "1.0 × 2.0"), ("a", "1.0 × 0.5")],
        [("a", "1.0 × -3.0"), ("b", "1.0 × 2.0")],
    ]


def test_what_arrives_is_seen_as_it_is_added(walker):
    """`+0.5` where there was nothing, `0.5 - 3.0` where there was, and the sum afterwards."""
    a = [0, 1]
    rows = [[now["grad"][i] for i in a] for now in visits(walker)]
    assert rows == [["·", "·"], ["+0.5", "·"], ["0.5 - 3.0", "+2.0"]]
    assert [walker.state()["grad"][i] for i in a] == ["-2.5", "2.0"]


def test_two_edges_between_the_same_two_have_a_chip_each(visit, small):
    """a · a passes its gradient on twice; both arrive in one row."""
    walker = Walker(visit(small.url + "chapters/walks.html"), 2)
    now = walker.to("backward")
    assert now["chips"] == ["1.0 × 2.0"] * 2
    assert now["slopes"] == ["2.0"] * 2
    assert now["grad"][0] == "2.0 + 2.0"
    rests = walker.element.locator(".chip:visible").evaluate_all(RESTS)
    assert len(set(rests)) == 2  # one below the other


def test_local_derivatives_stand_on_the_edges_of_who_is_visited(walker):
    """And on no other edges; none covers another."""
    for now in visits(walker):
        assert len(now["slopes"]) == len(now["chips"]) == 2
        assert walker.handle.evaluate(OVERLAPS) == 0
        carrying = walker.element.locator("svg:visible g.carrying")
        assert carrying.count() == 2
        visited = now["says"].split(",")[0].removeprefix("Visit ")
        labels = carrying.evaluate_all("(all) => all.map((g) => g.getAttribute('aria-label'))")
        assert all(f" to {visited}: " in label for label in labels)


def test_chips_slide_when_a_visit_is_made(visit, small):
    """By Next; not when it is taken back, or jumped to, or when a number is edited there."""
    page = visit(small.url + "chapters/walks.html", reduced_motion="no-preference")
    walker = Walker(page, 6)
    walker.to("seed")
    walker.press("Next")
    assert walker.handle.evaluate(MOVING) == [1, 1]
    page.wait_for_function("(w) => !w.querySelector('.chip').getAnimations().length", arg=walker.handle)  # fmt: skip
    rests = walker.handle.evaluate(CHIPS)
    walker.press("Next")
    walker.press("Back")
    assert walker.handle.evaluate(MOVING) == [0, 0]
    assert walker.handle.evaluate(CHIPS) == rests
    walker.range.press("ArrowRight")
    walker.range.press("ArrowLeft")
    assert walker.handle.evaluate(MOVING) == [0, 0]


def test_for_who_asked_for_less_motion_chips_are_there_without_the_slide(walker):
    """At once where they come to rest."""
    for now in visits(walker):
        assert walker.handle.evaluate(MOVING) == [0] * len(now["chips"]) != []


def test_a_long_sum_has_its_row_to_itself(walker):
    """The word before it gives way, and comes back."""
    field = walker.element.get_by_role("textbox", name="b =")
    field.fill("-1234.5678")
    field.press("Enter")
    seen = []
    for now in visits(walker):
        words = walker.element.locator('svg:visible [data-name="n0"] [data-part="grad-word"]')
        seen.append((now["grad"][0], words.text_content()))
    assert seen == [("·", "grad"), ("+0.5", "grad"), ("0.5 - 1234.5678", "")]
    assert words.text_content() == "grad"
