"""What the pages of a site may load and run: themselves, and nothing of another host."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from html import escape

SCRIPT = re.compile(r"<script\b(?P<more>[^>]*)>(?P<code>.*?)</script>", re.S)
RULES = (
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval' {hashes}",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)
HEAD = re.compile(r"<head>|<meta charset=[^>]*>")


def hashes(html: str) -> set[str]:
    """What names the inline scripts of a page in a policy."""
    found = set()
    for script in SCRIPT.finditer(html):
        if re.search(r"\bsrc=|\btype=[\"']?application/json", script["more"]):
            continue
        digest = hashlib.sha256(script["code"].encode()).digest()
        found.add(f"'sha256-{base64.b64encode(digest).decode()}'")
    return found


def policy(allowed: Iterable[str]) -> str:
    """The Content-Security-Policy of a site whose inline scripts have these hashes."""
    return "; ".join(RULES).format(hashes=" ".join(sorted(allowed))).replace(" ;", ";")


def with_policy(html: str, allowed: Iterable[str]) -> str:
    """A page that tells its policy, since a static host sends no headers.

    It is the same on every page: instant navigation keeps that of the first.
    """
    content = escape(policy(allowed), quote=True).replace(escape("'"), "'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    found = list(HEAD.finditer(html))
    if not found:
        return html
    at = found[min(1, len(found) - 1)].end()
    return html[:at] + meta + html[at:]
