"""Where a reader says that a section confused them: a new issue that names it."""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote, urlsplit

SECTION = re.compile(r'<h2\b[^>]*\sid="(?P<id>[^"]+)"[^>]*>(?P<words>.*?)</h2>', re.S)
HEADERLINK = re.compile(r'<a class="headerlink".*?</a>', re.S)
END = re.compile(r"(?=<book-progress )|\Z")


def with_links(html: str, repository: str, title: str, address: str = "") -> str:
    """A page with a link at the end of each section.

    Arguments:
        repository: its address; without one there is nothing to link to.
        title: of the page.
        address: of the page, or nothing.
    """
    sections = list(SECTION.finditer(html))
    if not repository or not sections:
        return html
    out, at = [], 0
    for number, section in enumerate(sections):
        last = number + 1 == len(sections)
        end = END.search(html, section.end()) if last else sections[number + 1]
        assert end is not None
        heading = re.sub(r"<[^>]+>", "", HEADERLINK.sub("", section["words"]))
        words = " ".join(unescape(heading).split())
        where = f"{address}#{section['id']}" if address else ""
        link = escape(issue(repository, f"{title}: {words}", where))
        of = f'<span class="unseen">: {escape(words)}</span>'
        says = f'<p class="confused"><a href="{link}">This confused me{of}</a></p>\n'
        out += [html[at : end.start()], says]
        at = end.start()
    return "".join([*out, html[at:]])


def issue(repository: str, title: str, where: str) -> str:
    """The address of a new issue, its title and its text begun."""
    body = f"{where}\n\nWhat confused me:\n".lstrip()
    host = urlsplit(repository).hostname or ""
    form = "/issues/new?title={}&body={}"
    if "gitlab" in host:
        form = "/-/issues/new?issue[title]={}&issue[description]={}"
    return repository.rstrip("/") + form.format(quote(title, safe=""), quote(body, safe=""))
