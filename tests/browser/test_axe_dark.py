"""Accessibility in the dark scheme: no violation that Material's bare theme does not have.

Only colours differ from the light scheme, so only their rules are looked at here.
"""

import pytest

from tests.browser.axe import check, of_the_theme
from tests.browser.pages import of_both

COLOUR = ["color-contrast", "link-in-text-block"]


@pytest.fixture(scope="module")
def known(browser, bare):
    return of_the_theme(browser, bare, "dark", COLOUR)


@pytest.mark.parametrize(("which", "path"), of_both())
def test_axe_finds_nothing_new(request, visit, known, which, path):
    """As the page stands, and with every element of it in the middle of what it does."""
    page = visit(request.getfixturevalue(which).url + path, color_scheme="dark")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    check(page, known, COLOUR)
