"""Light or dark: as the reader's system has it, until the reader chooses."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.books import Site
from tests.browser.visits import Visits


def says(page: Page, scheme: str) -> None:
    """Whether the page, its scroll bars and the bar of the browser show a scheme."""
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    wanted = "dark" if scheme == "slate" else "light"
    assert page.evaluate("document.documentElement.style.colorScheme") == wanted
    background = page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor")
    assert page.locator("meta[name=theme-color]").get_attribute("content") == background


def test_a_page_follows_the_system_until_the_reader_chooses(small: Site, visit: Visits):
    """Also while it is open; a choice holds on the next page, whatever the system says."""
    page = visit(f"{small.url}index.html", color_scheme="dark")
    says(page, "slate")
    page.emulate_media(color_scheme="light")
    says(page, "default")
    page.get_by_title("Switch to dark colours").click()
    says(page, "slate")
    page.goto(f"{small.url}chapters/figures.html")
    says(page, "slate")


def test_the_keys_switch_it(small: Site, visit: Visits):
    """Enter on the switch, whose focus stays."""
    page = visit(f"{small.url}index.html")
    page.locator("[name=__palette]:checked").focus()
    for scheme in ("slate", "default"):
        page.keyboard.press("Enter")
        says(page, scheme)
        expect(page.locator("[name=__palette]:checked")).to_be_focused()


def test_nothing_restyles_a_whole_page_as_it_loads(small: Site, visit: Visits):
    """What the theme's script would set on the root and the body is there, or never comes."""
    watch = """new MutationObserver((all) => {
      for (const { target, attributeName: name, oldValue: old } of all)
        if (document.body && [document.body, document.documentElement].includes(target))
          if (old !== target.getAttribute(name) || name.includes("switching"))
            (window.seen ??= []).push(`${target.localName} ${name}`);
    }).observe(document, { attributes: true, attributeOldValue: true, subtree: true })"""
    page = visit(f"{small.url}index.html", init=watch, color_scheme="dark")
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("window.seen")
    assert "body data-md-color-scheme" in seen, "nothing was watched"
    assert not {"html class", "body class", "body data-md-color-switching"} & {*seen}
    expect(page.locator("meta[name=color-scheme]")).to_have_count(0)
