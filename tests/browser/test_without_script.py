"""Without JavaScript: figures complete, tables there, questions and answers readable."""

from __future__ import annotations

import pytest

from tests.browser.pages import of_both


@pytest.fixture
def plain(request, visit):
    """Opens a page of a book with scripts off."""
    return lambda which, path: visit(
        request.getfixturevalue(which).url + path, java_script_enabled=False
    )


# Each looks at all of a kind on the page: what a reader sees of it, and the boxes that are closed.
EQUATIONS = ".formulas:not(:has(> .unnamed:only-child))"  # a box is named by its expression
ON_SCREEN = ".on-screen graph-walk"
STANDS = ":not(.on-screen *)"  # what needs a screen stands beside a figure of its own
SEES = "const sees = (one) => Boolean(one?.checkVisibility({ visibilityProperty: true, opacityProperty: true }));"
FIGURES = f"""() => {{
  {SEES}
  const texts = (where, css) => [...where.querySelectorAll(css)].map((one) => one.textContent);
  const walks = [...document.querySelectorAll("graph-walk{STANDS}")].map((walk) => ({{
    live: "live" in walk.dataset,
    graphs: [...walk.querySelectorAll(".preset")].map((graph) => ({{
      drawn: [...graph.querySelectorAll(".drawing svg")].filter(sees).length, heads: texts(graph, "thead").join(),
      data: texts(graph, "svg [data-part=data]"), grad: texts(graph, "svg [data-part=grad]"),
    }})),
    names: [...walk.querySelectorAll(".preset-name")].map(sees),
  }}));
  const games = [...document.querySelectorAll("visit-order")].map((game) => [...game.querySelectorAll(".drawing svg")].filter(sees).length);
  return {{ walks, games, buttons: document.querySelectorAll("graph-walk button, visit-order button").length }};
}}"""
# Lines to choose from may be folded, as the code of a cell.
QUESTIONS = f"""() => {{
  {SEES}
  for (const folded of document.querySelectorAll(".listing > details.code")) folded.open = true;
  return [...document.querySelectorAll(".predict")].map((box) => ({{
    elements: box.querySelectorAll("book-question").length, forms: box.querySelectorAll("form").length,
    choices: [...box.querySelectorAll(".choices li, .listing .line")].map(sees),
  }}));
}}"""
# The reason against a choice that is right at first, and wrong with other numbers, does not show.
REASONS = f"""() => {{
  {SEES}
  return [...document.querySelectorAll(".predict > details .reasons li")]
    .map((one) => sees(one) === (one.dataset.mute !== "true"));
}}"""
# Whether a box is open, whether what is inside shows.
INSIDE = (
    f"(details, inside) => {{ {SEES} return [details.open, sees(details.querySelector(inside))]; }}"
)


@pytest.mark.parametrize("where", of_both("python (walk|order)"), ids=" ".join)
def test_on_a_phone_each_drawing_begins_on_the_screen(plain, where):
    """Beside nothing, and as broad as the column, or nearly."""
    page = plain(*where)
    page.set_viewport_size({"width": 390, "height": 844})
    boxes = page.evaluate(
        f"""() => [...document.querySelectorAll(":is(graph-walk, visit-order){STANDS} .drawing .scroll")]
          .map((one) => one.getBoundingClientRect()).map(({{ left, right }}) => [left, right])"""
    )
    assert boxes or page.locator(ON_SCREEN).count()
    assert all(left >= 0 and left + 300 < right <= 390 for left, right in boxes), boxes


@pytest.mark.parametrize("where", of_both("python (walk|order)"), ids=" ".join)
def test_figures_stand_complete(plain, where):
    """Every graph shows its numbers, under its name where there are several, with a table."""
    page = plain(*where)
    found = page.evaluate(FIGURES)
    assert found["walks"] or found["games"] or page.locator(ON_SCREEN).count()
    for walk in found["walks"]:
        for graph in walk["graphs"]:
            assert graph["drawn"] == 1
            assert graph["data"]
            assert all(text.strip() for text in graph["data"])
            backward = "local derivatives" in graph["heads"]
            assert not backward or (all(text.strip() for text in graph["grad"]) and graph["grad"])
        assert walk["graphs"]
        assert walk["names"] == [True] * len(walk["graphs"]) or len(walk["graphs"]) == 1
    assert set(found["games"]) <= {1}
    assert found["buttons"] == 0
    graphs = sum(len(walk["graphs"]) for walk in found["walks"] if not walk["live"])
    walked = "graph-walk:not([data-live])"  # what is only dragged has no words to unfold
    tables = page.locator(f"{walked} .values, visit-order details.numbers")
    assert tables.count() == graphs + len(found["games"])
    steps = page.locator(f"{walked} details.steps")
    assert steps.count() == graphs
    unfold(steps, "ol > li:last-child")
    assert all(one.is_visible() for one in page.locator(f"{walked} {EQUATIONS}").all())
    unfold(tables, "table")


@pytest.mark.parametrize("where", of_both("predict"), ids=" ".join)
def test_questions_unfold(plain, where):
    """Question and choices can be read, the answer and the reasons open."""
    page = plain(*where)
    boxes = page.evaluate(QUESTIONS)
    assert boxes
    for box in boxes:
        assert (box["elements"], box["forms"]) == (1, 0)
        assert all(box["choices"])
    details = page.locator(".predict > details")
    assert details.count() == len(boxes)
    unfold(details, "p.answer")
    assert all(page.evaluate(REASONS))


def unfold(boxes, inside):
    """Each is closed; Enter on its summary shows what is inside."""
    for box in boxes.element_handles():
        opened, shows = box.evaluate(INSIDE, inside)
        assert opened == shows
        if not opened:
            box.evaluate("(details) => details.querySelector('summary').focus()")
            boxes.page.keyboard.press("Enter")
        assert box.evaluate(INSIDE, inside) == [True, True]


def test_tabs_need_no_script(plain):
    """The second view shows where its name is pressed."""
    page = plain("small", "chapters/walks.html")
    first, second = page.locator(".tabbed-set .drawing").all()
    assert first.is_visible() and not second.is_visible()
    page.get_by_text("Plain view").click()
    assert second.is_visible() and not first.is_visible()
