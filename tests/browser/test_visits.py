"""The tests themselves: what they share may not hide anything."""

import json
import os

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe
from tests.built import mostly_slow, once

PALED = ["chapters/more.html", "chapters/questions.html"]
PALE = """
  pre span { color: #ddd !important } .md-typeset p { color: #ccc } .predict { background: #888 }
  .md-typeset table { opacity: 0.3 } svg text { fill: #eee }
"""


def test_a_visit_finds_nothing_of_the_one_before(visit, small):
    """No answer, no request, no paper, no pointer and no fault; yet it is the same tab."""
    first = visit(small.url + "chapters/more.html")
    first.get_by_role("textbox", name="Your answer").fill("3")
    first.get_by_role("button", name="Check").click()
    first.emulate_media(media="print", color_scheme="dark")
    first.evaluate("sessionStorage.setItem('left', 1); console.error('left')")
    assert visit.leave() == ["console: left"]
    second = visit(small.url + "chapters/more.html")
    assert second == first
    kept = json.loads(second.evaluate("localStorage.getItem('small:progress')"))
    assert (kept["answered"], kept["finished"]) == ({}, [])
    assert second.evaluate("sessionStorage.length") == 0
    assert second.evaluate("matchMedia('screen and (prefers-color-scheme: light)').matches")
    expect(second.locator("article :hover")).to_have_count(0)
    assert visit.asked[0] == second.url
    assert visit.faults == []


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('wrong')", "console: wrong"),
        ("setTimeout(() => { throw Error('wrong') })", "exception: wrong"),
        ("fetch('http://127.0.0.2:9/', { mode: 'no-cors' }).catch(() => 0)", "request: http://127"),
    ],
)
def test_a_fault_is_noted(visit, small, script, fault):
    """An error in the console, an exception, a request to another host."""
    page = visit(small.url + "index.html")
    page.evaluate(f"{{ {script} }}")
    page.wait_for_timeout(100)
    assert [one[: len(fault)] for one in visit.leave()][:1] == [fault]


@pytest.mark.parametrize("path", mostly_slow(PALED, PALED[0]))
def test_one_of_each_look_has_every_fault_of_contrast(visit, small, path):
    """Of pale words axe finds the same kinds, whether it looks at all that look alike or at one."""
    page = visit(small.url + path)
    page.add_style_tag(content=PALE)
    every = Axe(thorough=True).colours(page)
    axe = Axe()
    few = axe.colours(page)
    axe.colours(page)  # words that are plain by now may look like their line
    assert set(few) == set(every), [every[k] for k in every.keys() - few.keys()]
    assert few
    assert axe.colours(page) == {}, "looked at again"


def test_one_process_makes_what_all_use(tmp_path_factory):
    """The next one to ask gets the same folder; after a failure it tries again."""
    made = []

    def fail(folder):
        (folder / "half").touch()
        raise ValueError

    with pytest.raises(ValueError):
        once(tmp_path_factory, f"probe-{os.getpid()}", fail)
    for _ in range(2):
        folder = once(tmp_path_factory, f"probe-{os.getpid()}", made.append)
    assert len(made) == 1
    assert list(folder.iterdir()) == []
