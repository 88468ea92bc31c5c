"""What a site says that its pages may load and run."""

import base64
import hashlib

from unpasted import site

PAGE = "<!doctype html><html><head><meta charset='utf-8'><script>a()</script></head><body></body></html>"


def test_only_what_runs_inline_is_named():
    """Neither files nor data."""
    html = (
        '<script>a()</script><script src="b.js"></script><script type="application/json">1</script>'
    )
    digest = base64.b64encode(hashlib.sha256(b"a()").digest()).decode()
    assert site.hashes(html) == {f"'sha256-{digest}'"}


def test_the_policy_stands_before_anything_that_it_rules():
    """In the head, behind the encoding; the same for the same scripts, in any order."""
    html = site.with_policy(PAGE, {"'b'", "'a'"})
    at = html.index("Content-Security-Policy")
    assert html.index("charset") < at < html.index("<script>")
    assert html == site.with_policy(PAGE, ["'a'", "'b'"])
    assert "script-src 'self' 'wasm-unsafe-eval' 'a' 'b';" in html


def test_the_site_talks_to_itself_only():
    """No scheme and no host is allowed but its own, data: and blob: where they load no code."""
    content = site.with_policy(PAGE, []).partition('Policy" content="')[2].partition('"')[0]
    rules = dict(rule.split(" ", 1) for rule in content.split("; "))
    assert rules["default-src"] == "'self'"
    words = {word for rule in rules.values() for word in rule.split()}
    assert words <= {"'self'", "'none'", "'unsafe-inline'", "'wasm-unsafe-eval'", "data:", "blob:"}
    assert "'unsafe-inline'" not in rules["script-src"] and "data:" not in rules["script-src"]
