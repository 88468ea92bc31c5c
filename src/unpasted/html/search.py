"""What a search reads of a page, and the file that a browser loads when somebody searches."""

from __future__ import annotations

import re
from pathlib import Path

from unpasted.html import links

UNREAD = re.compile(
    r"<pre\b.*?</pre>|<details class=\"numbers[^>]*>.*?</details>|<math\b.*?</math>"
    r"|<section class=\"end-card\".*?</section>|<ol class=\"cards\">.*?</ol>"
    r"|<p class=\"confused\">.*?</p>",
    re.S,
)
"""What nobody searches for: code, steps and tables of numbers, formulas, cards."""
TERM = re.compile(r"<dt id=(?P<id>\"[^\"]+\")>(?P<term>.*?)</dt>", re.S)


def words_of(html: str) -> str:
    """The words of a page: no code, no drawing, no table of numbers; each term under its name."""
    words = UNREAD.sub(" ", links.without_drawings(html))
    return TERM.sub(r"<h2 id=\g<id>>\g<term></h2>", words)


def move(site: Path) -> None:
    """Write the index of a site as a script, which a page loads from a disk as well.

    Without an index, because the site has no search or keeps that of its first build, nothing is
    written.
    """
    made = site / "search" / "search_index.json"
    if made.exists():
        index = made.read_text("utf-8")
        made.with_name("index.js").write_text(f"unpasted.index = {index};\n", "utf-8")
        made.unlink()
