"""Accessibility in the dark scheme: no violation that Material's bare theme does not have.

Only colours differ from the light scheme, so only their rules are looked at here.
"""

import pytest

from tests.browser.axe import MIDDLE, new, violations
from tests.browser.pages import of_both

COLOUR = ["color-contrast", "link-in-text-block"]


@pytest.fixture(scope="module")
def known(browser, bare):
    """What axe finds on empty pages of the bare theme."""
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    found = set()
    for path in ("index.html", "two.html"):
        page.goto(bare.url + path)
        found |= set(violations(page, COLOUR))
    context.close()
    return found


@pytest.mark.parametrize(("which", "path"), of_both())
def test_axe_finds_nothing_new(request, visit, known, which, path):
    """As the page stands, and with every element of it in the middle of what it does."""
    site = request.getfixturevalue(which)
    page = visit(site.url + path, color_scheme="dark")
    scheme = "default" if "dark" == "light" else "slate"
    assert page.locator("body").get_attribute("data-md-color-scheme") == scheme
    assert new(page, known, COLOUR) == []
    if page.locator("micrograd-walk, micrograd-order, micrograd-question").count():
        page.evaluate(MIDDLE)
        page.wait_for_timeout(300)  # colours move there
        assert new(page, known, COLOUR) == []
