"""The glossary: a few letters find a term, and its list is read by letter or by chapter."""

from playwright.sync_api import expect

from tests.browser.axe import Axe, switch

PAGE = "glossary.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TERMS = "all => all.map(one => one.id)"


def test_letters_find_terms(anew, book):
    """Those that begin so come first; each leads to its place in the list."""
    page = anew(book.url + PAGE, **PHONE)
    game = page.locator("find-term")
    field = game.get_by_role("searchbox", name="Find a term")
    ids = page.locator(".terms dt").evaluate_all(TERMS)
    field.fill("grad")
    names = game.locator("dt").all_inner_texts()
    assert names[:3] == ["gradient", "gradient check", "gradient descent"] and len(names) == 4
    assert page.locator(".terms dt").evaluate_all(TERMS) == ids
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert Axe(thorough=True).all(page, ["find-term", "term-order"]) == {}
    switch(page, "dark")
    assert Axe(thorough=True).colours(page, ["find-term", "term-order"]) == {}
    field.fill("zzz")
    expect(game.get_by_role("status")).to_have_text("No term here has that in it.")
    field.fill("soft")
    game.get_by_role("link", name="softmax", exact=True).click()
    expect(page.locator("#softmax")).to_be_in_viewport()
    field.fill("")
    expect(game.get_by_role("status")).to_be_empty()


def test_the_list_follows_the_chapters_and_back(anew, book):
    """Every term is there once, by letter and by chapter."""
    page = anew(book.url + PAGE)
    terms, order = page.locator(".terms dt"), page.locator("term-order")
    by_letter = terms.evaluate_all(TERMS)
    order.get_by_role("button", name="Chapter by chapter").click()
    expect(page.locator(".terms .letter").first).to_have_text("1 · What does a derivative measure?")
    by_chapter = terms.evaluate_all(TERMS)
    assert sorted(by_chapter) == sorted(by_letter) and by_chapter != by_letter
    order.get_by_role("button", name="A to Z").click()
    assert terms.evaluate_all(TERMS) == by_letter
    expect(page.locator(".terms .letter").first).to_have_text("A")


def test_without_a_script_every_letter_is_a_link(visit, book):
    page = visit(book.url + PAGE, java_script_enabled=False)
    expect(page.locator("find-term, term-order").first).to_be_hidden()
    for link in page.locator(".letters-of-terms a").all():
        assert page.locator(link.get_attribute("href")).count() == 1
