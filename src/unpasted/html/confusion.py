"""Where a reader says that a section confused them: a new issue that names it."""

from html import escape
from urllib.parse import quote

from unpasted.html import tree
from unpasted.words import say


def add_links(root: tree.Element, repository: str, title: str, address: str = "") -> None:
    """Put a link at the end of each section of a page.

    Arguments:
        repository: its address; without one there is nothing to link to.
        title: of the page.
        address: of the page, or nothing.
    """
    sections = [one for one in root.iter("h2") if one.get("id")] if repository else []
    for section, end in zip(sections, [*sections[1:], root.find("book-progress")], strict=False):
        words = tree.words_of(section)
        where = f"{address}#{section.get('id')}" if address else ""
        link = escape(issue(repository, f"{title}: {words}", where))
        of = f'<span class="unseen">: {escape(words)}</span>'
        says = f'<p class="confused"><a href="{link}">{say("This confused me")}{of}</a></p>'
        parent = root if end is None else end.getparent()
        tree.insert(parent, len(root) if end is None else parent.index(end), says)


def issue(repository: str, title: str, where: str) -> str:
    """The address of a new issue, its title and its text begun."""
    body = f"{where}\n\n{say('What confused me:')}\n".lstrip()
    title, body = (quote(text, safe="") for text in (title, body))
    return f"{repository.rstrip('/')}/issues/new?title={title}&body={body}"
