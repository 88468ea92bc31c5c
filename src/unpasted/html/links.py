"""What a finished page says: its ids, where its links lead, and what no page may hold."""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from urllib.parse import SplitResult, unquote, urlsplit

from lxml import etree
from lxml.html import HtmlElement

from unpasted.faults import did_you_mean

# Elements that no author may write: a page runs only what the build gives it.
REFUSED = ("script", "iframe", "object", "embed", "base", "form", "link", "meta")

ADDRESSED = etree.XPath(".//*[@href or @srcset or @src or @poster or @*[name()='xlink:href']]")


EVENTS = etree.XPath(".//@*[starts-with(name(), 'on')]")
IDS = etree.XPath(".//@id[. != '']", smart_strings=False)


def found_in(root: HtmlElement) -> tuple[list[str], list[tuple[str, str]]]:
    """The links of a page, in order; and what no page may hold.

    That is a text to find it by in the source, and what to say.
    """
    only = "no page may hold {}; a page runs only what the build gives it"
    refused = [(f"<{one.tag}", only.format(f"<{one.tag}>")) for one in root.iter(*REFUSED)]
    handlers = (f"{one.attrname}=" for one in EVENTS(root))
    refused += [(handler, only.format(handler)) for handler in handlers]
    links: list[str] = []
    for element in ADDRESSED(root):
        for _, link, leads in _links_of(element):
            if problem := _why_refused(link, leads):
                refused.append((link, problem))
            elif leads or not link.startswith("data:"):
                links.append(link)
    return links, refused


def lead(root: HtmlElement, page: str, way: Callable[[str, SplitResult, bool], str | None]) -> None:
    """Let the links of a page lead elsewhere, where the page stands somewhere else.

    Those into the world stay, and those for which there is no way go.

    Arguments:
        page: the URL of the page, relative to the site.
        way: from what a link names, relative to the site, the link, and whether it leads there or
            loads it.
    """
    for element in ADDRESSED(root):
        for key, link, leads in [*_links_of(element)]:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            to = f"https:{link}" if parts.netloc else way(target_of(parts.path, page), parts, leads)
            if to:
                whole = rf"(?<![^\s,]){re.escape(link)}(?![^\s,])"  # one of several, in a srcset
                before, _, after = re.split(f"({whole})", element.get(key), maxsplit=1)
                element.set(key, before + to + after)
            else:
                element.attrib.pop(key, None)


def _links_of(element: HtmlElement) -> Iterator[tuple[str, str, bool]]:
    """The addresses that an element names, in which attribute, and whether it leads there."""
    leads = element.tag in ("a", "area")
    for key, value in element.items():
        if key == "srcset":
            yield from ((key, one.split()[0], False) for one in value.split(",") if one.strip())
        elif value and key in ("href", "xlink:href") and (leads or not value.startswith("#")):
            yield key, value, leads
        elif value and key in ("src", "poster"):
            yield key, value, False


def _why_refused(link: str, leads: bool) -> str:
    """Why no page may hold an address, or nothing."""
    scheme = re.sub(r"[\0- ]", "", link).lower().partition(":")[0]  # as browsers read it
    if leads and scheme in ("javascript", "vbscript", "data"):
        return f"the link {link} runs code; a link leads to a page"
    if not leads and link.startswith(("http:", "https:", "//")):
        return f"{link} comes from another host; a page loads what lies beside it"
    return ""


def target_of(path: str, page: str) -> str:
    """What a path that stands on a page leads to, none to the page; all relative to the site."""
    return posixpath.normpath(posixpath.join(page, "..", unquote(path))) if path else page


def way_to(target: str, page: str) -> str:
    """The path by which a page leads to a target; all relative to the same folder."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def problem_of(
    link: str, page: str, ids: Mapping[str, Collection[str]], files: Collection[str]
) -> str | None:
    """What is wrong with a link, or None.

    Arguments:
        link: as it stands in the HTML.
        page: the URL of the page it stands on, relative to the site.
        ids: for the URL of every page, the ids on it.
        files: the URLs of all other files of the site.
    """
    try:
        parts = urlsplit(link)
    except ValueError as error:
        return f"the link {link} is no address: {error}"
    page = unquote(page)
    target = target_of(parts.path, page)
    if parts.scheme or parts.netloc or target in files:
        return None
    if target not in ids:
        if (built := target.removesuffix(".md") + ".html") in ids:
            return f"the link {link} stands in HTML, where it names {way_to(built, page)}"
        there = [way_to(one, page) for one in (*ids, *files)]
        if target.endswith(".md"):  # as an author writes it
            there = [one.replace(".html", ".md") for one in there]
        says = f"there is no {target}{did_you_mean(way_to(target, page), there)}"
    elif (fragment := unquote(parts.fragment)) and fragment not in ids[target]:
        says = f"{target} has no #{fragment}{did_you_mean(fragment, ids[target], before='#')}"
    else:
        return None
    return f"the link {link} leads nowhere: {says}"
