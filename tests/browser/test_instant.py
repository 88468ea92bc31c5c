"""Material's instant navigation: from page to page without loading anew."""

from __future__ import annotations

import pytest

from tests.browser.test_every_page import BUILT
from tests.browser.walking import UNKNOWN, Mouse
from tests.built import mostly_slow

LINKS = "[...document.querySelectorAll('.md-nav--primary a.md-nav__link')].map((a) => a.href.split('#')[0])"


@pytest.mark.parametrize("which", mostly_slow(["small", "book"], "small"))
def test_every_page_of_the_navigation_wakes_up(visit, request, which):
    """Each click swaps the page; every element of the new one is built, and nothing complains."""
    page = visit(request.getfixturevalue(which).url + "index.html")
    page.evaluate("window.same = true")
    for url in dict.fromkeys(page.evaluate(LINKS)):
        click(page, url)
        assert page.evaluate(BUILT) == [], url
        assert visit.faults == [], url
    assert page.evaluate("window.same"), "a page was loaded anew"


def test_a_jump_within_a_page_loads_nothing(visit, small):
    """The first, the way back from it, and one on a page that was fetched: what was done stays."""
    page = visit(small.url + "chapters/walks.html")
    for _ in range(2):
        page.evaluate("document.querySelector('article').same = true")
        asked = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        jump = page.locator("article a.headerlink").last
        name = jump.get_attribute("href").split("#")[1]
        jump.dispatch_event("click")
        page.wait_for_url(f"**/*#{name}")
        assert 0 <= page.locator(f"[id='{name}']").bounding_box()["y"] < 120
        page.go_back()
        page.wait_for_url(lambda url: "#" not in url)
        page.wait_for_timeout(300)
        assert page.evaluate("document.querySelector('article').same")
        assert [one for one in asked if ".html" in one] == []
        for path in ("more", "walks"):
            click(page, f"{small.url}chapters/{path}.html")


def click(page, url):
    """Follow a link of the navigation, and wait until its page is there."""
    path = url.rsplit("/", 1)[1]
    title = page.evaluate(
        "async (url) => (await (await fetch(url)).text()).match(/<title>(.*?)</)[1]", url
    )
    page.locator(f".md-nav--primary a.md-nav__link[href$='{path}']").first.dispatch_event("click")
    page.wait_for_function(
        "([url, title]) => location.href.split('#')[0] === url && document.title === title",
        arg=[url, title],
    )


def test_a_walker_works_after_going_away_and_back(visit, small):
    """Stepped, left, found again: it stands complete and steps, and prints."""
    page = visit(small.url + "index.html")
    walks, more = small.url + "chapters/walks.html", small.url + "chapters/more.html"
    click(page, walks)
    walker = Mouse(page, 0)
    assert walker.state()["phase"] == "finished"
    walker.press("Back")
    walker.press("Play")
    assert walker.state()["phase"] == "finished"
    walker.press("Play")
    assert walker.state()["phase"] == "forward"
    click(page, more)
    page.go_back()
    page.wait_for_function("(url) => location.href.split('#')[0] === url", arg=walks)
    page.locator("graph-walk.live").first.wait_for()
    walker = Mouse(page, 0)
    walker.to("seed")
    walker.press("Next")
    assert walker.state()["phase"] == "backward"
    assert UNKNOWN in walker.state()["grad"]
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert UNKNOWN not in walker.state()["grad"]
