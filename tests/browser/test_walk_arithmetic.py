"""The arithmetic of a visit, drawn on its edges."""

import pytest
from playwright.sync_api import expect

from tests.browser.walking import PHONE, Walker, static
from tests.built import mostly_slow

# For each chip of a visit where it rests: its words, the box at the other end of the edge that it is
# nearest to, and whether its words lie in its frame.
CHIPS = """(walk) => {
  const sheet = walk.made.drawing.sheets.find((one) => one.seen);
  const box = (one) => one.getBoundingClientRect();
  const middle = (one) => { const { x, y, width, height } = box(one); return [x + width / 2, y + height / 2]; };
  const points = ({ group }) => {
    const path = group.querySelector("path"), length = path.getTotalLength(), place = path.getScreenCTM();
    return [...Array(21).keys()].map((n) => path.getPointAtLength((length * n) / 20).matrixTransform(place));
  };
  return [...sheet.svg.querySelectorAll(".arithmetic .gift")].map((chip) => {
    const [frame, words] = [box(chip.querySelector("rect")), box(chip.querySelector("text"))];
    const [x, y] = middle(chip);
    const far = sheet.edges.map((edge) => Math.min(...points(edge).map((p) => Math.hypot(p.x - x, p.y - y))));
    const { user, slot } = sheet.edges[far.indexOf(Math.min(...far))];
    return { text: chip.textContent.replace("×", " ×"), to: sheet.nodes[sheet.nodes[user].inputs[slot]].name,
      inside: words.left >= frame.left && words.right <= frame.right };
  });
}"""
# What chips lie on: the numbers and the names of all boxes.
COVERED = """(walk) => {
  const sheet = walk.made.drawing.sheets.find((one) => one.seen);
  const seen = (css) => [...sheet.svg.querySelectorAll(css)].map((one) => one.getBoundingClientRect());
  const texts = [...sheet.svg.querySelectorAll(".node text")].filter((one) => one.textContent.trim());
  return texts.filter((text) => {
    const a = text.getBoundingClientRect();
    return seen(".chip rect").some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
  }).map((text) => text.textContent);
}"""
MOVING = """(walk) => [...walk.querySelectorAll(".arithmetic *")].map((chip) => chip.getAnimations().length)"""
RESTS = "(all) => all.map((one) => one.style.transform)"
OVERLAPS = """(walk) => {
  const texts = [...walk.querySelectorAll(".preset:not([hidden]) .arithmetic .slope")].filter((one) => one.checkVisibility());
  const boxes = texts.map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""


@pytest.fixture
def walker(anew, small):
    """f = a * b and g = f + a * 0.5, with a = 2 and b = -3."""
    return Walker(anew(small.alone("chapters/walks.html", 6)), 0)


def visits(walker):
    """Go from visit to visit."""
    walker.to("seed")
    while walker.state()["phase"] != "finished":
        walker.press("Next")
        if (now := walker.state())["phase"] == "backward":
            yield now


def test_a_chip_rests_in_the_lane_of_its_edge(walker):
    """One for each edge of who is visited, the gradient times the local derivative."""
    rested = []
    for _ in visits(walker):
        chips = walker.handle.evaluate(CHIPS)
        assert all(chip["inside"] for chip in chips)
        rested.append(sorted((chip["to"], chip["text"]) for chip in chips))
    assert rested == [
        [("a × 0.5", "1.0 × 1.0"), ("f", "1.0 × 1.0")],
        [("0.5", "1.0 × 2.0"), ("a", "1.0 × 0.5")],
        [("a", "1.0 × −3.0"), ("b", "1.0 × 2.0")],
    ]


def test_a_second_arrival_is_seen_as_it_is_added(walker):
    """`0.5 + −3.0 = −2.5` beside the box, and the sum in it."""
    a = [0, 1]
    rows = [([now["grad"][i] for i in a], now["sums"]) for now in visits(walker)]
    assert rows == [(["", ""], []), (["0.5", ""], []), (["−2.5", "2.0"], ["0.5 + −3.0 = −2.5"])]


@pytest.mark.parametrize(
    "options", [pytest.param({}, marks=pytest.mark.slow), PHONE], ids=["wide", "phone"]
)
@pytest.mark.parametrize("number", mostly_slow(range(7), 0, 6))
def test_no_chip_ever_lies_on_a_number(anew, small, number, options):
    """Nor on a name or a sign: at every position of every walk, and what an edge says as well."""
    page = anew(small.alone("chapters/walks.html", number), **options)
    walker = Walker(page, 0)
    for place, graph in enumerate(static(page)[0]):
        walker.choose(graph.name, place)
        covered = walker.handle.evaluate(
            f"""(walk) => [...Array(walk.made.timeline.end + 1).keys()].filter((at) => {{
              walk.made.timeline.go(at);
              return ({COVERED})(walk).length;
            }})"""
        )
        assert covered == [], graph.name
        walker.handle.evaluate("(walk) => walk.made.point(walk.made.drawing.shown.edges[0])")
        assert walker.handle.evaluate(COVERED) == []


def test_two_edges_between_the_same_two_have_a_chip_each(anew, small):
    """a × a passes its gradient on twice; both arrive in one row."""
    walker = Walker(anew(small.alone("chapters/walks.html", 2)), 0)
    now = walker.to("backward")
    assert now["chips"] == ["1.0 × 2.0"] * 2
    assert now["slopes"] == ["2.0"] * 2
    assert (now["grad"][0], now["sums"]) == ("4.0", ["2.0 + 2.0 = 4.0"])
    rests = walker.element.locator(".gift:visible").evaluate_all(RESTS)
    assert len(set(rests)) == 2


def test_local_derivatives_stand_on_the_edges_of_who_is_visited(walker):
    """And on no other edges; none covers another."""
    for now in visits(walker):
        assert len(now["slopes"]) == len(now["chips"]) == 2
        assert walker.handle.evaluate(OVERLAPS) == 0
        carrying = walker.element.locator("svg:visible g.carrying[role=button]")
        assert carrying.count() == 2
        visited = now["says"].replace("\xa0", " ").split(",")[0].removeprefix("Visit ")
        labels = carrying.evaluate_all("(all) => all.map((g) => g.getAttribute('aria-label'))")
        assert all(f" to {visited}: " in label for label in labels)


# What is seen from frame to frame after Next: the box of n0, what is on its way, how far the lanes are.
FILM = """(walk) => new Promise((done) => {
  const { svg } = walk.made.drawing.shown, seen = [];
  const text = (css) => [...svg.querySelectorAll(css)].map((one) => one.textContent).join(" ");
  const look = () => {
    const now = [text('[data-name="n0"] [data-part=grad]'), text(".traveller"), svg.querySelector(".arithmetic").dataset.stage ?? "rest"];
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    if (now[2] === "rest" && seen.length > 1) done(seen);
    else requestAnimationFrame(look);
  };
  walk.made.timeline.step(1);
  look();
})"""


def test_a_number_changes_after_its_cause_has_landed(anew, small):
    """The gradient comes in, meets the local derivative, becomes their product, which lands; then the
    number in the box is another, and not before."""
    page = anew(small.alone("chapters/walks.html", 6), reduced_motion="no-preference")
    walker = Walker(page, 0)
    walker.handle.evaluate("(walk) => walk.made.timeline.go(walk.made.timeline.end - 2)")
    film = walker.handle.evaluate(FILM)
    assert film[0] == ["0.5", "1.0 1.0", "in"]
    assert ["0.5", "", "met"] in film
    [on_its_way] = [n for n, now in enumerate(film) if "+= −3.0" in now[1]]
    assert {now[0] for now in film[: on_its_way + 1]} == {"0.5"}
    assert {now[0] for now in film[on_its_way + 1 :]} == {"−2.5"}
    assert film[-1] == ["−2.5", "", "rest"]


def test_a_result_is_seen_after_its_inputs_have_come(anew, small):
    """On the way forward too."""
    page = anew(small.alone("chapters/walks.html", 6), reduced_motion="no-preference")
    walker = Walker(page, 0)
    walker.handle.evaluate("(walk) => walk.made.timeline.go(0)")
    made = 'svg:visible [data-name="n2"] [data-part=data]'
    walker.press("Next")
    assert walker.element.locator(".traveller").all_text_contents() == ["2.0", "−3.0"]
    assert walker.element.locator(made).text_content() == ""
    expect(walker.element.locator(made)).to_have_text("−6.0")
    assert walker.element.locator(".traveller").count() == 0


def test_what_is_not_waited_for_has_landed(anew, small):
    """Back, the scrubber and an edit show at once what they lead to; Next goes on from what landed."""
    page = anew(small.alone("chapters/walks.html", 6), reduced_motion="no-preference")
    walker = Walker(page, 0)
    still, _ = Walker(anew(small.alone("chapters/walks.html", 6)), 0).recorded()
    walker.to("seed")
    for name, key in (("Next", ""), ("Next", ""), ("Back", ""), ("", "ArrowRight")):
        if name:
            walker.press(name)
        else:
            walker.range.press(key)
        now = walker.state()
        before = still[now["at"] - 1] if name == "Next" else now
        assert now["grad"] == (before if name == "Next" else still[now["at"]])["grad"]
    assert walker.element.locator(".traveller").count() == 0


def test_for_who_asked_for_less_motion_all_has_landed_at_once(walker):
    """Nothing moves."""
    for now in visits(walker):
        assert walker.handle.evaluate(MOVING) == [0] * len(walker.handle.evaluate(MOVING))
        assert now["chips"]
