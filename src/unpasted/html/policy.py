"""What the pages of a site may load and run: themselves, and nothing of another host."""

import base64
import hashlib
from collections.abc import Iterable
from html import escape

from unpasted.templating import filled


def hashes(html: str) -> set[str]:
    """What names the inline scripts of a page in a policy; they are its theme's."""
    found = set()
    for script in html.split("<script")[1:]:
        opening, _, rest = script.partition(">")
        if " src=" not in opening and "application/json" not in opening:
            digest = hashlib.sha256(rest.partition("</script>")[0].encode()).digest()
            found.add(f"'sha256-{base64.b64encode(digest).decode()}'")
    return found


def with_policy(html: str, allowed: Iterable[str]) -> str:
    """A page that tells its policy, since a static host sends no headers.

    Arguments:
        allowed: the hashes of all inline scripts of the site.

    It is the same on every page: instant navigation keeps that of the first.
    """
    rules = filled("policy.txt", hashes=" ".join(sorted(allowed)))
    policy = "; ".join(map(str.rstrip, rules.splitlines()))
    content = escape(policy, quote=True).replace(escape("'"), "'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    begins = "<meta charset=" if "<meta charset=" in html else "<head"
    head, begun, rest = html.partition(begins)
    attributes, end, rest = rest.partition(">")
    return f"{head}{begun}{attributes}{end}{meta * bool(begun)}{rest}"
