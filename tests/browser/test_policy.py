"""The policy of the site, as a browser enforces it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pages import of_book

STRICT = {"bypass_csp": False}


@pytest.mark.parametrize("path", of_book())
def test_nothing_of_ours_is_blocked(visit, book, path):
    """A page loads whole under its own policy: nothing complains, all elements are there."""
    page = visit(book.url + path, **STRICT)
    names = "graph-walk, visit-order, book-question, figure-slider, book-progress"
    assert page.evaluate(
        f"[...document.querySelectorAll('{names}')].every((one) => one.matches(':defined'))"
    )
    expect(page.locator("meta[http-equiv=Content-Security-Policy]")).to_have_count(1)


@pytest.mark.parametrize(
    "code",
    [
        "new Promise((done) => { const made = document.createElement('script'); made.textContent = 'window.ran = 1';"
        " document.head.append(made); setTimeout(() => done(window.ran ?? 'blocked'), 50); })",
        "new Promise((done) => { const made = document.createElement('img'); made.setAttribute('onerror', 'window.ran = 1');"
        " made.src = 'data:,'; document.body.append(made); setTimeout(() => done(window.ran ?? 'blocked'), 100); })",
        "fetch('http://127.0.0.2:9/').then(() => 'reached', (error) => /Content Security|Failed to fetch/.test(error) ? 'blocked' : 'tried')",
        "new Promise((done) => { addEventListener('securitypolicyviolation', () => done('blocked'));"
        " new Image().src = 'http://127.0.0.2:9/x.png'; setTimeout(() => done('tried'), 500); })",
        "new Promise((done) => { addEventListener('securitypolicyviolation', () => done('blocked'));"
        " try { new WebSocket('ws://127.0.0.2:9/'); } catch {} setTimeout(() => done('tried'), 500); })",
    ],
    ids=["inline script", "handler", "fetch", "image", "socket"],
)
def test_what_a_page_may_not_do_is_blocked(visit, book, code):
    """Code that somebody brought in does not run, and no other host is reached."""
    page = visit.anew(book.url + "how-it-works.html", **STRICT)
    assert page.evaluate(f"async () => await {code}") == "blocked"
    visit.faults.clear()  # each of them was told, which is as it should be
